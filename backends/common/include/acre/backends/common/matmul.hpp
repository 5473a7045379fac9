#pragma once

#include <acre/backends/common/iteration.hpp>

#include <Kokkos_Macros.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Products of matrices, batch by batch:
///
///   matmul(on, problem)     c[b, i, j] = Σ a[b, i, k] × b[b, k, j]
///
/// GPUs queue it, CPUs are done when it returns. It is compiled once for each kind of number, in
/// the library. Scratch: where the result is small and the depth large up to 256 MiB, on CPUs about
/// 1 MiB a thread.
///
/// The order of every element's sum, the same on all backends: the depth in blocks of matmul_block,
/// each summed by itself, from 0 on and in index order, by one fused multiply-add a product,
///
///   s = fma(a[i, k], b[k, j], s)
///
/// and the blocks' sums added in order, beginning with the first block's. For complex numbers
///
///   s.re = fma(-a.im, b.im, fma(a.re, b.re, s.re))
///   s.im = fma(a.im, b.re, fma(a.re, b.im, s.im))
///
/// Integers wrap around; for bool the result is whether any product is true. An element depends on
/// its row and its column alone, so that parts of a product, and matrices of a batch, can be
/// computed apart. Blocks give long products of few elements (a matrix times its own transpose)
/// something to do at the same time; 1024 is long enough that a GPU's large products do not see the
/// additions.
///
/// The kernels: host_common/src/matmul.cpp; gpu_common/matmul_body.hpp, compiled by the vendors'
/// src/matmul.cpp.
namespace acre::backends {

/// Version of this order. Increase it when the order changes, and record new hashes in
/// tests/backends/matmul.cpp.
inline constexpr int matmul_order_version = 1;

inline constexpr int matmul_block = 1024;
inline constexpr int matmul_most_batch_axes = max_rank - 2;
inline constexpr std::int64_t matmul_most_scratch = std::int64_t{1} << 28;

/// Kinds of numbers that differ in arithmetic: integers wrap around whatever their sign.
enum class matmul_kind : std::uint8_t {
  boolean,
  integer8,
  integer16,
  integer32,
  integer64,
  float32,
  float64,
  complex64,
  complex128
};

/// Strides count elements; any sign, 0 along an axis that is broadcast.
struct matmul_operand {
  void const* data;
  std::int64_t row, column;
  std::int64_t batch[matmul_most_batch_axes];
};

/// Extents are positive, but the depth, which may be 0. c is contiguous in C order.
struct matmul_problem {
  matmul_kind kind;
  int batch_axes;
  std::int64_t rows, columns, depth;
  std::int64_t batch[matmul_most_batch_axes];  // extents
  matmul_operand a, b;
  void* c;

  KOKKOS_INLINE_FUNCTION std::int64_t batches() const
  {
    std::int64_t n = 1;
    for (int axis = 0; axis < batch_axes; ++axis) n *= batch[axis];
    return n;
  }
  /// Offset of an operand's matrix `number`.
  KOKKOS_INLINE_FUNCTION std::int64_t offset(matmul_operand const& of, std::int64_t number) const
  {
    std::int64_t sum = 0;
    for (int axis = batch_axes - 1; axis > 0; --axis) {
      sum += number % batch[axis] * of.batch[axis];
      number /= batch[axis];
    }
    return batch_axes > 0 ? sum + number * of.batch[0] : sum;
  }
  std::int64_t blocks() const { return (depth + matmul_block - 1) / matmul_block; }
};

/// How a kind is computed: `element` is what lies in memory, `value` what is multiplied and summed,
/// of one part or two.
template <class Element, class Value = Element>
struct matmul_numbers {
  using element = Element;
  using part = Value;
  using value = Value;
  static constexpr int parts = 1;

  KOKKOS_INLINE_FUNCTION static value load(element x) { return static_cast<value>(x); }
  KOKKOS_INLINE_FUNCTION static element store(value x) { return static_cast<element>(x); }
  KOKKOS_INLINE_FUNCTION static value multiply_add(value a, value b, value s)
  {
    if constexpr (std::is_same_v<value, float>)
      return ::fmaf(a, b, s);
    else if constexpr (std::is_same_v<value, double>)
      return ::fma(a, b, s);
    else
      return a * b + s;
  }
  KOKKOS_INLINE_FUNCTION static value add(value a, value b) { return a + b; }
};

struct matmul_truths : matmul_numbers<std::uint8_t, std::uint32_t> {
  KOKKOS_INLINE_FUNCTION static value multiply_add(value a, value b, value s)
  {
    return s | (a & b);
  }
  KOKKOS_INLINE_FUNCTION static value add(value a, value b) { return a | b; }
};

template <class Part>
struct matmul_complex_numbers {
  struct alignas(2 * sizeof(Part)) value {
    Part re, im;
  };
  using element = value;
  using part = Part;
  static constexpr int parts = 2;

  KOKKOS_INLINE_FUNCTION static value load(element const& x) { return x; }
  KOKKOS_INLINE_FUNCTION static element store(value const& x) { return x; }
  KOKKOS_INLINE_FUNCTION static value multiply_add(value const& a, value const& b, value const& s)
  {
    using real = matmul_numbers<Part>;
    return {real::multiply_add(-a.im, b.im, real::multiply_add(a.re, b.re, s.re)),
            real::multiply_add(a.im, b.re, real::multiply_add(a.re, b.im, s.im))};
  }
  KOKKOS_INLINE_FUNCTION static value add(value const& a, value const& b)
  {
    return {a.re + b.re, a.im + b.im};
  }
};

/// f(numbers) of a kind.
template <class F>
void with_matmul_numbers(matmul_kind kind, F const& f)
{
  switch (kind) {
    case matmul_kind::boolean:
      return f(matmul_truths());
    case matmul_kind::integer8:
      return f(matmul_numbers<std::uint8_t, std::uint32_t>());
    case matmul_kind::integer16:
      return f(matmul_numbers<std::uint16_t, std::uint32_t>());
    case matmul_kind::integer32:
      return f(matmul_numbers<std::uint32_t>());
    case matmul_kind::integer64:
      return f(matmul_numbers<std::uint64_t>());
    case matmul_kind::float32:
      return f(matmul_numbers<float>());
    case matmul_kind::float64:
      return f(matmul_numbers<double>());
    case matmul_kind::complex64:
      return f(matmul_complex_numbers<float>());
    case matmul_kind::complex128:
      return f(matmul_complex_numbers<double>());
  }
}

}  // namespace acre::backends
