#pragma once

#include <acre/array/creation.hpp>
#include <acre/random/detail/law.hpp>
#include <acre/random/detail/quasi.hpp>

#include <span>
#include <utility>

namespace acre {

/// Points first, first + 1, … of Sobol's sequence (Gray-code order, not scrambled), shape
/// (points, dimensions), 1 to 10 dimensions, as an expression; float64 multiples of 2^-32 or
/// float32 ones of 2^-24, [0, 1). Point 0 is the origin. Same bits on every backend. Copies a
/// table of 1280 bytes to the space, which waits. Throws value_error: sobol: 11 dimensions; there
/// are 1 to 10; and for points beyond 2^32.
template <std::floating_point T = double, class Space>
auto sobol(Space const& space, std::int64_t points, int dimensions, std::int64_t first = 0)
{
  auto const d = detail::require_points("sobol", points, dimensions, detail::sobol_dimensions,
                                        first, std::int64_t{1} << 32);
  auto const extent = shape(points, dimensions);
  size_of(extent);
  auto const v = detail::sobol_directions();
  auto table = from_host<std::uint32_t>(space, std::span<std::uint32_t const>(v),
                                        shape(static_cast<std::int64_t>(v.size())));
  using law = detail::sobol_law<T>;
  detail::random_elements<law, Space, 2> points_of(space, extent, first * dimensions, {},
                                                   law{table.data(), d});
  return detail::elements_with_table<law, Space, 2, decltype(table)>(std::move(points_of),
                                                                     std::move(table));
}

/// Points first, first + 1, … of Halton's sequence (not scrambled), shape (points, dimensions),
/// 1 to 40 dimensions (bases 2, 3, 5, … 173), as an expression: the digits of the point's number
/// reversed, as a fraction rounded once (float32: twice), [0, 1). Point 0 is the origin. Same bits
/// on every backend; does not wait. Throws value_error: halton: 41 dimensions; there are 1 to 40;
/// and for points beyond 2^48.
template <std::floating_point T = double, class Space>
auto halton(Space const& space, std::int64_t points, int dimensions, std::int64_t first = 0)
{
  auto const d = detail::require_points("halton", points, dimensions, detail::halton_dimensions,
                                        first, std::int64_t{1} << 48);
  auto const extent = shape(points, dimensions);
  size_of(extent);
  using law = detail::halton_law<T>;
  return detail::random_elements<law, Space, 2>(space, extent, first * dimensions, {}, law{d});
}

}  // namespace acre
