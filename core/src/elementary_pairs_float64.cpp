#include "elementary_rows.hpp"

namespace acre::detail {

ACRE_ELEMENTARY_PAIRS(double)

}  // namespace acre::detail
