#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/linear_algebra.hpp>

#include <algorithm>
#include <complex>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cusolver_functions.hpp"

namespace acre::backends {

namespace {

using cuda_queue = gpu::queue<cuda_api>;

void check(cublasStatus_t status, char const* what)
{
  if (status == CUBLAS_STATUS_SUCCESS) return;
  static_cast<void>(cudaGetLastError());
  throw backend_error(std::string("cuda: ") + what + ": " + cublasGetStatusString(status));
}
void check(cusolverStatus_t status, char const* what)
{
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  static_cast<void>(cudaGetLastError());
  if (status == CUSOLVER_STATUS_ALLOC_FAILED)
    throw out_of_memory(std::string("cuda: ") + what + ": no memory for the library's own use");
  throw backend_error(std::string("cuda: ") + what + ": status " + std::to_string(status) +
                      " of cuSOLVER");
}

int as_int(std::int64_t n)
{
  if (n > std::numeric_limits<int>::max())
    throw value_error("acre::linalg: " + std::to_string(n) +
                      " is beyond the 2147483647 that this function of cuSOLVER counts up to");
  return static_cast<int>(n);
}

/// The libraries' handles of one queue. They stay as long as the process does: a queue that is made
/// at the place of one that has ended takes them over.
struct library_handles {
  cublasHandle_t blas = nullptr;
  cusolverDnHandle_t solver = nullptr;
  cusolverDnParams_t parameters = nullptr;
  cudaStream_t stream = nullptr;
  bool on_stream = false;

  library_handles()
  {
    check(cublasCreate(&blas), "cublasCreate");
    check(cusolverDnCreate(&solver), "cusolverDnCreate");
    check(cusolverDnCreateParams(&parameters), "cusolverDnCreateParams");
  }

  /// For a queue whose lock is held. The handles of a thread's last call are found again without
  /// the lock and the map of all.
  static library_handles& of(cuda_queue& on)
  {
    struct call {
      cuda_queue* queue = nullptr;
      int device = 0;
      library_handles* handles = nullptr;
    };
    static thread_local call last;
    int const device = on.device_index();
    if (last.queue != &on || last.device != device || last.handles->stream != on.stream())
      last = {&on, device, &look_up(on, device)};
    return *last.handles;
  }

 private:
  static library_handles& look_up(cuda_queue& on, int device)
  {
    static auto& all = *new std::map<std::pair<cuda_queue*, int>, library_handles>;
    static std::mutex lock;
    std::lock_guard const only_one(lock);
    auto& handles = all[{&on, device}];
    if (handles.on_stream && handles.stream == on.stream()) return handles;  // these take a while
    check(cublasSetStream(handles.blas, on.stream()), "cublasSetStream");
    check(cusolverDnSetStream(handles.solver, on.stream()), "cusolverDnSetStream");
    handles.stream = on.stream();
    handles.on_stream = true;
    return handles;
  }
};

cuda_queue& as_cuda(queue& on) { return static_cast<cuda_queue&>(on); }

cudaDataType data_type(linear_type t)
{
  constexpr cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};
  return types[static_cast<int>(t)];
}
cudaDataType real_type(linear_type t) { return bytes_of_real(t) == 4 ? CUDA_R_32F : CUDA_R_64F; }

/// 1 and 0 as the libraries read them: the real part comes first.
struct factor {
  std::complex<float> narrow;
  alignas(16) std::complex<double> wide;  // as cuDoubleComplex is
  void const* of(linear_type t) const
  {
    return bytes_of_real(t) == 4 ? static_cast<void const*>(&narrow) : &wide;
  }
};
constexpr factor one{1.0F, 1.0}, zero{0.0F, 0.0};

/// Matrix `number` of a stack of matrices of `size` numbers.
void* matrix(void* data, linear_type t, std::int64_t number, std::int64_t size)
{
  return static_cast<std::byte*>(data) + static_cast<std::size_t>(number * size) * bytes_of(t);
}
void const* matrix(void const* data, linear_type t, std::int64_t number, std::int64_t size)
{
  return static_cast<std::byte const*>(data) +
         static_cast<std::size_t>(number * size) * bytes_of(t);
}
void* numbers(void* data, std::size_t bytes, std::int64_t number, std::int64_t size)
{
  return static_cast<std::byte*>(data) + static_cast<std::size_t>(number * size) * bytes;
}

using device_codes = gpu::device_codes<cuda_api>;

/// Workspace of a function of cuSOLVER's 64-bit interface.
class work_space {
 public:
  work_space(cuda_queue& on, std::size_t device, std::size_t host)
      : bytes(device),
        host_bytes(host),
        stream_(on.stream()),
        device_(on.scratch<std::byte>(static_cast<std::int64_t>(std::max<std::size_t>(device, 1)))),
        host_(host + 1)
  {}
  work_space(work_space const&) = delete;
  ~work_space()
  {
    if (host_bytes > 0) static_cast<void>(cudaStreamSynchronize(stream_));  // it may be read yet
  }
  void* device() { return device_.data(); }
  void* host() { return host_.data(); }
  std::size_t bytes, host_bytes;

