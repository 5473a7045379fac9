// apps/common: the frame around a map.
#include <acre/error.hpp>
#include <acre/picture/canvas.hpp>
#include <acre_apps/figure.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace {

using namespace acre::apps;
using acre::picture::canvas, acre::picture::ink;

std::vector<std::string> labels(std::vector<tick> const& ticks)
{
  std::vector<std::string> out;
  for (tick const& t : ticks) out.push_back(t.label);
  return out;
}

TEST(apps_figure, ticks_at_round_numbers)
{
  using list = std::vector<std::string>;
  EXPECT_EQ(labels(round_ticks(0, 1)), (list{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(labels(round_ticks(-2.4, 0.8)), (list{"-2", "-1.5", "-1", "-0.5", "0", "0.5"}));
  EXPECT_EQ(labels(round_ticks(-180, 180)), (list{"-150", "-100", "-50", "0", "50", "100", "150"}));
  EXPECT_EQ(labels(round_ticks(3, -3)).size(), 7u);
  EXPECT_DOUBLE_EQ(round_ticks(3, -3).front().share, 1.0);
  for (double const high : {1e-9, 0.7, 3.0, 17.0, 99.0, 1e12}) {
    auto const count = round_ticks(0, high).size();
    EXPECT_GE(count, 4u) << high;
    EXPECT_LE(count, 11u) << high;
  }
  EXPECT_THROW(round_ticks(1, 1), std::invalid_argument);
  EXPECT_THROW(round_ticks(0, std::numeric_limits<double>::infinity()), std::invalid_argument);
}

TEST(apps_figure, the_pixels_stay_as_they_are)
{
  figure f{"title", {"x, m", round_ticks(0, 1)}, {"y, m", round_ticks(0, 1)}, {}, {}};
  f.bar = figure::color_bar{{"\u00b0C", round_ticks(-2, 30)}, [](double) { return rgb{1, 2, 3}; }};
  std::vector<std::uint8_t> const pixels(3 * 64 * 32, 7);
  auto const made = f.around(64, 32, pixels);
  EXPECT_GT(made.width, 64);
  EXPECT_GT(made.height, 32);
  EXPECT_EQ(f.size_around(64, 32).width, made.width);
  EXPECT_EQ(f.size_around(64, 32).height, made.height);
  EXPECT_EQ(made.rgb.size(), static_cast<std::size_t>(3 * made.width * made.height));
  EXPECT_EQ(std::count(made.rgb.begin(), made.rgb.end(), 7), 3 * 64 * 32);
  EXPECT_EQ(std::count(made.rgb.begin(), made.rgb.end(), 2), 24 * 32) << "the colour bar";
  EXPECT_GT(std::count(made.rgb.begin(), made.rgb.end(), ink.r), 300) << "letters and lines";
}

/// Bytes that are neither white nor of `ink`: what smoothing leaves at edges.
auto smoothed(std::vector<std::uint8_t> const& pixels)
{
  return std::count_if(pixels.begin(), pixels.end(), [](auto b) { return b != 255 && b != ink.r; });
}

TEST(apps_figure, letters)
{
  EXPECT_GT(canvas::columns("ab"), canvas::columns("a"));
  EXPECT_GT(canvas::columns("ab"), canvas::columns("ab", 1));
  EXPECT_EQ(canvas::columns(""), 0);
  auto const drawn = [](std::string_view text) {
    canvas c(60, 20);
    c.text(2, 2, text, ink);
    return c.take();
  };
  auto const first = drawn("\u00e9\u00b0C");
  EXPECT_GT(smoothed(first), 20);
  EXPECT_EQ(first, drawn("\u00e9\u00b0C"));
  EXPECT_NE(first, drawn("e\u00b0C"));
  EXPECT_EQ(std::count(first.begin(), first.begin() + 3 * 60 * 2, 255), 3 * 60 * 2) << "above it";
}

TEST(apps_figure, text_that_is_not_utf8)
{
  canvas c(40, 20);
  EXPECT_THROW(c.text(0, 0, "\xff", ink), acre::value_error);
  EXPECT_THROW(canvas::columns("a\xc3"), acre::value_error);
  c.text(0, 0, "ok", ink);
  auto const pixels = c.take();
  EXPECT_LT(std::count(pixels.begin(), pixels.end(), 255), 3 * 40 * 20);
}

TEST(apps_figure, slanted_lines_are_smoothed_and_upright_ones_whole)
{
  canvas slanted(40, 20);
  slanted.line(1, 1, 38, 17, ink);
  EXPECT_GT(smoothed(slanted.take()), 40);
  canvas upright(40, 20);
  upright.line(3, 2, 3, 11, ink, 2);
  upright.line(30, 5, 20, 5, ink);
  auto const pixels = upright.take();
  EXPECT_EQ(smoothed(pixels), 0);
  EXPECT_EQ(std::count(pixels.begin(), pixels.end(), ink.r), 3 * (2 * 11 + 11));
  canvas between(40, 20);
  between.line(5, 5.5, 25, 5.5, ink);
  EXPECT_GT(smoothed(between.take()), 40) << "level, but half a pixel down";
}

TEST(apps_figure, pictures_that_are_too_large)
{
  auto const refused = [](std::int64_t width, std::int64_t height) {
    try {
      canvas::require_size(width, height);
    } catch (acre::value_error const& e) {
      return std::string(e.message());
    }
    return std::string();
  };
  EXPECT_EQ(refused(32767, 1), "");
  EXPECT_EQ(
      refused(32768, 10),
      "a picture of 32768 x 10 pixels cannot be drawn: 1 to 32767 are possible along an edge");
  EXPECT_NE(refused(10, 0), "");
  EXPECT_THROW(canvas(0, 10), acre::value_error);
}

TEST(apps_figure, numbers_do_not_meet)
{
  std::vector<std::uint8_t> const pixels(3 * 130 * 30, 100);
  figure f{"", {"x", round_ticks(0, 160)}, {"y", round_ticks(0, 50)}, {}, {}};
  ASSERT_EQ(f.x.ticks.size(), 9u);
  ASSERT_EQ(f.y.ticks.size(), 6u);
  auto const drawn = f.around(130, 30, pixels);
  for (std::size_t k = 0; k < 9; ++k)
    if (k % 3 != 0) f.x.ticks[k].label = "";
  for (std::size_t k = 0; k < 6; ++k)
    if (k % 3 != 0) f.y.ticks[k].label = "";
  EXPECT_EQ(drawn.rgb, f.around(130, 30, pixels).rgb);
  auto const wide = f.around(1600, 30, std::vector<std::uint8_t>(3 * 1600 * 30, 100));
  f.x.ticks = round_ticks(0, 160);
  EXPECT_NE(wide.rgb, f.around(1600, 30, std::vector<std::uint8_t>(3 * 1600 * 30, 100)).rgb);
}

}  // namespace
