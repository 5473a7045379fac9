#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)
namespace std {
template <class T>
struct numeric_limits;
template <>
struct numeric_limits<float> {
  static constexpr int digits = 24, max_exponent = 128;
};
template <>
struct numeric_limits<double> {
  static constexpr int digits = 53, max_exponent = 1024;
};
}  // namespace std
#else
#include <limits>
#endif
#include <acre/backends/common/half_format.hpp>

/// float16 and bfloat16: numbers that are float32's where they are read, and are rounded where they
/// are written.
namespace acre {

template <int Fraction>
class half {
  using format = backends::half_format<Fraction>;

 public:
  half() = default;
  KOKKOS_INLINE_FUNCTION constexpr half(double x)
      : bits_(format::template rounded<std::uint64_t>(x))
  {}
  template <class A>
    requires(!math::jit_same_types<A, double> && std::is_arithmetic_v<A>)
  KOKKOS_INLINE_FUNCTION constexpr half(A x)
      : bits_(format::template rounded<std::uint32_t>(static_cast<float>(x)))
  {}
  template <int Other>
  KOKKOS_INLINE_FUNCTION constexpr half(half<Other> x) : half(static_cast<float>(x))
  {}
  KOKKOS_INLINE_FUNCTION constexpr operator float() const { return format::widened(bits_); }

  template <class A>
  KOKKOS_INLINE_FUNCTION half& operator+=(A x)
  {
    return *this = *this + x;
  }
  template <class A>
  KOKKOS_INLINE_FUNCTION half& operator-=(A x)
  {
    return *this = *this - x;
  }
  template <class A>
  KOKKOS_INLINE_FUNCTION half& operator*=(A x)
  {
    return *this = *this * x;
  }
  template <class A>
  KOKKOS_INLINE_FUNCTION half& operator/=(A x)
  {
    return *this = *this / x;
  }

 private:
  std::uint16_t bits_;
};

using float16 = half<10>;
using bfloat16 = half<7>;

namespace math {
template <int Fraction>
struct jit_computed<half<Fraction>> {
  using type = float;
};
}  // namespace math

}  // namespace acre
