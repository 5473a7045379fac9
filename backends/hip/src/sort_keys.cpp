#include "sort.hpp"

namespace acre::backends {

/// By hipCUB's sort, as CUDA's by CUB's. Compiled only, not measured.
template <class Key>
void hip_api::sort_keys(void* scratch, std::size_t& bytes, Key const* keys, Key* sorted,
                        std::int64_t n, int first_bit, int last_bit, stream s)
{
  using key = gpu::vendor_key_for<Key, false>;
  require_sorted(
      hipcub::DeviceRadixSort::SortKeys(scratch, bytes, reinterpret_cast<key const*>(keys),
                                        reinterpret_cast<key*>(sorted), n, first_bit, last_bit, s));
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
template void hip_api::sort_keys(void*, std::size_t&, std::int32_t const*, std::int32_t*,
                                 std::int64_t, int, int, stream);
template void hip_api::sort_keys(void*, std::size_t&, std::int64_t const*, std::int64_t*,
                                 std::int64_t, int, int, stream);
template void hip_api::sort_keys(void*, std::size_t&, float const*, float*, std::int64_t, int, int,
                                 stream);
template void hip_api::sort_keys(void*, std::size_t&, double const*, double*, std::int64_t, int,
                                 int, stream);

}  // namespace acre::backends
