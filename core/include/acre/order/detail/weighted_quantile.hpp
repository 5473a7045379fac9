#pragma once

#include <acre/order/quantile.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/scan.hpp>

#include <limits>
#include <vector>

/// Weighted quantiles: an argsort, the weights' cumsum in its order, then one kernel that finds
/// each quantile's places in it.
namespace acre::detail {

template <class W>
struct weights {
  W of;
};

[[noreturn]] void refuse_negative_weights();
[[noreturn]] void refuse_empty_weights();

/// Rows in the order of each, with their weights.
template <class T>
struct in_order {
  T const* x;
  double const* weight;
  std::int64_t const* order;
  std::int64_t length;
  T* ordered_x;
  double* ordered_weight;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const
  {
    std::int64_t const from = i / length * length + order[i];
    ordered_x[i] = x[from];
    ordered_weight[i] = weight[from];
  }
};

/// Some quantiles of each row, element e being quantile e / rows of row e % rows; `bad` is set
/// where weights add up to nothing that can be divided by.
template <class T>
struct weighted_of_rows {
  ordered_rows<T> from;
  double const* sum;  // of the weights so far
  std::int64_t rows;
  bool skip_nan;
  double const* q;
  T none;  // NaN, where T has it
  T* to;
  bool* bad;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const
  {
    std::int64_t const row = e % rows, length = from.length;
    std::int64_t n = length;
    bool is_none = false;
    if constexpr (std::is_floating_point_v<T>) {
      if (skip_nan)
        n = from.numbers(row, n);
      else
        is_none = is_nan_value(from.at(row, n - 1));
    }
    bad[e] = false;
    if (n == 0) {
      to[e] = none;
      return;
    }
    double const* const s = sum + row * length;
    double const all = s[n - 1];
    // neither NaN nor 0 nor infinite
    bad[e] = !(all > 0 && all <= 1.7976931348623157e308);
    std::int64_t low = 0, high = n - 1;  // q = 1 is the last, whatever is rounded
    while (low < high) {
      std::int64_t const half = low + (high - low) / 2;
      double const part = s[half] / all;
      // of weight 0 at the beginning none is taken, for q = 0 either
      if (part >= q[e / rows] && part != 0)
        high = half;
      else
        low = half + 1;
    }
    to[e] = is_none ? none : from.at(row, low);
  }
};

template <bool OfList, int OutRank, class E, class W>
auto weighted_quantiles(E const& x, axis_mask<E::rank> const& mask, std::vector<double> const& q,
                        W const& w, bool skip_nan)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  auto out = room_for_quantiles<T, OfList, OutRank>(x, mask, q.size());
  if (any_along(w < 0.0).item()) refuse_negative_weights();
  if (out.size() == 0) return out;
  auto const shape = x.shape();
  std::int64_t const length = reduced_count(shape, mask),
                     rows = out.size() / (OfList ? std::ssize(q) : 1);
  if (length == 0) {
    if constexpr (std::is_floating_point_v<T>)
      if (skip_nan) {
        out = std::numeric_limits<T>::quiet_NaN();
        return out;
      }
    refuse_quantile_of_nothing();
  }
  auto const lines = lines_of<T>(x, shape, mask, rows, length);
  auto const weight = contiguous_on(x.space(), lines_of<double>(w, shape, mask, rows, length));
  auto const order = argsort(lines, 1);
  array<T, 2, space> const ordered(x.space(), lines.shape());
  array<double, 2, space> const ordered_weight(x.space(), lines.shape());
  launch(x.space(), lines.size(),
         in_order<T>{lines.data(), weight.data(), order.data(), length, ordered.data(),
                     ordered_weight.data()});
  auto const sums = cumsum(ordered_weight, 1);
  auto const wanted = from_host(x.space(), q);
  array<bool, 1, space> const bad(x.space(), shape_t<1>{out.size()});
  ordered_rows<T> const found{ordered.data(), length, false, 0, {}};
  launch(x.space(), out.size(),
         weighted_of_rows<T>{found, sums.data(), rows, skip_nan && std::is_floating_point_v<T>,
                             wanted.data(), std::numeric_limits<T>::quiet_NaN(), out.data(),
                             bad.data()});
  if (any_along(bad).item()) refuse_empty_weights();
  return out;
}

template <class Q, class Method, expression E, class W, class... Axes>
auto weighted_over(quantile_scale scale, bool skip_nan, E const& x, Q const& q, Method method,
                   weights<W> const& w, Axes const&... which)
{
  auto const numbers = checked_quantiles(quantile_numbers(q), scale == quantile_scale::percent);
  require_weighted_method(method);
  auto const each = acre::cast<double>(weights_of(x, w.of, which...));
  return over_axes(
      [&](auto const& e, auto const& mask, auto rank) {
        return weighted_quantiles<!std::is_arithmetic_v<Q>, rank()>(e, mask, numbers, each,
                                                                    skip_nan);
      },
      x, which...);
}

}  // namespace acre::detail
