#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/linalg.hpp>

#include <array>

#include "operations.hpp"

/// NumPy's numpy.linalg, under its names, with its arguments' names. Results that are not unique
/// (vectors up to their signs) are given by what defines them: the product that is the matrix
/// again, and the products that are the identity.
namespace acre::conformance {

namespace {

/// The dtype that it is computed in.
dtype linear_dtype(dynamic_array const& a)
{
  auto const kind = kind_of(a.dtype());
  return kind == detail::kind::floating || kind == detail::kind::complex ? a.dtype()
                                                                         : dtype::float64;
}

/// An input; the parameter "layout" says that it is another view of it: "transposed", "reversed"
/// rows, "stepped" (every second row and column).
dynamic_array operand(call const& c, char const* name)
{
  dynamic_array a = c.input(name);
  auto const layout = param(c, "layout", std::string());
  if (layout.empty() || a.rank() < 2) return a;
  if (layout == "transposed") return dynamic::swapaxes(a, -1, -2);
  if (layout == "reversed") return dynamic::flip(a, std::vector<int>{a.rank() - 2});
  if (layout != "stepped") throw manifest_error("there is no layout '" + layout + "'");
  slice const second(none, none, 2);
  return dynamic::getitem(a, std::array<dynamic::index_term, 3>{ellipsis, second, second});
}
dynamic_array matrix_operand(call const& c)
{
  return operand(c, c.has_input("a") ? "a" : c.has_input("x") ? "x" : "A");
}
dynamic_array matrices(call const& c)
{
  auto const a = matrix_operand(c);
  if (a.rank() < 2)
    throw linalg_error(std::to_string(a.rank()) +
                       "-dimensional array given. Array must be at least two-dimensional");
  return dynamic::astype(a, linear_dtype(a));
}

/// f(a as a stack of matrices with four axes in front), for a's dtype and space.
template <class F>
results typed(dynamic_array const& a, F const& f)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        auto const with = [&]<class T>(std::type_identity<T>) {
          return f(a.as<T, max_rank, Space>());
        };
        switch (a.dtype()) {
          case dtype::float32:
            return with(std::type_identity<float>());
          case dtype::float64:
            return with(std::type_identity<double>());
          case dtype::complex64:
            return with(std::type_identity<complex<float>>());
          case dtype::complex128:
            return with(std::type_identity<complex<double>>());
          default:
            throw not_available(std::string("no linear algebra in ") + name(a.dtype()));
        }
      },
      a.space());
}
/// Likewise for `c`'s matrices; `f` gives a result of `less` axes less.
template <class F>
results of_matrices(call const& c, int less, F const& f)
{
  auto const a = matrices(c);
  return typed(a, [&](auto const& x) { return out(dynamic_array(f(x), a.rank() - less)); });
}

dynamic_array adjoint(dynamic_array const& a)
{
  return dynamic::unary("conjugate", dynamic::swapaxes(a, -1, -2));
}
/// Columns of matrices times numbers, one for each.
dynamic_array scaled(dynamic_array const& columns, dynamic_array const& numbers)
{
  std::array<dynamic::index_term, 3> const rows{ellipsis, newaxis, slice()};
  return dynamic::binary("multiply", columns, dynamic::getitem(numbers, rows));
}
dynamic_array gram(dynamic_array const& columns)
{
  return dynamic::matmul(adjoint(columns), columns);
}

