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
    return computed(product_named(name), a, b);
  });
  define(m, "vecdot", [](nb::handle a, nb::handle b, int axis) {
    return computed(
        [&](dynamic_array const& x, dynamic_array const& y) { return dynamic::vecdot(x, y, axis); },
        a, b);
  });
  define(m, "cross",
         [](nb::handle a, nb::handle b, int axis_of_a, int axis_of_b, int axis_of_result) {
           return computed(
               [&](dynamic_array const& x, dynamic_array const& y) {
                 return dynamic::cross(x, y, axis_of_a, axis_of_b, axis_of_result);
               },
               a, b);
         });
  define(m, "tensordot", [](nb::handle a, nb::handle b, nb::handle of_a, nb::handle of_b) {
    if (of_b.is_none()) {
      int const count = nb::cast<int>(of_a);
      return computed([&](dynamic_array const& x,
                          dynamic_array const& y) { return dynamic::tensordot(x, y, count); },
                      a, b);
    }
    auto const axes = *axes_of(of_a), others = *axes_of(of_b);
    return computed([&](dynamic_array const& x,
                        dynamic_array const& y) { return dynamic::tensordot(x, y, axes, others); },
                    a, b);
  });
  define(m, "einsum", [](std::string_view subscripts, nb::handle operands) {
    auto const all = operands_in(operands);
    return unlocked_if(is_slow(all), [&] { return dynamic::einsum(subscripts, all); });
  });
  define(m, "vector_norm", [](nb::handle a, double order, nb::handle axis, bool keepdims) {
    dynamic::reduction_options options;
    options.axes = axes_of(axis);
    options.keepdims = keepdims;
    return computed([&](dynamic_array const& x) { return dynamic::vector_norm(x, order, options); },
                    a);
  });
  define(m, "matrix_norm", [](nb::handle a, nb::handle order, bool keepdims) {
    auto const wanted = order.is_none() ? std::nullopt : std::optional(nb::cast<double>(order));
    return computed(
        [&](dynamic_array const& x) { return dynamic::matrix_norm(x, wanted, keepdims); }, a);
  });
}

}  // namespace acre::python
