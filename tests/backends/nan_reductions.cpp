// Reductions that leave NaNs out: expected values and messages are NumPy's (2.4).

#include <acre/reduce/nan.hpp>
#include <acre/reduce/variance.hpp>
#include <acre/testing/cross_check.hpp>
#include <acre_test/on_space.hpp>

#include <limits>
#include <tuple>

using acre::axes, acre::ddof, acre::keepdims, acre::shape, acre::stddev;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

double const nan = std::numeric_limits<double>::quiet_NaN(),
             inf = std::numeric_limits<double>::infinity();

template <class Space>
class nan_reductions : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(nan_reductions, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nan_reductions, leaves_nans_out)
{
  auto const a = place(this->space, std::vector<double>{1, nan, 4, nan, nan, 0.5}, shape(2, 3));
  EXPECT_EQ(nansum(a).item(), 5.5);
  EXPECT_TRUE(equals<double>(nansum(a, 0), {1, 0, 4.5}));
  EXPECT_TRUE(equals<double>(nanprod(a, 0), {1, 1, 2}));
  EXPECT_TRUE(equals<double>(nanmax(a, 0), {1, nan, 4}));
  EXPECT_TRUE(equals<double>(nanmin(a, 0), {1, nan, 0.5}));
  EXPECT_TRUE(equals<double>(nanmean(a, 0), {1, nan, 2.25}));
  EXPECT_TRUE(equals<double>(nanmean(a, 1, keepdims), {2.5, 0.5}));
  EXPECT_EQ(nanmax(a, axes(0, 1)).item(), 4.0);
  auto const wild = this->template row<double>({inf, nan, -inf});
  EXPECT_EQ(nanmax(wild).item(), inf);
  EXPECT_EQ(nanmin(wild).item(), -inf);
  EXPECT_TRUE(std::isnan(nansum(wild).item()));
  EXPECT_EQ(nanmax(a * 2 + 1, 1)(1).item(), 2.0) << "of an expression";

  auto const i = this->template row<std::int8_t>({100, 100, -3});
  EXPECT_EQ(nansum(i).item(), 197);
  EXPECT_EQ(nanmax(i).item(), 100);
  EXPECT_EQ(nanmin(i).item(), -3);
  EXPECT_EQ(nanmean(this->template row<bool>({true, false})).item(), 0.5);

  auto const none = acre::empty<double>(this->space, shape(2, 0));
  EXPECT_EQ(nansum(none).item(), 0.0);
  EXPECT_EQ(nanprod(none).item(), 1.0);
  EXPECT_TRUE(std::isnan(nanmean(none).item()));
  char const* const no_fmax = "zero-size array to reduction operation fmax which has no identity";
  char const* const no_fmin = "zero-size array to reduction operation fmin which has no identity";
  EXPECT_EQ(error_of<acre::value_error>([&] { nanmax(none); }), no_fmax);
  EXPECT_EQ(error_of<acre::value_error>([&] { nanmin(none, 1); }), no_fmin);
  EXPECT_EQ(error_of<acre::value_error>([&] { nanmin(acre::empty<int>(this->space, shape(0))); }),
            no_fmin);
}

TYPED_TEST(nan_reductions, leaves_complex_nans_out)
{
  using z = acre::complex<double>;
  auto const a = this->template row<z>({{1, 2}, {nan, 0}, {3, -1}, {0, nan}});
  EXPECT_TRUE(equals<z>(nansum(a), {{4, 1}}));
  EXPECT_TRUE(equals<z>(nanmean(a), {{2, 0.5}}));
  EXPECT_TRUE(equals<z>(nanmax(a), {{3, -1}}));
  EXPECT_TRUE(equals<z>(nanmin(a), {{1, 2}}));
}

TYPED_TEST(nan_reductions, gives_the_same_bits_everywhere)
{
  auto v = noise<double>(300 * 257);
  auto const b = place(this->space, v, shape(300, 257));
  for (std::size_t i = 0; i < v.size(); i += 7) v[i] = nan;
  auto const a = place(this->space, v, shape(300, 257));
  auto const f = [](auto const& x, auto const& y) {
    return std::tuple(nansum(x, 0), nansum(x), nanmean(x, 0), nanmean(x, 1), nanmax(x, 1),
                      stddev(y, ddof(1), 0));
  };
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const report = acre::cross_check_on(std::tuple(acre::serial(), space), f, a, b);
    EXPECT_TRUE(report) << report;
  }
}

}  // namespace
