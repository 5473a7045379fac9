#pragma once

#include <acre/backends/common/select.hpp>
#include <acre/backends/generic/loops.hpp>

#include <cstdint>

/// See backends/common/select.hpp. A thread has a tile.
namespace acre::backends::generic {

/// counts[i] becomes the sum of those before, and counts[n] that of all.
template <class Backend>
void sum_counts(queue<Backend>& on, std::int64_t n, std::int64_t* counts)
{
  using policy =
      Kokkos::RangePolicy<typename Backend::execution_space, Kokkos::IndexType<std::int64_t>>;
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
  constexpr int bytes = mark_tile / 8;
  for (int byte = 0; byte < bytes; ++byte) {
    unsigned const bits = m.bits[tile * bytes + byte];
    if (bits == 0) continue;
    for (int k = 0; k < 8; ++k)
      if ((bits >> k & 1) != 0) f(tile * mark_tile + byte * 8 + k);
  }
}

/// Marks a tile's elements by is_marked(i), i < count; gives how many.
template <class F>
KOKKOS_INLINE_FUNCTION std::int64_t mark_one_tile(marks const& m, std::int64_t tile,
                                                  std::int64_t count, F const& is_marked)
{
  std::int64_t marked = 0;
  for (std::int64_t i = tile * mark_tile; i < (tile + 1) * mark_tile; i += 8) {
    unsigned bits = 0;
    for (int k = 0; k < 8; ++k)
      if (i + k < count && is_marked(i + k)) {
        bits |= 1u << k;
        ++marked;
      }
    m.bits[i / 8] = static_cast<std::uint8_t>(bits);
  }
  return marked;
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program>
void mark(generic::queue<Backend>& on, std::int64_t count, bool, Program const& program,
          marks const& m)
{
  static_assert(mark_takes<Program>());
  generic::for_each(
      on, "mark", mark_tiles(count), KOKKOS_LAMBDA(std::int64_t tile) {
        auto const row = program.bind(position{});
        m.offsets[tile] = generic::mark_one_tile(m, tile, count, [&](std::int64_t i) {
          return static_cast<bool>(row.template at<true>(i));
        });
      });
  generic::sum_counts(on, mark_tiles(count), m.offsets);
}

template <class Backend, class Program, class Out>
void pick(generic::queue<Backend>& on, std::int64_t count, bool, Program const& program,
          marks const& m, Out* out)
{
  static_assert(pick_takes<Program, Out>());
  generic::for_each(
      on, "pick", mark_tiles(count), KOKKOS_LAMBDA(std::int64_t tile) {
        auto const row = program.bind(position{});
        Out* to = out + m.offsets[tile];
        generic::for_marked(m, tile, [&](std::int64_t i) { *to++ = row.template at<true>(i); });
      });
}

}  // namespace acre::backends
