#pragma once
#include <acre/picture/color.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace acre::picture {

/// Lines over two logarithmic axes, as a picture: how an error shrinks with the work spent on it.
struct log_chart {
  struct line {
    std::string label;
    rgb color;
    std::vector<std::pair<double, double>> points;  ///< from left to right
    bool dots = false;                              ///< marked, not joined
  };
  std::string title, x_label, y_label;  ///< UTF-8
  std::vector<line> lines;

  /// Rows of width pixels of 3 bytes, first row on top, as write_png() takes them. Points that a
  /// logarithmic axis cannot show (0, negative, NaN, infinite) are left out; the axes span whole
  /// powers of ten around the others. Throws std::invalid_argument below 320 x 240
  /// pixels, value_error above what a canvas can have and for text that isn't UTF-8.
  std::vector<std::uint8_t> draw(int width = 960, int height = 640) const;
};

}  // namespace acre::picture
