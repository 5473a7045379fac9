#pragma once

#include <acre/device/benchmark.hpp>

#include <filesystem>
#include <span>
#include <string>

/// Charts of measured times. Link acre::picture.
namespace acre {

/// Measurement of benchmark() for a problem of a size.
struct sized_benchmark {
  double size;
  benchmark_result result;
};

/// Labels of a chart, and its size.
struct plot_options {
  std::string title = "time of a call", x_label = "size";
  int width = 960, height = 640;  ///< pixels
};

/// Times over sizes as a PNG, both axes logarithmic: of each name and space a line, the medians on
/// the queue. (On a GPU the host's times end where the work is given away; benchmark_table has
/// them.)
///
/// ```sketch
/// default_space const space;
/// std::vector<sized_benchmark> found;
/// for (double const n : {1e3, 1e4, 1e5}) {
///   auto const x = arange(space, n);
///   found.push_back({n, benchmark(space, [&] { sum(x); }, {.n_repeat = 20, .name = "sum"})});
/// }
/// plot("sum.png", found);
/// ```
///
/// Throws value_error for no results, for sizes that are not above 0, below 320 x 240 pixels and
/// above 32767 along an edge, for labels that aren't UTF-8; file_error for a file that cannot be
/// written.
void plot(std::filesystem::path const& file, std::span<sized_benchmark const> results,
          plot_options const& options = {});

}  // namespace acre
