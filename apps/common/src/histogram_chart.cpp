#include <acre_apps/histogram_chart.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "canvas.hpp"

namespace acre::apps {
namespace {

/// 1, 2 or 5 times a power of ten, so that about `wanted` steps make up the width.
double round_step(double width, int wanted)
{
  double const rough = width / wanted, ten = std::pow(10.0, std::floor(std::log10(rough)));
  for (double const times : {1.0, 2.0, 5.0})
    if (rough <= times * ten) return times * ten;
  return 10 * ten;
}

std::string text_of(double value)
{
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

std::vector<std::uint8_t> histogram_chart::draw(int width, int height) const
{
  if (width < 320 || height < 240)
    throw std::invalid_argument("a chart wants at least 320 x 240 pixels");
  if (counts.empty() || !(low < high))
    throw std::invalid_argument("a histogram wants bins, and a range from low to high");
  double most = 0;
  for (double const n : counts) most = n > most ? n : most;
  if (!(most > 0) || !std::isfinite(most)) most = 1;

  canvas c(width, height);
  int const left = 100, right = width - 24, top = 64, bottom = height - 60;
  auto const x_of = [&](double v) {
    return static_cast<int>(std::lround(left + (v - low) / (high - low) * (right - left)));
  };
  auto const y_of = [&](double v) {
    return static_cast<int>(std::lround(bottom - v / (1.05 * most) * (bottom - top)));
  };
  double const up = round_step(most, 6), across = round_step(high - low, 8);
  for (int k = 0; k * up <= 1.05 * most; ++k) {
    std::string const label = text_of(k * up);
    c.line(left, y_of(k * up), right, y_of(k * up), grid);
    c.text(left - 10 - canvas::columns(label, 2), y_of(k * up) - 6, label, ink);
  }
  auto const bins = static_cast<double>(counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (!(counts[k] > 0)) continue;
    double const from = low + static_cast<double>(k) / bins * (high - low),
                 to = low + static_cast<double>(k + 1) / bins * (high - low);
    int const last = std::max(x_of(from), x_of(to) - 1);
    for (int x = x_of(from); x <= last; ++x)
      c.line(x, y_of(std::min(counts[k], most)), x, bottom, color);
  }
  for (double v = std::ceil(low / across - 1e-9) * across; v <= high * (1 + 1e-12); v += across) {
    std::string const label = text_of(std::abs(v) < 1e-9 * across ? 0 : v);
    c.line(x_of(v), bottom, x_of(v), bottom + 6, ink);
    c.text(x_of(v) - canvas::columns(label, 2) / 2, bottom + 12, label, ink);
  }
  c.line(left, top, left, bottom, ink);
  c.line(left, bottom, right, bottom, ink);
  c.text(left, 10, title, ink);
  c.text(left - 50, 34, y_label, ink);
  c.text(right - canvas::columns(x_label, 2), height - 24, x_label, ink);
  return c.take();
}

}  // namespace acre::apps
