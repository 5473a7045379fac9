#include <acre/distributed/histogram.hpp>

#include <utility>
#include <vector>

#include "all_processes.hpp"
#include "counted.hpp"

namespace acre::scale {

cost counted_histogram(int processes, std::int64_t bins, parameters const& p)
{
  constexpr std::int64_t word = 8;
  all_processes all(processes, p);
  if (bins * processes * word <= distributed::detail::gathered_bytes_at_most) {
    all.all_gather([&](int) { return header + bins * word; });
    return all.total();
  }
  all.all_gather([](int) { return header; });
  // each process' counts of a share of the bins go to the process that adds them, and the sums back
  using messages = std::vector<std::vector<std::pair<int, int>>>;
  messages counts(static_cast<std::size_t>(processes)), sums = counts;
  for (int owner = 0; owner < processes; ++owner) {
    auto const share = static_cast<int>(bins * (owner + 1) / processes - bins * owner / processes);
    if (share == 0) continue;
    for (int r = 0; r < processes; ++r) {
      counts[static_cast<std::size_t>(r)].emplace_back(owner, share);
      sums[static_cast<std::size_t>(owner)].emplace_back(r, share);
    }
  }
  for (auto const* to : {&counts, &sums})
    all.all_to_all(*to, [](int count) { return std::int64_t{word} * count; });
  return all.total();
}

}  // namespace acre::scale
