#include <acre_apps/colormap.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace acre::apps {
namespace {

// Every fifth of the 256 colours of matplotlib's viridis, by Nathaniel J. Smith and Stefan van der
// Walt, who gave it to the public domain (CC0); straight lines between them stay within 1/255 of
// it.
constexpr std::array<rgb, 52> viridis{{
    {68, 1, 84},    {70, 8, 92},    {71, 16, 99},   {72, 23, 105},  {72, 29, 111},  {72, 36, 117},
    {71, 42, 122},  {70, 48, 126},  {69, 55, 129},  {67, 61, 132},  {65, 66, 135},  {63, 72, 137},
    {61, 78, 138},  {58, 83, 139},  {56, 89, 140},  {53, 94, 141},  {51, 99, 141},  {49, 104, 142},
    {46, 109, 142}, {44, 113, 142}, {42, 118, 142}, {41, 123, 142}, {39, 128, 142}, {37, 132, 142},
    {35, 137, 142}, {33, 142, 141}, {32, 146, 140}, {31, 151, 139}, {30, 156, 137}, {31, 161, 136},
    {33, 165, 133}, {36, 170, 131}, {40, 174, 128}, {46, 179, 124}, {53, 183, 121}, {61, 188, 116},
    {70, 192, 111}, {80, 196, 106}, {90, 200, 100}, {101, 203, 94}, {112, 207, 87}, {124, 210, 80},
    {137, 213, 72}, {149, 216, 64}, {162, 218, 55}, {176, 221, 47}, {189, 223, 38}, {202, 225, 31},
    {216, 226, 25}, {229, 228, 25}, {241, 229, 29}, {253, 231, 37},
}};

// Every fifth of the 256 colours of matplotlib's coolwarm, which are the published ones of Kenneth
// Moreland, "Diverging Color Maps for Scientific Visualization" (2009).
constexpr std::array<rgb, 52> cool_warm{{
    {59, 76, 192},   {64, 85, 200},   {70, 94, 207},   {76, 102, 214},  {83, 110, 221},
    {89, 119, 227},  {95, 127, 232},  {102, 135, 237}, {108, 143, 241}, {115, 150, 245},
    {122, 157, 248}, {129, 164, 251}, {136, 171, 253}, {143, 177, 254}, {150, 183, 255},
    {157, 189, 255}, {163, 194, 254}, {170, 199, 253}, {177, 203, 252}, {183, 207, 249},
    {190, 210, 246}, {196, 213, 243}, {202, 216, 239}, {207, 218, 234}, {213, 219, 229},
    {218, 220, 224}, {223, 219, 217}, {228, 217, 210}, {233, 213, 203}, {237, 210, 195},
    {240, 205, 187}, {242, 201, 180}, {245, 196, 172}, {246, 190, 164}, {247, 184, 156},
    {247, 177, 148}, {247, 170, 140}, {246, 163, 133}, {245, 156, 125}, {243, 148, 117},
    {240, 139, 110}, {237, 131, 102}, {233, 122, 95},  {229, 112, 88},  {225, 103, 81},
    {220, 93, 74},   {214, 82, 68},   {208, 71, 61},   {202, 59, 55},   {195, 46, 49},
    {187, 27, 44},   {180, 4, 38},
}};

struct tint {
  double height;
  rgb color;
};

// The usual tints of an atlas; two entries at height 0 draw the coast.
constexpr std::array<tint, 6> sea{{{-11000, {3, 12, 41}},
                                   {-6000, {8, 40, 94}},
                                   {-4000, {20, 74, 140}},
                                   {-2000, {50, 118, 181}},
                                   {-200, {135, 190, 222}},
                                   {0, {196, 228, 239}}}};
constexpr std::array<tint, 8> land{{{0, {72, 124, 74}},
                                    {200, {113, 158, 88}},
                                    {500, {170, 184, 108}},
                                    {1000, {205, 185, 120}},
                                    {2000, {166, 124, 78}},
                                    {3500, {128, 94, 72}},
                                    {5000, {214, 208, 204}},
                                    {8850, {255, 255, 255}}}};

std::uint8_t mix(std::uint8_t a, std::uint8_t b, double t)
{
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * t));
}

rgb mix(rgb a, rgb b, double t) { return {mix(a.r, b.r, t), mix(a.g, b.g, t), mix(a.b, b.b, t)}; }

template <std::size_t N>
rgb lookup(std::array<rgb, N> const& table, double t)
{
  double const position = std::clamp(t, 0.0, 1.0) * (N - 1);
  auto const i = std::min(static_cast<std::size_t>(position), N - 2);
  return mix(table[i], table[i + 1], position - static_cast<double>(i));
}

template <std::size_t N>
rgb lookup(std::array<tint, N> const& table, double height)
{
  height = std::clamp(height, table.front().height, table.back().height);
  std::size_t i = 0;
  while (i < N - 2 && height > table[i + 1].height) ++i;
  auto const& [low, from] = table[i];
  auto const& [high, to] = table[i + 1];
  return mix(from, to, (height - low) / (high - low));
}

}  // namespace

rgb map_color(colormap map, double t)
{
  if (std::isnan(t)) return missing_color;
  return map == colormap::sequential ? lookup(viridis, t) : lookup(cool_warm, t);
}

rgb map_height(double height, double shade)
{
  if (std::isnan(height)) return missing_color;
  rgb const color = height < 0 ? lookup(sea, height) : lookup(land, height);
  if (std::isnan(shade)) return color;
  if (shade <= 1) return mix({0, 0, 0}, color, std::max(shade, 0.0));
  return mix(color, {255, 255, 255}, std::min(shade, 2.0) - 1);
}

double hillshade(double slope_east, double slope_north)
{
  // the surface's normal is (-east, -north, 1); the light comes from (-1/2, 1/2, 1/sqrt 2)
  double const normal = std::sqrt(slope_east * slope_east + slope_north * slope_north + 1);
  double const light = 1 + (slope_east - slope_north) / std::sqrt(2.0);
  return std::max(light / normal, 0.0);
}

std::vector<std::uint8_t> paint(colormap map, std::span<float const> values, double low,
                                double high, std::optional<float> missing)
{
  std::vector<std::uint8_t> out;
  out.reserve(values.size() * 3);
  for (float const v : values) {
    bool const gone = std::isnan(v) || (missing && v == *missing);
    double const t = low == high ? 0.5 : (v - low) / (high - low);
    rgb const c = gone ? missing_color : map_color(map, t);
    out.insert(out.end(), {c.r, c.g, c.b});
  }
  return out;
}

}  // namespace acre::apps
