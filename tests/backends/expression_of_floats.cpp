// Meaning of operators and functions of floating-point and complex numbers: the expected values are
// NumPy's (2.4) unless a comment says otherwise. Complex ones, mostly: dynamic_expressions.cpp.

#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre_test::equals, acre_test::has_dtype;

namespace {

using i8 = std::int8_t;
using truth = unsigned char;
using complex = acre::complex<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class expression_of_floats : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(expression_of_floats, acre_test::spaces, acre_test::space_names);

TYPED_TEST(expression_of_floats, of_floats)
{
  auto const f = this->template row<double>({-7.5, -1, -0.0, 0, 2.5, inf, nan});
  auto const g = this->template row<double>({2, 0, 3, -3, -1, 2, 1});
  EXPECT_TRUE(equals<double>(f / g, {-3.75, -inf, -0.0, -0.0, -2.5, inf, nan}));
  EXPECT_TRUE(equals<double>(-f, {7.5, 1, 0.0, -0.0, -2.5, -inf, nan}));
  EXPECT_TRUE(equals<double>(sign(f), {-1, -1, 0, 0, 1, 1, nan}));
  EXPECT_TRUE(equals<double>(maximum(f, g), {2, 0, 3, 0, 2.5, inf, nan}));
  EXPECT_TRUE(equals<double>(minimum(f, g), {-7.5, -1, -0.0, -3, -1, 2, nan}));
  EXPECT_TRUE(equals<double>(fmax(f, g), {2, 0, 3, 0, 2.5, inf, 1}));
  EXPECT_TRUE(equals<double>(fmin(f, g), {-7.5, -1, -0.0, -3, -1, 2, 1}));
  EXPECT_TRUE(equals<truth>(isnan(f), {0, 0, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(equals<truth>(isinf(f), {0, 0, 0, 0, 0, 1, 0}));
  EXPECT_TRUE(equals<truth>(isfinite(f), {1, 1, 1, 1, 1, 0, 0}));
  EXPECT_TRUE(equals<truth>(f < g, {1, 1, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(f <= g, {1, 1, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(f > g, {0, 0, 0, 1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(f >= g, {0, 0, 0, 1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(f != g, {1, 1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(equals<truth>(f == f, {1, 1, 1, 1, 1, 1, 0}));
}

TYPED_TEST(expression_of_floats, of_floats_divides_downwards_and_rounds)
{
  auto const f = this->template row<double>({-7.5, -1, -0.0, 0, 2.5, inf, nan, 1});
  auto const g = this->template row<double>({2, 0, 3, -3, -1, 2, 1, 0.1});
  EXPECT_TRUE(equals<double>(floor_divide(f, g), {-4, -inf, -0.0, -0.0, -3, nan, nan, 9}));
  EXPECT_TRUE(
      equals<double>(remainder(f, g), {0.5, nan, 0.0, -0.0, -0.5, nan, nan, 0.09999999999999995}));
  EXPECT_TRUE(equals<double>(fmod(f, g), {-1.5, nan, -0.0, 0, 0.5, nan, nan, 0.09999999999999995}));
  EXPECT_TRUE(equals<truth>(signbit(f), {1, 1, 1, 0, 0, 0, 0, 0}));
  auto const r = this->template row<double>({0.5, 1.5, 2.5, -0.5, -1.5});
  EXPECT_TRUE(equals<double>(rint(r), {0, 2, 2, -0.0, -2}));
  EXPECT_TRUE(equals<double>(floor(r), {0, 1, 2, -1, -2}));
  EXPECT_TRUE(equals<double>(ceil(r), {1, 2, 3, -0.0, -1}));
  EXPECT_TRUE(equals<double>(trunc(r), {0, 1, 2, -0.0, -1}));
  auto const i = this->template row<i8>({-128, 7});
  static_assert(has_dtype<i8, decltype(floor(i))> && has_dtype<float, decltype(rint(i))>);
  EXPECT_TRUE(equals<i8>(clip(this->template row<i8>({-128, -3, 0, 127}), -3, 5), {-3, -3, 0, 5}));
  EXPECT_TRUE(equals<i8>(clip(this->template row<i8>({-128, -3, 127}), -1000, 5), {-128, -3, 5}));
  EXPECT_TRUE(equals<i8>(clip(this->template row<i8>({-128, -3, 127}), 2, 1u << 31), {2, 2, 127}));
  EXPECT_THROW(clip(this->template row<i8>({-128, 127}), 300, acre::none), acre::value_error);
}

TYPED_TEST(expression_of_floats, of_logic)
{
  auto const f = this->template row<double>({-7.5, -0.0, nan, 0});
  auto const i = this->template row<i8>({1, 1, 1, 0});
  EXPECT_TRUE(equals<truth>(logical_and(f, i), {1, 0, 1, 0}));
  EXPECT_TRUE(equals<truth>(logical_or(f, i), {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(logical_xor(f, i), {0, 1, 0, 0}));
  EXPECT_TRUE(equals<truth>(logical_not(f), {0, 1, 0, 1}));
  // a fraction is true: nothing is truncated on the way
  EXPECT_TRUE(equals<truth>(logical_and(this->template row<double>({0.5}), true), {1}));
}

TYPED_TEST(expression_of_floats, of_complex)
{
  auto const c = this->template row<complex>({{1, 2}, {3, -4}, {0, 0}});
  auto const e = this->template row<complex>({{2, -1}, {0, 1}, {1, 0}});
  EXPECT_TRUE(equals<complex>(c * e, {{4, 3}, {4, 3}, {0, 0}}));
  EXPECT_TRUE(equals<complex>(c * 2.5 + 1, {{3.5, 5}, {8.5, -10}, {1, 0}}));
  auto const q = acre::to_vector(c / e);
  EXPECT_NEAR(q[0].real(), 0, 1e-15);
  EXPECT_NEAR(q[0].imag(), 1, 1e-15);
  EXPECT_EQ(q[1], complex(-4, -3));
  auto const mixed =
      this->template row<acre::complex<float>>({{1, 1}}) + this->template row<std::int32_t>({1});
  static_assert(has_dtype<complex, decltype(mixed)>);
}

}  // namespace