 private:
  cudaStream_t stream_;
  gpu::scratch_memory<cuda_api, std::byte> device_;
  std::vector<std::byte> host_;
};

/// The addresses of a stack's matrices, on the device.
class device_addresses {
 public:
  device_addresses(cuda_queue& on, void const* data, std::size_t bytes, std::int64_t count)
      : memory_(on.scratch<void const*>(count))
  {
    std::vector<void const*> each(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < each.size(); ++k)
      each[k] = static_cast<std::byte const*>(data) + k * bytes;
    on.copy_from_host(memory_.data(), each.data(), each.size() * sizeof(void*));
  }
  template <class T>
  T** as()
  {
    return const_cast<T**>(reinterpret_cast<T const**>(memory_.data()));
  }
  template <class T>
  T const* const* as_constant()
  {
    return reinterpret_cast<T const* const*>(memory_.data());
  }

 private:
  gpu::scratch_memory<cuda_api, void const*> memory_;
};

/// Many small matrices are factorised at the same time.
bool in_one_call(std::int64_t rows, std::int64_t columns, std::int64_t count)
{
  return count > 1 && rows == columns && rows <= 256;
}

/// One product by the function of its type, which chooses its kernel in less time than the one of
/// all types and stacks.
void multiply_one(cublasHandle_t blas, cublasOperation_t const* forms, product_problem const& p)
{
  auto const call = [&]<class T>(T, auto& gemm, char const* name) {
    auto const number = [](void const* at) { return static_cast<T const*>(at); };
    check(
        gemm(blas, forms[static_cast<int>(p.a.form)], forms[static_cast<int>(p.b.form)], p.rows,
             p.columns, p.depth, number(one.of(p.type)), number(p.a.data), p.a.leading,
             number(p.b.data), p.b.leading, number(zero.of(p.type)), static_cast<T*>(p.c), p.rows),
        name);
  };
  switch (p.type) {
    case linear_type::float32:
      return call(float(), cublasSgemm_64, "cublasSgemm");
    case linear_type::float64:
      return call(double(), cublasDgemm_64, "cublasDgemm");
    case linear_type::complex64:
      return call(cuComplex(), cublasCgemm_64, "cublasCgemm");
    case linear_type::complex128:
      return call(cuDoubleComplex(), cublasZgemm_64, "cublasZgemm");
  }
}

class cuda_algebra final : public linear_algebra {
 public:
  void multiply(queue& q, product_problem const& p) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    constexpr cublasOperation_t forms[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    auto const type = data_type(p.type);
    auto const compute = bytes_of_real(p.type) == 4 ? CUBLAS_COMPUTE_32F : CUBLAS_COMPUTE_64F;
    std::int64_t outer = 1;
    int const last = p.batch_axes - 1;
    for (int axis = 0; axis < last; ++axis) outer *= p.batch[axis];
    std::int64_t const inner = last < 0 ? 1 : p.batch[last], size = p.rows * p.columns;
    if (outer * inner == 1) return multiply_one(handles.blas, forms, p);
    auto const stride = [&](product_operand const& of) { return last < 0 ? 0 : of.batch[last]; };
    auto const at = [&](product_operand const& of, std::int64_t number) {
      std::int64_t offset = 0;
      for (int axis = last - 1; axis >= 0; --axis) {
        offset += number % p.batch[axis] * of.batch[axis];
        number /= p.batch[axis];
      }
      return matrix(of.data, p.type, offset, 1);
    };
    for (std::int64_t each = 0; each < outer; ++each)
      check(cublasGemmStridedBatchedEx_64(
                handles.blas, forms[static_cast<int>(p.a.form)], forms[static_cast<int>(p.b.form)],
                p.rows, p.columns, p.depth, one.of(p.type), at(p.a, each), type, p.a.leading,
                stride(p.a), at(p.b, each), type, p.b.leading, stride(p.b), zero.of(p.type),
                matrix(p.c, p.type, each * inner, size), type, p.rows, size, inner, compute,
                CUBLAS_GEMM_DEFAULT),
            "cublasGemmStridedBatchedEx");
  }

