#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/dynamic/reduce.hpp>

#include <limits>
#include <span>
#include <string_view>

/// Products of arrays whose dtype and rank are known at run time only, as the functions of the same
/// names for arrays (acre/linalg.hpp), with their bits and errors. Queued.
namespace acre::dynamic {

/// Along an axis of each, which the result's has at axis_of_result. Also takes vectors of two
/// elements, as NumPy's; the product is a number where both have two. Throws value_error:
/// incompatible dimensions for cross product (dimension must be 2 or 3)
dynamic_array cross(dynamic_array const& a, dynamic_array const& b, int axis_of_a = -1,
                    int axis_of_b = -1, int axis_of_result = -1);
dynamic_array kron(dynamic_array const& a, dynamic_array const& b);

/// Over pairs of axes, or over a's last `pairs` axes and b's first ones.
dynamic_array tensordot(dynamic_array const& a, dynamic_array const& b, std::span<int const> of_a,
                        std::span<int const> of_b);
dynamic_array tensordot(dynamic_array const& a, dynamic_array const& b, int pairs = 2);

dynamic_array inner(dynamic_array const& a, dynamic_array const& b);
dynamic_array matvec(dynamic_array const& a, dynamic_array const& x);
dynamic_array vecmat(dynamic_array const& x, dynamic_array const& a);

/// einsum("ij,jk->ik", std::array{a, b}). With more than two operands the first two are multiplied,
/// and those of their axes that are not needed any more are summed; then the third one follows, and
/// so on.
dynamic_array einsum(std::string_view subscripts, std::span<dynamic_array const> operands);

/// Norms, as vector_norm and matrix_norm; without an order matrix_norm is Frobenius'. The matrices
/// are those of the last two axes. Options other than axes and keepdims are ignored.
dynamic_array vector_norm(dynamic_array const& a, double order = 2,
                          reduction_options const& options = {});
dynamic_array matrix_norm(dynamic_array const& a, std::optional<double> order = {},
                          bool keepdims = false);

}  // namespace acre::dynamic
