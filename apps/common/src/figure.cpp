#include <acre/picture/canvas.hpp>
#include <acre_apps/figure.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace acre::apps {
namespace {

using picture::canvas, picture::ink;

constexpr int letter = 12, line = 16, mark = 6, gap = 8, bar_width = 24;

int round_pixel(double x) { return static_cast<int>(std::lround(x)); }

int widest(std::vector<tick> const& ticks)
{
  int columns = 0;
  for (tick const& t : ticks) columns = std::max(columns, canvas::columns(t.label));
  return columns;
}

/// How many marks further the next number stands, so that numbers of `size` pixels do not meet.
std::size_t numbers_apart(std::vector<tick> const& ticks, int length, int size)
{
  auto const meet = [&](std::size_t apart) {
    for (std::size_t k = apart; k < ticks.size(); k += apart)
      if (std::abs(ticks[k].share - ticks[k - apart].share) * (length - 1) < size) return true;
    return false;
  };
  std::size_t apart = 1;
  while (meet(apart)) ++apart;
  return apart;
}

/// Marks to the left (side -1) or to the right (side 1) of a vertical line.
void mark_up(canvas& c, std::vector<tick> const& ticks, int x, int top, int height, int side)
{
  std::size_t const apart = numbers_apart(ticks, height, line);
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    tick const& t = ticks[k];
    int const y = top + round_pixel((1 - t.share) * (height - 1));
    c.line(x, y, x + side * mark, y, ink);
    if (k % apart != 0) continue;
    int const columns = canvas::columns(t.label);
    c.text(side < 0 ? x - mark - gap - columns : x + mark + gap, y - line / 2 + 1, t.label, ink);
  }
}

}  // namespace

std::vector<tick> round_ticks(double low, double high)
{
  double const range = std::abs(high - low);
  if (!(range > 0) || !std::isfinite(range))
    throw std::invalid_argument("an axis wants two different finite ends");
  double const power = std::pow(10, std::floor(std::log10(range / 4)));
  double const step = power * (range / power >= 20 ? 5 : range / power >= 8 ? 2 : 1);
  std::vector<tick> ticks;
  for (double k = std::ceil(std::min(low, high) / step - 1e-9);
       k * step <= std::max(low, high) + 1e-9 * range; ++k) {
    char label[32];
    std::snprintf(label, sizeof label, "%.6g", k == 0 ? 0.0 : k * step);
    ticks.push_back({(k * step - low) / (high - low), label});
  }
  return ticks;
}

figure::margins figure::margins_around() const
{
  int const left = mark + 2 * gap + std::max(widest(y.ticks), 4 * letter), top = 2 * line + 5 * gap;
  int right = 3 * letter;
  if (bar) {
    int const label = canvas::columns(bar->scale.label);
    right = 3 * gap + std::max(bar_width + mark + 2 * gap + widest(bar->scale.ticks), label) + gap;
  }
  for (auto const& [name, color] : legend)
    right = std::max(right, 3 * gap + bar_width + canvas::columns(name) + 2 * gap);
  int const needed = std::max(left + canvas::columns(title), canvas::columns(y.label)) + 2 * gap;
  return {left, top, right, mark + 2 * line + 3 * gap, needed};
}

figure::extent figure::size_around(std::int64_t width, std::int64_t height) const
{
  margins const m = margins_around();
  return {std::max<std::int64_t>(m.left + width + m.right, m.least_width),
          m.top + height + m.below};
}

figure::image figure::around(std::int64_t width, std::int64_t height,
                             std::span<std::uint8_t const> rgb) const
{
  int const w = static_cast<int>(width), h = static_cast<int>(height);
  margins const m = margins_around();
  int const left = m.left, top = m.top;
  extent const whole = size_around(width, height);
  canvas c(static_cast<int>(whole.width), static_cast<int>(whole.height));

  c.text(left, gap, title, ink);
  c.text(gap, gap + line + 2 * gap, y.label, ink);
  c.image(left, top, w, rgb);
  c.line(left - 1, top - 1, left - 1, top + h, ink);
  c.line(left + w, top - 1, left + w, top + h, ink);
  c.line(left - 1, top - 1, left + w, top - 1, ink);
  c.line(left - 1, top + h, left + w, top + h, ink);
  mark_up(c, y.ticks, left - 1, top, h, -1);
  std::size_t const apart = numbers_apart(x.ticks, w, widest(x.ticks) + letter);
  for (std::size_t k = 0; k < x.ticks.size(); ++k) {
    tick const& t = x.ticks[k];
    int const at = left + round_pixel(t.share * (w - 1));
    c.line(at, top + h, at, top + h + mark, ink);
    if (k % apart != 0) continue;
    c.text(at - canvas::columns(t.label) / 2, top + h + mark + gap / 2, t.label, ink);
  }
  c.text(left + (w - canvas::columns(x.label)) / 2, top + h + mark + line + gap, x.label, ink);

  int const beside = left + w + 3 * gap;
  if (bar) {
    c.text(beside, gap + line + 2 * gap, bar->scale.label, ink);
    for (int row = 0; row < h; ++row)
      c.line(beside, top + row, beside + bar_width - 1, top + row,
             bar->color(1 - static_cast<double>(row) / std::max(1, h - 1)));
    mark_up(c, bar->scale.ticks, beside + bar_width, top, h, 1);
  }
  int below = top;
  for (auto const& [name, color] : legend) {
    c.dot(beside, below, color, line);
    c.text(beside + bar_width, below, name, ink);
    below += line + gap;
  }
  return {c.width(), c.height(), c.take()};
}

}  // namespace acre::apps
