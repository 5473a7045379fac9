#include <acre/dynamic/solvers.hpp>

#include "../python.hpp"

namespace acre::python {

namespace {

namespace of = dynamic::linalg;

std::optional<double> cut_or_none(nb::handle x)
{
  if (x.is_none()) return {};
  return nb::cast<double>(x);
}

}  // namespace

void bind_linalg(nb::module_& m)
{
  define(m, "solve", [](nb::handle a, nb::handle b) {
    auto const x = operand_of(a), y = operand_of(b);
    return unlocked([&] { return of::solve(x, y); });
  });
  define(m, "matrix_function", [](std::string_view name, nb::handle a, bool upper) {
    auto const x = operand_of(a);
    return unlocked([&] {
      if (name == "inv") return of::inv(x);
      if (name == "det") return of::det(x);
      if (name == "cond") return of::cond(x);
      if (name == "svdvals") return of::svdvals(x);
      if (name == "eigvals") return of::eigvals(x);
      return name == "cholesky" ? of::cholesky(x, upper) : of::eigvalsh(x, upper);
    });
  });
  define(m, "matrix_power", [](nb::handle a, std::int64_t n) {
    auto const x = operand_of(a);
    return unlocked([&] { return of::matrix_power(x, n); });
  });
  define(m, "matrix_rank", [](nb::handle a, nb::handle rtol) {
    auto const x = operand_of(a);
    auto const cut = cut_or_none(rtol);
    return unlocked([&] { return of::matrix_rank(x, cut); });
  });
  define(m, "pinv", [](nb::handle a, nb::handle rtol) {
    auto const x = operand_of(a);
    auto const cut = cut_or_none(rtol);
    return unlocked([&] { return of::pinv(x, cut); });
  });
  define(m, "slogdet", [](nb::handle a) {
    auto const x = operand_of(a);
    auto const parts = unlocked([&] { return of::slogdet(x); });
    return tuple_of({parts.sign, parts.logabsdet});
  });
  define(m, "qr", [](nb::handle a, bool complete) {
    auto const x = operand_of(a);
    auto const parts = unlocked([&] { return of::qr(x, complete); });
    return tuple_of({parts.q, parts.r});
  });
  define(m, "svd", [](nb::handle a, bool full_matrices) {
    auto const x = operand_of(a);
    auto const parts = unlocked([&] { return of::svd(x, full_matrices); });
    return tuple_of({parts.u, parts.s, parts.vh});
  });
  define(m, "eig", [](nb::handle a, bool hermitian, bool upper) {
    auto const x = operand_of(a);
    auto const parts = unlocked([&] { return hermitian ? of::eigh(x, upper) : of::eig(x); });
    return tuple_of({parts.eigenvalues, parts.eigenvectors});
  });
}

}  // namespace acre::python
