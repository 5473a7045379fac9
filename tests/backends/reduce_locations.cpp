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

#include <limits>

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

}  // namespace
