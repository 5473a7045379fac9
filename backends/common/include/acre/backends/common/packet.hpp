#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre::backends {

/// W neighbouring elements, moved as one memory access where 16 bytes allow it.
template <class T, int W>
struct alignas(sizeof(T) * W <= 16 ? sizeof(T) * W : 16) packet {
  T v[W];
};

/// Elements of `size` bytes that one 16-byte access holds (at least 1, at most 8).
constexpr int packet_width(int size) { return size >= 16 ? 1 : size >= 2 ? 16 / size : 8; }

}  // namespace acre::backends
