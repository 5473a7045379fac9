#include <acre/prelude/complex.hpp>
#include <acre/math/complex_functions.hpp>
/// NumPy's functions of elements by their names, for texts that a program writes (fused functions,
/// core/dynamic/jit/fusion.cpp): vocabulary::floor_divide(x, y). The operations are the library's own
/// (write-texts.cmake takes them from its headers), which see only what stands here of it.
#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)
namespace std {
template <class T>
inline constexpr bool is_unsigned_v = !is_signed_v<T>;
template <class T>
struct make_unsigned {
  using type = conditional_t<sizeof(T) == 1, uint8_t,
                             conditional_t<sizeof(T) == 2, uint16_t,
                                           conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
};
template <class T>
using make_unsigned_t = typename make_unsigned<T>::type;
template <class T>
concept integral = is_integral_v<T>;
}  // namespace std
#endif

namespace acre::detail {

enum class kind { boolean, integer, floating, complex };
template <class T>
struct is_complex {
  static constexpr bool value = false;
};
template <class T>
struct is_complex<Kokkos::complex<T>> {
  static constexpr bool value = true;
};
template <class T>
KOKKOS_INLINE_FUNCTION constexpr kind kind_of()
{
  if constexpr (is_complex<T>::value)
    return kind::complex;
  else if constexpr (std::is_same_v<T, bool>)
    return kind::boolean;
  else
    return std::is_floating_point_v<T> ? kind::floating : kind::integer;
}
template <class T>
inline constexpr bool is_integer = kind_of<T>() == kind::integer;
template <class T>
inline constexpr bool is_half = false;  // they are float32 here
template <class T>
using computed_t = T;
template <class T>
struct real_of {
  using type = T;
};
template <class T>
struct real_of<Kokkos::complex<T>> {
  using type = T;
};
template <class T>
using real_t = typename real_of<T>::type;

// what the tables say of their operations besides; operands come in the dtype that is computed in
template <class... T>
struct type_list;
using all_elements = type_list<>;
using integer_dtypes = type_list<>;
using float_dtypes = type_list<>;
using complex_dtypes = type_list<>;
using bit_dtypes = type_list<>;
using ordered_number_dtypes = type_list<>;
using real_dtypes = type_list<>;
using inexact_dtypes = type_list<>;
using number_dtypes = type_list<>;
template <class T>
using inexact_t = T;
template <class T>
using quotient_t = T;
struct same_type {
  template <class T>
  using argument = T;
};
struct inexact_type : same_type {};
struct number_type : same_type {};
struct comparison_op : same_type {};
struct elementary_function : same_type {};
template <class Op>
struct compiled_function : elementary_function {};
template <class Op>
struct compiled_pair {};
struct error_bound {
  double float64, float32;
};

}  // namespace acre::detail
#include <acre/prelude/operations.hpp>
namespace acre::vocabulary {

using acre::detail::converted;

template <class T>
KOKKOS_INLINE_FUNCTION T where(bool condition, T a, T b)
{
  return condition ? a : b;
}
/// n has been converted to x's dtype: beyond 5000 it makes no difference.
template <class T>
KOKKOS_INLINE_FUNCTION T ldexp(T x, T n)
{
  auto const power = static_cast<int>(n < T(-5000) ? T(-5000) : n > T(5000) ? T(5000) : n);
  return acre::detail::scaled_by_power_of_2()(x, power);
}
template <class T>
KOKKOS_INLINE_FUNCTION T float_power(T a, T b)
{
  return power(a, b);
}
template <class T>
KOKKOS_INLINE_FUNCTION T multiple_of(T x, double unit, bool is_fraction)
{
  acre::detail::round_to_op op;
  op.unit = unit;
  op.is_fraction = is_fraction;
  return op(x);
}
template <class T, class Real>
KOKKOS_INLINE_FUNCTION T nan_to_num(T x, Real nan, Real above, Real below)
{
  return acre::detail::finite_op<Real>{{}, nan, above, below}(x);
}

}  // namespace acre::vocabulary
