#pragma once

#include <acre/dynamic/elementwise.hpp>

/// Elementwise functions whose results are written into elements that are there, beside
/// binary_into() of <acre/dynamic/elementwise.hpp>: NumPy's `out=` and the operators in place.
///
/// Operands may be `to` itself or any view of its memory: results are those of the operands as they
/// were before. No memory is taken where the result has to's dtype and the operands the dtype that
/// is computed in, unless an operand reads elements of `to` at other positions than they are
/// written (to[1:] += to[:-1]), which are computed aside first. Queued, on to's queue; same bits on
/// every backend.
namespace acre::dynamic {

/// The unary function of a, which broadcasts to to's shape, cast to to's dtype. Throws dtype_error
/// where that is of a lesser kind (Cannot cast ufunc 'sin' output from …), shape_error where a does
/// not broadcast to it.
void unary_into(std::string_view function, dynamic_array const& to, dynamic_array const& a);

/// binary_into() of a number: binary_into("add", x, x, 1.0) is x += 1.0. Throws value_error for an
/// integer that a's dtype cannot hold.
void binary_into(std::string_view function, dynamic_array const& to, dynamic_array const& a,
                 scalar_value b);

}  // namespace acre::dynamic
