// Ramps and statistics around an array. Expected values and messages are NumPy's (2.4).

#include <acre/rearrange/pad_ramp.hpp>
#include <acre/rearrange/pad_statistic.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre::pad, acre::pad_maximum, acre::pad_mean, acre::pad_median, acre::pad_minimum,
    acre::pad_ramp, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::place;

namespace {

template <class Space>
class padding : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(padding, acre_test::spaces, acre_test::space_names);

TYPED_TEST(padding, statistics)
{
  auto const a = this->template row<double>({1, 2, 6, 4});
  EXPECT_TRUE(equals<double>(pad(a, {1, 2}, pad_mean()), {3.25, 1, 2, 6, 4, 3.25, 3.25}));
  EXPECT_TRUE(equals<double>(pad(a, 1, pad_median()), {3, 1, 2, 6, 4, 3}));
  EXPECT_TRUE(equals<double>(pad(a, 1, pad_maximum{.stat_length = 2}), {2, 1, 2, 6, 4, 6}));
  EXPECT_TRUE(equals<double>(pad(a, 1, pad_minimum{.stat_length = {{1, 2}}}), {1, 1, 2, 6, 4, 4}));
  auto const m = place(this->space, std::vector{1, 2, 5, 8}, shape(2, 2));
  EXPECT_TRUE(equals<int>(pad(m, 1, pad_mean()),  // halves to the even one, columns with the rows'
                          {4, 3, 5, 4, 2, 1, 2, 2, 6, 5, 8, 6, 4, 3, 5, 4}));
  auto const large = this->template row<std::int64_t>({INT64_MAX, 1});
  EXPECT_TRUE(
      equals<std::int64_t>(pad(large, 1, pad_maximum()), {INT64_MAX, INT64_MAX, 1, INT64_MAX}));
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(a, 1, pad_maximum{.stat_length = 0}); }),
            "stat_length of 0 yields no value for padding");
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(a, 1, pad_mean{.stat_length = -1}); }),
            "index can't contain negative values");
  EXPECT_EQ(error_of<acre::value_error>([&] { pad(a(acre::slice(0, 0)), 1, pad_mean()); }),
            "can't extend empty axis 0 using modes other than 'constant' or 'empty'");
}

TYPED_TEST(padding, ramps)
{
  auto const a = this->template row<double>({1, 2, 6, 4});
  EXPECT_TRUE(equals<double>(pad(a, 2, pad_ramp()), {0, 0.5, 1, 2, 6, 4, 2, 0}));
  EXPECT_TRUE(equals<double>(pad(a, {2, 4}, pad_ramp(-1, 8)), {-1, 0, 1, 2, 6, 4, 5, 6, 7, 8}));
  auto const i = this->template row<int>({10, 3});
  EXPECT_TRUE(equals<int>(pad(i, 3, pad_ramp()), {0, 3, 6, 10, 3, 2, 1, 0}));
  auto const m = place(this->space, std::vector<float>{4, 8}, shape(1, 2));
  EXPECT_TRUE(equals<float>(pad(m, {{1, 0}, {1, 1}}, pad_ramp{{0.0, 0.0}, {2.0, 4.0}}),
                            {2, 0, 0, 4, 2, 4, 8, 4}));
  EXPECT_THROW(pad(m, 1, pad_ramp{{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}}), acre::shape_error);
}

}  // namespace
