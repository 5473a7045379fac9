#include <acre/dynamic/statistics.hpp>
#include <acre/reduce/cov.hpp>

#include <array>

#include "vocabulary.hpp"

namespace acre::dynamic {

namespace detail {

/// Words that <acre/reduce/detail/cov.hpp> needs besides those of vocabulary.hpp.
term conjugate_transpose(term const& a)
{
  return transpose(kind_of(a.dtype()) == kind::complex ? term(unary("conjugate", a)) : a);
}
/// In float64 first, whatever the dtype, as NumPy does.
term scaled(term const& products, double scale)
{
  return astype(binary("multiply", as_wide(products), scale), products.dtype());
}
term limited(term const& a)
{
  if (kind_of(a.dtype()) != kind::complex)
    return clip(a, scalar_operand(a, -1.0), scalar_operand(a, 1.0));
  for (int const part : {0, 1}) assign(part_of(a, part), limited(part_of(a, part)));
  return a;
}

}  // namespace detail

namespace {

using namespace detail;

/// Variables in rows. An operand of one axis is one variable, and so is y of a single row.
dynamic_array variables_of(dynamic_array const& a, dtype type, bool rowvar, bool is_second)
{
  auto const x = astype(a, type);
  if (x.rank() < 2) return reshape(x, {1, x.size()});
  return rowvar || (is_second && x.shape()[0] == 1) ? x : transpose(x);
}

std::optional<term> observation_weights(char const* name, std::optional<dynamic_array> const& given,
                                        std::int64_t observations)
{
  if (!given) return {};
  auto const w = astype(*given, dtype::float64);
  bool const counts = std::string_view(name) == "fweights";
  if (counts && !truth(reduce("all", binary("equal", w, unary("rint", w)))))
    throw dtype_error("fweights must be integer");
  if (w.rank() > 1) throw value_error(std::string("cannot handle multidimensional ") + name);
  if (w.rank() < 1) throw index_error("tuple index out of range");
  acre::detail::require_observation_weights(
      name, w.size(), observations, truth(reduce("any", binary("less", w, std::int64_t{0}))));
  return w;
}

term covariances(dynamic_array const& m, std::optional<dynamic_array> const& y,
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
  std::int64_t const observations = x.shape()[1];
  auto const fweights = observation_weights("fweights", options.fweights, observations);
  auto const aweights = observation_weights("aweights", options.aweights, observations);
  return acre::detail::covariance(term(x), fweights, aweights,
                                  options.ddof.value_or(options.bias ? 0 : 1));
}

/// One variable gives a number.
dynamic_array squeezed(dynamic_array const& c) { return c.size() == 1 ? reshape(c, {}) : c; }

}  // namespace

dynamic_array cov(dynamic_array const& m, std::optional<dynamic_array> const& y,
                  cov_options const& options)
{
  return squeezed(covariances(m, y, options));
}

dynamic_array corrcoef(dynamic_array const& m, std::optional<dynamic_array> const& y, bool rowvar)
{
  return squeezed(acre::detail::normalized_covariance(covariances(m, y, {.rowvar = rowvar})));
}

}  // namespace acre::dynamic
