// Variances and sums in another dtype: expected values and messages are NumPy's (2.4).

#include <acre/math/detail/bits.hpp>
#include <acre/reduce/nan_variance.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/on_space.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

using acre::axes, acre::ddof, acre::keepdims, acre::none, acre::shape, acre::slice, acre::stddev,
    acre::var;
using acre_test::equals, acre_test::error_of, acre_test::place;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// Sums in pairs, as NumPy's.
template <class T, class F>
T pairwise(std::span<T const> x, F const& f)
{
  if (x.size() > 128) {
    auto const half = x.size() / 16 * 8;
    return pairwise(x.first(half), f) + pairwise(x.subspan(half), f);
  }
  T sum = 0;
  for (T const v : x) sum += f(v);
  return sum;
}
template <class T>
T of_two_passes(std::span<T const> x)
{
  T const n = static_cast<T>(x.size()), mean = pairwise(x, [](T v) { return v; }) / n;
  return pairwise(x, [=](T v) { return (v - mean) * (v - mean); }) / n;
}
template <class T>
long double exactly(std::span<T const> x)
{
  long double const origin = x.back(), n = static_cast<long double>(x.size());
  long double mean = 0, sum = 0;
  for (T const v : x) mean += v - origin;
  mean /= n;
  for (T const v : x) sum += (v - origin - mean) * (v - origin - mean);
  return sum / n;
}

/// Numbers around `mean`, or a drift of as much, or the same with an outlier in front.
template <class T>
std::vector<T> made(std::size_t n, double mean, double drift, double outlier)
{
  std::vector<T> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    double const u = std::fmod(0.6180339887498949 * static_cast<double>(i + 1), 1.0),
                 v = std::fmod(0.7548776662466927 * static_cast<double>(i + 1), 1.0);
    x[i] = static_cast<T>(mean + std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v) +
                          drift * static_cast<double>(i) / static_cast<double>(n));
  }
  x[0] += static_cast<T>(outlier);
  return x;
}

template <class Space>
class statistics : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(statistics, acre_test::spaces, acre_test::space_names);

