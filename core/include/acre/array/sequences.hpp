#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/power.hpp>
#include <acre/math/log.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Sequences and matrices of a rule. Each takes the space first; without it, the default space.
/// Queued. Same bits on every backend.
namespace acre {

/// base^x for x of linspace(start, stop, count, endpoint). Throws as linspace().
template <detail::space_argument Space>
array<double, 1, Space> logspace(Space const& space, double start, double stop,
                                 std::int64_t count = 50, bool endpoint = true, double base = 10)
{
  return evaluate(power(base, linspace(space, start, stop, count, endpoint)));
}
template <class... Rest>
auto logspace(double start, double stop, Rest... rest)
{
  return logspace(default_space(), start, stop, rest...);
}

/// `count` numbers from start to stop, each the same multiple of the one before. Both are above or
/// both below 0. Throws value_error: Geometric sequence cannot include zero; as linspace().
template <detail::space_argument Space>
array<double, 1, Space> geomspace(Space const& space, double start, double stop,
                                  std::int64_t count = 50, bool endpoint = true)
{
  if (start == 0 || stop == 0) throw value_error("Geometric sequence cannot include zero");
  double const sign = start < 0 ? -1 : 1;
  auto a = logspace(space, math::log10(start * sign), math::log10(stop * sign), count, endpoint);
  if (sign < 0) a = -a;
  if (count > 0) a(slice(0, 1)) = start;
  if (count > 1 && endpoint) a(slice(-1, none)) = stop;
  return a;
}
template <class... Rest>
auto geomspace(double start, double stop, Rest... rest)
{
  return geomspace(default_space(), start, stop, rest...);
}

/// Ones on and below the k-th diagonal, zeros above it; square where `columns` is left out. A
/// negative number of rows or columns is none.
template <element T = double, detail::space_argument Space>
array<T, 2, Space> tri(Space const& space, std::int64_t rows, std::int64_t columns,
                       std::int64_t k = 0)
{
  auto const size = shape(std::max<std::int64_t>(rows, 0), std::max<std::int64_t>(columns, 0));
  auto a = empty<T>(space, size);
  using numbers = detail::indices<Space, 2>;
  a = numbers(space, size, {1, 0}, k) >= numbers(space, size, {0, 1});
  return a;
}
template <element T = double, detail::space_argument Space>
array<T, 2, Space> tri(Space const& space, std::int64_t n)
{
  return tri<T>(space, n, n);
}
template <element T = double>
auto tri(std::int64_t rows, std::int64_t columns, std::int64_t k = 0)
{
  return tri<T>(default_space(), rows, columns, k);
}
template <element T = double>
auto tri(std::int64_t n)
{
  return tri<T>(default_space(), n, n);
}

/// The indices of a shape's elements along its axes: result(k) is the index along axis k, NumPy's
/// indices(shape). int64.
template <detail::space_argument Space, std::size_t Rank>
array<std::int64_t, static_cast<int>(Rank) + 1, Space> indices(
    Space const& space, std::array<std::int64_t, Rank> const& shape)
{
  static_assert(Rank < max_rank, "acre: the result would have more than 8 axes");
  shape_t<static_cast<int>(Rank) + 1> extents{static_cast<std::int64_t>(Rank)};
  for (std::size_t axis = 0; axis < Rank; ++axis) extents[axis + 1] = shape[axis];
  auto all = empty<std::int64_t>(space, extents);
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    shape_t<static_cast<int>(Rank)> step{};
    step[axis] = 1;
    all(static_cast<std::int64_t>(axis), ellipsis) =
        detail::indices<Space, static_cast<int>(Rank)>(space, shape, step);
  }
  return all;
}
template <std::size_t Rank>
auto indices(std::array<std::int64_t, Rank> const& shape)
{
  return indices(default_space(), shape);
}

/// The powers of each element of x in a row of its own: from the highest, x^(columns - 1), down to
/// 1; `increasing` the other way round. In x's dtype, of small integers in 64 bits. By repeated
/// multiplication: a kernel a column. Throws shape_error for a negative number of columns.
template <expression E>
auto vander(E const& x, std::int64_t columns, bool increasing = false)
{
  static_assert(E::rank == 1, "acre: vander takes one axis");
  using T = promote_t<typename E::value_type, std::int64_t>;
  auto const base = evaluate(cast<T>(x));
  auto const all = empty<T>(x.space(), shape(base.size(), columns));
  for (std::int64_t k = 0; k < columns; ++k) {
    auto const column = [&](std::int64_t n) { return all(ALL, increasing ? n : columns - 1 - n); };
    if (k == 0)
      column(0) = T(1);
    else
      column(k) = column(k - 1) * base;
  }
  return all;
}
template <expression E>
auto vander(E const& x)
{
  return vander(x, x.shape()[0]);
}

}  // namespace acre

#include <acre/array/detail/refusals/sequences.hpp>
