#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/dynamic/reduce.hpp>

#include <optional>

/// Averages and covariances of arrays whose dtype and rank are known at run time only, with the
/// bits, dtypes and errors of the functions of the same names for arrays (acre/reduce.hpp).
namespace acre::dynamic {

/// Like acre::cov_options; weights of any dtype. The covariance of a single variable is of rank 0,
/// as in NumPy.
struct cov_options {
  bool rowvar = true;
  bool bias = false;
  std::optional<std::int64_t> ddof = {};
  std::optional<dynamic_array> fweights = {}, aweights = {};
  std::optional<dtype> type = {};  // that it is computed in, if not float64 or complex128
};

/// The covariance of m's variables and, if it is given, y's. Throws value_error: m has more than 2
/// dimensions; cannot handle multidimensional fweights; dtype_error: fweights must be integer.
dynamic_array cov(dynamic_array const& m, std::optional<dynamic_array> const& y = {},
                  cov_options const& options = {});
dynamic_array corrcoef(dynamic_array const& m, std::optional<dynamic_array> const& y = {},
                       bool rowvar = true);

/// The largest element less the smallest, as ptp(), and variances of the numbers, as nanvar().
dynamic_array ptp(dynamic_array const& a, reduction_options const& options = {});
dynamic_array nanvar(dynamic_array const& a, reduction_options const& options = {});
dynamic_array nanstd(dynamic_array const& a, reduction_options const& options = {});

/// sum(a * weights) / sum(weights), as average(): weights have a's shape, or that of the axes.
/// Waits. Throws value_error with NumPy's texts.
dynamic_array average(dynamic_array const& a, dynamic_array const& weights,
                      reduction_options const& options = {});
/// Without weights, the mean.
dynamic_array average(dynamic_array const& a, reduction_options const& options = {});

/// The sum of conj(a) × b along the last axis, or another one of both, as vecdot(); of all elements
/// in C order, as vdot().
dynamic_array vecdot(dynamic_array const& a, dynamic_array const& b, int axis = -1);
dynamic_array vdot(dynamic_array const& a, dynamic_array const& b);

}  // namespace acre::dynamic
