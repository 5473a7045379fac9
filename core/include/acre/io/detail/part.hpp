#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/slice.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

/// Parts of arrays in files, by slices.
namespace acre::io::detail {

/// Of each axis `count` places, `step` apart, from `first` on; step is positive.
struct selection {
  std::vector<std::int64_t> first, count, step;
};

/// What slices select of an array of this shape on a space: read(selection, memory) reads it to the
/// host in C order. What slices take backwards is read forwards and turned.
template <class T, int Rank, class Space, class Read>
array<T, Rank, Space> load_part(Space const& space, std::vector<std::int64_t> const& shape,
                                std::array<slice, Rank> given, Read const& read)
{
  selection part;
  shape_t<Rank> extent{};
  for (int axis = 0; axis < Rank; ++axis) {
    auto const r = acre::detail::resolve(given[axis], shape[axis]);
    bool const backwards = r.step < 0 && r.count > 0;
    part.first.push_back(backwards ? r.first + (r.count - 1) * r.step : r.first);
    part.count.push_back(r.count);
    part.step.push_back(backwards ? -r.step : std::max<std::int64_t>(r.step, 1));
    extent[axis] = r.count;
    given[axis] = backwards ? slice(none, none, -1) : slice();
  }
  array<T, Rank, serial> const on_host(serial(), extent);
  read(part, on_host.data());
  return std::apply([&](auto... order) { return copy_to(space, on_host(order...)); }, given);
}

}  // namespace acre::io::detail
