#pragma once

#include <acre/elementwise/maximum.hpp>
#include <acre/elementwise/predicates.hpp>
#include <acre/index/detail/found.hpp>
#include <acre/reduce/detail/over_axes.hpp>

#include <cmath>
#include <string>

/// Reducers of extreme values and of where they are.
namespace acre {

/// A value and where it is: maxloc, minloc.
template <class T>
struct located {
  T value;
  std::int64_t index;
  friend bool operator==(located const&, located const&) = default;
};

}  // namespace acre

namespace acre::detail {

/// Smallest and largest value of a dtype, infinities where it has them.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T lowest_of()
{
  if constexpr (std::is_same_v<T, bool>)
    return false;
  else if constexpr (kind_of<T>() == kind::floating)
    return static_cast<T>(-HUGE_VAL);
  else if constexpr (is_complex<T>::value)
    return T(lowest_of<typename T::value_type>(), lowest_of<typename T::value_type>());
  else if constexpr (std::is_unsigned_v<T>)
    return 0;
  else
    return static_cast<T>(std::uint64_t{1} << (8 * sizeof(T) - 1));
}
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T highest_of()
{
  if constexpr (std::is_same_v<T, bool>)
    return true;
  else if constexpr (kind_of<T>() == kind::floating)
    return static_cast<T>(HUGE_VAL);
  else if constexpr (is_complex<T>::value)
    return T(highest_of<typename T::value_type>(), highest_of<typename T::value_type>());
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(~T{0});
  else
    return static_cast<T>((std::uint64_t{1} << (8 * sizeof(T) - 1)) - 1);
}

template <class T>
struct max_reducer {
  static constexpr char const* name = "max";
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return lowest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return lowest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return maximum_op{}(a, b); }
  KOKKOS_INLINE_FUNCTION T combine_numbers(T a, T b) const
    requires std::is_floating_point_v<T>
  {
    return b > a ? b : a;
  }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};
template <class T>
struct min_reducer {
  static constexpr char const* name = "min";
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return minimum_op{}(a, b); }
  KOKKOS_INLINE_FUNCTION T combine_numbers(T a, T b) const
    requires std::is_floating_point_v<T>
  {
    return b < a ? b : a;
  }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

template <int Fraction>
struct max_reducer<half<Fraction>> : rounded_reducer<half<Fraction>, max_reducer<float>> {};
template <int Fraction>
struct min_reducer<half<Fraction>> : rounded_reducer<half<Fraction>, min_reducer<float>> {};

/// The least and the largest element, NaN where there is one.
template <class T>
struct bounds {
  T low, high;
  bounds() = default;
  KOKKOS_INLINE_FUNCTION bounds(T x) : low(x), high(x) {}
  KOKKOS_INLINE_FUNCTION bounds(T l, T h) : low(l), high(h) {}
};
template <class T>
struct bounds_reducer {
  static constexpr char const* name = "bounds";
  using value_type = bounds<T>;
  static constexpr bool chooses = true;
  KOKKOS_INLINE_FUNCTION bounds<T> identity() const { return {highest_of<T>(), lowest_of<T>()}; }
  KOKKOS_INLINE_FUNCTION bounds<T> empty() const { return identity(); }
  KOKKOS_INLINE_FUNCTION bounds<T> combine(bounds<T> a, bounds<T> b) const
  {
    return {minimum_op{}(a.low, b.low), maximum_op{}(a.high, b.high)};
  }
  KOKKOS_INLINE_FUNCTION bounds<T> finish(bounds<T> a) const { return a; }
};

template <int Fraction>
struct bounds_reducer<half<Fraction>> : bounds_reducer<float> {
  KOKKOS_INLINE_FUNCTION bounds<half<Fraction>> finish(bounds<float> const& a) const
  {
    return {half<Fraction>(a.low), half<Fraction>(a.high)};
  }
};

/// Likewise for a tile of small integers, in 32 bits.
template <class T, bool Largest>
struct small_extreme {
  using value_type = std::int32_t;
  KOKKOS_INLINE_FUNCTION std::int32_t identity() const
  {
    return Largest ? lowest_of<T>() : highest_of<T>();
  }
  KOKKOS_INLINE_FUNCTION std::int32_t combine(std::int32_t a, std::int32_t b) const
  {
    return (Largest ? a < b : b < a) ? b : a;
  }
  KOKKOS_INLINE_FUNCTION std::int32_t finish(std::int32_t a) const { return a; }
};
template <class T>
concept small_integer = std::is_integral_v<T> && sizeof(T) <= 2;
template <class Reducer, class T, bool Largest>
struct small_extreme_of_tile {
  using type = small_extreme<T, Largest>;
  KOKKOS_INLINE_FUNCTION static type of(Reducer const&) { return {}; }
  KOKKOS_INLINE_FUNCTION static T result(Reducer const&, std::int32_t v, std::int64_t)
  {
    return static_cast<T>(v);
  }
};

