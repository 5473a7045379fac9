// Meaning of operators and functions of integers and bools: the expected values are NumPy's (2.4)
// unless a comment says otherwise. Other dtypes than int8: dynamic_expressions.cpp.

#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre_test::equals, acre_test::has_dtype;

namespace {

using i8 = std::int8_t;
using u8 = std::uint8_t;
using truth = unsigned char;
constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class expression_of_integers : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(expression_of_integers, acre_test::spaces, acre_test::space_names);

TYPED_TEST(expression_of_integers, of_int8_wraps_around)
{
  auto const a = this->template row<i8>({-128, -7, -1, 0, 1, 7, 127});
  auto const b = this->template row<i8>({-1, 3, 0, 5, -3, -2, 2});
  static_assert(has_dtype<i8, decltype(a + b)> && has_dtype<double, decltype(a / b)> &&
                has_dtype<i8, decltype(-a)>);
  EXPECT_TRUE(equals<i8>(a + b, {127, -4, -1, 5, -2, 5, -127}));
  EXPECT_TRUE(equals<i8>(a - b, {-127, -10, -1, -5, 4, 9, 125}));
  EXPECT_TRUE(equals<i8>(a * b, {-128, -21, 0, 0, -3, -14, -2}));
  EXPECT_TRUE(equals<double>(
      a / b, {128.0, -2.3333333333333335, -inf, 0.0, -0.3333333333333333, -3.5, 63.5}));
  EXPECT_TRUE(equals<i8>(-a, {-128, 7, 1, 0, -1, -7, -127}));
  EXPECT_TRUE(equals<i8>(abs(a), {-128, 7, 1, 0, 1, 7, 127}));
}

TYPED_TEST(expression_of_integers, of_integers_divides_downwards)
{
  auto const a = this->template row<i8>({-128, -7, -1, 0, 1, 7, 127});
  auto const b = this->template row<i8>({-1, 3, 0, 5, -3, -2, 2});
  EXPECT_TRUE(equals<i8>(floor_divide(a, b), {-128, -3, 0, 0, -1, -4, 63}));
  EXPECT_TRUE(equals<i8>(remainder(a, b), {0, 2, 0, 0, -2, -1, 1}));
  EXPECT_TRUE(equals<i8>(fmod(a, b), {0, -1, 0, 0, 1, 1, 1}));
  EXPECT_TRUE(equals<i8>(power(a, 2), {0, 49, 1, 0, 1, 49, 1}));
  EXPECT_TRUE(equals<i8>(power(a, b + 3), {0, -111, -1, 0, 1, 7, 127}));
}

TYPED_TEST(expression_of_integers, of_bits)
{
  auto const a = this->template row<i8>({-128, -7, -1, 0, 1, 7, 127});
  auto const b = this->template row<i8>({-1, 3, 0, 5, -3, -2, 2});
  EXPECT_TRUE(equals<i8>(~a, {127, 6, 0, -1, -2, -8, -128}));
  EXPECT_TRUE(equals<i8>(a & b, {-128, 1, 0, 0, 1, 6, 2}));
  EXPECT_TRUE(equals<i8>(a | b, {-1, -5, -1, 5, -3, -1, 127}));
  EXPECT_TRUE(equals<i8>(a ^ b, {127, -6, -1, 5, -4, -7, 125}));
  EXPECT_TRUE(equals<i8>(a << 3, {0, -56, -8, 0, 8, 56, -8}));
  EXPECT_TRUE(equals<i8>(a >> 1, {-64, -4, -1, 0, 0, 3, 63}));
  EXPECT_TRUE(equals<i8>(a << b, {0, -56, -1, 0, 0, 0, -4}));
  EXPECT_TRUE(equals<i8>(a >> b, {-1, -1, -1, 0, 0, 0, 31}));
}

TYPED_TEST(expression_of_integers, of_others_have_numpys_dtypes)
{
  auto const a = this->template row<u8>({0, 1});
  auto const c = a + this->template row<i8>({-128, -7});
  static_assert(has_dtype<std::int16_t, decltype(c)>);
  auto const b = this->template row<bool>({true, false}), d = b;
  static_assert(has_dtype<bool, decltype(b + d)> && has_dtype<std::int64_t, decltype(b + 1)> &&
                has_dtype<double, decltype(b / d)> && has_dtype<double, decltype(b + 1.5)>);
  EXPECT_TRUE(equals<u8>(201 - a, {201, 200}));
  EXPECT_TRUE(equals<truth>(~b, {0, 1}));
}

TYPED_TEST(expression_of_integers, compares_integers_as_they_are)
{
  std::int64_t const big = std::int64_t{1} << 53, most = std::numeric_limits<std::int64_t>::max();
  auto const u = this->template row<std::uint64_t>(
      {static_cast<std::uint64_t>(big) + 1, static_cast<std::uint64_t>(most) + 1, 5, 7});
  auto const i = this->template row<std::int64_t>({big, most, -5, 7});
  EXPECT_TRUE(equals<truth>(u == i, {0, 0, 0, 1}));
  EXPECT_TRUE(equals<truth>(u != i, {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(u > i, {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(i < u, {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(u <= i, {0, 0, 0, 1}));
  EXPECT_TRUE(equals<truth>(i >= u, {0, 0, 0, 1}));
  auto const small = this->template row<u8>({0, 255});
  EXPECT_TRUE(equals<truth>(small < 300, {1, 1}));
  EXPECT_TRUE(equals<truth>(small == -1, {0, 0}));
  EXPECT_TRUE(equals<truth>(-1 <= small, {1, 1}));
  EXPECT_TRUE(equals<truth>(small >= 255, {0, 1}));
  EXPECT_TRUE(equals<truth>(i < std::numeric_limits<std::uint64_t>::max(), {1, 1, 1, 1}));
  EXPECT_TRUE(equals<truth>(u > -1, {1, 1, 1, 1}));
  EXPECT_TRUE(equals<truth>(this->template row<i8>({-1, 1}) > 0u, {0, 1}));
}

}  // namespace
