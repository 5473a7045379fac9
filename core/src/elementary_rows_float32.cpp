#include "elementary_rows.hpp"

namespace acre::detail {

ACRE_ELEMENTARY_ROWS(float)

}  // namespace acre::detail
