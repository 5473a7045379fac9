#include "sort_pairs.hpp"

namespace acre::backends {

template void hip_api::sort_pairs(void*, std::size_t&, std::uint8_t const*, std::uint8_t*,
                                  std::uint32_t const*, std::uint32_t*, std::int64_t, int, int,
                                  stream);
template void hip_api::sort_pairs(void*, std::size_t&, std::uint8_t const*, std::uint8_t*,
                                  std::uint64_t const*, std::uint64_t*, std::int64_t, int, int,
                                  stream);
template void hip_api::sort_pairs(void*, std::size_t&, std::uint16_t const*, std::uint16_t*,
                                  std::uint32_t const*, std::uint32_t*, std::int64_t, int, int,
                                  stream);
template void hip_api::sort_pairs(void*, std::size_t&, std::uint16_t const*, std::uint16_t*,
                                  std::uint64_t const*, std::uint64_t*, std::int64_t, int, int,
                                  stream);
template void hip_api::sort_pairs(void*, std::size_t&, std::uint32_t const*, std::uint32_t*,
                                  std::uint32_t const*, std::uint32_t*, std::int64_t, int, int,
                                  stream);
template void hip_api::sort_pairs(void*, std::size_t&, std::uint32_t const*, std::uint32_t*,
                                  std::uint64_t const*, std::uint64_t*, std::int64_t, int, int,
                                  stream);
template void hip_api::sort_pairs(void*, std::size_t&, std::uint64_t const*, std::uint64_t*,
                                  std::uint32_t const*, std::uint32_t*, std::int64_t, int, int,
                                  stream);
template void hip_api::sort_pairs(void*, std::size_t&, std::uint64_t const*, std::uint64_t*,
                                  std::uint64_t const*, std::uint64_t*, std::int64_t, int, int,
                                  stream);

template std::uint32_t* hip_api::sort_pairs_between(void*, std::size_t&, std::uint8_t const*,
                                                    std::uint8_t*, std::uint32_t*, std::uint32_t*,
                                                    std::int64_t, stream);
template std::uint32_t* hip_api::sort_pairs_between(void*, std::size_t&, std::uint16_t const*,
                                                    std::uint16_t*, std::uint32_t*, std::uint32_t*,
                                                    std::int64_t, stream);
template std::uint32_t* hip_api::sort_pairs_between(void*, std::size_t&, std::uint32_t const*,
                                                    std::uint32_t*, std::uint32_t*, std::uint32_t*,
                                                    std::int64_t, stream);
template std::uint32_t* hip_api::sort_pairs_between(void*, std::size_t&, std::uint64_t const*,
                                                    std::uint64_t*, std::uint32_t*, std::uint32_t*,
                                                    std::int64_t, stream);

}  // namespace acre::backends
