#pragma once

#include <acre/array/dtype.hpp>
#include <acre/backends/common/accumulate.hpp>
#include <acre/backends/common/device_code.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/sort.hpp>
#include <acre/elementwise/detail/program.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/order/outside.hpp>
#include <acre/order/searchsorted.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Which bin a value falls into, as functions of an element (see
/// elementwise/detail/operation_table.hpp) that give the number of a place, or -1.
namespace acre {

namespace detail {

/// Refuses in a sentence edges that cannot be taken.
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
  // what is NaN or infinite, as the reciprocal of a small step may be, isn't converted
  std::int64_t bin = 0;
  if (guess > 0) bin = guess < static_cast<double>(last) ? static_cast<std::int64_t>(guess) : last;
  // in this bin or beside it mostly, else in one of all before or behind
  std::int64_t from = bin > 0 ? bin - 1 : 0, to = bin < last ? bin + 2 : edge.bins;
  if (from > 0 && x < edge(from)) to = from, from = 0;
  if (to < edge.bins && x >= edge(to)) from = to, to = edge.bins;
  while (to - from > 1) {
    std::int64_t const middle = from + (to - from) / 2;
    (x < edge(middle) ? to : from) = middle;
  }
  return from;
}

/// The bin of a value that is near edge `next`, or beyond the last one. (Not inlined, as above.)
template <class T>
KOKKOS_FUNCTION __attribute__((noinline)) std::int64_t bin_beside(T x, std::int64_t next,
                                                                  equal_edges<T> edge)
{
  if (next >= edge.bins) return edge.bins - 1;
  return next - (x < edge(next) ? 1 : 0);
}

/// How far from the middle of bin g a guess is right: within - less * g; nowhere where it is less
/// than 0.
template <class T>
struct sure_distance {
  T within = -1, less = 0;
};

/// To round by: between its powers of two neighbours are whole numbers, which a sum's last bits
/// count.
template <class T>
struct whole_numbers {
  using word = backends::sort_word<T>;
  static constexpr T start = sizeof(T) == 4 ? T(0x1.8p23) : T(0x1.8p52);

  KOKKOS_INLINE_FUNCTION static word bits(T x) { return __builtin_bit_cast(word, x); }
  /// How many behind the start; more than there are bins for what isn't a number of one.
  KOKKOS_INLINE_FUNCTION static word number(T x) { return bits(x) - bits(start); }
};

/// Equal bins. A product gives a first guess. If that is further from the next whole number than
/// the rounding errors of it and the edges it is the bin; else the next edge is compared. A GPU
/// computes the nearest edge for each value instead, without a branch, where it can (`is_plain`):
/// 10^8 float32 take an H200 what reading them takes, wherever they lie. So does a CPU, unless
/// hardly any guess is unsure: of 10^6 bins of float32 a quarter of the guesses are, and a branch
/// that takes them apart is foreseen for none.
template <class T>
struct uniform_bins {
  equal_edges<T> edge;
  double wide_scale;
  outside_places beyond;
  T first, scale, behind;  // behind the last edge: what is less than that is no further than it
  sure_distance<T> sure;
  bool few_unsure = false;  // so few guesses that a CPU looks for them before it computes edges
  bool is_plain = false;    // what lies outside is dropped, and edges are computed in float64

  uniform_bins() = default;
  uniform_bins(bin_range r, std::int64_t n, outside o = outside::dropped, bool in_dtype = false)
      : edge{r.low, r.high, (r.high - r.low) / static_cast<double>(n), n, in_dtype},
        wide_scale(1 / edge.step),
        beyond(o, n),
        first(static_cast<T>(r.low)),
        scale(static_cast<T>(wide_scale)),
        behind(std::nextafter(static_cast<T>(r.high), std::numeric_limits<T>::infinity()))
  {
    if (in_dtype) edge.step = static_cast<T>(static_cast<T>(r.high) - first) / static_cast<T>(n);
    constexpr double unit = std::numeric_limits<T>::epsilon() / 2,
                     least = static_cast<double>(std::numeric_limits<T>::min()) * 0x1p26;
    // Rounded are, in parts of g: the difference, unless from 0, the scale, product and distance
    // from the middle, and the edge (of bin g + 1); the first edge, each time it is used; `within`
    // and what is taken off.
    double const steps = static_cast<double>(n), to_first = std::abs(edge.low) / edge.step,
                 to_largest = std::max(std::abs(edge.low), std::abs(edge.high)) / edge.step,
                 of_edge = in_dtype || sizeof(T) == 8 ? 5 : 1,
                 of_difference = first == T(0) ? 0 : 1;
    double const of_bin = unit * 1.02 * (of_difference + 3 + of_edge),
                 always = unit * 1.02 * (4 * to_first + 4) + of_bin;
    if (edge.step > least && std::abs(wide_scale) > least && n < (1 << 30) &&
        of_bin * steps + always < 0.25)
      sure = {static_cast<T>(0.5 - always), static_cast<T>(of_bin)};
    few_unsure = sizeof(T) == 4 && sure.within > 0 && of_bin * steps + 2 * always < 0.0003;
    is_plain = sure.within > 0 && o == outside::dropped && (sizeof(T) == 8 || !in_dtype);
    // where steps overflow or are as small as the rounding of subnormal numbers, too
    if (!(4 * unit * to_largest < 1) || !(edge.step > least) || !std::isfinite(edge.step))
      require_apart();
  }

