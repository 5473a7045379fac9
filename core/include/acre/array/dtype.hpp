#pragma once

#include <Kokkos_Complex.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace acre {

template <class T>
using complex = Kokkos::complex<T>;

namespace detail {

/// NumPy's kinds, in the order in which a scalar of one kind widens to the next.
enum class kind { boolean, integer, floating, complex };

template <class T>
struct is_complex : std::false_type {};
template <class T>
struct is_complex<Kokkos::complex<T>> : std::true_type {};

template <class T>
constexpr kind kind_of()
{
  if constexpr (std::is_same_v<T, bool>)
    return kind::boolean;
  else if constexpr (std::is_integral_v<T>)
    return kind::integer;
  else if constexpr (std::is_floating_point_v<T>)
    return kind::floating;
  else
    return kind::complex;
}

/// An integer that is no bool.
template <class T>
inline constexpr bool is_integer = kind_of<T>() == kind::integer;

template <int Bytes, bool Signed>
using sized_int = std::conditional_t<
    Signed,
    std::conditional_t<
        Bytes == 1, std::int8_t,
        std::conditional_t<Bytes == 2, std::int16_t,
                           std::conditional_t<Bytes == 4, std::int32_t, std::int64_t>>>,
    std::conditional_t<
        Bytes == 1, std::uint8_t,
        std::conditional_t<Bytes == 2, std::uint16_t,
                           std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>>;

/// long and long long are one dtype, as in NumPy: the fixed-width type of the same size.
template <class T>
struct canonical {
  using type = T;
};
template <class T>
  requires is_integer<T>
struct canonical<T> {
  using type = sized_int<sizeof(T), std::is_signed_v<T>>;
};
template <class T>
using canonical_t = typename canonical<std::remove_cv_t<T>>::type;

}  // namespace detail

/// The data types of an array: bool, (u)int8 … (u)int64, float, double, complex of either.
template <class T>
concept element =
    std::same_as<T, bool> || (std::integral<T> && sizeof(T) <= 8) || std::same_as<T, float> ||
    std::same_as<T, double> || std::same_as<T, complex<float>> || std::same_as<T, complex<double>>;

/// A C++ value where NumPy would have a Python scalar: it takes part in an expression without
/// widening the arrays' dtype beyond its own kind.
template <class T>
concept scalar = element<std::remove_cvref_t<T>>;

/// NumPy's name of a dtype: "float64", "int32", "bool", "complex64".
template <element T>
constexpr char const* dtype_name()
{
  if constexpr (std::is_same_v<T, bool>)
    return "bool";
  else if constexpr (std::is_same_v<T, float>)
    return "float32";
  else if constexpr (std::is_same_v<T, double>)
    return "float64";
  else if constexpr (std::is_same_v<T, complex<float>>)
    return "complex64";
  else if constexpr (std::is_same_v<T, complex<double>>)
    return "complex128";
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1 ? "int8" : sizeof(T) == 2 ? "int16" : sizeof(T) == 4 ? "int32" : "int64";
  else
    return sizeof(T) == 1   ? "uint8"
           : sizeof(T) == 2 ? "uint16"
           : sizeof(T) == 4 ? "uint32"
                            : "uint64";
}

namespace detail {

template <class A, class B>
constexpr auto promoted()
{
  constexpr kind ka = kind_of<A>(), kb = kind_of<B>();
  if constexpr (std::is_same_v<A, B>) {
    return A{};
  } else if constexpr (ka > kb) {
    return promoted<B, A>();
  } else if constexpr (ka == kind::boolean) {
    return B{};
  } else if constexpr (ka == kind::integer && kb == kind::integer) {
    if constexpr (std::is_signed_v<A> == std::is_signed_v<B>) {
      return std::conditional_t<(sizeof(A) > sizeof(B)), A, B>{};
    } else {
      using S = std::conditional_t<std::is_signed_v<A>, A, B>;
      using U = std::conditional_t<std::is_signed_v<A>, B, A>;
      if constexpr (sizeof(S) > sizeof(U))
        return S{};
      else if constexpr (sizeof(U) == 8)
        return double{};
      else
        return sized_int<2 * sizeof(U), true>{};
    }
  } else if constexpr (ka == kind::integer && kb == kind::floating) {
    return std::conditional_t<(sizeof(A) <= 2), B, double>{};
  } else if constexpr (ka == kind::integer) {
    return std::conditional_t<(sizeof(A) <= 2), B, complex<double>>{};
  } else if constexpr (ka == kind::floating && kb == kind::floating) {
    return double{};
  } else if constexpr (ka == kind::floating) {
    return std::conditional_t<(sizeof(A) == 8), complex<double>, B>{};
  } else {
    return complex<double>{};
  }
}

template <class A, class S>
constexpr auto promoted_with_scalar()
{
  constexpr kind ka = kind_of<A>(), ks = kind_of<S>();
  if constexpr (ks <= ka)
    return A{};
  else if constexpr (ks == kind::integer)
    return std::int64_t{};
  else if constexpr (ks == kind::floating)
    return double{};
  else
    return std::conditional_t<std::is_same_v<A, float>, complex<float>, complex<double>>{};
}

}  // namespace detail

/// The dtype of an operation on two arrays (NumPy's promotion, NEP 50).
template <element A, element B>
using promote_t = decltype(detail::promoted<detail::canonical_t<A>, detail::canonical_t<B>>());

/// The dtype of an operation on an array of A and a C++ value of type S: A, unless S is of a
/// wider kind (int64, float64 or complex then).
template <element A, element S>
using promote_scalar_t = decltype(detail::promoted_with_scalar<A, S>());

/// The floating-point dtype in which sqrt, exp, true division … of T are computed. Where NumPy
/// has float16 (8-bit integers and bool), acre has float32.
template <element T>
using inexact_t = std::conditional_t<(detail::kind_of<T>() >= detail::kind::floating), T,
                                     std::conditional_t<(sizeof(T) <= 2), float, double>>;

/// The dtype in which T is summed: small integers and bool in 64 bits.
template <element T>
using sum_t = std::conditional_t<(detail::kind_of<T>() >= detail::kind::floating), T,
                                 std::conditional_t<std::is_same_v<T, bool> || std::is_signed_v<T>,
                                                    std::int64_t, std::uint64_t>>;

}  // namespace acre
