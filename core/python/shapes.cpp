#include <acre/array/detail/shape_rules.hpp>
#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/pad.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/dynamic/stacks.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

std::vector<int> places_of(nb::handle x) { return *axes_of(x); }

std::vector<std::pair<dynamic::scalar_value, dynamic::scalar_value>> pairs_of(nb::handle x)
{
  using pair = std::pair<dynamic::scalar_value, dynamic::scalar_value>;
  if (is_number(x)) return {pair(number_of(x), number_of(x))};
  if (PyUnicode_Check(x.ptr()) || !PySequence_Check(x.ptr()) || nb::len(x) == 0)
    throw dtype_error("pad: a number is wanted, two of them, or two for each axis; not " +
                      std::string(nb::repr(x).c_str()));
  std::vector<pair> all;
  bool const of_numbers = is_number(x[0]);
  if (of_numbers && nb::len(x) == 1) return pairs_of(x[0]);
  if (of_numbers) return {pair(number_of(x[0]), number_of(x[1]))};
  for (nb::handle each : nb::iter(x)) all.push_back(pairs_of(each)[0]);
  return all;
}
pad_width widths_of(nb::handle x)
{
  pad_width width(0);
  width.each.clear();
  auto const integer = [](dynamic::scalar_value const& v) {
    auto const* const whole = std::get_if<std::int64_t>(&v);
    if (!whole) throw dtype_error("`pad_width` must be of integral type.");
    return *whole;
  };
  for (auto const& [before, behind] : pairs_of(x))
    width.each.emplace_back(integer(before), integer(behind));
  return width;
}

dynamic_array pad(nb::handle a, nb::handle widths, char const* mode, nb::handle constant_values,
                  nb::handle end_values, nb::handle stat_length)
{
  dynamic::pad_options options;
  options.mode = mode;
  options.constant_values = pairs_of(constant_values);
  options.end_values = pairs_of(end_values);
  if (!stat_length.is_none()) options.stat_length = widths_of(stat_length);
  auto const width = widths_of(widths);
  return computed([&](dynamic_array const& x) { return dynamic::pad(x, width, options); }, a);
}

template <class F>
dynamic_array joined(nb::handle parts, F const& f)
{
  auto const all = operands_in(parts);
  return unlocked_if(is_slow(all), [&] { return f(all); });
}

}  // namespace

