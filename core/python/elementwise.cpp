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

/// Both where a condition chooses; numbers beside each other have their own dtypes, and Python's
/// beside one of NumPy's that one's.
dynamic_array where(nb::handle condition, nb::handle a, nb::handle b)
{
  auto const c = operand_of(condition);
  auto const [x, y] = [&]() -> std::pair<dynamic_array, dynamic_array> {
    if (array_if(a) || array_if(b)) return operands_of(a, b);
    auto const none = dynamic::empty(c->space(), dtype::boolean, {});
    bool const is_weak_a = is_number(a), is_weak_b = is_number(b);
    auto const first = operand_beside(is_weak_a && !is_weak_b ? operand_beside(none, b) : none, a);
    return {first, operand_beside(is_weak_b && !is_weak_a ? first : none, b)};
  }();
  return computed(dynamic::where, c, x, y);
}

}  // namespace

dynamic_array applied(std::string_view function, nb::handle a, nb::handle b)
{
  auto const *const x = array_if(a), *const y = array_if(b);
  if (x && y) {
    operand const left(*x), right(*y);
    return unlocked_if(is_slow(*x) || is_slow(*y),
                       [&] { return dynamic::binary(function, *left, *right); });
  }
  if (x && is_number(b) && !PyComplex_CheckExact(b.ptr())) {
    operand const left(*x);
    auto const number = number_of(b);
    return unlocked_if(is_slow(*x), [&] { return dynamic::binary(function, *left, number); });
  }
  if (y && is_number(a) && !PyComplex_CheckExact(a.ptr())) {
    operand const right(*y);
    auto const number = number_of(a);
    return unlocked_if(is_slow(*y), [&] { return dynamic::binary(function, number, *right); });
  }
  auto const [left, right] = operands_of(a, b);
  return computed([&](dynamic_array const& p,
                      dynamic_array const& q) { return dynamic::binary(function, p, q); },
                  left, right);
}

dynamic_array positive(dynamic_array const& a)
{
  if (a.dtype() == dtype::boolean)
    throw dtype_error("ufunc 'positive' did not contain a loop with signature matching types bool");
  return computed(dynamic::copy, a);
}

namespace {

/// acre/_fuse.py's function.
PyObject* others = nullptr;

}  // namespace

nb::object made_of_others(char const* function, nb::handle arguments)
{
  if (!others) throw;
  nb::object made = nb::handle(others)(function, arguments);
  if (made.ptr() == Py_NotImplemented) throw;
  return made;
}

