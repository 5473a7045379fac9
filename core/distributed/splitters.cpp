#include <acre/distributed/detail/splitters.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace acre::distributed::detail {

namespace {

constexpr int sums_tag = 4, sums_before_tag = 5;

/// Bits that a round finds. Of a cut for each process 256 of them send 512 KiB each in a round,
/// 4096 128 KiB; fewer bits are more rounds, of log2 P messages one after the other.
int digit_bits_of(int processes) { return processes <= 256 ? 8 : processes <= 1024 ? 4 : 2; }

/// Adds a message of as many numbers.
void add(std::span<std::int64_t> to, std::span<std::byte const> message)
{
  for (std::size_t k = 0; k < to.size(); ++k) {
    std::int64_t theirs = 0;
    std::memcpy(&theirs, message.data() + k * sizeof theirs, sizeof theirs);
    to[k] += theirs;
  }
}

/// Numbers for each process: those of process p begin at bounds[p].
struct numbers_by_process {
  std::vector<std::int64_t> values;
  piece_bounds bounds;

  std::span<std::int64_t> of(int process)
  {
    auto const p = static_cast<std::size_t>(process) % (bounds.size() - 1);
    return std::span(values).subspan(static_cast<std::size_t>(bounds[p]),
                                     static_cast<std::size_t>(bounds[p + 1] - bounds[p]));
  }
};

/// The sums over all processes of the numbers for this one. ceil(log2 P) messages, in all of the
/// numbers for the others once: Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce
/// Algorithms", 2024. Together.
std::span<std::int64_t const> sums_of_all(processes const& all, numbers_by_process& mine)
{
  auto& transport = access::of(all);
  int const size = all.size(), me = all.rank();
  for (int have = size; have > 1;) {  // sums for this process and the have - 1 behind it
    int const keep = (have + 1) / 2, from = (me + size - keep) % size;
    std::vector<std::int64_t> part;
    for (int k = keep; k < have; ++k) {
      auto const numbers = mine.of(me + k);
      part.insert(part.end(), numbers.begin(), numbers.end());
    }
    transport.send((me + keep) % size, sums_tag, to_bytes(std::span<std::int64_t const>(part)));
    auto const came = transport.receive(from, sums_tag);
    std::int64_t expected = 0;
    for (int k = 0; k < have - keep; ++k) expected += std::ssize(mine.of(me + k));
    require_length(came, expected, sizeof(std::int64_t), "sort", from);
    std::span<std::byte const> rest(came);
    for (int k = 0; k < have - keep; ++k) {
      auto const numbers = mine.of(me + k);
      add(numbers, rest);
      rest = rest.subspan(numbers.size_bytes());
    }
    have = keep;
  }
  return mine.of(me);
}

/// Sums of what the processes before this one have. ceil(log2 P) messages. Together.
std::vector<std::int64_t> sums_before(processes const& all, std::vector<std::int64_t> so_far)
{
  auto& transport = access::of(all);
  std::vector<std::int64_t> before(so_far.size());
  for (int distance = 1; distance < all.size(); distance *= 2) {
    if (all.rank() + distance < all.size())
      transport.send(all.rank() + distance, sums_before_tag,
                     to_bytes(std::span<std::int64_t const>(so_far)));
    if (all.rank() < distance) continue;
    int const from = all.rank() - distance;
    auto const came = transport.receive(from, sums_before_tag);
    require_length(came, std::ssize(before), sizeof(std::int64_t), "sort", from);
    add(before, came);
    add(so_far, came);
  }
  return before;
}

int bits_of(search_key key)
{
  auto const high = static_cast<std::uint64_t>(key >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(key));
}

/// What a search's process tells all behind a round.
struct choice {
  std::uint8_t digit = 0, is_found = 0;
};

}  // namespace

key_search::key_search(processes const& all, std::vector<std::int64_t> const& places, until to,
                       row_facts const& range, std::int64_t count, count_less const& less)
    : all_(all), to_(to), less_(less), digit_bits_(digit_bits_of(all.size()))
{
  auto const size = static_cast<std::size_t>(all.size());
  each_ = (places.size() + size - 1) / size;
  search_key const behind = (search_key{1} << less.more_bits) - 1,
                   low = search_key{range.low} << less.more_bits,
                   high = search_key{range.high} << less.more_bits | behind;
  int const bits = low >= high ? 0 : bits_of(low ^ high);
  int shift = (bits + digit_bits_ - 1) / digit_bits_ * digit_bits_;
  search_key const common = shift >= 128 ? 0 : low >> shift << shift;
  for (auto const place : places) of_.push_back({common, 0, count, to == until::cut && place == 0});
  rest_.assign(places.begin() + std::ssize(of_of(0, all.rank())),
               places.begin() + std::ssize(of_of(0, all.rank() + 1)));
  while (shift > 0 && !std::ranges::all_of(of_, &search::is_found)) narrow(shift -= digit_bits_);
}

