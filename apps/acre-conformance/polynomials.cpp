#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/polynomial.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <array>

#include "operations.hpp"

/// Polynomials by their coefficients, the highest power's first.
namespace acre::conformance {

namespace {

/// With zeros in front, up to n coefficients.
dynamic_array lengthened(dynamic_array const& p, std::int64_t n)
{
  auto const zero = dynamic::astype(
      dynamic::full(p.space(), dtype::int8, std::array{n - p.size()}, 0), p.dtype());
  return dynamic::concatenate(std::array{zero, p}, 0);
}

results polyval(call const& c)
{
  return out(dynamic::polyval(operand_of(c, {"p", "a"}), operand_of(c, {"x", "b"})));
}
results sum_of(call const& c)
{
  auto const a = operand_of(c, {"a", "a1"}), b = operand_of(c, {"b", "a2"});
  std::int64_t const n = std::max(a.size(), b.size());
  return out(dynamic::binary(c.of().op == "polyadd" ? "add" : "subtract", lengthened(a, n),
                             lengthened(b, n)));
}
/// Without zeros in front, as NumPy's poly1d.
dynamic_array trimmed(dynamic_array const& p)
{
  auto const places = dynamic::nonzero(p)[0];
  if (places.size() == 0)
    return dynamic::astype(dynamic::full(p.space(), dtype::int8, std::array{std::int64_t{1}}, 0),
                           p.dtype());
  std::array<dynamic::index_term, 1> const list{
      slice(dynamic::item<std::int64_t>(dynamic::reduce("min", places)), none)};
  return dynamic::getitem(p, list);
}
results product_of(call const& c)
{
  return out(
      dynamic::convolve(trimmed(operand_of(c, {"a", "a1"})), trimmed(operand_of(c, {"b", "a2"}))));
}
results polyder(call const& c)
{
  return out(dynamic::polyder(operand_of(c, {"p", "a"}), param(c, "m", std::int64_t{1})));
}
results polyint(call const& c)
{
  std::vector<double> constants{0.0};
  if (c.has("k")) {
    json const& k = c.params()["k"];
    constants = k.is_array() ? k.get<std::vector<double>>() : std::vector{k.get<double>()};
  }
  return out(
      dynamic::polyint(operand_of(c, {"p", "a"}), param(c, "m", std::int64_t{1}), constants));
}

}  // namespace

std::vector<operation> polynomial_operations()
{
  return {{"polyval", "polynomials", polyval}, {"polyadd", "polynomials", sum_of},
          {"polysub", "polynomials", sum_of},  {"polymul", "polynomials", product_of},
          {"polyder", "polynomials", polyder}, {"polyint", "polynomials", polyint}};
}

}  // namespace acre::conformance
