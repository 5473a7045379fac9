#pragma once

#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/in_float.hpp>
#include <acre/order/detail/nth_elements.hpp>
#include <acre/order/detail/nth_of_rows.hpp>
#include <acre/order/detail/quantile_rule.hpp>
#include <acre/order/sort.hpp>
#include <acre/reduce/detail/over_axes.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <limits>
#include <vector>

/// Quantiles from elements in order: of rows that are sorted (sorted_rows() below, the kernels of
/// backends/common/sort.hpp), or of the few elements that are needed, of a whole array
/// (nth_elements.hpp, the kernels of backends/common/count.hpp) or of rows (nth_of_rows.hpp).
namespace acre::detail {

/// Throws value_error unless 0 <= q <= 1 for all, after dividing by `percent`.
std::vector<double> checked_quantiles(std::vector<double> q, bool percent);
/// Throws value_error unless it is inverted_cdf, the one that takes weights.
void require_weighted_method(quantile_method method);
[[noreturn]] void refuse_quantile_of_nothing();

/// Rows of elements in order, or of each those that are looked for.
template <class T>
struct ordered_rows {
  T const* values;
  std::int64_t length;  // of a row
  bool selected;
  int count;                           // of those selected of a row,
  std::int64_t number[most_selected];  // and their numbers in order

  KOKKOS_INLINE_FUNCTION T at(std::int64_t row, std::int64_t n) const
  {
    if (!selected) return values[row * length + n];
    for (int e = 0; e < count; ++e)
      if (number[e] == n) return values[row * count + e];
    return T{};
  }
  /// How many of the first `of` elements of a row are numbers: NaNs are last.
  KOKKOS_INLINE_FUNCTION std::int64_t numbers(std::int64_t row, std::int64_t of) const
  {
    std::int64_t low = 0;
    while (low < of) {
      std::int64_t const half = low + (of - low) / 2;
      if (is_nan_value(at(row, half)))
        of = half;
      else
        low = half + 1;
    }
    return low;
  }
};

/// b - a of a that isn't larger, exact for integers.
template <class T>
KOKKOS_INLINE_FUNCTION auto distance_of(T a, T b)
{
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(b - a);
  else if constexpr (sizeof(T) == 8)
    return static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
  else
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a));
}

/// Result of two neighbours in order: an interpolated value of dtype R, as NumPy's _lerp.
struct interpolated {
  template <class R, class T>
  KOKKOS_INLINE_FUNCTION static R value(T a, T b, double gamma)
  {
    auto const distance = static_cast<R>(distance_of(a, b));
    return gamma >= 0.5 ? static_cast<R>(b) - distance * static_cast<R>(1 - gamma)
                        : static_cast<R>(a) + distance * static_cast<R>(gamma);
  }
};
/// The first of both.
struct first_of_both {
  template <class R, class T>
  KOKKOS_INLINE_FUNCTION static R value(T a, T, double)
  {
    return static_cast<R>(a);
  }
};
/// Their mean, as NumPy's median has it.
struct middle {
  template <class R, class T>
  KOKKOS_INLINE_FUNCTION static R value(T a, T b, double gamma)
  {
    R const x = static_cast<R>(a);
    return gamma == 0.5 ? (x + static_cast<R>(b)) / 2 : x;
  }
};

/// Some quantiles of each row, element e being quantile e / rows of row e % rows.
template <class T, class R, class Value>
struct quantiles_of_rows {
  static constexpr int most = 8;
  ordered_rows<T> from;
  std::int64_t rows, numbers;  // numbers: of a row that are not NaN, where they were counted, or -1
  bool skip_nan;
  quantile_method method;
  double q[most];
  R none;  // NaN, where R has it
  R* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const
  {
    std::int64_t const row = e % rows;
    std::int64_t n = from.length;
    if constexpr (std::is_floating_point_v<T>) {
      if (skip_nan) {
        n = numbers >= 0 ? numbers : from.numbers(row, n);
        if (n == 0) {
          to[e] = none;
          return;
        }
      } else if (is_nan_value(from.at(row, n - 1))) {
        to[e] = none;
        return;
      }
    }
    quantile_place const p = method.place(n, q[e / rows]);
    to[e] = Value::template value<R>(from.at(row, p.previous), from.at(row, p.next), p.gamma);
  }
};

