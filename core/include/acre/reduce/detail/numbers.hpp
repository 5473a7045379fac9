#pragma once

#include <acre/math/detail/bits.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <cstdint>

/// Parts of reductions, scans and groups that leave NaNs out.
namespace acre::detail {

/// x, or a number where x is NaN.
template <int Number>
struct number_for_nan : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    return is_nan(x) ? T(Number) : x;
  }
};

/// A number that is a NaN, also a complex one: the value that fmax and fmin pass over.
template <class T>
KOKKOS_INLINE_FUNCTION T no_number()
{
  if constexpr (is_complex<T>::value) {
    using real = typename T::value_type;
    return T(math::detail::quiet_nan<real>(), math::detail::quiet_nan<real>());
  } else {
    return math::detail::quiet_nan<T>();
  }
}

/// The larger (smaller) of the numbers; NaN if there are none.
template <class T, class Choose>
struct number_reducer {
  using value_type = T;
  static constexpr bool chooses = true;
  KOKKOS_INLINE_FUNCTION T identity() const { return no_number<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return no_number<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return Choose{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

template <int Fraction, class Choose>
struct number_reducer<half<Fraction>, Choose>
    : rounded_reducer<half<Fraction>, number_reducer<float, Choose>> {};

/// A sum and of how many numbers it is.
template <class T>
struct counted {
  T sum;
  std::int64_t count;
};
struct count_number : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION counted<computed_t<T>> operator()(T x) const
  {
    using C = computed_t<T>;
    return is_nan(x) ? counted<C>{sum_reducer<C>{}.identity(), 0} : counted<C>{x, 1};
  }
};
template <class T>
struct number_mean_reducer {
  using value_type = counted<T>;
  KOKKOS_INLINE_FUNCTION counted<T> identity() const { return {sum_reducer<T>{}.identity(), 0}; }
  KOKKOS_INLINE_FUNCTION counted<T> empty() const { return {T{}, 0}; }
  KOKKOS_INLINE_FUNCTION counted<T> combine(counted<T> a, counted<T> b) const
  {
    return {a.sum + b.sum, a.count + b.count};
  }
  KOKKOS_INLINE_FUNCTION T finish(counted<T> a) const
  {
    return a.sum / static_cast<real_t<T>>(a.count);
  }
};
template <int Fraction>
struct number_mean_reducer<half<Fraction>>
    : rounded_reducer<half<Fraction>, number_mean_reducer<float>> {};

template <class T>
concept has_nan = kind_of<T>() >= kind::floating;

}  // namespace acre::detail
