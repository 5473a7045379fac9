#pragma once

#include <acre/backends/gpu_common/vendor_key.hpp>
#include <acre/backends/hip/space.hpp>

#include <string>

#include <hipcub/device/device_radix_sort.hpp>

namespace acre::backends {

inline void require_sorted(hipError_t status)
{
  if (status == hipSuccess) return;
  static_cast<void>(hipGetLastError());  // an error that is reported needs not be reported again
  throw backend_error(std::string("hip: hipCUB's radix sort: ") + hipGetErrorString(status));
}

namespace gpu {

/// The merge of few keys.
template <class T, bool Pairs>
KOKKOS_INLINE_FUNCTION bool operator>(vendor_key<T, Pairs> const& a, vendor_key<T, Pairs> const& b)
{
  using order = sort_order<T>;
  using key = vendor_key<T, Pairs>;
  return key::digits(order::rank(a.bits)) > key::digits(order::rank(b.bits));
}

}  // namespace gpu

}  // namespace acre::backends

BEGIN_ROCPRIM_NAMESPACE

namespace detail {

template <class T, bool Pairs>
struct radix_key_codec_base<acre::backends::gpu::vendor_key<T, Pairs>> {
  using key = acre::backends::gpu::vendor_key<T, Pairs>;
  using bit_key_type = acre::backends::sort_word<T>;

  static __host__ __device__ bit_key_type encode(key k) { return key::order::rank(k.bits); }
  static __host__ __device__ key decode(bit_key_type rank) { return {key::order::bits(rank)}; }
  template <bool Descending>
  static __host__ __device__ unsigned extract_digit(bit_key_type rank, unsigned start,
                                                    unsigned length)
  {
    return static_cast<unsigned>(key::digits(rank) >> start) & ((1u << length) - 1);
  }
};

}  // namespace detail

END_ROCPRIM_NAMESPACE
