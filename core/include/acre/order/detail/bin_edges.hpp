#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/order/detail/across_signs.hpp>
#include <acre/order/detail/bins.hpp>
#include <acre/order/detail/edge_cells.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/over_axes.hpp>

#include <array>
#include <exception>
#include <string>
#include <vector>

/// Edges of a histogram's bins.
namespace acre::detail {

/// The dtype of a histogram's equal edges.
template <class V>
using bin_value_t = std::conditional_t<std::is_floating_point_v<V>, V, double>;

template <class V>
constexpr bool can_be_binned()
{
  static_assert(kind_of<V>() != kind::complex,
                "acre: complex numbers have no order to bin them by");
  return kind_of<V>() != kind::complex;
}

template <class E>
auto uniform_rule(bin_range const& range, std::int64_t bins, outside o = outside::dropped,
                  bool in_dtype = false)
{
  using V = typename E::value_type;
  static_assert(can_be_binned<V>());
  return uniform_bins<bin_value_t<V>>(range, bins, o, in_dtype);
}

/// Checks bounds that were found in data of dtype T, and widens them where they are equal.
template <class T>
bin_range found_range(T low, T high);

/// The rule of equal bins over all of x. Waits.
template <class E>
auto found_rule(E const& x, std::int64_t bins)
{
  using V = typename E::value_type;
  static_assert(can_be_binned<V>());
  if (bins < 1) throw value_error("`bins` must be positive, when an integer");
  using T = bin_value_t<V>;
  if (size_of(x.shape()) == 0) return uniform_rule<E>({0, 1}, bins);
  bounds<V> const found = reduce_with(bounds_reducer<V>{}, x).item();
  return uniform_rule<E>(found_range<T>(static_cast<T>(found.low), static_cast<T>(found.high)),
                         bins, outside::dropped, true);
}

/// A rule's edges on a space. Waits for the copy. Throws out_of_memory.
template <class Space, class T>
array<T, 1, Space> edges_of(Space const& space, uniform_bins<T> const& rule)
{
  std::vector<T> edges;
  try {
    edges.resize(static_cast<std::size_t>(rule.edge.bins) + 1);
  } catch (std::exception const&) {  // bad_alloc, or a size beyond all memory
    throw_out_of_memory(std::array{rule.edge.bins + 1}, sizeof(T), dtype_name<T>());
  }
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = rule.edge(static_cast<std::int64_t>(i));
  return from_host(space, edges);
}

/// Throws value_error unless every value but NaN is at least the one before, and NaNs come last.
template <class T>
void require_ascending(std::vector<T> const& values, char const* otherwise)
{
  for (std::size_t i = 1; i < values.size(); ++i)
    if (before_in_order(values[i], values[i - 1])) throw value_error(otherwise);
}

/// Given edges on x's space, checked, in the dtype that values are looked up in. Waits.
template <class E, class Edges>
auto checked_edges(
    E const& x, Edges const& edges,
    char const* unless_ascending = "`bins` must increase monotonically, when an array")
{
  using T = looked_up_t<typename Edges::value_type, typename E::value_type>;
  static_assert(can_be_binned<T>());
  static_assert(edges_are_taken<typename E::space_type, Edges>());
  auto const values = to_vector(cast<T>(edges));
  std::vector<T> host(values.begin(), values.end());
  require_ascending(host, unless_ascending);
  return known_edges<T, typename E::space_type>(x.space(), std::move(host));
}

/// The place of each element of x among bins between edges, and how many places there are.
template <class Place>
struct edge_places {
  Place place;
  std::int64_t count;
};
template <class E, class T, class Space>
auto places_between(E const& x, known_edges<T, Space> const& edges, outside o)
{
  std::int64_t const bins = std::max<std::int64_t>(0, edges.on_space.size() - 1);
  if (bins == 0) o = outside::dropped;
  return looked_up(edges, true, size_of(x.shape()), [&](auto const& find, auto const&... memory) {
    bins_between<T, std::remove_cvref_t<decltype(find)>> const rule{find, bins,
                                                                    outside_places(o, bins)};
    auto const place =
        looking_up<T, typename E::value_type>(rule, rule.beyond.below, rule.beyond.above);
    return edge_places{reading(place, x, memory...), places_of(o, bins)};
  });
}

}  // namespace acre::detail
