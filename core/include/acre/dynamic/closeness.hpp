#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/dynamic/elementwise.hpp>

#include <optional>
#include <span>

/// Whether arrays agree, and values instead of others, where dtypes are known at run time only:
/// with the answers and dtypes of the functions of the same names for arrays. Queued.
namespace acre::dynamic {

/// |a - b| <= atol + rtol |b| where b is finite, a == b elsewhere, as isclose(); all of it, as
/// allclose(); and whether shapes and elements are equal, as array_equal().
dynamic_array isclose(dynamic_array const& a, dynamic_array const& b, double rtol = 1e-5,
                      double atol = 1e-8, bool equal_nan = false);
dynamic_array allclose(dynamic_array const& a, dynamic_array const& b, double rtol = 1e-5,
                       double atol = 1e-8, bool equal_nan = false);
dynamic_array array_equal(dynamic_array const& a, dynamic_array const& b, bool equal_nan = false);

/// Numbers for NaN and infinities, as nan_to_num(): the dtype's largest and lowest where none is
/// given.
dynamic_array nan_to_num(dynamic_array const& a, double nan = 0, std::optional<double> posinf = {},
                         std::optional<double> neginf = {});

/// The first of several choices whose condition (bool) is true, elsewhere `otherwise`. Throws
/// value_error with NumPy's texts.
dynamic_array select(std::span<dynamic_array const> conditions,
                     std::span<dynamic_array const> choices,
                     scalar_value otherwise = std::int64_t{0});

}  // namespace acre::dynamic