  codes lu(queue& q, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
           void* a, void* pivots) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    device_codes info(on, count);
    if (in_one_call(rows, columns, count)) {
      device_addresses all(on, a, static_cast<std::size_t>(rows * columns) * bytes_of(type), count);
      int const n = as_int(rows), many = as_int(count);
      auto* const places = static_cast<int*>(pivots);
      switch (type) {
        case linear_type::float32:
          check(cublasSgetrfBatched(handles.blas, n, all.as<float>(), n, places, info.of(0), many),
                "cublasSgetrfBatched");
          break;
        case linear_type::float64:
          check(cublasDgetrfBatched(handles.blas, n, all.as<double>(), n, places, info.of(0), many),
                "cublasDgetrfBatched");
          break;
        case linear_type::complex64:
          check(cublasCgetrfBatched(handles.blas, n, all.as<cuComplex>(), n, places, info.of(0),
                                    many),
                "cublasCgetrfBatched");
          break;
        case linear_type::complex128:
          check(cublasZgetrfBatched(handles.blas, n, all.as<cuDoubleComplex>(), n, places,
                                    info.of(0), many),
                "cublasZgetrfBatched");
      }
      return info.read();
    }
    std::size_t device = 0, host = 0;
    auto const t = data_type(type);
    check(cusolverDnXgetrf_bufferSize(handles.solver, handles.parameters, rows, columns, t, a, rows,
                                      t, &device, &host),
          "cusolverDnXgetrf_bufferSize");
    work_space work(on, device, host);
    for (std::int64_t each = 0; each < count; ++each)
      check(
          cusolverDnXgetrf(handles.solver, handles.parameters, rows, columns, t,
                           matrix(a, type, each, rows * columns), rows,
                           static_cast<std::int64_t*>(pivots) + each * std::min(rows, columns), t,
                           work.device(), work.bytes, work.host(), work.host_bytes, info.of(each)),
          "cusolverDnXgetrf");
    return info.read();
  }

