#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/pieces.hpp>
#include <acre/distributed/move.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

/// Results whose number depends on the elements.
namespace acre::distributed::detail {

/// A number of each process. Together.
inline std::vector<std::int64_t> told_to_all(processes const& all, std::int64_t mine)
{
  auto const told = access::of(all).all_gather(to_bytes(std::span<std::int64_t const>(&mine, 1)));
  std::vector<std::int64_t> numbers;
  for (std::size_t p = 0; p < told->size(); ++p) {
    require_length((*told)[p], 1, sizeof mine, "all_gather", static_cast<int>(p));
    std::memcpy(&numbers.emplace_back(), (*told)[p].data(), sizeof mine);
  }
  return numbers;
}

/// The elements that each process has, those of one behind the other's, dealt out as
/// blocks(shape(n)) has them. `lengths`: how many each has. Together.
template <class T, class Space>
array<T, 1, Space> dealt_out(processes const& all, acre::array<T, 1, Space> const& mine,
                             std::vector<std::int64_t> const& lengths)
{
  auto const bounds = bounds_of(lengths);
  auto const whole = shape(bounds.back());
  array<T, 1, Space> const as_they_are(all, mine.space(), blocks(whole, cuts(0, bounds)));
  acre::detail::assign(as_they_are.local(), mine);
  return redistribute(as_they_are, blocks(whole));
}

}  // namespace acre::distributed::detail
