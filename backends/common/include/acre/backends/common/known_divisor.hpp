#pragma once

#include <Kokkos_Macros.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace acre::backends {

/// Division by a number that the host knows, for the results of many rows: a GPU multiplies by its
/// reciprocal and corrects the quotient twice, to the bits of the division. (The second correction
/// begins within a unit of the last place, from which it ends at the nearest number: Markstein,
/// Computation of elementary functions on the IBM RISC System/6000 processor, 1990, theorem 8.2.)
template <class R>
class known_divisor {
  R by_ = std::numeric_limits<R>::quiet_NaN(), reciprocal_ = 0;

 public:
  known_divisor() = default;
  explicit known_divisor(std::int64_t n)
  {
    if (n < 1 || n > std::int64_t{1} << std::numeric_limits<R>::digits) return;
    by_ = static_cast<R>(n);
    reciprocal_ = 1 / by_;
  }

  /// x / by where by is the number, and x neither so small nor so large that a step of the way
  /// would leave the normal numbers: whether it is.
  KOKKOS_INLINE_FUNCTION bool corrected_quotient(R x, R by, R& quotient) const
  {
    constexpr R smallest = static_cast<R>(sizeof(R) == 8 ? 0x1p-900 : 0x1p-70),
                largest = static_cast<R>(sizeof(R) == 8 ? 0x1p900 : 0x1p100);
    R const size = std::fabs(x);
    quotient = x * reciprocal_;
    quotient = std::fma(std::fma(-quotient, by, x), reciprocal_, quotient);
    quotient = std::fma(std::fma(-quotient, by, x), reciprocal_, quotient);
    return by == by_ && size >= smallest && size <= largest;
  }

  /// x / by, to the bit for every x and by.
  KOKKOS_INLINE_FUNCTION R quotient(R x, R by) const
  {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    if (R q; corrected_quotient(x, by, q)) return q;
    if (x == 0 && by == by_) return x;
#endif
    return x / by;
  }
};

}  // namespace acre::backends
