#include <acre/dynamic/elementwise.hpp>
#include <acre/reduce/extrema.hpp>

#include <algorithm>
#include <vector>

#include "integers.hpp"
#include "packed_extremes.hpp"
#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

/// The largest of flipped bits, flipped back.
template <class T>
struct flipped_max : acre::detail::max_reducer<T> {
  flip_bits<T> flip;
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return flip(a); }
};

/// How many elements of one long row of a GPU, which is reduced, are left beside its whole words; 0
/// also where words are of no use.
std::int64_t beside_words(dynamic_array const& a, axis_set const& axes)
{
  constexpr std::int64_t long_row = 1 << 20;
  bool const on_host =
      std::visit([]<class Space>(Space const&) { return Space::host_accessible; }, a.space());
  if (on_host || kind_of(a.dtype()) >= kind::floating || item_size(a.dtype()) > 2 ||
      a.rank() == 0 || a.size() < long_row || a.size() != a.shape().back() ||
      std::ranges::find(axes.axis, max_rank - 1) == axes.axis.end() || a.strides().back() != 1 ||
      reinterpret_cast<std::uintptr_t>(a.first()) % 4 != 0)
    return 0;
  return a.size() % (4 / item_size(a.dtype()));
}

template <bool Largest>
dynamic_array extreme(std::string_view name, dynamic_array const& a, axis_set const& axes,
                      ddof none)
{
  if (kind_of(a.dtype()) == kind::complex)
    return with_array<acre::detail::complex_dtypes>(name, a, [&](auto const& x) {
      if constexpr (Largest)
        return max(x, axes, keepdims);
      else
        return min(x, axes, keepdims);
    });
  if (auto const of_words = extreme_of_words<Largest>(a, axes)) return *of_words;
  if (auto const rest = beside_words(a, axes); rest > 0) {
    auto const part = [&](std::int64_t first, std::int64_t count) {
      std::vector<std::int64_t> shape(a.shape().begin(), a.shape().end());
      shape.back() = count;
      return extreme<Largest>(name, a.view(first, shape, a.strides()), axes, none);
    };
    std::int64_t const in_words = a.size() - rest;
    return binary(Largest ? "maximum" : "minimum", part(0, in_words), part(in_words, rest));
  }
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
