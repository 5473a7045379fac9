#pragma once

#include <acre/backends/common/known_divisor.hpp>
#include <acre/math/root.hpp>
#include <acre/reduce/detail/numbers.hpp>
#include <acre/reduce/detail/over_axes.hpp>

#include <cmath>

/// Variances from one pass, as reductions: acre/reduce/variance.hpp states the method.
namespace acre::detail {

/// Version of the bits of variances, besides reduction_order_version.
inline constexpr int moments_version = 1;

/// Re(conj(a) b): |a|² without a square root on the way.
template <class T>
KOKKOS_INLINE_FUNCTION real_t<T> dot_product(T a, T b)
{
  if constexpr (is_complex<T>::value)
    return a.real() * b.real() + a.imag() * b.imag();
  else
    return a * b;
}

/// Some numbers' distances from an origin near them: their sum, and that of their squares.
template <class T>
struct moments {
  T origin, sum;
  real_t<T> squares, count;

  /// Lanes side by side on a CPU (backends/host_common/accumulators.hpp).
  template <int N>
  struct arrays {
    T origin[N], sum[N];
    real_t<T> squares[N], count[N];
    KOKKOS_INLINE_FUNCTION moments get(int i) const
    {
      return {origin[i], sum[i], squares[i], count[i]};
    }
    KOKKOS_INLINE_FUNCTION void set(int i, moments const& m)
    {
      origin[i] = m.origin;
      sum[i] = m.sum;
      squares[i] = m.squares;
      count[i] = m.count;
    }
    template <class Element>
    KOKKOS_INLINE_FUNCTION void append_more(int i, Element const& element)
    {
      T const d = static_cast<T>(element) - origin[i];
      sum[i] += d;
      squares[i] += dot_product(d, d);
    }
    KOKKOS_INLINE_FUNCTION void count_more(int i, std::int64_t n)
    {
      count[i] += static_cast<real_t<T>>(n);
    }

    /// As append and combine of variance_reducer have them, where every i has as many numbers,
    /// which are not counted then (up to the sign of a sum that is 0, which no variance has).
    template <class Element>
    KOKKOS_INLINE_FUNCTION void set_one(int i, Element const& element)
    {
      T const x = static_cast<T>(element);
      origin[i] = x;
      sum[i] = x - x;
      squares[i] = dot_product(sum[i], sum[i]);
    }
    template <class Element>
    KOKKOS_INLINE_FUNCTION void set_pair(int i, Element const& first, Element const& second)
    {
      T const a = static_cast<T>(first), b = static_cast<T>(second),
              from = a + (b - a) * real_t<T>(0.5), left = a - from, right = b - from;
      origin[i] = from;
      sum[i] = left + right;
      squares[i] = dot_product(left, left) + dot_product(right, right);
    }
    /// Combines `mine` numbers of i with `theirs` of right's, whose part of both is `part`.
    KOKKOS_INLINE_FUNCTION void combine_one(int i, arrays const& right, real_t<T> mine,
                                            real_t<T> theirs, real_t<T> part)
    {
      T const from = origin[i] + (right.origin[i] - origin[i]) * part, d = origin[i] - from,
              other_d = right.origin[i] - from, all = d * mine, other_all = other_d * theirs;
      origin[i] = from;
      squares[i] =
          (squares[i] + dot_product(d, sum[i] + sum[i] + all)) +
          (right.squares[i] + dot_product(other_d, right.sum[i] + right.sum[i] + other_all));
      sum[i] = (sum[i] + all) + (right.sum[i] + other_all);
    }
    /// Likewise of all i.
    KOKKOS_INLINE_FUNCTION void combine_alike(arrays const& right, int numbers, int others)
    {
      auto const mine = static_cast<real_t<T>>(numbers), theirs = static_cast<real_t<T>>(others),
                 part = numbers == others ? real_t<T>(0.5) : theirs / (mine + theirs);
#pragma GCC ivdep
      for (int i = 0; i < N; ++i) combine_one(i, right, mine, theirs, part);
    }
  };
};

/// The numbers' moments from an origin that lies `d` before.
template <class T>
KOKKOS_INLINE_FUNCTION moments<T> with_origin(moments<T> const& a, T origin)
{
  T const d = a.origin - origin, all = d * a.count;
  return {origin, a.sum + all, a.squares + dot_product(d, a.sum + a.sum + all), a.count};
}

/// The variance of T, or its root; with NaNs left out the number less ddof is known at the end
/// only.
template <class T, bool Numbers = false>
struct variance_reducer {
  using value_type = moments<T>;
  using real = real_t<T>;
  using number = real;
  static constexpr char const* name = Numbers ? "nanvar" : "var";
  static constexpr int settling = 8, settles_after = Numbers ? 0 : settling;
  static constexpr bool reads_plainly = true;
  /// All lanes have as many numbers as they have elements.
  static constexpr bool combines_alike = !Numbers;
  /// Rows on a CPU, by the library (host_common/short_rows.hpp).
  static constexpr bool has_compiled_rows =
      !Numbers && (std::is_same_v<T, float> || std::is_same_v<T, double>);
  void reduce_rows(T const* values, int length, int rows, real* out) const;
  /// For a GPU's teams (gpu_common/reduce_bulk_rows.hpp).
  static constexpr bool wants_bulk_rows = !Numbers;
  std::int64_t count = 0;  // what is divided by; of Numbers: ddof
  bool root = false;
  backends::known_divisor<real> known_numbers = {}, known_count = {};

