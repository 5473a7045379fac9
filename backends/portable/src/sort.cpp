#include <acre/backends/generic/sort_body.hpp>
#include <acre/backends/portable/space.hpp>

#include <cstdint>

namespace acre::backends::generic {

using on = queue<portable_backend>;

// clang-format off
#define ACRE_SORTS(Key)                                                                              \
  template struct radix<portable_backend, Key>;                                                      \
  template void radix<portable_backend, Key>::sort_pairs<std::uint32_t>(                             \
      on&, Key const*, Key*, std::uint32_t const*, std::uint32_t*, std::int64_t, int, int);          \
  template void radix<portable_backend, Key>::sort_pairs<std::uint64_t>(                             \
      on&, Key const*, Key*, std::uint64_t const*, std::uint64_t*, std::int64_t, int, int);
// clang-format on
ACRE_SORTS(std::uint8_t)
ACRE_SORTS(std::uint16_t)
ACRE_SORTS(std::uint32_t)
ACRE_SORTS(std::uint64_t)
ACRE_SORTS(std::int32_t)
ACRE_SORTS(std::int64_t)
ACRE_SORTS(float)
ACRE_SORTS(double)

}  // namespace acre::backends::generic
