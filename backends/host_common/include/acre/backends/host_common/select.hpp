#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/select.hpp>
#include <acre/backends/host_common/queue.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace acre::backends {

namespace host {

/// 64 elements' bits.
inline std::uint64_t marked_word(std::uint8_t const* bits)
{
  std::uint64_t word;
  std::memcpy(&word, bits, sizeof word);
  if constexpr (std::endian::native == std::endian::big) {
    word = 0;
    for (int byte = 0; byte < 8; ++byte) word |= std::uint64_t{bits[byte]} << 8 * byte;
  }
  return word;
}

/// The places of a tile's marked elements, ascending, counted from its first element; behind them
/// as many as are written with the last.
struct marked_tile {
  std::uint16_t place[mark_tile + 8];
};
/// Finds them: `count` bits are set of a tile's. (No bit is asked whether it is set where there are
/// many: of random ones half of the answers are guessed wrong, and a guess takes as long as 20
/// elements.)
void marked_places(std::uint8_t const* bits, std::int64_t count, marked_tile& places);

/// A tile's truth values as its bits; returns how many are true.
std::int64_t pack_flags(bool const* flags, std::uint8_t* bits);

/// A tile's truth values, `count` of which are elements from `first` on, and the others false:
/// where they lie if they are memory, or in `memory`.
template <class Program, class Row>
bool const* flags_of(Row const& row, std::int64_t first, std::int64_t count, bool* memory)
{
  if constexpr (requires { row.elements(first); }) {
    if constexpr (std::is_same_v<decltype(row.elements(first)), bool const*>)
      if (count == mark_tile) return row.elements(first);
  }
  std::int64_t k = 0;
  constexpr bool blocks =
      hints_of<Program>::computes_in_blocks || hints_of<Program>::has_compiled_rows;
  if constexpr (blocks && requires { row.template block<64>(first); }) {
    for (; k + 64 <= count; k += 64) {
      auto const values = row.template block<64>(first + k);
      for (int j = 0; j < 64; ++j) memory[k + j] = static_cast<bool>(values.v[j]);
    }
  } else {
    for (; k + 64 <= count; k += 64) {
#pragma GCC ivdep
      for (int j = 0; j < 64; ++j)
        memory[k + j] = static_cast<bool>(row.template at<true>(first + k + j));
    }
  }
  for (; k < count; ++k) memory[k] = static_cast<bool>(row.template at<true>(first + k));
  std::fill(memory + count, memory + mark_tile, false);
  return memory;
}

}  // namespace host

/// See backends/common/select.hpp. A task is a tile.
template <class Program>
void mark(host::queue& on, std::int64_t count, bool, Program const& program, marks const& m)
{
  using namespace host;
  std::int64_t const tiles = mark_tiles(count);
  static_assert(mark_takes<Program>());
  auto const whole = program.bind(position{});
  on.for_tasks("mark", tiles, [&](std::int64_t tile) {
    auto const row = whole;  // a copy, as no element written is one of its members
    std::int64_t const first = tile * mark_tile;
    bool memory[mark_tile];
    m.offsets[tile] = pack_flags(
        flags_of<Program>(row, first, std::min<std::int64_t>(count - first, mark_tile), memory),
        m.bits + tile * (mark_tile / 8));
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
  auto const whole = program.bind(position{});
  on.for_tasks("pick", mark_tiles(count), [&](std::int64_t tile) {
    auto const row = whole;  // a copy, as no element written is one of its members
    std::int64_t const first = tile * mark_tile, marked = m.offsets[tile + 1] - m.offsets[tile];
    Out* const to = out + m.offsets[tile];
    if (marked == 0) return;
    if (marked == mark_tile) {
#pragma GCC ivdep
      for (int k = 0; k < mark_tile; ++k) to[k] = row.template at<true>(first + k);
      return;
    }
    marked_tile places;
    marked_places(m.bits + tile * (mark_tile / 8), marked, places);
    constexpr int some = 8;
    std::int64_t k = 0;
    for (; k + some <= marked; k += some) {
#pragma GCC ivdep
      for (int j = 0; j < some; ++j) to[k + j] = row.template at<true>(first + places.place[k + j]);
    }
    for (; k < marked; ++k) to[k] = row.template at<true>(first + places.place[k]);
  });
}

}  // namespace acre::backends
