#pragma once
#include <acre/picture/color.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace acre::apps {

using picture::rgb;

/// The colour of a missing value (NaN) in every map.
inline constexpr rgb missing_color{150, 150, 150};

/// sequential: viridis (Smith and van der Walt), even steps look even and stay apart in grey.
/// diverging: cool to warm (Moreland), light grey in the middle, blue below, red above.
enum class colormap { sequential, diverging };

/// Colour of t: 0 is the low end, 1 the high end; beyond them the end's colour, NaN missing_color.
rgb map_color(colormap map, double t);

/// Colour of a height in metres: sea in blues, land green to brown to white, a coast line at 0 (0
/// is land). shade is the light that hillshade() gives: 1 leaves the colour, 0 is black, 2 is
/// white. A NaN height is missing_color, a NaN shade is 1.
rgb map_height(double height, double shade = 1.0);

/// Light on a slope from the north-west, 45 degrees high: 1 on flat ground, 0 in full shadow, at
/// most 1.42. The slopes are rise over run towards east and north; on a map of a continent they
/// need an exaggeration of 10 or more to be seen.
double hillshade(double slope_east, double slope_north);

/// A picture of values: 3 bytes each, low..high mapped to 0..1. Values equal to `missing`, and NaN,
/// get missing_color. With low == high everything is the middle of the map.
std::vector<std::uint8_t> paint(colormap map, std::span<float const> values, double low,
                                double high, std::optional<float> missing = std::nullopt);

}  // namespace acre::apps
