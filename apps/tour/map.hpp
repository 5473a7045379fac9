#pragma once
#include <acre_apps/colormap.hpp>

#include <functional>
#include <string>
#include <vector>

#include "outcome.hpp"

namespace acre::tour {

/// A bar for each value, the highest as high as the picture; t goes from 0 to 1 over the bars.
picture bar_chart(std::string file, std::vector<double> const& values,
                  std::function<apps::rgb(double t)> const& color);

/// Every pixel as a square of `factor` by `factor`.
picture enlarged(picture const& p, int factor);

/// One of `count` colours around the colour wheel, beginning with blue.
apps::rgb wheel_color(int index, int count);

}  // namespace acre::tour
