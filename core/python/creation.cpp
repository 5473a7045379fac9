#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/sequences.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

bool is_whole(nb::handle x) { return PyLong_Check(x.ptr()) || !PyFloat_Check(x.ptr()); }

dynamic_array arange(nb::handle start, nb::handle stop, nb::handle step, nb::handle type,
                     nb::handle on)
{
  auto const& space = space_of(on);
  auto const wanted = dtype_if_any(type);
  auto const made = [&] {
    if (is_whole(start) && is_whole(stop) && is_whole(step))
      return dynamic::arange(space, nb::cast<std::int64_t>(start), nb::cast<std::int64_t>(stop),
                             nb::cast<std::int64_t>(step));
    return dynamic::arange(space, nb::cast<double>(start), nb::cast<double>(stop),
                           nb::cast<double>(step));
  }();
  return wanted ? dynamic::astype(made, *wanted) : made;
}

dynamic_array full(nb::handle shape, nb::handle value, nb::handle type, nb::handle on)
{
  auto const& space = space_of(on);
  auto const extents = integers_of(shape);
  auto const number = number_value_of(value);
  auto const natural = is_numpy_scalar(value)
                           ? dtype_of_object(value.attr("dtype"))
                           : std::visit([]<class T>(T) { return dtype_of<T>; }, number);
  return dynamic::full(space, type.is_none() ? natural : dtype_of_object(type), extents, number);
}

}  // namespace

void bind_creation(nb::module_& m)
{
  define(m, "empty", [](nb::handle shape, nb::handle type, nb::handle on) {
    return dynamic::empty(space_of(on), dtype_of_object(type), integers_of(shape));
  });
  define(m, "full", full);
  define(m, "from_bytes", [](nb::bytes bytes, nb::handle type, nb::handle shape, nb::handle on) {
    auto const* const begin = static_cast<std::byte const*>(bytes.data());
    return dynamic::from_host(space_of(on), dtype_of_object(type), {begin, bytes.size()},
                              integers_of(shape));
  });
  define(m, "arange", arange);
  define(m, "linspace",
         [](double start, double stop, std::int64_t count, bool endpoint, nb::handle on) {
           return dynamic::linspace(space_of(on), start, stop, count, endpoint);
         });
  define(
      m, "logspace",
      [](double start, double stop, std::int64_t count, bool endpoint, double base, nb::handle on) {
        return dynamic::logspace(space_of(on), start, stop, count, endpoint, base);
      });
  define(m, "geomspace",
         [](double start, double stop, std::int64_t count, bool endpoint, nb::handle on) {
           return dynamic::geomspace(space_of(on), start, stop, count, endpoint);
         });
  define(m, "eye",
         [](std::int64_t rows, std::int64_t columns, nb::handle k, nb::handle type, nb::handle on) {
           return dynamic::eye(space_of(on), dtype_of_object(type), rows, columns, diagonal_of(k));
         });
  define(m, "tri",
         [](std::int64_t rows, std::int64_t columns, nb::handle k, nb::handle type, nb::handle on) {
           return dynamic::tri(space_of(on), dtype_of_object(type), rows, columns, diagonal_of(k));
         });
  define(m, "window", [](char const* name, std::int64_t count, double beta, nb::handle on) {
    return dynamic::window(space_of(on), name, count, beta);
  });
  define(m, "vander", [](nb::handle x, nb::handle columns, bool increasing) {
    std::optional<std::int64_t> const count =
        columns.is_none() ? std::nullopt : std::optional(nb::cast<std::int64_t>(columns));
    return dynamic::vander(array_of(x), count, increasing);
  });
  define(m, "copy", [](nb::handle a) {
    auto const& x = array_of(a);
    return unlocked_if_many(x.size(), [&] { return dynamic::copy(x); });
  });
  define(m, "contiguous", [](nb::handle a) { return dynamic::contiguous(array_of(a)); });
  define(m, "astype", [](nb::handle a, nb::handle type) {
    auto const& x = array_of(a);
    auto const wanted = dtype_of_object(type);
    return unlocked_if_many(x.size(), [&] { return dynamic::astype(x, wanted); });
  });
}

}  // namespace acre::python
