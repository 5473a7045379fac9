#define ACRE_MATH_CALLS 1  // whatever the flags: see math/detail/called.hpp
#include "math_calls.hpp"

namespace acre::math {

ACRE_MATH_CALLS_OF(double)

}  // namespace acre::math
