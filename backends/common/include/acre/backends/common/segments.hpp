#pragma once

#include <acre/backends/common/program.hpp>
#include <acre/backends/common/reduce.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// Reductions of segments: of lists, groups, scattered places.
///
///   reduce_segments(on, segments, program, reducer, target)
///
/// combines elements offsets[s] … offsets[s + 1] - 1 of each segment s and calls, once for each,
///
///   target(s, count, value)          value: the reducer's value_type
///                                    (its identity() where count is 0)
///
/// The order is that of a row (reduce.hpp): each value has the bits that reduce_rows gives for the
/// segment's elements as a row of their own, so that they depend on these elements alone, not on
/// what lies beside them, how many segments there are, or the backend. (A reducer that takes the
/// numbers of elements gets those within the segment.) finish() is the target's affair, who knows
/// the count.
///
/// `segments` is a segment_list, a segment_table or segment_ranges. For a table rows offsets[s] …
/// offsets[s + 1] - 1 of a table of `inner` columns are combined column by column, and target is
/// called with s * inner + column. Element i of the program is then in row i / inner.
///
/// Where the reducer's value_type is what the program computes, a value and its place, and the
/// reducer finds places in two steps (reduce.hpp), the program may have
///
///   auto values() const;   // the program of the values alone; places ascend
///
/// Programs run over one row at unit stride (at<true>). Segments may be empty and of very different
/// lengths: on a GPU a short one is a thread's, a middle one a warp's, and the tiles of long ones
/// are dealt to all; a CPU's tasks are of about equal numbers of elements. GPUs queue it, CPUs are
/// done when it returns. Scratch: a value and 4 to 8 bytes for each tile (4096 elements) of long
/// segments.
///
/// The kernels: host_common/segments.hpp, gpu_common/segments.hpp.
namespace acre::backends {

template <class Offset>
struct segment_list {
  using offset_type = Offset;
  static constexpr std::int64_t inner = 1;
  Offset const* offsets;  // count + 1 of them, none less than the one before
  std::int64_t count;     // segments
  std::int64_t elements;  // at most so many lie between the first offset and the last

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t s) const
  {
    return static_cast<std::int64_t>(offsets[s]);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t end(std::int64_t s) const { return begin(s + 1); }
};
/// Likewise for a table's rows.
template <class Offset>
struct segment_table {
  using offset_type = Offset;
  Offset const* offsets;
  std::int64_t count, elements;  // of rows
  std::int64_t inner;            // columns

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t s) const
  {
    return static_cast<std::int64_t>(offsets[s]);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t end(std::int64_t s) const { return begin(s + 1); }
};
/// A table's rows as well, but each segment's beginning and end stand side by side: some may be
/// left out, and they need not be in order. GPUs alone take it.
template <class Offset>
struct segment_ranges {
  using offset_type = Offset;
  Offset const* offsets;         // 2 * count of them
  std::int64_t count, elements;  // segments; at most so many rows in all
  std::int64_t inner;            // columns

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t s) const
  {
    return static_cast<std::int64_t>(offsets[2 * s]);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t end(std::int64_t s) const
  {
    return static_cast<std::int64_t>(offsets[2 * s + 1]);
  }
};

/// Whether segments have but one column.
template <class Segments>
inline constexpr bool list_of_elements =
    std::same_as<Segments, segment_list<typename Segments::offset_type>>;

/// Whether a segment's value may be found first, and its place then.
template <class Segments, class Program, class Reducer>
concept finds_in_segments = list_of_elements<Segments> && requires(Program const& program) {
  requires finds_in_two_steps<Reducer, std::remove_cvref_t<decltype(program.values())>>;
};

/// Refuses in a sentence arguments that reduce_segments cannot take.
template <class Segments, class Program, class Reducer, class Target>
constexpr bool segments_take()
{
  static_assert(std::integral<typename Segments::offset_type>,
                "acre: the offsets of segments are integers");
  static_assert(program<Program>,
                "acre: reduce_segments takes a program, see backends/common/program.hpp");
  static_assert(reducer<Reducer>,
                "acre: reduce_segments takes a reducer, see backends/common/reduce.hpp");
  static_assert(
      requires(Reducer const& r, typename Program::value_type const& x, Target const& target) {
        requires appends<Reducer, typename Program::value_type> ||
                     requires { static_cast<typename Reducer::value_type>(x); };
        target(std::int64_t{}, std::int64_t{}, r.identity());
      },
      "acre: reduce_segments takes a reducer of what the program computes and a target of its "
      "values, see backends/common/segments.hpp");
  return true;
}

}  // namespace acre::backends
