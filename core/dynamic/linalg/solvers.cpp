#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/solvers.hpp>
#include <acre/linalg.hpp>

#include <algorithm>

#include "../dispatch.hpp"

namespace acre::dynamic::linalg {

namespace {

using namespace acre::dynamic::detail;

/// The dtype that it is computed in.
dtype linear_dtype(dynamic_array const& a)
{
  return kind_of(a.dtype()) >= kind::floating ? a.dtype() : dtype::float64;
}

dynamic_array matrices(dynamic_array const& a)
{
  if (a.rank() < 2)
    throw linalg_error(std::to_string(a.rank()) +
                       "-dimensional array given. Array must be at least two-dimensional");
  return astype(a, linear_dtype(a));
}

/// f(a as a stack of matrices with four axes in front), which gives an array of `less` axes less.
template <class F>
dynamic_array of_matrices(std::string_view function, dynamic_array const& a, int less, F const& f)
{
  return of_rank(with_array<inexacts>(function, matrices(a),
                                      [&](auto const& x) { return dynamic_array(f(x)); }),
                 a.rank() - less);
}

triangle triangle_of(bool upper) { return upper ? triangle::upper : triangle::lower; }

}  // namespace

dynamic_array solve(dynamic_array const& a, dynamic_array const& b)
{
  auto const x = matrices(a);
  if (b.rank() == 0)
    throw value_error(
        "solve: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature "
        "(m,m),(m,n)->(m,n) requires 2)");
  dtype const type = promote(x.dtype(), linear_dtype(b));
  bool const vector = b.rank() == 1;
  auto const y = astype(b, type);
  auto const solved = with_array<inexacts>(
      "solve", astype(x, type), [&]<class T, int R, class Space>(array<T, R, Space> const& m) {
        return vector ? dynamic_array(acre::linalg::solve(m, y.as<T, 1, Space>()))
                      : dynamic_array(acre::linalg::solve(m, y.as<T, max_rank, Space>()));
      });
  return of_rank(solved, vector ? a.rank() - 1 : std::max(a.rank(), b.rank()));
}

dynamic_array inv(dynamic_array const& a)
{
  return of_matrices("inv", a, 0, [](auto const& x) { return acre::linalg::inv(x); });
}
dynamic_array det(dynamic_array const& a)
{
  return of_matrices("det", a, 2, [](auto const& x) { return acre::linalg::det(x); });
}
dynamic_array matrix_power(dynamic_array const& a, std::int64_t n)
{
  return of_matrices("matrix_power", a, 0,
                     [&](auto const& x) { return acre::linalg::matrix_power(x, n); });
}
dynamic_array matrix_rank(dynamic_array const& a, std::optional<double> rtol)
{
  if (a.rank() < 2) return astype(reduce("any", a), dtype::int64);
  return of_matrices("matrix_rank", a, 2,
                     [&](auto const& x) { return acre::linalg::matrix_rank(x, rtol); });
}
dynamic_array pinv(dynamic_array const& a, std::optional<double> rtol)
{
  return of_matrices("pinv", a, 0, [&](auto const& x) { return acre::linalg::pinv(x, rtol); });
}
dynamic_array cond(dynamic_array const& a)
{
  return of_matrices("cond", a, 2, [](auto const& x) { return acre::linalg::cond(x); });
}
dynamic_array cholesky(dynamic_array const& a, bool upper)
{
  return of_matrices("cholesky", a, 0,
                     [&](auto const& x) { return acre::linalg::cholesky(x, triangle_of(upper)); });
}
dynamic_array svdvals(dynamic_array const& a)
{
  return of_matrices("svdvals", a, 1, [](auto const& x) { return acre::linalg::svdvals(x); });
}
dynamic_array eigvalsh(dynamic_array const& a, bool upper)
{
  return of_matrices("eigvalsh", a, 1,
                     [&](auto const& x) { return acre::linalg::eigvalsh(x, triangle_of(upper)); });
}
dynamic_array eigvals(dynamic_array const& a)
{
  return of_matrices("eigvals", a, 1, [](auto const& x) { return acre::linalg::eigvals(x); });
}

slogdet_parts slogdet(dynamic_array const& a)
{
  dynamic_array logarithms;
  auto const signs = of_matrices("slogdet", a, 2, [&](auto const& x) {
    auto const parts = acre::linalg::slogdet(x);
    logarithms = of_rank(dynamic_array(parts.logabsdet), a.rank() - 2);
    return parts.sign;
  });
  return {signs, logarithms};
}
qr_parts qr(dynamic_array const& a, bool complete)
{
  dynamic_array r;
  auto const q = of_matrices("qr", a, 0, [&](auto const& x) {
    auto const parts = acre::linalg::qr(x, complete ? qr_mode::complete : qr_mode::reduced);
    r = of_rank(dynamic_array(parts.r), a.rank());
    return parts.q;
  });
  return {q, r};
}
svd_parts svd(dynamic_array const& a, bool full_matrices)
{
  dynamic_array s, vh;
  auto const u = of_matrices("svd", a, 0, [&](auto const& x) {
    auto const parts = acre::linalg::svd(x, full_matrices);
    s = of_rank(dynamic_array(parts.s), a.rank() - 1);
    vh = of_rank(dynamic_array(parts.vh), a.rank());
    return parts.u;
  });
  return {u, s, vh};
}
eigen_parts eigh(dynamic_array const& a, bool upper)
{
  dynamic_array vectors;
  auto const values = of_matrices("eigh", a, 1, [&](auto const& x) {
    auto const parts = acre::linalg::eigh(x, triangle_of(upper));
    vectors = of_rank(dynamic_array(parts.eigenvectors), a.rank());
    return parts.eigenvalues;
  });
  return {values, vectors};
}
eigen_parts eig(dynamic_array const& a)
{
  dynamic_array vectors;
  auto const values = of_matrices("eig", a, 1, [&](auto const& x) {
    auto const parts = acre::linalg::eig(x);
    vectors = of_rank(dynamic_array(parts.eigenvectors), a.rank());
    return parts.eigenvalues;
  });
  return {values, vectors};
}

}  // namespace acre::dynamic::linalg
