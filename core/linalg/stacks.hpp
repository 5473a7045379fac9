#pragma once

#include <acre/linalg/detail/stack.hpp>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

/// Parts of the component's functions. Kernels move elements as words of their size, so that each
/// is compiled once for a space's queue (stacks.cpp).
namespace acre::detail {

/// Memory of a queue until the last owner goes. Throws out_of_memory.
std::shared_ptr<void> scratch_memory(backends::queue& on, std::size_t bytes);

/// Memory for a CPU's few numbers while a function runs: memory that is allocated takes as long as
/// a small matrix.
struct small_room {
  alignas(64) std::byte bytes[4096];
};

/// `count` matrices on `like`'s queue, in C order, in memory of their own, or in `room` where they
/// are a CPU's and fit; `more` is that of the bytes that were asked for besides.
struct scratch_stack : matrix_stack {
  std::shared_ptr<void> owner, more;
};
scratch_stack make_stack(matrix_stack const& like, std::int64_t rows, std::int64_t columns,
                         std::size_t more_bytes = 0, small_room* room = nullptr);

/// The memory with rows for columns.
inline matrix_stack transposed(matrix_stack s)
{
  std::swap(s.extent[max_rank - 2], s.extent[max_rank - 1]);
  std::swap(s.stride[max_rank - 2], s.stride[max_rank - 1]);
  return s;
}
/// The first rows and columns.
inline matrix_stack part(matrix_stack s, std::int64_t rows, std::int64_t columns)
{
  s.extent[max_rank - 2] = rows;
  s.extent[max_rank - 1] = columns;
  return s;
}

/// A copy of the diagonals, in columns.
scratch_stack diagonals_of(matrix_stack const& s, small_room* room = nullptr);

/// Queued on to.queue. Leading axes of `from` broadcast.
void copy_stack(matrix_stack const& to, matrix_stack const& from, bool conjugate = false);
/// On and below the k-th diagonal, 0 above it; above and on it. `from` may be `to`.
void copy_lower(matrix_stack const& to, matrix_stack const& from, std::int64_t k = 0);
void copy_upper(matrix_stack const& to, matrix_stack const& from, std::int64_t k = 0);
/// Ones on the diagonal.
void set_diagonal(matrix_stack const& to);
void set_zero(matrix_stack const& to);
/// Waits.
bool all_finite(matrix_stack const& a);

backends::linear_algebra& algebra_of(backends::queue& on);
/// For contiguous memory of a queue; waits.
void read_memory(backends::queue& on, void* to, void const* from, std::size_t bytes);
void write_memory(backends::queue& on, void* to, void const* from, std::size_t bytes);

inline bool any_failed(std::vector<int> const& codes)
{
  for (int const code : codes)
    if (code != 0) return true;
  return false;
}

}  // namespace acre::detail
