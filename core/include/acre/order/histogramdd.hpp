#pragma once

#include <acre/order/detail/bin_edges.hpp>
#include <acre/order/detail/bins.hpp>
#include <acre/order/detail/tally.hpp>
#include <acre/reduce/detail/sum.hpp>
#include <acre/reduce/products.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace acre {

/// The bins along one axis of a histogram of several: how many between which bounds, how many
/// between the least and the largest value, or their edges.
///
///   bin_axis(75, -6, 6)   bin_axis(75)   bin_axis(std::vector{0.0, 1.0, 5.0})   bin_axis(edges)
struct bin_axis {
  std::int64_t bins = 0;
  std::optional<detail::bin_range> range;
  std::optional<std::vector<double>> edges;

  explicit bin_axis(std::int64_t count) : bins(count) {}
  bin_axis(std::int64_t count, double low, double high)
      : bins(count), range(detail::bin_range{low, high})
  {}
  explicit bin_axis(std::vector<double> between) : edges(std::move(between)) {}
  /// Waits.
  template <expression E>
  explicit bin_axis(E const& between) : edges(to_vector(cast<double>(between)))
  {
    static_assert(detail::edges_are_taken<void, E>());
  }
};

namespace detail {

/// An axis' bins in float64: equal ones, or those between edges.
struct axis_bins {
  bool uniform;
  uniform_bins<double> equal;
  bins_between<double> between;

  template <class T>
  using argument = double;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(double x) const
  {
    return uniform ? equal(x) : between(x);
  }
};

/// Throws value_error for the axis of that number.
void require_axis_bins(bin_axis const& axis, int number);

/// An axis' rule and edges, and how many bins it has.
template <class Space>
struct axis_edges {
  axis_bins rule;
  array<double, 1, Space> edges;
  std::int64_t bins;
};
template <class E>
auto edges_along(E const& x, bin_axis const& axis, int number)
{
  using space = typename E::space_type;
  using V = typename E::value_type;
  require_axis_bins(axis, number);
  axis_edges<space> made{{true, {}, {}}, {}, axis.bins};
  if (axis.range) {
    made.rule.equal =
        uniform_bins<double>(checked_bins(axis.bins, axis.range->low, axis.range->high), axis.bins);
    made.edges = edges_of(x.space(), made.rule.equal);
    return made;
  }
  // edges that were found in float32 data are computed there
  made.edges =
      axis.edges
          ? from_host(x.space(), *axis.edges)
          : array<double, 1, space>(cast<double>(edges_of(x.space(), found_rule(x, axis.bins))));
  made.bins = std::max<std::int64_t>(0, made.edges.size() - 1);
  made.rule.uniform = false;
  made.rule.between = {{made.edges.data(), made.edges.size(), 1, true}, made.bins, {}};
  static_assert(can_be_binned<V>());
  return made;
}

/// The place of the samples' values along all axes.
template <class... Samples, class... Axis>
auto joined_place(std::tuple<Samples...> const& x, std::tuple<Axis...> const& along)
{
  return [&]<std::size_t... n>(std::index_sequence<n...>) {
    auto const first = reading(std::get<0>(along).rule, std::get<0>(x), std::get<0>(along).edges);
    return joined_with(first, std::pair(reading(std::get<n + 1>(along).rule, std::get<n + 1>(x),
                                                std::get<n + 1>(along).edges),
                                        std::get<n + 1>(along).bins)...);
  }(std::make_index_sequence<sizeof...(Samples) - 1>());
}
template <class P>
auto joined_with(P const& place)
{
  return place;
}
template <class P, class Next, class... Rest>
auto joined_with(P const& place, Next const& next, Rest const&... rest)
{
  using joined = binary<joined_places, own_dtypes, P, typename Next::first_type>;
  return joined_with(joined(joined_places{next.second}, place, next.first), rest...);
}

}  // namespace detail

