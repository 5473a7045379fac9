// Reductions of arrays of int32.
#include "reductions.hpp"

namespace acre::detail {

/// Names them, so that they are compiled.
void name_reductions_of_int32(address* to) { name_reductions<std::int32_t>(to, all_spaces()); }

}  // namespace acre::detail
