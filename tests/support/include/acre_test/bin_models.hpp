#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace acre_test {

/// Positions of values among ascending edges: what digitize gives, right and left, and of falling
/// edges, and how many values each bin of histogram has.
struct bin_places {
  std::vector<std::int64_t> left, right, falling, bins;
};

template <class T>
bin_places places_among(std::vector<T> const& edges, std::vector<T> const& values)
{
  bin_places model;
  model.bins.resize(edges.size() - 1);
  auto const all = static_cast<std::ptrdiff_t>(edges.size());
  for (T const v : values) {
    auto const below = std::lower_bound(edges.begin(), edges.end(), v) - edges.begin(),
               until = std::upper_bound(edges.begin(), edges.end(), v) - edges.begin();
    bool const is_nan = v != v;
    model.left.push_back(is_nan ? all : below);
    model.right.push_back(is_nan ? all : until);
    model.falling.push_back(is_nan ? 0 : all - until);
    if (!is_nan && until > 0 && v <= edges.back())
      ++model.bins[static_cast<std::size_t>(std::min(until, all - 1) - 1)];
  }
  return model;
}

}  // namespace acre_test
