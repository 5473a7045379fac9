#pragma once

#include <acre/backends/generic/sort_body.hpp>

#include <cstdint>

// clang-format off
#define ACRE_GENERIC_SORTS_OF(Backend, Key)                                                          \
  template struct acre::backends::generic::radix<Backend, Key>;                                      \
  template void acre::backends::generic::radix<Backend, Key>::sort_pairs<std::uint32_t>(             \
      acre::backends::generic::queue<Backend>&, Key const*, Key*, std::uint32_t const*,              \
      std::uint32_t*, std::int64_t, int, int);                                                       \
  template void acre::backends::generic::radix<Backend, Key>::sort_pairs<std::uint64_t>(             \
      acre::backends::generic::queue<Backend>&, Key const*, Key*, std::uint64_t const*,              \
      std::uint64_t*, std::int64_t, int, int);
/// The sorts that core calls for, compiled for queues of the backend: in one of its sources.
#define ACRE_GENERIC_SORTS(Backend)              \
  ACRE_GENERIC_SORTS_OF(Backend, std::uint8_t)   \
  ACRE_GENERIC_SORTS_OF(Backend, std::uint16_t)  \
  ACRE_GENERIC_SORTS_OF(Backend, std::uint32_t)  \
  ACRE_GENERIC_SORTS_OF(Backend, std::uint64_t)  \
  ACRE_GENERIC_SORTS_OF(Backend, std::int32_t)   \
  ACRE_GENERIC_SORTS_OF(Backend, std::int64_t)   \
  ACRE_GENERIC_SORTS_OF(Backend, float)          \
  ACRE_GENERIC_SORTS_OF(Backend, double)
// clang-format on
