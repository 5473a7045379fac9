#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

/// The order of a reduction, written from its description in backends/common/reduce.hpp; it shares
/// nothing with the library's.
namespace acre_test {

template <class T, class Combine>
T tile_result(T const* v, std::size_t count, std::size_t width, Combine combine)
{
  std::vector<T> lanes;
  for (std::size_t i = 0; i < count; ++i)
    if (i < width)
      lanes.push_back(v[i]);
    else
      lanes[i % width] = combine(lanes[i % width], v[i]);
  while (lanes.size() > 1) {
    std::vector<T> pairs;
    for (std::size_t l = 0; l < lanes.size(); l += 2)
      pairs.push_back(l + 1 < lanes.size() ? combine(lanes[l], lanes[l + 1]) : lanes[l]);
    lanes = pairs;
  }
  return lanes[0];
}

template <class T, class Combine>
T tiled_result(std::vector<T> v, std::size_t lanes, std::size_t items, Combine combine)
{
  std::size_t const tile = lanes * items;
  do {
    std::vector<T> tiles;
    for (std::size_t i = 0; i < v.size(); i += tile)
      tiles.push_back(
          tile_result(&v[i], std::min<std::size_t>(tile, v.size() - i), lanes, combine));
    v = tiles;
  } while (v.size() > 1);
  return v[0];
}

template <class T, class Combine>
T rows_result(std::vector<T> v, Combine combine)
{
  return tiled_result(std::move(v), 64, 64, combine);
}

}  // namespace acre_test
