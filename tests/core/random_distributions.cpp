// Every distribution against its own function, 10^6 draws each. Thresholds: Kolmogorov and
// Smirnov's sqrt(n) D below 2.2 (probability 1.2e-4 of more), chi-square less than 4.5 standard
// deviations above its mean. Seeds are fixed, so that a test passes always or never. Without
// optimisation a tenth of the draws: their bits are those of the others.

#include <acre/elementwise/functions.hpp>
#include <acre/random/generator.hpp>
#include <acre/random/quasi.hpp>
#include <acre_test/compare.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>

using acre::generator, acre::shape;

namespace {

#ifdef __OPTIMIZE__
constexpr std::int64_t draws = 1000000;
#else
constexpr std::int64_t draws = 100000;
#endif
auto const n = shape(draws);

using space = acre::host;
using real_function = std::function<double(double)>;

template <class E>
std::vector<double> numbers(E const& e)
{
  auto const v = to_vector(e);
  return {v.begin(), v.end()};
}

double smirnov(std::vector<double> v, real_function const& distribution)
{
  std::sort(v.begin(), v.end());
  double const count = static_cast<double>(v.size());
  double worst = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    double const f = distribution(v[i]);
    worst = std::max(
        {worst, f - static_cast<double>(i) / count, static_cast<double>(i + 1) / count - f});
  }
  return worst * std::sqrt(count);
}
constexpr double smirnov_limit = 2.2;

/// Standard deviations above the mean of chi-square; outcomes with fewer than 20 expected are one.
double chi_square(std::vector<double> const& v, real_function const& probability, std::int64_t low,
                  std::int64_t high)
{
  std::vector<double> seen(static_cast<std::size_t>(high - low + 1));
  double const count = static_cast<double>(v.size());
  double rest_seen = 0, rest_expected = count, sum = 0, cells = 0;
  for (double const x : v)
    if (x >= static_cast<double>(low) && x <= static_cast<double>(high))
      ++seen[static_cast<std::size_t>(x - static_cast<double>(low))];
    else
      ++rest_seen;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    double const expected = count * probability(static_cast<double>(low) + static_cast<double>(k));
    if (expected < 20) {
      rest_seen += seen[k];
      continue;
    }
    rest_expected -= expected;
    sum += (seen[k] - expected) * (seen[k] - expected) / expected;
    ++cells;
  }
  if (rest_expected > 20) {
    sum += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
    ++cells;
  } else {
    EXPECT_LT(rest_seen, 100);
  }
  double const freedom = std::max(1.0, cells - 1);
  return (sum - freedom) / std::sqrt(2 * freedom);
}
constexpr double chi_square_limit = 4.5;

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// The regularised incomplete gamma function, by its series or its continued fraction.
double gamma_distribution(double a, double x)
{
  if (x <= 0) return 0;
  double const scale = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double k = a + 1; term > sum * 1e-17; ++k) sum += term *= x / k;
    return sum * scale;
  }
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int i = 1; i < 1000; ++i) {
    double const an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-16) break;
  }
  return 1 - scale * h;
}

double log_choose(double trials, double k)
{
  return std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1);
}

void expect_moments(std::vector<double> const& v, double mean, double variance, double kurtosis)
{
  double const count = static_cast<double>(v.size());
  double const m = std::accumulate(v.begin(), v.end(), 0.0) / count;
  double s = 0;
  for (double const x : v) s += (x - m) * (x - m);
  EXPECT_NEAR(m, mean, 4.5 * std::sqrt(variance / count));
  EXPECT_NEAR(s / count, variance,
              variance * (4.5 * std::sqrt((kurtosis - 1) / count) + 10 / count));
}

}  // namespace

TEST(random_distributions, uniform)
{
  generator g(1);
  auto const identity = [](double x) { return x; };
  auto const floats = numbers(g.uniform<float>(space(), n)),
             doubles = numbers(g.uniform(space(), n));
  EXPECT_LT(smirnov(floats, identity), smirnov_limit);
  EXPECT_LT(smirnov(doubles, identity), smirnov_limit);
  expect_moments(floats, 0.5, 1.0 / 12, 1.8);
  expect_moments(doubles, 0.5, 1.0 / 12, 1.8);
  EXPECT_LT(
      smirnov(numbers(g.uniform<float>(space(), n, -3, 5)), [](double x) { return (x + 3) / 8; }),
      smirnov_limit);
}

