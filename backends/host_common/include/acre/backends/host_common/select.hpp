#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace acre::backends {

/// See backends/common/select.hpp. A task is a tile.
template <class Program>
void mark(host::queue& on, std::int64_t count, bool, Program const& program, marks const& m)
{
  using namespace host;
  std::int64_t const tiles = mark_tiles(count);
  static_assert(mark_takes<Program>());
  auto const row = program.bind(position{});
  on.for_tasks("mark", tiles, [&](std::int64_t tile) {
    std::int64_t marked = 0;
    for (int byte = 0; byte < mark_tile / 8; ++byte) {
      std::int64_t const first = tile * mark_tile + byte * 8;
      unsigned bits = 0;
      for (int k = 0; k < 8 && first + k < count; ++k)
        bits |= static_cast<unsigned>(static_cast<bool>(row.template at<true>(first + k))) << k;
      m.bits[tile * (mark_tile / 8) + byte] = static_cast<std::uint8_t>(bits);
      marked += std::popcount(bits);
    }
    m.offsets[tile] = marked;
  });
  std::int64_t before = 0;
  for (std::int64_t tile = 0; tile < tiles; ++tile) {
    std::int64_t const marked = m.offsets[tile];
    m.offsets[tile] = before;
    before += marked;
  }
  m.offsets[tiles] = before;
}

template <class Program, class Out>
void pick(host::queue& on, std::int64_t count, bool, Program const& program, marks const& m,
          Out* out)
{
  using namespace host;
  static_assert(pick_takes<Program, Out>());
  auto const row = program.bind(position{});
  on.for_tasks("pick", mark_tiles(count), [&](std::int64_t tile) {
    Out* to = out + m.offsets[tile];
    for (int byte = 0; byte < mark_tile / 8; ++byte) {
      unsigned bits = m.bits[tile * (mark_tile / 8) + byte];
      std::int64_t const first = tile * mark_tile + byte * 8;
      for (; bits != 0; bits &= bits - 1)
        *to++ = row.template at<true>(first + std::countr_zero(bits));
    }
  });
}

}  // namespace acre::backends
