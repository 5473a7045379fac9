#include <acre/error.hpp>
#include <acre/linalg/solve.hpp>

#include <algorithm>
#include <string>

#include "factored.hpp"

namespace acre::detail {

namespace {

/// As NumPy writes what lies before the matrices.
std::string remapped(matrix_stack const& s)
{
  std::string from, to;
  for (int axis = 0; axis < max_rank; ++axis) {
    bool const of_batch = axis < max_rank - 2;
    if (from.empty() && of_batch && s.extent[axis] == 1) continue;
    std::string const comma = from.empty() ? "" : ",";
    from += comma + std::to_string(s.extent[axis]);
    to += comma + (of_batch ? std::to_string(s.extent[axis]) : "newaxis");
  }
  return '(' + from + ")->(" + to + ')';
}

}  // namespace

void require_square(matrix_stack const& a)
{
  if (a.rows() != a.columns()) throw linalg_error("Last 2 dimensions of the array must be square");
}

void require_equations(matrix_stack const& a, matrix_stack const& b, bool vector)
{
  require_square(a);
  if (a.rows() != b.rows())
    throw shape_error(
        "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
        "signature (m,m),(m" +
        std::string(vector ? "" : ",n") + ")->(m" + (vector ? "" : ",n") + ") (size " +
        std::to_string(b.rows()) + " is different from " + std::to_string(a.rows()) + ')');
  for (int axis = 0; axis < max_rank - 2; ++axis)
    if (a.extent[axis] != b.extent[axis] && a.extent[axis] != 1 && b.extent[axis] != 1)
      throw shape_error(
          "operands could not be broadcast together with remapped shapes "
          "[original->remapped]: " +
          remapped(a) + ' ' + remapped(b) + "  and requested shape (" + std::to_string(b.rows()) +
          ',' + std::to_string(b.columns()) + ')');
}

lu_factors factorise(backends::queue& on, matrix_stack const& a, bool either)
{
  lu_factors f;
  f.of_transposed = either && a.stride[max_rank - 1] <= a.stride[max_rank - 2];
  matrix_stack like = f.of_transposed ? a : transposed(a);
  matrix_stack const from = like;
  like.queue = &on;
  f.lu = make_stack(like, like.rows(), like.columns());
  copy_stack(f.lu, from);
  auto const rows = f.lu.columns(), columns = f.lu.rows(), count = f.lu.count();
  f.pivots = scratch_memory(on, static_cast<std::size_t>(8 * std::min(rows, columns) * count));
  f.codes = algebra_of(on).lu(on, a.type, rows, columns, count, f.lu.data, f.pivots.get());
  return f;
}

void solve_stack(matrix_stack const& a, matrix_stack const& b, matrix_stack const& x)
{
  if (x.is_empty()) return;
  backends::queue& on = *x.queue;
  backends::operation const running("linalg::solve", on);
  matrix_stack matrices = a;
  bool const several = a.count() > 1;
  for (int axis = 0; several && axis < max_rank - 2; ++axis)
    if (a.extent[axis] != x.extent[axis]) {
      matrices.extent[axis] = x.extent[axis];
      matrices.stride[axis] = 0;
    }
  auto const f = factorise(on, matrices, true);
  if (any_failed(f.codes)) throw linalg_error("Singular matrix");
  matrix_stack sides = transposed(x);  // one column lies as it does in x
  scratch_stack made;
  if (x.columns() > 1) {
    made = make_stack(x, x.columns(), x.rows());
    sides = made;
  }
  copy_stack(sides, transposed(b));
  // of one matrix the sides of the whole stack are columns
  std::int64_t const right = several ? x.columns() : x.columns() * x.count();
  algebra_of(on).lu_solve(on, a.type, a.rows(), right, several ? x.count() : 1, f.of_transposed,
                          f.lu.data, f.pivots.get(), sides.data);
  if (x.columns() > 1) copy_stack(x, transposed(sides));
}

}  // namespace acre::detail