TEST(random_distributions, neighbours_are_not_correlated)
{
  for (bool const single : {true, false}) {
    generator g(2);
    auto const v = single ? numbers(g.normal<float>(space(), n)) : numbers(g.normal(space(), n));
    for (std::size_t lag = 1; lag <= 8; ++lag) {
      double sum = 0, squares = 0;
      for (std::size_t i = 0; i + lag < v.size(); ++i) {
        sum += v[i] * v[i + lag];
        squares += (v[i] * v[i] - 1) * (v[i + lag] * v[i + lag] - 1);
      }
      EXPECT_LT(std::abs(sum) / 1000, 4.5) << lag;
      EXPECT_LT(std::abs(squares) / 2000, 4.5) << lag;
    }
  }
}

TEST(random_distributions, normal)
{
  generator g(3);
  auto const floats = numbers(g.normal<float>(space(), n)), doubles = numbers(g.normal(space(), n));
  EXPECT_LT(smirnov(floats, normal_distribution), smirnov_limit);
  EXPECT_LT(smirnov(doubles, normal_distribution), smirnov_limit);
  expect_moments(floats, 0, 1, 3);
  expect_moments(doubles, 0, 1, 3);
  EXPECT_LT(smirnov(numbers(g.normal(space(), n, 10, 2)),
                    [](double x) { return normal_distribution((x - 10) / 2); }),
            smirnov_limit);
  EXPECT_LT(smirnov(numbers(g.lognormal(space(), n, 1, 0.5)),
                    [](double x) { return normal_distribution((std::log(x) - 1) / 0.5); }),
            smirnov_limit);
}

// the logarithm and the angle against the C library's, in float64
TEST(random_distributions, normal_is_box_and_mullers_to_a_few_ulp)
{
  using namespace acre::detail;
  double worst_float = 0, worst_double = 0;
  for (std::uint32_t i = 0; i < 200000; ++i) {
    auto b = acre::philox4x32_10({{i, 0, 0, 0}}, 11, 13);
    if (i % 4 == 0) b.w[0] >>= i % 31, b.w[1] = 0;                      // the tail
    if (i % 4 == 1) b.w[0] |= (~0u << i % 31) >> 1, b.w[1] |= 0xfffff;  // the centre
    auto const f = normal_pair(b.w[0], b.w[2]);
    auto const s = static_cast<float>(static_cast<std::int32_t>(b.w[0]));
    double const u = std::fma(std::abs(s), 0x1p-31f, 0x1p-32f);
    double const r = std::sqrt(-2 * std::log(u));
    double t = std::numbers::pi * std::ldexp(static_cast<std::int32_t>(b.w[2]), -32);
    double x = r * std::cos(t) * (s < 0 ? -1 : 1), y = r * std::sin(t);
    worst_float = std::max({worst_float, std::abs(f.x - x) / std::max(r, 1e-30),
                            std::abs(f.y - y) / std::max(r, 1e-30)});

    auto const d = normal_pair(b);
    double const v = half_open_from(b.w[0], b.w[1]);
    double const radius = std::sqrt(-2 * std::log(v));
    t = std::numbers::pi / 2 *
        (std::ldexp(static_cast<double>(joined(b.w[2], b.w[3]) & 0xfffffffffffffu), -52) - 0.5);
    x = radius * std::cos(t) * (b.w[3] >> 31 ? -1 : 1), y = radius * std::sin(t);
    if ((b.w[3] >> 30 & 1) != 0) std::swap(x, y);
    worst_double = std::max({worst_double, std::abs(d.x - x) / radius, std::abs(d.y - y) / radius});
  }
  EXPECT_LT(worst_float, 4 * 0x1p-23);
  EXPECT_LT(worst_double, 4 * 0x1p-52);
  EXPECT_EQ(exponential_from(1.0f), 0.0f);
  EXPECT_NEAR(exponential_from(0x1p-32f), 32 * std::numbers::ln2, 2e-6);
  EXPECT_NEAR(exponential_from(0x1p-53), 53 * std::numbers::ln2, 1e-14);
}

