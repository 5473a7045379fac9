#include <acre/array/copy.hpp>
#include <acre/random/generator.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include "all_processes.hpp"
#include "counted.hpp"

namespace acre::scale {

namespace {

/// The facts of a row; a round's choice.
constexpr std::int64_t facts = 24, choice = 2;

struct search {
  std::uint64_t prefix = 0;
  std::int64_t low = 0, high = 0, place = 0;  // of all keys in order
  bool is_found = false;
};

/// As key_search finds the cuts.
void find_cuts(all_processes& all, std::vector<std::uint64_t> const& keys, std::int64_t elements)
{
  int const size = all.size(), digit_bits = size <= 256 ? 8 : size <= 1024 ? 4 : 2;
  std::uint64_t const digits = std::uint64_t{1} << digit_bits;
  int const bits = std::bit_width(keys.front() ^ keys.back());
  int shift = (bits + digit_bits - 1) / digit_bits * digit_bits;
  std::vector<search> cuts;  // a process has one
  for (int p = 1; p < size; ++p)
    cuts.push_back({shift >= 64 ? 0 : keys.front() >> shift << shift, 0, std::ssize(keys),
                    p * elements, false});
  std::vector<std::int64_t> before;  // numbers of the processes before, twice around
  while (shift > 0 && !std::ranges::all_of(cuts, &search::is_found)) {
    shift -= digit_bits;
    before.assign(1, 0);
    for (int p = 0; p < 2 * size; ++p) {
      auto const k = static_cast<std::size_t>(p % size);
      bool const looks = k < cuts.size() && !cuts[k].is_found;
      before.push_back(before.back() + (looks ? static_cast<std::int64_t>(digits) : 0));
    }
    for (int have = size; have > 1;) {
      int const keep = (have + 1) / 2;
      all.send_on(keep, [&](int r) {
        return 8 * (before[static_cast<std::size_t>(r + have)] -
                    before[static_cast<std::size_t>(r + keep)]);
      });
      have = keep;
    }
    for (auto& s : cuts) {
      if (s.is_found) continue;
      auto const begin = keys.begin();
      std::int64_t low = s.low, high = s.high;
      std::uint64_t digit = 0;
      for (std::uint64_t d = 1; d < digits; ++d) {
        auto const end =
            std::lower_bound(begin + low, begin + s.high, s.prefix | d << shift) - begin;
        if (end > s.place) {
          high = end;
          break;
        }
        low = end;
        digit = d;
      }
      s.prefix |= digit << shift;
      s.low = low;
      s.high = high;
      s.is_found = low == s.place;
    }
    all.all_gather([&](int r) { return r < std::ssize(cuts) ? choice : 0; });
  }
}

/// The place of a number that is not negative among all of float64, as the processes' sort halves
/// them: behind negative ones and -inf, NaNs with a sign are not there.
std::uint64_t rank_of(double x)
{
  constexpr std::uint64_t sign = std::uint64_t{1} << 63, nans = (std::uint64_t{1} << 52) - 1;
  return (std::bit_cast<std::uint64_t>(x) | sign) - nans;
}

}  // namespace

cost counted_sort(int processes, std::int64_t elements, parameters const& p)
{
  all_processes all(processes, p);
  if (processes == 1) {
    all.all_gather([](int) { return header; });
    return all.total();
  }
  generator g(42);
  auto values = to_vector(array<double, 1>(g.uniform(serial(), shape(elements * processes))));
  std::vector<std::pair<std::uint64_t, int>> owned;
  for (std::size_t k = 0; k < values.size(); ++k)
    owned.emplace_back(rank_of(values[k]),
                       static_cast<int>(static_cast<std::int64_t>(k) / elements));
  values = {};
  std::ranges::sort(owned);
  std::vector<std::uint64_t> keys;
  for (auto const& [key, owner] : owned) keys.push_back(key);

  all.all_gather([](int) { return header + facts; });
  find_cuts(all, keys, elements);
  keys = {};
  std::vector<std::vector<std::pair<int, int>>> pieces(static_cast<std::size_t>(processes));
  for (std::size_t k = 0; k < owned.size(); ++k) {
    auto& to = pieces[static_cast<std::size_t>(owned[k].second)];
    int const q = static_cast<int>(static_cast<std::int64_t>(k) / elements);
    if (to.empty() || to.back().first != q) to.emplace_back(q, 0);
    ++to.back().second;
  }
  owned = {};
  all.all_to_all(pieces, [](int) { return 8; });  // their lengths
  all.all_gather([](int) { return header; });
  all.all_to_all(pieces, [](int length) { return std::int64_t{8} * length; });
  return all.total();
}

}  // namespace acre::scale
