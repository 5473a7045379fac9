#include <acre/reduce/extrema.hpp>

#include "integers.hpp"
#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

/// The largest of flipped bits, flipped back.
template <class T>
struct flipped_max : acre::detail::max_reducer<T> {
  flip_bits<T> flip;
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return flip(a); }
};

template <bool Largest>
dynamic_array extreme(std::string_view name, dynamic_array const& a, axis_set const& axes, ddof)
{
  if (kind_of(a.dtype()) == kind::complex)
    return with_array<acre::detail::complex_dtypes>(name, a, [&](auto const& x) {
      if constexpr (Largest)
        return max(x, axes, keepdims);
      else
        return min(x, axes, keepdims);
    });
  auto const largest = [&]<class T, int R, class Space>(array<T, R, Space> const& x) {
    auto const flip = ordering<T>(a.dtype(), !Largest);
    return acre::detail::over_axes(
        [&](auto const& e, auto const& mask, auto rank) {
          acre::detail::require_elements(e.shape(), mask, Largest ? "maximum" : "minimum");
          return acre::detail::reduce<rank()>(e, mask, flipped_max<T>{{}, flip});
        },
        acre::detail::make_unary<flip_bits<T>>(x, flip), axes, keepdims);
  };
  return as_dtype(with_array<ordered_forms>(name, as_ordered(a), largest), a.dtype());
}

constexpr reduction_entry extreme_values_entries[] = {
    {"max", as_is, as_is, extreme<true>},
    {"min", as_is, as_is, extreme<false>},
};

}  // namespace

std::span<reduction_entry const> extrema_reductions() { return extreme_values_entries; }

}  // namespace acre::dynamic::detail
