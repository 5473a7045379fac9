#include <acre/error.hpp>
#include <acre/linalg/cho_solve.hpp>
#include <acre/linalg/lu_factor.hpp>
#include <acre/linalg/solve.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "factored.hpp"
#include "small.hpp"

namespace acre::detail {

namespace {

/// The axes before the matrices as NumPy writes them.
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
  if (a.rows() != a.columns())
    throw linalg_error("Last 2 dimensions of the array must be square, not " +
                       std::to_string(a.rows()) + " by " + std::to_string(a.columns()));
}

void require_equations(matrix_stack const& a, matrix_stack const& b, bool vector,
                       char const* function)
{
  require_square(a);
  if (a.rows() != b.rows())
    throw shape_error(std::string(function) +
                      ": Input operand 1 has a mismatch in its core dimension 0, with gufunc "
                      "signature (m,m),(m" +
                      std::string(vector ? "" : ",n") + ")->(m" + (vector ? "" : ",n") +
                      ") (size " + std::to_string(b.rows()) + " is different from " +
                      std::to_string(a.rows()) + ')');
  for (int axis = 0; axis < max_rank - 2; ++axis)
    if (a.extent[axis] != b.extent[axis] && a.extent[axis] != 1 && b.extent[axis] != 1)
      throw shape_error(
          "operands could not be broadcast together with remapped shapes "
          "[original->remapped]: " +
          remapped(a) + ' ' + remapped(b) + "  and requested shape (" + std::to_string(b.rows()) +
          ',' + std::to_string(b.columns()) + ')');
}

lu_factors factorise(backends::queue& on, matrix_stack const& a, bool either, small_room* room)
{
  lu_factors f;
  f.of_transposed = either && a.stride[max_rank - 1] <= a.stride[max_rank - 2];
  matrix_stack like = f.of_transposed ? a : transposed(a);
  matrix_stack const from = like;
  like.queue = &on;
  auto const rows = like.columns(), columns = like.rows(), count = like.count();
  f.lu = make_stack(like, columns, rows,
                    static_cast<std::size_t>(8 * std::min(rows, columns) * count), room);
  f.pivots = f.lu.more;
  copy_stack(f.lu, from);
  f.codes = algebra_of(on).lu(on, a.type, rows, columns, count, f.lu.data, f.pivots.get());
  return f;
}

namespace {

/// An operand's queue, as backends::operation wants it.
struct leaf {
  backends::queue* queue;
};

/// x, where solve(sides, right, count) puts the solutions in the place of `count` matrices of
/// `right` columns each, in column-major order. Leading axes of x that the factors have not make
/// more columns for one of them. `conjugate`: the factors are those of conj(a).
template <class Solve>
void solve_factored(matrix_stack const& factors, matrix_stack const& b, matrix_stack const& x,
                    bool conjugate, Solve const& solve)
{
  constexpr int row = max_rank - 1, column = max_rank - 2;  // of the sides
  matrix_stack sides = transposed(x);
  shape_t<max_rank> stride{};
  stride[row] = 1;
  stride[column] = x.rows();
  std::int64_t right = x.columns(), count = 1;
  for (int axis = column - 1; axis >= 0; --axis)
    if (factors.extent[axis] != x.extent[axis]) {
      stride[axis] = x.rows() * right;
      right *= x.extent[axis];
    }
  for (int axis = column - 1; axis >= 0; --axis)
    if (factors.extent[axis] == x.extent[axis]) {
      stride[axis] = x.rows() * right * count;
      count *= x.extent[axis];
    }
  bool lie_in_x = true;
  for (int axis = 0; axis < max_rank; ++axis)
    lie_in_x = lie_in_x && (sides.extent[axis] == 1 || sides.stride[axis] == stride[axis]);
  small_room room;
  scratch_stack made;
  if (!lie_in_x) {
    made = make_stack(x, x.columns(), x.rows(), 0, &room);
    made.stride = stride;
    sides = made;
  }
  copy_stack(sides, transposed(b), conjugate);
  solve(sides.data, right, count);
  if (!lie_in_x || conjugate) copy_stack(x, transposed(sides), conjugate);
}
void solve_by_lu(backends::queue& on, lu_factors const& f, matrix_stack const& b,
                 matrix_stack const& x)
{
  solve_factored(f.lu, b, x, false, [&](void* sides, std::int64_t right, std::int64_t count) {
    algebra_of(on).lu_solve(on, x.type, x.rows(), right, count, f.of_transposed, f.lu.data,
                            f.pivots.get(), sides);
  });
}

}  // namespace

void solve_stack(matrix_stack const& a, matrix_stack const& b, matrix_stack const& x)
{
  if (x.is_empty()) return;
  backends::queue& on = *x.queue;
  if (is_small(a)) {
    if (!solve_small(on, a, b, x)) throw linalg_error("Singular matrix");
    return;
  }
  backends::operation const running("linalg::solve", on);
  matrix_stack matrices = a;
  bool const several = a.count() > 1;
  for (int axis = 0; several && axis < max_rank - 2; ++axis)
    if (a.extent[axis] != x.extent[axis]) {
      matrices.extent[axis] = x.extent[axis];
      matrices.stride[axis] = 0;
    }
  small_room room;
  auto const f = factorise(on, matrices, true, &room);
  if (any_failed(f.codes)) throw linalg_error("Singular matrix");
  solve_by_lu(on, f, b, x);
}

kept_factors factor_stack(matrix_stack const& a)
{
  kept_factors kept;
  if (a.is_empty()) return kept;
  backends::queue& on = *a.queue;
  backends::operation const running("linalg::lu_factor", on);
  auto f = factorise(on, a, false);
  if (any_failed(f.codes)) throw linalg_error("Singular matrix");
  kept.lu = f.lu.owner;
  kept.pivots = f.pivots;
  kept.places = algebra_of(on).read_pivots(on, a.rows(), a.columns(), a.count(), f.pivots.get());
  for (std::int64_t& place : kept.places) --place;
  return kept;
}

void solve_kept_stack(matrix_stack const& lu, void const* pivots, matrix_stack const& b,
                      matrix_stack const& x)
{
  if (x.is_empty()) return;
  backends::queue& on = *x.queue;
  backends::operation const running("linalg::lu_solve", on, std::array{leaf{lu.queue}});
  lu_factors f;
  static_cast<matrix_stack&>(f.lu) = lu;
  f.pivots = std::shared_ptr<void>(std::shared_ptr<void>(), const_cast<void*>(pivots));
  solve_by_lu(on, f, b, x);
}

void cholesky_solve_stack(matrix_stack const& factors, matrix_stack const& b, matrix_stack const& x,
                          bool upper)
{
  if (x.is_empty()) return;
  backends::queue& on = *x.queue;
  backends::operation const running("linalg::cho_solve", on, std::array{leaf{factors.queue}});
  // read in column-major order the lower triangle of the factors is an upper one, and their product
  // conj(a)
  solve_factored(factors, b, x, backends::is_complex(x.type),
                 [&](void* sides, std::int64_t right, std::int64_t count) {
                   algebra_of(on).cholesky_solve(on, x.type, x.rows(), right, count, !upper,
                                                 factors.data, sides);
                 });
}

}  // namespace acre::detail
