#pragma once

#include "stacks.hpp"

/// Matrices of few rows, computed by acre's own code (small_steps.hpp), each by one thread, with
/// the same bits on every space, alone or in a stack. Operands are read where they lie; x, out, w
/// and v lie in C order. None is empty. Operands of other queues are joined.
namespace acre::detail {

/// Whether square matrices are computed so.
bool is_small(matrix_stack const& a);

/// False where one is singular. Waits. Leading axes of a and b broadcast to x's.
bool solve_small(backends::queue& on, matrix_stack const& a, matrix_stack const& b,
                 matrix_stack const& x);
bool inv_small(backends::queue& on, matrix_stack const& a, matrix_stack const& out);
/// False where one is not positive definite. Waits.
bool cholesky_small(backends::queue& on, matrix_stack const& a, matrix_stack const& out,
                    bool upper);
/// False where one is not finite or does not converge. Waits. v has no data where no vectors are
/// asked for.
bool eigh_small(backends::queue& on, matrix_stack const& a, bool upper, matrix_stack const& w,
                matrix_stack const& v);
/// As det_stack(). Queued.
void det_small(backends::queue& on, matrix_stack const& a, matrix_stack const& out,
               matrix_stack const& logarithms);

}  // namespace acre::detail
