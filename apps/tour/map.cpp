#include "map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace acre::tour {

picture bar_chart(std::string file, std::vector<double> const& values,
                  std::function<apps::rgb(double t)> const& color)
{
  std::int64_t const n = static_cast<std::int64_t>(values.size());
  std::int64_t const bar = std::max<std::int64_t>(3, 960 / n), height = 480, margin = 16;
  picture p{std::move(file), n * bar + 2 * margin, height + 2 * margin, {}};
  p.rgb.assign(static_cast<std::size_t>(3 * p.width * p.height), 255);
  auto const set = [&](std::int64_t x, std::int64_t y, apps::rgb c) {
    auto* const at = p.rgb.data() + 3 * (y * p.width + x);
    at[0] = c.r, at[1] = c.g, at[2] = c.b;
  };
  for (int line = 0; line < 4; ++line)
    for (std::int64_t x = margin; x < p.width - margin; ++x)
      set(x, margin + line * height / 4, {225, 225, 225});
  for (std::int64_t x = margin; x < p.width - margin; ++x) set(x, margin + height, {60, 60, 60});
  double const top = std::max(1e-300, *std::max_element(values.begin(), values.end()));
  for (std::int64_t k = 0; k < n; ++k) {
    auto const c = color((static_cast<double>(k) + 0.5) / static_cast<double>(n));
    auto const rise =
        static_cast<std::int64_t>(std::lround(values[static_cast<std::size_t>(k)] / top * height));
    for (std::int64_t y = height - rise; y < height; ++y)
      for (std::int64_t x = 0; x + 1 < bar; ++x) set(margin + k * bar + x, margin + y, c);
  }
  return p;
}

picture enlarged(picture const& p, int factor)
{
  picture out{p.file, p.width * factor, p.height * factor, {}};
  out.rgb.reserve(static_cast<std::size_t>(3 * out.width * out.height));
  for (std::int64_t y = 0; y < out.height; ++y)
    for (std::int64_t x = 0; x < out.width; ++x) {
      auto const* const from = p.rgb.data() + 3 * (y / factor * p.width + x / factor);
      out.rgb.insert(out.rgb.end(), from, from + 3);
    }
  return out;
}

apps::rgb wheel_color(int index, int count)
{
  double const angle = 2 * std::numbers::pi * index / count;
  auto const part = [&](double shift) {
    return static_cast<std::uint8_t>(std::lround(140 + 95 * std::cos(angle - shift)));
  };
  return {part(std::numbers::pi), part(std::numbers::pi / 2), part(0)};
}

}  // namespace acre::tour
