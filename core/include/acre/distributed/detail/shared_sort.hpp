#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/shared_sort.hpp>  // written by CMake: core/cmake/AcreBackends.cmake
#include <acre/distributed/detail/failures.hpp>
#include <acre/distributed/detail/pieces.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// Sorting over a few processes' CPUs without a merge: all count their keys in the same cells, deal
/// them into the same buckets, give each process the buckets that its share of the order of all
/// lies in, and sort these. A bucket that the end of a share cuts is sorted by both; a large one is
/// dealt again before.
namespace acre::distributed::detail {

template <class T, class Space>
concept sorts_together = std::derived_from<typename Space::queue_type, backends::host::queue> &&
                         backends::host::shared_sort_key<T>;

/// Whether so many keys are: enough for the counts to be few beside them.
inline bool is_sorted_together(processes const& all, std::int64_t count)
{
  return all.size() > 1 && all.size() <= 16 && count / all.size() >= std::int64_t{1} << 16 &&
         count < std::int64_t{1} << 31;
}

/// Buckets that all processes have chosen, of which each has some keys.
template <class Word>
struct dealt_buckets {
  std::vector<std::int64_t> begin;         // in the order of all, and the end
  std::vector<piece_bounds> of;            // of each process, among its own keys
  std::vector<std::optional<Word>> alike;  // all keys of a bucket, which nobody needs to send

  std::size_t size() const { return alike.size(); }
};

/// Chooses buckets for `count` keys, of which this process has n, and puts its own in their order
/// at `to`. Throws on all processes what any has met before. Together.
template <class Key>
auto deal_together(joint_name const& name, processes const& all, backends::host::queue& on,
                   Key const* keys, std::int64_t n, std::int64_t count,
                   backends::host::shared_word<Key>* to, std::optional<failure> failed)
{
  using word = backends::host::shared_word<Key>;
  std::optional<backends::host::shared_deal<Key>> steps;
  std::array<word, 2> range{};
  try_to(failed, [&] {
    steps.emplace(on, keys, n, count);
    range = steps->range();
  });
  auto const size = static_cast<std::size_t>(all.size()),
             rank = static_cast<std::size_t>(all.rank());
  auto const ranges = values_of<std::array<word, 2>>(
      gather_all(all, name, to_bytes(std::span(&std::as_const(range), 1)), failed));
  for (auto const& [least, greatest] : std::span(ranges.data(), size)) {
    range[0] = std::min(range[0], least);
    range[1] = std::max(range[1], greatest);
  }
  if (range[0] == range[1])
    return dealt_buckets<word>{{0, count}, std::vector(size, piece_bounds{0, 0}), {range[0]}};

  auto const counts = steps->count(range[0], range[1]);
  auto const of_all = values_of<std::uint32_t>(gather_all(all, name, to_bytes(counts)));
  auto const of_process = [&](std::size_t p) {
    return std::span(of_all.data() + p * counts.size(), counts.size());
  };
  std::vector<std::uint32_t> of_others(counts.size());
  for (std::size_t p = 0; p < size; ++p)
    for (std::size_t c = 0; c < counts.size() && p != rank; ++c) of_others[c] += of_process(p)[c];
  auto const begin = steps->choose(of_others);
  dealt_buckets<word> made;
  made.begin.assign(begin.begin(), begin.end());
  for (std::size_t p = 0; p < size; ++p) made.of.push_back(steps->bounds(of_process(p)));
  made.alike.resize(begin.size() - 1);
  steps->deal(to);
  return made;
}

/// Deals bucket `which`, whose keys of this process lie in `dealt`, into several. Together.
template <class Word, class Space>
void deal_again(joint_name const& name, processes const& all, dealt_buckets<Word>& buckets,
                std::size_t which, acre::array<Word, 1, Space> const& dealt)
{
  auto const& mine = buckets.of[static_cast<std::size_t>(all.rank())];
  std::int64_t const n = mine[which + 1] - mine[which];
  Word* const place = dealt.data() + mine[which];
  acre::array<Word, 1, Space> own;
  Word const* keys = nullptr;
  std::optional<failure> failed;
  try_to(failed, [&] {
    own = acre::array<Word, 1, Space>(dealt.space(), shape_t<1>{n});
    std::copy_n(place, n, own.data());
    keys = own.data();
  });
  auto const count = buckets.begin[which + 1] - buckets.begin[which];
  auto made = deal_together(name, all, dealt.space().queue(), keys, n, count, place, failed);
  if (made.alike[0]) {
    buckets.alike[which] = made.alike[0];
    return;
  }
  auto const insert = [&](auto& to, auto& from) {
    for (auto& bound : from) bound += to[which];
    to.insert(to.begin() + static_cast<std::ptrdiff_t>(which) + 1, from.begin() + 1,
              from.end() - 1);
  };
  insert(buckets.begin, made.begin);
  for (std::size_t p = 0; p < made.of.size(); ++p) insert(buckets.of[p], made.of[p]);
  buckets.alike.insert(buckets.alike.begin() + static_cast<std::ptrdiff_t>(which), made.size() - 1,
                       std::nullopt);
}

/// The buckets first … last - 1 that keys from … to - 1 of all lie in.
struct bucket_range {
  std::size_t first, last;

