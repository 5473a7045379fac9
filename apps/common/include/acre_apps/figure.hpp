#pragma once
#include <acre_apps/colormap.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace acre::apps {

/// A mark on an axis; 0 is its left or lower end, 1 the other.
struct tick {
  double share = 0;
  std::string label;
};

/// Four to ten marks at round numbers (1, 2 or 5 times a power of ten) from low to high; either
/// end may be the larger one. Throws std::invalid_argument for an empty or infinite range.
std::vector<tick> round_ticks(double low, double high);

/// Surroundings of the pixels of a map or of a chart: a title, two axes, and what the colours
/// mean.
struct figure {
  struct axis {
    std::string label;        ///< with the unit
    std::vector<tick> ticks;  ///< some without a number where those would meet
  };
  struct color_bar {
    axis scale;
    std::function<rgb(double share)> color;
  };
  std::string title;
  axis x, y;
  std::optional<color_bar> bar;
  std::vector<std::pair<std::string, rgb>> legend;  ///< in place of a bar, where colours are names

  struct image {
    std::int64_t width, height;
    std::vector<std::uint8_t> rgb;  ///< first row on top, as write_png() takes it
  };
  struct extent {
    std::int64_t width, height;
  };
  /// How large around() makes `width` x `height` pixels.
  extent size_around(std::int64_t width, std::int64_t height) const;
  /// The frame around `width` x `height` pixels, which stay as they are.
  image around(std::int64_t width, std::int64_t height, std::span<std::uint8_t const> rgb) const;

 private:
  struct margins {
    int left, top, right, below, least_width;
  };
  margins margins_around() const;
};

}  // namespace acre::apps
