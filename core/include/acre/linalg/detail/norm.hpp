#pragma once

namespace acre::detail {

/// value_error for an order that matrix_norm() doesn't have: NumPy's text, and where those are that
/// only NumPy has.
[[noreturn]] void throw_norm_order(double order);

}  // namespace acre::detail
