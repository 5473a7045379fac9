#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/closeness.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <array>

#include "operations.hpp"

/// Arrays with more or fewer elements than there were, and differences.
namespace acre::conformance {

namespace {

std::size_t index_of_axis(int axis, int rank)
{
  return static_cast<std::size_t>(detail::normalized_axis(axis, rank));
}

/// Values before or after, if they are given: of rank 0 over the other axes.
void extend(std::vector<dynamic_array>& parts, call const& c, char const* name, int axis)
{
  if (!has_operand(c, name)) return;
  auto piece = operand_of(c, {name});
  if (piece.rank() == 0) {
    auto const whole = c.input("a").shape();
    std::vector<std::int64_t> shape(whole.begin(), whole.end());
    shape[index_of_axis(axis, c.input("a").rank())] = 1;
    piece = dynamic::broadcast_to(piece, shape);
  }
  parts.push_back(piece);
}
results diff(call const& c)
{
  dynamic_array const& a = c.input("a");
  auto const n = param(c, "n", std::int64_t{1});
  int const axis = c.axis().value_or(-1);
  if (n <= 0 || a.rank() == 0) return out(dynamic::diff(a, n, axis));
  index_of_axis(axis, a.rank());  // refuses
  std::vector<dynamic_array> parts;
  extend(parts, c, "prepend", axis);
  parts.push_back(a);
  extend(parts, c, "append", axis);
  return out(dynamic::diff(parts.size() == 1 ? a : dynamic::concatenate(parts, axis), n, axis));
}

results ediff1d(call const& c)
{
  dynamic_array const& a = input_of(c, {"ary", "a"});
  std::vector<dynamic_array> parts;
  auto const add = [&](char const* name) {
    if (!has_operand(c, name)) return;
    auto const piece = dynamic::ravel(operand_of(c, {name}));
    bool const narrows = kind_of(piece.dtype()) > kind_of(a.dtype()) ||
                         (kind_of(a.dtype()) == detail::kind::integer &&
                          !is_unsigned(piece.dtype()) && is_unsigned(a.dtype()));
    if (narrows)
      throw dtype_error(std::string("dtype of `") + name +
                        "` must be compatible with input `ary` under the `same_kind` rule.");
    parts.push_back(dynamic::astype(piece, a.dtype()));
  };
  add("to_begin");
  std::size_t const before = parts.size();
  add("to_end");
  if (a.dtype() == dtype::boolean) dynamic::binary_dtype("subtract", a.dtype(), a.dtype());
  parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(before), dynamic::ediff1d(a));
  return out(parts.size() == 1 ? parts[0] : dynamic::concatenate(parts, 0));
}

results append(call const& c)
{
  return out(dynamic::append(c.input("arr"), c.input("values"), c.axis()));
}

results insert(call const& c)
{
  dynamic_array const& a = c.input("arr");
  json const obj = c.params().at("obj");
  if (!obj.is_array())
    return out(dynamic::insert(a, obj.get<std::int64_t>(), c.input("values"), c.axis()));
  auto const x = c.has("axis") ? a : dynamic::ravel(a);
  int const axis = detail::normalized_axis(c.axis().value_or(0), x.rank());
  std::int64_t const n = x.shape()[static_cast<std::size_t>(axis)];
  auto const list = obj.get<std::vector<std::int64_t>>();
  auto const count = static_cast<std::int64_t>(list.size());
  std::vector<std::int64_t> at = list;
  for (std::int64_t& place : at) {
    if (place < -n || place > n)
      throw index_error((list.size() == 1 ? "index [" + std::to_string(place) + "]"
                                          : "index " + std::to_string(place)) +
                        " is out of bounds for axis " + std::to_string(axis) + " with size " +
                        std::to_string(n));
    if (place < 0) place += n;
  }
  // each place's new number: those before it in order, and the list's own order among equals
  std::vector<std::int64_t> order(at.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::int64_t>(k);
  std::ranges::stable_sort(order, {},
                           [&](std::int64_t k) { return at[static_cast<std::size_t>(k)]; });
  std::vector<std::int64_t> source(static_cast<std::size_t>(n + count), -1);
  for (std::size_t k = 0; k < order.size(); ++k)
    source[static_cast<std::size_t>(at[static_cast<std::size_t>(order[k])]) + k] = n + order[k];
  std::int64_t next = 0;
  for (std::int64_t& s : source)
    if (s < 0) s = next++;
  std::vector<std::int64_t> shape(x.shape().begin(), x.shape().end());
  shape[static_cast<std::size_t>(axis)] = count;
  auto const given = dynamic::astype(c.input("values"), x.dtype());
  auto const values = [&] {
    try {
      return dynamic::broadcast_to(given, shape);
    } catch (shape_error const&) {
      throw shape_error("shape mismatch: value array of shape " + to_string(given.shape()) +
                        " could not be broadcast to indexing result of shape " + to_string(shape));
    }
  }();
  return out(dynamic::take(dynamic::concatenate(std::array{x, values}, axis),
                           array_of(c.space(), json(source)), axis));
}

results delete_(call const& c)
{
  dynamic_array const& a = c.input("arr");
  if (c.has_input("obj") && c.input("obj").dtype() == dtype::boolean) {
    dynamic_array const& mask = c.input("obj");
    auto const x = c.has("axis") ? a : dynamic::ravel(a);
    int const axis = detail::normalized_axis(c.axis().value_or(0), x.rank());
    std::int64_t const n = x.shape()[static_cast<std::size_t>(axis)];
    if (mask.rank() != 1 || mask.size() != n)
      throw value_error(
          "boolean array argument obj to delete must be one dimensional and match the axis length "
          "of " +
          std::to_string(n));
  }
  dynamic_array obj = operand_of(c, {"obj"});
  if (obj.size() == 0) obj = dynamic::astype(obj, dtype::int64);
  return out(dynamic::delete_(a, obj, c.axis()));
}

/// Zeros at the front (f), at the back (b) or at both, along one axis or all.
results trim_zeros(call const& c)
{
  dynamic_array const& a = input_of(c, {"filt", "a"});
  auto const ends = param(c, "trim", std::string("fb"));
  std::string lower = ends;
  for (char& letter : lower) letter = static_cast<char>(std::tolower(letter));
  if (lower != "f" && lower != "b" && lower != "fb" && lower != "bf")
    throw value_error("unexpected character(s) in `trim`: '" + ends + "'");
  if (lower.size() == 2 && !c.has("axis")) return out(dynamic::trim_zeros(a));
  std::vector<int> axes;
  for (int axis = 0; axis < a.rank(); ++axis) axes.push_back(axis);
  if (auto const named = c.axes()) {
    axes.clear();
    for (int const axis : *named) axes.push_back(detail::normalized_axis("axis", axis, a.rank()));
  }
  auto const found = dynamic::nonzero(a);
  std::vector<dynamic::index_term> list(static_cast<std::size_t>(a.rank()), slice());
  for (int const axis : axes) {
    auto const& places = found[static_cast<std::size_t>(axis)];
    slice kept(0, 0);
    if (places.size() > 0) {
      auto const end = [&](char const* which) {
        return dynamic::item<std::int64_t>(dynamic::reduce(which, places));
      };
      kept = slice(
          lower.find('f') != std::string::npos ? std::optional(end("min")) : std::nullopt,
          lower.find('b') != std::string::npos ? std::optional(end("max") + 1) : std::nullopt);
    }
    list[static_cast<std::size_t>(axis)] = kept;
  }
  return out(dynamic::getitem(a, list));
}

results unwrap(call const& c)
{
  dynamic_array const& p = input_of(c, {"p", "a"});
  if (p.rank() == 0) throw value_error("diff requires input that is at least one dimensional");
  double const period = param(c, "period", 6.283185307179586477);
  if (c.has("discont") && c.params()["discont"].get<double>() > period / 2)
    throw not_available("acre's unwrap knows jumps of half a period");
  return out(dynamic::unwrap(p, c.axis().value_or(-1), period));
}

results array_equiv(call const& c)
{
  dynamic_array const &a = input_of(c, {"a1", "a"}), &b = input_of(c, {"a2", "b"});
  try {
    return out(dynamic::reduce("all", dynamic::binary("equal", a, b)));
  } catch (shape_error const&) {
    return out(dynamic::full(c.space(), dtype::boolean, {}, 0));
  }
}

}  // namespace

std::vector<operation> editing_operations()
{
  return {{"diff", "shapes", diff},      {"ediff1d", "reductions", ediff1d},
          {"append", "shapes", append},  {"insert", "shapes", insert},
          {"delete", "shapes", delete_}, {"trim_zeros", "shapes", trim_zeros},
          {"unwrap", "scans", unwrap},   {"array_equiv", "elementwise", array_equiv}};
}

}  // namespace acre::conformance
