#include <acre/dynamic/closeness.hpp>
#include <acre/dynamic/into.hpp>
#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/polynomial.hpp>

#include <algorithm>

#include "python.hpp"

namespace acre::python {

namespace {

template <class Names>
nb::list list_of(Names const& names)
{
  nb::list all;
  for (std::string_view const name : names) all.append(nb::str(name.data(), name.size()));
  return all;
}

/// Both where a condition chooses; numbers beside each other have their own dtypes.
dynamic_array where(nb::handle condition, nb::handle a, nb::handle b)
{
  auto const& c = array_of(condition);
  if (array_if(a) || array_if(b)) {
    auto const [x, y] = operands_of(a, b);
    return unlocked_if_many(c.size(), [&, &x = x, &y = y] { return dynamic::where(c, x, y); });
  }
  auto const none = dynamic::empty(c.space(), dtype::boolean, {});
  return dynamic::where(c, operand_beside(none, a), operand_beside(none, b));
}

}  // namespace

dynamic_array applied(std::string_view function, nb::handle a, nb::handle b)
{
  auto const *const x = array_if(a), *const y = array_if(b);
  if (x && y) {
    operand const left(*x), right(*y);
    return unlocked_if_many(std::max(x->size(), y->size()),
                            [&] { return dynamic::binary(function, *left, *right); });
  }
  if (x && is_number(b) && !PyComplex_CheckExact(b.ptr())) {
    operand const left(*x);
    auto const number = number_of(b);
    return unlocked_if_many(x->size(), [&] { return dynamic::binary(function, *left, number); });
  }
  auto const [first, second] = operands_of(a, b);
  operand const left(first), right(second);
  return unlocked_if_many(std::max(left->size(), right->size()),
                          [&] { return dynamic::binary(function, *left, *right); });
}

dynamic_array positive(dynamic_array const& a)
{
  if (a.dtype() == dtype::boolean)
    throw dtype_error("ufunc 'positive' did not contain a loop with signature matching types bool");
  return unlocked_if_many(a.size(), [&] { return dynamic::copy(a); });
}

void bind_elementwise(nb::module_& m)
{
  define(m, "unary_functions", [] { return list_of(dynamic::unary_functions()); });
  define(m, "binary_functions", [] { return list_of(dynamic::binary_functions()); });
  m.def("unary", [](std::string_view function, nb::handle a) {
    auto const given = array_or_number(a);
    operand const x(given);
    return unlocked_if_many(x->size(), [&] { return dynamic::unary(function, *x); });
  });
  m.def("binary", applied);
  define(m, "positive", [](nb::handle a) { return positive(array_of(a)); });
  define(
      m, "binary_into", [](std::string_view function, nb::handle to, nb::handle a, nb::handle b) {
        operand const target(array_of(to));
        auto const [first, second] = operands_of(a, b);
        operand const x(first), y(second);
        unlocked_if_many(target->size(), [&] { dynamic::binary_into(function, *target, *x, *y); });
      });
  define(m, "unary_into", [](std::string_view function, nb::handle to, nb::handle a) {
    operand const target(array_of(to)), x(array_of(a));
    unlocked_if_many(target->size(), [&] { dynamic::unary_into(function, *target, *x); });
  });
  define(m, "assign",
         [](nb::handle to, nb::handle from) { dynamic::assign(array_of(to), array_of(from)); });
  define(m, "where", where);
  define(m, "clip", [](nb::handle a, nb::handle low, nb::handle high) {
    auto const& x = array_of(a);
    auto const from = operand_beside(x, low), to = operand_beside(x, high);
    return unlocked_if_many(x.size(), [&] { return dynamic::clip(x, from, to); });
  });
  define(m, "round", [](nb::handle a, std::int64_t decimals) {
    auto const& x = array_of(a);
    return unlocked_if_many(x.size(), [&] { return dynamic::round(x, decimals); });
  });
  define(m, "diff", [](nb::handle a, std::int64_t n, int axis) {
    auto const& x = array_of(a);
    return unlocked_if_many(x.size(), [&] { return dynamic::diff(x, n, axis); });
  });
  define(m, "isclose", [](nb::handle a, nb::handle b, double rtol, double atol, bool equal_nan) {
    auto const [x, y] = operands_of(a, b);
    return dynamic::isclose(x, y, rtol, atol, equal_nan);
  });
  define(m, "allclose", [](nb::handle a, nb::handle b, double rtol, double atol, bool equal_nan) {
    auto const [x, y] = operands_of(a, b);
    return dynamic::allclose(x, y, rtol, atol, equal_nan);
  });
  define(m, "array_equal", [](nb::handle a, nb::handle b, bool equal_nan) {
    return dynamic::array_equal(array_of(a), array_of(b), equal_nan);
  });
  define(m, "nan_to_num", [](nb::handle a, double nan, nb::handle posinf, nb::handle neginf) {
    auto const number = [](nb::handle x) {
      return x.is_none() ? std::nullopt : std::optional(nb::cast<double>(x));
    };
    return dynamic::nan_to_num(array_of(a), nan, number(posinf), number(neginf));
  });
  define(m, "select", [](nb::handle conditions, nb::handle choices, nb::handle otherwise) {
    return dynamic::select(arrays_of(conditions), arrays_of(choices), number_of(otherwise));
  });
  define(m, "interp",
         [](nb::handle x, nb::handle xp, nb::handle fp, nb::handle left, nb::handle right,
            nb::handle period) {
           auto const number = [](nb::handle given) -> std::optional<double> {
             return given.is_none() ? std::nullopt : std::optional(nb::cast<double>(given));
           };
           dynamic::interp_options options;
           if (auto const value = number(left)) options.left = *value;
           if (auto const value = number(right)) options.right = *value;
           options.period = number(period);
           return dynamic::interp(operand_beside(array_of(xp), x), array_of(xp), array_of(fp),
                                  options);
         });
  define(m, "convolve", [](nb::handle a, nb::handle v, char const* mode, bool correlates) {
    std::string_view const named = mode;
    if (named != "full" && named != "same" && named != "valid")
      throw value_error("mode '" + std::string(named) + "': the modes are full, same and valid");
    auto const how = named == "full"   ? convolve_mode::full
                     : named == "same" ? convolve_mode::same
                                       : convolve_mode::valid;
    return correlates ? dynamic::correlate(array_of(a), array_of(v), how)
                      : dynamic::convolve(array_of(a), array_of(v), how);
  });
  define(m, "gradient", [](nb::handle f, nb::handle spacing, int axis, int edge_order) {
    auto const* const x = array_if(spacing);
    return x ? dynamic::gradient(array_of(f), *x, axis, edge_order)
             : dynamic::gradient(array_of(f), nb::cast<double>(spacing), axis, edge_order);
  });
  define(m, "trapezoid", [](nb::handle y, nb::handle x, nb::handle dx, int axis) {
    return x.is_none() ? dynamic::trapezoid(array_of(y), number_of(dx), axis)
                       : dynamic::trapezoid(array_of(y), array_of(x), axis);
  });
  define(m, "polyval", [](nb::handle p, nb::handle x) {
    return dynamic::polyval(array_of(p), operand_beside(array_of(p), x));
  });
}

}  // namespace acre::python
