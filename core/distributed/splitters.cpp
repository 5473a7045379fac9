#include <acre/distributed/detail/splitters.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace acre::distributed::detail {

namespace {

constexpr int digit_bits = 8;
constexpr std::size_t digits = 1 << digit_bits;
using digit_counts = std::array<std::int64_t, digits>;

/// A cut that is looked for: the keys that begin with `prefix`, of which this process' are elements
/// low … high - 1, contain the one at the place.
struct search {
  std::uint64_t prefix = 0;
  std::int64_t low = 0, high = 0;
};
/// What the process knows that looks for it.
struct found_so_far {
  std::vector<std::int64_t> less, equal;  // of each process: keys before the prefix, and with it
};

class splitting {
 public:
  splitting(processes const& all, std::span<std::int64_t const> wanted, row_facts const& range,
            std::int64_t count, count_less const& less)
      : all_(all),
        wanted_(wanted),
        less_(less),
        size_(static_cast<std::size_t>(all.size())),
        me_(static_cast<std::size_t>(all.rank())),
        search_(size_),
        mine_{std::vector<std::int64_t>(size_), std::vector<std::int64_t>(size_)}
  {
    int const bits = range.low >= range.high ? 0 : std::bit_width(range.low ^ range.high);
    // (where all keys are one there is a round, too: how many each process has isn't known)
    int shift = (std::max(bits, 1) + digit_bits - 1) / digit_bits * digit_bits;
    std::uint64_t const common = shift >= 64 ? 0 : range.low >> shift << shift;
    for (auto& s : search_) s = {common, 0, count};
    bool any = false;
    for (std::size_t s = 1; s < size_; ++s) any = any || is_inside(s);
    while (any && shift > 0) narrow(shift -= digit_bits);
  }

  /// Bounds in the row, as split_sorted says.
  piece_bounds bounds(bool keeps_runs) const
  {
    std::vector<std::int64_t> told(size_);
    if (is_inside(me_)) {
      std::int64_t rest = wanted_[me_];
      for (auto const n : mine_.less) rest -= n;
      for (std::size_t p = 0; p < size_; ++p) {
        std::int64_t const taken = keeps_runs ? 0 : std::min(rest, mine_.equal[p]);
        told[p] = mine_.less[p] + taken;
        rest -= taken;
      }
    }
    auto result = exchanged(all_, told);
    std::int64_t const count = search_[0].high;  // nobody narrows the first one
    for (std::size_t s = 0; s < size_; ++s)
      if (!is_inside(s)) result[s] = wanted_[s] == 0 ? 0 : count;
    result.push_back(count);
    return result;
  }

 private:
  bool is_inside(std::size_t s) const
  {
    return s > 0 && wanted_[s] > 0 && wanted_[s] < wanted_[size_];
  }

  void narrow(int shift)
  {
    auto const counts = counts_of_digits(shift);
    std::vector<backends::byte_message> parcels(size_);
    for (std::size_t s = 1; s < size_; ++s)
      if (is_inside(s)) parcels[s] = to_bytes(std::span<std::int64_t const>(counts[s]));
    auto const came = access::of(all_).all_to_all(std::move(parcels));
    auto const digit = static_cast<std::byte>(is_inside(me_) ? choose(came) : 0);
    auto const chosen = access::of(all_).all_gather({digit});
    for (std::size_t s = 1; s < size_; ++s) {
      if (!is_inside(s)) continue;
      auto const d = std::to_integer<std::size_t>((*chosen)[s].at(0));
      auto& now = search_[s];
      for (std::size_t k = 0; k < d; ++k) now.low += counts[s][k];
      now.high = now.low + counts[s][d];
      now.prefix |= std::uint64_t{d} << shift;
    }
  }

  /// This process' keys of each search by their next digit. Neighbours that look among the same
  /// keys share the counts.
  std::vector<digit_counts> counts_of_digits(int shift) const
  {
    std::vector<std::uint64_t> values;
    std::vector<std::size_t> first(size_);  // where a search's begin among the values
    std::size_t last = 0;
    for (std::size_t s = 1; s < size_; ++s) {
      if (!is_inside(s)) continue;
      first[s] = values.size();
      if (last > 0 && search_[s].prefix == search_[last].prefix)
        first[s] = first[last];
      else
        for (std::size_t d = 1; d < digits; ++d)
          values.push_back(search_[s].prefix | std::uint64_t{d} << shift);
      last = s;
    }
    auto const places = less_(values);
    std::vector<digit_counts> counts(size_);
    for (std::size_t s = 1; s < size_; ++s) {
      if (!is_inside(s)) continue;
      std::int64_t before = search_[s].low;
      for (std::size_t d = 0; d < digits; ++d) {
        std::int64_t const end = d + 1 < digits ? places[first[s] + d] : search_[s].high;
        counts[s][d] = end - before;
        before = end;
      }
    }
    return counts;
  }

  /// The digit of the key at the place that this process looks for.
  std::size_t choose(std::vector<backends::byte_message> const& came)
  {
    std::vector<digit_counts> theirs(size_);
    digit_counts sum{};
    for (std::size_t p = 0; p < size_; ++p) {
      require_length(came[p], digits, sizeof(std::int64_t), "sort", static_cast<int>(p));
      std::memcpy(theirs[p].data(), came[p].data(), came[p].size());
      for (std::size_t d = 0; d < digits; ++d) sum[d] += theirs[p][d];
    }
    std::int64_t rest = wanted_[me_];
    for (auto const n : mine_.less) rest -= n;
    std::size_t digit = 0;
    while (digit + 1 < digits && sum[digit] <= rest) rest -= sum[digit++];
    for (std::size_t p = 0; p < size_; ++p) {
      for (std::size_t d = 0; d < digit; ++d) mine_.less[p] += theirs[p][d];
      mine_.equal[p] = theirs[p][digit];
    }
    return digit;
  }

  processes const& all_;
  std::span<std::int64_t const> wanted_;
  count_less const& less_;
  std::size_t size_, me_;
  std::vector<search> search_;
  found_so_far mine_;
};

}  // namespace

piece_bounds split_sorted(processes const& all, std::span<std::int64_t const> wanted,
                          row_facts const& facts, std::int64_t count, count_less const& less,
                          equal_keys equals)
{
  return splitting(all, wanted, facts, count, less).bounds(equals == equal_keys::together);
}

row_facts facts_of_all(gathered const& rows)
{
  row_facts all;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    row_facts theirs;
    std::memcpy(&theirs, rows.of(p).data(), sizeof theirs);
    all.low = std::min(all.low, theirs.low);
    all.high = std::max(all.high, theirs.high);
    all.count += theirs.count;
  }
  return all;
}

}  // namespace acre::distributed::detail
