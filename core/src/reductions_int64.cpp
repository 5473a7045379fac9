// Reductions of arrays of int64.
#include "reductions.hpp"

namespace acre::detail {

/// Names them, so that they are compiled.
void name_reductions_of_int64(address* to) { name_reductions<std::int64_t>(to, all_spaces()); }

}  // namespace acre::detail
