#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/sequences.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/dynamic/stacks.hpp>

#include <array>

#include "operations.hpp"

/// Arrays beside each other, pieces of them and views of more elements; indices of shapes.
namespace acre::conformance {

namespace {

std::vector<dynamic_array> all_inputs(call const& c)
{
  std::vector<dynamic_array> all;
  for (auto const& [name, file] : c.of().inputs) all.push_back(c.input(name));
  return all;
}
dynamic_array const& stacked_of(call const& c) { return input_of(c, {"a", "x", "ary", "arr", "m"}); }

template <dynamic_array (*Function)(std::span<dynamic_array const>)>
results of_parts(call const& c)
{
  return out(Function(all_inputs(c)));
}
template <int Rank>
results atleast(call const& c)
{
  return out(dynamic::atleast(Rank, stacked_of(c)));
}
results broadcast_arrays(call const& c)
{
  return numbered(dynamic::broadcast_arrays(all_inputs(c)));
}

/// hsplit, vsplit, dsplit: along the second (of one axis the first), first and third axis.
results split_along(call const& c)
{
  dynamic_array const& a = stacked_of(c);
  std::string_view const op = c.of().op;
  int const least = op == "hsplit" ? 1 : op == "vsplit" ? 2 : 3;
  if (a.rank() < least)
    throw value_error(std::string(op) + " only works on arrays of " + std::to_string(least) +
                      " or more dimensions");
  int const axis = op == "vsplit" || a.rank() == 1 ? 0 : least - (op == "hsplit" ? 0 : 1);
  json const& where = c.params().at("indices_or_sections");
  if (where.is_array())
    return numbered(dynamic::split(a, where.get<std::vector<std::int64_t>>(), axis));
  return numbered(dynamic::split(a, where.get<std::int64_t>(), axis));
}

results sliding_window_view(call const& c)
{
  return out(dynamic::sliding_window_view(stacked_of(c), c.integers("window_shape"), c.axes()));
}

/// Rows of a list, and the rows below each other: a, b over c, d.
results block(call const& c)
{
  auto const parts = all_inputs(c);
  if (parts.size() != 4) throw not_available("blocks are two by two");
  auto const row = [&](std::size_t k) {
    return dynamic::concatenate(std::array{parts[k], parts[k + 1]}, -1);
  };
  return out(dynamic::concatenate(std::array{row(0), row(2)}, -2));
}

results resize(call const& c)
{
  auto const shape = c.integers("new_shape");
  for (std::int64_t const extent : shape)
    if (extent < 0) throw value_error("all elements of `new_shape` must be non-negative");
  auto const flat = dynamic::ravel(stacked_of(c));
  std::int64_t const n = size_of(shape);
  if (flat.size() == 0)
    return out(dynamic::astype(dynamic::full(c.space(), dtype::int8, shape, 0), flat.dtype()));
  auto const places = dynamic::arange(c.space(), std::int64_t{0}, n);
  return out(dynamic::reshape(dynamic::take(flat, places, 0, index_mode::wrap), shape));
}

results rollaxis(call const& c)
{
  dynamic_array const& a = stacked_of(c);
  int const rank = a.rank();
  int axis = param(c, "axis", 0), start = param(c, "start", 0);
  if (axis < -rank || axis >= rank)
    throw index_error("axis " + std::to_string(axis) + " is out of bounds for array of dimension " +
                      std::to_string(rank));
  if (axis < 0) axis += rank;
  if (start < 0) start += rank;
  if (start < 0 || start > rank)
    throw index_error("'start' arg requires " + std::to_string(-rank) + " <= start < " +
                      std::to_string(rank + 1) + ", but " + std::to_string(start) +
                      " was passed in");
  return out(dynamic::moveaxis(a, {axis}, {axis < start ? start - 1 : start}));
}

results indices(call const& c)
{
  auto const shape = c.has("dimensions") ? c.integers("dimensions") : c.integers("shape");
  std::vector<dynamic_array> all;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    std::vector<std::int64_t> own(shape.size(), 1);
    own[axis] = shape[axis];
    all.push_back(dynamic::broadcast_to(
        dynamic::reshape(dynamic::arange(c.space(), std::int64_t{0}, shape[axis]), own), shape));
  }
  auto const made = all.empty()
                        ? dynamic::full(c.space(), dtype::int64, std::array<std::int64_t, 1>{0}, 0)
                        : dynamic::stack(all, 0);
  return out(c.has("dtype") ? dynamic::astype(made, c.type()) : made);
}

/// Positions of the elements of a matrix's triangle.
results triangle_indices(call const& c)
{
  std::string_view const op = c.of().op;
  std::int64_t rows, columns;
  if (op.ends_with("_from")) {
    dynamic_array const& a = stacked_of(c);
    if (a.rank() != 2) throw value_error("input array must be 2-d");
    rows = a.shape()[0], columns = a.shape()[1];
  } else {
    rows = c.params().at("n").get<std::int64_t>();
    columns = param(c, "m", rows);
  }
  auto const k = param(c, "k", std::int64_t{0});
  bool const lower = op.starts_with("tril");
  auto const low = dynamic::tri(c.space(), dtype::boolean, rows, columns, lower ? k : k - 1);
  return numbered(dynamic::nonzero(lower ? low : dynamic::unary("logical_not", low)));
}
results diag_indices(call const& c)
{
  auto const n =
      dynamic::arange(c.space(), std::int64_t{0}, c.params().at("n").get<std::int64_t>());
  return numbered(std::vector<dynamic_array>(param(c, "ndim", std::size_t{2}), n));
}

/// NumPy refuses negative numbers, too, which acre counts from the end.
results unravel_index(call const& c)
{
  auto const index = operand_of(c, {"indices", "a"});
  std::int64_t const n = size_of(c.integers("shape"));
  auto const wide = dynamic::ravel(dynamic::astype(index, dtype::int64));
  auto const bytes = dynamic::to_host(wide);
  auto const* const at = reinterpret_cast<std::int64_t const*>(bytes.data());
  for (std::int64_t k = 0; k < wide.size(); ++k)
    if (kind_of(index.dtype()) == detail::kind::integer && (at[k] < 0 || at[k] >= n))
      throw value_error("index " + std::to_string(at[k]) +
                        " is out of bounds for array with size " + std::to_string(n));
  return numbered(dynamic::unravel_index(index, c.integers("shape")));
}
/// The number in C order of the element at indices a, b …
results ravel_multi_index(call const& c)
{
  auto const at = all_inputs(c);
  auto const shape = c.has("dims") ? c.integers("dims") : c.integers("shape");
  auto const mode = mode_of(c);
  dynamic_array number =
      dynamic::astype(dynamic::full(c.space(), dtype::int64, {}, 0), dtype::int64);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    dynamic_array i = dynamic::astype(at.at(axis), dtype::int64);
    std::int64_t const n = shape[axis];
    auto const zero = dynamic::scalar_operand(i, std::int64_t{0}),
               last = dynamic::scalar_operand(i, n - 1);
    if (mode == index_mode::wrap) i = dynamic::binary("remainder", i, n);
    if (mode == index_mode::clip) i = dynamic::clip(i, zero, last);
    auto const outside = dynamic::binary("not_equal", i, dynamic::clip(i, zero, last));
    if (dynamic::truth(dynamic::reduce("any", outside)))
      throw value_error("invalid entry in coordinates array");
    number = dynamic::binary("add", dynamic::binary("multiply", number, n), i);
  }
  return out(number);
}

}  // namespace

