#pragma once

#include <acre/device/spaces.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

/// Where tests of several processes cut arrays, and on which queues of the host they are.
namespace acre_test {

/// Blocks of random lengths, empty ones among them, on so many processes; some cuts at the
/// multiples of `edge`.
inline std::vector<std::int64_t> random_cuts(std::mt19937_64& dice, std::int64_t n, int processes,
                                             std::int64_t edge = 512)
{
  std::vector<std::int64_t> cuts{0, n};
  for (int p = 1; p < processes; ++p) {
    auto at = static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(n + 1));
    if (dice() % 3 == 0) at = std::min(n, (at + edge - 1) / edge * edge);
    if (dice() % 4 == 0) at = cuts[dice() % cuts.size()];
    cuts.push_back(at);
  }
  std::ranges::sort(cuts);
  return cuts;
}

/// Serial, and three threads where there is OpenMP.
inline std::vector<acre::host> queues()
{
  using namespace acre;
  std::vector<host> all{serial()};
  for (auto const& space : acre::spaces())
    if (space.name == "openmp")
      dispatch("openmp:3", [&](auto const& on) {
        if constexpr (std::is_same_v<std::decay_t<decltype(on)>, host>) all.push_back(on);
      });
  return all;
}

}  // namespace acre_test