/// x's elements with the masked axes last, in rows, also of what broadcasts to x's shape.
template <class T, class E, class Shape, class Mask>
auto lines_of(E const& x, Shape const& shape, Mask const& mask, std::int64_t rows,
              std::int64_t length)
{
  using space = typename E::space_type;
  constexpr int rank = static_cast<int>(std::tuple_size_v<Shape>);
  array<T, 2, space> const lines(x.space(), shape_t<2>{rows, length});
  shape_t<rank> stride{};
  std::int64_t step = 1;
  for (bool const reduced : {true, false})
    for (int axis = rank - 1; axis >= 0; --axis)
      if (mask[axis] == reduced) {
        stride[axis] = step;
        step *= shape[axis];
      }
  assign(array<T, rank, space>(lines.space(), lines.owner(), lines.data(), shape, stride), x);
  return lines;
}

/// Likewise, each row sorted.
template <class E>
auto sorted_rows(E const& x, axis_mask<E::rank> const& mask, std::int64_t rows, std::int64_t length)
{
  return sort(lines_of<typename E::value_type>(x, x.shape(), mask, rows, length))
      .reshape(shape_t<1>{-1});
}

/// Compile-time check of dtype and result rank.
template <class T, int Rank>
struct takes_quantiles {
  static_assert(kind_of<T>() != kind::complex,
                "acre: complex numbers have no order to take quantiles in");
  static_assert(Rank <= max_rank, "acre: the result would have more than 8 axes");
};

/// Room for quantiles of x over the masked axes: an array of R whose first axis (if OfList) is that
/// of their `count` numbers.
template <class R, bool OfList, int OutRank, class E>
auto room_for_quantiles(E const& x, axis_mask<E::rank> const& mask, std::size_t count)
{
  constexpr int rank = OutRank + (OfList ? 1 : 0);
  [[maybe_unused]] takes_quantiles<typename E::value_type, rank> const checked;
  shape_t<OutRank> left{};
  reduced_shape(x.shape(), mask, left);
  shape_t<rank> extent{};
  if constexpr (OfList) extent[0] = static_cast<std::int64_t>(count);
  std::copy(left.begin(), left.end(), extent.end() - OutRank);
  return array<R, rank, typename E::space_type>(x.space(), extent);
}

