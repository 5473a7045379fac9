#pragma once

#include <acre/backends/common/scan.hpp>
#include <acre/backends/host_common/scan_chunks.hpp>
#include <acre/backends/host_common/short_rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

/// Scans along rows that have few elements: the elements of some rows are computed, one row's after
/// the other's, and scanned by a function that all programs share.
namespace acre::backends::host::detail {

/// Whether a scan's rows are short, and one piece each.
template <class Op>
bool has_short_scans(reduction const& red)
{
  return has_short_rows(red) && red.length <= scan_lanes * scan_items<typename Op::value_type>;
}

/// out = each row of `length` values scanned, short_reduced_row at most; out may be `from`. (Not
/// inlined: compiled once for all programs.)
template <class Op, class Out>
[[gnu::noinline]] void scan_rows_of_values(Op const& op, typename Op::value_type const* from,
                                           int length, int count, Out* out)
{
  using value = typename Op::value_type;
  constexpr int items = scan_items<value>;
  auto const one_chunk = [&](auto of) {
    for (int r = 0; r < count; ++r, from += of, out += of) {
      value run = from[0];
      out[0] = op.finish(run);
      for (int i = 1; i < of; ++i) out[i] = op.finish(run = op.combine(run, from[i]));
    }
  };
  if (length <= most_in_tree) return with_constant(length, one_chunk);
  if (length <= items) return one_chunk(length);
  for (int r = 0; r < count; ++r, from += length, out += length) {
    scan_halves<value, 1> chunks;
    for (int begin = 0; begin < length; begin += items) {
      int const end = std::min(begin + items, length);
      value run = from[begin];
      if (begin == 0) {
        out[0] = op.finish(run);
        for (int i = 1; i < items; ++i) out[i] = op.finish(run = op.combine(run, from[i]));
      } else {
        value const before = chunks.all.v[0];
        out[begin] = op.finish(op.combine(before, run));
        for (int i = begin + 1; i < end; ++i)
          out[i] = op.finish(op.combine(before, run = op.combine(run, from[i])));
      }
      if (end < length) chunks.add(op, {{run}, true});
    }
  }
}

/// What an operator's sink takes.
template <class Op>
using scan_result =
    decltype(std::declval<Op const&>().finish(std::declval<typename Op::value_type const&>()));

/// Scans rows begin … end - 1, where has_short_scans.
template <class Program, class Op, class Sink>
void scan_short_rows(reduction const& red, Program const& program, Op const& op, Sink const& sink,
                     std::int64_t begin, std::int64_t end)
{
  using value = typename Op::value_type;
  using result = scan_result<Op>;
  int const axis = red.kept_rank - 1, length = static_cast<int>(red.length),
            at_once = short_rows_together / length;
  std::int64_t const along = red.it.outer[axis];
  bool const dense = red.dense && red.length == red.it.inner;  // not of all but a last element
  value values[short_rows_together];
  result results[short_rows_together];
  for (std::int64_t row = begin, run; row < end; row += run) {
    run = std::min<std::int64_t>({at_once, end - row, along - row % along});
    int const count = static_cast<int>(run), n = count * length;
    position const at = row_position(red, row, 0);
    auto const from = program.bind(at, axis);
    auto const to = sink.bind(at, axis);
    value const* scanned = values;
    if (!dense) {
      compute_apart<Program>(from, red.it.unit, length, count, values);
      scan_rows_of_values(op, scanned, length, count, results);
      for (int k = 0; k < count; ++k)
        for (int e = 0; e < length; ++e) to.template put<false>(e, results[k * length + e], k);
      continue;
    }
    if constexpr (requires {
                    { from.elements(0, 0) } -> std::same_as<value const*>;
                  })
      scanned = from.elements(0, 0);
    else
      compute_neighbours<Program>(from, n, values);
    if constexpr (requires {
                    { to.elements(0, 0) } -> std::same_as<result*>;
                  }) {
      scan_rows_of_values(op, scanned, length, count, to.elements(0, 0));
    } else {
      scan_rows_of_values(op, scanned, length, count, results);
      for (int i = 0; i < n; ++i) to.template put<true>(i, results[i]);
    }
  }
}

/// Columns of arrays whose rows follow each other that are scanned some at a time, with their
/// accumulators in registers: so many (64 would take a tenth more time than row by row); of
/// accumulators of more than a number, as those of positions are, as many as go at a time.
inline constexpr int few_columns = 16;
template <class Value>
inline constexpr int columns_at_once =
    std::is_arithmetic_v<Value>
        ? std::clamp(64 / static_cast<int>(sizeof(Value)), most_in_tree, few_columns)
        : most_in_tree;

/// Whether a scan is down so few.
template <class Value>
bool has_few_columns(reduction const& red)
{
  constexpr int most = std::is_arithmetic_v<Value> ? few_columns : columns_at_once<Value>;
  return sizeof(Value) <= 16 && red.dense && red.it.inner <= most &&
         red.it.outer_rank == red.kept_rank + 1;
}

/// Where such a scan is.
template <class Value>
struct scan_of_columns {
  std::int64_t row = 0;  // the next one
  scan_fold<Value, few_columns> chunk;
  std::optional<scan_walk<Value, few_columns>> walk;  // of more than a chunk: it is large
};

/// out = the next `rows` rows of a chunk, which may begin with them, down N neighbouring columns of
/// rows of `step` values. so_far[i] is the chunk's fold up to them, and then behind them;
/// before[i] that of all before the chunk, null if there is nothing.
template <int N, class Op, class Out>
[[gnu::always_inline]] inline void scan_some_rows(Op const& op, bool begins,
                                                  typename Op::value_type* so_far,
                                                  typename Op::value_type const* before,
                                                  typename Op::value_type const* from, int rows,
                                                  int step, Out* out)
{
  using value = typename Op::value_type;
  value run[N], earlier[N] = {};
  for (int i = 0; i < N; ++i) run[i] = so_far[i];
  if (before)
    for (int i = 0; i < N; ++i) earlier[i] = before[i];
  auto const rows_to = [&](auto has_before) {
    // a row is read as a whole before one is written: the compiler can't see that they differ
    auto const put = [&](int r) {
      Out result[N];
      for (int i = 0; i < N; ++i)
        result[i] = op.finish(has_before ? op.combine(earlier[i], run[i]) : run[i]);
      for (int i = 0; i < N; ++i) out[r * step + i] = result[i];
    };
    int r = 0;
    if (begins) {
      for (int i = 0; i < N; ++i) run[i] = from[i];
      put(r++);
    }
    for (; r < rows; ++r) {
      for (int i = 0; i < N; ++i) run[i] = op.combine(run[i], from[r * step + i]);
      put(r);
    }
  };
  if (before)
    rows_to(std::true_type{});
  else
    rows_to(std::false_type{});
  for (int i = 0; i < N; ++i) so_far[i] = run[i];
}

/// out = the next `rows` rows of a scan down `columns` columns, of `from`, row after row. (Not
/// inlined: compiled once for all programs.)
template <class Op, class Out>
[[gnu::noinline]] void scan_columns_of_values(Op const& op,
                                              scan_of_columns<typename Op::value_type>& at,
                                              typename Op::value_type const* from, int rows,
                                              int columns, Out* out)
{
  using value = typename Op::value_type;
  constexpr int items = scan_items<value>, most = columns_at_once<value>;
  at.chunk.there = true;
  for (int end, r = 0; r < rows; r = end) {
    int const in_chunk = static_cast<int>(at.row % items);
    if (in_chunk == 0 && at.row > 0) {
      if (!at.walk) at.walk.emplace();
      at.walk->next(op, at.chunk, columns);
    }
    auto const* const before = at.walk && at.walk->before.there ? at.walk->before.v : nullptr;
    end = std::min(rows, r + items - in_chunk);
    at.row += end - r;
    int i = 0;
    auto const some = [&](auto count) {
      scan_some_rows<count>(op, in_chunk == 0, at.chunk.v + i, before ? before + i : nullptr,
                            from + r * columns + i, end - r, columns, out + r * columns + i);
      i += count;
    };
    while (i + most <= columns) some(std::integral_constant<int, most>());
    if constexpr (most > most_in_tree)
      while (i + most_in_tree <= columns) some(std::integral_constant<int, most_in_tree>());
    if (i < columns) with_constant(columns - i, some);
  }
}

/// Scans the columns of k, where has_few_columns.
template <class Program, class Op, class Sink>
void scan_few_columns(reduction const& red, Program const& program, Op const& op, Sink const& sink,
                      std::int64_t k)
{
  using value = typename Op::value_type;
  using result = scan_result<Op>;
  int const columns = static_cast<int>(red.it.inner), together = short_rows_together / columns;
  position const at = row_position(red, k, 0);
  auto const from = program.bind(at, red.kept_rank);
  auto const to = sink.bind(at, red.kept_rank);
  scan_of_columns<value> scan;
  value values[short_rows_together];
  for (std::int64_t row = 0; row < red.length; row += together) {
    int const rows = static_cast<int>(std::min<std::int64_t>(together, red.length - row));
    value const* scanned = values;
    if constexpr (requires {
                    { from.elements(0, 0) } -> std::same_as<value const*>;
                  })
      scanned = from.elements(0, row);
    else
      compute_neighbours<Program>(from, rows * columns, values, row * columns);
    if constexpr (requires {
                    { to.elements(0, 0) } -> std::same_as<result*>;
                  }) {
      scan_columns_of_values(op, scan, scanned, rows, columns, to.elements(0, row));
    } else {
      result results[short_rows_together];
      scan_columns_of_values(op, scan, scanned, rows, columns, results);
      for (int i = 0; i < rows * columns; ++i) to.template put<true>(row * columns + i, results[i]);
    }
  }
}

}  // namespace acre::backends::host::detail
