#include <acre/backends/cuda/space.hpp>

#include <string>

#include <cub/device/device_radix_sort.cuh>

namespace acre::backends {

template <class Key>
void cuda_api::sort_keys(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted,
                         std::int64_t n, int first_bit, int last_bit, stream s)
{
  cudaError_t const status =
      cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, sorted, n, first_bit, last_bit, s);
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is told needs not be told again
  throw backend_error(std::string("cuda: CUB's radix sort: ") + cudaGetErrorString(status));
}

// Compiled here once, because the vendor's headers are slow to read.
template void cuda_api::sort_keys(void*, std::size_t&, std::uint8_t const*, std::uint8_t*,
                                  std::int64_t, int, int, stream);
template void cuda_api::sort_keys(void*, std::size_t&, std::uint16_t const*, std::uint16_t*,
                                  std::int64_t, int, int, stream);
template void cuda_api::sort_keys(void*, std::size_t&, std::uint32_t const*, std::uint32_t*,
                                  std::int64_t, int, int, stream);
template void cuda_api::sort_keys(void*, std::size_t&, std::uint64_t const*, std::uint64_t*,
                                  std::int64_t, int, int, stream);

}  // namespace acre::backends
