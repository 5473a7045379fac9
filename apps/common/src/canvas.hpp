#pragma once
#include <acre_apps/colormap.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

/// What charts are drawn on.
namespace acre::apps {

inline constexpr rgb ink{40, 40, 40}, grid{225, 225, 225};

class canvas {
 public:
  canvas(int width, int height)
      : width_(width),
        height_(height),
        bytes_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255)
  {}
  void dot(int x, int y, rgb c, int size = 1)
  {
    for (int j = y; j < y + size; ++j)
      for (int i = x; i < x + size; ++i) {
        if (i < 0 || j < 0 || i >= width_ || j >= height_) continue;
        auto* const p = &bytes_[(static_cast<std::size_t>(j) * static_cast<std::size_t>(width_) +
                                 static_cast<std::size_t>(i)) *
                                3];
        p[0] = c.r, p[1] = c.g, p[2] = c.b;
      }
  }
  void line(double x0, double y0, double x1, double y1, rgb c, int size = 1)
  {
    int const steps = 1 + static_cast<int>(std::max(std::abs(x1 - x0), std::abs(y1 - y0)));
    for (int k = 0; k <= steps; ++k) {
      double const t = static_cast<double>(k) / steps;
      dot(static_cast<int>(std::lround(x0 + t * (x1 - x0))),
          static_cast<int>(std::lround(y0 + t * (y1 - y0))), c, size);
    }
  }
  /// Columns that a text takes at a size.
  static int columns(std::string_view text, int size)
  {
    return 6 * size * static_cast<int>(text.size());
  }
  void text(int x, int y, std::string_view text, rgb c, int size = 2);
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  int width_, height_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace acre::apps
