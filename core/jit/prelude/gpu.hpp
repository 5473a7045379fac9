namespace std {
using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned;
#if defined(__HIPCC_RTC__)
// as hipRTC has them, outside of std
using ::int64_t;
using ::uint64_t;
#else
using int64_t = long;
using uint64_t = unsigned long;
#endif
using size_t = decltype(sizeof 0);
using ptrdiff_t = long;
using uintptr_t = unsigned long;
template <bool, class A, class>
struct conditional {
  using type = A;
};
template <class A, class B>
struct conditional<false, A, B> {
  using type = B;
};
template <bool If, class A, class B>
using conditional_t = typename conditional<If, A, B>::type;
template <class T>
struct type_identity {
  using type = T;
};
template <class T>
using type_identity_t = typename type_identity<T>::type;
template <class A, class B>
inline constexpr bool is_same_v = false;
template <class A>
inline constexpr bool is_same_v<A, A> = true;
template <class T>
inline constexpr bool is_floating_point_v = is_same_v<T, float> || is_same_v<T, double>;
template <class T>
concept floating_point = is_floating_point_v<T>;
template <class T>
inline constexpr bool is_integral_v =
    is_same_v<T, bool> || is_same_v<T, char> || is_same_v<T, signed char> ||
    is_same_v<T, unsigned char> || is_same_v<T, short> || is_same_v<T, unsigned short> ||
    is_same_v<T, int> || is_same_v<T, unsigned> || is_same_v<T, long> ||
    is_same_v<T, unsigned long> || is_same_v<T, long long> || is_same_v<T, unsigned long long>;
template <class T>
inline constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <class T>
inline constexpr bool is_signed_v = [] {
  if constexpr (is_arithmetic_v<T>)
    return T(-1) < T(0);
  else
    return false;  // complex numbers, which have no order
}();
template <class T>
inline constexpr bool is_trivially_copyable_v = __is_trivially_copyable(T);
}  // namespace std
using std::int8_t, std::int16_t, std::int32_t, std::int64_t;
using std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::uintptr_t;
// <math.h>'s, which a GPU's compiler may have in no header
#if !defined(INFINITY)
#define INFINITY __builtin_bit_cast(float, 0x7f800000u)
#endif
#if !defined(NAN)
#define NAN __builtin_bit_cast(float, 0x7fc00000u)
#endif
#if !defined(HUGE_VAL)
#define HUGE_VAL static_cast<double>(INFINITY)
#endif
#if !defined(M_PI)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
#define ACRE_JIT_EXPORT extern "C" __global__
#define ACRE_MATH_CALLS 0  // a text is not linked with the library
#define KOKKOS_INLINE_FUNCTION __device__ inline __attribute__((always_inline))
#define KOKKOS_FUNCTION __device__
namespace acre::jit_kernel {
/// Before anything else in a kernel that may be started early: all work before it is done then.
KOKKOS_INLINE_FUNCTION void await_work_before()
{
#if defined(ACRE_JIT_EARLY)
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
}  // namespace acre::jit_kernel