void bind_shapes(nb::module_& m)
{
  define(m, "reshape", [](nb::handle a, nb::handle shape) {
    auto const& x = array_of(a);
    auto const extents = integers_of(shape);
    return unlocked_if(is_slow(x), [&] { return dynamic::reshape(x, extents); });
  });
  define(m, "ravel", [](nb::handle a) {
    auto const& x = array_of(a);
    return unlocked_if(is_slow(x), [&] { return dynamic::ravel(x); });
  });
  define(m, "shares_memory", [](nb::handle a, nb::handle b) {
    return array_of(a).owner() == array_of(b).owner() && array_of(a).owner() != nullptr;
  });
  define(m, "transpose", [](nb::handle a, nb::handle axes) {
    return dynamic::transpose(array_of(a), axes_of(axes));
  });
  define(m, "moveaxis", [](nb::handle a, nb::handle from, nb::handle to) {
    return dynamic::moveaxis(array_of(a), places_of(from), places_of(to));
  });
  define(m, "swapaxes", [](nb::handle a, int axis1, int axis2) {
    return dynamic::swapaxes(array_of(a), axis1, axis2);
  });
  define(m, "squeeze", [](nb::handle a, nb::handle axes) {
    return dynamic::squeeze(array_of(a), axes_of(axes));
  });
  define(m, "expand_dims", [](nb::handle a, nb::handle places) {
    return dynamic::expand_dims(array_of(a), places_of(places));
  });
  define(m, "broadcast_to", [](nb::handle a, nb::handle shape) {
    return dynamic::broadcast_to(array_of(a), integers_of(shape));
  });
  define(m, "broadcast_arrays",
         [](nb::handle arrays) { return tuple_of(dynamic::broadcast_arrays(arrays_of(arrays))); });
  define(m, "broadcast_shapes", [](nb::handle shapes) {
    std::vector<std::vector<std::int64_t>> all;
    for (nb::handle shape : nb::iter(shapes)) all.push_back(integers_of(shape));
    std::vector<extents_view> views(all.begin(), all.end());
    std::size_t rank = 0;
    for (auto const& shape : all) rank = std::max(rank, shape.size());
    std::vector<std::int64_t> result(rank);
    detail::broadcast_into(result, views);
    return tuple_of_extents(result);
  });
  define(m, "flip",
         [](nb::handle a, nb::handle axes) { return dynamic::flip(array_of(a), axes_of(axes)); });
  define(m, "rot90", [](nb::handle a, std::int64_t k, int axis1, int axis2) {
    return dynamic::rot90(array_of(a), k, axis1, axis2);
  });
  define(m, "diagonal", [](nb::handle a, std::int64_t offset, int axis1, int axis2) {
    return dynamic::diagonal(array_of(a), offset, axis1, axis2);
  });
  define(m, "diag", [](nb::handle a, std::int64_t k) {
    auto const& given = array_of(a);
    if (given.rank() != 1) return dynamic::diag(given, k);  // a view
    return computed([&](dynamic_array const& x) { return dynamic::diag(x, k); }, given);
  });
  define(m, "tril", [](nb::handle a, nb::handle k) {
    auto const number = diagonal_of(k);
    return computed([&](dynamic_array const& x) { return dynamic::tril(x, number); }, a);
  });
  define(m, "triu", [](nb::handle a, nb::handle k) {
    auto const number = diagonal_of(k);
    return computed([&](dynamic_array const& x) { return dynamic::triu(x, number); }, a);
  });
  define(m, "roll", [](nb::handle a, std::int64_t shift, nb::handle axis) {
    auto const along = axis_of(axis);
    return computed([&](dynamic_array const& x) { return dynamic::roll(x, shift, along); }, a);
  });
  define(m, "repeat", [](nb::handle a, nb::handle count, nb::handle axis) {
    auto const along = axis_of(axis);
    if (auto const* const counts = array_if(count))
      return computed([&](dynamic_array const& x,
                          dynamic_array const& n) { return dynamic::repeat(x, n, along); },
                      a, *counts);
    auto const times = nb::cast<std::int64_t>(count);
    return computed([&](dynamic_array const& x) { return dynamic::repeat(x, times, along); }, a);
  });
  define(m, "tile", [](nb::handle a, nb::handle counts) {
    auto const times = integers_of(counts);
    return computed([&](dynamic_array const& x) { return dynamic::tile(x, times); }, a);
  });
  define(m, "concatenate", [](nb::handle parts, nb::handle axis) {
    auto const along = axis_of(axis);
    return joined(parts, [&](auto const& all) { return dynamic::concatenate(all, along); });
  });
  define(m, "stack", [](nb::handle parts, int axis) {
    return joined(parts, [&](auto const& all) { return dynamic::stack(all, axis); });
  });
  define(m, "vstack", [](nb::handle parts) {
    return joined(parts, [](auto const& all) { return dynamic::vstack(all); });
  });
  define(m, "hstack", [](nb::handle parts) {
    return joined(parts, [](auto const& all) { return dynamic::hstack(all); });
  });
  define(m, "dstack", [](nb::handle parts) {
    return joined(parts, [](auto const& all) { return dynamic::dstack(all); });
  });
  define(m, "column_stack", [](nb::handle parts) {
    return joined(parts, [](auto const& all) { return dynamic::column_stack(all); });
  });
  define(m, "unstack",
         [](nb::handle a, int axis) { return tuple_of(dynamic::unstack(array_of(a), axis)); });
  define(m, "split", [](nb::handle a, nb::handle pieces, int axis, bool uneven) {
    auto const& x = array_of(a);
    if (!PyIndex_Check(pieces.ptr())) return tuple_of(dynamic::split(x, integers_of(pieces), axis));
    auto const count = nb::cast<std::int64_t>(pieces);
    return tuple_of(uneven ? dynamic::array_split(x, count, axis) : dynamic::split(x, count, axis));
  });
  define(m, "meshgrid", [](nb::handle coordinates, bool xy) {
    return tuple_of(dynamic::meshgrid(arrays_of(coordinates), xy));
  });
  define(m, "atleast", [](int rank, nb::handle a) { return dynamic::atleast(rank, array_of(a)); });
  define(m, "sliding_window_view", [](nb::handle a, nb::handle window, nb::handle axes) {
    return dynamic::sliding_window_view(array_of(a), integers_of(window), axes_of(axes));
  });
  define(m, "pad", pad);
  define(m, "append", [](nb::handle a, nb::handle b, nb::handle axis) {
    auto const along = axis_of(axis);
    return computed([&](dynamic_array const& x,
                        dynamic_array const& y) { return dynamic::append(x, y, along); },
                    a, operand_beside(array_of(a), b));
  });
  define(m, "insert", [](nb::handle a, std::int64_t before, nb::handle values, nb::handle axis) {
    auto const along = axis_of(axis);
    return computed([&](dynamic_array const& x,
                        dynamic_array const& y) { return dynamic::insert(x, before, y, along); },
                    a, operand_beside(array_of(a), values));
  });
  define(m, "delete", [](nb::handle a, nb::handle index, nb::handle axis) {
    auto const along = axis_of(axis);
    return computed([&](dynamic_array const& x,
                        dynamic_array const& at) { return dynamic::delete_(x, at, along); },
                    a, index);
  });
  define(m, "trim_zeros", [](nb::handle a) {
    auto const& x = array_of(a);
    return unlocked_if(is_slow(x), [&] { return dynamic::trim_zeros(x); });  // a view
  });
  define(m, "unwrap", [](nb::handle a, int axis, double period) {
    return computed([&](dynamic_array const& x) { return dynamic::unwrap(x, axis, period); }, a);
  });
  define(m, "ediff1d", [](nb::handle a) { return computed(dynamic::ediff1d, a); });
}

}  // namespace acre::python
