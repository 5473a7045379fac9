#pragma once

#include <acre/array/detail/type_list.hpp>
#include <acre/array/half.hpp>

#include <Kokkos_Complex.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// The data types of arrays, each with its facts, and NumPy's rules for what an operation on them
/// gives (NEP 50). A fact about a dtype is asked of dtype_traits; a type without an entry there is
/// no dtype, and asking about it does not compile.
namespace acre {

template <class T>
using complex = Kokkos::complex<T>;

/// A data type known at run time only; the values index tables.
enum class dtype : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  complex64,
  complex128,
  float16,
  bfloat16
};

using float16 = detail::half<10>;
using bfloat16 = detail::half<7>;

namespace detail {

/// NumPy's kinds, in the order in which a scalar of one kind widens to the next.
enum class kind { boolean, integer, floating, complex };

template <class T, dtype Code, kind Kind, class Inexact, class Sum, class Real = T>
struct dtype_facts {
  using type = T;
  static constexpr dtype code = Code;
  static constexpr detail::kind kind = Kind;
  using inexact = Inexact;
  using sum = Sum;
  using quotient = std::conditional_t<(Kind >= detail::kind::floating), T, double>;
  using real = Real;
};

}  // namespace detail

/// Facts about dtype T:
///   name      NumPy's
///   code      its value at run time
///   kind      bool, integer, floating, complex
///   type      the dtype itself: that of long long is std::int64_t's
///   inexact   in which sqrt, exp … are computed: float32 where NumPy has float16
///   sum       in which it is summed: small integers and bool in 64 bits
///   quotient  of true division and of means: integers in float64
///   real      of a complex number's parts and of absolute values
template <class T>
struct dtype_traits;

template <>
struct dtype_traits<bool>
    : detail::dtype_facts<bool, dtype::boolean, detail::kind::boolean, float, std::int64_t> {
  static constexpr char const* name = "bool";
};
template <>
struct dtype_traits<std::int8_t>
    : detail::dtype_facts<std::int8_t, dtype::int8, detail::kind::integer, float, std::int64_t> {
  static constexpr char const* name = "int8";
};
template <>
struct dtype_traits<std::int16_t>
    : detail::dtype_facts<std::int16_t, dtype::int16, detail::kind::integer, float, std::int64_t> {
  static constexpr char const* name = "int16";
};
template <>
struct dtype_traits<std::int32_t>
    : detail::dtype_facts<std::int32_t, dtype::int32, detail::kind::integer, double, std::int64_t> {
  static constexpr char const* name = "int32";
};
template <>
struct dtype_traits<std::int64_t>
    : detail::dtype_facts<std::int64_t, dtype::int64, detail::kind::integer, double, std::int64_t> {
  static constexpr char const* name = "int64";
};
template <>
struct dtype_traits<std::uint8_t>
    : detail::dtype_facts<std::uint8_t, dtype::uint8, detail::kind::integer, float, std::uint64_t> {
  static constexpr char const* name = "uint8";
};
template <>
struct dtype_traits<std::uint16_t>
    : detail::dtype_facts<std::uint16_t, dtype::uint16, detail::kind::integer, float,
                          std::uint64_t> {
  static constexpr char const* name = "uint16";
};
template <>
struct dtype_traits<std::uint32_t>
    : detail::dtype_facts<std::uint32_t, dtype::uint32, detail::kind::integer, double,
                          std::uint64_t> {
  static constexpr char const* name = "uint32";
};
template <>
struct dtype_traits<std::uint64_t>
    : detail::dtype_facts<std::uint64_t, dtype::uint64, detail::kind::integer, double,
                          std::uint64_t> {
  static constexpr char const* name = "uint64";
};
template <>
struct dtype_traits<float>
    : detail::dtype_facts<float, dtype::float32, detail::kind::floating, float, float> {
  static constexpr char const* name = "float32";
};
template <>
struct dtype_traits<double>
    : detail::dtype_facts<double, dtype::float64, detail::kind::floating, double, double> {
  static constexpr char const* name = "float64";
};
template <>
struct dtype_traits<complex<float>>
    : detail::dtype_facts<complex<float>, dtype::complex64, detail::kind::complex, complex<float>,
                          complex<float>, float> {
  static constexpr char const* name = "complex64";
};
template <>
struct dtype_traits<complex<double>>
    : detail::dtype_facts<complex<double>, dtype::complex128, detail::kind::complex,
                          complex<double>, complex<double>, double> {
  static constexpr char const* name = "complex128";
};
template <>
struct dtype_traits<float16>
    : detail::dtype_facts<float16, dtype::float16, detail::kind::floating, float16, float16> {
  static constexpr char const* name = "float16";
};
template <>
struct dtype_traits<bfloat16>
    : detail::dtype_facts<bfloat16, dtype::bfloat16, detail::kind::floating, bfloat16, bfloat16> {
  static constexpr char const* name = "bfloat16";
};

