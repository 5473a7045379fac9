#pragma once

#include <acre/backends/common/select_once.hpp>
#include <acre/backends/generic/select.hpp>

#include <cstdint>

/// See backends/common/select_once.hpp: elements are asked twice, how many are kept and then their
/// values, and nothing is stored but the counts of tiles. (A CPU marks and picks, as what is marked
/// is in its caches then.)
namespace acre::backends {

template <class Backend>
bool selects_at_once(generic::queue<Backend> const&, std::int64_t count, bool)
{
  return generic::queue<Backend>::is_wide && count > 0;
}

template <class Backend, class Selection, class Out>
void select(generic::queue<Backend>& on, std::int64_t count, bool, Selection const& selection,
            Out* out, std::int64_t* kept)
{
  std::int64_t const tiles = mark_tiles(count);
  auto const memory = generic::scratch_of<std::int64_t>(on, tiles + 1);
  std::int64_t* const offsets = memory.data();
  generic::for_each(
      on, "select", tiles, KOKKOS_LAMBDA(std::int64_t tile) {
        auto const row = selection.bind(position{});
        std::int64_t const end = (tile + 1) * mark_tile < count ? (tile + 1) * mark_tile : count;
        std::int64_t all = 0;
        for (std::int64_t i = tile * mark_tile; i < end; ++i) all += row.at(i).keeps.v[0] ? 1 : 0;
        offsets[tile] = all;
      });
  generic::sum_counts(on, tiles, offsets);
  generic::for_each(
      on, "select", tiles, KOKKOS_LAMBDA(std::int64_t tile) {
        auto const row = selection.bind(position{});
        std::int64_t const end = (tile + 1) * mark_tile < count ? (tile + 1) * mark_tile : count;
        Out *to = out + offsets[tile], *const behind = out + offsets[tile + 1];
        constexpr std::int64_t together = 64;
        // each is written, and stays if it is kept, as half of the answers would be guessed wrong
        auto const take = [&](std::int64_t first, std::int64_t last, Out* at) {
          for (std::int64_t j = first; j < last; ++j) {
            auto const e = row.at(j);
            *at = e.value.v[0];
            at += e.keeps.v[0] ? 1 : 0;
          }
          return at;
        };
        for (std::int64_t i = tile * mark_tile; i < end; i += together) {
          std::int64_t const last = i + together < end ? i + together : end;
          if (behind - to > together) {
            to = take(i, last, to);
          } else {  // behind are others'
            Out some[together + 1];
            for (Out *from = some, *const taken = take(i, last, some); from != taken;)
              *to++ = *from++;
          }
        }
        if (tile + 1 == tiles) *kept = offsets[tiles];
      });
}

}  // namespace acre::backends
