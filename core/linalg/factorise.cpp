#include <acre/error.hpp>
#include <acre/linalg/factorise.hpp>

#include <algorithm>
#include <complex>
#include <numeric>
#include <utility>

#include "factored.hpp"
#include "small.hpp"

namespace acre::detail {

namespace {

/// The rows of p l u in the order of a's: places[i] is where row i of l u belongs.
std::vector<std::size_t> order_of(std::int64_t const* pivots, std::int64_t k, std::int64_t rows)
{
  std::vector<std::size_t> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::int64_t i = 0; i < k; ++i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(pivots[i] - 1)]);
  return order;
}

template <class T>
void write_permutations(matrix_stack const& p, std::vector<std::int64_t> const& pivots,
                        std::int64_t k)
{
  auto const m = p.rows(), count = p.count();
  std::vector<T> values(static_cast<std::size_t>(m * m * count));
  for (std::int64_t each = 0; each < count; ++each) {
    auto const order = order_of(pivots.data() + each * k, k, m);
    for (std::size_t i = 0; i < order.size(); ++i)
      values[static_cast<std::size_t>(each * m * m) + order[i] * static_cast<std::size_t>(m) + i] =
          T(1);
  }
  write_memory(*p.queue, p.data, values.data(), values.size() * sizeof(T));
}

}  // namespace

void cholesky_stack(matrix_stack const& a, matrix_stack const& out, bool upper)
{
  if (out.is_empty()) return;
  backends::queue& on = *out.queue;
  constexpr char const* indefinite = "Matrix is not positive definite";
  if (is_small(a)) {
    if (!cholesky_small(on, a, out, upper)) throw linalg_error(indefinite);
    return;
  }
  backends::operation const running("linalg::cholesky", on);
  auto& algebra = algebra_of(on);
  auto const n = out.rows(), count = out.count();
  // read in column-major order the lower triangle of a is the upper one of its transpose, and so is
  // the result: aᵀ = uᴴ u with u = lᵀ
  matrix_stack target = out;
  small_room room;
  scratch_stack turned;
  if (upper) {
    turned = make_stack(out, n, n, 0, &room);
    target = turned;
  }
  copy_stack(target, upper ? transposed(a) : a);
  bool const failed = any_failed(algebra.cholesky(on, out.type, n, count, target.data));
  if (upper)
    copy_upper(out, transposed(target));
  else
    copy_lower(out, out);
  // not every library sees NaN; what isn't finite comes to the diagonal of its row
  if (failed || !(n > 64 ? all_finite(diagonals_of(out)) : all_finite(out)))
    throw linalg_error(indefinite);
}

void lu_stack(matrix_stack const& a, matrix_stack const& p, matrix_stack const& l,
              matrix_stack const& u)
{
  auto const m = a.rows(), n = a.columns(), k = std::min(m, n);
  backends::queue& on = *p.queue;
  if (p.count() == 0 || m == 0) return;
  if (n == 0) {
    set_zero(p);
    return set_diagonal(p);
  }
  backends::operation const running("linalg::lu", on);
  small_room room;
  auto const f = factorise(on, a, false, &room);
  auto const factors = transposed(f.lu);  // (m, n)
  copy_lower(l, part(factors, m, k), -1);
  set_diagonal(l);
  copy_upper(u, part(factors, k, n));
  auto const pivots = algebra_of(on).read_pivots(on, m, n, f.lu.count(), f.pivots.get());
  backends::with_type<std::complex>(a.type,
                                    [&]<class T>(T) { write_permutations<T>(p, pivots, k); });
}

void qr_stack(matrix_stack const& a, matrix_stack const& q, matrix_stack const& r)
{
  auto const m = a.rows(), n = a.columns(), k = std::min(m, n), columns = q.columns();
  backends::queue& on = *q.queue;
  if (a.is_empty()) {
    if (q.is_empty()) return;
    set_zero(q);
    return set_diagonal(q);
  }
  backends::operation const running("linalg::qr", on);
  auto& algebra = algebra_of(on);
  matrix_stack like = a;
  like.queue = &on;
  // in column-major order; where q has more columns than a, with room for them
  bool const more = columns > n;
  auto const count = a.count();
  small_room room, room_of_wide;
  auto const made = make_stack(
      like, n, m, static_cast<std::size_t>(k * count) * backends::bytes_of(a.type), &room);
  copy_stack(made, transposed(a));
  void* const tau = made.more.get();
  algebra.qr(on, a.type, m, n, count, made.data, tau);
  copy_upper(r, part(transposed(made), std::min(m, r.rows()), n));
  if (!more) {
    algebra.make_q(on, a.type, m, columns, k, count, made.data, m * n, tau);
    copy_stack(q, part(transposed(made), m, columns));
    return;
  }
  auto const wide = make_stack(like, columns, m, 0, &room_of_wide);
  copy_stack(part(wide, n, m), made);
  algebra.make_q(on, a.type, m, columns, k, count, wide.data, m * columns, tau);
  copy_stack(q, transposed(wide));
}

void svd_stack(matrix_stack const& a, backends::singular_vectors which, matrix_stack const& u,
               matrix_stack const& s, matrix_stack const& vh)
{
  using backends::singular_vectors;
  auto const m = a.rows(), n = a.columns();
  backends::queue& on = *s.queue;
  if (a.is_empty()) {
    for (auto const* each : {&u, &vh})
      if (which != singular_vectors::none && !each->is_empty()) {
        set_zero(*each);
        set_diagonal(*each);
      }
    return;
  }
  backends::operation const running("linalg::svd", on);
  auto& algebra = algebra_of(on);
  matrix_stack like = a;
  like.queue = &on;
  small_room room, room_of_right;
  auto const copied = make_stack(like, m, n, 0, &room);
  copy_stack(copied, a);
  if (!all_finite(copied)) throw linalg_error("SVD did not converge");
  // read in column-major order this is aᵀ = (vhᵀ) diag(s) (uᵀ): its left vectors are vh, its right
  // ones u as they lie, but where the library gives the right ones' adjoint
  auto const count = copied.count();
  bool const turn = which != singular_vectors::none && algebra.svd_gives_v();
  scratch_stack right;
  if (turn) right = make_stack(u, u.columns(), m, 0, &room_of_right);
  void* const into = turn ? right.data : u.data;
  if (any_failed(algebra.svd(on, a.type, n, m, count, which, copied.data, s.data, vh.data, into)))
    throw linalg_error("SVD did not converge");
  if (turn) copy_stack(u, transposed(right), true);
}

}  // namespace acre::detail
