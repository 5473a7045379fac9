#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>

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
  std::size_t const count = std::max(shifts.size(), axes ? axes->size() : std::size_t{1});
  dynamic_array a = c.input("a");
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

results diff(call const& c)
{
  return out(
      dynamic::diff(c.input("a"), c.params().value("n", std::int64_t{1}), c.axis().value_or(-1)));
}
results trace(call const& c)
{
  auto const diagonal = dynamic::diagonal(c.input("a"), c.params().value("offset", std::int64_t{0}),
                                          c.axis("axis1").value_or(0), c.axis("axis2").value_or(1));
  return out(dynamic::reduce("sum", diagonal, {.axes = std::vector<int>{-1}}));
}
results dot(call const& c) { return out(dynamic::dot(c.input("a"), c.input("b"))); }
results matmul(call const& c) { return out(dynamic::matmul(c.input("a"), c.input("b"))); }
results outer(call const& c)
{
  return out(dynamic::binary("multiply", dynamic::reshape(c.input("a"), {-1, 1}),
                             dynamic::reshape(c.input("b"), {1, -1})));
}

/// Python's argument lists: integers give int64, any float gives float64.
template <class T>
dynamic_array arange_of(dynamic_space const& space, std::vector<T> const& v)
{
  if (v.size() == 1) return dynamic::arange(space, T(0), v[0]);
  return v.size() == 2 ? dynamic::arange(space, v[0], v[1])
                       : dynamic::arange(space, v.at(0), v.at(1), v.at(2));
}
results arange(call const& c)
{
  auto const& args = c.params().at("args");
  for (auto const& x : args)
    if (x.is_number_float()) return out(arange_of(c.space(), args.get<std::vector<double>>()));
  return out(arange_of(c.space(), args.get<std::vector<std::int64_t>>()));
}
results linspace(call const& c)
{
  auto const& args = c.params().at("args");
  auto const count = args.size() > 2 ? args[2].get<std::int64_t>() : 50;
  bool const endpoint = args.size() > 3 ? args[3].get<bool>() : c.params().value("endpoint", true);
  return out(dynamic::linspace(c.space(), args.at(0).get<double>(), args.at(1).get<double>(), count,
                               endpoint));
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
          {"diff", "shapes", diff},
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
