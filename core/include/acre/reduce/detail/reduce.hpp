#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/elementwise/detail/plan.hpp>

#include <array>
#include <span>

namespace acre::detail {

/// Which axes a reduction removes, for an expression of rank Rank.
template <int Rank>
using axis_mask = std::array<bool, Rank == 0 ? 1 : Rank>;

template <int Rank>
axis_mask<Rank> mask_of_all()
{
  axis_mask<Rank> mask;
  mask.fill(true);
  return mask;
}

/// Throws index_error for an axis that is not there, value_error for one named twice.
template <int Rank>
axis_mask<Rank> mask_of(std::span<int const> axes)
{
  axis_mask<Rank> mask{};
  for (int const a : axes) {
    bool& marked = mask[normalized_axis(a, Rank)];
    if (marked) throw value_error("duplicate value in 'axis'");
    marked = true;
  }
  return mask;
}

/// The shape that is left: reduced axes dropped (OutRank < Rank) or kept with extent 1.
template <int OutRank, int Rank>
shape_t<OutRank> reduced_shape(shape_t<Rank> const& shape, axis_mask<Rank> const& mask)
{
  shape_t<OutRank> out{};
  int to = 0;
  for (int axis = 0; axis < Rank; ++axis) {
    if (!mask[axis])
      out[to++] = shape[axis];
    else if constexpr (OutRank == Rank)
      out[to++] = 1;
  }
  return out;
}

/// What profilers call a reduction: the reducer's name, if it has one.
template <class Reducer>
constexpr char const* name_of_reduction()
{
  if constexpr (requires { Reducer::name; })
    return Reducer::name;
  else
    return "reduce";
}

/// Reduces e over the masked axes into a new array. One kernel, no temporary for the expression;
/// queued.
template <int OutRank, class E, class Reducer>
auto reduce(E const& e, axis_mask<E::rank> const& mask, Reducer const& reducer)
{
  using space = typename E::space_type;
  using result = decltype(reducer.finish(reducer.identity()));
  auto const shape = e.shape();
  array<result, OutRank, space> out(e.space(), reduced_shape<OutRank, E::rank>(shape, mask));
  if (size_of(out.shape()) == 0) return out;
  if (size_of(shape) == 0) {
    out = reducer.finish(reducer.empty());
    return out;
  }
  using program_type = decltype(node::lower(e, std::declval<lowering&>()));
  std::array<leaf_layout, E::leaf_count == 0 ? 1 : E::leaf_count> leaves{};
  leaf_layout* described = leaves.data();
  node::describe(e, described, shape);
  auto const plan =
      plan_reduction(leaves, shape, std::span(mask.data(), static_cast<std::size_t>(E::rank)),
                     backends::packet_width(program_type::width));
  auto& on = e.space().queue();
  backends::operation const running(name_of_reduction<Reducer>(), on, leaves);
  lowering planned{leaves.data(), on};
  auto const program = node::lower(e, planned);
  if constexpr (OutRank > 0 &&
                E::rank > 1) {  // else the last axis is reduced, and columns needn't be compiled
    if (!plan.rows) {
      backends::reduce_columns(on, plan.reduction, program, reducer, out.data());
      return out;
    }
  }
  backends::reduce_rows(on, plan.reduction, program, reducer, out.data());
  return out;
}

}  // namespace acre::detail