/// The quantiles q of x over the masked axes.
template <class R, class Value, bool OfList, int OutRank, class E>
auto quantiles(E const& x, axis_mask<E::rank> const& mask, std::vector<double> const& q,
               quantile_method method, bool skip_nan)
{
  using T = typename E::value_type;
  constexpr bool floating = std::is_floating_point_v<T>;
  auto out = room_for_quantiles<R, OfList, OutRank>(x, mask, q.size());
  if (out.size() == 0) return out;
  std::int64_t const length = reduced_count(x.shape(), mask),
                     rows = out.size() / (OfList ? std::ssize(q) : 1);
  if (length == 0) {
    if constexpr (std::is_floating_point_v<R>) {
      if (skip_nan || std::is_same_v<Value, middle>) {
        out = std::numeric_limits<R>::quiet_NaN();
        return out;
      }
    }
    refuse_quantile_of_nothing();
  }
  skip_nan = skip_nan && floating;

  quantiles_of_rows<T, R, Value> kernel{
      {}, rows, -1, skip_nan, method, {}, std::numeric_limits<R>::quiet_NaN(), nullptr};
  kernel.from.length = length;
  array<T, 1, typename E::space_type> ordered;
  bool const of_all = rows == 1 && length >= worth_selecting,
             of_rows = !of_all && !skip_nan && selects_rows<typename E::space_type>(rows, length);
  if (of_all || of_rows) {
    std::int64_t numbers = length;
    if (skip_nan) numbers = kernel.numbers = length - count_nan(x);
    std::vector<std::int64_t> wanted;
    if (floating && !skip_nan) wanted.push_back(length - 1);
    for (double const at : q) {
      if (numbers == 0 || wanted.size() > 64) break;
      auto const p = method.place(numbers, at);
      wanted.push_back(p.previous);
      wanted.push_back(p.next);
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    if (wanted.size() <= most_selected) {
      kernel.from.selected = true;
      kernel.from.count = static_cast<int>(wanted.size());
      std::copy(wanted.begin(), wanted.end(), kernel.from.number);
      if (of_rows)
        ordered = selected_of_rows(lines_of<T>(x, x.shape(), mask, rows, length), wanted);
      else if (!wanted.empty())
        ordered = selected("quantile", x, wanted);
    }
  }
  if (!kernel.from.selected) ordered = sorted_rows(x, mask, rows, length);
  kernel.from.values = ordered.data();
  for (std::size_t done = 0; done < q.size(); done += kernel.most) {
    std::size_t const some = std::min<std::size_t>(q.size() - done, kernel.most);
    std::copy_n(q.begin() + static_cast<std::ptrdiff_t>(done), some, kernel.q);
    kernel.to = out.data() + static_cast<std::int64_t>(done) * rows;
    launch(out.space(), static_cast<std::int64_t>(some) * rows, kernel);
  }
  return out;
}

/// Numbers for quantiles on the host: one, some, or the elements of an expression (which waits).
template <class Q>
std::vector<double> quantile_numbers(Q const& q)
{
  if constexpr (std::is_arithmetic_v<Q>) {
    return {static_cast<double>(q)};
  } else if constexpr (expression<Q>) {
    static_assert(Q::rank == 1, "acre: q must be a scalar or 1d");
    auto const numbers = to_vector(cast<double>(q));
    return {numbers.begin(), numbers.end()};
  } else {
    return {q.begin(), q.end()};
  }
}

enum class quantile_scale { fraction, percent };

template <class Q, class Method, expression E, class... Axes>
auto quantile_of_numbers(quantile_scale scale, bool skip_nan, E const& x, Q const& q, Method method,
                         Axes const&... which)
{
  using T = typename E::value_type;
  constexpr bool list = !std::is_arithmetic_v<Q>,
                 one_of_all = std::is_same_v<Method, order_statistic>;
  using real = std::conditional_t<std::is_floating_point_v<T> && !list, T, double>;
  using result = std::conditional_t<one_of_all, T, real>;
  using value = std::conditional_t<one_of_all, first_of_both, interpolated>;
  auto const numbers = checked_quantiles(quantile_numbers(q), scale == quantile_scale::percent);
  return over_axes(
      [&](auto const& e, auto const& mask, auto rank) {
        return quantiles<result, value, list, rank()>(e, mask, numbers, method, skip_nan);
      },
      x, which...);
}

template <class Q, class Method, expression E, class... Axes>
auto quantile_over(quantile_scale scale, bool skip_nan, E const& x, Q const& q, Method method,
                   Axes const&... which)
{
  using T = typename E::value_type;
  if constexpr (is_half<T>)
    return in_float(
        x, [&](auto const& e) { return quantile_over(scale, skip_nan, e, q, method, which...); });
  else
    return quantile_of_numbers(scale, skip_nan, x, q, method, which...);
}

template <expression E, class... Axes>
auto median_of_numbers(bool skip_nan, E const& x, Axes const&... which)
{
  using T = typename E::value_type;
  using result = std::conditional_t<std::is_floating_point_v<T>, T, double>;
  return over_axes(
      [&](auto const& e, auto const& mask, auto rank) {
        return quantiles<result, middle, false, rank()>(e, mask, {0.5}, interpolation::linear,
                                                        skip_nan);
      },
      x, which...);
}

template <expression E, class... Axes>
auto median_over(bool skip_nan, E const& x, Axes const&... which)
{
  using T = typename E::value_type;
  if constexpr (is_half<T>)
    return in_float(x, [&](auto const& e) { return median_over(skip_nan, e, which...); });
  else
    return median_of_numbers(skip_nan, x, which...);
}

}  // namespace acre::detail
