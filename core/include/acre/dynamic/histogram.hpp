#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/order/outside.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Histograms of arrays whose dtype is known at run time only, with the bits of the functions of
/// the same names for arrays (acre/order/histogram.hpp, bincount.hpp, digitize.hpp,
/// histogramdd.hpp) and NumPy's dtypes: counts in int64, sums of weights in the weights' dtype (of
/// several axes in float64), densities in float64.
///
/// Throws value_error with NumPy's texts, dtype_error for complex numbers. Waits for edges and
/// where bins follow from the data.
namespace acre::dynamic {

/// The bins of a histogram, or along one axis of it: edges where they are given; a rule's number of
/// bins where one is named; within a range, or from the least to the largest element.
struct bin_options {
  std::int64_t bins = 10;
  std::optional<std::string> rule = {};  // "auto", "fd" …; not along an axis of several
  std::optional<dynamic_array> edges = {};
  std::optional<std::pair<double, double>> range = {};
  acre::outside outside =
      acre::outside::dropped;  // of a range or edges; not along an axis of several
};

/// Counts, sums or densities, and the edges of the bins that they are of.
struct histogram_result {
  dynamic_array counts;
  std::vector<dynamic_array> edges;  // along each axis
};

/// Weights have x's shape, else: weights should have the same shape as a.
histogram_result histogram(dynamic_array const& x, bin_options const& bins,
                           std::optional<dynamic_array> const& weights = {}, bool density = false);

/// One to six samples of the same shape, which are taken in their common dtype, and bins along the
/// axis of each. Edges that are found in float32 samples are float32.
histogram_result histogramdd(std::vector<dynamic_array> const& samples,
                             std::vector<bin_options> const& bins,
                             std::optional<dynamic_array> const& weights = {},
                             bool density = false);

/// x is of integers; sums of weights are float64.
dynamic_array bincount(dynamic_array const& x, std::optional<dynamic_array> const& weights = {},
                       std::int64_t minlength = 0);

dynamic_array digitize(dynamic_array const& x, dynamic_array const& bins, bool right = false);

}  // namespace acre::dynamic
