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
/// the order of all: a search for the key at each place by some bits at a time.
namespace acre::distributed::detail {

/// A key: 64 bits, or more of complex numbers.
__extension__ typedef unsigned __int128 search_key;

/// The first 64 bits of the smallest and of the largest key of a sorted row, if it has any, and how
/// many there are; and of all rows together.
struct row_facts {
  std::uint64_t low = ~std::uint64_t{0}, high = 0;
  std::int64_t count = 0;
};

/// How many of a process' sorted keys are less than each of `values`, and how many bits the keys
/// have behind the first 64.
struct count_less {
  std::function<std::vector<std::int64_t>(std::span<search_key const> values)> of;
  int more_bits = 0;
};

/// Whether a cut may go through keys that are equal, or goes before all of them.
enum class equal_keys { cut, together };

/// How far a search goes: to the cut, or on to the key that stands there.
enum class until { cut, key };

/// A search for the keys at some places in the order of all, ascending, each of an element. Of the
/// keys that begin with the bits found so far each process counts its own by their next bits, and
/// tells one of them, another one for each search, the counts' sums; that chooses the bits that the
/// place is in. Ends where all cuts go before all keys of a prefix, or with the last bit.
///
/// Together: at most 8 rounds on up to 256 processes, 16 on up to 1024, else 32, twice as many of
/// keys of 128 bits, of ceil(log2 P) messages of 256 (16, 4) numbers a search in all, and two bytes
/// a search for all.
class key_search {
 public:
  key_search(processes const& all, std::vector<std::int64_t> const& places, until to,
             row_facts const& range, std::int64_t count, count_less const& less);

  /// Of until::key.
  search_key key(std::size_t which) const { return of_[which].prefix; }
  /// How many of this process' elements lie before each place: of equal keys those of lower
  /// processes go first, or all lie behind. Together: where equal keys are cut, ceil(log2 P)
  /// messages of a number for each such cut, and one to all.
  std::vector<std::int64_t> cuts(equal_keys equals) const;

 private:
  /// Keys that begin with `prefix`, this process' elements low … high - 1, contain the place's.
  struct search {
    search_key prefix = 0;
    std::int64_t low = 0, high = 0;
    bool is_found = false;  // the cut goes before them all
  };

  /// Those that processes first … last - 1 choose for.
  std::span<search const> of_of(int first, int last) const;
  template <class T, class F>
  void for_each_told(std::vector<backends::byte_message> const& told, F const& f) const;
  void narrow(int shift);
  /// This process' keys of each search that isn't done, by their next bits. Neighbours that look
  /// among the same keys share the counts.
  std::vector<std::int64_t> counts_of_digits(int shift) const;

  processes const& all_;
  until to_;
  count_less const& less_;
  int digit_bits_;
  std::size_t each_ = 0;  // searches that a process chooses for
  std::vector<search> of_;
  std::vector<std::int64_t>
      rest_;  // of this process' searches: keys of the prefix before the place
};

/// Bounds of p pieces of this process' `count` sorted keys, such that all processes' pieces 0, …,
/// s - 1 together have wanted[s] elements (wanted[0] is 0, wanted[p] all): the first of all keys in
/// ascending order, of equal ones those of lower processes first. Where equal keys stay together,
/// fewer than wanted. `facts`: of all keys. Together: a key_search for each cut that isn't at
/// either end.
piece_bounds split_sorted(processes const& all, std::span<std::int64_t const> wanted,
                          row_facts const& facts, std::int64_t count, count_less const& less,
                          equal_keys equals);

/// count_less of a row on any space.
template <class Word, class Space>
count_less counting(acre::array<Word, 1, Space> const& sorted)
{
  return {[sorted](std::span<search_key const> values) {
    if (sorted.size() == 0 || values.empty()) return std::vector<std::int64_t>(values.size());
    std::vector<Word> const words(values.begin(), values.end());
    return to_vector(evaluate(searchsorted(sorted, from_host(sorted.space(), words))));
  }};
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
