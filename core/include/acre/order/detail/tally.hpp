#pragma once

#include <acre/array/creation.hpp>
#include <acre/backends/accumulate.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/backends/count.hpp>
#include <acre/backends/keyed.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/order/detail/bins.hpp>
#include <acre/reduce/detail/into.hpp>

#include <algorithm>
#include <array>

/// Counts and sums by place. A place is an expression of int64: a number in [0, places), or -1,
/// which is counted nowhere. Counts by backends/common/count.hpp, sums of integers by its
/// accumulate.hpp, of floating point as scatter_add's.
namespace acre::detail {

/// Loops for a kernel that stores nothing, over elements in the order of the first array that has
/// as many of its own. leaves[0] stands for the sink.
template <std::size_t N>
backends::iteration plan_places(std::array<leaf_layout, N>& leaves, extents_view shape, int width)
{
  auto const spans = [&](leaf_layout const& leaf) {
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (shape[axis] != 1 && leaf.stride[axis] == 0) return false;
    return true;
  };
  auto const found = std::find_if(leaves.begin() + 1, leaves.end(), spans);
  if (found != leaves.end()) {
    std::copy(found->stride, found->stride + shape.size(), leaves[0].stride);
  } else {
    std::int64_t stride = 1;
    for (std::size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
      leaves[0].stride[axis] = shape[axis] == 1 ? 0 : stride;
  }
  return plan_elementwise(leaves, shape, width);
}

/// How often each place is named. One kernel, queued.
template <class E>
auto tally(char const* operation, E const& place, std::int64_t places)
{
  using space = typename E::space_type;
  using program_type = decltype(node::lower(place, std::declval<lowering&>()));
  auto const shape = place.shape();
  array<std::int64_t, 1, space> counts(place.space(), shape_t<1>{places});
  counts = 0;
  if (size_of(shape) == 0) return counts;
  std::array<leaf_layout, 1 + E::leaf_count> leaves{};
  leaf_layout* described = leaves.data() + 1;
  node::describe(place, described, shape);
  auto const it = plan_places(leaves, shape, backends::count_width<program_type>);
  auto& on = counts.space().queue();
  backends::operation const running(operation, on, leaves);
  lowering planned{leaves.data() + 1, on};
  backends::count(on, it, node::lower(place, planned), places, counts.data());
  return counts;
}

/// The dtype of sums of weights: integers in int64, others in their own.
template <class W>
using weight_sum_t = std::conditional_t<kind_of<W>() <= kind::integer, std::int64_t, W>;

/// Adds each weight to its place, by numbers of a dtype that has all places.
template <class Index, class E, class T, class Space, class W>
void scatter_weights(E const& place, array<T, 1, Space> const& sums, W const& weights)
{
  array<Index, E::rank, Space> const index(
      cast<Index>(make_unary(place, beyond_if_nowhere{sums.size()})));
  scatter_add(sums(index, index_mode::drop), weights);
}

/// to[place] = op(to[place], amount) for each place and its amount, an integer; `amounts` broadcast
/// to the places' shape, which is not empty. In any order. Queued.
template <class E, class W, class Space, class Op>
void accumulate_places(char const* operation, E const& place, W const& amounts,
                       array<std::int64_t, 1, Space> const& to, Op const& op)
{
  auto const shape = place.shape();
  std::array<leaf_layout, 1 + E::leaf_count + W::leaf_count> leaves{};
  leaf_layout* described = leaves.data() + 1;
  node::describe(place, described, shape);
  node::describe(amounts, described, shape);
  auto const it = plan_places(leaves, shape, 2);
  auto& on = to.space().queue();
  backends::operation const running(operation, on, leaves);
  lowering planned{leaves.data() + 1, on};
  auto const at = node::lower(place, planned);
  auto const amount = node::lower(amounts, planned);
  binary_program<weighted_place, std::int64_t, std::int64_t, decltype(at), decltype(amount)> const
      program{{}, at, amount};
  backends::accumulate(on, it, program, to.size(), to.data(), op);
}

/// Weights as elements in the places' order; themselves where they are that.
template <class T, int Rank, class Space, class W>
array<T, Rank, Space> weights_by_place(Space const& space, shape_t<Rank> const& shape,
                                       W const& weights)
{
  if constexpr (std::is_same_v<W, array<T, Rank, Space>>)
    if (weights.shape() == shape && weights.is_contiguous() && weights.space() == space)
      return weights;
  array<T, Rank, Space> const whole(space, shape);
  assign(whole, weights);
  return whole;
}

/// scatter_weights() on a CPU by places as keys, where they are few for their elements and not
/// worth sorting; returns whether they were.
template <class Key, class E, class T, class Space, class W>
bool add_by_key(char const* operation, E const& place, array<T, 1, Space> const& sums,
                W const& weights)
{
  using reducer = sum_reducer<T>;
  auto const shape = place.shape();
  std::int64_t const places = sums.size(), n = size_of(shape);
  if constexpr (backends::runs_on_cpu<Space> && backends::reduces_keyed<Key, T, reducer>) {
    if (n < 8 * places) return false;
    array<Key, E::rank, Space> const keys(place.space(), shape);
    assign(keys, cast<Key>(make_unary(place, beyond_if_nowhere{places})));
    auto const values = weights_by_place<T, E::rank>(place.space(), shape, weights);
    auto& on = sums.space().queue();
    backends::operation const running(operation, on);
    T* const to = sums.data();
    return backends::reduce_keyed(
        on, keys.data(), Key{0}, places + 1, n, std::array<T const*, 1>{values.data()},
        [](T const& x) { return x; }, reducer{},
        [=](std::int64_t p, std::int64_t count, T sum) {
          if (count > 0 && p < places) to[p] += sum;
        });
  }
  return false;
}

/// Throws shape_error unless weights broadcast to x's shape: weights should have the same shape as
/// a. ((4,) and (6,))
void require_weights_of(extents_view x, extents_view weights);

/// The sums of the weights of each place; `weights` broadcasts to the places' shape. Integers are
/// added in any order, floating point in that of scatter_add. Queued.
template <class E, class W>
auto tally(char const* operation, E const& place, std::int64_t places, W const& weights)
{
  using space = typename E::space_type;
  using sum = weight_sum_t<typename W::value_type>;
  static_assert(spaces_agree<space, typename W::space_type>,
                "acre: the weights live in another space than the values; use copy_to(space, x)");
  auto const shape = place.shape();
  require_weights_of(shape, weights.shape());
  array<sum, 1, space> sums(place.space(), shape_t<1>{places});
  sums = sum{};
  if (size_of(shape) == 0) return sums;
  if constexpr (std::is_same_v<sum, std::int64_t>) {
    accumulate_places(operation, place, weights, sums, add_into{});
  } else {
    if (places < 0xff
            ? add_by_key<std::uint8_t>(operation, place, sums, weights)
            : places < INT32_MAX && add_by_key<std::uint32_t>(operation, place, sums, weights))
      return sums;
    if (places <= INT32_MAX)
      scatter_weights<std::int32_t>(place, sums, weights);
    else
      scatter_weights<std::int64_t>(place, sums, weights);
  }
  return sums;
}

}  // namespace acre::detail
