#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/statistics.hpp>
#include <acre/reduce/cov.hpp>

#include <array>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// Variables in rows. Those of one axis are one, and of y also those of a single row.
dynamic_array variables_of(dynamic_array const& a, dtype type, bool rowvar, bool is_second)
{
  auto const x = astype(a, type);
  if (x.rank() < 2) return reshape(x, {1, x.size()});
  return rowvar || (is_second && x.shape()[0] == 1) ? x : transpose(x);
}

double number_of(dynamic_array const& a) { return item<double>(a); }

dynamic_array conjugate_transpose(dynamic_array const& a)
{
  return transpose(kind_of(a.dtype()) == kind::complex ? unary("conjugate", a) : a);
}

dynamic_array observation_weights(char const* name, dynamic_array const& given,
                                  std::int64_t observations)
{
  auto const w = astype(given, dtype::float64);
  bool const counts = std::string_view(name) == "fweights";
  if (counts && !truth(reduce("all", binary("equal", w, unary("rint", w)))))
    throw dtype_error("fweights must be integer");
  if (w.rank() > 1) throw value_error(std::string("cannot handle multidimensional ") + name);
  if (w.rank() < 1) throw index_error("tuple index out of range");
  acre::detail::require_observation_weights(
      name, w.size(), observations, truth(reduce("any", binary("less", w, std::int64_t{0}))));
  return w;
}

/// In float64 first, whatever the dtype, as NumPy does.
dynamic_array scaled(dynamic_array const& products, double scale)
{
  auto const wide = astype(products, promote(products.dtype(), dtype::float64));
  return astype(binary("multiply", wide, scale), products.dtype());
}

/// The covariances of the rows of x, (n, n).
dynamic_array covariance(dynamic_array const& x, cov_options const& options)
{
  std::int64_t const observations = x.shape()[1];
  std::int64_t const freedom = options.ddof.value_or(options.bias ? 0 : 1);
  reduction_options const rows{.axes = std::vector{1}, .keepdims = true};
  std::optional<dynamic_array> weights, own;
  if (options.fweights) weights = observation_weights("fweights", *options.fweights, observations);
  if (options.aweights) {
    own = observation_weights("aweights", *options.aweights, observations);
    weights = weights ? binary("multiply", *weights, *own) : *own;
  }
  if (!weights) {
    auto const distance = binary("subtract", x, reduce("mean", x, rows));
    return scaled(matmul(distance, conjugate_transpose(distance)),
                  acre::detail::cov_scale(static_cast<double>(observations), freedom, {}));
  }
  double const sum = number_of(reduce("sum", *weights));
  std::optional<double> squares;
  if (own) squares = number_of(reduce("sum", binary("multiply", *weights, *own)));
  if (sum == 0) acre::detail::refuse_weights();
  auto const each = reshape(*weights, {1, observations});
  auto const mean = binary("true_divide", reduce("sum", binary("multiply", x, each), rows), sum);
  auto const distance = binary("subtract", x, mean);
  return scaled(matmul(distance, conjugate_transpose(binary("multiply", distance, each))),
                acre::detail::cov_scale(sum, freedom, squares));
}

dynamic_array covariances(dynamic_array const& m, std::optional<dynamic_array> const& y,
                          cov_options const& options)
{
  if (m.rank() > 2) throw value_error("m has more than 2 dimensions");
  if (y && y->rank() > 2) throw value_error("y has more than 2 dimensions");
  dtype type = promote(m.dtype(), dtype::float64);
  if (y) type = promote(type, y->dtype());
  if (options.type) type = *options.type;
  auto x = variables_of(m, type, options.rowvar, false);
  if (x.shape()[0] == 0) return empty(x.space(), dtype::float64, std::array<std::int64_t, 2>{0, 0});
  if (y) {
    std::array const both{x, variables_of(*y, type, options.rowvar, true)};
    x = concatenate(both);
  }
  return covariance(x, options);
}

/// Of one variable a number.
dynamic_array squeezed(dynamic_array const& c) { return c.size() == 1 ? reshape(c, {}) : c; }

dynamic_array limited(dynamic_array const& a)
{
  return clip(a, scalar_operand(a, -1.0), scalar_operand(a, 1.0));
}

}  // namespace

dynamic_array cov(dynamic_array const& m, std::optional<dynamic_array> const& y,
                  cov_options const& options)
{
  return squeezed(covariances(m, y, options));
}

dynamic_array corrcoef(dynamic_array const& m, std::optional<dynamic_array> const& y, bool rowvar)
{
  auto const c = covariances(m, y, {.rowvar = rowvar});
  if (c.size() == 1) return squeezed(binary("true_divide", c, c));
  auto const spread = unary("sqrt", unary("real", diagonal(c)));
  auto const result = binary("true_divide", binary("true_divide", c, along(spread, 0, 2)), spread);
  if (kind_of(c.dtype()) != kind::complex) return limited(result);
  for (int const part : {0, 1}) assign(part_of(result, part), limited(part_of(result, part)));
  return result;
}

}  // namespace acre::dynamic
