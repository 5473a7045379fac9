#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/index/detail/take_along.hpp>

#include <array>
#include <string>

namespace acre {

/// The indices along the axes of a shape of the element that is number `index` in C order: where an
/// argmax() lies. From the end where negative. On the host. Throws index_error: index 24 is out of
/// bounds for array with size 24
///
/// ```cpp
/// auto const m = from_host({{1, 5, 2}, {4, 3, 0}});
/// auto const [row, column] = unravel_index(argmax(m).item(), m.shape());
/// std::cout << row << ' ' << column << ' ' << ravel_multi_index({0, 2}, m.shape()) << '\n';
/// ```
/// ```text
/// 0 1 2
/// ```
template <std::size_t Rank>
std::array<std::int64_t, Rank> unravel_index(std::int64_t index,
                                             std::array<std::int64_t, Rank> const& shape)
{
  std::int64_t const n = size_of(shape);
  if (index < -n || index >= n)
    throw index_error("index " + std::to_string(index) + " is out of bounds for array with size " +
                      std::to_string(n));
  if (index < 0) index += n;
  std::array<std::int64_t, Rank> at{};
  for (std::size_t axis = Rank; axis-- > 0; index /= shape[axis]) at[axis] = index % shape[axis];
  return at;
}
/// Indices of many numbers: an int64 array for each axis, in the numbers' shape. Throws index_error
/// at the next synchronisation: index 24 is out of bounds for axis 0 with size 24 (in acre::take,
/// …). Same bits and same errors on every backend.
template <expression I, std::size_t Rank>
auto unravel_index(I const& index, std::array<std::int64_t, Rank> const& shape,
                   std::source_location where = std::source_location::current())
{
  using space = typename I::space_type;
  auto const n = acre::shape(size_of(shape));
  // nothing is looked up, but the index is looked at
  auto const nought = broadcast_to(zeros<std::int64_t>(index.space(), acre::shape(1)), n);
  array<std::int64_t, I::rank, space> const whole =
      acre::where(index < 0, index + n[0], index) +
      detail::take_along(nought, index, 0, index_mode::raise, std::int64_t{0}, where);
  std::array<array<std::int64_t, I::rank, space>, Rank> at{};
  std::int64_t step = 1;
  for (std::size_t axis = Rank; axis-- > 0; step *= shape[axis])
    at[axis] = array<std::int64_t, I::rank, space>(whole / step % shape[axis]);
  return at;
}

/// The number in C order of the element at these indices: what unravel_index() takes apart.
/// Negative ones count from the end. Throws index_error: index 6 is out of bounds for axis 0 with
/// size 6
template <std::size_t Rank>
std::int64_t ravel_multi_index(std::array<std::int64_t, Rank> const& at,
                               std::array<std::int64_t, Rank> const& shape)
{
  std::int64_t index = 0;
  for (std::size_t axis = 0; axis < Rank; ++axis)
    index = index * shape[axis] + detail::resolve(at[axis], shape[axis], static_cast<int>(axis));
  return index;
}

}  // namespace acre

#include <acre/index/detail/refusals/unravel_index.hpp>