std::vector<operation> stacking_operations()
{
  return {{"vstack", "shapes", of_parts<dynamic::vstack>},
          {"row_stack", "shapes", of_parts<dynamic::vstack>},
          {"hstack", "shapes", of_parts<dynamic::hstack>},
          {"dstack", "shapes", of_parts<dynamic::dstack>},
          {"column_stack", "shapes", of_parts<dynamic::column_stack>},
          {"atleast_1d", "shapes", atleast<1>},
          {"atleast_2d", "shapes", atleast<2>},
          {"atleast_3d", "shapes", atleast<3>},
          {"broadcast_arrays", "shapes", broadcast_arrays},
          {"hsplit", "shapes", split_along},
          {"vsplit", "shapes", split_along},
          {"dsplit", "shapes", split_along},
          {"sliding_window_view", "shapes", sliding_window_view},
          {"block", "shapes", block},
          {"resize", "shapes", resize},
          {"rollaxis", "shapes", rollaxis},
          {"indices", "creation", indices},
          {"tril_indices", "creation", triangle_indices},
          {"triu_indices", "creation", triangle_indices},
          {"tril_indices_from", "creation", triangle_indices},
          {"triu_indices_from", "creation", triangle_indices},
          {"diag_indices", "creation", diag_indices},
          {"unravel_index", "indexing", unravel_index},
          {"ravel_multi_index", "indexing", ravel_multi_index}};
}

}  // namespace acre::conformance