  KOKKOS_INLINE_FUNCTION moments<T> identity() const { return {T(0), T(0), real(0), real(0)}; }
  KOKKOS_INLINE_FUNCTION moments<T> empty() const { return identity(); }
  /// The origin is the first number; then, from the ninth on, the mean of eight.
  template <class Element>
    requires(!std::is_same_v<Element, moments<T>>)
  KOKKOS_INLINE_FUNCTION moments<T> append(moments<T> a, Element element, std::int64_t) const
  {
    T const x = static_cast<T>(element);
    if constexpr (Numbers)
      if (is_nan(x)) return a;
    if (a.count == settling) settle(a);
    append_early(a, x);
    return a;
  }
  template <class Element>
  KOKKOS_INLINE_FUNCTION void append_early(moments<T>& a, Element element) const
  {
    T const x = static_cast<T>(element);
    a.origin = a.count == 0 ? x : a.origin;
    append_more(a, x);
    a.count += 1;
  }
  KOKKOS_INLINE_FUNCTION void settle(moments<T>& a) const
  {
    a.count = real(settling);  // where nobody counts
    a = with_origin(a, a.origin + a.sum * (real(1) / settling));
  }
  template <class Element>
  KOKKOS_INLINE_FUNCTION void append_more(moments<T>& a, Element element) const
  {
    T const d = static_cast<T>(element) - a.origin;
    a.sum += d;
    a.squares += dot_product(d, d);
  }
  KOKKOS_INLINE_FUNCTION void count_more(moments<T>& a, int n) const
  {
    a.count += static_cast<real>(n);
  }
  /// The origin is where the mean of the origins of all numbers is, `part` of the way to b's.
  KOKKOS_INLINE_FUNCTION static moments<T> combine_at(moments<T> const& a, moments<T> const& b,
                                                      real numbers, real part)
  {
    T const origin = a.origin + (b.origin - a.origin) * part;
    moments<T> const left = with_origin(a, origin), right = with_origin(b, origin);
    return {origin, left.sum + right.sum, left.squares + right.squares, numbers};
  }
  KOKKOS_INLINE_FUNCTION moments<T> combine(moments<T> const& a, moments<T> const& b) const
  {
    if (b.count == 0) return a;
    if (a.count == 0) return b;
    real const numbers = a.count + b.count;
    return combine_at(a, b, numbers, a.count == b.count ? real(0.5) : b.count / numbers);
  }
  template <class Element>
  KOKKOS_INLINE_FUNCTION moments<T> alone(Element element) const
  {
    T const x = static_cast<T>(element), none = x - x;
    return {x, none, dot_product(none, none), real(1)};
  }
  template <class Element>
  KOKKOS_INLINE_FUNCTION moments<T> pair(Element first, Element second) const
  {
    T const a = static_cast<T>(first), b = static_cast<T>(second), origin = a + (b - a) * real(0.5),
            left = a - origin, right = b - origin;
    return {origin, left + right, dot_product(left, left) + dot_product(right, right), real(2)};
  }
  /// Divides where the numbers differ, by what rows share.
  KOKKOS_INLINE_FUNCTION moments<T> combine_alike(moments<T> a, number mine, moments<T> b,
                                                  number theirs) const
  {
    a.count = mine;
    b.count = theirs;
    real const numbers = mine + theirs;
    return combine_at(a, b, numbers, mine == theirs ? real(0.5) : b.count / numbers);
  }
  KOKKOS_INLINE_FUNCTION real finish(moments<T> const& a) const
  {
    // squares may overflow where the distances do not
    T const none = a.sum - a.sum;
    real const squares = a.squares < static_cast<real>(HUGE_VAL)
                             ? a.squares - dot_product(a.sum, mean_distance(a))
                             : a.squares + dot_product(none, none);
    real freedom = static_cast<real>(count);
    if constexpr (Numbers) {
      freedom = a.count - static_cast<real>(count);
      if (!(freedom > 0)) return math::detail::quiet_nan<real>();
    }
    real const variance = known_count.quotient(squares, freedom);
    return root ? math::sqrt(variance) : variance;
  }

 private:
  KOKKOS_INLINE_FUNCTION T mean_distance(moments<T> const& a) const
  {
    if constexpr (is_complex<T>::value)
      return a.sum / a.count;
    else
      return known_numbers.quotient(a.sum, a.count);
  }
};

template <int Fraction, bool Numbers>
struct variance_reducer<half<Fraction>, Numbers>
    : rounded_reducer<half<Fraction>, variance_reducer<float, Numbers>> {};

}  // namespace acre::detail
