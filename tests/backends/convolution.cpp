// Convolutions, integrals by trapezoids and interpolation. Expected values and messages are NumPy's
// (2.4). Orders, other dtypes: dynamic_convolution.cpp.

#include <acre/elementwise/polynomial.hpp>
#include <acre/order/interp.hpp>
#include <acre/reduce/convolve.hpp>
#include <acre/reduce/softmax.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/trapezoid.hpp>
#include <acre_test/on_space.hpp>

#include <cmath>
#include <limits>

using acre::convolve, acre::correlate, acre::convolve_mode, acre::interp, acre::none, acre::shape,
    acre::slice, acre::trapezoid;
using acre_test::equals, acre_test::error_of, acre_test::has_dtype, acre_test::place;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

template <class Space>
class convolution : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(convolution, acre_test::spaces, acre_test::space_names);

TYPED_TEST(convolution, has_numpys_modes)
{
  auto const a = this->template row<double>({1, 2, 3, 4}), v = this->template row<double>({1, 0.5});
  EXPECT_TRUE(equals<double>(convolve(a, v), {1, 2.5, 4, 5.5, 2}));
  EXPECT_TRUE(equals<double>(convolve(v, a), {1, 2.5, 4, 5.5, 2}));
  EXPECT_TRUE(equals<double>(convolve(a, v, convolve_mode::same), {1, 2.5, 4, 5.5}));
  EXPECT_TRUE(equals<double>(convolve(a, v, convolve_mode::valid), {2.5, 4, 5.5}));
  EXPECT_TRUE(equals<double>(correlate(a, v), {2, 3.5, 5}));
  EXPECT_TRUE(equals<double>(correlate(v, a), {5, 3.5, 2}));
  EXPECT_TRUE(equals<double>(correlate(a, v, convolve_mode::same), {0.5, 2, 3.5, 5}));
  EXPECT_TRUE(equals<double>(correlate(v, a, convolve_mode::full), {4, 5, 3.5, 2, 0.5}));
  // views backwards, expressions, and an infinity that meets no zeros of the edge
  auto const back = a(slice(none, none, -1));
  EXPECT_TRUE(equals<double>(convolve(back, v * 2.0), {8, 10, 7, 4, 1}));
  EXPECT_TRUE(equals<double>(convolve(this->template row<double>({inf, 1}), a(slice(0, 3))),
                             {inf, inf, inf, 3}));
}

TYPED_TEST(convolution, is_of_the_promoted_dtype)
{
  auto const bytes = this->template row<std::int8_t>({100, 100, 3});
  using c64 = acre::complex<float>;
  auto const z = this->template row<c64>({c64(1, 1), c64(0, 2)});
  static_assert(has_dtype<std::int8_t, decltype(convolve(bytes, bytes))> &&
                has_dtype<acre::complex<double>, decltype(convolve(z, bytes * 1.0))>);
  auto const none_of_it = bytes(slice(0, 0)) * 1.0;
  EXPECT_EQ(error_of<acre::value_error>([&] { convolve(none_of_it, bytes * 1.0); }),
            "a cannot be empty");
}