  void lu_solve(queue& q, linear_type type, std::int64_t n, std::int64_t right, std::int64_t count,
                bool transposed, void const* a, void const* pivots, void* b) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    auto const form = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    if (in_one_call(n, n, count)) {
      device_addresses all(on, a, static_cast<std::size_t>(n * n) * bytes_of(type), count),
          sides(on, b, static_cast<std::size_t>(n * right) * bytes_of(type), count);
      int const rows = as_int(n), columns = as_int(right), many = as_int(count);
      auto const* const places = static_cast<int const*>(pivots);
      int info = 0;
      switch (type) {
        case linear_type::float32:
          check(cublasSgetrsBatched(handles.blas, form, rows, columns, all.as_constant<float>(),
                                    rows, places, sides.as<float>(), rows, &info, many),
                "cublasSgetrsBatched");
          return;
        case linear_type::float64:
          check(cublasDgetrsBatched(handles.blas, form, rows, columns, all.as_constant<double>(),
                                    rows, places, sides.as<double>(), rows, &info, many),
                "cublasDgetrsBatched");
          return;
        case linear_type::complex64:
          check(cublasCgetrsBatched(handles.blas, form, rows, columns, all.as_constant<cuComplex>(),
                                    rows, places, sides.as<cuComplex>(), rows, &info, many),
                "cublasCgetrsBatched");
          return;
        case linear_type::complex128:
          check(cublasZgetrsBatched(handles.blas, form, rows, columns,
                                    all.as_constant<cuDoubleComplex>(), rows, places,
                                    sides.as<cuDoubleComplex>(), rows, &info, many),
                "cublasZgetrsBatched");
      }
      return;
    }
    device_codes info(on, 1);
    auto const t = data_type(type);
    for (std::int64_t each = 0; each < count; ++each)
      check(cusolverDnXgetrs(handles.solver, handles.parameters, form, n, right, t,
                             matrix(a, type, each, n * n), n,
                             static_cast<std::int64_t const*>(pivots) + each * n, t,
                             matrix(b, type, each, n * right), n, info.of(0)),
            "cusolverDnXgetrs");
  }

  std::vector<std::int64_t> read_pivots(queue& q, std::int64_t rows, std::int64_t columns,
                                        std::int64_t count, void const* pivots) override
  {
    auto& on = as_cuda(q);
    auto const n = static_cast<std::size_t>(std::min(rows, columns) * count);
    std::vector<std::int64_t> places(n);
    if (in_one_call(rows, columns, count)) {
      std::vector<int> narrow(n);
      on.copy_to_host(narrow.data(), pivots, n * sizeof(int));
      std::copy(narrow.begin(), narrow.end(), places.begin());
    } else {
      on.copy_to_host(places.data(), pivots, n * sizeof(std::int64_t));
    }
    return places;
  }

  int bytes_of_pivot(std::int64_t rows, std::int64_t columns, std::int64_t count) const override
  {
    return in_one_call(rows, columns, count) ? 4 : 8;
  }

  codes cholesky(queue& q, linear_type type, std::int64_t n, std::int64_t count, void* a) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    device_codes info(on, count);
    constexpr auto upper = CUBLAS_FILL_MODE_UPPER;
    if (in_one_call(n, n, count)) {
      device_addresses all(on, a, static_cast<std::size_t>(n * n) * bytes_of(type), count);
      int const rows = as_int(n), many = as_int(count);
      switch (type) {
        case linear_type::float32:
          check(cusolverDnSpotrfBatched(handles.solver, upper, rows, all.as<float>(), rows,
                                        info.of(0), many),
                "cusolverDnSpotrfBatched");
          break;
        case linear_type::float64:
          check(cusolverDnDpotrfBatched(handles.solver, upper, rows, all.as<double>(), rows,
                                        info.of(0), many),
                "cusolverDnDpotrfBatched");
          break;
        case linear_type::complex64:
          check(cusolverDnCpotrfBatched(handles.solver, upper, rows, all.as<cuComplex>(), rows,
                                        info.of(0), many),
                "cusolverDnCpotrfBatched");
          break;
        case linear_type::complex128:
          check(cusolverDnZpotrfBatched(handles.solver, upper, rows, all.as<cuDoubleComplex>(),
                                        rows, info.of(0), many),
                "cusolverDnZpotrfBatched");
      }
      return info.read();
    }
    std::size_t device = 0, host = 0;
    auto const t = data_type(type);
    check(cusolverDnXpotrf_bufferSize(handles.solver, handles.parameters, upper, n, t, a, n, t,
                                      &device, &host),
          "cusolverDnXpotrf_bufferSize");
    work_space work(on, device, host);
    for (std::int64_t each = 0; each < count; ++each)
      check(cusolverDnXpotrf(handles.solver, handles.parameters, upper, n, t,
                             matrix(a, type, each, n * n), n, t, work.device(), work.bytes,
                             work.host(), work.host_bytes, info.of(each)),
            "cusolverDnXpotrf");
    return info.read();
  }

  void cholesky_solve(queue& q, linear_type type, std::int64_t n, std::int64_t right,
                      std::int64_t count, bool upper, void const* a, void* b) override
  {
    auto& on = as_cuda(q);
    if (in_one_call(n, n, count)) {
      switch (type) {
        case linear_type::float32:
          return solve_triangles<float>(on, type, n, right, count, upper, a, b, cublasStrsmBatched);
        case linear_type::float64:
          return solve_triangles<double>(on, type, n, right, count, upper, a, b,
                                         cublasDtrsmBatched);
        case linear_type::complex64:
          return solve_triangles<cuComplex>(on, type, n, right, count, upper, a, b,
                                            cublasCtrsmBatched);
        case linear_type::complex128:
          return solve_triangles<cuDoubleComplex>(on, type, n, right, count, upper, a, b,
                                                  cublasZtrsmBatched);
      }
      return;
    }
    auto const& handles = library_handles::of(on);
    device_codes info(on, 1);
    auto const t = data_type(type);
    for (std::int64_t each = 0; each < count; ++each)
      check(cusolverDnXpotrs(handles.solver, handles.parameters,
                             upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER, n, right, t,
                             matrix(a, type, each, n * n), n, t, matrix(b, type, each, n * right),
                             n, info.of(0)),
            "cusolverDnXpotrs");
  }

  void qr(queue& q, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
          void* a, void* tau) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    device_codes info(on, 1);
    std::size_t device = 0, host = 0;
    auto const t = data_type(type);
    check(cusolverDnXgeqrf_bufferSize(handles.solver, handles.parameters, rows, columns, t, a, rows,
                                      t, tau, t, &device, &host),
          "cusolverDnXgeqrf_bufferSize");
    work_space work(on, device, host);
    for (std::int64_t each = 0; each < count; ++each)
      check(cusolverDnXgeqrf(handles.solver, handles.parameters, rows, columns, t,
                             matrix(a, type, each, rows * columns), rows, t,
                             matrix(tau, type, each, std::min(rows, columns)), t, work.device(),
                             work.bytes, work.host(), work.host_bytes, info.of(0)),
            "cusolverDnXgeqrf");
  }

  void make_q(queue& q, linear_type type, std::int64_t rows, std::int64_t columns,
              std::int64_t reflectors, std::int64_t count, void* a, std::int64_t stride,
              void const* tau) override
  {
    switch (type) {
      case linear_type::float32:
        return make_q_of<float>(q, rows, columns, reflectors, count, a, stride, tau,
                                cusolverDnSorgqr_bufferSize, cusolverDnSorgqr);
      case linear_type::float64:
        return make_q_of<double>(q, rows, columns, reflectors, count, a, stride, tau,
                                 cusolverDnDorgqr_bufferSize, cusolverDnDorgqr);
      case linear_type::complex64:
        return make_q_of<cuComplex>(q, rows, columns, reflectors, count, a, stride, tau,
                                    cusolverDnCungqr_bufferSize, cusolverDnCungqr);
      case linear_type::complex128:
        return make_q_of<cuDoubleComplex>(q, rows, columns, reflectors, count, a, stride, tau,
                                          cusolverDnZungqr_bufferSize, cusolverDnZungqr);
    }
  }

  codes eigh(queue& q, linear_type type, std::int64_t n, std::int64_t count, bool vectors,
             bool upper, void* a, void* w) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    device_codes info(on, count);
    std::size_t device = 0, host = 0;
    auto const t = data_type(type), r = real_type(type);
    auto const job = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    auto const triangle = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    if (count > 1 && n <= 32) {  // half the time of the call below
      eigh_by_jacobi(on, handles.solver, type, job, triangle, as_int(n), as_int(count), a, w,
                     info.of(0));
      return info.read();
    }
