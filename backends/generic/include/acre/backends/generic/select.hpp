#pragma once

#include <acre/backends/common/select.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/select_teams.hpp>
#include <acre/backends/generic/team_sums.hpp>

#include <cstdint>

/// See backends/common/select.hpp. A core has a tile, or a team of narrow threads
/// (select_teams.hpp).
namespace acre::backends::generic {

/// counts[i] becomes the sum of those before, and counts[n] that of all.
template <class Backend>
void sum_counts(queue<Backend>& on, std::int64_t n, std::int64_t* counts)
{
  using policy =
      Kokkos::RangePolicy<typename Backend::execution_space, Kokkos::IndexType<std::int64_t>>;
  if constexpr (queue<Backend>::is_wide)
    if (are_few_counts(on, n))  // (a scan of Kokkos' has two kernels)
      return for_teams<team_threads, sum_few_counts::shared>(on, "offsets", 1,
                                                             sum_few_counts{n, counts});
  // (integers: Kokkos may add them in any order)
  Kokkos::parallel_scan(
      tools::listening() ? tools::kernel_name(on, "offsets") : "acre",
      policy(on.instance(), 0, n + 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& before, bool last) {
        std::int64_t const here = i < n ? counts[i] : 0;
        if (last) counts[i] = before;
        before += here;
      });
}

/// f(i) for the marked elements of a tile, in order.
template <class F>
KOKKOS_INLINE_FUNCTION void for_marked(marks const& m, std::int64_t tile, F const& f)
{
  constexpr int bytes = mark_tile / 8, together = 8;
  for (std::int64_t first = tile * bytes; first < (tile + 1) * bytes; first += together) {
    std::uint64_t word = 0;
    for (int byte = 0; byte < together; ++byte)
      word |= std::uint64_t{m.bits[first + byte]} << 8 * byte;
    for (; word != 0; word &= word - 1) f(8 * first + Kokkos::countr_zero(word));
  }
}

/// The places of a tile's marked elements, ascending, counted from its first one, at `places`,
/// which has room for `together` more. (No bit is asked whether it is set, as of random ones half
/// of the answers would be guessed wrong: eight places are written for each byte, and the next
/// byte's begin behind those that it has.)
struct marked_places {
  static constexpr int together = 8;
  struct of_bytes {
    std::uint8_t place[256][together], count[256];
    constexpr of_bytes() : place{}, count{}
    {
      for (int byte = 0; byte < 256; ++byte)
        for (int bit = 0; bit < together; ++bit)
          if ((byte >> bit & 1) != 0) place[byte][count[byte]++] = static_cast<std::uint8_t>(bit);
    }
  };
  std::uint16_t place[mark_tile + together];

  marked_places(std::uint8_t const* bits)
  {
    static constexpr of_bytes set;
    std::uint16_t* to = place;
    for (int byte = 0; byte < mark_tile / 8; ++byte) {
      int const value = bits[byte];
      std::uint16_t eight[together];
      for (int k = 0; k < together; ++k)
        eight[k] = static_cast<std::uint16_t>(set.place[value][k] + 8 * byte);
      for (int k = 0; k < together; ++k) to[k] = eight[k];
      to += set.count[value];
    }
  }
};
/// to[k] = at(place of the k-th of `marked` elements of a tile), on a CPU.
template <class Out, class At>
void pick_one_tile(std::uint8_t const* bits, std::int64_t marked, Out* to, At const& at)
{
  if (marked == 0) return;
  if (marked == mark_tile) {
#pragma GCC ivdep
    for (int k = 0; k < mark_tile; ++k) to[k] = at(k);
    return;
  }
  marked_places const places(bits);
  constexpr int some = 8;
  std::int64_t k = 0;
  for (; k + some <= marked; k += some)
#pragma GCC ivdep
    for (int j = 0; j < some; ++j) to[k + j] = at(places.place[k + j]);
  for (; k < marked; ++k) to[k] = at(places.place[k]);
}

/// Marks a tile's elements by is_marked(i), i < count; gives how many.
template <class F>
KOKKOS_INLINE_FUNCTION std::int64_t mark_one_tile(marks const& m, std::int64_t tile,
                                                  std::int64_t count, F const& is_marked)
{
  constexpr int together = 64;
  std::int64_t marked = 0;
  for (std::int64_t i = tile * mark_tile; i < (tile + 1) * mark_tile; i += together) {
    std::uint8_t flag[together] = {};
    if (i + together <= count)
      for (int k = 0; k < together; ++k) flag[k] = is_marked(i + k) ? 1 : 0;
    else
      for (int k = 0; i + k < count; ++k) flag[k] = is_marked(i + k) ? 1 : 0;
    for (int byte = 0; byte < together / 8; ++byte) {
      std::uint64_t eight = 0;  // to the left by 0, 7, 14 … bits: the upper byte has all
      for (int k = 0; k < 8; ++k) eight |= std::uint64_t{flag[8 * byte + k]} << 8 * k;
      m.bits[i / 8 + byte] = static_cast<std::uint8_t>(eight * 0x0102040810204080u >> 56);
      marked += Kokkos::popcount(eight);
    }
  }
  return marked;
}

template <class Backend, class Program>
void mark_on_cores(queue<Backend>& on, std::int64_t count, Program const& program, marks const& m)
{
  for_each(
      on, "mark", mark_tiles(count), KOKKOS_LAMBDA(std::int64_t tile) {
        auto const row = program.bind(position{});
        m.offsets[tile] = mark_one_tile(m, tile, count, [&](std::int64_t i) {
          return static_cast<bool>(row.template at<true>(i));
        });
      });
}
template <class Backend, class Program, class Out>
void pick_on_cores(queue<Backend>& on, std::int64_t count, Program const& program, marks const& m,
                   Out* out)
{
  for_each(on, "pick", mark_tiles(count), [=](std::int64_t tile) {
    auto const row = program.bind(position{});
    std::int64_t const first = tile * mark_tile;
    pick_one_tile(m.bits + first / 8, m.offsets[tile + 1] - m.offsets[tile], out + m.offsets[tile],
                  [&](int k) { return row.template at<true>(first + k); });
  });
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program>
void mark(generic::queue<Backend>& on, std::int64_t count, bool packed, Program const& program,
          marks const& m)
{
  static_assert(mark_takes<Program>());
  if constexpr (generic::queue<Backend>::is_wide)
    generic::for_tiles_of_marks(on, "mark", count,
                                generic::mark_by_teams<Program>{program, count, packed, m});
  else
    generic::mark_on_cores(on, count, program, m);
  generic::sum_counts(on, mark_tiles(count), m.offsets);
}

template <class Backend, class Program, class Out>
void pick(generic::queue<Backend>& on, std::int64_t count, bool, Program const& program,
          marks const& m, Out* out)
{
  static_assert(pick_takes<Program, Out>());
  if constexpr (generic::queue<Backend>::is_wide)
    generic::for_tiles_of_marks(on, "pick", count,
                                generic::pick_by_teams<Program, Out>{program, m, out});
  else
    generic::pick_on_cores(on, count, program, m, out);
}

}  // namespace acre::backends