TYPED_TEST(convolution, integrals)
{
  auto const y = this->template row<double>({1, 2, 4});
  EXPECT_EQ(trapezoid(y).item(), 4.5);
  EXPECT_EQ(trapezoid(y, 2).item(), 9.0);
  EXPECT_EQ(trapezoid(y * 2.0, y).item(), 15.0);
  auto const m = place(this->space, std::vector<float>{1, 2, 4, 3, 3, 5}, shape(2, 3));
  static_assert(has_dtype<float, decltype(trapezoid(m))>);
  EXPECT_TRUE(equals<float>(trapezoid(m), {4.5f, 7}));
  EXPECT_TRUE(equals<float>(trapezoid(m, 0.5, 0), {1, 1.25f, 2.25f}));
  EXPECT_EQ(trapezoid(y(slice(0, 1))).item(), 0.0);
  EXPECT_EQ(error_of<acre::index_error>([&] { trapezoid(m, 1.0, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_THROW(trapezoid(y, this->template row<double>({1, 2, 3, 4})), acre::shape_error);
}

TYPED_TEST(convolution, integrals_up_to_each_element)
{
  auto const y = this->template row<double>({1, 2, 4});
  EXPECT_TRUE(equals<double>(cumulative_trapezoid(y), {1.5, 4.5}));
  EXPECT_TRUE(equals<double>(cumulative_trapezoid(y, 2), {3, 9}));
  EXPECT_TRUE(equals<double>(cumulative_trapezoid(y * 2.0, y), {3, 15}));
  auto const m = place(this->space, std::vector<float>{1, 2, 4, 3, 3, 5}, shape(2, 3));
  EXPECT_TRUE(equals<float>(cumulative_trapezoid(m), {1.5f, 4.5f, 3, 7}));
  EXPECT_TRUE(equals<float>(cumulative_trapezoid(m, 0.5, 0), {1, 1.25f, 2.25f}));
  EXPECT_TRUE(equals<double>(cumulative_trapezoid(m, y, 1), {1.5, 7.5, 3, 11}));
  EXPECT_EQ(cumulative_trapezoid(y(slice(0, 1))).size(), 0);
  EXPECT_THROW(cumulative_trapezoid(m, 1.0, 2), acre::index_error);
}

TYPED_TEST(convolution, polynomials)
{
  auto const p = this->template row<double>({1, 0, -2}), x = this->template row<double>({0, 1, 3});
  EXPECT_TRUE(equals<double>(polyval(p, x), {-2, -1, 7}));
  EXPECT_TRUE(equals<double>(polyval(p(slice(0, 0)), x), {0, 0, 0}));
  EXPECT_TRUE(equals<double>(polyval(p, x.reshape(shape(3, 1)) * 2.0), {-2, 2, 34}));
  EXPECT_TRUE(equals<double>(polyval(p, this->row({2, 3})), {2, 7}));
  EXPECT_TRUE(std::isnan(polyval(p, this->row({inf})).item())) << "0 * inf, as in NumPy";
  EXPECT_TRUE(equals<double>(polyval({1.0, 0.0, -2.0}, x), {-2, -1, 7}));
  EXPECT_TRUE(equals<double>(polyder(p), {2, 0}));
  EXPECT_TRUE(equals<double>(polyder(p, 2), {2}));
  EXPECT_EQ(polyder(p, 9).size(), 0);
  EXPECT_TRUE(equals<std::int64_t>(polyder(this->row({5, 4, 3})), {10, 4}));
  EXPECT_TRUE(equals<double>(polyint(polyder(p), -2), {1, 0, -2}));
  EXPECT_TRUE(equals<double>(polyint(this->row({4, 2, 1}) * 3), {4, 3, 3, 0}));
  EXPECT_EQ(error_of<acre::value_error>([&] { polyder(p, -1); }),
            "Order of derivative must be positive (see polyint)");
}

TYPED_TEST(convolution, sums_of_exponentials)
{
  auto const x = this->template row<double>({1000, 1001, 1002});
  EXPECT_NEAR(logsumexp(x).item(), 1002.4076059644444, 1e-12);
  EXPECT_NEAR(logsumexp(-x).item(), -999.5923940355556, 1e-12);
  EXPECT_EQ(logsumexp(this->row({-inf, -inf})).item(), -inf);
  EXPECT_EQ(logsumexp(this->row({inf, 0.0})).item(), inf);
  auto const m = place(this->space, std::vector<float>{1, 1, 1, 3, 3, 3}, shape(2, 3));
  static_assert(has_dtype<float, decltype(logsumexp(m, 1))>);
  auto const rows = to_vector(logsumexp(m, 1));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_FLOAT_EQ(rows[0], 1 + std::log(3.0f));
  EXPECT_EQ(logsumexp(m, 0).shape(), shape(3));
  EXPECT_EQ(logsumexp(m, 0, acre::keepdims).shape(), shape(1, 3));
  EXPECT_NEAR(logsumexp(m, acre::axes(0, 1)).item(), logsumexp(m).item(), 1e-6);
  EXPECT_NEAR(sum(softmax(m)).item(), 1, 1e-6);
  auto const shares = to_vector(softmax(-x));
  EXPECT_NEAR(shares[0], 0.6652409557748219, 1e-15);
  EXPECT_NEAR(shares[2], 0.09003057317038046, 1e-15);
  EXPECT_TRUE(equals<float>(softmax(m, 0)(0), to_vector(softmax(m.transpose(), 1)(acre::ALL, 0))));
  EXPECT_NEAR(sum(softmax(this->row({1, 2, 3}))).item(), 1, 1e-15);
  EXPECT_THROW(logsumexp(x(slice(0, 0))), acre::value_error);
  EXPECT_THROW(softmax(x, 1), acre::index_error);
}

TYPED_TEST(convolution, interpolation)
{
  auto const xp = this->template row<double>({0, 1, 2, 2, 4}),
             fp = this->template row<double>({1, 3, -2, 5, 0.25});
  auto const x = this->template row<double>({-inf, -1, 0, 0.25, 1, 2, 3, 4, 5, nan});
  EXPECT_TRUE(equals<double>(interp(x, xp, fp), {1, 1, 1, 1.5, 3, 5, 2.625, 0.25, 0.25, nan}));
  EXPECT_TRUE(equals<double>(interp(x, xp, fp, {.left = -7.0, .right = 9.0}),
                             {-7, -7, 1, 1.5, 3, 5, 2.625, 0.25, 9, nan}));
  auto const ends = interp(x(slice(1, 3)) * 1.0f, cast<float>(xp), cast<int>(fp));
  static_assert(has_dtype<double, decltype(ends)>);
  EXPECT_TRUE(equals<double>(evaluate(ends + 1), {2, 2})) << "a term of an expression";
  EXPECT_TRUE(equals<double>(interp(x(slice(1, 4)), xp, fp, {.period = -3.0}), {5, 1, 1.5}));
  EXPECT_TRUE(equals<double>(interp(x, xp(slice(2, 3)), fp(slice(2, 3))),
                             {-2, -2, -2, -2, -2, -2, -2, -2, -2, -2}))
      << "one point";
  EXPECT_EQ(error_of<acre::value_error>([&] { interp(x, xp, x); }),
            "fp and xp are not of the same length. (10 and 5)");
  EXPECT_EQ(error_of<acre::value_error>([&] { interp(x, xp(slice(0, 0)), fp(slice(0, 0))); }),
            "array of sample points is empty");
  EXPECT_EQ(error_of<acre::value_error>([&] { interp(x, xp, fp, {.period = 0.0}); }),
            "period must be a non-zero value");
}

}  // namespace
