#pragma once

#include <acre/backends/common/reduce.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// The elements of lists of different lengths, each with its list:
///
///   visit_lists(on, lists, f)    f(k, list, place) for every element k from 0 to lists.total - 1:
///                                `place` is its index within `list`
///
/// Each is visited once, in any order and many at the same time; neighbouring elements by
/// neighbouring threads, however long the lists are: one of 10^7 among 10^7 short ones costs what
/// its elements cost. f is a copyable function object of host and device, const to call. Offsets
/// are trusted: they don't decrease, and offsets[count] - offsets[0] is total.
///
/// What is computed place by place may be a *walk* instead:
///
///   f.list(list) its view of a list: trivially copyable, some 16
///   bytes f.at(l, place) a position there, of an int (place <
///   2048) or a std::int64_t f.begin(l) that of place 0 f.next(l,
///   p) p becomes the next one f.value(l, p) what belongs there
///   f.put(k, value) takes it, and f.put(k, value, next one's) two
///   of even k
///
/// What put would leave, a walk may write down for a whole list, of less than 2^14 places; a CPU
/// has it do so. It then has
///
///   using place_type = …;
///   static constexpr int members;   // how many of these a place has
///   int write_places(l, to)         // to(m)[place] = member m of each; returns how many places
///                                   // there are, and may write places_slack behind the last
///   place_type* out[members]        // where put leaves them
///
/// A walk that leaves the same at all places of a list has on a CPU
///
///   f.fill(l, k, n)                 puts it at elements k … k + n - 1 of all, and may write
///                                   places_slack behind the last
///
/// A GPU packs the places of short lists into words where a walk can:
///
///   f.begin_of(l), f.end_of(l)      what the places' members lie between; later lists' are greater
///   f.pack(l, base, to)             to[place] = a word for each; members are less than base + 2^16
///   f.unpacked(base, word)          what value would be there
///
///   reduce_dealt(on, count, made, reducer, target)
///
/// combines the values of each of `count` lists, which are stored nowhere, and calls target(list,
/// n, value) once for each, as reduce_segments does (segments.hpp) and in the order of a row as
/// there. `made` is such a walk without put, and with
///
///   made.count(l)         n, how many values a list has
///   made.value(l, p)      one of them, which converts to the reducer's value_type
///   made.value_at(of)     the same where members are written down: of(m) is one
///
/// It is for many lists of few values that are long to compute, as pairs of particles: neighbouring
/// threads compute neighbouring values, whichever lists they are of. A list of thousands is a
/// warp's alone.
///
/// GPUs queue both, CPUs are done when they return. Scratch: visit_lists 16 bytes for 2048 elements
/// on a GPU; reduce_dealt none.
///
/// The kernels: host_common/lists.hpp, gpu_common/lists.hpp.
namespace acre::backends {

template <class Index>
struct list_bounds {
  Index const* offsets;    // count + 1 of them
  std::int64_t count = 0;  // lists
  std::int64_t total = 0;  // elements

  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t list) const
  {
    return static_cast<std::int64_t>(offsets[list]) - static_cast<std::int64_t>(offsets[0]);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t list) const
  {
    return static_cast<std::int64_t>(offsets[list + 1]) - static_cast<std::int64_t>(offsets[list]);
  }
  /// The list that holds element k: the last one that begins at or before it, which is not empty.
  KOKKOS_INLINE_FUNCTION std::int64_t list_of(std::int64_t k) const { return list_of(k, 0, count); }
  /// The same among lists low … high - 1: begin(low) <= k < begin(high).
  KOKKOS_INLINE_FUNCTION std::int64_t list_of(std::int64_t k, std::int64_t low,
                                              std::int64_t high) const
  {
    while (high - low > 1) {
      std::int64_t const middle = low + (high - low) / 2;
      if (begin(middle) <= k)
        low = middle;
      else
        high = middle;
    }
    return low;
  }
};

/// An argument for visit_lists in the place of a function.
template <class F>
concept list_walk = requires(F const& f, std::int64_t n) {
  f.put(n, f.value(f.list(n), f.at(f.list(n), n)));
  f.begin(f.list(n));
};

inline constexpr int places_slack = 16;

/// A walk that writes down the places of short lists for a CPU.
template <class Walk>
concept writes_places = requires(Walk const& walk, typename Walk::place_type* (*to)(int)) {
  { walk.write_places(walk.list(0), to) } -> std::same_as<int>;
};

/// A walk that fills lists with one value each.
template <class Walk>
concept fills_lists =
    requires(Walk const& walk, std::int64_t n) { walk.fill(walk.list(n), n, n); };

/// Refuses in a sentence arguments that visit_lists cannot take.
template <class Index, class F>
constexpr bool visit_takes()
{
  static_assert(std::signed_integral<Index> && (sizeof(Index) == 4 || sizeof(Index) == 8),
                "acre: visit_lists takes offsets of int32 or int64");
  static_assert(
      list_walk<F> || std::is_invocable_v<F const&, std::int64_t, std::int64_t, std::int64_t>,
      "acre: visit_lists takes a function of an element, its list and its place there");
  return true;
}

/// Refuses in a sentence arguments that reduce_dealt cannot take.
template <class Made, class Reducer, class Target>
constexpr bool dealing_takes()
{
  static_assert(reducer<Reducer>,
                "acre: reduce_dealt takes a reducer, see backends/common/reduce.hpp");
  static_assert(
      requires(Made const& made, Reducer const& r, Target const& target, std::int64_t n) {
        n = made.count(made.list(n));
        static_cast<typename Reducer::value_type>(
            made.value(made.list(n), made.at(made.list(n), n)));
        target(n, n, r.identity());
      },
      "acre: reduce_dealt takes lists that count and make the reducer's values, and a target of "
      "these, see backends/common/lists.hpp");
  return true;
}

}  // namespace acre::backends
