#include "pictures.hpp"

#include <acre/picture/canvas.hpp>
#include <acre/picture/png.hpp>
#include <acre_apps/colormap.hpp>
#include <acre_apps/figure.hpp>
#include <acre_apps/table.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace acre::particles {
namespace {

using picture::rgb;

constexpr rgb kinetic_color{200, 60, 40}, potential_color{31, 119, 180}, total_color{40, 40, 40};

/// Pixels of a square picture of the box.
constexpr int side = 640;

struct pixels {
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(std::size_t{3} * side * side, 250);

  void set(int x, int y, rgb c)
  {
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    std::size_t const at = 3 * (static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x));
    bytes[at] = c.r;
    bytes[at + 1] = c.g;
    bytes[at + 2] = c.b;
  }
  /// A ball with light from above on the left.
  void ball(double x, double y, double radius, rgb c, double light)
  {
    int const r = static_cast<int>(std::ceil(radius));
    int const left = static_cast<int>(x), top = static_cast<int>(y);
    for (int dy = -r; dy <= r; ++dy)
      for (int dx = -r; dx <= r; ++dx) {
        double const u = dx / radius, v = dy / radius, w2 = 1 - u * u - v * v;
        if (w2 < 0) continue;
        double const shade =
            light * std::clamp(0.55 + 0.3 * std::sqrt(w2) - 0.3 * (u + v), 0.3, 1.0);
        auto const part = [&](std::uint8_t full) {
          return static_cast<std::uint8_t>(shade * full + (1 - light) * 60);
        };
        set(left + dx, top + dy, {part(c.r), part(c.g), part(c.b)});
      }
  }
};

}  // namespace

void draw_energies(std::filesystem::path const& file, std::vector<sample> const& samples, double dt)
{
  constexpr int width = 800, height = 420;
  double low = 0, high = 0;
  for (sample const& s : samples)
    for (double const e : {s.each.kinetic, s.each.potential, s.each.total()}) {
      low = std::min(low, e);
      high = std::max(high, e);
    }
  double const margin = std::max(0.05 * (high - low), 1e-6);
  low -= margin;
  high += margin;
  double const end = std::max(static_cast<double>(samples.back().step), 1.0);
  picture::canvas chart(width, height);
  auto const y_of = [&](double e) { return (high - e) / (high - low) * (height - 1); };
  double const zero = std::round(y_of(0));
  chart.line(0, zero, width - 1, zero, picture::grid, 1);
  auto const draw = [&](rgb color, auto const& value) {
    double before_x = 0, before_y = y_of(value(samples.front().each));
    for (sample const& s : samples) {
      double const x = static_cast<double>(s.step) / end * (width - 1), y = y_of(value(s.each));
      chart.line(before_x, before_y, x, y, color, 2);
      before_x = x;
      before_y = y;
    }
  };
  draw(kinetic_color, [](energies const& e) { return e.kinetic; });
  draw(potential_color, [](energies const& e) { return e.potential; });
  draw(total_color, [](energies const& e) { return e.total(); });
  apps::figure around;
  around.title = "energy of a particle";
  around.x = {"time", apps::round_ticks(0, end * dt)};
  around.y = {"energy", apps::round_ticks(low, high)};
  around.legend = {
      {"kinetic", kinetic_color}, {"potential", potential_color}, {"total", total_color}};
  auto const picture = around.around(width, height, chart.take());
  picture::write_png(file, picture.width, picture.height, picture.rgb);
}

void draw_particles(std::filesystem::path const& file, snapshot const& now, double edge,
                    double time)
{
  std::size_t const n = now.speed.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return now.at[2][a] < now.at[2][b]; });
  double const fastest = n == 0 ? 1 : *std::max_element(now.speed.begin(), now.speed.end());
  double const high = fastest > 0 ? fastest : 1, scale = side / edge;
  pixels box;
  for (std::size_t const i : order)
    box.ball(now.at[0][i] * scale, side - 1 - now.at[1][i] * scale, std::max(1.0, 0.5 * scale),
             apps::map_color(apps::colormap::sequential, now.speed[i] / high),
             0.35 + 0.65 * now.at[2][i] / edge);
  apps::figure around;
  around.title = std::to_string(n) + " particles at time " + apps::formatted("%.4g", time);
  around.x = {"x", apps::round_ticks(0, edge)};
  around.y = {"y", apps::round_ticks(0, edge)};
  around.bar = {{"speed", apps::round_ticks(0, high)},
                [](double t) { return apps::map_color(apps::colormap::sequential, t); }};
  auto const picture = around.around(side, side, box.bytes);
  picture::write_png(file, picture.width, picture.height, picture.rgb);
}

}  // namespace acre::particles