#if CUSOLVER_VERSION >= 11701
    if (in_one_call(n, n, count)) {
      check(cusolverDnXsyevBatched_bufferSize(handles.solver, handles.parameters, job, triangle, n,
                                              t, a, n, r, w, t, &device, &host, count),
            "cusolverDnXsyevBatched_bufferSize");
      work_space work(on, device, host);
      check(cusolverDnXsyevBatched(handles.solver, handles.parameters, job, triangle, n, t, a, n, r,
                                   w, t, work.device(), work.bytes, work.host(), work.host_bytes,
                                   info.of(0), count),
            "cusolverDnXsyevBatched");
      return info.read();
    }
#endif
    check(cusolverDnXsyevd_bufferSize(handles.solver, handles.parameters, job, triangle, n, t, a, n,
                                      r, w, t, &device, &host),
          "cusolverDnXsyevd_bufferSize");
    work_space work(on, device, host);
    for (std::int64_t each = 0; each < count; ++each)
      check(cusolverDnXsyevd(handles.solver, handles.parameters, job, triangle, n, t,
                             matrix(a, type, each, n * n), n, r,
                             numbers(w, bytes_of_real(type), each, n), t, work.device(), work.bytes,
                             work.host(), work.host_bytes, info.of(each)),
            "cusolverDnXsyevd");
    return info.read();
  }

  codes svd(queue& q, linear_type type, std::int64_t rows, std::int64_t columns, std::int64_t count,
            singular_vectors which, void* a, void* s, void* u, void* v) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    device_codes info(on, count);
    std::size_t device = 0, host = 0;
    auto const t = data_type(type), r = real_type(type);
    bool const full = which == singular_vectors::full;
    // the library writes vectors even if none are wanted
    constexpr auto job = CUSOLVER_EIG_MODE_VECTOR;
    std::int64_t const k = std::min(rows, columns), size_u = rows * (full ? rows : k),
                       size_v = columns * (full ? columns : k);
    int const economic = full ? 0 : 1;
    bool const wanted = which != singular_vectors::none;
    auto const size = static_cast<std::int64_t>(bytes_of(type));
    auto const unread = on.scratch<std::byte>(wanted ? 1 : (size_u + size_v) * size + 256);
    if (!wanted) {
      u = unread.data();
      v = unread.data() + (size_u * size + 255) / 256 * 256;
    }
    auto const step_u = wanted ? size_u : 0, step_v = wanted ? size_v : 0;
    check(cusolverDnXgesvdp_bufferSize(handles.solver, handles.parameters, job, economic, rows,
                                       columns, t, a, rows, r, s, t, u, rows, t, v, columns, t,
                                       &device, &host),
          "cusolverDnXgesvdp_bufferSize");
    work_space work(on, device, host);
    auto const bytes = static_cast<std::size_t>(rows * columns) * bytes_of(type);
    auto const kept = on.scratch<std::byte>(static_cast<std::int64_t>(bytes));
    for (std::int64_t each = 0; each < count; ++each) {
      void* const matrix_a = matrix(a, type, each, rows * columns);
      void* const values = numbers(s, bytes_of_real(type), each, k);
      void* const left = matrix(u, type, each, step_u);
      void* const right = matrix(v, type, each, step_v);
      on.copy(kept.data(), matrix_a, bytes);
      double error = 0;
      check(cusolverDnXgesvdp(handles.solver, handles.parameters, job, economic, rows, columns, t,
                              matrix_a, rows, r, values, t, left, rows, t, right, columns, t,
                              work.device(), work.bytes, work.host(), work.host_bytes,
                              info.of(each), &error),
            "cusolverDnXgesvdp");
      // It moves singular values away from 0 where they are too near, and says by how much: up to
      // 4e-10 of the matrix has been seen. Jacobi's method needs none of that.
      if (error > 0)
        svd_by_rotations(on, handles.solver, type, job, economic, rows, columns, kept.data(),
                         values, left, right, info.of(each));
    }
    return info.read();
  }
  bool svd_gives_v() const override { return true; }

