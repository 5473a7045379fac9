// Covariances and correlation coefficients. Expected values and messages are NumPy's (2.4).

#include <acre/reduce/cov.hpp>
#include <acre_test/on_space.hpp>

using acre::corrcoef, acre::cov, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::has_dtype, acre_test::place;

namespace {

template <class Space>
class covariance : public acre_test::on_space<Space> {
 protected:
  auto rows() const
  {
    return place(this->space, std::vector<double>{0, 1, 2, 5, 4, 2, 4, 6}, shape(2, 4));
  }
};
TYPED_TEST_SUITE(covariance, acre_test::spaces, acre_test::space_names);

TYPED_TEST(covariance, of_rows_and_columns)
{
  auto const m = this->rows();
  EXPECT_TRUE(equals<double>(cov(m, {.bias = true}), {3.5, 2, 2, 2}));
  EXPECT_TRUE(equals<double>(cov(m, {.ddof = 2}), {7, 4, 4, 4}));
  EXPECT_TRUE(equals<double>(cov(m.transpose(), {.rowvar = false, .bias = true}), {3.5, 2, 2, 2}));
  auto const x = m(0), y = m(1);
  EXPECT_TRUE(equals<double>(cov(x, y, {.bias = true}), {3.5, 2, 2, 2}));
  EXPECT_TRUE(
      equals<double>(cov(m, acre::cast<int>(y), {.ddof = 0}), {3.5, 2, 2, 2, 2, 2, 2, 2, 2}));
  auto const one = cov(x, {.ddof = 0});
  static_assert(has_dtype<double, decltype(one)> && decltype(one)::rank == 0);
  EXPECT_EQ(one.item(), 3.5);
  EXPECT_TRUE(std::isnan(cov(this->template row<float>({1})).item()));
}

TYPED_TEST(covariance, with_weights)
{
  using options = acre::cov_options<TypeParam>;
  auto const m = this->rows();
  auto const counts = this->template row<std::int64_t>({1, 0, 2, 1});
  auto const shares = this->template row<double>({0.5, 0, 1, 0.5});
  std::vector<double> const wanted{3.1875, 1.375, 1.375, 0.75};
  EXPECT_EQ(to_vector(cov(m, {.bias = true, .fweights = counts})), wanted);
  EXPECT_EQ(to_vector(cov(m, {.ddof = 0, .aweights = shares})), wanted);
  auto const both = to_vector(cov(m, {.fweights = counts, .aweights = shares}));
  EXPECT_DOUBLE_EQ(both[0], 2.9615384615384617);
  EXPECT_EQ(error_of<acre::value_error>([&] { cov(m, options{.fweights = counts * -1}); }),
            "fweights cannot be negative");
  EXPECT_EQ(error_of<acre::value_error>([&] { cov(m, options{.aweights = shares * 0.0}); }),
            "Weights sum to zero, can't be normalized");
  EXPECT_EQ(
      error_of<acre::value_error>([&] { cov(m, options{.aweights = shares(acre::slice(0, 3))}); }),
      "incompatible numbers of samples and aweights: 4 and 3");
}

TYPED_TEST(covariance, of_complex_numbers)
{
  using c64 = acre::complex<float>;
  using c128 = acre::complex<double>;
  auto const z = place(this->space, std::vector<c64>{{0, 1}, {2, 1}, {1, 0}, {1, 2}}, shape(2, 2));
  EXPECT_TRUE(equals<c128>(cov(z), {c128(2, 0), c128(0, -2), c128(0, 2), c128(2, 0)}));
  auto const r = to_vector(corrcoef(z));
  EXPECT_DOUBLE_EQ(r[1].imag(), -1);
  EXPECT_LE(std::abs(r[1].imag()), 1);
}

TYPED_TEST(covariance, normalized)
{
  auto const m = this->rows();
  auto const r = to_vector(corrcoef(m, m(0) * -2.0));
  EXPECT_DOUBLE_EQ(r[1], 0.75592894601845451);
  EXPECT_EQ(r[2], -1);
  for (auto const x : r) EXPECT_LE(std::abs(x), 1);
  EXPECT_EQ(corrcoef(m(0)).item(), 1);
  EXPECT_TRUE(equals<double>(corrcoef(m(acre::slice(0, 1))), {1}));
  EXPECT_EQ(corrcoef(m.transpose(), false).shape(), shape(2, 2));
}

}  // namespace
