#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// Reductions:
///
///   reduce_rows(on, red, program, reducer, out)      out[r] = row r, for red.kept rows
///   reduce_columns(on, red, program, reducer, out)   out[k * red.it.inner + i] = column i of k,
///                                                    along the outer reduced axes
///
/// GPUs queue them, CPUs are done when they return. Scratch: a value for each tile that a result
/// has, where it has more than one (a GPU needs less where rows are many).
///
/// The order of every reduction, the same on all backends: it depends on the number of reduced
/// elements and on whether the last axis is among the reduced ones, and on nothing else.
///
/// The n elements, in C order of the reduced axes, form tiles of lanes × items. Within a tile lane
/// l combines elements l, l + lanes, l + 2 lanes, … in that order; a binary tree combines
/// neighbouring lanes (0 with 1, 2 with 3, …; then 0 with 2, …). The tile results are reduced by
/// the same rule until one is left.
///
/// *rows*, where the last axis is reduced: 64 lanes × 64 items. Chosen by measuring both sides: on
/// an H200 it keeps a warp a tile at the speed of the memory, on a CPU 64 accumulators fill the
/// vector registers.
///
/// *columns*, where the last axis stays: 8 lanes × 64 items. Threads of a GPU that run along the
/// columns share a column of a hundred elements eight ways; on a CPU eight accumulators for each
/// of some hundred columns stay in L1.
///
/// A *reducer* provides
///
///   using value_type = ...;                            // the accumulator; trivially copyable
///   value_type identity() const;                       // combine(x, identity()) is x, to the bit
///   value_type combine(value_type, value_type) const;  // earlier elements on the left
///   auto finish(value_type) const;                     // the result, which converts to out's type
///
/// and the program's value_type, the element, converts to the accumulator; or else the reducer has
///
///   value_type append(value_type, element, std::int64_t n) const;
///
/// which combines with element n, in C order of the reduced axes, behind all that is combined so
/// far. An accumulator that takes elements in fewer steps once it has some, with the same bits, may
/// say so:
///
///   static constexpr int settles_after;               // how many, a power of two
///   void append_early(value_type&, element) const; // to one that has fewer
///   void settle(value_type&) const;                // one that has as many (counted or not),
///                                                  // before the next
///   void append_more(value_type&, element) const;  // to a settled one, which doesn't count it
///   void count_more(value_type&, int n) const;     // n such elements
///
/// A CPU reduces rows of few elements by code that it has for both: a reducer whose combine
/// compares more than once says so, and one whose result is the first of some equal elements in any
/// order, how it combines two that are no NaN:
///
///   static constexpr bool chooses = true;
///   value_type combine_numbers(value_type, value_type) const;
///
/// Accumulators of rows and columns of one tile have as many elements in a lane in all of them. A
/// reducer that combines them all alike then, with the same bits, says so, and has for GPUs what it
/// makes of one element and of two, and how it combines accumulators of so many elements, one at
/// least, counted or not (for CPUs it has that in its value's arrays, see
/// host_common/short_rows.hpp); it settles, too:
///
///   static constexpr bool combines_alike = true;
///   using number = ...;                           // of how many there are
///   value_type alone(element) const;
///   value_type pair(element, element) const;
///   value_type combine_alike(value_type, number, value_type, number) const;
///
/// A reducer of positions whose result no order changes may say how it is found in two steps,
/// a tile's value first and the place in one tile at the end:
///
///   using of_values_type = ...;
///   of_values_type of_values() const;                           // a reducer of elements
///   value_type in_tile(result of of_values, std::int64_t n) const;   // of the tile from n on
///   bool is_at(value_type, element) const;                      // where that value is
///
/// whose value_type has that number as its member `index`.
///
/// The kernels: host_common/reduce.hpp; gpu_common/reduce.hpp, with a header for each.
namespace acre::backends {

/// Version of this order. Increase it when the order changes, and record new hashes in
/// tests/backends/order_hashes.cpp.
inline constexpr int reduction_order_version = 1;

inline constexpr int reduce_lanes = 64;
inline constexpr int reduce_items = 64;
inline constexpr int reduce_tile = reduce_lanes * reduce_items;
inline constexpr int column_lanes = 8;
inline constexpr int column_items = 64;
inline constexpr int column_tile = column_lanes * column_items;

template <class R>
concept reducer =
    std::copy_constructible<R> && std::is_trivially_copyable_v<typename R::value_type> &&
    requires(R const& r, typename R::value_type const& x) {
      { r.identity() } -> std::convertible_to<typename R::value_type>;
      { r.combine(x, x) } -> std::convertible_to<typename R::value_type>;
      r.finish(x);
    };

/// A sum of truth values in integers, of which a byte holds 255.
template <class Reducer, class Element>
concept counts_truths = Reducer::adds_integers && std::same_as<Element, bool>;

/// A reducer that takes the number of each element, in that type.
template <class R, class Element>
concept appends = requires(R const& r, typename R::value_type const& so_far, Element const& x) {
  { r.append(so_far, x, std::int64_t{}) } -> std::same_as<typename R::value_type>;
};

/// Combines with element n, which comes behind all that is combined so far.
template <class Reducer, class Element>
KOKKOS_INLINE_FUNCTION typename Reducer::value_type appended(
    Reducer const& reducer, typename Reducer::value_type const& so_far, Element const& element,
    [[maybe_unused]] std::int64_t n)
{
  if constexpr (appends<Reducer, Element>)
    return reducer.append(so_far, element, n);
  else
    return reducer.combine(so_far, static_cast<typename Reducer::value_type>(element));
}

/// settles_after; 0 where there is none, or for a tile's result in the place of an element.
template <class Reducer, class Element>
inline constexpr int settles_after = [] {
  if constexpr (std::same_as<std::remove_cvref_t<Element>, typename Reducer::value_type>)
    return 0;
  else if constexpr (requires { Reducer::settles_after; })
    return Reducer::settles_after;
  else
    return 0;
}();

template <class Reducer>
inline constexpr bool combines_alike = [] {
  if constexpr (requires { Reducer::combines_alike; })
    return Reducer::combines_alike;
  else
    return false;
}();

/// A reducer of the positions of elements (not of tiles' results), whose result no order changes.
template <class Reducer, class Element>
concept finds_places = requires { typename Reducer::of_values_type; } &&
                       !std::same_as<Element, typename Reducer::value_type>;

/// A reducer that finds its positions in two steps, among elements that are quickly computed a
/// second time.
template <class Reducer, class Program>
concept finds_in_two_steps =
    finds_places<Reducer, typename Program::value_type> && !hints_of<Program>::prefers_packets &&
    !hints_of<Program>::computes_in_blocks;

/// Refuses in a sentence arguments that reduce_rows and reduce_columns cannot take.
template <class Program, class Reducer, class Out>
constexpr bool reduction_takes()
{
  static_assert(
      packed_program<Program>,
      "acre: a reduction takes a program whose rows have load, see backends/common/program.hpp");
  static_assert(reducer<Reducer>,
                "acre: a reduction takes a reducer, see backends/common/reduce.hpp");
  static_assert(
      requires(Reducer const& r, typename Program::value_type const& x, Out& out) {
        requires appends<Reducer, typename Program::value_type> ||
                     requires { static_cast<typename Reducer::value_type>(x); };
        out = r.finish(r.identity());
      }, "acre: a reduction's reducer takes what the program computes and gives what out holds");
  return true;
}

/// The reducer for the elements of a single tile, of type Element, for GPUs: the same one, or one
/// whose accumulator takes fewer instructions or registers and that gives the same result. `Made`:
/// of elements that are computed from nothing, as random numbers are.
template <class Reducer, class Element, bool Made = false>
struct tile_reducer {
  using type = Reducer;
  KOKKOS_INLINE_FUNCTION static type const& of(Reducer const& reducer) { return reducer; }
  /// The tile that begins with element n.
  KOKKOS_INLINE_FUNCTION static typename Reducer::value_type result(
      Reducer const&, typename Reducer::value_type const& v, std::int64_t /* n */)
  {
    return v;
  }
};

/// One reduction. `it.outer` holds the kept axes first, then reduced ones.
/// rows: it.inner is the innermost reduced axis; columns: it.inner is the innermost kept axis.
struct reduction {
  iteration it;
  int kept_rank = 0;          // how many of it.outer are kept
  std::int64_t kept = 1;      // product of those
  std::int64_t length = 1;    // elements reduced into one result
  bool dense = false;         // of each operand, it.inner elements and then those of the next along
                              // the last of it.outer are neighbours
  bool side_by_side = false;  // rows: every operand goes on by one element or none from one to next
  bool one_run = false;       // each operand's rows are one run of neighbours, aligned for 16-byte
                              // access, or one element; columns: the rows of each result's are
  bool across = false;  // rows, CPUs alone: the last of the kept axes of it.outer and the inner
                        // one have changed places, see plan_across in core's plan.hpp
};

/// n / by, of which neither is negative. 32-bit division is several times faster on a GPU.
KOKKOS_INLINE_FUNCTION std::int64_t quotient(std::int64_t n, std::int64_t by)
{
  if (n <= 0xffffffff && by <= 0xffffffff)
    return static_cast<std::uint32_t>(n) / static_cast<std::uint32_t>(by);
  return n / by;
}

/// Position of result `kept_index` and, along the reduced axes of it.outer, `reduced_index`.
KOKKOS_INLINE_FUNCTION position reduced_position(reduction const& red, std::int64_t kept_index,
                                                 std::int64_t reduced_index)
{
  position at;
  at.rank = red.it.outer_rank;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
  for (int axis = max_rank - 1; axis >= 0; --axis) {
    if (axis >= red.it.outer_rank) continue;
    bool const is_kept = axis < red.kept_rank;
    std::int64_t rest = is_kept ? kept_index : reduced_index;
    if (axis == 0 || axis == red.kept_rank) {
      at.index[axis] = rest;
    } else {
      std::int64_t const n = red.it.outer[axis], next = quotient(rest, n);
      at.index[axis] = rest - next * n;
      if (is_kept)
        kept_index = next;
      else
        reduced_index = next;
    }
  }
  return at;
}

}  // namespace acre::backends