namespace detail {

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

}  // namespace detail

/// long and long long are one dtype, as in NumPy: the fixed-width type of the same size. So are
/// the character types.
template <class T>
  requires(std::integral<T> && sizeof(T) <= 8)
struct dtype_traits<T> : dtype_traits<detail::sized_int<sizeof(T), std::is_signed_v<T>>> {};

/// The data types of an array: bool, (u)int8 … (u)int64, float, double, complex of either.
template <class T>
concept element = requires { typename dtype_traits<T>::type; };

/// A C++ value where NumPy would have a Python scalar: it takes part in an expression without
/// widening the arrays' dtype beyond its own kind.
template <class T>
concept scalar = element<std::remove_cvref_t<T>>;

/// NumPy's name of a dtype: "float64", "int32", "bool", "complex64".
template <element T>
constexpr char const* dtype_name()
{
  return dtype_traits<T>::name;
}

namespace detail {

template <element T>
KOKKOS_INLINE_FUNCTION constexpr kind kind_of()
{
  return dtype_traits<T>::kind;
}

/// An integer that is no bool; as a concept it may be asked of any type.
template <element T>
inline constexpr bool is_integer = kind_of<T>() == kind::integer;
template <class T>
concept integer_element = element<T> && is_integer<T>;

template <element T>
struct is_complex : std::bool_constant<kind_of<T>() == kind::complex> {};

template <class T>
using canonical_t = typename dtype_traits<std::remove_cv_t<T>>::type;

/// Lists of dtypes, in the order of their codes: those that operations are computed in, and all.
using all_elements = type_list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                               std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float,
                               double, complex<float>, complex<double>>;
using half_dtypes = type_list<float16, bfloat16>;
using stored_dtypes = join<all_elements, half_dtypes>;
using integer_dtypes = type_list<std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                                 std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
using float_dtypes = type_list<float, double>;
using complex_dtypes = type_list<complex<float>, complex<double>>;
using bit_dtypes = join<type_list<bool>, integer_dtypes>;
using ordered_number_dtypes = join<integer_dtypes, float_dtypes>;
using real_dtypes = join<bit_dtypes, float_dtypes>;
using inexact_dtypes = join<float_dtypes, complex_dtypes>;
using number_dtypes = join<ordered_number_dtypes, complex_dtypes>;

}  // namespace detail

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
  } else if constexpr (ka == kind::integer && is_half<B> && sizeof(A) == 1) {
    return B{};
  } else if constexpr (ka == kind::integer) {
    return promoted<typename dtype_traits<A>::inexact, B>();
  } else if constexpr (kb == kind::floating) {  // two halves have no half that holds both
    return std::conditional_t<std::is_same_v<A, double> || std::is_same_v<B, double>, double,
                              float>{};
  } else if constexpr (ka == kind::floating) {
    return std::conditional_t<std::is_same_v<A, double>, complex<double>, B>{};
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
    return std::conditional_t<std::is_same_v<computed_t<A>, float>, complex<float>,
                              complex<double>>{};
}

}  // namespace detail

/// The dtype of an operation on two arrays (NumPy's promotion, NEP 50).
template <element A, element B>
using promote_t = decltype(detail::promoted<detail::canonical_t<A>, detail::canonical_t<B>>());

/// The dtype of an operation on an array of A and a C++ value of type S: A, unless S is of a
/// wider kind (int64, float64 or complex then).
template <element A, element S>
using promote_scalar_t = decltype(detail::promoted_with_scalar<A, S>());

/// The floating-point dtype in which sqrt, exp … of T are computed. For NumPy's float16 (8-bit
/// integers and bool) acre has float32.
template <element T>
using inexact_t = typename dtype_traits<T>::inexact;

/// The dtype in which T is summed: small integers and bool in 64 bits.
template <element T>
using sum_t = typename dtype_traits<T>::sum;

/// The dtype of true division and of means: integers in float64.
template <element T>
using quotient_t = typename dtype_traits<T>::quotient;

/// The dtype of T's absolute values, a complex number's parts.
template <element T>
using real_t = typename dtype_traits<T>::real;

}  // namespace acre
