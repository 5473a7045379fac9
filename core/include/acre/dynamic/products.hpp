#pragma once

#include <acre/dynamic/array.hpp>

#include <span>

/// Products of arrays whose dtype and rank are known at run time only, as the functions of the same
/// names for arrays (acre/linalg/products.hpp), with their errors. Ranks may differ in kron.
/// Queued.
namespace acre::dynamic {

dynamic_array cross(dynamic_array const& a, dynamic_array const& b);
dynamic_array kron(dynamic_array const& a, dynamic_array const& b);

/// Over pairs of axes, or over a's last `pairs` axes and b's first ones.
dynamic_array tensordot(dynamic_array const& a, dynamic_array const& b, std::span<int const> of_a,
                        std::span<int const> of_b);
dynamic_array tensordot(dynamic_array const& a, dynamic_array const& b, int pairs = 2);

}  // namespace acre::dynamic
