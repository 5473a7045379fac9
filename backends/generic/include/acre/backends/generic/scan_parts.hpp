#pragma once

#include <acre/backends/common/reduce_axis_parts.hpp>
#include <acre/backends/common/scan_parts.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/queue.hpp>
#include <acre/backends/generic/scan.hpp>
#include <acre/backends/generic/scan_teams.hpp>

#include <cstddef>
#include <cstdint>

/// See backends/common/scan_parts.hpp. Rows' tiles as scan.hpp has them, by a core or a team each;
/// a thread walks through a column's tile, and through the part of a tile of each row or column,
/// whose carry it has. Folds and carries wait: they are the host's memory.
namespace acre::backends::generic {

/// Tiles of elements first … first + count - 1 of rows, number t × kept + k: their folds, or behind
/// before[number], of which the first has none if `none`, their scans.
template <bool Put, bool Unit, class Program, class Op, class Sink>
struct scan_tiles_of_rows {
  using value = typename Op::value_type;
  using scan_type = scan_of_rows<Unit, Program, Op, Sink>;
  using shared = typename scan_type::shared;
  static constexpr std::int64_t tile = scan_tile<value>;
  scan_type scan;
  std::int64_t first, count;
  value const* before;
  bool none;
  value* folds;

  struct place {
    std::int64_t k, first;
    int count;
    scan_fold<value, 1> before;
  };
  KOKKOS_INLINE_FUNCTION place find(std::int64_t number) const
  {
    std::int64_t const t = quotient(number, scan.red.kept), begin = t * tile, left = count - begin;
    place at{
        number - t * scan.red.kept, first + begin, static_cast<int>(left < tile ? left : tile), {}};
    if constexpr (Put)
      if (!none || t > 0) at.before = {{before[number]}, true};
    return at;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    place const at = find(number);
    auto const fold = scan_one_tile<Put, Unit>(scan.red.it.packed, scan.red, scan.program, scan.op,
                                               scan.sink, at.k, at.first, at.count, at.before);
    if constexpr (!Put) folds[number] = fold.v[0];
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t number) const
  {
    place const at = find(number);
    scan.read(all, own, at.k, 1, team_threads, at.first, at.count);
    if constexpr (Put)
      scan.put(all, own, at.k, 1, team_threads, at.first, at.count, at.before);
    else
      all.each([&](int rank) {
        if (rank == 0) folds[number] = scan.whole(own).v[0];
      });
  }
};

/// A program and a sink, bound together.
template <class Program, class Sink>
struct from_and_to {
  Program program;
  Sink sink;

  template <class From, class To>
  struct line {
    From from;
    To to;
  };
  KOKKOS_INLINE_FUNCTION auto bind(position const& at, int along = 0) const
  {
    using from = decltype(program.bind(at, along));
    using to = decltype(sink.bind(at, along));
    return line<from, to>{program.bind(at, along), sink.bind(at, along)};
  }
};

/// f(line, e, i, r), e < count, of scan `number`: its element first + e is element i of the line, r
/// rows on.
template <bool Rows, class What, class F>
KOKKOS_INLINE_FUNCTION void for_scan(reduction const& red, What const& what, std::int64_t number,
                                     std::int64_t first, std::int64_t count, F const& f)
{
  if constexpr (Rows) {
    for_runs(red, what, number, first, count,
             [&](auto const& line, std::int64_t i, std::int64_t e, std::int64_t length) {
               for (std::int64_t j = 0; j < length; ++j) f(line, e + j, i + j, std::int64_t{0});
             });
  } else {
    std::int64_t const k = quotient(number, red.it.inner), i = number - k * red.it.inner;
    if (red.it.outer_rank == red.kept_rank + 1) {
      auto const line = bind_along(what, reduced_position(red, k, first), red.kept_rank);
      for (std::int64_t e = 0; e < count; ++e) f(line, e, i, e);
    } else {
      for (std::int64_t e = 0; e < count; ++e)
        f(what.bind(reduced_position(red, k, first + e)), e, i, std::int64_t{0});
    }
  }
}

/// Number t × kept + scan: elements of a tile, one after the other, or of a part of one, in which
/// they are at, at + 1, … (`carries` is not null then). `folds`: not null where the tile's is asked
/// for.
template <bool Rows, bool Put, class Program, class Op, class Sink>
struct walk_scans {
  using value = typename Op::value_type;
  static constexpr std::int64_t tile = scan_tile<value>;
  reduction red;
  from_and_to<Program, Sink> what;
  Op op;
  std::int64_t kept, first, count;
  int at;
  scan_carry<value, 1>* carries;
  value const* before;
  bool none;
  value* folds;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    std::int64_t const t = quotient(number, kept), scan = number - t * kept, begin = t * tile,
                       left = count - begin;
    scan_carry<value, 1> carry;
    if (carries) carry = carries[scan];
    [[maybe_unused]] value const* const earlier =
        !Put || (none && t == 0) ? nullptr : before + number;
    for_scan<Rows>(red, what, scan, first + begin, left < tile ? left : tile,
                   [&](auto const& line, std::int64_t e, std::int64_t i, std::int64_t r) {
                     carry.add(op, at + static_cast<int>(e),
                               static_cast<value>(line.from.template at<false>(i, r)));
                     if constexpr (Put)
                       line.to.template put<false>(i, op.finish(carry.through(op, earlier)), r);
                   });
    if (carries) carries[scan] = carry;
    if (folds) {
      carry.chunks.next(op, carry.run);
      folds[number] = carry.chunks.before.v[0];
    }
  }
};

