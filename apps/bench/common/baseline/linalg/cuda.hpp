#pragma once

#include <acre/backends/cuda/space.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cublas_v2.h>
#include <cusolverDn.h>

/// cuBLAS and cuSOLVER, called as a program calls them that keeps its matrix, with memory that has
/// been allocated before. svd is the polar one, the fastest there.
namespace acre::bench {

template <>
class library_baseline<cuda> {
 public:
  static constexpr char const* name = "cusolver";

  library_baseline(cuda const& space, std::int64_t n) : space_(space), n_(n)
  {
    cublasCreate(&blas_);
    cublasSetStream(blas_, space.stream());
    cusolverDnCreate(&solver_);
    cusolverDnSetStream(solver_, space.stream());
    cusolverDnCreateParams(&parameters_);
    for (double** each : {&copy_, &u_, &v_, &s_})
      *each = static_cast<double*>(space.allocate(bytes()));
    pivots_ = static_cast<std::int64_t*>(space.allocate(static_cast<std::size_t>(8 * n)));
    info_ = static_cast<int*>(space.allocate(sizeof(int)));
    constexpr auto t = CUDA_R_64F;
    cusolverDnXgetrf_bufferSize(solver_, parameters_, n, n, t, copy_, n, t, &lu_device_, &lu_host_);
    cusolverDnXgesvdp_bufferSize(solver_, parameters_, CUSOLVER_EIG_MODE_VECTOR, 1, n, n, t, copy_,
                                 n, t, s_, t, u_, n, t, v_, n, t, &svd_device_, &svd_host_);
    size_ = lu_device_ > svd_device_ ? lu_device_ : svd_device_;
    device_ = space.allocate(size_ + 1);
    host_.resize(lu_host_ + svd_host_ + 1);
  }
  library_baseline(library_baseline const&) = delete;
  ~library_baseline()
  {
    for (double* each : {copy_, u_, v_, s_}) space_.deallocate(each, bytes());
    space_.deallocate(pivots_, static_cast<std::size_t>(8 * n_));
    space_.deallocate(info_, sizeof(int));
    space_.deallocate(device_, size_ + 1);
    cublasDestroy(blas_);
    cusolverDnDestroyParams(parameters_);
    cusolverDnDestroy(solver_);
  }
  void multiply(double const* a, double const* b, double* c)
  {
    double const one = 1, zero = 0;
    int const n = static_cast<int>(n_);
    cublasDgemm(blas_, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n);
  }
  void solve(double const* a, double const* b, double* x)
  {
    constexpr auto t = CUDA_R_64F;
    space_.copy(copy_, a, bytes());
    space_.copy(x, b, static_cast<std::size_t>(8 * n_));
    cusolverDnXgetrf(solver_, parameters_, n_, n_, t, copy_, n_, pivots_, t, device_, lu_device_,
                     host_.data(), lu_host_, info_);
    cusolverDnXgetrs(solver_, parameters_, CUBLAS_OP_T, n_, 1, t, copy_, n_, pivots_, t, x, n_,
                     info_);
    read();
  }
  void svd(double const* a)
  {
    constexpr auto t = CUDA_R_64F;
    double error = 0;
    space_.copy(copy_, a, bytes());
    cusolverDnXgesvdp(solver_, parameters_, CUSOLVER_EIG_MODE_VECTOR, 1, n_, n_, t, copy_, n_, t,
                      s_, t, u_, n_, t, v_, n_, t, device_, svd_device_, host_.data(), svd_host_,
                      info_, &error);
    read();
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(n_ * n_) * sizeof(double); }
  /// Whether all went well, which a program has to ask.
  void read()
  {
    int code = 0;
    space_.copy_to_host(&code, info_, sizeof code);
  }

  cuda space_;
  std::int64_t n_;
  cublasHandle_t blas_{};
  cusolverDnHandle_t solver_{};
  cusolverDnParams_t parameters_{};
  double *copy_{}, *u_{}, *v_{}, *s_{};
  std::int64_t* pivots_{};
  int* info_{};
  std::size_t lu_device_ = 0, lu_host_ = 0, svd_device_ = 0, svd_host_ = 0, size_ = 0;
  void* device_ = nullptr;
  std::vector<std::byte> host_;
};

}  // namespace acre::bench
