#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/rounding.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <concepts>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

/// New arrays. Each takes the space first; without it, the default space. If a dtype is not named
/// and none follows from an argument it is float64. Work is queued and does not wait, except where
/// elements come from the host. Throws shape_error for a negative extent, out_of_memory with size,
/// shape and dtype. Same bits on every backend.
namespace acre {

/// Uninitialised elements.
template <element T = double, class Space, std::size_t Rank>
array<T, static_cast<int>(Rank), Space> empty(Space const& space,
                                              std::array<std::int64_t, Rank> const& shape)
{
  return {space, shape};
}

/// Uninitialised, with e's dtype, shape and space; C-contiguous. With another dtype:
/// empty_like<float>(e).
template <expression E>
auto empty_like(E const& e)
{
  return array<typename E::value_type, E::rank, typename E::space_type>(e.space(), e.shape());
}
template <element T, expression E>
auto empty_like(E const& e)
{
  return empty<T>(e.space(), e.shape());
}

namespace detail {
/// The dtype where none is named: the value's.
struct of_the_value {};
template <class T, class S>
using full_t = std::conditional_t<std::is_same_v<T, of_the_value>, S, T>;
template <class T, class S>
concept fills = element<full_t<T, S>> && std::convertible_to<S, full_t<T, S>>;
}  // namespace detail

/// Every element the same: full<float>(space, shape, 1), or in the dtype of the value. Throws
/// value_error for an integer that the dtype cannot hold: integer 300 out of bounds for int8
template <class T = detail::of_the_value, class Space, std::size_t Rank, class S = T>
  requires detail::fills<T, S>
auto full(Space const& space, std::array<std::int64_t, Rank> const& shape, S value)
{
  auto a = empty<detail::full_t<T, S>>(space, shape);
  a = value;
  return a;
}
template <element T = double, class Space, std::size_t Rank>
auto zeros(Space const& space, std::array<std::int64_t, Rank> const& shape)
{
  return full<T>(space, shape, T(0));
}
template <element T = double, class Space, std::size_t Rank>
auto ones(Space const& space, std::array<std::int64_t, Rank> const& shape)
{
  return full<T>(space, shape, T(1));
}

/// Every element the same, with e's dtype, shape and space; C-contiguous. Throws value_error for an
/// integer that the dtype cannot hold. With another dtype: zeros_like<float>(e).
template <expression E, scalar S>
auto full_like(E const& e, S value)
{
  auto a = empty_like(e);
  a = value;
  return a;
}
template <element T, expression E, scalar S>
auto full_like(E const& e, S value)
{
  auto a = empty_like<T>(e);
  a = value;
  return a;
}
template <expression E>
auto zeros_like(E const& e)
{
  return full_like(e, typename E::value_type(0));
}
template <element T, expression E>
auto zeros_like(E const& e)
{
  return zeros<T>(e.space(), e.shape());
}
template <expression E>
auto ones_like(E const& e)
{
  return full_like(e, typename E::value_type(1));
}
template <element T, expression E>
auto ones_like(E const& e)
{
  return ones<T>(e.space(), e.shape());
}

/// The indices 0, 1, … of `shape` in C order as an expression: nothing is stored.
template <class Space, std::size_t Rank>
auto index_of(Space const& space, std::array<std::int64_t, Rank> const& shape)
{
  size_of(shape);
  return detail::indices<Space, static_cast<int>(Rank)>(space, shape,
                                                        detail::row_major_strides(shape));
}

namespace detail {

/// Arguments that may stand for the space of a function of this header: no number, no shape.
template <class S>
concept space_argument = requires { typename S::queue_type; };

/// Contiguous data on the host that is neither an array of acre's nor a Kokkos::View.
template <class R>
concept lies_on_host = !expression<R> && !kokkos_view<R> && requires(R const& r) {
  std::size(r);
  requires element<std::remove_cvref_t<decltype(*std::data(r))>>;
};

/// Two or three numbers, not all of one type.
template <class First, class... More>
concept mixed_numbers =
    (sizeof...(More) == 1 || sizeof...(More) == 2) && std::is_arithmetic_v<First> &&
    (std::is_arithmetic_v<More> && ...) && !(std::same_as<First, More> && ...);

/// How many numbers arange() makes; exact for integers of any size.
template <class T>
std::int64_t arange_count(T start, T stop, T step)
{
  if (step == T(0))
    throw value_error(kind_of<T>() == kind::floating ? "float division by zero"
                                                     : "division by zero");
  if constexpr (is_integer<T>) {
    bool const up = step > T(0);
    if (up ? start >= stop : start <= stop) return 0;
    auto const first = static_cast<std::uint64_t>(start), last = static_cast<std::uint64_t>(stop);
    auto const by = static_cast<std::uint64_t>(step);
    std::uint64_t const count = (up ? last - first - 1 : first - last - 1) / (up ? by : 0 - by);
    if (count >= std::uint64_t{INT64_MAX}) throw value_error("Maximum allowed size exceeded");
    return static_cast<std::int64_t>(count + 1);
  } else {
    double const steps = std::ceil((static_cast<double>(stop) - static_cast<double>(start)) /
                                   static_cast<double>(step));
    if (steps != steps) throw value_error("arange: cannot compute length");
    if (steps >= 0x1p63) throw value_error("Maximum allowed size exceeded");
    return steps > 0 ? static_cast<std::int64_t>(steps) : 0;
  }
}

/// The elements of arange() at positions, an expression of integers.
template <class T, class Positions>
auto arange_values(Positions const& at, T start, T step)
{
  using C = computed_t<T>;
  if constexpr (kind_of<T>() == kind::floating) {
    T const second = start + step;
    step = second - start;
  }
  return cast<C>(at) * static_cast<C>(step) + static_cast<C>(start);
}

/// linspace() in an array of so many elements whose positions are `at`, float64. `end(value)`
/// writes its last one.
template <class T, class Array, class Positions, class End>
void fill_linspace(Array& a, Positions const& at, double start, double stop, bool endpoint,
                   End const& end)
{
  auto const rounded = [](auto const& x) {
    if constexpr (is_integer<T>)
      return cast<T>(floor(x));
    else
      return cast<T>(x);
  };
  auto const number = [](double x) { return converted<T>(is_integer<T> ? std::floor(x) : x); };
  std::int64_t const divisions = endpoint ? a.size() - 1 : a.size();
  if (divisions <= 0) {
    a = number(start);
    return;
  }
  double const width = stop - start, step = width / static_cast<double>(divisions);
  if (step != 0)
    a = rounded(at * step + start);
  else  // the step underflows, the products need not
    a = rounded(at / static_cast<double>(divisions) * width + start);
  if (endpoint) end(number(stop));
}
inline void require_samples(std::int64_t count)
{
  if (count < 0)
    throw value_error("Number of samples, " + std::to_string(count) + ", must be non-negative.");
}

}  // namespace detail

/// start, start + step, … below stop (above, for a negative step), computed in T as NumPy does:
/// start + i * ((start + step) - start). Integers and floating point. Throws value_error with
/// NumPy's text for a step of 0 (division by zero) and where the number of elements is NaN (arange:
/// cannot compute length) or too large (Maximum allowed size exceeded).
template <element T, detail::space_argument Space>
array<T, 1, Space> arange(Space const& space, T start, T stop, T step = T(1))
{
  static_assert(detail::kind_of<T>() == detail::kind::floating || detail::is_integer<T>,
                "acre: arange makes real numbers");
  auto a = empty<T>(space, std::array{detail::arange_count(start, stop, step)});
  a = detail::arange_values(index_of(space, a.shape()), start, step);
  return a;
}
/// From 0.
template <element T, detail::space_argument Space>
array<T, 1, Space> arange(Space const& space, T stop)
{
  return arange<T>(space, T(0), stop);
}
/// Arguments of several types give the type that C++ adds them in: arange(0, x.size()), arange(0,
/// 1, 0.1).
template <detail::space_argument Space, class Start, class... Rest>
  requires detail::mixed_numbers<Start, Rest...>
auto arange(Space const& space, Start start, Rest... rest)
{
  using T = std::common_type_t<Start, Rest...>;
  return arange<T>(space, static_cast<T>(start), static_cast<T>(rest)...);
}

/// `count` numbers from start to stop, both included (stop left out without `endpoint`):
/// start + i * ((stop - start) / divisions), the last one exactly stop; rounded down for integers.
/// Throws value_error: Number of samples, -1, must be non-negative.
template <element T = double, detail::space_argument Space>
array<T, 1, Space> linspace(Space const& space, double start, double stop, std::int64_t count = 50,
                            bool endpoint = true)
{
  detail::require_samples(count);
  auto a = empty<T>(space, std::array{count});
  detail::fill_linspace<T>(a, cast<double>(index_of(space, a.shape())), start, stop, endpoint,
                           [&](T last) { a(slice(-1, none)) = last; });
  return a;
}

/// Ones where the column is the row + k, zeros elsewhere; square where `columns` is left out.
template <element T = double, detail::space_argument Space>
array<T, 2, Space> eye(Space const& space, std::int64_t rows, std::int64_t columns,
                       std::int64_t k = 0)
{
  auto const size = shape(rows, columns);
  auto a = empty<T>(space, size);
  using numbers = detail::indices<Space, 2>;
  a = numbers(space, size, {1, 0}, k) == numbers(space, size, {0, 1});
  return a;
}
template <element T = double, detail::space_argument Space>
array<T, 2, Space> eye(Space const& space, std::int64_t n)
{
  return eye<T>(space, n, n);
}

/// Host elements in C order as an array of a shape; copies and waits.
/// Throws value_error if the sizes differ.
template <element T, class Space, std::size_t Rank>
array<T, static_cast<int>(Rank), Space> from_host(Space const& space, std::span<T const> elements,
                                                  std::array<std::int64_t, Rank> const& shape)
{
  if (static_cast<std::int64_t>(elements.size()) != size_of(shape))
    detail::refuse_elements(shape, elements.size());
  auto a = empty<T>(space, shape);
  if (!elements.empty()) space.copy_from_host(a.data(), elements.data(), elements.size_bytes());
  return a;
}
template <element T, detail::space_argument Space>
array<T, 1, Space> from_host(Space const& space, std::initializer_list<T> elements)
{
  return from_host<T>(space, std::span<T const>(elements.begin(), elements.size()),
                      std::array{static_cast<std::int64_t>(elements.size())});
}

/// The rows of a matrix: from_host({{1, 2, 3}, {4, 5, 6}}). Throws value_error where one has not
/// as many elements as the first.
template <element T, detail::space_argument Space>
array<T, 2, Space> from_host(Space const& space,
                             std::initializer_list<std::initializer_list<T>> rows)
{
  std::size_t const columns = rows.size() > 0 ? rows.begin()->size() : 0;
  auto const elements = std::make_unique<T[]>(rows.size() * columns);
  T* at = elements.get();
  for (auto const& row : rows) {
    if (row.size() != columns) detail::refuse_row(&row - rows.begin(), row.size(), columns);
    at = std::copy(row.begin(), row.end(), at);
  }
  return from_host<T>(
      space, std::span<T const>(elements.get(), rows.size() * columns),
      shape(static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(columns)));
}

/// The elements of a std::array, an array of C's, a span; of a vector of bool.
template <detail::space_argument Space, detail::lies_on_host R>
auto from_host(Space const& space, R const& elements)
{
  using T = std::remove_cvref_t<decltype(*std::data(elements))>;
  return from_host<T>(space, std::span<T const>(std::data(elements), std::size(elements)),
                      std::array{static_cast<std::int64_t>(std::size(elements))});
}
template <detail::space_argument Space>
array<bool, 1, Space> from_host(Space const& space, std::vector<bool> const& elements)
{
  auto const all = std::make_unique<bool[]>(elements.size());
  std::copy(elements.begin(), elements.end(), all.get());
  return from_host(space, std::span<bool const>(all.get(), elements.size()));
}

/// A vector's elements, as one row or as a shape.
template <element T, class Space>
array<T, 1, Space> from_host(Space const& space, std::vector<T> const& elements)
{
  return from_host<T>(space, std::span<T const>(elements),
                      std::array{static_cast<std::int64_t>(elements.size())});
}
template <element T, class Space, std::size_t Rank>
auto from_host(Space const& space, std::vector<T> const& elements,
               std::array<std::int64_t, Rank> const& shape)
{
  return from_host<T>(space, std::span<T const>(elements), shape);
}

/// Without a space: the default one.
template <element T = double, std::size_t Rank>
auto empty(std::array<std::int64_t, Rank> const& shape)
{
  return empty<T>(default_space(), shape);
}
template <class T = detail::of_the_value, std::size_t Rank, class S = T>
  requires detail::fills<T, S>
auto full(std::array<std::int64_t, Rank> const& shape, S value)
{
  return full<T>(default_space(), shape, value);
}
template <element T = double, std::size_t Rank>
auto zeros(std::array<std::int64_t, Rank> const& shape)
{
  return zeros<T>(default_space(), shape);
}
template <element T = double, std::size_t Rank>
auto ones(std::array<std::int64_t, Rank> const& shape)
{
  return ones<T>(default_space(), shape);
}
template <std::size_t Rank>
auto index_of(std::array<std::int64_t, Rank> const& shape)
{
  return index_of(default_space(), shape);
}
template <element T>
auto arange(T start, T stop, T step = T(1))
{
  return arange<T>(default_space(), start, stop, step);
}
template <element T>
auto arange(T stop)
{
  return arange<T>(default_space(), stop);
}
template <class Start, class... Rest>
  requires detail::mixed_numbers<Start, Rest...>
auto arange(Start start, Rest... rest)
{
  return arange(default_space(), start, rest...);
}
template <element T = double>
auto linspace(double start, double stop, std::int64_t count = 50, bool endpoint = true)
{
  return linspace<T>(default_space(), start, stop, count, endpoint);
}
template <element T = double>
auto eye(std::int64_t rows, std::int64_t columns, std::int64_t k = 0)
{
  return eye<T>(default_space(), rows, columns, k);
}
template <element T = double>
auto eye(std::int64_t n)
{
  return eye<T>(default_space(), n);
}
template <element T, std::size_t Rank>
auto from_host(std::span<T const> elements, std::array<std::int64_t, Rank> const& shape)
{
  return from_host<T>(default_space(), elements, shape);
}
template <element T>
auto from_host(std::initializer_list<T> elements)
{
  return from_host<T>(default_space(), elements);
}
template <element T>
auto from_host(std::vector<T> const& elements)
{
  return from_host<T>(default_space(), elements);
}
template <element T, std::size_t Rank>
auto from_host(std::vector<T> const& elements, std::array<std::int64_t, Rank> const& shape)
{
  return from_host<T>(default_space(), elements, shape);
}
template <element T>
auto from_host(std::initializer_list<std::initializer_list<T>> rows)
{
  return from_host<T>(default_space(), rows);
}
template <detail::lies_on_host R>
auto from_host(R const& elements)
{
  return from_host(default_space(), elements);
}
inline auto from_host(std::vector<bool> const& elements)
{
  return from_host(default_space(), elements);
}

/// The elements over a larger shape, not copied: broadcast axes have stride 0. Throws shape_error
/// if the shape does not broadcast to `shape`.
template <element T, int Rank, class Space, std::size_t NewRank>
array<T, static_cast<int>(NewRank), Space> broadcast_to(
    array<T, Rank, Space> const& a, std::array<std::int64_t, NewRank> const& shape)
{
  static_assert(int(NewRank) >= Rank, "acre: broadcast_to cannot drop axes");
  shape_t<static_cast<int>(NewRank)> stride{};
  detail::broadcast_strides({a.shape(), a.strides()}, shape, stride);
  using view = array<T, static_cast<int>(NewRank), Space>;
  return detail::node::view<view>(a, detail::node::first(a), shape, stride);
}
template <expression E, std::size_t NewRank>
auto broadcast_to(E const& e, std::array<std::int64_t, NewRank> const& shape)
{
  return broadcast_to(acre::evaluate(e), shape);
}

}  // namespace acre

#include <acre/array/detail/refusals/creation.hpp>
