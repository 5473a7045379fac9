#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/backends/reduce.hpp>  // written by CMake: core/cmake/AcreBackends.cmake
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/elementwise/detail/plan.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>
#include <acre/reduce/records.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

/// A reduction on its way to a kernel: reduce() has the expression's leaves described and loops
/// planned over the kept and the reduced axes (elementwise/detail/plan.hpp), for
/// backends/common/reduce.hpp.
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

/// A reduction's name for profilers: the reducer's, if it has one.
template <class Reducer>
constexpr char const* name_of_reduction()
{
  if constexpr (requires { Reducer::name; })
    return Reducer::name;
  else
    return "reduce";
}

/// A reducer of float32 for elements of float16 or bfloat16, rounded to Half at the end. Reducers
/// are specialised by it.
template <class Half, class Reducer>
struct rounded_reducer : Reducer {
  KOKKOS_INLINE_FUNCTION auto finish(typename Reducer::value_type const& a) const
  {
    auto const result = Reducer::finish(a);
    if constexpr (std::is_same_v<std::remove_const_t<decltype(result)>, float>)
      return Half(result);
    else
      return result;
  }
};
/// Whether an accumulator is made of halves, in which sums lose what they are of.
template <class T>
inline constexpr bool has_halves = is_half<T>;
template <template <class...> class S, class... T>
inline constexpr bool has_halves<S<T...>> = (has_halves<T> || ...);
template <class Accumulator>
constexpr bool accumulates()
{
  static_assert(!has_halves<Accumulator>,
                "acre: float16 and bfloat16 are accumulated in float: give the reducer a "
                "value_type of it, or take cast<float>(x)");
  return true;
}

/// An expression without its type, its leaves described: what a reduction computes.
struct reduced_expression {
  void const* expression;
  extents_view shape;
  std::span<bool const> mask;
  std::span<leaf_layout> leaves;
  erased_lower lower;
};

/// Reduces a program into memory. `Columns`: the last axis may be kept. The code compiled here
/// serves all spaces and ranks that have the program, CPUs theirs.
template <class Program, bool Columns, class Queue, class Reducer, class Result>
void reduce_program(Queue& on, reduced_expression const& e, Reducer const& reducer, Result* out)
{
  auto plan = plan_reduction(e.leaves, e.shape, e.mask, backends::packet_width(Program::width));
  backends::operation const running(name_of_reduction<Reducer>(), on, e.leaves);
  auto const run = [&](auto const&... rows) {
    lowering planned{e.leaves.data(), on};
    auto const lower = reinterpret_cast<Program (*)(void const*, lowering&)>(e.lower);
    auto const program = lower(e.expression, planned);
    if constexpr (Columns) {
      if (!plan.rows) {
        backends::reduce_columns(on, plan.reduction, program, reducer, out, rows...);
        return;
      }
    }
    backends::reduce_rows(on, plan.reduction, program, reducer, out, rows...);
  };
  if constexpr (!backends::is_queue_of_cpu<Queue> || backends::hints_of<Program>::prefers_packets) {
    run();
  } else {
    plan_across(e.leaves, plan, backends::host::least_across<Reducer>,
                backends::host::least_beside<Program>);
    if (Queue::is_device && !plan.reduction.across) return run();
    run(plan_rows(e.leaves, plan, backends::host::longest_flat<Program>));
  }
}

/// Whether the library has a reduction compiled (its src/reductions.hpp) for GPUs, to whose kernels
/// it matters most. A CPU's are made of what a user's file is compiled for.
template <class Program, class Reducer>
inline constexpr bool in_library = false;

/// For the programs that are reduced most.
template <class T>
inline constexpr bool often_reduced =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
    std::is_same_v<T, std::int64_t>;

/// reduce_program of a reduction that is in the library, along any axes.
template <class Program, class Queue, class Reducer, class Result>
void reduce_in_library(Queue& on, reduced_expression const& e, Reducer const& reducer, Result* out);