  bucket_range(std::span<std::int64_t const> begin, std::int64_t from, std::int64_t to)
      : first(static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), from) -
                                       begin.begin() - 1)),
        last(from == to ? first
                        : static_cast<std::size_t>(
                              std::lower_bound(begin.begin(), begin.end(), to) - begin.begin()))
  {}
};

/// Puts this process' share of all in order into `out`, elements wanted[rank] … wanted[rank + 1] -
/// 1; both arrays are none if it has failed. Throws on all processes what any has met before.
/// Together.
template <class T, class Space>
void sort_together(joint_name const& name, processes const& all, Space const& space,
                   acre::array<T, 1, Space> const& elements,
                   std::vector<std::int64_t> const& wanted, acre::array<T, 1, Space> const& out,
                   std::optional<failure> failed)
{
  using word = backends::host::shared_word<T>;
  using buckets_type = backends::host::shared_buckets<T>;
  using words = acre::array<word, 1, Space>;
  auto const size = static_cast<std::size_t>(all.size()),
             rank = static_cast<std::size_t>(all.rank());
  words dealt, came;
  T const* keys = nullptr;
  word* to_deal = nullptr;
  try_to(failed, [&] {
    dealt = words(space, elements.shape());
    keys = elements.data();
    to_deal = dealt.data();
  });
  auto buckets = deal_together(name, all, space.queue(), keys, wanted[rank + 1] - wanted[rank],
                               wanted.back(), to_deal, failed);
  // what several sort is to be little
  for (std::size_t p = 1; p < size; ++p)
    for (;;) {
      auto const which = bucket_range(buckets.begin, wanted[p], wanted[p]).first;
      if (which == buckets.size() || buckets.begin[which] == wanted[p] || buckets.alike[which] ||
          buckets.begin[which + 1] - buckets.begin[which] <= wanted.back() / all.size() / 32)
        break;
      deal_again(name, all, buckets, which, dealt);
    }

  // of a share's buckets those whose keys are sent: at its ends may be one of a single number
  auto const sent_to = [&](std::size_t p) {
    bucket_range of(buckets.begin, wanted[p], wanted[p + 1]);
    if (of.first < of.last && buckets.alike[of.first]) ++of.first;
    if (of.first < of.last && buckets.alike[of.last - 1]) --of.last;
    return of;
  };
  auto const mine = sent_to(rank);
  auto const keys_of = [&](std::size_t p, bucket_range const& of) {
    return shape_t<1>{buckets.of[p][of.last] - buckets.of[p][of.first]};
  };
  std::vector<std::int64_t> came_at(size);
  std::int64_t coming = 0;
  for (std::size_t p = 0; p < size; ++p) {
    came_at[p] = coming;
    if (p != rank) coming += keys_of(p, mine)[0];
  }
  std::int64_t const from = std::max(wanted[rank], buckets.begin[mine.first]),
                     to = std::max(from, std::min(wanted[rank + 1], buckets.begin[mine.last]));
  std::optional<buckets_type> share;
  try_to(failed, [&] {
    came = words(space, shape_t<1>{coming});
    share.emplace(space.queue(),
                  std::span(buckets.begin).subspan(mine.first, mine.last - mine.first + 1), from,
                  to);
  });
  gather_all(all, name, {}, failed);

  std::vector<array_part<words>> sends, receives;
  std::vector<typename buckets_type::piece> pieces;
  for (std::size_t p = 0; p < size; ++p) {
    auto const* const begin = buckets.of[p].data() + mine.first;
    if (p == rank) {
      pieces.push_back({dealt.data() + begin[0], begin});
      continue;
    }
    auto const there = sent_to(p);
    sends.push_back({static_cast<int>(p), part_of(dealt, shape_t<1>{buckets.of[rank][there.first]},
                                                  keys_of(rank, there))});
    receives.push_back(
        {static_cast<int>(p), part_of(came, shape_t<1>{came_at[p]}, keys_of(p, mine))});
    pieces.push_back({came.data() + came_at[p], begin});
  }
  send_parts(name.operation.c_str(), all, space, sends, receives);
  T* const result = out.data();
  share->sort(pieces, result + (from - wanted[rank]));
  bucket_range const of(buckets.begin, wanted[rank], wanted[rank + 1]);
  for (std::size_t b = of.first; b < of.last; ++b)
    if (auto const& number = buckets.alike[b])
      buckets_type::fill(
          *number, result + (std::max(buckets.begin[b], wanted[rank]) - wanted[rank]),
          result + (std::min(buckets.begin[b + 1], wanted[rank + 1]) - wanted[rank]));
}

}  // namespace acre::distributed::detail
