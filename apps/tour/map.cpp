#include "map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace acre::tour {

picture bar_chart(std::string file, std::vector<double> const& values, chart_labels const& labels,
                  std::function<acre::picture::rgb(double t)> const& color)
{
  std::int64_t const n = static_cast<std::int64_t>(values.size());
  std::int64_t const bar = std::max<std::int64_t>(3, 960 / n), height = 480;
  picture p{std::move(file), n * bar, height, {}};
  p.rgb.assign(static_cast<std::size_t>(3 * p.width * p.height), 255);
  auto const set = [&](std::int64_t x, std::int64_t y, acre::picture::rgb c) {
    auto* const at = p.rgb.data() + 3 * (y * p.width + x);
    at[0] = c.r, at[1] = c.g, at[2] = c.b;
  };
  double const top = std::max(1e-300, *std::max_element(values.begin(), values.end()));
  auto const heights = apps::round_ticks(0, top);
  for (auto const& tick : heights)
    for (std::int64_t x = 0; x < p.width; ++x)
      set(x, std::lround((1 - tick.share) * (height - 1)), {225, 225, 225});
  for (std::int64_t k = 0; k < n; ++k) {
    auto const c = color((static_cast<double>(k) + 0.5) / static_cast<double>(n));
    auto const rise =
        static_cast<std::int64_t>(std::lround(values[static_cast<std::size_t>(k)] / top * height));
    for (std::int64_t y = height - rise; y < height; ++y)
      for (std::int64_t x = 0; x + 1 < bar; ++x) set(k * bar + x, y, c);
  }
  apps::figure f;
  f.title = labels.title;
  f.x = {labels.x, apps::round_ticks(labels.low, labels.high)};
  f.y = {labels.y, heights};
  return framed(p, f);
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

picture framed(picture const& p, apps::figure const& f)
{
  auto made = f.around(p.width, p.height, p.rgb);
  return {p.file, made.width, made.height, std::move(made.rgb)};
}

apps::figure::color_bar bar_of(std::string label, apps::colormap map, double low, double high)
{
  return {{std::move(label), apps::round_ticks(low, high)},
          [map](double share) { return apps::map_color(map, share); }};
}

apps::figure map_of(std::string title, double west, double east, double south, double north)
{
  auto const every = [](double step, double from, double to) {
    std::vector<apps::tick> ticks;
    for (double at = std::ceil(from / step) * step; at <= to; at += step)
      ticks.push_back({(at - from) / (to - from), std::to_string(std::lround(at))});
    return ticks;
  };
  apps::figure f;
  f.title = std::move(title);
  f.x = {"longitude, ° east", every(60, west, east)};
  f.y = {"latitude, ° north", every(30, south, north)};
  return f;
}

acre::picture::rgb wheel_color(int index, int count)
{
  double const angle = 2 * std::numbers::pi * index / count;
  auto const part = [&](double shift) {
    return static_cast<std::uint8_t>(std::lround(140 + 95 * std::cos(angle - shift)));
  };
  return {part(std::numbers::pi), part(std::numbers::pi / 2), part(0)};
}

}  // namespace acre::tour
