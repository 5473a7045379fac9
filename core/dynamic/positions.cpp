#include <acre/reduce/extrema.hpp>

#include "integers.hpp"
#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

/// The position of the smallest elements, when it is given their bits in the opposite order.
template <class T>
struct argmin_reducer : acre::detail::arg_reducer<T, true> {
  static constexpr char const* name = "argmin";
};

template <template <class> class Reducer, bool Opposite>
dynamic_array position(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof)
{
  if (kind_of(a.dtype()) == kind::complex)
    return with_array<acre::detail::complex_dtypes>(name, a, [&](auto const& x) {
      if constexpr (Opposite)
        return argmin(x, axes, keepdims);
      else
        return argmax(x, axes, keepdims);
    });
  return with_array<ordered_forms>(
      name, as_ordered(a), [&]<class T, int R, class Space>(array<T, R, Space> const& x) {
        auto const flip = ordering<T>(a.dtype(), Opposite);
        return acre::detail::arg_reduce<Reducer<T>>(acre::detail::make_unary<flip_bits<T>>(x, flip),
                                                    axes, keepdims);
      });
}
template <class T>
using argmax_reducer = acre::detail::arg_reducer<T, true>;

constexpr reduction_entry positions_entries[] = {
    {"argmax", as_is, count_of, position<argmax_reducer, false>},
    {"argmin", as_is, count_of, position<argmin_reducer, true>},
};

}  // namespace

std::span<reduction_entry const> position_reductions() { return positions_entries; }

}  // namespace acre::dynamic::detail
