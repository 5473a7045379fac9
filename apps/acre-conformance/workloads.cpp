#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "operations.hpp"

/// Operations that are put together from several of acre's.
namespace acre::conformance {

namespace {

using dynamic::binary;
using dynamic::reduce;
using dynamic::unary;

dynamic_array times(dynamic_array const& a, std::int64_t factor)
{
  return binary("multiply", a, factor);
}

results any_greater(call const& c)
{
  dynamic_array const& a = c.input("a");
  return out(reduce("any", binary("greater", a, scalar_of(c.params().at("threshold"))),
                    {.axes = c.axes(), .keepdims = c.params().value("keepdims", false)}));
}

results squared_diff(call const& c)
{
  return out(unary("square", binary("subtract", c.input("a"), c.input("b"))));
}
results l2norm(call const& c)
{
  return out(unary("sqrt", reduce("sum", unary("square", c.input("a")), {.axes = c.axes()})));
}
results sum_abs(call const& c)
{
  return out(reduce("sum", unary("absolute", c.input("a")), {.axes = c.axes()}));
}

/// (-b + sqrt(b*b - 4*a*c)) / (2*a)
results quadratic_formula(call const& call)
{
  auto const &a = call.input("a"), &b = call.input("b"), &c = call.input("c");
  auto const inside = binary("subtract", unary("square", b), times(binary("multiply", a, c), 4));
  return out(binary("true_divide", binary("add", unary("negative", b), unary("sqrt", inside)),
                    times(a, 2)));
}

/// A condition alone gives the places where it holds.
results where(call const& c)
{
  auto const& condition = input_of(c, {"cond", "condition"});
  if (!c.has_input("a") && !c.has_input("x") && !c.has_input("b") && !c.has_input("y"))
    return find_operation("nonzero")->run(c);
  return out(dynamic::where(condition, operand_of(c, {"a", "x"}), operand_of(c, {"b", "y"})));
}

/// Whether no integer of that dtype lies beyond the number on the side where it limits.
bool limits_nothing(dtype type, json const& number, bool is_low)
{
  if (kind_of(type) != detail::kind::integer || !number.is_number_integer()) return false;
  int const bits = 8 * item_size(type);
  double const limit = number.get<double>();
  if (is_unsigned(type)) return is_low ? limit <= 0 : limit >= std::ldexp(1.0, bits) - 1;
  return is_low ? limit <= -std::ldexp(1.0, bits - 1) : limit >= std::ldexp(1.0, bits - 1) - 1;
}
/// One bound, an array or a number, or none; of a as it was given.
dynamic_array bounded(dynamic_array const& a, dtype given, call const& c,
                      std::initializer_list<char const*> names, char const* function)
{
  for (char const* const name : names) {
    if (c.has_input(name)) return dynamic::binary(function, a, c.input(name));
    if (!c.has(name)) continue;
    json const& number = c.params()[name];
    if (limits_nothing(given, number, std::string_view(function) == "maximum")) return a;
    return dynamic::binary(function, a, scalar_of(number));
  }
  return a;
}
/// The shape of a bound, () of a number, if there is one.
std::optional<extents_view> shape_of(call const& c, std::initializer_list<char const*> names)
{
  for (char const* const name : names) {
    if (c.has_input(name)) return c.input(name).shape();
    if (c.has(name)) return extents_view();
  }
  return {};
}
/// A ufunc of three operands says the shapes of all of them.
void require_broadcast(std::array<extents_view, 3> const& shapes)
{
  std::array<std::int64_t, max_rank> whole;
  std::size_t rank = 0;
  for (auto const& s : shapes) rank = std::max(rank, s.size());
  acre::detail::broadcast_into(std::span(whole).first(rank), shapes);
}
results clip(call const& c)
{
  auto const low = {"lo", "a_min", "min"}, high = {"hi", "a_max", "max"};
  dynamic_array a = c.input("a");
  dtype const given_dtype = a.dtype();
  for (auto const& names : {low, high})  // a float beside an integer of any size
    for (char const* const name : names)
      if (c.has(name) && c.params()[name].is_number_float())
        a = dynamic::astype(a, promote_scalar(a.dtype(), detail::kind::floating));
  auto const given = [&](std::initializer_list<char const*> names) {
    for (char const* const name : names)
      if (c.has_input(name)) return true;
    return false;
  };
  if (given(low) && given(high)) return out(dynamic::clip(a, input_of(c, low), input_of(c, high)));
  if ((c.params().contains("a_min") || c.params().contains("a_max")) &&
      (has_operand(c, "min") || has_operand(c, "max")))
    throw value_error(
        "Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided "
        "is forbidden.");
  if (auto const least = shape_of(c, low), most = shape_of(c, high); least && most)
    require_broadcast(std::array{a.shape(), *least, *most});
  return out(dynamic::copy(
      bounded(bounded(a, given_dtype, c, low, "maximum"), given_dtype, c, high, "minimum")));
}

results iadd(call const& c)
{
  auto const a = dynamic::copy(c.input("a"));
  dynamic::add_to(a, c.input("b"));
  return out(a);
}

results truth(call const& c)
{
  bool const value = dynamic::truth(c.input("a"));
  return out(
      dynamic::from_host(c.space(), dtype::boolean, std::as_bytes(std::span(&value, 1)), {}));
}

/// z = c = x + iy; for i in 0 … n - 1: z = z² + c; the first i with |z|² > 4, else n.
results mandelbrot_escape(call const& c)
{
  dynamic_array const x =
      dynamic::getitem(c.input("x"), std::array<dynamic::index_term, 2>{newaxis, ellipsis});
  dynamic_array const y =
      dynamic::getitem(c.input("y"), std::array<dynamic::index_term, 2>{ellipsis, newaxis});
  auto const iterations = c.params().at("iterations").get<std::int32_t>();
  dynamic_array const zero = dynamic::scalar_operand(x, 0.0);
  dynamic_array re = binary("add", x, binary("multiply", y, zero)),
                im = binary("add", y, binary("multiply", x, zero));
  dynamic_array escaped = dynamic::full(c.space(), dtype::boolean, re.shape(), 0);
  dynamic_array count = dynamic::full(c.space(), dtype::int32, re.shape(), iterations);
  for (std::int32_t i = 0; i < iterations; ++i) {
    dynamic_array const product = times(binary("multiply", re, im), 2);
    re = binary("add", binary("subtract", unary("square", re), unary("square", im)), x);
    im = binary("add", product, y);
    dynamic_array const outside =
        binary("greater", binary("add", unary("square", re), unary("square", im)),
               dynamic::scalar_operand(re, 4.0));
    dynamic_array const now = binary("logical_and", outside, unary("logical_not", escaped));
    count = dynamic::where(now, dynamic::scalar_operand(count, std::int64_t{i}), count);
    escaped = binary("logical_or", escaped, outside);
  }
  return out(count);
}

/// A decimal number below 2^256 as 64-bit words, the low one first.
std::array<std::uint64_t, 4> words_of(std::string const& decimal)
{
  std::array<std::uint32_t, 8> parts{};
  for (char const digit : decimal) {
    if (digit < '0' || digit > '9') throw manifest_error("'" + decimal + "' is no decimal number");
    std::uint64_t carry = static_cast<std::uint64_t>(digit - '0');
    for (auto& part : parts) {
      carry += std::uint64_t{10} * part;
      part = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  std::array<std::uint64_t, 4> words{};
  for (std::size_t k = 0; k < 4; ++k)
    words[k] = parts[2 * k] | std::uint64_t{parts[2 * k + 1]} << 32;
  return words;
}
results philox4x64(call const& c)
{
  auto const decimal = [](json const& number) {
    return number.is_number_unsigned() ? number.dump() : number.get<std::string>();
  };
  json const key = c.params().at("key");
  if (key.size() != 2) throw manifest_error("a key is two words, and not " + key.dump());
  return out(dynamic::philox4x64(
      c.space(), {words_of(decimal(key.at(0)))[0], words_of(decimal(key.at(1)))[0]},
      words_of(decimal(c.params().at("counter"))), c.params().at("n").get<std::int64_t>()));
}

}  // namespace

std::vector<operation> workload_operations()
{
  return {{"any_greater", "reductions", any_greater},
          {"squared_diff", "elementwise", squared_diff},
          {"l2norm", "reductions", l2norm},
          {"sum_abs", "reductions", sum_abs},
          {"quadratic_formula", "elementwise", quadratic_formula},
          {"where", "elementwise", where},
          {"clip", "elementwise", clip},
          {"iadd", "elementwise", iadd},
          {"bool", "elementwise", truth},
          {"mandelbrot_escape", "elementwise", mandelbrot_escape},
          {"philox4x64_10", "random", philox4x64}};
}

}  // namespace acre::conformance
