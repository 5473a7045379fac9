// Passes over index arrays of int32 and int64, for every space of the build.
#include <acre/index/detail/key_words.hpp>
#include <acre/index/detail/picks.hpp>

#include "compiled.hpp"

namespace acre::detail {

template <class Queue, class I, int N>
check_numbers for_picks_in_library(Queue& on, picked_indices<I, N> const& picks, index_mode mode,
                                   pick_row const& row)
{
  return for_picks(on, picks, mode, row);
}

template <class Key, class Space, class I, int N>
void write_keys_in_library(Space const& space, picked_indices<I, N> const& picks, index_mode mode,
                           array<Key, 1, Space> const& to, Key nowhere, std::int32_t* bad)
{
  write_keys_here(space, picks, mode, to, nowhere, bad);
}

namespace {

template <class Space, class I, int N>
void name_passes(compiled*& to)
{
  *to++ = reinterpret_cast<compiled>(for_picks_in_library<typename Space::queue_type, I, N>);
  *to++ = reinterpret_cast<compiled>(write_keys_in_library<std::uint8_t, Space, I, N>);
  *to++ = reinterpret_cast<compiled>(write_keys_in_library<std::uint32_t, Space, I, N>);
  *to++ = reinterpret_cast<compiled>(write_keys_in_library<std::uint64_t, Space, I, N>);
}
template <class... Space>
void name_passes(compiled* to, type_list<Space...>)
{
  (name_passes<Space, std::int32_t, 1>(to), ...);
  (name_passes<Space, std::int32_t, 2>(to), ...);
  (name_passes<Space, std::int64_t, 1>(to), ...);
  (name_passes<Space, std::int64_t, 2>(to), ...);
}

}  // namespace

/// Names them, so that they are compiled.
void name_passes_over_picks(compiled* to) { name_passes(to, all_spaces()); }

}  // namespace acre::detail