  template <class V>
  using argument = T;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    if (backends::is_device_code && is_plain) return by_nearest_edge(x);
    if (!backends::is_device_code && sure.within > 0)
      return edge.in_dtype ? by_selection<true>(x) : by_selection<false>(x);
    if (backends::is_device_code && usual(x)) return quick(x);
    if (!(x >= first)) return x < first ? beyond.below : -1;
    if (!(x <= static_cast<T>(edge.high))) return beyond.above;
    if (!(sure.within > 0)) return bin_by_edges(x, edge, wide_scale) + beyond.shift;
    return bin_beside(x, static_cast<std::int32_t>((x - first) * scale + T(0.5)), edge) +
           beyond.shift;
  }
  template <int W>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> side_by_side(packet<T, W> const& x) const
  {
    packet<std::int64_t, W> p;
    if (backends::is_device_code && is_plain) {
      for (int w = 0; w < W; ++w) p.v[w] = by_nearest_edge(x.v[w]);
      return p;
    }
    if (backends::is_device_code || (sizeof(T) == 4 && few_unsure)) {
      bool all_usual = true;
      for (int w = 0; w < W; ++w) all_usual = all_usual & usual(x.v[w]);
      if (all_usual) {
        for (int w = 0; w < W; ++w) p.v[w] = quick(x.v[w]);
        return p;
      }
    }
    if (!backends::is_device_code && sure.within > 0) {
      if (edge.in_dtype)
        for (int w = 0; w < W; ++w) p.v[w] = by_selection<true>(x.v[w]);
      else
        for (int w = 0; w < W; ++w) p.v[w] = by_selection<false>(x.v[w]);
      return p;
    }
    for (int w = 0; w < W; ++w) p.v[w] = (*this)(x.v[w]);
    return p;
  }

 private:
  /// From the middle of bin 0, in bins.
  KOKKOS_INLINE_FUNCTION T guess(T x) const { return (x - first) * scale - T(0.5); }
  KOKKOS_INLINE_FUNCTION bool is_sure(T off, T bin) const
  {
    T const distance = off < 0 ? -off : off;
    return distance < sure.within - bin * sure.less;
  }
  /// Whether quick() is the answer. (No branch and no conversion, so that packets vectorise.)
  KOKKOS_INLINE_FUNCTION bool usual(T x) const
  {
    using whole = whole_numbers<T>;
    T const g = guess(x), rounded = g + whole::start, bin = rounded - whole::start;
    return static_cast<int>(is_sure(g - bin, bin)) &
           static_cast<int>(whole::number(rounded) < static_cast<typename whole::word>(edge.bins));
  }
  KOKKOS_INLINE_FUNCTION std::int64_t quick(T x) const
  {
    using whole = whole_numbers<T>;
    return static_cast<std::int32_t>(whole::number(guess(x) + whole::start)) + beyond.shift;
  }
  /// The guess is within half a bin: the value is in the bin behind the nearest edge or in the one
  /// before. Values that aren't near any of the edges have the number of no bin, before and after.
  KOKKOS_INLINE_FUNCTION std::int64_t by_nearest_edge(T x) const
  {
    using whole = whole_numbers<T>;
    T const nearest = math::detail::fused(x - first, scale, whole::start);
    auto const number = whole::number(nearest);
    auto bin = static_cast<std::uint32_t>(number);
    double wide;
    if constexpr (sizeof(T) == 4)  // a whole number behind 2^52, whose last bits count such
      wide = __builtin_bit_cast(double, std::uint64_t{0x433} << 52 | bin) - 0x1p52;
    else
      wide = nearest - whole::start;
    T at = static_cast<T>(wide * edge.step + edge.low);
    auto const bins = static_cast<std::uint32_t>(edge.bins);
    if (bin == bins) at = behind;
    bin -= x < at ? 1 : 0;
    bool is_one = bin < bins;
    if constexpr (sizeof(T) == 8) is_one = is_one && number >> 32 == 0;
    return is_one ? static_cast<std::int64_t>(bin) : -1;
  }

  /// Likewise on a CPU, for all edges and values outside; blocks of it vectorise.
  template <bool InDtype>
  KOKKOS_INLINE_FUNCTION std::int64_t by_selection(T x) const
  {
    using whole = whole_numbers<T>;
    using number = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    T const rounded = (x - first) * scale + whole::start, nearest = rounded - whole::start;
    T at;
    if constexpr (InDtype)
      at = nearest * static_cast<T>(edge.step) + static_cast<T>(edge.low);
    else
      at = static_cast<T>(static_cast<double>(nearest) * edge.step + edge.low);
    auto const last = static_cast<number>(edge.bins - 1);
    auto const one = static_cast<typename whole::word>(x < at);
    auto place = static_cast<number>(whole::number(rounded) - one);
    place = (place < last ? place : last) + static_cast<number>(beyond.shift);
    place = x < first ? static_cast<number>(beyond.below) : place;
    place = x > static_cast<T>(edge.high) ? static_cast<number>(beyond.above) : place;
    return place | -static_cast<number>(x != x);
  }

  /// Throws value_error where two edges are one: mostly the largest, which are looked at first.
  /// (More bins than that do not fit a memory.)
  void require_apart() const
  {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    std::int64_t const last = edge.bins - 1;
    if (!(edge(0) < edge(1)) || !(edge(last) < edge(edge.bins))) refuse_bins(edge.bins);
    for (std::int64_t i = 0; i < std::min(edge.bins, most); ++i)
      if (!(edge(i) < edge(i + 1))) refuse_bins(edge.bins);
  }
};

/// Bins between ascending edges of dtype T, of which there are bins + 1; values on the last edge
/// are in the last bin. Find: find_place or find_by_cells.
template <class T, class Find = find_place<T, T>>
struct bins_between {
  Find behind;
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