/// Counts (int64) or sums of weights (as histogram()) of rank D, and the edges along each axis.
template <class Counts, class Space, std::size_t D>
struct histogramdd_result {
  Counts counts;
  std::array<array<double, 1, Space>, D> edges;
};

namespace detail {

template <class... Samples, std::size_t... n, class... W>
auto histogram_of(char const* operation, std::tuple<Samples...> const& x,
                  std::array<bin_axis, sizeof...(Samples)> const& axes, std::index_sequence<n...>,
                  W const&... weights)
{
  static_assert(sizeof...(Samples) <= max_rank,
                "acre: a histogram has at most 8 axes, as an array has");
  static_assert(sizeof...(W) <= 1, "acre: a histogram has weights once");
  auto const& first = std::get<0>(x);
  using space = typename std::tuple_element_t<0, std::tuple<Samples...>>::space_type;
  auto const size = extents_view(first.shape());
  if (!(std::ranges::equal(extents_view(std::get<n>(x).shape()), size) && ...))
    throw value_error(sizeof...(Samples) == 2 ? "x and y must have the same length."
                                              : "the samples must have the same shape");
  auto const along = std::tuple(edges_along(std::get<n>(x), axes[n], static_cast<int>(n))...);
  auto const place = joined_place(x, along);
  shape_t<static_cast<int>(sizeof...(Samples))> const shape{std::get<n>(along).bins...};
  auto const counts = tally(operation, place, size_of(shape), weights...).reshape(shape);
  return histogramdd_result<std::remove_const_t<decltype(counts)>, space, sizeof...(Samples)>{
      counts, {std::get<n>(along).edges...}};
}

}  // namespace detail

/// How many points fall into each of the cells that the bins along several axes make, with NumPy's
/// rules (see histogram()): values are compared with the edges in float64, and a point outside
/// along any axis or with a NaN is dropped. A point's coordinates are those of the samples at one
/// index, whose shapes are the same.
///
///   histogramdd(std::tuple(x, y), std::array{bin_axis(10), bin_axis(5, 0, 1)})
///   histogram2d(x, y, bin_axis(75, -6, 6), bin_axis(edges))
///   auto [h, edges] = histogram2d(x, y, bin_axis(10), bin_axis(10), weights)
///
/// Counts are int64 (NumPy's are float64). Waits for bounds that are found in the data. Throws
/// value_error with NumPy's texts, as histogram() and: `bins[0]` must be positive, when an integer;
/// `bins[0]` must be monotonically increasing, when an array; x and y must have the same length.
/// Scratch: the edges; of floating-point weights that of scatter_add as well. The bits are the same
/// on every backend.
template <expression... Samples, expression... W>
auto histogramdd(std::tuple<Samples...> const& x,
                 std::array<bin_axis, sizeof...(Samples)> const& axes, W const&... weights)
{
  return detail::histogram_of("histogramdd", x, axes, std::index_sequence_for<Samples...>(),
                              weights...);
}
template <expression X, expression Y, expression... W>
auto histogram2d(X const& x, Y const& y, bin_axis const& along_x, bin_axis const& along_y,
                 W const&... weights)
{
  return detail::histogram_of("histogram2d", std::tuple<X, Y>(x, y), std::array{along_x, along_y},
                              std::make_index_sequence<2>(), weights...);
}

/// The counts or sums as a density: its integral over the cells is 1.
template <class Counts, class Space, std::size_t D>
auto histogram_density(histogramdd_result<Counts, Space, D> const& h)
{
  constexpr int rank = static_cast<int>(D);
  array<double, rank, Space> density(cast<double>(h.counts));
  auto const all = detail::reduce_with(detail::sum_reducer<double>{}, density);
  for (int axis = 0; axis < rank; ++axis) {
    shape_t<rank> along;
    along.fill(1);
    along[axis] = -1;
    density = density / evaluate(diff(h.edges[axis])).reshape(along);
  }
  density = density / all;
  return density;
}

}  // namespace acre

#include <acre/order/detail/refusals/histogramdd.hpp>
