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
  auto const counting = [&]<class T>(std::type_identity<T>) {
    auto const first = nb::cast<T>(start), last = nb::cast<T>(stop), by = nb::cast<T>(step);
    double const count =
        (static_cast<double>(last) - static_cast<double>(first)) / static_cast<double>(by);
    return unlocked_if(count >= many_elements || is_slow(space), [&] {
      return wanted ? dynamic::arange(space, *wanted, first, last, by)
                    : dynamic::arange(space, first, last, by);
    });
  };
  return is_whole(start) && is_whole(stop) && is_whole(step)
             ? counting(std::type_identity<std::int64_t>())
             : counting(std::type_identity<double>());
}

dynamic_array full(nb::handle shape, nb::handle value, nb::handle type, nb::handle on)
{
  auto const extents = integers_of(shape);
  auto const number = number_value_of(value);
  auto const natural = is_numpy_scalar(value)
                           ? dtype_of_object(value.attr("dtype"))
                           : std::visit([]<class T>(T) { return dtype_of<T>; }, number);
  auto const wanted = type.is_none() ? natural : dtype_of_object(type);
  return made_on(on, extents,
                 [&](auto const& space) { return dynamic::full(space, wanted, extents, number); });
}

}  // namespace

void bind_creation(nb::module_& m)
{
  define(m, "empty", [](nb::handle shape, nb::handle type, nb::handle on) {
    auto const& space = space_of(on);
    auto const wanted = dtype_of_object(type);
    auto const extents = integers_of(shape);
    return unlocked_if(is_slow(space), [&] { return dynamic::empty(space, wanted, extents); });
  });
  define(m, "full", full);
  define(m, "from_bytes", [](nb::bytes bytes, nb::handle type, nb::handle shape, nb::handle on) {
    auto const* const begin = static_cast<std::byte const*>(bytes.data());
    auto const wanted = dtype_of_object(type);
    auto const extents = integers_of(shape);
    std::span<std::byte const> const all(begin, bytes.size());
    return made_on(on, extents, [&](auto const& space) {
      return dynamic::from_host(space, wanted, all, extents);
    });
  });
  define(m, "arange", arange);
  define(m, "linspace",
         [](double start, double stop, std::int64_t count, bool endpoint, nb::handle on) {
           return made_on(on, count, [&](auto const& space) {
             return dynamic::linspace(space, start, stop, count, endpoint);
           });
         });
  define(
      m, "logspace",
      [](double start, double stop, std::int64_t count, bool endpoint, double base, nb::handle on) {
        return made_on(on, count, [&](auto const& space) {
          return dynamic::logspace(space, start, stop, count, endpoint, base);
        });
      });
  define(m, "geomspace",
         [](double start, double stop, std::int64_t count, bool endpoint, nb::handle on) {
           return made_on(on, count, [&](auto const& space) {
             return dynamic::geomspace(space, start, stop, count, endpoint);
           });
         });
  define(m, "eye",
         [](std::int64_t rows, std::int64_t columns, nb::handle k, nb::handle type, nb::handle on) {
           auto const wanted = dtype_of_object(type);
           auto const number = diagonal_of(k);
           return made_on(on, count_of({{rows, columns}}), [&](auto const& space) {
             return dynamic::eye(space, wanted, rows, columns, number);
           });
         });
  define(m, "tri",
         [](std::int64_t rows, std::int64_t columns, nb::handle k, nb::handle type, nb::handle on) {
           auto const wanted = dtype_of_object(type);
           auto const number = diagonal_of(k);
           return made_on(on, count_of({{rows, columns}}), [&](auto const& space) {
             return dynamic::tri(space, wanted, rows, columns, number);
           });
         });
  define(m, "window", [](char const* name, std::int64_t count, double beta, nb::handle on) {
    return made_on(on, count,
                   [&](auto const& space) { return dynamic::window(space, name, count, beta); });
  });
  define(m, "vander", [](nb::handle x, nb::handle columns, bool increasing) {
    std::optional<std::int64_t> const count =
        columns.is_none() ? std::nullopt : std::optional(nb::cast<std::int64_t>(columns));
    return computed([&](dynamic_array const& a) { return dynamic::vander(a, count, increasing); },
                    x);
  });
  define_for_all(m, "copy", [](nb::handle a) { return computed(dynamic::copy, a); });
  define(m, "contiguous", [](nb::handle a) {
    auto const made = computed(dynamic::contiguous, a);
    return made.first() == array_of(a).first() ? array_of(a) : made;  // itself, on its own queue
  });
  define_for_all(m, "astype", [](nb::handle a, nb::handle type) {
    auto const wanted = dtype_of_object(type);
    if (array_of(a).dtype() == wanted) return array_of(a);
    return computed([&](dynamic_array const& x) { return dynamic::astype(x, wanted); }, a);
  });
}

}  // namespace acre::python
