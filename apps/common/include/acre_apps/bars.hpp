#pragma once
#include <acre_apps/figure.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace acre::apps {

/// A histogram as a picture: a bar for each of equal bins from low to high.
struct bar_chart {
  std::string title, x_label, y_label;
  double low = 0, high = 1;
  int bar_width = 8, height = 480;  ///< pixels
};

/// Writes it as PNG. Throws std::invalid_argument for an empty range.
void write_bars(std::filesystem::path const& file, bar_chart const& chart,
                std::span<std::int64_t const> counts);

}  // namespace acre::apps
