#include <acre/error.hpp>
#include <acre/picture/benchmark.hpp>
#include <acre/picture/log_chart.hpp>
#include <acre/picture/png.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace acre {

namespace {

// those of matplotlib
constexpr std::array<picture::rgb, 8> colors{{{31, 119, 180},
                                              {255, 127, 14},
                                              {44, 160, 44},
                                              {214, 39, 40},
                                              {148, 103, 189},
                                              {140, 86, 75},
                                              {227, 119, 194},
                                              {127, 127, 127}}};

}  // namespace

void plot(std::filesystem::path const& file, std::span<sized_benchmark const> results,
          plot_options const& options)
{
  if (results.empty()) throw value_error("plot: there are no results to show");
  if (options.width < 320 || options.height < 240)
    throw value_error("plot: a chart of " + std::to_string(options.width) + " x " +
                      std::to_string(options.height) + " pixels is smaller than 320 x 240");
  picture::log_chart chart;
  chart.title = options.title;
  chart.x_label = options.x_label;
  chart.y_label = "seconds on the queue";
  for (auto const& [size, result] : results) {
    if (!(size > 0) || !std::isfinite(size))
      throw value_error("plot: a size of " + std::to_string(size) + " has no place on the axis");
    std::string const label = result.name + ", " + result.space;
    auto line = std::find_if(chart.lines.begin(), chart.lines.end(),
                             [&](auto const& each) { return each.label == label; });
    if (line == chart.lines.end()) {
      auto const& color = colors[chart.lines.size() % colors.size()];
      line = chart.lines.insert(line, {label, color, {}});
    }
    line->points.emplace_back(size, spread_of(result.queue_times).median);
  }
  for (auto& line : chart.lines) std::sort(line.points.begin(), line.points.end());
  picture::write_png(file, options.width, options.height,
                     chart.draw(options.width, options.height));
}

}  // namespace acre
