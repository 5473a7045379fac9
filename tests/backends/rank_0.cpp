// The value of an expression of rank 0: double pi = 4 * mean(x).

#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/take.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>

using acre::shape;

namespace {

template <class Space>
class rank_0 : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(rank_0, acre_test::spaces, acre_test::space_names);

TYPED_TEST(rank_0, converts_to_its_value)
{
  auto const x = acre::from_host(this->space, {1.0, 2.0, 3.0, 6.0});
  double const mean_times_four = 4.0 * mean(x);
  EXPECT_EQ(mean_times_four, 12);
  double const length = sqrt(sum(x * x));
  EXPECT_EQ(length, std::sqrt(50.0));
  double const larger = where(any(x > 5.0), max(x), 0.0);
  EXPECT_EQ(larger, 6);
  if (sum(x) < 12.0) ADD_FAILURE() << "a comparison is a condition";
  bool const both = any(x > 5.0) && sum(x) == 12.0;
  EXPECT_TRUE(both);
  float const narrower = -max(x);
  EXPECT_EQ(narrower, -6);
  acre::complex<double> const z = sum(x) * acre::complex<double>(0, 1);
  EXPECT_EQ(z, (acre::complex<double>(0, 12)));
  double const picked = x(acre::argmax(x));
  EXPECT_EQ(picked, 6);
  double const drawn = acre::generator(1).normal(this->space, shape(), 10.0, 0.0);
  EXPECT_EQ(drawn, 10);
  // as an expression it stays one
  acre::array<double, 1, TypeParam> const scaled = x / (2 * sum(x));
  EXPECT_EQ(scaled(3).item(), 0.25);
  acre::array<double, 0, TypeParam> kept = 2 * sum(x);
  EXPECT_EQ(kept.item(), 24);
  kept = sum(x) - 1;
  EXPECT_EQ(kept.item(), 11);
  static_assert(!std::is_convertible_v<decltype(x + 1), double>, "of rank 1 there is no one value");
}

TYPED_TEST(rank_0, has_one_element_to_take)
{
  auto const seven = acre::full(this->space, shape(), 7);
  auto const twice = acre::from_host(this->space, {0, -1});
  EXPECT_EQ(to_vector(acre::evaluate(take(seven, twice))), (std::vector{7, 7}));
  EXPECT_EQ(to_vector(acre::evaluate(take(seven, twice + 3, acre::fill(-1)))),
            (std::vector{-1, -1}));
}

}  // namespace
