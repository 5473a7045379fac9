// Functions that are put together from others. Expected values and messages are NumPy's (2.4).

#include <acre/array/sequences.hpp>
#include <acre/elementwise/angles.hpp>
#include <acre/elementwise/steps.hpp>
#include <acre/index/argwhere.hpp>
#include <acre/index/select.hpp>
#include <acre/rearrange/diag.hpp>
#include <acre/rearrange/rotate.hpp>
#include <acre/reduce/nan_variance.hpp>
#include <acre/reduce/ptp.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::has_dtype, acre_test::place;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

template <class Space>
class compositions : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(compositions, acre_test::spaces, acre_test::space_names);

TYPED_TEST(compositions, elementwise)
{
  auto const x = this->template row<double>({-inf, -2, 0, 3, inf, nan});
  EXPECT_TRUE(equals<double>(evaluate(heaviside(x, 0.5)), {0, 0, 0.5, 1, 1, nan}));
  EXPECT_TRUE(equals<double>(evaluate(nan_to_num(x, {.nan = 7, .posinf = 9})),
                             {-std::numeric_limits<double>::max(), -2, 0, 3, 9, 7}));
  auto const i = this->template row<int>({1, 2});
  EXPECT_TRUE(equals<int>(evaluate(nan_to_num(i)), {1, 2}));
  EXPECT_TRUE(equals<double>(evaluate(deg2rad(i * 90)), {1.5707963267948966, 3.1415926535897931}));
  EXPECT_TRUE(equals<double>(evaluate(degrees(deg2rad(i * 90))), {90, 180}));
  EXPECT_TRUE(equals<double>(evaluate(sinc(this->template row<double>({0, 0.5}))),
                             {1, 0.63661977236758138}));
}

TYPED_TEST(compositions, reductions)
{
  auto const m = place(this->space, std::vector<double>{1, nan, 4, 3, 5, 7}, shape(2, 3));
  EXPECT_TRUE(equals<double>(ptp(m, 1), {nan, 4}));
  EXPECT_EQ(ptp(this->template row<std::uint8_t>({3, 250, 7})).item(), 247);
  EXPECT_TRUE(equals<double>(nanvar(m, 1), {2.25, 8.0 / 3}));
  EXPECT_TRUE(equals<double>(nanvar(m, acre::ddof(1), 0), {2, nan, 4.5}));
  EXPECT_EQ(nanstd(m).item(), 2);
  EXPECT_EQ(nanvar(this->template row<int>({1, 3})).item(), 1);
  EXPECT_EQ(nanvar(m, 1, acre::keepdims).shape(), shape(2, 1));
}

/// argwhere's rows against counting, over several tiles and with axes of one element.
TYPED_TEST(compositions, places_of_every_rank)
{
  auto const check = [&](auto const& extent) {
    std::int64_t const n = acre::size_of(extent);
    std::vector<std::int64_t> wanted;
    std::vector<int> x(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
      auto const h = acre_test::mix(static_cast<std::uint64_t>(i));
      x[static_cast<std::size_t>(i)] = static_cast<int>(h % 3 == 0 ? h % 100 : 0);
      if (x[static_cast<std::size_t>(i)] == 0) continue;
      std::vector<std::int64_t> row;
      for (std::int64_t rest = i, axis = static_cast<std::int64_t>(extent.size()) - 1; axis >= 0;
           --axis) {
        row.insert(row.begin(), rest % extent[static_cast<std::size_t>(axis)]);
        rest /= extent[static_cast<std::size_t>(axis)];
      }
      wanted.insert(wanted.end(), row.begin(), row.end());
    }
    auto const a = place(this->space, x, extent);
    auto const found = argwhere(a);
    EXPECT_EQ(found.shape()[1], static_cast<std::int64_t>(extent.size()));
    EXPECT_TRUE(equals(found, wanted));
    EXPECT_TRUE(equals(argwhere(a != 0), wanted));
    EXPECT_EQ(argwhere(a < 0).shape(), shape(0, extent.size()));
  };
  check(shape(7));
  check(shape(5000));
  check(shape(2049, 1));
  check(shape(1, 4096));
  check(shape(63, 65));
  check(shape(100, 3, 17));
  check(shape(2, 1, 31, 97));
}