/// What an expression's operands have to lie as, to be one row of neighbours.
template <class E>
struct neighbours_like {
  static constexpr int rank = E::rank;
  shape_t<rank> shape_, stride_;
  typename E::space_type const& on;

  explicit neighbours_like(E const& e)
      : shape_(e.shape()), stride_(row_major_strides(shape_)), on(e.space())
  {}
  auto const& space() const { return on; }
};

/// Whether a reduction over all axes is one of neighbours that a CPU takes at once, as planning it
/// takes longer than a tile's elements.
template <class E>
bool reduces_neighbours(E const& e, std::int64_t n)
{
  if (n > backends::reduce_tile) return false;
  row_operands row;
  row.to = row.to_bytes = row.addresses = 0;  // whose results are apart
  row.n = n;
  row.takes_strided = false;
  return node::lies_as(e, neighbours_like<E>(e), row);
}
template <class E, class Reducer>
inline constexpr bool may_reduce_neighbours =
    backends::runs_on_cpu<typename E::space_type> && may_lie_alike<E> &&
    !backends::finds_in_two_steps<Reducer, program_t<E>>;

/// Result of a reduction without elements.
template <class Out, class Result>
[[gnu::cold, gnu::noinline]] void fill_results(Out& out, Result const& value)
{
  if constexpr (element<Result>)
    out = value;
  else
    out.fill(value);
}

/// Reduces e over the masked axes into a new array, or records. One kernel, no temporary for the
/// expression; queued. Elements of float16 and bfloat16 come to the reducer as float.
template <int OutRank, class E, class Reducer>
auto reduce(E const& e, axis_mask<E::rank> const& mask, Reducer const& reducer)
{
  using space = typename E::space_type;
  using result = decltype(reducer.finish(reducer.identity()));
  static_assert(accumulates<typename Reducer::value_type>());
  auto const& shape = e.shape();
  shape_t<OutRank> left{};
  reduced_shape(shape, mask, left);
  typename reduced_to<result, OutRank, space>::type out(e.space(), left);
  if (size_of(out.shape()) == 0) return out;
  if (size_of(shape) == 0) {
    fill_results(out, reducer.finish(reducer.empty()));
    return out;
  }
  if constexpr (OutRank == 0 && E::rank > 0 && may_reduce_neighbours<E, Reducer>)
    if (reduces_neighbours(e, size_of(shape))) {
      auto& on = e.space().queue();
      lowering neighbours{&contiguous_leaf, on, 0};
      backends::reduce_bound<program_t<E>>(name_of_reduction<Reducer>(), on, size_of(shape),
                                           bound_row(node::lower(e, neighbours)), reducer,
                                           out.data());
      return out;
    }
  std::array<leaf_layout, E::leaf_count == 0 ? 1 : E::leaf_count> leaves{};
  leaf_layout* described = leaves.data();
  node::describe(e, described, shape);
  reduced_expression const erased{
      &e, shape, std::span(mask.data(), static_cast<std::size_t>(E::rank)),
      std::span(leaves.data(), E::leaf_count), reinterpret_cast<erased_lower>(lower_expression<E>)};
  auto& queue = e.space().queue();
  if constexpr (space::queue_type::is_device && in_library<program_t<E>, Reducer>)
    reduce_in_library<program_t<E>>(queue, erased, reducer, out.data());
  else  // where the last axis is reduced always, columns needn't be compiled
    reduce_program<program_t<E>, (OutRank > 0 && E::rank > 1)>(queue, erased, reducer, out.data());
  return out;
}

template <int OutRank, class E, class Reducer>
  requires is_half<typename E::value_type>
auto reduce(E const& e, axis_mask<E::rank> const& mask, Reducer const& reducer)
{
  return reduce<OutRank>(acre::cast<float>(e), mask, reducer);
}

}  // namespace acre::detail