void bind_elementwise(nb::module_& m)
{
  define(m, "set_others", [](nb::handle f) { others = nb::object(nb::borrow(f)).release().ptr(); });
  define(m, "unary_functions", [] { return list_of(dynamic::unary_functions()); });
  define(m, "binary_functions", [] { return list_of(dynamic::binary_functions()); });
  define_for_all(m, "unary", [](std::string_view function, nb::handle a) {
    return computed([&](dynamic_array const& x) { return dynamic::unary(function, x); },
                    array_or_number(a));
  });
  define_for_all(m, "binary", applied);
  define_for_all(m, "positive", [](nb::handle a) { return positive(array_of(a)); });
  define_for_all(
      m, "binary_into", [](std::string_view function, nb::handle to, nb::handle a, nb::handle b) {
        operand const target(array_of(to));
        auto const [x, y] = operands_of(a, b);
        computed([&](dynamic_array const& out, dynamic_array const& p,
                     dynamic_array const& q) { dynamic::binary_into(function, out, p, q); },
                 target, x, y);
      });
  define_for_all(m, "unary_into", [](std::string_view function, nb::handle to, nb::handle a) {
    computed([&](dynamic_array const& out,
                 dynamic_array const& x) { dynamic::unary_into(function, out, x); },
             to, a);
  });
  define(m, "assign", [](nb::handle to, nb::handle from) {
    computed([](dynamic_array const& out, dynamic_array const& x) { dynamic::assign(out, x); }, to,
             from);
  });
  define_for_all(m, "where", where);
  define_for_all(m, "clip", [](nb::handle a, nb::handle low, nb::handle high) {
    auto const x = operand_of(a);
    return computed(dynamic::clip, x, operand_beside(x, low), operand_beside(x, high));
  });
  define_for_all(m, "round", [](nb::handle a, std::int64_t decimals) {
    return computed([&](dynamic_array const& x) { return dynamic::round(x, decimals); }, a);
  });
  define(m, "diff", [](nb::handle a, std::int64_t n, int axis) {
    return computed([&](dynamic_array const& x) { return dynamic::diff(x, n, axis); }, a);
  });
  define_for_all(m, "isclose",
                 [](nb::handle a, nb::handle b, double rtol, double atol, bool equal_nan) {
                   auto const [first, second] = operands_of(a, b);
                   return computed(
                       [&](dynamic_array const& x, dynamic_array const& y) {
                         return dynamic::isclose(x, y, rtol, atol, equal_nan);
                       },
                       first, second);
                 });
  define(m, "allclose", [](nb::handle a, nb::handle b, double rtol, double atol, bool equal_nan) {
    auto const [first, second] = operands_of(a, b);
    return computed(
        [&](dynamic_array const& x, dynamic_array const& y) {
          return dynamic::allclose(x, y, rtol, atol, equal_nan);
        },
        first, second);
  });
  define(m, "array_equal", [](nb::handle a, nb::handle b, bool equal_nan) {
    return computed([&](dynamic_array const& x,
                        dynamic_array const& y) { return dynamic::array_equal(x, y, equal_nan); },
                    a, b);
  });
  define_for_all(
      m, "nan_to_num", [](nb::handle a, double nan, nb::handle posinf, nb::handle neginf) {
        auto const number = [](nb::handle x) {
          return x.is_none() ? std::nullopt : std::optional(nb::cast<double>(x));
        };
        auto const high = number(posinf), low = number(neginf);
        return computed(
            [&](dynamic_array const& x) { return dynamic::nan_to_num(x, nan, high, low); }, a);
      });
  define_for_all(m, "select", [](nb::handle conditions, nb::handle choices, nb::handle otherwise) {
    auto const value = number_of(otherwise);
    return computed(
        [&](std::vector<dynamic_array> const& chosen, std::vector<dynamic_array> const& from) {
          return dynamic::select(chosen, from, value);
        },
        operands_in(conditions), operands_in(choices));
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
           return computed(
               [&](dynamic_array const& at, dynamic_array const& of, dynamic_array const& values) {
                 return dynamic::interp(at, of, values, options);
               },
               operand_beside(array_of(xp), x), xp, fp);
         });
  define(m, "convolve", [](nb::handle a, nb::handle v, char const* mode, bool correlates) {
    std::string_view const named = mode;
    if (named != "full" && named != "same" && named != "valid")
      throw value_error("mode '" + std::string(named) + "': the modes are full, same and valid");
    auto const how = named == "full"   ? convolve_mode::full
                     : named == "same" ? convolve_mode::same
                                       : convolve_mode::valid;
    return computed(
        [&](dynamic_array const& x, dynamic_array const& y) {
          return correlates ? dynamic::correlate(x, y, how) : dynamic::convolve(x, y, how);
        },
        a, v);
  });
  define(m, "gradient", [](nb::handle f, nb::handle spacing, int axis, int edge_order) {
    if (auto const* const places = array_if(spacing))
      return computed(
          [&](dynamic_array const& y, dynamic_array const& x) {
            return dynamic::gradient(y, x, axis, edge_order);
          },
          f, *places);
    auto const step = nb::cast<double>(spacing);
    return computed(
        [&](dynamic_array const& y) { return dynamic::gradient(y, step, axis, edge_order); }, f);
  });
  define(m, "trapezoid", [](nb::handle y, nb::handle x, nb::handle dx, int axis) {
    if (!x.is_none())
      return computed([&](dynamic_array const& p,
                          dynamic_array const& q) { return dynamic::trapezoid(p, q, axis); },
                      y, x);
    auto const step = number_of(dx);
    return computed([&](dynamic_array const& p) { return dynamic::trapezoid(p, step, axis); }, y);
  });
  define(m, "polyval", [](nb::handle p, nb::handle x) {
    return computed(dynamic::polyval, p, operand_beside(array_of(p), x));
  });
}

}  // namespace acre::python
