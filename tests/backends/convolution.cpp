// Convolutions, integrals by trapezoids and interpolation. Expected values and messages are NumPy's
// (2.4); orders are those that the contracts name.

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
using acre_test::equals, acre_test::error_of, acre_test::has_dtype, acre_test::noise,
    acre_test::place;

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
  auto const wrapped = convolve(bytes, bytes);
  static_assert(has_dtype<std::int8_t, decltype(wrapped)>);
  EXPECT_TRUE(equals<std::int8_t>(wrapped, {16, 32, 104, 88, 9}));
  auto const bits = this->template row<bool>({true, false, true});
  EXPECT_TRUE(equals<unsigned char>(convolve(bits, bits), {1, 0, 1, 0, 1}));
  using c64 = acre::complex<float>;
  auto const z = this->template row<c64>({c64(1, 1), c64(0, 2)});
  EXPECT_TRUE(
      equals<c64>(correlate(z, z, convolve_mode::full), {c64(2, -2), c64(6, 0), c64(2, 2)}));
  static_assert(has_dtype<acre::complex<double>, decltype(convolve(z, bytes * 1.0))>);
  EXPECT_EQ(error_of<acre::value_error>([&] { convolve(bytes(slice(0, 0)), bytes); }),
            "a cannot be empty");
  EXPECT_EQ(error_of<acre::value_error>([&] { correlate(bytes, bytes(slice(0, 0))); }),
            "second array argument cannot be empty");
}

/// Each element is a sum of a column of products, at the edges of those that there are.
TYPED_TEST(convolution, adds_in_the_order_of_a_column)
{
  for (auto const& [n, m] : {std::pair{100, 3},
                             {300, 100},
                             {1300, 1200},
                             {5, 5},
                             {6, 1},
                             {2000, 512},
                             {2001, 513},
                             {4100, 1025},
                             {70001, 9}}) {
    auto const a = noise<float>(n, 1), v = noise<float>(m, 2);
    auto const x = place(this->space, a), y = place(this->space, v);
    auto const full = to_vector(correlate(x, y, convolve_mode::full));
    ASSERT_EQ(full.size(), a.size() + v.size() - 1);
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < full.size(); k += k < 5 || k + 5 > full.size() ? 1 : 97) {
      std::vector<float> products;  // a column, twice
      for (std::size_t j = 0; j < v.size(); ++j) {
        std::size_t const i = k + j;
        bool const inside = i + 1 >= v.size() && i + 1 - v.size() < a.size();
        float const p = inside ? a[i + 1 - v.size()] * v[j] : -0.0f;
        products.insert(products.end(), {p, p});
      }
      auto const column = place(this->space, products, shape(m, 2));
      wrong += to_vector(sum(column, 0))[0] != full[k];
    }
    EXPECT_EQ(wrong, 0u) << n << " and " << m;
    auto const valid = to_vector(correlate(x, y)),
               same = to_vector(correlate(x, y, convolve_mode::same));
    EXPECT_TRUE(std::equal(valid.begin(), valid.end(), full.begin() + (m - 1)));
    EXPECT_TRUE(std::equal(same.begin(), same.end(), full.begin() + (m - 1 - m / 2)));
  }
}

TYPED_TEST(convolution, of_zeros_with_a_sign)
{
  auto const a = acre::full(this->space, shape(200), -0.0f);
  auto const v = acre::ones<float>(this->space, shape(11));
  for (float const x : to_vector(convolve(a, v))) EXPECT_TRUE(std::signbit(x));
  auto const d = acre::full(this->space, shape(700), -0.0);
  for (double const x : to_vector(convolve(d, acre::ones<double>(this->space, shape(600)))))
    EXPECT_TRUE(std::signbit(x));
}

/// Operands that begin at any element, so that windows begin within packets.
TYPED_TEST(convolution, of_slices)
{
  auto const a = noise<float>(300, 1), v = noise<float>(20, 2);
  auto const b = noise<double>(300, 3), w = noise<double>(20, 4);
  auto const x = place(this->space, a), y = place(this->space, v);
  auto const p = place(this->space, b), q = place(this->space, w);
  for (std::int64_t first = 0; first < 5; ++first)
    for (std::int64_t const m : {1, 7, 8, 9, 16, 17}) {
      auto const part = slice(first, first + 200), of = slice(first, first + m);
      for (auto const mode : {convolve_mode::full, convolve_mode::same, convolve_mode::valid}) {
        EXPECT_TRUE(equals(convolve(x(part), y(of), mode),
                           to_vector(convolve(copy(x(part)), copy(y(of)), mode))));
        EXPECT_TRUE(equals(correlate(p(part), q(of), mode),
                           to_vector(correlate(copy(p(part)), copy(q(of)), mode))));
      }
    }
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
  EXPECT_TRUE(equals<double>(trapezoid(m, y, 1), {7.5, 11}));
  EXPECT_TRUE(equals<float>(trapezoid(m, m, 0), {4, 2.5f, 4.5f}));
  EXPECT_EQ(trapezoid(this->template row<std::int8_t>({100, 100})).item(), -28.0) << "as in NumPy";
  EXPECT_EQ(trapezoid(y(slice(0, 1))).item(), 0.0);
  EXPECT_EQ(error_of<acre::index_error>([&] { trapezoid(m, 1.0, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_THROW(trapezoid(m, this->template row<double>({1, 2, 3, 4}), 1), acre::shape_error);
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
  EXPECT_TRUE(equals<int>(polyval(this->row({3, 1}), this->row({2, -1})), {7, -2}));
  EXPECT_TRUE(equals<std::int8_t>(
      polyval(this->template row<std::int8_t>({100, 100}), this->template row<std::int8_t>({1, 2})),
      {-56, 44}))
      << "as in NumPy";
  EXPECT_TRUE(equals<double>(polyval(p, this->row({2, 3})), {2, 7}));
  using c128 = acre::complex<double>;
  EXPECT_TRUE(equals<c128>(polyval(p, this->row({c128(0, 1)})), {c128(-3, 0)}));
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
  auto const z = interp(x(slice(3, 4)), xp, fp * acre::complex<double>(1, -2));
  EXPECT_TRUE(equals<acre::complex<double>>(evaluate(z), {acre::complex<double>(1.5, -3)}));
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
