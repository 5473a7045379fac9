// Reductions of arrays of float32.
#include "reductions.hpp"

namespace acre::detail {

/// Names them, so that they are compiled.
void name_reductions_of_float32(address* to) { name_reductions<float>(to, all_spaces()); }

}  // namespace acre::detail