template <class Backend, class Scan>
void scan_tiles_by(queue<Backend>& on, char const* step, std::int64_t tiles, Scan const& scan)
{
  if constexpr (queue<Backend>::is_wide && scans_by_teams<typename Scan::value>)
    for_teams<team_threads, typename Scan::shared>(on, step, tiles, scan);
  else
    for_each(on, step, tiles, scan);
}
/// Whole tiles, of the last maybe its beginning.
template <bool Rows, bool Put, class Backend, class Program, class Op, class Sink>
void scan_tiles(queue<Backend>& on, char const* step, reduction const& red, Program const& program,
                Op const& op, Sink const& sink, std::int64_t first, std::int64_t count,
                typename Op::value_type const* before, bool none, typename Op::value_type* folds)
{
  using value = typename Op::value_type;
  constexpr std::int64_t tile = scan_tile<value>;
  std::int64_t const kept = results_along(red, Rows), all = (count + tile - 1) / tile * kept;
  if constexpr (Rows) {
    if (red.it.unit)
      scan_tiles_by(on, step, all,
                    scan_tiles_of_rows<Put, true, Program, Op, Sink>{
                        {red, program, op, sink}, first, count, before, none, folds});
    else
      scan_tiles_by(on, step, all,
                    scan_tiles_of_rows<Put, false, Program, Op, Sink>{
                        {red, program, op, sink}, first, count, before, none, folds});
  } else {
    for_each(on, step, all,
             walk_scans<false, Put, Program, Op, Sink>{
                 red, {program, sink}, op, kept, first, count, 0, nullptr, before, none, folds});
  }
}

/// A part of a tile of each row or column.
template <bool Rows, bool Put, class Backend, class Program, class Op, class Sink>
void scan_part(queue<Backend>& on, reduction const& red, Program const& program, Op const& op,
               Sink const& sink, std::int64_t first, std::int64_t count, int at,
               scan_carry<typename Op::value_type, 1>* carries,
               typename Op::value_type const* before, bool none)
{
  using carry = scan_carry<typename Op::value_type, 1>;
  std::int64_t const kept = results_along(red, Rows);
  auto const bytes = static_cast<std::size_t>(kept) * sizeof(carry);
  auto const there = scratch_of<carry>(on, kept);
  on.copy_from_host(there.data(), carries, bytes);
  for_each(
      on, "parts", kept,
      walk_scans<Rows, Put, Program, Op, Sink>{
          red, {program, sink}, op, kept, first, count, at, there.data(), before, none, nullptr});
  on.copy_to_host(carries, there.data(), bytes);
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <bool Rows, class Backend, class Program, class Op, class Sink>
void fold_scan_tiles(generic::queue<Backend>& on, reduction const& red, Program const& program,
                     Op const& op, Sink const& sink, std::int64_t first, std::int64_t count,
                     typename Op::value_type* folds)
{
  using value = typename Op::value_type;
  std::int64_t const all = count / scan_tile<value> * results_along(red, Rows);
  auto const there = generic::scratch_of<value>(on, all);
  generic::scan_tiles<Rows, false>(on, "folds", red, program, op, sink, first, count, nullptr, true,
                                   there.data());
  on.copy_to_host(folds, there.data(), static_cast<std::size_t>(all) * sizeof(value));
}

template <bool Rows, class Backend, class Program, class Op, class Sink>
void put_scan_tiles(generic::queue<Backend>& on, reduction const& red, Program const& program,
                    Op const& op, Sink const& sink, std::int64_t first, std::int64_t count,
                    typename Op::value_type const* before, bool none)
{
  using value = typename Op::value_type;
  constexpr std::int64_t tile = scan_tile<value>;
  std::int64_t const all = (count + tile - 1) / tile * results_along(red, Rows);
  auto const there = generic::scratch_of<value>(on, all);
  on.copy_from_host(there.data(), before, static_cast<std::size_t>(all) * sizeof(value));
  generic::scan_tiles<Rows, true>(on, "tiles", red, program, op, sink, first, count, there.data(),
                                  none, nullptr);
}

template <bool Rows, class Backend, class Program, class Op, class Sink>
void walk_scan_part(generic::queue<Backend>& on, reduction const& red, Program const& program,
                    Op const& op, Sink const& sink, std::int64_t first, std::int64_t count, int at,
                    scan_carry<typename Op::value_type, 1>* carries)
{
  generic::scan_part<Rows, false>(on, red, program, op, sink, first, count, at, carries, nullptr,
                                  true);
}

template <bool Rows, class Backend, class Program, class Op, class Sink>
void put_scan_part(generic::queue<Backend>& on, reduction const& red, Program const& program,
                   Op const& op, Sink const& sink, std::int64_t first, std::int64_t count, int at,
                   scan_carry<typename Op::value_type, 1>* carries,
                   typename Op::value_type const* before, bool none)
{
  using value = typename Op::value_type;
  std::int64_t const all = results_along(red, Rows);
  auto const there = generic::scratch_of<value>(on, all);
  on.copy_from_host(there.data(), before, static_cast<std::size_t>(all) * sizeof(value));
  generic::scan_part<Rows, true>(on, red, program, op, sink, first, count, at, carries,
                                 there.data(), none);
}

}  // namespace acre::backends
