#pragma once

#include <acre/backends/common/divisor.hpp>
#include <acre/backends/common/scan.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/teams.hpp>

#include <cstdint>

/// A tile of a scan in a team's memory: a thread scans a chunk of it.
namespace acre::backends::generic {

static_assert(scan_threads == team_threads);

/// What a team of scans shares: a tile, each chunk behind a gap so that its threads begin in memory
/// of different banks, and the folds of chunks.
template <class Value>
struct shared_tile {
  static constexpr int items = scan_items<Value>, gap = sizeof(Value) <= 16 && items > 1 ? 1 : 0;
  Value v[team_threads * (items + gap)];
  Value fold[team_threads], ahead[team_threads];
  scan_tiles_walk<Value, 1> walk;

  KOKKOS_INLINE_FUNCTION Value* chunk(int number) { return v + number * (items + gap); }
  /// Element rank + h × team_threads of a tile, and what is ahead of its chunk.
  KOKKOS_INLINE_FUNCTION Value& round(int rank, int h)
  {
    static_assert(team_threads % items == 0);
    return v[rank + rank / items * gap + h * (team_threads + team_threads / items * gap)];
  }
  KOKKOS_INLINE_FUNCTION Value const& ahead_of_round(int rank, int h) const
  {
    return ahead[rank / items + h * (team_threads / items)];
  }
  /// Element e of the row whose first chunk is `chunk`.
  KOKKOS_INLINE_FUNCTION Value& at(int chunk, int e)
  {
    int const place = chunk * items + e;
    return v[place + place / items * gap];
  }
};
/// Accumulators that a team has room for.
template <class Value>
inline constexpr bool scans_by_teams =
    sizeof(Value) <= 32 && scan_order<Value>::group <= team_threads;

/// Folds fold[rank] of neighbours that are numbered `number` from a multiple of 32 on, there being
/// `count`, become those of all up to each, within 32, by halves. All of a team call it; lane(rank,
/// f) calls f(number, count) for a thread that has one.
template <class Team, class Op, class Value, class Lane>
KOKKOS_INLINE_FUNCTION void fold_by_halves(Team const& all, Op const& op, Value* fold, int most,
                                           Lane const& lane)
{
  for (int half = 1; half < scan_lanes && half < most; half *= 2)
    all.each([&](int rank) {
      lane(rank, [&](int number, int count) {
        if ((number & half) != 0 && number < count)
          fold[rank] = op.combine(fold[rank - (number & (half - 1)) - 1], fold[rank]);
      });
    });
}
/// The fold of all folds before number `number`: whole ones of 32 in order, and the rest.
template <class Op, class Value>
KOKKOS_INLINE_FUNCTION scan_fold<Value, 1> folded_before(Op const& op, Value const* fold,
                                                         int number)
{
  scan_fold<Value, 1> before;
  int const whole = number / scan_lanes;
  for (int p = 0; p < whole; ++p)
    before.append(op, {{fold[p * scan_lanes + scan_lanes - 1]}, true});
  if (number % scan_lanes > 0) before.append(op, {{fold[number - 1]}, true});
  return before;
}

/// Columns: a row is a column, number k × inner + i, of a loop nest that was planned for columns.
template <bool Unit, class Program, class Op, class Sink, bool Columns = false>
struct scan_of_rows {
  static constexpr bool columns = Columns;
  using value = typename Op::value_type;
  using shared = shared_tile<value>;
  using fold = scan_fold<value, 1>;
  static constexpr int items = scan_items<value>, tile = scan_tile<value>,
                       // a team waits at each step: the more teams there are the better
      most_threads = sizeof(value) <= 8 ? 2 * team_threads : team_threads;
  reduction red;
  Program program;
  Op op;
  Sink sink;
  divisor by_length = {}, by_chunks = {};  // of rows that are scanned some at a time

