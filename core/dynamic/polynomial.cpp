#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/polynomial.hpp>

#include <array>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

void require_coefficients(dynamic_array const& p)
{
  if (p.rank() != 1)
    throw value_error("a polynomial's coefficients have one axis, not shape " +
                      to_string(p.shape()));
}

/// n, n - 1, … 1
dynamic_array falling(dynamic_array const& p, std::int64_t n)
{
  return arange(p.space(), n, std::int64_t{0}, std::int64_t{-1});
}

}  // namespace

dynamic_array polyval(dynamic_array const& p, dynamic_array const& x)
{
  require_coefficients(p);
  dtype const type = p.size() > 0 ? promote(p.dtype(), x.dtype()) : x.dtype();
  auto const at = astype(x, type);
  dynamic_array y = broadcast_to(astype(full(x.space(), dtype::int8, {}, 0), type), x.shape());
  for (std::int64_t k = 0; k < p.size(); ++k) {
    auto const coefficient = reshape(sliced(p, 0, slice(k, k + 1)), {});
    y = binary("add", binary("multiply", y, at), coefficient);
  }
  return p.size() > 0 ? y : copy(y);
}

dynamic_array polyder(dynamic_array const& p, std::int64_t m)
{
  if (m < 0) throw value_error("Order of derivative must be positive (see polyint)");
  require_coefficients(p);
  dynamic_array c = m == 0 ? copy(p) : astype(p, promote(p.dtype(), dtype::int64));
  for (; m > 0 && c.size() > 0; --m)
    c = binary("multiply", sliced(c, 0, slice(none, -1)), falling(c, c.size() - 1));
  return c;
}

dynamic_array polyint(dynamic_array const& p, std::int64_t m, std::vector<double> const& constants)
{
  if (m < 0) throw value_error("Order of integral must be positive (see polyder)");
  auto const count = static_cast<std::int64_t>(constants.size());
  if (count != 1 && count < m)
    throw value_error("k must be a scalar or a rank-1 array of length 1 or >m.");
  require_coefficients(p);
  dynamic_array c = copy(p);
  for (std::int64_t n = 0; n < m; ++n) {
    double const constant = constants[static_cast<std::size_t>(count == 1 ? 0 : n)];
    auto const terms = binary("true_divide", c, falling(c, c.size()));
    auto const last = full(c.space(), dtype::float64, std::array{std::int64_t{1}}, constant);
    c = concatenate(std::array{terms, last}, 0);
  }
  return c;
}

}  // namespace acre::dynamic