results solve(call const& c)
{
  auto const a = matrices(c);
  dynamic_array const b = operand(c, "b");
  if (b.rank() == 0)
    throw value_error(
        "solve: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature "
        "(m,m),(m,n)->(m,n) requires 2)");
  dtype const type = promote(a.dtype(), linear_dtype(b));
  auto const y = dynamic::astype(b, type);
  bool const vector = b.rank() == 1;
  return typed(dynamic::astype(a, type), [&](auto const& x) {
    using array_type = std::remove_cvref_t<decltype(x)>;
    using T = typename array_type::value_type;
    using Space = typename array_type::space_type;
    return out(vector ? dynamic_array(linalg::solve(x, y.as<T, 1, Space>()), a.rank() - 1)
                      : dynamic_array(linalg::solve(x, y.as<T, max_rank, Space>()),
                                      std::max(a.rank(), b.rank())));
  });
}
results inv(call const& c)
{
  return of_matrices(c, 0, [](auto const& a) { return linalg::inv(a); });
}
results det(call const& c)
{
  return of_matrices(c, 2, [](auto const& a) { return linalg::det(a); });
}
results slogdet(call const& c)
{
  auto const a = matrices(c);
  return typed(a, [&](auto const& x) -> results {
    auto const [sign, logabsdet] = linalg::slogdet(x);
    return {{"sign", dynamic_array(sign, a.rank() - 2)},
            {"logabsdet", dynamic_array(logabsdet, a.rank() - 2)}};
  });
}
results cholesky(call const& c)
{
  auto const which = param(c, "upper", false) ? triangle::upper : triangle::lower;
  return of_matrices(c, 0, [&](auto const& a) { return linalg::cholesky(a, which); });
}
results matrix_power(call const& c)
{
  auto const n = c.params().at("n").get<std::int64_t>();
  return of_matrices(c, 0, [&](auto const& a) { return linalg::matrix_power(a, n); });
}
results matrix_rank(call const& c)
{
  auto const x = matrix_operand(c);
  if (x.rank() < 2)  // whether it has a number that isn't 0
    return out(dynamic::astype(dynamic::reduce("any", x), dtype::int64));
  std::optional<double> rtol;
  if (c.has("rtol")) rtol = c.params()["rtol"].get<double>();
  return of_matrices(c, 2, [&](auto const& a) { return linalg::matrix_rank(a, rtol); });
}
results cond(call const& c)
{
  return of_matrices(c, 2, [](auto const& a) { return linalg::cond(a); });
}
results pinv(call const& c)
{
  std::optional<double> rtol;
  for (char const* const name : {"rtol", "rcond"})
    if (c.has(name)) rtol = c.params()[name].get<double>();
  return of_matrices(c, 0, [&](auto const& a) { return linalg::pinv(a, rtol); });
}

/// "product": q r; "gram": q^H q; "below": what r has below its diagonal.
results qr(call const& c)
{
  auto const mode = param(c, "mode", std::string("reduced"));
  if (mode != "reduced" && mode != "complete") throw not_available("no qr of the mode " + mode);
  auto const a = matrices(c);
  return typed(a, [&](auto const& x) -> results {
    auto const parts = linalg::qr(x, mode == "complete" ? qr_mode::complete : qr_mode::reduced);
    dynamic_array const q(parts.q, a.rank()), r(parts.r, a.rank());
    return {{"product", dynamic::matmul(q, r)}, {"gram", gram(q)}, {"below", dynamic::tril(r, -1)}};
  });
}
/// "product": u s v^H; "s"; "u", "v": u^H u and v^H v.
results svd(call const& c)
{
  bool const full = param(c, "full_matrices", true);
  auto const a = matrices(c);
  return typed(a, [&](auto const& x) -> results {
    auto const parts = linalg::svd(x, full);
    dynamic_array const u(parts.u, a.rank()), s(parts.s, a.rank() - 1), vh(parts.vh, a.rank());
    std::int64_t const k = s.shape().back();
    auto const columns =
        dynamic::getitem(u, std::array<dynamic::index_term, 2>{ellipsis, slice(0, k)});
    auto const rows =
        dynamic::getitem(vh, std::array<dynamic::index_term, 3>{ellipsis, slice(0, k), slice()});
    return {{"product", dynamic::matmul(scaled(columns, s), rows)},
            {"s", s},
            {"u", gram(u)},
            {"v", gram(adjoint(vh))}};
  });
}
results svdvals(call const& c)
{
  return of_matrices(c, 1, [](auto const& a) { return linalg::svdvals(a); });
}

