#include <acre/backends/gpu_common/linear_algebra.hpp>
#include <acre/backends/hip/space.hpp>

#include <algorithm>
#include <complex>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rocblas/rocblas.h>
#include <rocsolver/rocsolver.h>

namespace acre::backends {

namespace {

using hip_queue = gpu::queue<hip_api>;

void check(rocblas_status status, char const* what)
{
  if (status == rocblas_status_success) return;
  static_cast<void>(hipGetLastError());
  if (status == rocblas_status_memory_error)
    throw out_of_memory(std::string("hip: ") + what + ": no memory for the library's own use");
  throw backend_error(std::string("hip: ") + what + ": " + rocblas_status_to_string(status));
}

int as_int(std::int64_t n)
{
  if (n > std::numeric_limits<int>::max())
    throw value_error("acre::linalg: " + std::to_string(n) +
                      " is beyond the 2147483647 that rocBLAS counts up to");
  return static_cast<int>(n);
}

hip_queue& as_hip(queue& on) { return static_cast<hip_queue&>(on); }

/// The library's handle of one queue. It stays as long as the process does: a queue that is made at
/// the place of one that has ended takes it over.
rocblas_handle handle_of(hip_queue& on)
{
  static auto& all = *new std::map<std::pair<hip_queue*, int>, rocblas_handle>;
  static std::mutex lock;
  std::lock_guard const only_one(lock);
  auto& handle = all[{&on, on.device_index()}];
  if (!handle) check(rocblas_create_handle(&handle), "rocblas_create_handle");
  check(rocblas_set_stream(handle, on.stream()), "rocblas_set_stream");
  return handle;
}

/// The functions for stacks of matrices, of each type of numbers.
template <class T>
struct functions;
template <>
struct functions<float> {
  using real = float;
  static constexpr auto getrf = rocsolver_sgetrf_strided_batched;
  static constexpr auto getrs = rocsolver_sgetrs_strided_batched;
  static constexpr auto potrf = rocsolver_spotrf_strided_batched;
  static constexpr auto potrs = rocsolver_spotrs_strided_batched;
  static constexpr auto geqrf = rocsolver_sgeqrf_strided_batched;
  static constexpr auto orgqr = rocsolver_sorgqr;
  static constexpr auto eigh = rocsolver_ssyevd_strided_batched;
  static constexpr auto gesvd = rocsolver_sgesvd_strided_batched;
};
template <>
struct functions<double> {
  using real = double;
  static constexpr auto getrf = rocsolver_dgetrf_strided_batched;
  static constexpr auto getrs = rocsolver_dgetrs_strided_batched;
  static constexpr auto potrf = rocsolver_dpotrf_strided_batched;
  static constexpr auto potrs = rocsolver_dpotrs_strided_batched;
  static constexpr auto geqrf = rocsolver_dgeqrf_strided_batched;
  static constexpr auto orgqr = rocsolver_dorgqr;
  static constexpr auto eigh = rocsolver_dsyevd_strided_batched;
  static constexpr auto gesvd = rocsolver_dgesvd_strided_batched;
};
template <>
struct functions<rocblas_float_complex> {
  using real = float;
  static constexpr auto getrf = rocsolver_cgetrf_strided_batched;
  static constexpr auto getrs = rocsolver_cgetrs_strided_batched;
  static constexpr auto potrf = rocsolver_cpotrf_strided_batched;
  static constexpr auto potrs = rocsolver_cpotrs_strided_batched;
  static constexpr auto geqrf = rocsolver_cgeqrf_strided_batched;
  static constexpr auto orgqr = rocsolver_cungqr;
  static constexpr auto eigh = rocsolver_cheevd_strided_batched;
  static constexpr auto gesvd = rocsolver_cgesvd_strided_batched;
};
template <>
struct functions<rocblas_double_complex> {
  using real = double;
  static constexpr auto getrf = rocsolver_zgetrf_strided_batched;
  static constexpr auto getrs = rocsolver_zgetrs_strided_batched;
  static constexpr auto potrf = rocsolver_zpotrf_strided_batched;
  static constexpr auto potrs = rocsolver_zpotrs_strided_batched;
  static constexpr auto geqrf = rocsolver_zgeqrf_strided_batched;
  static constexpr auto orgqr = rocsolver_zungqr;
  static constexpr auto eigh = rocsolver_zheevd_strided_batched;
  static constexpr auto gesvd = rocsolver_zgesvd_strided_batched;
};

template <class Real>
using complex_of =
    std::conditional_t<sizeof(Real) == 4, rocblas_float_complex, rocblas_double_complex>;

using device_codes = gpu::device_codes<hip_api>;

class hip_algebra final : public linear_algebra {
 public:
  void multiply(queue& q, product_problem const& p) override
  {
    auto& on = as_hip(q);
    auto const handle = handle_of(on);
    constexpr rocblas_operation forms[] = {rocblas_operation_none, rocblas_operation_transpose,
                                           rocblas_operation_conjugate_transpose};
    constexpr rocblas_datatype types[] = {rocblas_datatype_f32_r, rocblas_datatype_f64_r,
                                          rocblas_datatype_f32_c, rocblas_datatype_f64_c};
    auto const type = types[static_cast<int>(p.type)];
    // the real part comes first
    std::complex<float> const narrow[] = {1.0F, 0.0F};
    std::complex<double> const wide[] = {1.0, 0.0};
    auto const number = [&](int k) {
      return bytes_of_real(p.type) == 4 ? static_cast<void const*>(narrow + k) : wide + k;
    };
    std::int64_t outer = 1;
    int const last = p.batch_axes - 1;
    for (int axis = 0; axis < last; ++axis) outer *= p.batch[axis];
    std::int64_t const inner = last < 0 ? 1 : p.batch[last], size = p.rows * p.columns;
    auto const bytes = static_cast<std::int64_t>(bytes_of(p.type));
    auto const stride = [&](product_operand const& of) { return last < 0 ? 0 : of.batch[last]; };
    auto const at = [&](product_operand const& of, std::int64_t each) {
      std::int64_t offset = 0;
      for (int axis = last - 1; axis >= 0; --axis) {
        offset += each % p.batch[axis] * of.batch[axis];
        each /= p.batch[axis];
      }
      return static_cast<std::byte const*>(of.data) + offset * bytes;
    };
    for (std::int64_t each = 0; each < outer; ++each) {
      void* const c = static_cast<std::byte*>(p.c) + each * inner * size * bytes;
      check(rocblas_gemm_strided_batched_ex(
                handle, forms[static_cast<int>(p.a.form)], forms[static_cast<int>(p.b.form)],
                as_int(p.rows), as_int(p.columns), as_int(p.depth), number(0), at(p.a, each), type,
                as_int(p.a.leading), stride(p.a), at(p.b, each), type, as_int(p.b.leading),
                stride(p.b), number(1), c, type, as_int(p.rows), size, c, type, as_int(p.rows),
                size, as_int(inner), type, rocblas_gemm_algo_standard, 0, 0),
            "rocblas_gemm_strided_batched_ex");
    }
  }

