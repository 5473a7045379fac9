#pragma once

#include <acre/backends/cuda/space.hpp>

#ifdef ACRE_BENCH_CUSPARSE
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cusparse.h>

/// cuSPARSE's SpMV as a program calls it that keeps its matrix: looked at before, with its memory
/// at hand.
namespace acre::bench {

template <class T>
class sparse_baseline<cuda, T> {
 public:
  static constexpr char const* names[] = {"cusparse", "cusparse_alg2"};

  sparse_baseline(cuda const& space, std::size_t which, std::int64_t rows, std::int64_t columns,
                  std::int64_t nnz, std::int32_t const* offsets, std::int32_t const* indices,
                  T const* data, T const* x, T* y)
      : space_(space), algorithm_(which == 0 ? CUSPARSE_SPMV_CSR_ALG1 : CUSPARSE_SPMV_CSR_ALG2)
  {
    cusparseCreate(&handle_);
    cusparseSetStream(handle_, space.stream());
    cusparseCreateConstCsr(&a_, rows, columns, nnz, offsets, indices, data, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
    cusparseCreateConstDnVec(&x_, columns, x, type);
    cusparseCreateDnVec(&y_, rows, y, type);
    cusparseSpMV_bufferSize(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a_, x_, &zero, y_,
                            type, algorithm_, &bytes_);
    memory_ = space_.allocate(bytes_ + 1);
    cusparseSpMV_preprocess(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a_, x_, &zero, y_,
                            type, algorithm_, memory_);
  }
  sparse_baseline(sparse_baseline const&) = delete;
  ~sparse_baseline()
  {
    cusparseDestroyDnVec(y_);
    cusparseDestroyDnVec(x_);
    cusparseDestroySpMat(a_);
    cusparseDestroy(handle_);
    space_.deallocate(memory_, bytes_ + 1);
  }
  void run()
  {
    cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a_, x_, &zero, y_, type,
                 algorithm_, memory_);
  }

 private:
  static constexpr cudaDataType type = std::is_same_v<T, double> ? CUDA_R_64F : CUDA_R_32F;
  T const one = 1, zero = 0;
  cuda space_;
  cusparseSpMVAlg_t algorithm_;
  cusparseHandle_t handle_{};
  cusparseConstSpMatDescr_t a_{};
  cusparseConstDnVecDescr_t x_{};
  cusparseDnVecDescr_t y_{};
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
};

}  // namespace acre::bench
#endif
