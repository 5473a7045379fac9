#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "model.hpp"

namespace acre::scale {

/// Bytes before a payload that all gather.
inline constexpr std::int64_t header = 8;

/// Calls that all processes make, one after the other.
class all_processes {
 public:
  all_processes(int count, parameters const& p) : clocks_(p, count)
  {
    for (int r = 0; r < count; ++r) clocks_.begin(r);
  }
  int size() const { return clocks_.size(); }
  cost total() const { return clocks_.total(); }

  /// bytes(rank): what it gives.
  template <class Bytes>
  void all_gather(Bytes const& bytes)
  {
    std::int64_t most = 0, total = 0;
    for (int r = 0; r < size(); ++r) {
      most = std::max(most, bytes(r));
      total += bytes(r);
    }
    auto const number = enter();
    for (int r = 0; r < size(); ++r)
      clocks_.all_gathered(r, number, bytes(r), [&] { return std::pair(most, total); });
  }
  /// bytes(rank): to the process `by` further on.
  template <class Bytes>
  void send_on(int by, Bytes const& bytes)
  {
    int const n = size();
    std::vector<double> there;
    for (int r = 0; r < n; ++r) there.push_back(clocks_.sent(r, bytes(r)));
    for (int r = 0; r < n; ++r) {
      int const from = (r + n - by) % n;
      clocks_.received(r, there[static_cast<std::size_t>(from)], bytes(from));
    }
  }
  /// One message from each process to those in its list, ascending, of bytes(keys).
  template <class Bytes>
  void all_to_all(std::vector<std::vector<std::pair<int, int>>> const& to, Bytes const& bytes_of)
  {
    int const n = size();
    auto const number = enter();
    for (int r = 0; r < n; ++r) clocks_.told_who_sends(r, number);
    struct message {
      int from;
      std::int64_t bytes;
      double there;
    };
    std::vector<std::vector<message>> came(static_cast<std::size_t>(n));
    for (int r = 0; r < n; ++r) {  // that to the process behind goes first
      auto const& list = to[static_cast<std::size_t>(r)];
      auto const first = std::ranges::find_if(list, [r](auto const& m) { return m.first > r; });
      auto const send = [&](auto const& m) {
        auto const [other, keys] = m;
        std::int64_t const bytes = bytes_of(keys);
        if (other != r)
          came[static_cast<std::size_t>(other)].push_back({r, bytes, clocks_.sent(r, bytes)});
      };
      std::for_each(first, list.end(), send);
      std::for_each(list.begin(), first, send);
    }
    for (int r = 0; r < n; ++r) {  // that of the process before comes first
      auto const& list = came[static_cast<std::size_t>(r)];
      auto const first = std::ranges::find_if(list, [r](auto const& m) { return m.from > r; });
      auto const receive = [&](message const& m) { clocks_.received(r, m.there, m.bytes); };
      std::for_each(std::reverse_iterator(first), list.rend(), receive);
      std::for_each(list.rbegin(), std::reverse_iterator(first), receive);
    }
  }

 private:
  std::uint64_t enter()
  {
    std::uint64_t number = 0;
    for (int r = 0; r < size(); ++r) number = clocks_.enter(r);
    return number;
  }

  clocks clocks_;
};

}  // namespace acre::scale
