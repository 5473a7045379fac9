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
void select(generic::queue<Backend>& on, std::int64_t count, bool packed,
            Selection const& selection, Out* out, std::int64_t* kept)
{
  std::int64_t const tiles = mark_tiles(count);
  auto const memory = generic::scratch_of<std::int64_t>(on, tiles + 1);
  std::int64_t* const offsets = memory.data();
  generic::for_tiles_of_marks(on, "select", count,
                              generic::select_by_teams<false, Selection, Out>{
                                  selection, count, packed, offsets, out, kept});
  generic::sum_counts(on, tiles, offsets);
  generic::for_tiles_of_marks(
      on, "select", count,
      generic::select_by_teams<true, Selection, Out>{selection, count, packed, offsets, out, kept});
}

}  // namespace acre::backends