  codes lu(queue& q, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
           void* a, void* pivots) override
  {
    auto& on = as_hip(q);
    device_codes info(on, count);
    with_type<complex_of>(type, [&]<class T>(T) {
      check(functions<T>::getrf(handle_of(on), as_int(rows), as_int(columns), static_cast<T*>(a),
                                as_int(rows), rows * columns, static_cast<rocblas_int*>(pivots),
                                std::min(rows, columns), info.of(0), as_int(count)),
            "rocsolver_getrf_strided_batched");
    });
    return info.read();
  }

  void lu_solve(queue& q, linear_type type, std::int64_t n, std::int64_t right, std::int64_t count,
                bool transposed, void const* a, void const* pivots, void* b) override
  {
    auto& on = as_hip(q);
    with_type<complex_of>(type, [&]<class T>(T) {
      check(functions<T>::getrs(handle_of(on),
                                transposed ? rocblas_operation_transpose : rocblas_operation_none,
                                as_int(n), as_int(right), const_cast<T*>(static_cast<T const*>(a)),
                                as_int(n), n * n, static_cast<rocblas_int const*>(pivots), n,
                                static_cast<T*>(b), as_int(n), n * right, as_int(count)),
            "rocsolver_getrs_strided_batched");
    });
  }

  std::vector<std::int64_t> read_pivots(queue& q, std::int64_t rows, std::int64_t columns,
                                        std::int64_t count, void const* pivots) override
  {
    std::vector<rocblas_int> places(static_cast<std::size_t>(std::min(rows, columns) * count));
    as_hip(q).copy_to_host(places.data(), pivots, places.size() * sizeof(rocblas_int));
    return {places.begin(), places.end()};
  }

  int bytes_of_pivot(std::int64_t, std::int64_t, std::int64_t) const override
  {
    return sizeof(rocblas_int);
  }

