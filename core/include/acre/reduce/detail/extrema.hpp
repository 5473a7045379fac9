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
  else if constexpr (std::is_floating_point_v<T>)
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
  else if constexpr (std::is_floating_point_v<T>)
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
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};
template <class T>
struct min_reducer {
  static constexpr char const* name = "min";
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return minimum_op{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
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
    bool wins = Largest ? less_than(a.value, x) : less_than(x, a.value);
    if constexpr (!std::is_integral_v<T>) wins = !is_nan(a.value) && (wins || is_nan(x));
    return wins || a.index < 0 ? found<T>{x, n} : a;
  }
  KOKKOS_INLINE_FUNCTION found<T> combine(found<T> a, found<T> b) const
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

/// The same with the value.
template <class T, bool Largest>
struct location_reducer : arg_reducer<T, Largest> {
  static constexpr char const* name = Largest ? "maxloc" : "minloc";
  KOKKOS_INLINE_FUNCTION located<T> finish(found<T> a) const { return {a.value, a.index}; }
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
