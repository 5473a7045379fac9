#define ACRE_MATH_CALLS 1  // whatever the flags: see math/detail/called.hpp
#include "math_calls.hpp"
#include "pow_by_table.hpp"

namespace acre::math {

ACRE_MATH_CALLS_OF(double)

namespace detail {

[[gnu::noinline]] ACRE_PROCESSOR_LEVELS double pow_in_full(double x, double y)
{
  return inlined::pow(x, y);
}

}  // namespace detail

ACRE_PROCESSOR_LEVELS double pow(double x, double y)
{
  if (detail::pow_is_one_operation(y)) return detail::pow_by_one_operation(x, y);
  double value;
  return detail::pow_by_table(x, y, value) ? value : detail::pow_in_full(x, y);
}

}  // namespace acre::math