TEST(random_distributions, exponential)
{
  generator g(4);
  EXPECT_LT(smirnov(numbers(g.exponential<float>(space(), n, 2)),
                    [](double x) { return -std::expm1(-x / 2); }),
            smirnov_limit);
  auto const v = numbers(g.exponential(space(), n));
  EXPECT_LT(smirnov(v, [](double x) { return -std::expm1(-x); }), smirnov_limit);
  expect_moments(v, 1, 1, 9);
}

TEST(random_distributions, integers)
{
  generator g(5);
  auto const even = [](double) { return 1.0 / 6; };
  EXPECT_LT(chi_square(numbers(g.integers<std::int32_t>(space(), n, 0, 6)), even, 0, 5),
            chi_square_limit);
  EXPECT_LT(chi_square(numbers(g.integers(space(), n, -3, 3)), even, -3, 2), chi_square_limit);
  EXPECT_LT(chi_square(
                numbers(g.integers<std::int8_t>(space(), n, -128, 127)),
                [](double) { return 1.0 / 255; }, -128, 126),
            chi_square_limit);
  EXPECT_EQ(numbers(g.integers<std::uint8_t>(space(), shape(3), 7, 8)),
            (std::vector<double>{7, 7, 7}));
  // a third of the words is refused here; and a range of 64 bits
  auto const wide = numbers(g.integers<std::uint32_t>(space(), n, 0, 2863311531u));
  EXPECT_LT(smirnov(wide, [](double x) { return x / 2863311531.0; }), smirnov_limit);
  auto const most = std::numeric_limits<std::int64_t>::max();
  auto const whole = numbers(g.integers<std::int64_t>(space(), n, -most - 1, most));
  EXPECT_LT(smirnov(whole, [](double x) { return x * 0x1p-64 + 0.5; }), smirnov_limit);
  auto const thirds = numbers(g.integers<std::uint64_t>(space(), n, 5, 12297829382473034416u));
  EXPECT_LT(smirnov(thirds, [](double x) { return x / 12297829382473034411.0; }), smirnov_limit);
}