template <class T>
struct small_bounds {
  using value_type = bounds<std::int32_t>;
  using low = small_extreme<T, false>;
  using high = small_extreme<T, true>;
  KOKKOS_INLINE_FUNCTION value_type identity() const
  {
    return {low{}.identity(), high{}.identity()};
  }
  KOKKOS_INLINE_FUNCTION value_type combine(value_type a, value_type b) const
  {
    return {low{}.combine(a.low, b.low), high{}.combine(a.high, b.high)};
  }
  KOKKOS_INLINE_FUNCTION value_type finish(value_type a) const { return a; }
};
template <class T>
struct small_bounds_of_tile {
  using type = small_bounds<T>;
  KOKKOS_INLINE_FUNCTION static type of(bounds_reducer<T> const&) { return {}; }
  KOKKOS_INLINE_FUNCTION static bounds<T> result(bounds_reducer<T> const&, bounds<std::int32_t> v,
                                                 std::int64_t)
  {
    return {static_cast<T>(v.low), static_cast<T>(v.high)};
  }
};

template <class T>
inline constexpr bool in_library<load_program<T>, max_reducer<T>> = often_reduced<T>;
template <class T>
inline constexpr bool in_library<load_program<T>, min_reducer<T>> = often_reduced<T>;

/// The first of the largest (smallest); the first NaN, if there is one.
template <class T, bool Largest>
struct arg_reducer {
  static constexpr char const* name = Largest ? "argmax" : "argmin";
  using value_type = found<T>;
  KOKKOS_INLINE_FUNCTION found<T> identity() const { return {T{}, -1}; }
  KOKKOS_INLINE_FUNCTION found<T> empty() const { return identity(); }
  KOKKOS_INLINE_FUNCTION found<T> append(found<T> a, T x, std::int64_t n) const
  {
    return wins(a.value, x) || a.index < 0 ? found<T>{x, n} : a;
  }
  KOKKOS_INLINE_FUNCTION found<T> combine(found<T> a, found<T> b) const { return better(a, b); }
  /// Whether a value wins over an earlier one.
  KOKKOS_INLINE_FUNCTION static bool wins(T const& before, T const& x)
  {
    bool const beyond = Largest ? less_than(before, x) : less_than(x, before);
    if constexpr (std::is_integral_v<T>)
      return beyond;
    else
      return !is_nan(before) && (beyond || is_nan(x));
  }
  template <class Found>
  KOKKOS_INLINE_FUNCTION static Found better(Found const& a, Found const& b)
  {
    // lanes are combined after their elements: neither side comes first as a whole
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    bool const a_wins =
        is_nan(a.value) ||
        (!is_nan(b.value) && (Largest ? less_than(b.value, a.value) : less_than(a.value, b.value)));
    bool const b_wins =
        is_nan(b.value) ||
        (!is_nan(a.value) && (Largest ? less_than(a.value, b.value) : less_than(b.value, a.value)));
    return a_wins != b_wins ? (a_wins ? a : b) : (a.index < b.index ? a : b);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(found<T> a) const { return a.index; }

  /// Rows on a CPU, by the library (host_common/short_rows.hpp).
  static constexpr bool has_compiled_rows = std::is_same_v<T, float> || std::is_same_v<T, double>;
  void reduce_rows(T const* values, int length, int count, std::int64_t* out) const;

  using of_values_type = std::conditional_t<Largest, max_reducer<T>, min_reducer<T>>;
  KOKKOS_INLINE_FUNCTION of_values_type of_values() const { return {}; }
  KOKKOS_INLINE_FUNCTION found<T> in_tile(T value, std::int64_t n) const { return {value, n}; }
  KOKKOS_INLINE_FUNCTION bool is_at(found<T> f, T x) const
  {
    if constexpr (std::is_floating_point_v<T>)  // no branch, so that loops vectorise
      return static_cast<int>(x == f.value) | (static_cast<int>(is_nan(x)) & is_nan(f.value));
    else
      return is_nan(f.value) ? is_nan(x) : !less_than(f.value, x) && !less_than(x, f.value);
  }
};

/// Likewise for a tile, which is shorter than 2^31 and begins with a multiple of its length: it
/// compares the numbers' lower bits.
template <class T>
struct found_in_tile {
  T value;
  std::int32_t index;
};
template <class T, bool Largest>
struct arg_in_tile {
  using value_type = found_in_tile<T>;
  static constexpr std::int64_t bits = 0x7fffffff;
  arg_reducer<T, Largest> whole;
  KOKKOS_INLINE_FUNCTION value_type identity() const { return {T{}, -1}; }
  KOKKOS_INLINE_FUNCTION value_type append(value_type a, T x, std::int64_t n) const
  {
    bool const wins = whole.wins(a.value, x);
    return wins || a.index < 0 ? value_type{x, static_cast<std::int32_t>(n & bits)} : a;
  }
  KOKKOS_INLINE_FUNCTION value_type combine(value_type a, value_type b) const
  {
    return whole.better(a, b);
  }
  KOKKOS_INLINE_FUNCTION value_type finish(value_type a) const { return a; }
};
template <class Reducer, class T, bool Largest>
struct arg_of_tile {
  using type = arg_in_tile<T, Largest>;
  KOKKOS_INLINE_FUNCTION static type of(Reducer const&) { return {}; }
  KOKKOS_INLINE_FUNCTION static found<T> result(Reducer const&, found_in_tile<T> v, std::int64_t n)
  {
    return {v.value, v.index < 0 ? -1 : n + (v.index - (n & type::bits))};
  }
};

/// Likewise with the value.
template <class T, bool Largest>
struct location_reducer : arg_reducer<T, Largest> {
  static constexpr char const* name = Largest ? "maxloc" : "minloc";
  KOKKOS_INLINE_FUNCTION located<T> finish(found<T> a) const { return {a.value, a.index}; }
};

template <int Fraction, bool Largest>
struct location_reducer<half<Fraction>, Largest> : location_reducer<float, Largest> {
  KOKKOS_INLINE_FUNCTION located<half<Fraction>> finish(found<float> const& a) const
  {
    return {half<Fraction>(a.value), a.index};
  }
};

/// max() and min(), for the headers that need them beside their own.
template <expression E, class... Axes>
auto max_along(E const& e, Axes const&... which)
{
  return over_axes(
      [](auto const& x, auto const& mask, auto rank) {
        require_elements(x.shape(), mask, "maximum");
        return reduce<rank()>(x, mask, max_reducer<typename E::value_type>{});
      },
      e, which...);
}
template <expression E, class... Axes>
auto min_along(E const& e, Axes const&... which)
{
  return over_axes(
      [](auto const& x, auto const& mask, auto rank) {
        require_elements(x.shape(), mask, "minimum");
        return reduce<rank()>(x, mask, min_reducer<typename E::value_type>{});
      },
      e, which...);
}

template <class Reducer, expression E, class... Axes>
auto arg_reduce(E const& e, Axes const&... which)
{
  return over_axes(
      [&](auto const& x, auto const& mask, auto rank) {
        if (reduced_count(x.shape(), mask) == 0)
          throw value_error(std::string("attempt to get ") + Reducer::name +
                            " of an empty sequence");
        return reduce<rank()>(x, mask, Reducer{});
      },
      e, which...);
}

}  // namespace acre::detail

namespace acre::backends {

template <acre::detail::small_integer T, bool Made>
struct tile_reducer<acre::detail::max_reducer<T>, T, Made>
    : acre::detail::small_extreme_of_tile<acre::detail::max_reducer<T>, T, true> {};
template <acre::detail::small_integer T, bool Made>
struct tile_reducer<acre::detail::min_reducer<T>, T, Made>
    : acre::detail::small_extreme_of_tile<acre::detail::min_reducer<T>, T, false> {};

template <acre::detail::small_integer T, bool Made>
struct tile_reducer<acre::detail::bounds_reducer<T>, T, Made>
    : acre::detail::small_bounds_of_tile<T> {};

template <class T, bool Largest, bool Made>
  requires(sizeof(T) <= 4)
struct tile_reducer<acre::detail::arg_reducer<T, Largest>, T, Made>
    : acre::detail::arg_of_tile<acre::detail::arg_reducer<T, Largest>, T, Largest> {};
template <class T, bool Largest, bool Made>
  requires(sizeof(T) <= 4)
struct tile_reducer<acre::detail::location_reducer<T, Largest>, T, Made>
    : acre::detail::arg_of_tile<acre::detail::location_reducer<T, Largest>, T, Largest> {};

}  // namespace acre::backends
