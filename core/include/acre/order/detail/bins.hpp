#pragma once

#include <acre/array/dtype.hpp>
#include <acre/backends/common/accumulate.hpp>
#include <acre/elementwise/detail/program.hpp>
#include <acre/order/searchsorted.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Which bin a value falls into, as functions of an element (see operators.hpp) that give the
/// number of a place, or -1.
namespace acre {

/// What becomes of values outside the bins; NaN is never counted.
///
///   dropped   counted nowhere
///   clamped   counted in the first or the last bin
///   counted   in two more places: what is below before the first bin, what is above behind the
///             last one
enum class outside { dropped, clamped, counted };

namespace detail {

/// What edges are taken, refused in a sentence.
template <class Space, class Edges>
constexpr bool edges_are_taken()
{
  static_assert(Edges::rank == 1, "acre: `bins` must be 1d, when an array");
  static_assert(std::is_void_v<Space> || spaces_agree<Space, typename Edges::space_type>,
                "acre: the edges live in another space than the values; use copy_to(space, x)");
  return true;
}

/// Places of values outside, and what a bin's number is shifted by.
struct outside_places {
  std::int64_t below = -1, above = -1, shift = 0;

  outside_places() = default;
  outside_places(outside o, std::int64_t bins)
  {
    if (o == outside::clamped) below = 0, above = bins - 1;
    if (o == outside::counted) below = 0, above = bins + 1, shift = 1;
  }
};
inline std::int64_t places_of(outside o, std::int64_t bins)
{
  return o == outside::counted ? bins + 2 : bins;
}

/// The bounds that a histogram uses; throws value_error with NumPy's texts.
struct bin_range {
  double low, high;
};
bin_range checked_bins(std::int64_t bins, double low, double high);
[[noreturn]] void refuse_bins(std::int64_t bins);

/// Edges of equal bins from low to high: low + i * step rounded to dtype T, or (in_dtype) computed
/// in it, as NumPy's are where the bounds were found in the data.
template <class T>
struct equal_edges {
  double low, high, step;
  std::int64_t bins;
  bool in_dtype;

  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t i) const
  {
    if (i == bins) return static_cast<T>(high);
    if (in_dtype) return static_cast<T>(i) * static_cast<T>(step) + static_cast<T>(low);
    return static_cast<T>(static_cast<double>(i) * step + low);
  }
};

/// The bin of a value between the first and the last edge, by the edges themselves. (Not inlined:
/// few values come here, and a kernel's loop is short without it.)
template <class T>
KOKKOS_FUNCTION __attribute__((noinline)) std::int64_t bin_by_edges(T x, equal_edges<T> edge,
                                                                    double scale)
{
  double const guess = (static_cast<double>(x) - edge.low) * scale;
  std::int64_t const last = edge.bins - 1;
  std::int64_t bin = guess > 0 ? static_cast<std::int64_t>(guess) : 0;
  if (bin > last) bin = last;
  while (bin > 0 && x < edge(bin)) --bin;
  while (bin < last && x >= edge(bin + 1)) ++bin;
  return bin;
}

/// Equal bins. A product gives a first guess. Where that is further from the next whole number than
/// it and the edges are rounded, `margin`, it is the bin; else the edges are asked.
template <class T>
struct uniform_bins {
  equal_edges<T> edge;
  double wide_scale;
  outside_places beyond;
  T first, scale, margin, end;

