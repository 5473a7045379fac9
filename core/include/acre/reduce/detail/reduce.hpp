#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/elementwise/detail/plan.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>
#include <acre/reduce/records.hpp>

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

/// Throws as mark_axes.
template <int Rank>
axis_mask<Rank> mask_of(std::span<int const> axes)
{
  axis_mask<Rank> mask{};
  mark_axes(mask, axes, Rank);
  return mask;
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

/// Reduces e over the masked axes into a new array, or records. One kernel, no temporary for the
/// expression; queued.
template <int OutRank, class E, class Reducer>
auto reduce(E const& e, axis_mask<E::rank> const& mask, Reducer const& reducer)
{
  using space = typename E::space_type;
  using result = decltype(reducer.finish(reducer.identity()));
  auto const shape = e.shape();
  shape_t<OutRank> left{};
  reduced_shape(shape, mask, left);
  typename reduced_to<result, OutRank, space>::type out(e.space(), left);
  if (size_of(out.shape()) == 0) return out;
  if (size_of(shape) == 0) {
    if constexpr (element<result>)
      out = reducer.finish(reducer.empty());
    else
      out.fill(reducer.finish(reducer.empty()));
    return out;
  }
  using program_type = decltype(node::lower(e, std::declval<lowering&>()));
  std::array<leaf_layout, E::leaf_count == 0 ? 1 : E::leaf_count> leaves{};
  leaf_layout* described = leaves.data();
  node::describe(e, described, shape);
  auto plan =
      plan_reduction(leaves, shape, std::span(mask.data(), static_cast<std::size_t>(E::rank)),
                     backends::packet_width(program_type::width));
  auto& on = e.space().queue();
  backends::operation const running(name_of_reduction<Reducer>(), on, leaves);
  auto const run = [&](auto const&... rows) {
    lowering planned{leaves.data(), on};
    auto const program = node::lower(e, planned);
    if constexpr (OutRank > 0 &&
                  E::rank > 1) {  // else the last axis is reduced, and columns needn't be compiled
      if (!plan.rows) {
        backends::reduce_columns(on, plan.reduction, program, reducer, out.data(), rows...);
        return;
      }
    }
    backends::reduce_rows(on, plan.reduction, program, reducer, out.data(), rows...);
  };
  if constexpr (std::remove_reference_t<decltype(on)>::gathers || program_type::prefers_packets)
    run();
  else
    run(plan_rows(std::span(leaves.data(), E::leaf_count), plan));
  return out;
}

}  // namespace acre::detail
