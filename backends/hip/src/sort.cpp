#include <acre/backends/hip/space.hpp>

#include <string>

#include <hipcub/device/device_radix_sort.hpp>

namespace acre::backends {

template <class Key>
void hip_api::sort_keys(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted,
                        std::int64_t n, int first_bit, int last_bit, stream s)
{
  hipError_t const status =
      hipcub::DeviceRadixSort::SortKeys(scratch, bytes, keys, sorted, n, first_bit, last_bit, s);
  if (status == hipSuccess) return;
  static_cast<void>(hipGetLastError());  // an error that is told needs not be told again
  throw backend_error(std::string("hip: hipCUB's radix sort: ") + hipGetErrorString(status));
}

// Compiled here once, because the vendor's headers are slow to read.
template void hip_api::sort_keys(void*, std::size_t&, std::uint8_t const*, std::uint8_t*,
                                 std::int64_t, int, int, stream);
template void hip_api::sort_keys(void*, std::size_t&, std::uint16_t const*, std::uint16_t*,
                                 std::int64_t, int, int, stream);
template void hip_api::sort_keys(void*, std::size_t&, std::uint32_t const*, std::uint32_t*,
                                 std::int64_t, int, int, stream);
template void hip_api::sort_keys(void*, std::size_t&, std::uint64_t const*, std::uint64_t*,
                                 std::int64_t, int, int, stream);

}  // namespace acre::backends
