#pragma once

#include <acre/backends/cuda/space.hpp>
#include <acre/backends/gpu_common/vendor_key.hpp>

#include <string>

#include <cub/device/device_radix_sort.cuh>

namespace acre::backends {

inline void require_sorted(cudaError_t status)
{
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is reported needs not be reported again
  throw backend_error(std::string("cuda: CUB's radix sort: ") + cudaGetErrorString(status));
}

}  // namespace acre::backends

CUB_NAMESPACE_BEGIN

template <class T, bool Pairs>
struct NumericTraits<acre::backends::gpu::vendor_key<T, Pairs>> {
  using order = acre::backends::sort_order<T>;
  using UnsignedBits = acre::backends::sort_word<T>;
  static constexpr UnsignedBits LOWEST_KEY = order::bits(0);
  static constexpr UnsignedBits MAX_KEY = order::bits(static_cast<UnsignedBits>(~UnsignedBits{0}));

  static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits bits) { return order::rank(bits); }
  static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits rank)
  {
    return order::bits(rank);
  }
};

/// The type from which CUB takes a key's digits; its own does this for -0.0.
template <class T, bool Pairs>
struct BaseDigitExtractor<acre::backends::gpu::vendor_key<T, Pairs>, false> {
  using UnsignedBits = acre::backends::sort_word<T>;

  static __host__ __device__ UnsignedBits ProcessFloatMinusZero(UnsignedBits rank)
  {
    return acre::backends::gpu::vendor_key<T, Pairs>::digits(rank);
  }
};

CUB_NAMESPACE_END
