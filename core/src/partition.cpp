// Rows partitioned by keys of each size, for every space of the build.
#include <acre/index/detail/partition.hpp>

#include <type_traits>

#include "compiled.hpp"

namespace acre::detail {

template <class Key, class Space>
row_numbers<Space> numbers_by_key(Space const& space, char const* operation, Key const* keys,
                                  Key* sorted_keys, std::int64_t n, int bits)
{
  row_numbers<Space> numbers;
  auto const sort = [&]<class N>(array<N, 1, Space>& sorted) {
    array<N, 1, Space> const in_order = cast<N>(index_of(space, shape_t<1>{n}));
    sorted = array<N, 1, Space>(space, shape_t<1>{n});
    sort_by_bits(space, operation, keys, sorted_keys, in_order.data(), sorted.data(), n, bits);
  };
  if (n <= std::int64_t{0xffffffff})
    sort(numbers.narrow);
  else
    sort(numbers.wide);
  return numbers;
}

/// One group for each row, n > 0; those after the last key are empty. Nothing waits.
template <class Key, class Space>
row_groups<Space> groups_of_keys(Space const& space, char const* operation, Key const* sorted,
                                 std::int64_t n)
{
  row_groups<Space> groups;
  groups.count = n;
  groups.offsets = array<std::int64_t, 1, Space>(space, shape_t<1>{n + 1});
  groups.keys = array<std::int64_t, 1, Space>(space, shape_t<1>{n});
  groups.offsets = n;  // of the groups that there are not, and behind the last
  std::int64_t const tiles = backends::mark_tiles(n);
  array<std::uint8_t, 1, Space> const bits(space, shape_t<1>{tiles * (backends::mark_tile / 8)});
  array<std::int64_t, 1, Space> const before(space, shape_t<1>{tiles + 1});
  array<std::uint64_t, 1, Space> const facts(space, shape_t<1>{facts_words});
  backends::marks const heads{bits.data(), before.data()};
  key_rule<Key> const rule{};
  auto& on = space.queue();
  backends::operation const running(operation, on);
  backends::mark_runs(on, rule, sorted, n, heads,
                      reinterpret_cast<backends::run_facts*>(facts.data()));
  backends::visit_marked(
      on, n, heads,
      place_groups<Key>{sorted, rule, 0, n, -1, groups.offsets.data(), groups.keys.data()});
  return groups;
}

template <class Key, class Space>
row_groups<Space> groups_of_places(Space const& space, char const* operation, Key const* sorted,
                                   std::int64_t n, std::int64_t places)
{
  if constexpr (sizeof(Key) > 1)  // keys of a byte name few places
    if (places > n / 4 + 1024) return groups_of_keys(space, operation, sorted, n);
  row_groups<Space> groups;
  groups.count = places;
  groups.offsets = array<std::int64_t, 1, Space>(space, shape_t<1>{places + 1});
  first_rows<Key> const find{sorted, n, 0, groups.offsets.data()};
  if constexpr (Space::host_accessible) {
    using parts = first_rows_of_part<Key>;
    launch(space, (places + parts::part) / parts::part, parts{find, places + 1});
  } else {
    launch(space, places + 1, find);
  }
  return groups;
}

namespace {

template <class Key, class Space>
void name_partition(compiled*& to)
{
  *to++ = reinterpret_cast<compiled>(numbers_by_key<Key, Space>);
  *to++ = reinterpret_cast<compiled>(groups_of_places<Key, Space>);
}
template <class... Space>
void name_partitions(compiled* to, type_list<Space...>)
{
  (name_partition<std::uint8_t, Space>(to), ...);
  (name_partition<std::uint32_t, Space>(to), ...);
  (name_partition<std::uint64_t, Space>(to), ...);
}

}  // namespace

/// Names them, so that they are compiled.
void name_partitions(compiled* to) { name_partitions(to, all_spaces()); }

}  // namespace acre::detail
