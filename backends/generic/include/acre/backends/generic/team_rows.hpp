#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/teams.hpp>

#include <algorithm>
#include <cstdint>

/// Short rows, some hundred of which a team has in its memory, so that each is a thread's: they
/// come and go as they lie, neighbouring threads' elements being neighbours.
namespace acre::backends::generic {

template <bool Unit, class Element, int Bytes>
struct team_rows {
  /// Elements that a thread reads at once, and a team has room for.
  static constexpr int threads = team_threads / 2, held = 8,
                       room = Bytes / static_cast<int>(sizeof(Element)),
                       row_of_banks = sizeof(Element) <= 4 ? 5 : 4;  // 2^5 or 2^4 elements
  struct shared {
    Element x[room + (room >> row_of_banks)];
  };
  /// Rows first … of one turn.
  struct some_rows {
    std::int64_t first;
    int count;
  };
  reduction red;
  std::int64_t along, groups;  // rows along the last kept axis; and teams' turns
  int length, rows;            // elements of a row, rows of a turn
  int gaps;                    // one behind each 2^gaps elements,
  bool padded;                 // and one behind each row
  bool beside;                 // each row's elements lie behind those of the one before
  divisor by_length;

  explicit team_rows(reduction const& r)
      // so that neighbouring rows begin in other banks; eight elements have none between them
      : team_rows(r, room, r.length % few == 0)
  {}
  /// With gaps, or each row right behind the one before.
  team_rows(reduction const& r, int most_rows, bool has_gaps)
      : red(r),
        along(r.it.outer[r.kept_rank - 1]),
        length(static_cast<int>(r.length)),
        gaps(has_gaps ? row_of_banks : 31),
        padded(!has_gaps && length % 4 == 0),
        beside(Unit && r.dense && r.length == r.it.inner)
  {
    constexpr int places = room + (room >> row_of_banks);
    int const fit = padded ? places / (length + 1) : room / length;
    rows = static_cast<int>(std::min<std::int64_t>({fit, most_rows, along}));
    groups = (along + rows - 1) / rows;
    by_length = divisor(length);
  }
  /// Whether rows of up to `longest` elements lie along one axis, and there are enough.
  static bool take(reduction const& r, int longest)
  {
    return r.length > 1 && r.length <= longest && r.kept_rank > 0 && r.kept > 0 &&
           r.it.outer_rank == r.kept_rank && r.it.outer[r.kept_rank - 1] >= team_threads;
  }
  std::int64_t turns() const { return red.kept / along * groups; }

  KOKKOS_INLINE_FUNCTION some_rows of_turn(std::int64_t turn) const
  {
    std::int64_t const outer = quotient(turn, groups), first = (turn - outer * groups) * rows;
    return {outer * along + first, static_cast<int>(first + rows < along ? rows : along - first)};
  }
  /// Where element i of a turn's is.
  KOKKOS_INLINE_FUNCTION int place(int i) const
  {
    return i + (i >> gaps) + (padded ? row_of(i) : 0);
  }
  /// Element e of row r.
  KOKKOS_INLINE_FUNCTION int place(int r, int e) const
  {
    int const i = r * length + e;
    return i + (i >> gaps) + (padded ? r : 0);
  }
  KOKKOS_INLINE_FUNCTION int row_of(int i) const
  {
    return static_cast<int>(by_length.quotient(static_cast<std::uint32_t>(i)));
  }

  template <class Program>
  KOKKOS_INLINE_FUNCTION void read(shared& own, int rank, some_rows const& some,
                                   Program const& program) const
  {
    int const count = some.count * length;
    auto const from = bind_along(program, reduced_position(red, some.first, 0), red.kept_rank - 1);
    auto const read_padded_by = [&](auto const& element, auto const& pads_before) {
      auto const read_some = [&](int begin, auto const& has) {
        Element held_here[held] = {};
        unrolled<held>([&](int h) {
          if (has(begin + h * threads))
            held_here[h] = static_cast<Element>(element(begin + h * threads));
        });
        int const to = begin + (begin >> gaps), apart = threads + (threads >> gaps);
        unrolled<held>([&](int h) {
          if (int const i = begin + h * threads; has(i))
            own.x[to + h * apart + pads_before(i)] = held_here[h];
        });
      };
      int begin = rank;
      for (; begin + (held - 1) * threads < count; begin += held * threads)
        read_some(begin, [](int) { return true; });
      if (begin < count) read_some(begin, [&](int i) { return i < count; });
    };
    auto const read_by = [&](auto const& element) {  // (asked once, not for each element)
      if (padded)
        read_padded_by(element, [&](int i) { return row_of(i); });
      else
        read_padded_by(element, [](int) { return 0; });
    };
    if (beside)
      read_by([&](int i) { return from.template at<Unit>(i); });
    else
      read_by([&](int i) {
        int const r = row_of(i);
        return from.template at<Unit>(i - r * length, r);
      });
  }
  /// made(x) of each element goes to the sink.
  template <class Sink, class Made>
  KOKKOS_INLINE_FUNCTION void write(shared const& own, int rank, some_rows const& some,
                                    Sink const& sink, Made const& made) const
  {
    int const count = some.count * length;
    auto const to = bind_along(sink, reduced_position(red, some.first, 0), red.kept_rank - 1);
    if (beside) {
      for (int i = rank; i < count; i += threads) to.template put<Unit>(i, made(own.x[place(i)]));
    } else {
      for (int i = rank; i < count; i += threads) {
        int const r = row_of(i);
        to.template put<Unit>(i - r * length, made(own.x[place(i)]), r);
      }
    }
  }
};

}  // namespace acre::backends::generic