  codes cholesky(queue& q, linear_type type, std::int64_t n, std::int64_t count, void* a) override
  {
    auto& on = as_hip(q);
    device_codes info(on, count);
    with_type<complex_of>(type, [&]<class T>(T) {
      check(functions<T>::potrf(handle_of(on), rocblas_fill_upper, as_int(n), static_cast<T*>(a),
                                as_int(n), n * n, info.of(0), as_int(count)),
            "rocsolver_potrf_strided_batched");
    });
    return info.read();
  }

  void cholesky_solve(queue& q, linear_type type, std::int64_t n, std::int64_t right,
                      std::int64_t count, bool upper, void const* a, void* b) override
  {
    auto& on = as_hip(q);
    with_type<complex_of>(type, [&]<class T>(T) {
      check(functions<T>::potrs(handle_of(on), upper ? rocblas_fill_upper : rocblas_fill_lower,
                                as_int(n), as_int(right), const_cast<T*>(static_cast<T const*>(a)),
                                as_int(n), n * n, static_cast<T*>(b), as_int(n), n * right,
                                as_int(count)),
            "rocsolver_potrs_strided_batched");
    });
  }

  void qr(queue& q, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
          void* a, void* tau) override
  {
    auto& on = as_hip(q);
    with_type<complex_of>(type, [&]<class T>(T) {
      check(functions<T>::geqrf(handle_of(on), as_int(rows), as_int(columns), static_cast<T*>(a),
                                as_int(rows), rows * columns, static_cast<T*>(tau),
                                std::min(rows, columns), as_int(count)),
            "rocsolver_geqrf_strided_batched");
    });
  }

  void make_q(queue& q, linear_type type, std::int64_t rows, std::int64_t columns,
              std::int64_t reflectors, std::int64_t count, void* a, std::int64_t stride,
              void const* tau) override
  {
    auto& on = as_hip(q);
    with_type<complex_of>(type, [&]<class T>(T) {
      for (std::int64_t each = 0; each < count; ++each)
        check(functions<T>::orgqr(handle_of(on), as_int(rows), as_int(columns), as_int(reflectors),
                                  static_cast<T*>(a) + each * stride, as_int(rows),
                                  const_cast<T*>(static_cast<T const*>(tau)) + each * reflectors),
              "rocsolver_orgqr");
    });
  }

  codes eigh(queue& q, linear_type type, std::int64_t n, std::int64_t count, bool vectors,
             bool upper, void* a, void* w) override
  {
    auto& on = as_hip(q);
    device_codes info(on, count);
    with_type<complex_of>(type, [&]<class T>(T) {
      using R = typename functions<T>::real;
      auto const rest = on.scratch<R>(n * count);
      check(functions<T>::eigh(handle_of(on), vectors ? rocblas_evect_original : rocblas_evect_none,
                               upper ? rocblas_fill_upper : rocblas_fill_lower, as_int(n),
                               static_cast<T*>(a), as_int(n), n * n, static_cast<R*>(w), n,
                               rest.data(), n, info.of(0), as_int(count)),
            "rocsolver_syevd_strided_batched");
    });
    return info.read();
  }

  codes svd(queue& q, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
            singular_vectors which, void* a, void* s, void* u, void* v) override
  {
    auto& on = as_hip(q);
    device_codes info(on, count);
    bool const full = which == singular_vectors::full;
    auto const job = which == singular_vectors::none ? rocblas_svect_none
                     : full                          ? rocblas_svect_all
                                                     : rocblas_svect_singular;
    std::int64_t const k = std::min(rows, columns), left = full ? rows : k,
                       right = full ? columns : k;
    with_type<complex_of>(type, [&]<class T>(T) {
      using R = typename functions<T>::real;
      auto const rest = on.scratch<R>(k * count);
      check(functions<T>::gesvd(handle_of(on), job, job, as_int(rows), as_int(columns),
                                static_cast<T*>(a), as_int(rows), rows * columns,
                                static_cast<R*>(s), k, static_cast<T*>(u), as_int(rows),
                                rows * left, static_cast<T*>(v), as_int(right), right * columns,
                                rest.data(), k, rocblas_outofplace, info.of(0), as_int(count)),
            "rocsolver_gesvd_strided_batched");
    });
    return info.read();
  }

  codes eig(queue&, linear_type, std::int64_t, std::int64_t, void*, void*, void*) override
  {
    return {};
  }
  bool has_eig() const override { return false; }
};

}  // namespace

linear_algebra& hip_api::algebra(gpu::queue<hip_api>&)
{
  static hip_algebra only;
  return only;
}

}  // namespace acre::backends
