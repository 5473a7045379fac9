#include <acre/picture/canvas.hpp>
#include <acre/picture/png.hpp>
#include <acre_apps/bars.hpp>

#include <algorithm>
#include <cmath>

namespace acre::apps {

void write_bars(std::filesystem::path const& file, bar_chart const& chart,
                std::span<std::int64_t const> counts)
{
  std::int64_t most = 1;
  for (std::int64_t const count : counts) most = std::max(most, count);
  double const top = 1.05 * static_cast<double>(most);
  int const step = chart.bar_width, width = step * static_cast<int>(counts.size());
  picture::canvas bars(width, chart.height);
  for (int bin = 0; bin * step < width; ++bin) {
    std::int64_t const count = counts[static_cast<std::size_t>(bin)];
    double const up = std::round(chart.height * (1 - static_cast<double>(count) / top));
    for (int x = step * bin; count > 0 && x < step * (bin + 1) - 1; ++x)
      bars.line(x, up, x, chart.height - 1, picture::rgb{31, 119, 180});
  }
  figure around;
  around.title = chart.title;
  around.x = {chart.x_label, round_ticks(chart.low, chart.high)};
  around.y = {chart.y_label, round_ticks(0, top)};
  auto const picture = around.around(width, chart.height, bars.take());
  picture::write_png(file, picture.width, picture.height, picture.rgb);
}

}  // namespace acre::apps
