#include "elementary_rows.hpp"

namespace acre::detail {

ACRE_ELEMENTARY_PAIRS(float)

}  // namespace acre::detail
