// maxloc and minloc: a value and its index in one pass, with argmax' rules.

#include <acre/array/axes.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using acre::located, acre::shape;
using acre_test::error_of;

namespace {

template <class Space>
class reduce_locations : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(reduce_locations, acre_test::spaces, acre_test::space_names);

TYPED_TEST(reduce_locations, follow_argmax)
{
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  auto const a = acre::from_host(this->space, {3.0, -7.0, 9.0, 9.0, -7.0});
  auto const [largest, where] = maxloc(a).item();
  EXPECT_EQ(largest, 9);
  EXPECT_EQ(where, 2) << "the first";
  located<double> const least = minloc(a);
  EXPECT_EQ(least, (located<double>{-7, 1}));
  EXPECT_EQ(maxloc(a * -1).item(), (located<double>{7, 1})) << "of an expression";
  auto const b = acre::from_host(this->space, {3.0, nan, 9.0, nan});
  EXPECT_EQ(maxloc(b).item().index, 1) << "the first NaN";
  EXPECT_TRUE(std::isnan(minloc(b).item().value));
  EXPECT_EQ(maxloc(acre::from_host(this->space, {false, true})).item(), (located<bool>{true, 1}));
  EXPECT_EQ(error_of<acre::value_error>([&] { maxloc(a(acre::slice(0, 0))); }),
            "attempt to get maxloc of an empty sequence");
}

TYPED_TEST(reduce_locations, along_axes_agree_with_max_and_argmax)
{
  for (auto const& extent : {shape(7, 300, 5), shape(2, 3, 70000), shape(1, 1, 1)}) {
    auto const x =
        acre_test::place(this->space, acre_test::noise<float>(acre::size_of(extent)), extent);
    auto const check = [&](auto const&... axis) {
      auto const both = to_vector(maxloc(x, axis...));
      auto const values = to_vector(max(x, axis...));
      auto const places = to_vector(argmax(x, axis...));
      ASSERT_EQ(both.size(), values.size());
      for (std::size_t n = 0; n < both.size(); ++n)
        ASSERT_EQ(both[n], (located<float>{values[n], places[n]}));
    };
    check();
    check(0);
    check(1);
    check(-1);
    check(acre::axes(0, 2));
    check(acre::keepdims);
  }
}

/// Long enough that a GPU's teams find places in groups, and groups of these.
TYPED_TEST(reduce_locations, the_first_of_many_tiles)
{
  std::int64_t const n = 3000000;
  auto const placed = [&](std::vector<float> const& values, auto const& extent) {
    return acre_test::place(this->space, values, extent);
  };
  auto values = acre_test::noise<float>(n);
  for (std::int64_t const at : {2999999, 2500000, 700000, 699937, 131}) {
    values[static_cast<std::size_t>(at)] = 100;
    EXPECT_EQ(maxloc(placed(values, shape(n))).item(), (located<float>{100, at}));
  }
  std::int64_t const least = 524287;  // the last of a group
  values[static_cast<std::size_t>(least)] = -100;
  values[2999998] = -100;
  auto const x = placed(values, shape(n));
  EXPECT_EQ(minloc(x).item(), (located<float>{-100, least}));
  EXPECT_EQ(minloc(x(acre::slice(1, acre::none, 2))).item(), (located<float>{-100, least / 2}));
  EXPECT_EQ(maxloc(x(acre::slice(acre::none, acre::none, -1))).item(), (located<float>{100, 0}));
  auto const two = x.reshape(shape(2, n / 2));
  EXPECT_EQ(to_vector(maxloc(two, 1)),
            (std::vector<located<float>>{{100, 131}, {100, 2500000 - n / 2}}));
  auto const box = x.reshape(shape(500, 2, 3000));
  std::int64_t const in_box = least / 6000 * 3000 + least % 3000;
  EXPECT_EQ(to_vector(minloc(box, acre::axes(0, 2)))[least % 6000 / 3000],
            (located<float>{-100, in_box}));

  std::fill(values.begin(), values.end(), -0.0f);
  values[1000000] = 0.0f;
  auto const zero = maxloc(placed(values, shape(n))).item();
  EXPECT_EQ(zero.index, 0) << "zeros are equal";
  EXPECT_TRUE(std::signbit(zero.value));
  float const nan = std::numeric_limits<float>::quiet_NaN();
  values[2000001] = values[1234567] = nan;
  EXPECT_EQ(maxloc(placed(values, shape(n))).item().index, 1234567);
  EXPECT_TRUE(std::isnan(minloc(placed(values, shape(n))).item().value));
  auto const bytes = acre::full<std::uint8_t>(this->space, shape(n), std::uint8_t{7});
  EXPECT_EQ(maxloc(bytes).item(), (located<std::uint8_t>{7, 0}));
}

}  // namespace
