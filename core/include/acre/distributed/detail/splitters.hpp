#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/distributed/detail/pieces.hpp>
#include <acre/order/searchsorted.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// Where sorted rows, one of each process, are cut so that the pieces have the places wanted in
/// the order of all: a search for the key at each place by eight bits at a time.
namespace acre::distributed::detail {

/// The smallest and the largest key of a sorted row, if it has any, and how many there are; and of
/// all rows together.
struct row_facts {
  std::uint64_t low = ~std::uint64_t{0}, high = 0;
  std::int64_t count = 0;
};

/// How many of a process' sorted keys are less than each of `values`.
using count_less = std::function<std::vector<std::int64_t>(std::span<std::uint64_t const> values)>;

/// Whether a cut may go through keys that are equal, or goes before all of them.
enum class equal_keys { cut, together };

/// Bounds of p pieces of this process' `count` sorted keys, such that all processes' pieces 0, …,
/// s - 1 together have wanted[s] elements (wanted[0] is 0, wanted[p] all): the first of all keys in
/// ascending order, of equal ones those of lower processes first. Where equal keys stay together,
/// fewer than wanted. `facts`: of all keys.
///
/// Together: at most 8 rounds, in each of which a process sends 256 numbers to the process behind
/// each cut, and a byte to all; and a number to each of those in the end. Cuts at either end of all
/// keys cost nothing. (Process s looks for wanted[s]: of the 256 parts of the keys that begin with
/// the bits found so far, for the one that the place is in.)
piece_bounds split_sorted(processes const& all, std::span<std::int64_t const> wanted,
                          row_facts const& facts, std::int64_t count, count_less const& less,
                          equal_keys equals);

/// count_less of a row on any space.
template <class Word, class Space>
count_less counting(acre::array<Word, 1, Space> const& sorted)
{
  return [sorted](std::span<std::uint64_t const> values) {
    if (sorted.size() == 0 || values.empty()) return std::vector<std::int64_t>(values.size());
    std::vector<Word> words(values.size());
    for (std::size_t k = 0; k < words.size(); ++k) words[k] = static_cast<Word>(values[k]);
    return to_vector(evaluate(searchsorted(sorted, from_host(sorted.space(), words))));
  };
}

/// Waits.
template <class Word, class Space>
row_facts facts_of(acre::array<Word, 1, Space> const& sorted)
{
  std::int64_t const n = sorted.size();
  if (n == 0) return {};
  return {static_cast<std::uint64_t>(sorted(0).item()),
          static_cast<std::uint64_t>(sorted(n - 1).item()), n};
}
row_facts facts_of_all(gathered const& rows);

}  // namespace acre::distributed::detail
