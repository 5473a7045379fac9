#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/reduce/convolve_mode.hpp>

#include <optional>
#include <variant>

/// Integrals, derivatives, convolutions and interpolation of arrays whose dtype and rank are known
/// at run time only, with the bits, dtypes and errors of the functions of the same names for arrays
/// (acre/reduce/trapezoid.hpp, gradient.hpp, convolve.hpp, acre/order/interp.hpp). Queued.
namespace acre::dynamic {

/// Along an axis, of elements dx apart, or at coordinates: one-dimensional ones along the axis, or
/// of any shape that broadcasts with y's.
dynamic_array trapezoid(dynamic_array const& y, scalar_value dx = 1.0, int axis = -1);
dynamic_array trapezoid(dynamic_array const& y, dynamic_array const& x, int axis = -1);

/// The derivative along an axis, of elements h apart or at coordinates along it.
dynamic_array gradient(dynamic_array const& f, double h = 1, int axis = -1, int edge_order = 1);
dynamic_array gradient(dynamic_array const& f, dynamic_array const& x, int axis = -1,
                       int edge_order = 1);

/// Operands are one-dimensional; for convolve, rank 0 counts as one element.
dynamic_array convolve(dynamic_array const& a, dynamic_array const& v,
                       convolve_mode mode = convolve_mode::full);
dynamic_array correlate(dynamic_array const& a, dynamic_array const& v,
                        convolve_mode mode = convolve_mode::valid);

/// Real values take a real left and right, complex ones either. Throws dtype_error for complex x
/// and xp, and for a complex number beside real values.
struct interp_options {
  std::optional<std::variant<double, complex<double>>> left = {}, right = {};
  std::optional<double> period = {};
};
dynamic_array interp(dynamic_array const& x, dynamic_array const& xp, dynamic_array const& fp,
                     interp_options const& options = {});

}  // namespace acre::dynamic
