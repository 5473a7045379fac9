#include <acre/dynamic/fusion.hpp>

#include "../python.hpp"

namespace acre::python {

namespace {

using dynamic::jit::fusion;
using value = fusion::value;

value const* traced_if(nb::handle x)
{
  value const* found = nullptr;
  return nb::try_cast(x, found) ? found : nullptr;
}
value traced_of(nb::handle x)
{
  if (auto const* const found = traced_if(x)) return *found;
  throw dtype_error(
      "a fused function computes with the arrays that it is given, and was traced with " +
      std::string(nb::cast<std::string_view>(x.type().attr("__name__"))) +
      ": pass this one as an argument, too");
}
bool is_any_number(nb::handle x) { return is_number(x) || is_numpy_scalar(x); }
/// NumPy's number with its own dtype, of a's shape.
value traced_scalar(fusion& f, value a, nb::handle x)
{
  return f.full_like(a, number_value_of(x), dtype_of_object(x.attr("dtype")));
}
value traced_beside(fusion& f, value a, nb::handle x)
{
  if (is_number(x)) return f.scalar_operand(a, number_value_of(x));
  return is_numpy_scalar(x) ? traced_scalar(f, a, x) : traced_of(x);
}
std::pair<value, value> traced_pair(fusion& f, nb::handle a, nb::handle b)
{
  if (is_any_number(a)) return {traced_beside(f, traced_of(b), a), traced_of(b)};
  return {traced_of(a), traced_beside(f, traced_of(a), b)};
}
std::vector<value> all_traced_of(nb::handle sequence)
{
  std::vector<value> all;
  for (nb::handle each : nb::iter(sequence)) all.push_back(traced_of(each));
  return all;
}
std::optional<double> traced_double(nb::handle x)
{
  return x.is_none() ? std::nullopt : std::optional(nb::cast<double>(x));
}

value traced_binary(fusion& f, std::string_view function, nb::handle a, nb::handle b)
{
  if (traced_if(a) && is_number(b) && !PyComplex_CheckExact(b.ptr()))
    return f.binary(function, *traced_if(a), number_of(b));
  auto const [x, y] = traced_pair(f, a, b);
  return f.binary(function, x, y);
}

value traced_where(fusion& f, nb::handle condition, nb::handle a, nb::handle b)
{
  auto const c = traced_of(condition);
  if (is_any_number(a) && is_any_number(b)) {
    value const none{0, dtype::boolean};  // numbers beside each other have their own dtypes
    if (is_number(a) && is_number(b))
      return f.where(c, traced_beside(f, none, a), traced_beside(f, none, b));
    if (is_number(a)) {
      auto const y = traced_scalar(f, c, b);
      return f.where(c, traced_beside(f, y, a), y);
    }
    auto const x = traced_scalar(f, c, a);
    return f.where(c, x, traced_beside(f, x, b));
  }
  auto const [x, y] = traced_pair(f, a, b);
  return f.where(c, x, y);
}

}  // namespace

void bind_fusion(nb::module_& m)
{
  nb::class_<value>(m, "fusion_value").def_prop_ro("dtype", [](value const& v) {
    return dtype_object(v.dtype);
  });
  nb::class_<fusion::kernel>(m, "fusion_kernel")
      .def("__call__", [](fusion::kernel const& kernel, nb::handle given, nb::handle targets) {
        auto const inputs = operands_in(given);
        std::vector<std::optional<dynamic_array>> to;
        for (nb::handle each : nb::iter(targets)) to.push_back(operand_or_none(each));
        auto made = unlocked_if(is_slow(inputs), [&] { return kernel(inputs, to); });
        std::size_t n = 0;
        // what is written is given back as it was given
        for (nb::handle each : nb::iter(targets)) {
          if (!each.is_none()) made[n] = array_of(each);
          ++n;
        }
        return tuple_of(std::move(made));
      });
  nb::class_<fusion::reduction>(m, "fusion_reduction")
      .def(
          "__call__",
          [](fusion::reduction const& kernel, nb::handle given, nb::handle axis, bool keepdims) {
            auto const inputs = operands_in(given);
            auto const axes = axes_of(axis);
            return unlocked([&] { return kernel(inputs, axes, keepdims); });
          },
          nb::arg(), nb::arg().none(), nb::arg());
  nb::class_<fusion>(m, "fusion")
      .def(nb::init<>())
      .def("input", [](fusion& f, nb::handle type) { return f.input(dtype_of_object(type)); })
      .def("unary", [](fusion& f, std::string_view function,
                       nb::handle a) { return f.unary(function, traced_of(a)); })
      .def("binary", traced_binary)
      .def("binary_into",
           [](fusion& f, std::string_view function, nb::handle to, nb::handle a, nb::handle b) {
             auto const [x, y] = traced_pair(f, a, b);
             return f.binary_into(function, traced_of(to), x, y);
           })
      .def("astype", [](fusion& f, nb::handle a,
                        nb::handle type) { return f.astype(traced_of(a), dtype_of_object(type)); })
      .def("where", traced_where)
      .def("clip",
           [](fusion& f, nb::handle a, nb::handle low, nb::handle high) {
             auto const x = traced_of(a);
             return f.clip(x, traced_beside(f, x, low), traced_beside(f, x, high));
           })
      .def("round", [](fusion& f, nb::handle a,
                       std::int64_t decimals) { return f.round(traced_of(a), decimals); })
      .def("isclose",
           [](fusion& f, nb::handle a, nb::handle b, double rtol, double atol, bool equal_nan) {
             auto const [x, y] = traced_pair(f, a, b);
             return f.isclose(x, y, rtol, atol, equal_nan);
           })
      .def(
          "nan_to_num",
          [](fusion& f, nb::handle a, double nan, nb::handle posinf, nb::handle neginf) {
            return f.nan_to_num(traced_of(a), nan, traced_double(posinf), traced_double(neginf));
          },
          nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none())
      .def("select",
           [](fusion& f, nb::handle conditions, nb::handle choices, nb::handle otherwise) {
             return f.select(all_traced_of(conditions), all_traced_of(choices),
                             number_value_of(otherwise));
           })
      .def("full_like",
           [](fusion& f, nb::handle a, nb::handle number, nb::handle type) {
             return f.full_like(traced_of(a), number_value_of(number), dtype_of_object(type));
           })
      .def("assigned",
           [](fusion& f, nb::handle to, nb::handle from) {
             auto const target = traced_of(to);
             if (!is_any_number(from)) return f.assigned(target, traced_of(from));
             return f.full_like(target, number_value_of(from), target.dtype);
           })
      .def("finish_reduction",
           [](fusion const& f, std::string_view reduction, nb::handle a, std::string_view name) {
             return f.finish(reduction, traced_of(a), name);
           })
      .def("finish", [](fusion const& f, nb::handle results, std::string_view name) {
        return f.finish(all_traced_of(results), name);
      });
}

}  // namespace acre::python