TEST(random_distributions, points)
{
  generator g(6);
  for (bool const single : {true, false}) {
    auto const disc =
        single ? numbers(g.in_disc<float>(space(), draws)) : numbers(g.in_disc(space(), draws));
    auto const circle =
        single ? numbers(g.on_circle<float>(space(), draws)) : numbers(g.on_circle(space(), draws));
    auto const sphere =
        single ? numbers(g.on_sphere<float>(space(), draws)) : numbers(g.on_sphere(space(), draws));
    auto const ball =
        single ? numbers(g.in_ball<float>(space(), draws)) : numbers(g.in_ball(space(), draws));
    std::vector<double> area, angle, length, x, z, volume;
    for (std::size_t i = 0; i < draws; ++i) {
      area.push_back(disc[2 * i] * disc[2 * i] + disc[2 * i + 1] * disc[2 * i + 1]);
      length.push_back(std::hypot(circle[2 * i], circle[2 * i + 1]));
      angle.push_back(std::atan2(circle[2 * i + 1], circle[2 * i]) / (2 * std::numbers::pi) + 0.5);
      double const* const p = &sphere[3 * i];
      length.push_back(std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
      x.push_back((p[0] + 1) / 2);
      z.push_back((p[2] + 1) / 2);
      double const* const q = &ball[3 * i];
      volume.push_back(std::pow(q[0] * q[0] + q[1] * q[1] + q[2] * q[2], 1.5));
    }
    auto const identity = [](double v) { return v; };
    for (auto const& v : {area, angle, x, z, volume})
      EXPECT_LT(smirnov(v, identity), smirnov_limit);
    double const ulp = single ? 0x1p-23 : 0x1p-52;
    for (double const r : length) ASSERT_NEAR(r, 1, 4 * ulp);
    EXPECT_LE(*std::max_element(area.begin(), area.end()), 1 + 4 * ulp);
  }
}

TEST(random_distributions, gamma)
{
  generator g(8);
  for (double const alpha : {0.05, 0.5, 1.0, 2.5, 100.0}) {
    auto const v = numbers(g.gamma(space(), n, alpha, 3));
    EXPECT_LT(smirnov(v, [&](double x) { return gamma_distribution(alpha, x / 3); }), smirnov_limit)
        << alpha;
    expect_moments(v, 3 * alpha, 9 * alpha, 3 + 6 / alpha);
  }
}

TEST(random_distributions, beta)
{
  generator g(9);
  // beta(a, 1) and beta(1, b) have distribution functions that can be written down
  for (double const a : {0.2, 0.7, 3.0}) {
    EXPECT_LT(smirnov(numbers(g.beta(space(), n, a, 1)), [&](double x) { return std::pow(x, a); }),
              smirnov_limit)
        << a;
    EXPECT_LT(smirnov(numbers(g.beta(space(), n, 1, a)),
                      [&](double x) { return 1 - std::pow(1 - x, a); }),
              smirnov_limit)
        << a;
  }
  EXPECT_LT(smirnov(numbers(g.beta(space(), n, 0.5, 0.5)),
                    [](double x) { return 2 / std::numbers::pi * std::asin(std::sqrt(x)); }),
            smirnov_limit);
  EXPECT_LT(smirnov(numbers(g.beta(space(), n, 2, 3)),
                    [](double x) { return x * x * (6 - 8 * x + 3 * x * x); }),
            smirnov_limit);
  for (double const x : to_vector(g.beta(space(), n, 1e-3, 1e-3))) ASSERT_TRUE(x >= 0 && x <= 1);
  // so small that the logarithms of both parts are infinite: 0 or 1, with the mean that there is
  double ones = 0;
  for (double const x : to_vector(g.beta(space(), n, 3e-310, 1e-310))) {
    ASSERT_TRUE(x == 0 || x == 1);
    ones += x;
  }
  EXPECT_NEAR(ones / static_cast<double>(acre::size_of(n)), 0.75, 0.01);
}

TEST(random_distributions, poisson)
{
  generator g(10);
  for (double const mean : {0.3, 4.0, 9.99, 10.0, 33.0, 1000.0}) {
    auto const v = numbers(g.poisson(space(), n, mean));
    auto const probability = [&](double k) {
      return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
    };
    EXPECT_LT(
        chi_square(v, probability, 0, static_cast<std::int64_t>(mean + 6 * std::sqrt(mean)) + 5),
        chi_square_limit)
        << mean;
    expect_moments(v, mean, mean, 3 + 1 / mean);
  }
  EXPECT_EQ(numbers(g.poisson(space(), shape(3), 0)), (std::vector<double>{0, 0, 0}));
  double const large = 0x1p50;
  auto v = numbers(g.poisson(space(), n, large));
  EXPECT_LT(
      smirnov(v,
              [&](double x) { return normal_distribution((x + 0.5 - large) / std::sqrt(large)); }),
      smirnov_limit);
}

TEST(random_distributions, binomial)
{
  generator g(11);
  struct trial {
    std::int64_t trials;
    double p;
  };
  for (auto const [trials, p] : {trial{1, 0.5}, trial{20, 0.3}, trial{20, 0.5}, trial{25, 0.9},
                                 trial{100, 0.35}, trial{100000, 0.002}}) {
    auto const v = numbers(g.binomial(space(), n, trials, p));
    auto const probability = [&](double k) {
      double const t = static_cast<double>(trials);
      return std::exp(log_choose(t, k) + k * std::log(p) + (t - k) * std::log1p(-p));
    };
    EXPECT_LT(chi_square(v, probability, 0, std::min<std::int64_t>(trials, 1000)), chi_square_limit)
        << trials << ' ' << p;
    double const variance = static_cast<double>(trials) * p * (1 - p);
    expect_moments(v, static_cast<double>(trials) * p, variance,
                   3 + (1 - 6 * p * (1 - p)) / variance);
  }
  EXPECT_EQ(numbers(g.binomial(space(), shape(2), 9, 1)), (std::vector<double>{9, 9}));
  EXPECT_EQ(numbers(g.binomial(space(), shape(2), 9, 0)), (std::vector<double>{0, 0}));
  EXPECT_EQ(numbers(g.binomial(space(), shape(2), 0, 0.5)), (std::vector<double>{0, 0}));
  double const large = 0x1p50;
  auto const v = numbers(g.binomial(space(), n, std::int64_t{1} << 50, 0.25));
  EXPECT_LT(smirnov(v,
                    [&](double x) {
                      return normal_distribution((x + 0.5 - large / 4) / std::sqrt(large * 3 / 16));
                    }),
            smirnov_limit);
}

TEST(random_distributions, choice)
{
  generator g(12);
  std::vector<double> weights;
  for (int k = 0; k < 100; ++k) weights.push_back(k % 7 == 0 ? 0 : k * 0.3);
  double const total = std::accumulate(weights.begin(), weights.end(), 0.0);
  auto const v = numbers(g.choice(space(), n, weights));
  EXPECT_LT(chi_square(
                v, [&](double k) { return weights[static_cast<std::size_t>(k)] / total; }, 0, 99),
            chi_square_limit);
  for (double const k : v) ASSERT_NE(static_cast<int>(k) % 7, 0);
}

TEST(random_distributions, permutation)
{
  generator g(13);
  for (std::int64_t const count : {0, 1, 2, 3, 255, 256, 257, 100000}) {
    auto order = to_vector(g.permutation(space(), count));
    std::sort(order.begin(), order.end());
    for (std::int64_t k = 0; k < count; ++k)
      ASSERT_EQ(order[static_cast<std::size_t>(k)], k) << count;
  }
  // all 120 orders of 5 equally often; and where element 3 of 1000 goes
  std::map<std::vector<std::int64_t>, std::int64_t> seen;
  for (int i = 0; i < 120000; ++i) ++seen[to_vector(g.permutation(space(), 5))];
  ASSERT_EQ(seen.size(), 120u);
  double sum = 0;
  for (auto const& [order, times] : seen)
    sum += std::pow(static_cast<double>(times) - 1000, 2) / 1000;
  EXPECT_LT((sum - 119) / std::sqrt(2 * 119), chi_square_limit);
}

// 2^k points of each pair of the first dimensions, one in each box of a net where both have one
TEST(random_distributions, sobol_fills_every_interval_once)
{
  auto const v = to_vector(acre::sobol(space(), 1024, 10));
  for (std::size_t d = 0; d < 10; ++d) {
    std::vector<int> cell(1024);
    for (std::size_t i = 0; i < 1024; ++i) ++cell[static_cast<std::size_t>(v[10 * i + d] * 1024)];
    EXPECT_EQ(std::count(cell.begin(), cell.end(), 1), 1024) << d;
  }
  for (int bits = 0; bits <= 10; ++bits) {  // dimensions 0 and 1 are a (0, 10, 2)-net
    std::vector<int> box(1024);
    for (std::size_t i = 0; i < 1024; ++i)
      ++box[static_cast<std::size_t>(v[10 * i] * (1 << bits)) << (10 - bits) |
            static_cast<std::size_t>(v[10 * i + 1] * (1 << (10 - bits)))];
    EXPECT_EQ(std::count(box.begin(), box.end(), 1), 1024) << bits;
  }
  auto const later = to_vector(acre::sobol(space(), 24, 10, 1000));
  EXPECT_TRUE(std::equal(later.begin(), later.end(), v.begin() + 10000));
  // the first points as S. Joe and F. Y. Kuo's program gives them
  EXPECT_EQ(to_vector(acre::sobol<float>(space(), 4, 3)),
            (std::vector<float>{0, 0, 0, 0.5, 0.5, 0.5, 0.75, 0.25, 0.25, 0.25, 0.75, 0.75}));
}

TEST(random_distributions, halton_reverses_digits)
{
  auto const v = to_vector(acre::halton(space(), 5, 3));
  std::vector<double> const expected{0,       0,       0,       0.5,     1.0 / 3,
                                     1.0 / 5, 0.25,    2.0 / 3, 2.0 / 5, 0.75,
                                     1.0 / 9, 3.0 / 5, 0.125,   4.0 / 9, 4.0 / 5};
  EXPECT_EQ(v, expected);
}
