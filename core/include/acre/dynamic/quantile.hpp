#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Quantiles along axes that are known at run time only, with the bits and dtypes of the functions
/// of the same names for arrays (acre/order/quantile.hpp, weighted_quantile.hpp).
///
/// Throws as they do; value_error with NumPy's text for a method that is not there, dtype_error for
/// complex numbers.
namespace acre::dynamic {

/// Over which axes, all if none are named; `method` is NumPy's name.
struct quantile_options {
  std::optional<std::vector<int>> axes = {};
  std::string method = "linear";
  bool keepdims = false;
  /// Weights are for the method inverted_cdf, not for medians; of a's shape, or of that of the
  /// axes.
  std::optional<dynamic_array> weights = {};
};

/// quantile, percentile, nanquantile or nanpercentile (`function`) of one q.
dynamic_array quantile(std::string_view function, dynamic_array const& a, double q,
                       quantile_options const& options = {});
/// Takes an array of them, of any rank, whose axes come first.
dynamic_array quantile(std::string_view function, dynamic_array const& a, dynamic_array const& q,
                       quantile_options const& options = {});

/// median or nanmedian.
dynamic_array median(std::string_view function, dynamic_array const& a,
                     quantile_options const& options = {});

}  // namespace acre::dynamic
