// apps/common: colours of values.
#include <acre_apps/colormap.hpp>

#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

namespace acre::picture {
void PrintTo(rgb const& c, std::ostream* out)
{
  *out << "(" << int(c.r) << ", " << int(c.g) << ", " << int(c.b) << ")";
}
}  // namespace acre::picture

namespace {

using acre::apps::colormap;
using acre::apps::hillshade;
using acre::apps::map_color;
using acre::apps::map_height;
using acre::apps::missing_color;
using acre::picture::rgb;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

double luminance(rgb c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; }

TEST(apps_colormap, ends_middle_and_beyond)
{
  EXPECT_EQ(map_color(colormap::sequential, 0), (rgb{68, 1, 84}));
  EXPECT_EQ(map_color(colormap::sequential, 1), (rgb{253, 231, 37}));
  EXPECT_EQ(map_color(colormap::sequential, -inf), (rgb{68, 1, 84}));
  EXPECT_EQ(map_color(colormap::sequential, 7), (rgb{253, 231, 37}));
  EXPECT_EQ(map_color(colormap::diverging, 0), (rgb{59, 76, 192}));
  EXPECT_EQ(map_color(colormap::diverging, inf), (rgb{180, 4, 38}));
  rgb const middle = map_color(colormap::diverging, 0.5);
  EXPECT_NEAR(middle.r, 221, 2);
  EXPECT_NEAR(middle.g, 221, 2);
  EXPECT_NEAR(middle.b, 221, 2);
  EXPECT_EQ(map_color(colormap::sequential, nan), missing_color);
  EXPECT_EQ(map_color(colormap::diverging, nan), missing_color);
}

TEST(apps_colormap, sequential_grows_lighter_all_the_way)
{
  for (int i = 1; i <= 50; ++i)
    EXPECT_GT(luminance(map_color(colormap::sequential, i / 50.0)),
              luminance(map_color(colormap::sequential, (i - 1) / 50.0)));
}

TEST(apps_colormap, heights)
{
  EXPECT_EQ(map_height(9000), (rgb{255, 255, 255}));
  EXPECT_EQ(map_height(-12000), (rgb{3, 12, 41}));
  EXPECT_EQ(map_height(0), (rgb{72, 124, 74}));
  rgb const shallow = map_height(-0.5);
  EXPECT_GT(shallow.b, shallow.g);  // the coast: sea is blue, land green
  EXPECT_GT(map_height(0.5).g, map_height(0.5).b);
  for (double h = -11000; h < -250; h += 250)
    EXPECT_LE(luminance(map_height(h)), luminance(map_height(h + 250)));
  EXPECT_EQ(map_height(nan), missing_color);
}

TEST(apps_colormap, shade)
{
  EXPECT_EQ(map_height(300, 0), (rgb{0, 0, 0}));
  EXPECT_EQ(map_height(300, 2), (rgb{255, 255, 255}));
  EXPECT_EQ(map_height(300, nan), map_height(300));
  EXPECT_LT(luminance(map_height(300, 0.5)), luminance(map_height(300)));
  EXPECT_GT(luminance(map_height(300, 1.3)), luminance(map_height(300)));
}

TEST(apps_colormap, light_comes_from_the_north_west)
{
  EXPECT_DOUBLE_EQ(hillshade(0, 0), 1);
  EXPECT_GT(hillshade(0.5, -0.5), 1);  // rises to the south-east: faces the light
  EXPECT_LT(hillshade(-0.5, 0.5), 1);
  EXPECT_DOUBLE_EQ(hillshade(-100, 100), 0);
  EXPECT_NEAR(hillshade(0.5, 0.5), 1 / std::sqrt(1.5), 1e-12);
  EXPECT_NEAR(hillshade(1 / std::sqrt(2.0), -1 / std::sqrt(2.0)), std::sqrt(2.0), 1e-12);
}

TEST(apps_colormap, paint)
{
  std::vector<float> const values{0, 10, -1e34f, std::numeric_limits<float>::quiet_NaN()};
  auto const picture = acre::apps::paint(colormap::sequential, values, 0, 10, -1e34f);
  EXPECT_EQ(picture,
            (std::vector<std::uint8_t>{68, 1, 84, 253, 231, 37, 150, 150, 150, 150, 150, 150}));
  EXPECT_EQ(acre::apps::paint(colormap::diverging, std::vector<float>{3}, 3, 3).size(), 3u);
  EXPECT_TRUE(acre::apps::paint(colormap::diverging, {}, 0, 1).empty());
}

}  // namespace
