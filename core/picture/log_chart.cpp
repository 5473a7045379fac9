#include <acre/picture/canvas.hpp>
#include <acre/picture/log_chart.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>

namespace acre::picture {
namespace {

/// Powers of ten around what is shown.
struct decades {
  int low = 0, high = 1;
  bool any = false;

  void include(double v)
  {
    double const e = std::log10(v);
    int const below = static_cast<int>(std::floor(e)), above = static_cast<int>(std::ceil(e));
    low = any ? std::min(low, below) : below;
    high = any ? std::max(high, above) : above;
    any = true;
  }
  double share(double v) const { return (std::log10(v) - low) / (high - low); }
};

bool can_show(std::pair<double, double> const& p)
{
  return p.first > 0 && p.second > 0 && std::isfinite(p.first) && std::isfinite(p.second);
}

/// Corners for a legend.
struct box {
  int x, y, width, height;
  bool holds(double px, double py) const
  {
    return px >= x && px < x + width && py >= y && py < y + height;
  }
};

void power_of_ten(canvas& c, int x, int y, int exponent)
{
  c.text(x, y, "10", ink);
  c.text(x + canvas::columns("10"), y - 5, std::to_string(exponent), ink, 1.4);
}

/// The lines' names, in the corner that they leave freest; of equal ones in the upper right, which
/// suits curves that fall.
void draw_legend(canvas& c, box const& inside, std::vector<log_chart::line> const& lines,
                 std::vector<std::pair<double, double>> const& drawn)
{
  int wide = 0;
  for (log_chart::line const& l : lines) wide = std::max(wide, canvas::columns(l.label));
  int const width = wide + 30, height = 22 * static_cast<int>(lines.size()), gap = 12,
            right = inside.x + inside.width - width - gap,
            low = inside.y + inside.height - height - gap;
  box best{};
  std::ptrdiff_t least = -1;
  for (auto const& [x, y] :
       {std::pair{right, inside.y + gap}, std::pair{inside.x + gap, inside.y + gap},
        std::pair{right, low}, std::pair{inside.x + gap, low}}) {
    box const corner{x, y, width, height};
    auto const hidden = std::count_if(
        drawn.begin(), drawn.end(), [&](auto const& p) { return corner.holds(p.first, p.second); });
    if (least >= 0 && hidden >= least) continue;
    best = corner;
    least = hidden;
  }
  int y = best.y;
  for (log_chart::line const& l : lines) {
    if (l.dots)
      c.dot(best.x + 8, y + 5, l.color, 5);
    else
      c.line(best.x, y + 7, best.x + 20, y + 7, l.color, 2);
    c.text(best.x + 30, y, l.label, l.color);
    y += 22;
  }
}

}  // namespace

std::vector<std::uint8_t> log_chart::draw(int width, int height) const
{
  if (width < 320 || height < 240)
    throw std::invalid_argument("a chart wants at least 320 x 240 pixels");
  decades across, up;
  for (line const& l : lines)
    for (auto const& p : l.points)
      if (can_show(p)) across.include(p.first), up.include(p.second);
  if (across.low == across.high) ++across.high;
  if (up.low == up.high) ++up.high;

  canvas c(width, height);
  int const left = 70, right = width - 24, top = 64, bottom = height - 60;
  auto const x_of = [&](double v) { return left + across.share(v) * (right - left); };
  auto const y_of = [&](double v) { return bottom - up.share(v) * (bottom - top); };
  for (int e = across.low; e <= across.high; ++e) {
    int const x = static_cast<int>(std::lround(x_of(std::pow(10.0, e))));
    c.line(x, top, x, bottom, grid);
    power_of_ten(c, x - 16, bottom + 12, e);
  }
  for (int e = up.low; e <= up.high; ++e) {
    int const y = static_cast<int>(std::lround(y_of(std::pow(10.0, e))));
    c.line(left, y, right, y, grid);
    power_of_ten(c, left - 50, y - 6, e);
  }
  c.line(left, top, left, bottom, ink);
  c.line(left, bottom, right, bottom, ink);
  c.text(left, 10, title, ink);
  c.text(left - 50, 34, y_label, ink);
  c.text(right - canvas::columns(x_label), height - 24, x_label, ink);

  std::vector<std::pair<double, double>> drawn;  // what the legend is to leave free
  for (line const& l : lines) {
    std::optional<std::pair<double, double>> before;
    for (auto const& p : l.points) {
      if (!can_show(p)) continue;
      double const x = x_of(p.first), y = y_of(p.second);
      if (l.dots) {
        c.dot(static_cast<int>(x) - 2, static_cast<int>(y) - 2, l.color, 5);
      } else if (before) {
        double const x0 = x_of(before->first), y0 = y_of(before->second);
        c.line(x0, y0, x, y, l.color, 2);
        int const steps = static_cast<int>(std::hypot(x - x0, y - y0) / 4) + 1;
        for (int k = 0; k < steps; ++k)
          drawn.emplace_back(x0 + (x - x0) * k / steps, y0 + (y - y0) * k / steps);
      }
      drawn.emplace_back(x, y);
      before = p;
    }
  }
  draw_legend(c, {left, top, right - left, bottom - top}, lines, drawn);
  return c.take();
}

}  // namespace acre::picture