triangle triangle_of(call const& c)
{
  auto const which = param(c, "UPLO", std::string("L"));
  if (which == "L" || which == "l") return triangle::lower;
  if (which == "U" || which == "u") return triangle::upper;
  throw value_error("UPLO argument must be 'L' or 'U'");
}
/// "product": v w v^H; "eigenvalues"; "gram": v^H v.
results eigh(call const& c)
{
  auto const which = triangle_of(c);
  auto const a = matrices(c);
  return typed(a, [&](auto const& x) -> results {
    auto const [eigenvalues, eigenvectors] = linalg::eigh(x, which);
    dynamic_array const w(eigenvalues, a.rank() - 1), v(eigenvectors, a.rank());
    return {{"product", dynamic::matmul(scaled(v, w), adjoint(v))},
            {"eigenvalues", w},
            {"gram", gram(v)}};
  });
}
results eigvalsh(call const& c)
{
  auto const which = triangle_of(c);
  return of_matrices(c, 1, [&](auto const& a) { return linalg::eigvalsh(a, which); });
}
/// "residual": a v - v w; "eigenvalues" in order.
results eig(call const& c)
{
  auto const a = matrices(c);
  return typed(a, [&](auto const& x) -> results {
    auto const [eigenvalues, eigenvectors] = linalg::eig(x);
    dynamic_array const w(eigenvalues, a.rank() - 1), v(eigenvectors, a.rank());
    return {{"residual", dynamic::binary("subtract", dynamic::matmul(a, v), scaled(v, w))},
            {"eigenvalues", dynamic::sort(w)}};
  });
}
results eigvals(call const& c)
{
  auto const found = of_matrices(c, 1, [](auto const& a) { return linalg::eigvals(a); });
  return out(dynamic::sort(found.at("out")));
}

results lstsq(call const& c)
{
  dynamic_array const given = operand(c, "a"), b = operand(c, "b");
  for (int const rank : {given.rank(), b.rank() == 1 ? 2 : b.rank()})
    if (rank != 2)
      throw linalg_error(std::to_string(rank) +
                         "-dimensional array given. Array must be two-dimensional");
  auto const a = matrices(c);
  std::optional<double> rcond;
  if (c.has("rcond")) rcond = c.params()["rcond"].get<double>();
  dtype const type = promote(a.dtype(), linear_dtype(b));
  auto const x = dynamic::astype(a, type), y = dynamic::astype(b, type);
  return typed(x, [&](auto const& of_rank) -> results {
    using array_type = std::remove_cvref_t<decltype(of_rank)>;
    using T = typename array_type::value_type;
    using Space = typename array_type::space_type;
    auto const with = [&](auto const& sides) -> results {
      auto const found = linalg::lstsq(x.as<T, 2, Space>(), sides, rcond);
      return {{"x", found.x},
              {"residuals", found.residuals},
              {"rank", array_of(c.space(), json(found.rank))},
              {"s", found.s}};
    };
    return b.rank() == 1 ? with(y.as<T, 1, Space>()) : with(y.as<T, 2, Space>());
  });
}

/// For two or three matrices.
results multi_dot(call const& c)
{
  std::vector<dynamic_array> factors;
  dtype type = dtype::float32;
  for (char const* const name : {"a", "b", "c"}) {
    if (!c.has_input(name)) continue;
    factors.push_back(operand(c, name));
    type = promote(type, linear_dtype(factors.back()));
  }
  for (auto& factor : factors) {
    if (factor.rank() != 2) throw not_available("multi_dot of vectors");
    factor = dynamic::astype(factor, type);
  }
  return typed(factors.at(0), [&](auto const& of_rank) {
    using array_type = std::remove_cvref_t<decltype(of_rank)>;
    using Space = typename array_type::space_type;
    auto const matrix = [&](std::size_t k) {
      return factors.at(k).as<typename array_type::value_type, 2, Space>();
    };
    return out(factors.size() == 2 ? linalg::multi_dot(matrix(0), matrix(1))
                                   : linalg::multi_dot(matrix(0), matrix(1), matrix(2)));
  });
}

}  // namespace

std::vector<operation> linear_operations()
{
  return {{"solve", "linalg", solve},
          {"inv", "linalg", inv},
          {"det", "linalg", det},
          {"slogdet", "linalg", slogdet},
          {"cholesky", "linalg", cholesky},
          {"qr", "linalg", qr},
          {"eigh", "linalg", eigh},
          {"eigvalsh", "linalg", eigvalsh},
          {"eig", "linalg", eig},
          {"eigvals", "linalg", eigvals},
          {"svd", "linalg", svd},
          {"svdvals", "linalg", svdvals},
          {"pinv", "linalg", pinv},
          {"lstsq", "linalg", lstsq},
          {"matrix_rank", "linalg", matrix_rank},
          {"matrix_power", "linalg", matrix_power},
          {"cond", "linalg", cond},
          {"multi_dot", "linalg", multi_dot}};
}

}  // namespace acre::conformance
