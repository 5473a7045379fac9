#include "elementary_rows.hpp"

namespace acre::detail {

ACRE_ELEMENTARY_ROWS(double)

}  // namespace acre::detail