TYPED_TEST(statistics, spreads_around_the_mean)
{
  auto const a = place(this->space, std::vector<double>{1, 2, 4, 8, 10, 12}, shape(2, 3));
  EXPECT_TRUE(equals<double>(var(a, 0), {12.25, 16, 16}));
  EXPECT_TRUE(equals<double>(var(a, ddof(1), 0), {24.5, 32, 32}));
  EXPECT_TRUE(equals<double>(stddev(a, 0), {3.5, 4, 4}));
  EXPECT_TRUE(equals<double>(stddev(this->template row<int>({1, 3}), ddof(0)), {1}));
  EXPECT_EQ(var(a, ddof(1), 1, keepdims).shape(), shape(2, 1));
  EXPECT_EQ(stddev(a, axes(0, 1), keepdims).shape(), shape(1, 1));
  auto const x = acre::arange<int>(this->space, 3);
  EXPECT_EQ(var(x, ddof(1)).item(), 1.0);
  EXPECT_EQ(var(x, ddof(3)).item(), inf);
  EXPECT_EQ(var(x, ddof(5)).item(), inf);
  auto const one = this->template row<float>({1});
  static_assert(std::is_same_v<typename decltype(stddev(one))::value_type, float>);
  EXPECT_TRUE(std::isnan(stddev(one, ddof(1)).item()));
  EXPECT_TRUE(std::isnan(stddev(one(slice(0, 0))).item()));
  auto const z = this->template row<acre::complex<double>>({{1, 2}, {3, 0}});
  EXPECT_EQ(var(z, ddof(1)).item(), 4.0);
  EXPECT_EQ(error_of<acre::index_error>([&] { stddev(a, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
}

TYPED_TEST(statistics, reads_once_what_two_passes_read_twice)
{
  auto const check = [&]<class T>(T, double mean, double drift, double outlier, double ulps) {
    std::size_t const n = 30011;
    auto const x = made<T>(n, mean, drift, outlier);
    auto const a = place(this->space, x, shape(30011));
    auto const b = a.reshape(shape(30011, 1));
    std::span<T const> const all(x);
    long double const wanted = exactly(all), unit = std::numeric_limits<T>::epsilon() / 2 * wanted,
                      allowed = std::max(std::fabs(of_two_passes(all) - wanted), ulps * unit);
    T const got = var(a).item();
    EXPECT_LE(std::fabs(got - wanted), allowed) << mean << ", " << drift << ", " << outlier;
    EXPECT_LE(std::fabs(var(b, 0)(0).item() - wanted), allowed) << "in a column";
    EXPECT_EQ(acre::nanvar(a).item(), got) << "there are no NaNs";
    EXPECT_EQ(stddev(a).item(), acre::math::sqrt(got));
    auto holed = x;
    std::vector<T> left;
    for (std::size_t i = 0; i < n; ++i)
      if (i < 5000 || i % 3 == 0)
        holed[i] = std::numeric_limits<T>::quiet_NaN();
      else
        left.push_back(x[i]);
    long double const of_left = exactly(std::span<T const>(left));
    EXPECT_LE(std::fabs(acre::nanvar(place(this->space, holed, shape(30011))).item() - of_left),
              std::max(std::fabs(of_two_passes(std::span<T const>(left)) - of_left),
                       ulps * std::numeric_limits<T>::epsilon() / 2 * of_left));
  };
  for (double const mean : {0.0, 1.0, 1e4, 1e8}) {
    check(float{}, mean, 0, 0, 8);
    check(double{}, mean, 0, 0, 8);
  }
  check(double{}, 1e15, 0, 0, 8);
  check(float{}, 1, 1e6, 0, 8);
  check(double{}, 1e8, 1e8, 0, 8);
  check(float{}, 0, 0, 1e6, 9 * 8);
  check(double{}, 0, 0, 1e10, 9 * 8);
}

TYPED_TEST(statistics, of_many_rows_are_those_of_each)
{
  auto const check = [this]<class T>(T) {
    // a GPU's teams take whole rows where these are many, and parts of one row
    std::int64_t const rows = TypeParam::host_accessible ? 40 : 5000, width = 4108;
    std::vector<T> numbers(static_cast<std::size_t>(rows * width));
    std::uint32_t state = 1;
    for (T& x : numbers) x = static_cast<T>((state = state * 1664525u + 1013904223u) >> 8);
    auto const x = place(this->space, numbers, shape(rows, width));
    for (std::int64_t const n : {4108, 4107, 4106, 4097, 4099}) {
      auto const all = var(x(acre::ALL, slice(0, n)), 1);
      for (std::int64_t const k : {0, 1, 17, 39}) {
        std::int64_t const row = rows - 1 - k;
        EXPECT_EQ(all(row).item(), var(x(row, slice(0, n))).item()) << "row " << row << " of " << n;
      }
    }
    numbers.resize(9 * 4096 + 7);
    auto const one = place(this->space, numbers, shape(9 * 4096 + 7));
    auto const same = var(broadcast_to(one, shape(rows, 9 * 4096 + 7)), 1);
    EXPECT_EQ(same(0).item(), var(one).item());
    EXPECT_EQ(same(rows - 1).item(), var(one).item());
  };
  check(float{});
  check(double{});
}

TYPED_TEST(statistics, spreads_of_extremes)
{
  EXPECT_EQ(var(this->template row<double>({1e200, -1e200})).item(), inf);
  EXPECT_TRUE(std::isnan(var(this->template row<double>({1, inf})).item()));
  auto const large = acre::full<double>(this->space, shape(5000), 1e200);
  EXPECT_EQ(var(large).item(), 0);
  large(slice(0, none, 2)) = -1e200;
  EXPECT_EQ(var(large).item(), inf);
  EXPECT_EQ(var(acre::full<float>(this->space, shape(100000), 0.1f)).item(), 0);
}

TYPED_TEST(statistics, sums_in_another_dtype)
{
  auto const bytes = this->template row<std::uint8_t>({200, 100});
  auto const wrapped = acre::sum<std::uint8_t>(bytes);
  static_assert(std::is_same_v<typename decltype(wrapped)::value_type, std::uint8_t>);
  EXPECT_EQ(wrapped.item(), 44);
  auto const x = this->template row<double>({1.7, 2.7});
  EXPECT_EQ(acre::sum<std::int64_t>(x).item(), 3) << "each element is converted first";
  EXPECT_EQ(acre::prod<float>(bytes, 0).item(), 20000.0f);
  auto const large = acre::full<float>(this->space, shape(3, 4), 1.1f);
  EXPECT_TRUE(equals<double>(acre::sum<double>(large, 1),
                             {4.4000000953674316, 4.4000000953674316, 4.4000000953674316}));
}

}  // namespace
