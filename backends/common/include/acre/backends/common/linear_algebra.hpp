#pragma once

#include <acre/backends/common/matmul.hpp>
#include <acre/backends/common/queue.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Linear algebra by the vendor's library:
///
///   linear_algebra_of(on)      what computes on a queue's device
///
/// host_common: any BLAS and LAPACK (OpenBLAS). cuda: cuBLAS and cuSOLVER. hip: rocBLAS and
/// rocSOLVER. Part of the component acre::linalg alone (backends/<name>/src/linalg/): who doesn't
/// use it links none of them.
namespace acre::backends {

/// The dtypes in which the libraries compute.
enum class linear_type : std::uint8_t { float32, float64, complex64, complex128 };

constexpr bool is_complex(linear_type t) { return t >= linear_type::complex64; }
/// Bytes of a number; of its absolute value.
constexpr std::size_t bytes_of_real(linear_type t)
{
  return t == linear_type::float32 || t == linear_type::complex64 ? 4 : 8;
}
constexpr std::size_t bytes_of(linear_type t) { return bytes_of_real(t) << is_complex(t); }

/// f(a number of the type), of which the complex ones are a library's.
template <template <class> class Complex, class F>
auto with_type(linear_type type, F const& f)
{
  switch (type) {
    case linear_type::float32:
      return f(float());
    case linear_type::float64:
      return f(double());
    case linear_type::complex64:
      return f(Complex<float>());
    case linear_type::complex128:
      break;
  }
  return f(Complex<double>());
}

/// Singular vectors: none, as many as there are singular values, all.
enum class singular_vectors : std::uint8_t { none, reduced, full };

/// How a library reads an operand of its product.
enum class matrix_form : std::uint8_t { plain, transposed, adjoint };

struct product_operand {
  void const* data;
  std::int64_t leading;  // elements from one column to the next
  matrix_form form;
  std::int64_t batch[matmul_most_batch_axes];  // strides in elements
};

/// c = a b in column-major order, batch by batch; c's matrices lie behind each other without gaps.
struct product_problem {
  linear_type type;
  std::int64_t rows, columns, depth;
  int batch_axes;
  std::int64_t batch[matmul_most_batch_axes];
  product_operand a, b;
  void* c;
};

/// LAPACK's operations on stacks: `count` matrices in column-major order, one behind the other
/// without gaps, in memory of the queue that the operation may write. None is empty. Functions that
/// can fail give LAPACK's code for each matrix, 0 for success, and have waited for it; the rest is
/// queued. Sizes that the library cannot count are a value_error, failures of the library itself a
/// backend_error. Called inside an operation (operation.hpp).
class linear_algebra {
 public:
  using codes = std::vector<int>;
  virtual ~linear_algebra() = default;

  virtual void multiply(queue& on, product_problem const& p) = 0;

  /// a (rows, columns) becomes L and U. `pivots`: 8 bytes for each, for lu_solve and read_pivots.
  virtual codes lu(queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
                   std::int64_t count, void* a, void* pivots) = 0;
  /// b (n, right) becomes the solution of a x = b, or of aᵀ x = b. For one matrix a (count 1) or as
  /// many as there are.
  virtual void lu_solve(queue& on, linear_type type, std::int64_t n, std::int64_t right,
                        std::int64_t count, bool transposed, void const* a, void const* pivots,
                        void* b) = 0;
  /// The row (from 1) that each row changed places with. Waits.
  virtual std::vector<std::int64_t> read_pivots(queue& on, std::int64_t rows, std::int64_t columns,
                                                std::int64_t count, void const* pivots) = 0;
  /// Of each of lu's pivots, for who reads them where they lie: 4 or 8.
  virtual int bytes_of_pivot(std::int64_t rows, std::int64_t columns, std::int64_t count) const = 0;
  /// Reads the upper triangle of a (n, n), which becomes U with UᴴU = a; the lower one stays.
  virtual codes cholesky(queue& on, linear_type type, std::int64_t n, std::int64_t count,
                         void* a) = 0;
  /// b (n, right) becomes the solution of UᴴU x = b, or of LLᴴ x = b where `upper` is false: that
  /// triangle of a (n, n) is read.
  virtual void cholesky_solve(queue& on, linear_type type, std::int64_t n, std::int64_t right,
                              std::int64_t count, bool upper, void const* a, void* b) = 0;
  /// a (rows, columns) becomes R and reflectors, `tau` their factors.
  virtual void qr(queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
                  std::int64_t count, void* a, void* tau) = 0;
  /// The first `columns` columns of Q out of `reflectors` of them, in their place; `stride`:
  /// elements from one matrix to the next.
  virtual void make_q(queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
                      std::int64_t reflectors, std::int64_t count, void* a, std::int64_t stride,
                      void const* tau) = 0;
  /// Eigenvalues w, ascending, of Hermitian matrices (n, n) of which the upper or lower triangle is
  /// read; a becomes the vectors if they are asked for.
  virtual codes eigh(queue& on, linear_type type, std::int64_t n, std::int64_t count, bool vectors,
                     bool upper, void* a, void* w) = 0;
  /// a (rows, columns) = u diag(s) vᴴ; s descending. Results that are not wanted are null. v is vᴴ
  /// (columns of v: rows), or v where svd_gives_v().
  virtual codes svd(queue& on, linear_type type, std::int64_t rows, std::int64_t columns,
                    std::int64_t count, singular_vectors which, void* a, void* s, void* u,
                    void* v) = 0;
  virtual bool svd_gives_v() const { return false; }
  /// Eigenvalues and right vectors of square matrices, both complex; vectors may be null. False
  /// from has_eig() where the library has none: it is computed on the host then.
  virtual codes eig(queue& on, linear_type type, std::int64_t n, std::int64_t count, void* a,
                    void* w, void* vectors) = 0;
  virtual bool has_eig() const { return true; }
};

/// LAPACK gives the vectors of a real matrix as real numbers: a pair of conjugate eigenvalues has
/// the parts of its first vector in two columns.
template <class Real>
void unpack_eigenvectors(std::complex<Real> const* w, Real const* packed, std::complex<Real>* v,
                         std::int64_t n)
{
  for (std::int64_t j = 0; j < n; ++j) {
    Real const* const x = packed + j * n;
    bool const pair = w[j].imag() != 0 && j + 1 < n;
    for (std::int64_t i = 0; i < n; ++i) {
      v[j * n + i] = {x[i], pair ? x[n + i] : Real(0)};
      if (pair) v[(j + 1) * n + i] = {x[i], -x[n + i]};
    }
    if (pair) ++j;
  }
}

}  // namespace acre::backends
