#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/products.hpp>
#include <acre/dynamic/statistics.hpp>

#include "python.hpp"

namespace acre::python {

namespace {

using product = dynamic_array (*)(dynamic_array const&, dynamic_array const&);
product product_named(std::string_view name)
{
  if (name == "matmul") return dynamic::matmul;
  if (name == "dot") return dynamic::dot;
  if (name == "inner") return dynamic::inner;
  if (name == "vdot") return dynamic::vdot;
  if (name == "kron") return dynamic::kron;
  if (name == "matvec") return dynamic::matvec;
  return dynamic::vecmat;
}

}  // namespace

void bind_products(nb::module_& m)
{
  define(m, "product", [](std::string_view name, nb::handle a, nb::handle b) {
    auto const& x = array_of(a);
    auto const& y = array_of(b);
    return unlocked_if_many(x.size() + y.size(), [&] { return product_named(name)(x, y); });
  });
  define(m, "vecdot", [](nb::handle a, nb::handle b, int axis) {
    return dynamic::vecdot(array_of(a), array_of(b), axis);
  });
  define(m, "cross",
         [](nb::handle a, nb::handle b, int axis_of_a, int axis_of_b, int axis_of_result) {
           return dynamic::cross(array_of(a), array_of(b), axis_of_a, axis_of_b, axis_of_result);
         });
  define(m, "tensordot", [](nb::handle a, nb::handle b, nb::handle of_a, nb::handle of_b) {
    auto const& x = array_of(a);
    auto const& y = array_of(b);
    if (of_b.is_none()) return dynamic::tensordot(x, y, nb::cast<int>(of_a));
    return dynamic::tensordot(x, y, *axes_of(of_a), *axes_of(of_b));
  });
  define(m, "einsum", [](std::string_view subscripts, nb::handle operands) {
    return dynamic::einsum(subscripts, arrays_of(operands));
  });
  define(m, "vector_norm", [](nb::handle a, double order, nb::handle axis, bool keepdims) {
    dynamic::reduction_options options;
    options.axes = axes_of(axis);
    options.keepdims = keepdims;
    return dynamic::vector_norm(array_of(a), order, options);
  });
  define(m, "matrix_norm", [](nb::handle a, nb::handle order, bool keepdims) {
    return dynamic::matrix_norm(
        array_of(a), order.is_none() ? std::nullopt : std::optional(nb::cast<double>(order)),
        keepdims);
  });
}

}  // namespace acre::python
