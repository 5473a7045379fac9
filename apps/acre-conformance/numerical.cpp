#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/statistics.hpp>

#include "operations.hpp"

/// Integrals, convolutions, interpolation and covariances.
namespace acre::conformance {

namespace {

std::optional<dynamic_array> input_if(call const& c, std::initializer_list<char const*> names)
{
  for (char const* const name : names)
    if (c.has_input(name)) return c.input(name);
  return {};
}

results trapezoid(call const& c)
{
  auto const& y = input_of(c, {"y", "a"});
  int const axis = c.axis().value_or(-1);
  if (auto const x = input_if(c, {"x"})) return out(dynamic::trapezoid(y, *x, axis));
  if (!c.has("dx")) return out(dynamic::trapezoid(y, 1.0, axis));
  return out(dynamic::trapezoid(y, scalar_of(c.params()["dx"]), axis));
}

convolve_mode mode_of(call const& c, convolve_mode otherwise)
{
  if (!c.has("mode")) return otherwise;
  auto const name = c.params()["mode"].get<std::string>();
  if (name == "full") return convolve_mode::full;
  if (name == "same") return convolve_mode::same;
  if (name == "valid") return convolve_mode::valid;
  for (char const* const operand : {"a", "v"})  // which NumPy looks at first
    if (c.has_input(operand) && c.input(operand).size() == 0)
      throw value_error(std::string(operand) + " cannot be empty");
  if (!name.empty() && std::string_view("fFsSvV").find(name[0]) != std::string_view::npos)
    throw value_error("Use one of 'valid', 'same', or 'full' for convolve/correlate mode");
  throw value_error("mode must be one of 'valid', 'same', or 'full' (got '" + name + "')");
}
results convolve(call const& c)
{
  auto const mode = mode_of(c, convolve_mode::full);
  return out(dynamic::convolve(c.input("a"), input_of(c, {"v", "b"}), mode));
}
results correlate(call const& c)
{
  auto const mode = mode_of(c, convolve_mode::valid);
  return out(dynamic::correlate(c.input("a"), input_of(c, {"v", "b"}), mode));
}

results interp(call const& c)
{
  dynamic::interp_options options;
  if (c.has("left")) options.left = c.params()["left"].get<double>();
  if (c.has("right")) options.right = c.params()["right"].get<double>();
  if (c.has("period")) options.period = c.params()["period"].get<double>();
  return out(dynamic::interp(c.input("x"), c.input("xp"), c.input("fp"), options));
}

results cov(call const& c)
{
  dynamic::cov_options options;
  options.rowvar = c.params().value("rowvar", true);
  options.bias = c.params().value("bias", false);
  if (c.has("ddof")) {
    if (!c.params()["ddof"].is_number_integer()) throw value_error("ddof must be integer");
    options.ddof = c.params()["ddof"].get<std::int64_t>();
  }
  if (c.has("dtype")) options.type = c.type();
  options.fweights = input_if(c, {"fweights"});
  options.aweights = input_if(c, {"aweights"});
  return out(dynamic::cov(input_of(c, {"m", "a", "x"}), input_if(c, {"y", "b"}), options));
}
results corrcoef(call const& c)
{
  return out(dynamic::corrcoef(input_of(c, {"x", "a", "m"}), input_if(c, {"y", "b"}),
                               c.params().value("rowvar", true)));
}

}  // namespace

std::vector<operation> numerical_operations()
{
  return {{"trapezoid", "numerical", trapezoid},
          {"convolve", "numerical", convolve},
          {"correlate", "numerical", correlate},
          {"interp", "numerical", interp},
          {"cov", "statistics", cov},
          {"corrcoef", "statistics", corrcoef}};
}

}  // namespace acre::conformance
