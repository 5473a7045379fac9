#pragma once
#include <acre_apps/colormap.hpp>
#include <acre_apps/figure.hpp>

#include <functional>
#include <string>
#include <vector>

#include "outcome.hpp"

namespace acre::tour {

/// Texts of a bar chart's axes; the first bar begins at low, the last one ends at high.
struct chart_labels {
  std::string title, x, y;
  double low, high;
};

/// A bar for each value, the highest as high as the picture; t goes from 0 to 1 over the bars.
picture bar_chart(std::string file, std::vector<double> const& values, chart_labels const& labels,
                  std::function<acre::picture::rgb(double t)> const& color);

/// Every pixel as a square of `factor` by `factor`.
picture enlarged(picture const& p, int factor);

/// The picture with axes, title and colours about it.
picture framed(picture const& p, apps::figure const& f);

/// The scale of a colour map from low to high.
apps::figure::color_bar bar_of(std::string label, apps::colormap map, double low, double high);

/// Longitude and latitude of a map of the Earth; degrees east, and north.
apps::figure map_of(std::string title, double west, double east, double south, double north);

/// One of `count` colours around the colour wheel, beginning with blue.
acre::picture::rgb wheel_color(int index, int count);

}  // namespace acre::tour
