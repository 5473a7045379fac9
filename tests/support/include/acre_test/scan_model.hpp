#pragma once

#include <acre/backends/common/scan.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

/// Scans by the rule in backends/common/scan.hpp, written from its text: it shares nothing with the
/// library but the sizes.
namespace acre_test {

template <class V, class Combine>
class scan_model {
 public:
  scan_model(std::vector<V> const& v, Combine combine) : combine_(combine)
  {
    using order = acre::backends::scan_order<V>;
    std::size_t const items = order::items, group = order::group, supergroup = order::supergroup;
    std::vector<V> chunks, pieces, tiles, lines, groups, supergroups;
    for (std::size_t begin = 0; begin < v.size(); begin += items) {
      std::size_t const c = begin / items, piece = c / 32, tile = piece / 8, line = tile / 32,
                        g = tile / group, s = g / supergroup;
      if (c > 0 && c % 32 == 0) pieces.push_back(*halves(chunks, c - 32, c));
      if (c > 0 && c % 256 == 0) tiles.push_back(*in_order(pieces, piece - 8, piece));
      if (c > 0 && c % (256 * 32) == 0) lines.push_back(*halves(tiles, tile - 32, tile));
      if (c > 0 && c % (256 * group) == 0)
        groups.push_back(*in_order(lines, line - group / 32, line));
      if (c > 0 && c % (256 * group * supergroup) == 0)
        supergroups.push_back(*in_order(groups, g - supergroup, g));
      auto const in_tile = joined(in_order(pieces, tile * 8, piece), halves(chunks, piece * 32, c));
      auto const in_group =
          joined(in_order(lines, g * group / 32, line), halves(tiles, line * 32, tile));
      auto const outside = joined(in_order(supergroups, 0, s),
                                  joined(in_order(groups, s * supergroup, g), in_group));
      auto const before = joined(outside, in_tile);
      V here = v[begin];
      for (std::size_t i = begin; i < std::min(begin + items, v.size()); ++i) {
        if (i > begin) here = combine(here, v[i]);
        result.push_back(*joined(before, here));
      }
      chunks.push_back(here);
    }
  }
  std::vector<V> result;

 private:
  using fold = std::optional<V>;

  fold joined(fold const& a, fold const& b) const
  {
    return a && b ? fold(combine_(*a, *b)) : a ? a : b;
  }
  V combine(V const& a, V const& b) const { return combine_(a, b); }
  fold in_order(std::vector<V> const& v, std::size_t first, std::size_t last) const
  {
    fold all;
    for (std::size_t i = first; i < last; ++i) all = joined(all, v[i]);
    return all;
  }
  fold halves(std::vector<V> const& v, std::size_t first, std::size_t last) const
  {
    if (first == last) return {};
    if (last - first == 1) return v[first];
    std::size_t half = 1;
    while (2 * half < last - first) half *= 2;
    return joined(halves(v, first, first + half), halves(v, first + half, last));
  }

  Combine combine_;
};

/// The scan of all.
template <class V, class Combine>
std::vector<V> scanned(std::vector<V> const& v, Combine combine)
{
  return scan_model<V, Combine>(v, combine).result;
}

/// C-ordered elements of a shape scanned along an axis.
template <class V, class Combine>
std::vector<V> scanned(std::vector<V> const& v, std::vector<std::int64_t> const& extent, int axis,
                       Combine combine)
{
  std::size_t inner = 1;
  for (std::size_t k = static_cast<std::size_t>(axis) + 1; k < extent.size(); ++k)
    inner *= static_cast<std::size_t>(extent[k]);
  std::size_t const n = static_cast<std::size_t>(extent[static_cast<std::size_t>(axis)]);
  std::vector<V> out = v;
  for (std::size_t k = 0; k < v.size(); k += n * inner)
    for (std::size_t i = 0; i < inner; ++i) {
      std::vector<V> line;
      for (std::size_t e = 0; e < n; ++e) line.push_back(v[k + e * inner + i]);
      line = scanned(line, combine);
      for (std::size_t e = 0; e < n; ++e) out[k + e * inner + i] = line[e];
    }
  return out;
}

}  // namespace acre_test
