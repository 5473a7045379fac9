#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/scan.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/detail/reduce.hpp>

#include <array>
#include <span>

/// Scans on their way to a kernel: a loop nest as reductions have it, whose last axes are those
/// that are scanned, for backends/common/scan.hpp.
namespace acre::detail {

/// Element i of a scan: the fold of 0 … i, of 0 … i - 1, or of 0 … i - 1 with one element more than
/// there was.
enum class scan_form { inclusive, exclusive, with_initial };

/// The scan of e along an axis, or (Flat) along all in C order, as a new array. One kernel, no
/// temporary for the expression; queued.
template <scan_form Form, bool Flat, expression E, class Op>
auto scan(char const* operation, E const& e, int axis, Op const& op)
{
  using space = typename E::space_type;
  using result = decltype(op.finish(typename Op::value_type()));
  static_assert(accumulates<typename Op::value_type>());
  constexpr int Rank = E::rank, OutRank = Flat ? 1 : Rank;
  static_assert(Flat || Rank > 0, "acre: an array of rank 0 has no axis to scan along");
  auto const shape = e.shape();
  axis = Flat ? 0 : normalized_axis(axis, Rank);
  shape_t<OutRank> extent{};
  if constexpr (Flat)
    extent[0] = size_of(shape);
  else
    extent = shape;
  constexpr std::int64_t shift = Form == scan_form::inclusive ? 0 : 1;
  if constexpr (Form == scan_form::with_initial) ++extent[axis];
  array<result, OutRank, space> out(e.space(), extent);
  if (size_of(extent) == 0) return out;
  if constexpr (shift == 1) sliced(out, axis, slice(0, 1)) = op.finish(op.empty());
  std::int64_t const length = extent[axis] - shift;
  if (length == 0) return out;

  auto strides = row_major_strides(shape);
  if constexpr (!Flat) strides = out.strides();
  array<result, Rank, space> const to(out.space(), out.owner(),
                                      out.data() + shift * out.strides()[axis], shape, strides);
  using program_type = decltype(node::lower(e, std::declval<lowering&>()));
  using sink_type = store_sink<result>;
  std::array<leaf_layout, 1 + E::leaf_count> leaves{};
  leaf_layout* described = leaves.data();
  node::describe(to, described, shape);
  node::describe(e, described, shape);
  auto mask = mask_of_all<Rank>();
  if constexpr (!Flat) {
    mask = {};
    mask[axis] = true;
  }
  auto plan = plan_scan(leaves, shape, std::span(mask.data(), static_cast<std::size_t>(Rank)),
                        backends::packet_width(wider(program_type::width, sink_type::width)));
  plan.reduction.length = length;
  auto& on = out.space().queue();
  backends::operation const running(operation, on, leaves);
  lowering planned{leaves.data(), on};
  sink_type const sink{node::first(to), row_offset(planned.take())};
  auto const program = node::lower(e, planned);
  if constexpr (!Flat && Rank > 1) {
    if (!plan.rows) {
      backends::scan_columns(on, plan.reduction, program, op, sink);
      return out;
    }
  }
  backends::scan_rows(on, plan.reduction, program, op, sink);
  return out;
}

template <scan_form Form, bool Flat, expression E, class Op>
  requires is_half<typename E::value_type>
auto scan(char const* operation, E const& e, int axis, Op const& op)
{
  return scan<Form, Flat>(operation, acre::cast<float>(e), axis, op);
}

/// scan() with the axis as it was named, if it was.
template <scan_form Form = scan_form::inclusive, expression E, class Op>
auto scan_along(char const* operation, Op const& op, E const& e)
{
  return scan<Form, true>(operation, e, 0, op);
}
template <scan_form Form = scan_form::inclusive, expression E, class Op>
auto scan_along(char const* operation, Op const& op, E const& e, axis_number axis)
{
  return scan<Form, false>(operation, e, axis, op);
}

}  // namespace acre::detail
