#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/slice.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

/// Parts of arrays in files, by slices.
namespace acre::io::detail {

/// `count` places of each axis, `step` apart, from `first` on; step is positive.
struct selection {
  std::vector<std::int64_t> first, count, step;
};

/// Slices of an array's first axes in a file: the parts to read, and for each axis slice(), or
/// slice(none, none, -1) where what slices take backwards is read forwards and turned.
struct selected {
  selection part;
  std::vector<slice> turned;
};

/// Throws value_error for a slice's step of 0, shape_error naming `what` where there are more
/// slices than axes.
selected select(std::vector<std::int64_t> const& shape, std::span<slice const> given,
                std::string const& what);

/// A selection on a space: read(selection, memory) reads it to the host in C order.
template <class T, int Rank, class Space, class Read>
array<T, Rank, Space> load_part(Space const& space, selected const& wanted, Read const& read)
{
  shape_t<Rank> extent{};
  std::array<slice, Rank> turned;
  std::copy_n(wanted.part.count.begin(), Rank, extent.begin());
  std::copy_n(wanted.turned.begin(), Rank, turned.begin());
  array<T, Rank, host> const on_host(serial(), extent);
  read(wanted.part, on_host.data());
  return std::apply([&](auto... order) { return copy_to(space, on_host(order...)); }, turned);
}

}  // namespace acre::io::detail