#if CUSOLVER_VERSION >= 11701
  codes eig(queue& q, linear_type type, std::int64_t n, std::int64_t count, void* a, void* w,
            void* vectors) override
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    device_codes info(on, count);
    std::size_t device = 0, host = 0;
    auto const t = data_type(type);
    auto const c = bytes_of_real(type) == 4 ? CUDA_C_32F : CUDA_C_64F;
    auto const job = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    constexpr auto none = CUSOLVER_EIG_MODE_NOVECTOR;
    bool const packs = vectors && !is_complex(type);
    std::size_t const complex_bytes = 2 * bytes_of_real(type);
    auto const packed =
        on.scratch<std::byte>(packs ? n * n * static_cast<std::int64_t>(bytes_of_real(type)) : 1);
    void* const first = packs ? packed.data() : vectors ? vectors : w;  // an address in any case
    check(cusolverDnXgeev_bufferSize(handles.solver, handles.parameters, none, job, n, t, a, n, c,
                                     w, t, nullptr, 1, t, first, n, t, &device, &host),
          "cusolverDnXgeev_bufferSize");
    work_space work(on, device, host);
    for (std::int64_t each = 0; each < count; ++each) {
      void* const values = numbers(w, complex_bytes, each, n);
      void* const v = vectors ? numbers(vectors, complex_bytes, each, n * n) : nullptr;
      check(cusolverDnXgeev(handles.solver, handles.parameters, none, job, n, t,
                            matrix(a, type, each, n * n), n, c, values, t, nullptr, 1, t,
                            packs ? packed.data()
                            : v   ? v
                                  : w,
                            n, t, work.device(), work.bytes, work.host(), work.host_bytes,
                            info.of(each)),
            "cusolverDnXgeev");
      if (packs && type == linear_type::float32) unpack<float>(on, values, packed.data(), v, n);
      if (packs && type == linear_type::float64) unpack<double>(on, values, packed.data(), v, n);
    }
    return info.read();
  }
