#pragma once
#include <acre_apps/colormap.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace acre::apps {

/// A histogram of equal bins over linear axes, as a picture.
struct histogram_chart {
  std::string title, x_label, y_label;  ///< ASCII; anything else is left blank
  double low = 0, high = 1;             ///< where the first bin begins and the last one ends
  std::vector<double> counts;           ///< of each bin; below 0 and NaN count as 0
  rgb color{31, 119, 180};

  /// Rows of width pixels of 3 bytes, first row on top, as write_png() takes them. Throws
  /// std::invalid_argument below 320 x 240 pixels, for no bins, and unless low < high.
  std::vector<std::uint8_t> draw(int width = 960, int height = 640) const;
};

}  // namespace acre::apps