std::vector<std::int64_t> key_search::cuts(equal_keys equals) const
{
  std::vector<std::int64_t> cuts, equal;
  for (auto const& s : of_) cuts.push_back(s.low);
  for (auto const& s : of_)
    if (!s.is_found) equal.push_back(s.high - s.low);
  if (equals == equal_keys::together || equal.empty()) return cuts;
  auto const lower = sums_before(all_, equal);
  auto const told = access::of(all_).all_gather(to_bytes(std::span<std::int64_t const>(rest_)));
  std::size_t k = 0;
  for_each_told<std::int64_t>(*told, [&](search const& s, std::int64_t rest) {
    if (s.is_found) return;
    cuts[static_cast<std::size_t>(&s - of_.data())] +=
        std::clamp<std::int64_t>(rest - lower[k], 0, equal[k]);
    ++k;
  });
  return cuts;
}

std::span<key_search::search const> key_search::of_of(int first, int last) const
{
  auto const at = [this](int p) {
    return std::min(of_.size(), static_cast<std::size_t>(p) * each_);
  };
  return std::span(of_).subspan(at(first), at(last) - at(first));
}

template <class T, class F>
void key_search::for_each_told(std::vector<backends::byte_message> const& told, F const& f) const
{
  for (int p = 0; p < all_.size(); ++p) {
    auto const searches = of_of(p, p + 1);
    auto const& m = told[static_cast<std::size_t>(p)];
    require_length(m, std::ssize(searches), sizeof(T), "sort", p);
    for (std::size_t k = 0; k < searches.size(); ++k) {
      T value;
      std::memcpy(&value, m.data() + k * sizeof(T), sizeof(T));
      f(searches[k], value);
    }
  }
}

void key_search::narrow(int shift)
{
  std::size_t const digits = std::size_t{1} << digit_bits_;
  auto const counts = counts_of_digits(shift);
  numbers_by_process by_process{counts, {0}};
  for (int p = 0; p < all_.size(); ++p)
    by_process.bounds.push_back(by_process.bounds.back() +
                                std::ranges::count(of_of(p, p + 1), false, &search::is_found) *
                                    static_cast<std::int64_t>(digits));
  auto sums = sums_of_all(all_, by_process);
  std::vector<choice> chosen;
  for (auto const& s : of_of(all_.rank(), all_.rank() + 1)) {
    auto& rest = rest_[chosen.size()];
    auto& c = chosen.emplace_back();
    if (s.is_found) continue;
    while (c.digit + 1u < digits && sums[c.digit] <= rest) rest -= sums[c.digit++];
    c.is_found = to_ == until::cut && rest == 0;
    sums = sums.subspan(digits);
  }
  auto const told = access::of(all_).all_gather(to_bytes(std::span<choice const>(chosen)));
  std::span<std::int64_t const> mine(counts);
  for_each_told<choice>(*told, [&](search const& before, choice c) {
    if (before.is_found) return;
    auto& now = of_[static_cast<std::size_t>(&before - of_.data())];
    for (std::size_t d = 0; d < c.digit; ++d) now.low += mine[d];
    now.high = now.low + mine[c.digit];
    now.prefix |= search_key{c.digit} << shift;
    now.is_found = c.is_found != 0;
    mine = mine.subspan(digits);
  });
}

std::vector<std::int64_t> key_search::counts_of_digits(int shift) const
{
  std::size_t const digits = std::size_t{1} << digit_bits_;
  std::vector<search_key> values;
  std::vector<std::size_t> first;  // where a search's begin among them
  search const* last = nullptr;
  for (auto const& s : of_) {
    if (s.is_found || s.low == s.high) continue;
    if (last == nullptr || last->prefix != s.prefix) {
      first.push_back(values.size());
      for (std::size_t d = 1; d < digits; ++d) values.push_back(s.prefix | search_key{d} << shift);
    } else {
      first.push_back(first.back());
    }
    last = &s;
  }
  auto const places = less_.of(values);
  std::vector<std::int64_t> counts;
  std::size_t k = 0;
  for (auto const& s : of_) {
    if (s.is_found) continue;
    counts.resize(counts.size() + digits);
    if (s.low == s.high) continue;
    std::int64_t before = s.low;
    for (std::size_t d = 0; d < digits; ++d) {
      std::int64_t const end = d + 1 < digits ? places[first[k] + d] : s.high;
      counts[counts.size() - digits + d] = end - before;
      before = end;
    }
    ++k;
  }
  return counts;
}

piece_bounds split_sorted(processes const& all, std::span<std::int64_t const> wanted,
                          row_facts const& facts, std::int64_t count, count_less const& less,
                          equal_keys equals)
{
  std::vector<std::int64_t> places;
  for (auto const place : wanted)
    if (place > 0 && place < facts.count) places.push_back(place);
  auto const found = key_search(all, places, until::cut, facts, count, less).cuts(equals);
  piece_bounds bounds;
  auto next = found.begin();
  for (auto const place : wanted)
    bounds.push_back(place <= 0 ? 0 : place >= facts.count ? count : *next++);
  return bounds;
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
