#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/tiling.hpp>
#include <acre/backends/host_common/task_runner.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <cstdint>

namespace acre::backends {
struct reduction;
}

/// The rows of a loop nest, given out to tasks; and pieces of rows whose operands are laid out side
/// by side: see laid_out_operands.
namespace acre::backends::host {

/// Lays out elements first … first + count - 1 of the row at `at`, count <= rows.columns, at `to`.
/// `begins`: constant operands may have others than before, and are written whole.
void lay_out(laid_out_operands const& rows, position const& at, std::int64_t first, int count,
             bool begins, char* to);

/// Lays out elements first … first + count - 1 of a row, count <= rows.columns, at `to`: what is
/// constant once, with the first.
void lay_out(strided_operands const& rows, std::int64_t first, int count, char* to);

/// Addresses of some rows: bytes between neighbours, and from row to row.
struct row_addresses {
  char const* from;
  std::int64_t step, along;
};

/// Lays out `count` rows of so many elements of `size` bytes, not all one, each row's behind the
/// one's before.
void lay_out(row_addresses const& rows, int size, int elements, std::int64_t count, char* to);

/// plan_pieces' operands in rows that follow each other along the last outer axis.
class laid_out_rows {
 public:
  /// `inner`: elements of a row.
  laid_out_rows(laid_out_operands const& rows, std::int64_t inner, char* memory);

  /// Memory in which the result is computed to be written past the caches; null if it isn't.
  char* result() const { return rows_.result >= 0 ? memory_ + rows_.result : nullptr; }
  /// `count` rows from `at` on are next, from element `first` on.
  void begin(position const& at, std::int64_t first, std::int64_t count);
  /// How many elements the next piece has, of first … hi - 1. Pieces of results that are written
  /// past the caches end where a line of theirs does.
  int next(std::int64_t first, std::int64_t hi, void const* result, std::size_t size) const
  {
    std::int64_t elements = rows_.columns;
    if (rows_.result >= 0 && rows_.rows_at_once == 1 && !rows_.flat)
      elements -= reinterpret_cast<std::uintptr_t>(result) % 64 / size;
    return static_cast<int>(elements < hi - first ? elements : hi - first);
  }
  /// Lays out elements first … first + elements - 1 of them; what is constant where rows begin.
  void lay_out(std::int64_t first, int elements) const;

 private:
  struct source {
    row_addresses from;
    void (*move)(row_addresses const& rows, int elements, std::int64_t count, int pitch, char* to);
    std::int64_t count;
  };
  laid_out_operands const& rows_;
  char* memory_;
  std::int64_t inner_, begin_ = 0;
  source source_[max_laid_out];
};

/// Copies some bytes to where they won't be read soon.
void write_past_caches(void* to, void const* from, std::size_t bytes);

/// Likewise for pieces, one after the other: the line of the caches that two of them share waits
/// for the second.
class pieces_past_caches {
 public:
  pieces_past_caches() = default;
  pieces_past_caches(pieces_past_caches const&) = delete;
  pieces_past_caches& operator=(pieces_past_caches const&) = delete;
  ~pieces_past_caches();

  void write(void* to, void const* from, std::size_t bytes);

 private:
  void end();

  char* next_ = nullptr;     // behind what was written
  std::size_t waiting_ = 0;  // of that in line_
  alignas(64) char line_[64];
};

/// unravel and reduced_position, compiled once.
position row_position(iteration const& it, std::int64_t row);
position row_position(reduction const& red, std::int64_t kept_index, std::int64_t reduced_index);

/// A program or sink bound to a row. (Not inlined, as several callers would compile it again.)
template <class Program>
[[gnu::noinline]] auto bound(Program const& program, position const& at)
{
  return program.bind(at);
}

/// A task's pieces of rows.
class row_pieces {
 public:
  explicit row_pieces(laid_out_operands const& rows) : rows_(rows) {}

  /// Itself, if there is anything to lay out.
  row_pieces* any() { return rows_.count > 0 ? this : nullptr; }

  /// f(row, lo, hi) with the program bound for pieces of elements lo … hi - 1 of a row at `at`.
  template <class Program, class F>
  void each(Program const& program, position at, std::int64_t lo, std::int64_t hi, F const& f)
  {
    at.gathered = memory_;
    for (at.first = lo; at.first < hi; at.first += rows_.columns) {
      int const count =
          static_cast<int>(hi - at.first < rows_.columns ? hi - at.first : rows_.columns);
      lay_out(rows_, at, at.first, count, at.first == lo, memory_);
      f(bound(program, at), at.first, at.first + count);
    }
  }

 private:
  laid_out_operands const& rows_;
  alignas(64) char memory_[laid_out_bytes];
};

/// Elements lo … hi - 1 of `count` rows, which follow each other along the outer axis `along`.
struct bound_rows {
  position const& at;    // of the first row, what a sink is bound to
  position const& from;  // the same with what is laid out of it, what a program is bound to
  std::int64_t lo, hi;
  std::int64_t count;
  int along;
  bool unit, packed;                        // as iteration has them
  laid_out_rows const* laid_out = nullptr;  // what is still to be laid out, piece by piece
};

/// A function of those, without its type.
struct rows_function {
  void const* object;
  void (*call)(void const* object, bound_rows const& rows);
};

/// f(rows) for all rows of `it`, or pieces of them, in any order and at the same time; waits. A
/// task takes `most` elements, or a row of less. `together`: rows that follow each other come as
/// one, as far as the last outer axis goes, and f lays them out itself.
void for_rows(task_runner& on, iteration const& it, laid_out_operands const& rows,
              std::int64_t most, bool together, rows_function const& f);
template <class F>
void for_rows(task_runner& on, iteration const& it, laid_out_operands const& rows,
              std::int64_t most, bool together, F const& f)
{
  for_rows(on, it, rows, most, together,
           rows_function{&f, [](void const* object, bound_rows const& these) {
                           (*static_cast<F const*>(object))(these);
                         }});
}

}  // namespace acre::backends::host