  uniform_bins() = default;
  uniform_bins(bin_range r, std::int64_t n, outside o = outside::dropped, bool in_dtype = false)
      : edge{r.low, r.high, (r.high - r.low) / static_cast<double>(n), n, in_dtype},
        wide_scale(1 / edge.step),
        beyond(o, n),
        first(static_cast<T>(r.low)),
        scale(static_cast<T>(wide_scale)),
        margin(1)
  {
    if (in_dtype) edge.step = static_cast<T>(static_cast<T>(r.high) - first) / static_cast<T>(n);
    constexpr double unit = std::numeric_limits<T>::epsilon() / 2,
                     least = static_cast<double>(std::numeric_limits<T>::min()) * 0x1p26;
    // in bins: rounded are first, the difference, scale and product, and the edges
    double const steps = static_cast<double>(n), to_first = std::abs(edge.low) / edge.step,
                 to_largest = std::max(std::abs(edge.low), std::abs(edge.high)) / edge.step,
                 product = 3 * steps + to_first,
                 edges = to_largest + (in_dtype || sizeof(T) == 8 ? 3 * steps + to_largest : 1),
                 rounded = unit * 1.02 * (product + edges);
    if (edge.step > least && std::abs(wide_scale) > least && rounded < 0.25 && n < (1 << 30))
      margin = static_cast<T>(rounded);
    end = static_cast<T>(n) - margin;
    if (!(4 * unit * to_largest < 1)) require_apart();
  }

  template <class V>
  using argument = T;

  KOKKOS_INLINE_FUNCTION T guess(T x) const { return (x - first) * scale; }
  /// Whether quick() is the answer.
  KOKKOS_INLINE_FUNCTION bool usual(T x) const
  {
    T const g = guess(x);
    T const above = g > margin ? g : T(0), safe = g < end ? above : T(0);
    T const part = safe - static_cast<T>(static_cast<std::int32_t>(safe));
    // one comparison, and no branch, so that packets vectorise
    T const to_edge = part < T(0.5) ? part : 1 - part;
    return to_edge > margin;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t quick(T x) const
  {
    return static_cast<std::int32_t>(guess(x)) + beyond.shift;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    if (usual(x)) return quick(x);
    if (!(x >= first)) return x < first ? beyond.below : -1;
    if (!(x <= static_cast<T>(edge.high))) return beyond.above;
    return bin_by_edges(x, edge, wide_scale) + beyond.shift;
  }

 private:
  /// Throws value_error where two edges are one.
  void require_apart() const
  {
    for (std::int64_t i = 0; i < edge.bins; ++i)
      if (!(edge(i) < edge(i + 1))) refuse_bins(edge.bins);
  }
};

/// Bins between ascending edges of dtype T, of which there are bins + 1; values on the last edge
/// are in the last bin.
template <class T>
struct bins_between {
  find_place<T, T> behind;
  std::int64_t bins;
  outside_places beyond;

  template <class V>
  using argument = T;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    std::int64_t const edge = behind(x) - 1;
    if (edge < 0) return beyond.below;
    if (edge < bins) return edge + beyond.shift;
    if (!before_in_order(behind.sorted[bins], x)) return bins - 1 + beyond.shift;
    return x == x ? beyond.above : -1;
  }
};

/// x * scale toward zero, limited to the bins; NaN is counted nowhere.
template <class T>
struct scaled_bin {
  T scale;
  std::int64_t bins;

  template <class V>
  using argument = T;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    T const y = x * scale;
    if (y != y) return -1;
    if (!(y > 0)) return 0;
    return y >= static_cast<T>(bins - 1) ? bins - 1 : static_cast<std::int64_t>(y);
  }
};

/// A place in a table of several axes from those along its first ones and along the next.
struct joined_places {
  std::int64_t next;  // places of the next axis
  template <class T>
  using argument = std::int64_t;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t a, std::int64_t b) const
  {
    return a < 0 || b < 0 ? -1 : a * next + b;
  }
};

/// A place beyond all others in the place of -1, for index arrays, which count from the end there.
struct beyond_if_nowhere {
  std::int64_t places;
  template <class T>
  using argument = std::int64_t;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t p) const
  {
    return p < 0 ? places : p;
  }
};

/// A place as the key of its weight.
struct weighted_place {
  template <class V>
  KOKKOS_INLINE_FUNCTION backends::keyed<std::int64_t> operator()(std::int64_t place,
                                                                  V weight) const
  {
    return {place, weight};
  }
};

}  // namespace detail
}  // namespace acre
