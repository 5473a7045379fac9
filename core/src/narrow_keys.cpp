// Keys of more than 64 bits, for every space of the build.
#include <acre/error.hpp>
#include <acre/order/detail/row_partition.hpp>

#include <bit>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiled.hpp"

namespace acre::detail {

namespace {

/// Replaces `count` of the keys' numbers from `first` on by that of the group which a row is in by
/// these: 8 bytes a row, and for each column 8 bytes a group.
template <class Space>
void number_groups(Space const& space, std::int64_t rows, packed_keys<Space>& keys,
                   std::size_t first, std::size_t count)
{
  typename row_partition<Space>::key_list sources;
  for (std::size_t n = first; n < first + count; ++n) sources.push_back(keys.numbers[n].source);
  auto by = std::make_unique<row_partition<Space>>(space, rows, sources);
  auto of_rows = std::make_unique<key_source_of<std::int64_t, Space>>(by->group_numbers());
  array<std::int64_t, 1, Space> const groups = by->group_keys();
  std::vector<key_column> places;
  for (std::size_t n = 0; n < count; ++n) places.push_back(by->column(n));
  by.reset();  // what it has sorted
  for (std::size_t c = 0; c < keys.columns.size(); ++c) {
    std::size_t& number = keys.number_of[c];
    if (number >= first + count)
      number -= count - 1;
    else if (number >= first) {
      key_column& column = keys.columns[c];
      key_column const at{0, places[number - first].shift, places[number - first].bits,
                          column.ranks};
      keys.ranks[c] = array<std::int64_t, 1, Space>(
          unary<part_of_key, array<std::int64_t, 1, Space>>({at}, groups));
      column.ranks = keys.ranks[c].data();
      number = first;
    }
  }
  auto const begin = keys.numbers.begin() + static_cast<std::ptrdiff_t>(first);
  keys.numbers.erase(begin + 1, begin + static_cast<std::ptrdiff_t>(count));
  begin->at = {std::uint64_t{1} << 63, 0,  // numbers' ranks begin with that of 0
               static_cast<int>(std::bit_width(static_cast<std::uint64_t>(groups.size() - 1)))};
  begin->source = of_rows.get();
  begin->made = std::move(of_rows);
}

}  // namespace

template <class Space>
void narrow_keys(Space const& space, std::int64_t rows, packed_keys<Space>& keys)
{
  int const of_rows = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(rows)));
  int bits = 0;  // of the numbers before n
  for (std::size_t n = 0; n < keys.numbers.size(); ++n) {
    if (keys.numbers[n].at.bits > of_rows) number_groups(space, rows, keys, n, 1);
    if (bits + keys.numbers[n].at.bits > 64) {
      number_groups(space, rows, keys, 0, n);
      n = 1;
      bits = keys.numbers[0].at.bits;
    }
    bits += keys.numbers[n].at.bits;
    if (bits > 64)  // of more than 2^32 rows
      throw value_error("group_by: the numbers of two columns' different keys among " +
                        std::to_string(rows) + " rows take " + std::to_string(bits) +
                        " bits together, and one sort has 64; group by fewer rows at a time");
  }
}

namespace {

template <class... Space>
void name_narrowings(compiled* to, type_list<Space...>)
{
  ((*to++ = reinterpret_cast<compiled>(narrow_keys<Space>)), ...);
}

}  // namespace

/// Names them, so that they are compiled.
void name_narrowings(compiled* to) { name_narrowings(to, all_spaces()); }

}  // namespace acre::detail
