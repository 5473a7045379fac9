#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/sequences.hpp>
#include <acre/dynamic/shape.hpp>

#include <limits>

#include "operations.hpp"

namespace acre::conformance {

namespace {

std::optional<std::vector<int>> axes_param(call const& c, char const* name)
{
  if (!c.has(name)) return {};
  return c.params()[name].get<std::vector<int>>();
}

results transpose(call const& c)
{
  return out(dynamic::transpose(c.input("a"), axes_param(c, "axes")));
}
results reshape(call const& c) { return out(dynamic::reshape(c.input("a"), c.integers("shape"))); }
results transpose_reshape(call const& c)
{
  return out(dynamic::reshape(dynamic::transpose(c.input("a"), axes_param(c, "axes")),
                              c.integers("shape")));
}
results broadcast_to(call const& c)
{
  return out(dynamic::broadcast_to(c.input("a"), c.integers("shape")));
}
results flip(call const& c) { return out(dynamic::flip(c.input("a"), c.axes())); }
/// Several shifts or axes: one after the other, a single one for all.
results roll(call const& c)
{
  auto const shifts = c.integers("shift");
  auto const axes = c.axes();
  if (!axes && shifts.size() == 1) return out(dynamic::roll(c.input("a"), shifts[0]));
  for (int const axis : axes.value_or(std::vector<int>()))
    detail::normalized_axis(axis, c.input("a").rank());
  if (axes && axes->size() != shifts.size() && axes->size() != 1 && shifts.size() != 1)
    throw value_error(
        "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg "
        "0 with shape (" +
        std::to_string(shifts.size()) + ",) and arg 1 with shape (" + std::to_string(axes->size()) +
        ",).");
  bool const none = shifts.empty() || (axes && axes->empty());
  std::size_t const count =
      none ? 0 : std::max(shifts.size(), axes ? axes->size() : std::size_t{1});
  dynamic_array a = none ? dynamic::copy(c.input("a")) : c.input("a");
  for (std::size_t k = 0; k < count; ++k) {
    auto const axis =
        !axes ? std::nullopt : std::optional(axes->size() == 1 ? axes->front() : axes->at(k));
    a = dynamic::roll(a, shifts.size() == 1 ? shifts[0] : shifts.at(k), axis);
  }
  return out(a);
}
results tile(call const& c) { return out(dynamic::tile(c.input("a"), c.integers("reps"))); }

results repeat(call const& c)
{
  if (c.has_input("repeats"))
    return out(dynamic::repeat(c.input("a"), c.input("repeats"), c.axis()));
  auto const counts = c.integers("repeats");
  if (counts.size() == 1) return out(dynamic::repeat(c.input("a"), counts[0], c.axis()));
  auto const each = dynamic::from_host(c.space(), dtype::int64, std::as_bytes(std::span(counts)),
                                       std::array{static_cast<std::int64_t>(counts.size())});
  return out(dynamic::repeat(c.input("a"), each, c.axis()));
}

/// All inputs, in the order of their names: a, b, …
std::vector<dynamic_array> parts(call const& c)
{
  std::vector<dynamic_array> all;
  for (auto const& [name, file] : c.of().inputs) all.push_back(c.input(name));
  return all;
}
results concatenate(call const& c)
{
  bool const flat = c.params().contains("axis") && !c.has("axis");  // None; absent is 0
  return out(
      dynamic::concatenate(parts(c), flat ? std::nullopt : std::optional(c.axis().value_or(0))));
}
results stack(call const& c) { return out(dynamic::stack(parts(c), c.axis().value_or(0))); }

results trace(call const& c)
{
  dynamic::reduction_options options{.axes = std::vector<int>{-1}};
  if (c.has("dtype")) options.type = c.type();
  auto const diagonal = dynamic::diagonal(c.input("a"), c.params().value("offset", std::int64_t{0}),
                                          c.axis("axis1").value_or(0), c.axis("axis2").value_or(1));
  return out(dynamic::reduce("sum", diagonal, options));
}
results dot(call const& c) { return out(dynamic::dot(c.input("a"), c.input("b"))); }
results matmul(call const& c) { return out(dynamic::matmul(c.input("a"), c.input("b"))); }
results outer(call const& c)
{
  return out(dynamic::binary("multiply", dynamic::reshape(c.input("a"), {-1, 1}),
                             dynamic::reshape(c.input("b"), {1, -1})));
}

results arange(call const& c)
{
  json args = json::array();
  if (c.has("args")) {
    args = c.params()["args"];
  } else {
    args.push_back(c.has("start") ? c.params()["start"] : json(0));
    args.push_back(c.params().at("stop"));
    if (c.has("step")) args.push_back(c.params()["step"]);
  }
  if (args.empty()) throw dtype_error("arange() requires stop to be specified.");
  if (args.size() > 3)
    throw manifest_error("arange has start, stop and step, and not " + args.dump());
  if (args.size() == 1) args.insert(args.begin(), json(0));
  bool floating = false;  // integers give int64, any float gives float64
  for (auto const& x : args) floating = floating || x.is_number_float();
  std::vector<dynamic::scalar_value> numbers;
  for (auto const& x : args)
    numbers.push_back(scalar_of(floating ? json(x.get<double>()) : json(x.get<std::int64_t>())));
  dtype const natural = floating ? dtype::float64 : dtype::int64;
  return out(dynamic::arange(c.space(), c.has("dtype") ? c.type() : natural, numbers[0], numbers[1],
                             numbers.size() > 2 ? numbers[2] : std::int64_t{1}));
}
/// start, stop, num and endpoint, by name or in their order.
results linspace(call const& c)
{
  json args = c.params().value("args", json::array());
  auto const given = [&](std::size_t place, char const* name, json const& otherwise) {
    return place < args.size() ? args[place] : c.has(name) ? c.params()[name] : otherwise;
  };
  double const start = given(0, "start", {}).get<double>(),
               stop = given(1, "stop", {}).get<double>();
  auto const count = given(2, "num", 50).get<std::int64_t>();
  bool const endpoint = given(3, "endpoint", true).get<bool>();
  dynamic_array all = dynamic::linspace(c.space(), start, stop, count, endpoint);
  if (c.has("dtype")) {
    if (kind_of(c.type()) == detail::kind::integer) all = dynamic::unary("floor", all);
    all = dynamic::astype(all, c.type());
  }
  std::int64_t const divisions = endpoint ? count - 1 : count;
  results made = out(all);
  double const nowhere = std::numeric_limits<double>::quiet_NaN();
  made.emplace("step", dynamic::full(c.space(), dtype::float64, {},
                                     divisions > 0 ? (stop - start) / static_cast<double>(divisions)
                                                   : nowhere));
  return made;
}

results astype(call const& c) { return out(dynamic::astype(c.input("a"), c.type())); }

results load_npy(call const& c)
{
  dynamic_array const& a = c.input("file");
  std::vector<std::int64_t> const shape(a.shape().begin(), a.shape().end());
  auto const as_array = dynamic::from_host(c.space(), dtype::int64, std::as_bytes(std::span(shape)),
                                           std::array{static_cast<std::int64_t>(shape.size())});
  return {{"flat", dynamic::ravel(a)}, {"shape", as_array}};
}

}  // namespace

std::vector<operation> shape_operations()
{
  return {{"transpose", "shapes", transpose},
          {"reshape", "shapes", reshape},
          {"transpose_reshape", "shapes", transpose_reshape},
          {"broadcast_to", "shapes", broadcast_to},
          {"flip", "shapes", flip},
          {"roll", "shapes", roll},
          {"tile", "shapes", tile},
          {"repeat", "shapes", repeat},
          {"concatenate", "shapes", concatenate},
          {"concat", "shapes", concatenate},
          {"stack", "shapes", stack},
          {"trace", "linear", trace},
          {"dot", "linear", dot},
          {"outer", "linear", outer},
          {"matmul", "matmul", matmul},
          {"arange", "creation", arange},
          {"linspace", "creation", linspace},
          {"astype", "casts", astype},
          {"load_npy", "files", load_npy}};
}

}  // namespace acre::conformance
