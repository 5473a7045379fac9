#pragma once

#include <acre/distributed/detail/in_float.hpp>
#include <acre/distributed/detail/numbers.hpp>
#include <acre/distributed/reduce.hpp>
#include <acre/reduce/nan.hpp>

#include <cstdint>
#include <type_traits>

/// Reductions that leave NaNs out: acre's nansum, nanprod, nanmean, nanmax and nanmin, of the whole
/// array and along axes. Costs, blocks, bits and errors are those of sum, mean and max
/// (acre/distributed/reduce.hpp).
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 1> x(all, blocks(shape(6)));
///   x = sqrt(coordinate(x, 0) - 2);  // NaN, NaN, 0, 1, …
///   double const total = nansum(x), largest = nanmax(x);
///   if (all.rank() == 0) std::cout << total << ' ' << largest << '\n';
/// });
/// ```
/// ```text
/// 4.14626 1.73205
/// ```
namespace acre::distributed {

namespace detail {

template <class T>
using largest_number = std::conditional_t<acre::detail::has_nan<T>,
                                          acre::detail::number_reducer<T, acre::detail::fmax_op>,
                                          acre::detail::max_reducer<T>>;
template <class T>
using smallest_number = std::conditional_t<acre::detail::has_nan<T>,
                                           acre::detail::number_reducer<T, acre::detail::fmin_op>,
                                           acre::detail::min_reducer<T>>;

template <template <class> class Reducer, class E, class... Axes>
auto chosen_number(char const* name, char const* noun, E const& e, Axes... which)
{
  if constexpr (sizeof...(Axes) == 0)
    return extreme<Reducer>(name, noun, as_term(e));
  else
    return extreme_along<Reducer>(name, noun, as_term(e), which...);
}

}  // namespace detail

/// The sum (product) of the numbers; of none 0 (1).
template <detail::whole_operand E, class... Axes>
auto nansum(E const& e, Axes... which)
{
  return sum(detail::without_nan<acre::detail::number_for_nan<0>>(e), which...);
}
template <detail::whole_operand E, class... Axes>
auto nanprod(E const& e, Axes... which)
{
  return prod(detail::without_nan<acre::detail::number_for_nan<1>>(e), which...);
}

/// The largest (smallest) number; NaN where there is none. Throws value_error where there is no
/// element.
template <detail::whole_operand E, class... Axes>
auto nanmax(E const& e, Axes... which)
{
  return detail::chosen_number<detail::largest_number>("nanmax", "fmax", e, which...);
}
template <detail::whole_operand E, class... Axes>
auto nanmin(E const& e, Axes... which)
{
  return detail::chosen_number<detail::smallest_number>("nanmin", "fmin", e, which...);
}

/// The mean of the numbers; NaN where there is none. Two reductions: how many there are, too.
template <detail::whole_operand E, class... Axes>
auto nanmean(E const& e, Axes... which)
{
  return detail::in_float(e, [&](auto const& x) {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    if constexpr (acre::detail::has_nan<T>) {
      auto const numbers = sum(cast<std::int64_t>(!isnan(x)), which...);
      auto const total = sum(detail::without_nan<detail::nothing_for_nan>(x), which...);
      if constexpr (detail::whole_operand<decltype(total)>)
        return copy(total / cast<acre::real_t<T>>(numbers));
      else
        return total / static_cast<acre::real_t<T>>(numbers);
    } else {
      return mean(x, which...);
    }
  });
}

}  // namespace acre::distributed
