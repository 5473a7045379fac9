// Reductions of arrays of float64.
#include "reductions.hpp"

namespace acre::detail {

/// Names them, so that they are compiled.
void name_reductions_of_float64(address* to) { name_reductions<double>(to, all_spaces()); }

}  // namespace acre::detail
