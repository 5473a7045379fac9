#include <acre/reduce/extrema.hpp>

#include "integers.hpp"
#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

/// The place of the largest element, or of the largest in the opposite order.
template <bool Largest>
dynamic_array position(dynamic_array const& a, axis_set const& axes, ddof)
{
  char const* const name = Largest ? "argmax" : "argmin";
  return with_array<ordered>(
      name, as_ordered(a), [&]<class T, int R, class Space>(array<T, R, Space> const& x) {
        auto const flip = ordering<T>(a.dtype(), !Largest);
        return acre::detail::arg_reduce<true>(name, acre::detail::make_unary<flip_bits<T>>(x, flip),
                                              axes, keepdims);
      });
}

constexpr reduction_entry entries[] = {
    {"argmax", as_is, count_of, position<true>},
    {"argmin", as_is, count_of, position<false>},
};

}  // namespace

std::span<reduction_entry const> position_reductions() { return entries; }

}  // namespace acre::dynamic::detail