  KOKKOS_INLINE_FUNCTION int row_of(int element) const
  {
    return static_cast<int>(by_length.quotient(static_cast<std::uint32_t>(element)));
  }
  KOKKOS_INLINE_FUNCTION int row_of_chunk(int chunk) const
  {
    return static_cast<int>(by_chunks.quotient(static_cast<std::uint32_t>(chunk)));
  }
  KOKKOS_INLINE_FUNCTION bool one_run() const { return red.it.outer_rank == red.kept_rank; }
  /// Whether rows of `count` elements follow each other in memory.
  KOKKOS_INLINE_FUNCTION bool is_flat(int count) const
  {
    return Unit && one_run() && red.dense && red.kept_rank == 1 && count == red.it.inner;
  }
  /// Element j of `rows` rows of `count` from k on.
  struct element_at {
    position place;
    std::int64_t i;
    KOKKOS_INLINE_FUNCTION element_at(scan_of_rows const& scan, std::int64_t k, int rows,
                                      std::int64_t first, int count, int j)
    {
      int const row = rows == 1 ? 0 : scan.row_of(j);
      std::int64_t const e = first + j - row * count,
                         run = scan.one_run() ? 0 : quotient(e, scan.red.it.inner);
      place = reduced_position(scan.red, k + row, run);
      i = e - run * scan.red.it.inner;
    }
  };
  /// Elements first … first + count - 1 of `rows` rows from k on, which have `chunks` each, come to
  /// the team's memory, each chunk is scanned, and their folds are joined.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void read(Team const& all, shared& own, std::int64_t k, int rows,
                                   int chunks, std::int64_t first, int count) const
  {
    all.each([&](int rank) {
      // several are read before one is written, which might be what is read next
      constexpr int held = items < 8 ? items : 8;
      int const in_all = rows * count;
      auto const read_by = [&](auto const& element) {
        for (int begin = rank; begin < in_all; begin += held * team_threads) {
          value some[held];
          for (int h = 0; h < held; ++h)
            if (int const j = begin + h * team_threads; j < in_all)
              some[h] = static_cast<value>(element(j));
          for (int h = 0; h < held; ++h)
            if (int const j = begin + h * team_threads; j < in_all) {
              int const row = rows == 1 ? 0 : row_of(j);
              own.at(row * chunks, j - row * count) = some[h];
            }
        }
      };
      auto const read_tile_by = [&](auto const& element) {
        if (rows > 1 || count < tile) return read_by(element);
        constexpr int at_once = items < 16 ? items : 16;
        for (int h0 = 0; h0 < items; h0 += at_once) {
          value some[at_once];
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
          for (int h = 0; h < at_once; ++h)
            some[h] = static_cast<value>(element(rank + (h0 + h) * team_threads));
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
          for (int h = 0; h < at_once; ++h) own.round(rank, h0 + h) = some[h];
        }
      };
      if constexpr (Columns) {
        std::int64_t const upper = quotient(k, red.it.inner), i = k - upper * red.it.inner;
        auto const bound = bind_along(program, reduced_position(red, upper, first), red.kept_rank);
        read_tile_by([&](int j) { return bound.template at<Unit>(i, j); });
      } else if (one_run() && rows == 1) {
        auto const bound = program.bind(reduced_position(red, k, 0));
        read_tile_by([&](int j) { return bound.template at<Unit>(first + j); });
      } else if (is_flat(count)) {
        auto const bound = program.bind(reduced_position(red, k, 0), 0);
        read_by([&](int j) { return bound.template at<Unit>(j); });
      } else {
        read_by([&](int j) {
          element_at const at(*this, k, rows, first, count, j);
          return program.bind(at.place).template at<Unit>(at.i);
        });
      }
    });
    all.each([&](int rank) {
      int const row = rows == 1 ? 0 : row_of_chunk(rank), begin = (rank - row * chunks) * items;
      if (row >= rows || begin >= count) return;
      int const n = count - begin < items ? count - begin : items;
      value* const v = own.chunk(rank);
      value run = v[0];
      if (n == items) {
        value x[items];  // all are read before one is written
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
        for (int i = 0; i < items; ++i) x[i] = v[i];
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
        for (int i = 1; i < items; ++i) v[i] = run = op.combine(run, x[i]);
      } else {
        for (int i = 1; i < n; ++i) v[i] = run = op.combine(run, v[i]);
      }
      own.fold[rank] = run;
    });
    fold_by_halves(all, op, own.fold, chunks, [&](int rank, auto const& f) {
      int const row = rows == 1 ? 0 : row_of_chunk(rank);
      if (row < rows) f(rank - row * chunks, count / items);
    });
  }
  KOKKOS_INLINE_FUNCTION fold whole(shared const& own) const
  {
    return folded_before(op, own.fold, team_threads);
  }
  /// The scan of what was read, behind `before`, goes to the sink.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void put(Team const& all, shared& own, std::int64_t k, int rows,
                                  int chunks, std::int64_t first, int count,
                                  fold const& before) const
  {
    all.each([&](int rank) {
      int const row = rows == 1 ? 0 : row_of_chunk(rank), chunk = rank - row * chunks,
                begin = chunk * items;
      if (row >= rows || begin >= count) return;
      fold ahead = folded_before(op, own.fold + row * chunks, chunk);
      ahead.prepend(op, before);
      if (ahead.there) own.ahead[rank] = ahead.v[0];
    });
    all.each([&](int rank) {
      auto const made = [&](int j) {
        int const row = rows == 1 ? 0 : row_of(j), e = j - row * count, in_row = e / items,
                  chunk = row * chunks + in_row;
        value const& v = own.chunk(chunk)[e - in_row * items];
        return op.finish(in_row > 0 || before.there ? op.combine(own.ahead[chunk], v) : v);
      };
      int const in_all = rows * count;
      auto const put_by = [&](auto const& put_one) {
        for (int j = rank; j < in_all; j += team_threads) put_one(j, made(j));
      };
      auto const put_tile_by = [&](auto const& put_one) {
        if (rows > 1 || count < tile) return put_by(put_one);
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll 8
#endif
        for (int h = 0; h < items; ++h) {
          value const& v = own.round(rank, h);
          bool const is_first = h == 0 && rank < items && !before.there;
          put_one(rank + h * team_threads,
                  op.finish(is_first ? v : op.combine(own.ahead_of_round(rank, h), v)));
        }
      };
      using result = decltype(op.finish(value()));
      if constexpr (Columns) {
        std::int64_t const upper = quotient(k, red.it.inner), i = k - upper * red.it.inner;
        auto const bound = bind_along(sink, reduced_position(red, upper, first), red.kept_rank);
        put_tile_by([&](int j, result const& x) { bound.template put<Unit>(i, x, j); });
      } else if (one_run() && rows == 1) {
        auto const bound = sink.bind(reduced_position(red, k, 0));
        put_tile_by([&](int j, result const& x) { bound.template put<Unit>(first + j, x); });
      } else if (is_flat(count)) {
        auto const bound = sink.bind(reduced_position(red, k, 0), 0);
        put_by([&](int j, result const& x) { bound.template put<Unit>(j, x); });
      } else {
        put_by([&](int j, result const& x) {
          element_at const at(*this, k, rows, first, count, j);
          sink.bind(at.place).template put<Unit>(at.i, x);
        });
      }
    });
  }
};

}  // namespace acre::backends::generic