#else
  codes eig(queue&, linear_type, std::int64_t, std::int64_t, void*, void*, void*) override
  {
    return {};
  }
  bool has_eig() const override { return false; }
#endif

 private:
  /// Both triangles of many small matrices: that of cuSOLVER for these takes one side alone.
  template <class T, class Solve>
  static void solve_triangles(cuda_queue& on, linear_type type, std::int64_t n, std::int64_t right,
                              std::int64_t count, bool upper, void const* a, void* b, Solve& solve)
  {
    auto const& handles = library_handles::of(on);
    device_addresses all(on, a, static_cast<std::size_t>(n * n) * bytes_of(type), count),
        sides(on, b, static_cast<std::size_t>(n * right) * bytes_of(type), count);
    auto const part = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    int const rows = as_int(n), columns = as_int(right), many = as_int(count);
    for (bool const adjoint : {upper, !upper})
      check(solve(handles.blas, CUBLAS_SIDE_LEFT, part, adjoint ? CUBLAS_OP_C : CUBLAS_OP_N,
                  CUBLAS_DIAG_NON_UNIT, rows, columns, static_cast<T const*>(one.of(type)),
                  all.as_constant<T>(), rows, sides.as<T>(), rows, many),
            "cublasXtrsmBatched");
  }
  /// On the host, in a time that is nothing beside that of the eigenvalues.
  template <class Real>
  static void unpack(cuda_queue& on, void const* w, void const* packed, void* v, std::int64_t n)
  {
    auto const size = static_cast<std::size_t>(n * n);
    std::vector<std::complex<Real>> values(static_cast<std::size_t>(n)), vectors(size);
    std::vector<Real> parts(size);
    on.copy_to_host(values.data(), w, values.size() * sizeof values[0]);
    on.copy_to_host(parts.data(), packed, size * sizeof(Real));
    unpack_eigenvectors(values.data(), parts.data(), vectors.data(), n);
    on.copy_from_host(v, vectors.data(), size * sizeof vectors[0]);
  }
  static void svd_by_rotations(cuda_queue& on, cusolverDnHandle_t solver, linear_type type,
                               cusolverEigMode_t job, int economic, std::int64_t rows,
                               std::int64_t columns, void* a, void* s, void* u, void* v, int* info)
  {
    auto const call = [&]<class T, class R>(T*, R*, auto& ask, auto& compute) {
      int const m = as_int(rows), n = as_int(columns);
      auto* const x = static_cast<T*>(a);
      auto* const values = static_cast<R*>(s);
      auto* const left = static_cast<T*>(u);
      auto* const right = static_cast<T*>(v);
      gesvdjInfo_t how = nullptr;
      check(cusolverDnCreateGesvdjInfo(&how), "cusolverDnCreateGesvdjInfo");
      std::unique_ptr<gesvdjInfo, cusolverStatus_t (*)(gesvdjInfo_t)> const owner(
          how, cusolverDnDestroyGesvdjInfo);
      int size = 0;
      check(ask(solver, job, economic, m, n, x, m, values, left, m, right, n, &size, how),
            "cusolverDnXgesvdj_bufferSize");
      auto const work = on.scratch<T>(std::max(size, 1));
      check(compute(solver, job, economic, m, n, x, m, values, left, m, right, n, work.data(), size,
                    info, how),
            "cusolverDnXgesvdj");
    };
    float* const narrow = nullptr;
    double* const wide = nullptr;
    switch (type) {
      case linear_type::float32:
        return call(narrow, narrow, cusolverDnSgesvdj_bufferSize, cusolverDnSgesvdj);
      case linear_type::float64:
        return call(wide, wide, cusolverDnDgesvdj_bufferSize, cusolverDnDgesvdj);
      case linear_type::complex64:
        return call(static_cast<cuComplex*>(nullptr), narrow, cusolverDnCgesvdj_bufferSize,
                    cusolverDnCgesvdj);
      case linear_type::complex128:
        return call(static_cast<cuDoubleComplex*>(nullptr), wide, cusolverDnZgesvdj_bufferSize,
                    cusolverDnZgesvdj);
    }
  }
  /// Many small Hermitian matrices, a block of threads each.
  static void eigh_by_jacobi(cuda_queue& on, cusolverDnHandle_t solver, linear_type type,
                             cusolverEigMode_t job, cublasFillMode_t triangle, int n, int count,
                             void* a, void* w, int* info)
  {
    auto const call = [&]<class T, class R>(T*, R*, auto& ask, auto& compute) {
      auto* const x = static_cast<T*>(a);
      auto* const values = static_cast<R*>(w);
      syevjInfo_t how = nullptr;
      check(cusolverDnCreateSyevjInfo(&how), "cusolverDnCreateSyevjInfo");
      std::unique_ptr<syevjInfo, cusolverStatus_t (*)(syevjInfo_t)> const owner(
          how, cusolverDnDestroySyevjInfo);
      int size = 0;
      check(ask(solver, job, triangle, n, x, n, values, &size, how, count),
            "cusolverDnXsyevjBatched_bufferSize");
      auto const work = on.scratch<T>(std::max(size, 1));
      check(compute(solver, job, triangle, n, x, n, values, work.data(), size, info, how, count),
            "cusolverDnXsyevjBatched");
    };
    float* const narrow = nullptr;
    double* const wide = nullptr;
    switch (type) {
      case linear_type::float32:
        return call(narrow, narrow, cusolverDnSsyevjBatched_bufferSize, cusolverDnSsyevjBatched);
      case linear_type::float64:
        return call(wide, wide, cusolverDnDsyevjBatched_bufferSize, cusolverDnDsyevjBatched);
      case linear_type::complex64:
        return call(static_cast<cuComplex*>(nullptr), narrow, cusolverDnCheevjBatched_bufferSize,
                    cusolverDnCheevjBatched);
      case linear_type::complex128:
        return call(static_cast<cuDoubleComplex*>(nullptr), wide,
                    cusolverDnZheevjBatched_bufferSize, cusolverDnZheevjBatched);
    }
  }
  template <class T, class Ask, class Make>
  static void make_q_of(queue& q, std::int64_t rows, std::int64_t columns, std::int64_t reflectors,
                        std::int64_t count, void* a, std::int64_t stride, void const* tau, Ask& ask,
                        Make& make)
  {
    auto& on = as_cuda(q);
    auto const& handles = library_handles::of(on);
    device_codes info(on, 1);
    int const m = as_int(rows), n = as_int(columns), k = as_int(reflectors);
    auto* const first = static_cast<T*>(a);
    auto const* const factors = static_cast<T const*>(tau);
    int size = 0;
    check(ask(handles.solver, m, n, k, first, m, factors, &size), "cusolverDnXorgqr_bufferSize");
    auto const work = on.scratch<T>(std::max(size, 1));
    for (std::int64_t each = 0; each < count; ++each)
      check(make(handles.solver, m, n, k, first + each * stride, m, factors + each * reflectors,
                 work.data(), size, info.of(0)),
            "cusolverDnXorgqr");
  }
};

}  // namespace

linear_algebra& cuda_api::algebra(gpu::queue<cuda_api>&)
{
  static cuda_algebra only;
  return only;
}

}  // namespace acre::backends