TYPED_TEST(compositions, places_and_choices)
{
  auto const m = place(this->space, std::vector{0, 5, 0, 7, 0, 2}, shape(2, 3));
  EXPECT_TRUE(equals<std::int64_t>(argwhere(m), {0, 1, 1, 0, 1, 2}));
  EXPECT_TRUE(equals<std::int64_t>(flatnonzero(m), {1, 3, 5}));
  auto const large = evaluate(m > 4), even = evaluate(m % 2 == 0);
  EXPECT_TRUE(equals<int>(select(std::vector{large, even}, std::vector{m, evaluate(m - 1)}, 9),
                          {-1, 5, -1, 7, -1, 1}));
  EXPECT_TRUE(equals<int>(acre::select({m > 4, m > 1}, {m * 2, m * 3}, 9L), {9, 10, 9, 14, 9, 6}));
  EXPECT_TRUE(equals<double>(acre::select({even}, {m / 2}), {0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(error_of<acre::value_error>([&] { select(std::vector{large}, std::vector{m, m}); }),
            "list of cases must be same length as list of conditions");
}

TYPED_TEST(compositions, turned_and_diagonal)
{
  auto const m = place(this->space, std::vector{1, 2, 3, 4, 5, 6}, shape(2, 3));
  EXPECT_TRUE(equals<int>(fliplr(m), {3, 2, 1, 6, 5, 4}));
  EXPECT_TRUE(equals<int>(flipud(m), {4, 5, 6, 1, 2, 3}));
  EXPECT_TRUE(equals<int>(rot90(m), {3, 6, 2, 5, 1, 4}));
  EXPECT_TRUE(equals<int>(rot90(m, 2), {6, 5, 4, 3, 2, 1}));
  EXPECT_TRUE(equals<int>(rot90(m, -1), {4, 1, 5, 2, 6, 3}));
  EXPECT_EQ(error_of<acre::value_error>([&] { rot90(m, 1, 0, -2); }), "Axes must be different.");
  EXPECT_TRUE(equals<int>(diag(m, 1), {2, 6}));
  EXPECT_TRUE(equals<int>(diag(m(0)(acre::slice(0, 2)), -1), {0, 0, 0, 1, 0, 0, 0, 2, 0}));
  EXPECT_EQ(diagflat(m).shape(), shape(6, 6));
  EXPECT_TRUE(equals<int>(diagonal(m * 2, 1), {4, 12}));
}

TYPED_TEST(compositions, sequences)
{
  EXPECT_TRUE(equals<double>(acre::logspace(this->space, 0, 3, 4), {1, 10, 100, 1000}));
  EXPECT_TRUE(equals<double>(acre::geomspace(this->space, -1, -8, 4), {-1, -2, -4, -8}));
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::geomspace(this->space, 0, 1); }),
            "Geometric sequence cannot include zero");
  EXPECT_TRUE(equals<int>(acre::tri<int>(this->space, 2, 3, 1), {1, 1, 0, 1, 1, 1}));
  EXPECT_EQ(acre::tri(this->space, -1).shape(), shape(0, 0));
  EXPECT_EQ(acre::tri(this->space, 3, -1).shape(), shape(3, 0));
  EXPECT_EQ(acre::tri(this->space, -2, 3).shape(), shape(0, 3));
  auto const x = this->template row<int>({2, -3});
  auto const v = vander(x, 3);
  static_assert(has_dtype<std::int64_t, decltype(v)>);
  EXPECT_TRUE(equals<std::int64_t>(v, {4, 2, 1, 9, -3, 1}));
  EXPECT_TRUE(equals<std::int64_t>(vander(x, 2, true), {1, 2, 1, -3}));
}

}  // namespace
