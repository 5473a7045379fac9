#pragma once

#include <acre/backends/common/known_divisor.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/reduce/detail/over_axes.hpp>

/// The reducers of sum(), prod() and mean(), which detail/reduce.hpp runs; scans take them, too.
namespace acre::detail {

template <class T>
struct sum_reducer {
  static constexpr char const* name = "sum";
  using value_type = T;
  // -0.0 is the identity of addition: x + -0.0 is x, also for -0.0
  KOKKOS_INLINE_FUNCTION T identity() const
  {
    if constexpr (std::is_floating_point_v<T>)
      return -T{0};
    else if constexpr (is_complex<T>::value)
      return T(-typename T::value_type{0}, -typename T::value_type{0});
    else
      return T{0};
  }
  KOKKOS_INLINE_FUNCTION T empty() const { return T{}; }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return plus{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
  /// In whichever order.
  static constexpr bool adds_integers = std::is_integral_v<T> && !std::is_same_v<T, bool>;

  /// How many of rows' elements are true, on a CPU by the library (host_common/short_rows.hpp).
  static constexpr bool has_compiled_rows = std::is_same_v<T, std::int64_t>;
  void reduce_rows(bool const* values, int length, int count, std::int64_t* out) const;
};

template <int Fraction>
struct sum_reducer<half<Fraction>> : rounded_reducer<half<Fraction>, sum_reducer<float>> {};

/// How 4096 small integers are summed before they join a sum in 64 bits, or in float64: 32 are
/// enough. Counts of random numbers are summed in float32, which is exact and whose additions run
/// beside the integer ones that those are made of.
template <class Element, bool Made>
using small_sum = sum_reducer<
    std::conditional_t<Made && std::is_same_v<Element, bool>, float,
                       std::conditional_t<std::is_signed_v<Element>, std::int32_t, std::uint32_t>>>;

template <class T, class Element>
concept sums_small = ((std::is_integral_v<T> && sizeof(T) == 8) || std::is_same_v<T, double>) &&
                     std::is_integral_v<Element> && sizeof(Element) <= 2;

/// A tile of them, of which there is one element at least.
template <class T, class Element, bool Made>
struct small_tile_sum {
  using type = small_sum<Element, Made>;
  KOKKOS_INLINE_FUNCTION static type of(sum_reducer<T> const&) { return {}; }
  KOKKOS_INLINE_FUNCTION static T result(sum_reducer<T> const&, typename type::value_type v,
                                         std::int64_t)
  {
    return static_cast<T>(v);
  }
};

template <class T>
struct mean_reducer : sum_reducer<T> {
  static constexpr char const* name = "mean";
  std::int64_t count;
  backends::known_divisor<real_t<T>> known_count = {};
  KOKKOS_INLINE_FUNCTION T finish(T a) const
  {
    auto const numbers = static_cast<real_t<T>>(count);
    if constexpr (is_complex<T>::value)
      return a / numbers;
    else
      return known_count.quotient(a, numbers);
  }
};

template <int Fraction>
struct mean_reducer<half<Fraction>> : rounded_reducer<half<Fraction>, mean_reducer<float>> {};

template <class T, class Sum>
inline constexpr bool in_library<load_program<T>, sum_reducer<Sum>> =
    often_reduced<T> && std::is_same_v<Sum, sum_t<T>>;
template <class T>
inline constexpr bool in_library<load_program<T>, mean_reducer<T>> =
    often_reduced<T> && std::is_floating_point_v<T>;

template <class T>
struct prod_reducer {
  static constexpr char const* name = "prod";
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return T(1); }
  KOKKOS_INLINE_FUNCTION T empty() const { return T(1); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return multiplies{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

template <int Fraction>
struct prod_reducer<half<Fraction>> : rounded_reducer<half<Fraction>, prod_reducer<float>> {};

template <expression E, class RankConstant>
auto mean_over(E const& e, axis_mask<E::rank> const& mask, RankConstant rank)
{
  using T = typename E::value_type;
  std::int64_t const count = reduced_count(e.shape(), mask);
  mean_reducer<quotient_t<T>> reducer;
  reducer.count = count;
  reducer.known_count = backends::known_divisor<real_t<computed_t<quotient_t<T>>>>(count);
  return reduce<rank()>(e, mask, reducer);
}

/// sum(), mean() and count_nonzero(), for the headers that need them beside their own.
template <expression E, class... Axes>
auto sum_along(E const& e, Axes const&... which)
{
  return reduce_with(sum_reducer<sum_t<typename E::value_type>>{}, e, which...);
}
template <expression E, class... Axes>
auto mean_along(E const& e, Axes const&... which)
{
  return over_axes(
      [](auto const& x, auto const& mask, auto rank) { return mean_over(x, mask, rank); }, e,
      which...);
}
template <expression E, class... Axes>
auto count_along(E const& e, Axes const&... which)
{
  if constexpr (std::is_same_v<typename E::value_type, bool>)
    return sum_along(e, which...);
  else
    return sum_along(acre::cast<bool>(e), which...);
}

}  // namespace acre::detail

namespace acre::backends {

template <class T, class Element, bool Made>
  requires acre::detail::sums_small<T, Element>
struct tile_reducer<acre::detail::sum_reducer<T>, Element, Made>
    : acre::detail::small_tile_sum<T, Element, Made> {};
template <class T, class Element, bool Made>
  requires acre::detail::sums_small<T, Element>
struct tile_reducer<acre::detail::mean_reducer<T>, Element, Made>
    : acre::detail::small_tile_sum<T, Element, Made> {};

}  // namespace acre::backends
