// Random numbers in long runs: ACRE_TEST_INPUTS=1000000000 for 10^9 of each distribution, a sample
// without. Per distribution: the first four moments; chi-square of 4096 equally likely cells; the
// same of 64 x 64 cells of pairs of neighbours and of numbers 64 apart (which share blocks of words
// in float32); Kolmogorov and Smirnov's test of the first 10^7.
//
// Threshold, the same for all and set before any run: a p-value above 10^-4, two-sided but for
// Kolmogorov and Smirnov's. Seed and streams are fixed, so that a run passes always or never.

#include <acre/random/generator.hpp>
#include <acre_test/against_reference.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

using acre::generator, acre::shape;

namespace {

constexpr std::uint64_t seed = 20260;
constexpr double least_p = 1e-4;
constexpr std::int64_t sample = 1 << 19, chunk = std::int64_t{1} << 26, task_size = 1 << 18;
constexpr std::int64_t smirnov_count = 10000000;
constexpr int cells = 4096, side = 64;

using space = acre::host;

/// The probability of a normal number, of either sign, at least so far from 0.
double normal_p(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

/// Wilson and Hilferty's approximation, good to a percent for hundreds of degrees of freedom.
double chi_square_p(double sum, double freedom)
{
  double const v = 2 / (9 * freedom);
  return normal_p((std::cbrt(sum / freedom) - (1 - v)) / std::sqrt(v));
}

double smirnov_p(std::vector<double> u)
{
  std::sort(u.begin(), u.end());
  double const n = static_cast<double>(u.size());
  double worst = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    worst =
        std::max({worst, u[i] - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - u[i]});
  double const t = (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n)) * worst;
  double p = 0;
  for (int k = 1; k < 50; ++k) p += (k % 2 != 0 ? 2 : -2) * std::exp(-2 * k * k * t * t);
  return t < 0.3 ? 1 : p;
}

/// The counts and sums of a range of numbers.
struct tally {
  std::array<double, 4> power{};  // sums of (x - mean)^k
  std::vector<std::int64_t> cell = std::vector<std::int64_t>(cells),
                            pair = std::vector<std::int64_t>(cells),
                            apart = std::vector<std::int64_t>(cells);
  std::vector<std::int64_t> value;

  void add(tally const& other)
  {
    for (std::size_t k = 0; k < 4; ++k) power[k] += other.power[k];
    for (std::size_t k = 0; k < cells; ++k)
      cell[k] += other.cell[k], pair[k] += other.pair[k], apart[k] += other.apart[k];
    value.resize(std::max(value.size(), other.value.size()));
    for (std::size_t k = 0; k < other.value.size(); ++k) value[k] += other.value[k];
  }
};

void row(char const* name, std::string const& test, double p)
{
  if (acre_test::inputs_wanted(0) != 0)
    std::printf("| %-20s | %-22s | %.4f |\n", name, test.c_str(), p), std::fflush(stdout);
  EXPECT_GT(p, least_p) << name << ", " << test;
}

/// Tallies draw(g, n, first) over tasks; count_task(numbers, n, tally) sees a multiple of 128.
template <class Draw, class CountTask>
tally tallied(std::uint64_t stream, std::int64_t count, Draw const& draw,
              CountTask const& count_task)
{
  generator const g = generator(seed).stream(stream);
  tally all;
  for (std::int64_t first = 0; first < count; first += chunk) {
    std::int64_t const n = std::min(chunk, count - first), tasks = (n + task_size - 1) / task_size;
    auto const x = evaluate(draw(g, shape(n), first));
    space().fence();
    std::vector<tally> found(static_cast<std::size_t>(tasks));
    space().queue().for_tasks("tally", tasks, [&](std::int64_t task) {
      std::int64_t const begin = task * task_size;
      count_task(x.data() + begin, std::min(task_size, n - begin),
                 found[static_cast<std::size_t>(task)]);
    });
    for (tally const& part : found) all.add(part);
  }
  return all;
}

void check_moments(char const* name, tally const& t, std::int64_t count,
                   std::array<double, 9> const& central)
{
  double const n = static_cast<double>(count);
  for (std::size_t k = 1; k <= 4; ++k) {
    double const z = (t.power[k - 1] / n - central[k]) /
                     std::sqrt((central[2 * k] - central[k] * central[k]) / n);
    row(name, "moment " + std::to_string(k), normal_p(z));
  }
}

/// A distribution that has a density: its distribution function, mean and central moments.
template <class Draw, class Distribution>
void check_continuous(std::uint64_t stream, char const* name, Draw const& draw,
                      Distribution const& distribution, double mean,
                      std::array<double, 9> const& central)
{
  std::int64_t const count = acre_test::inputs_wanted(sample);
  tally const t = tallied(stream, count, draw, [&](auto const* x, std::int64_t n, tally& mine) {
    auto const place = [&](double v, int of) {
      return std::clamp(static_cast<int>(v * of), 0, of - 1);
    };
    auto const place_of_pair = [&](double a, double b) {
      return static_cast<std::size_t>(place(a, side) * side + place(b, side));
    };
    std::array<double, 64> before{};
    for (std::int64_t i = 0; i < n; ++i) {
      double const d = static_cast<double>(x[i]) - mean,
                   u = distribution(static_cast<double>(x[i]));
      mine.power[0] += d, mine.power[1] += d * d, mine.power[2] += d * d * d,
          mine.power[3] += d * d * d * d;
      ++mine.cell[static_cast<std::size_t>(place(u, cells))];
      if (i % 2 != 0) ++mine.pair[place_of_pair(before[static_cast<std::size_t>((i - 1) % 64)], u)];
      double& earlier = before[static_cast<std::size_t>(i % 64)];
      if (i / 64 % 2 != 0) ++mine.apart[place_of_pair(earlier, u)];
      earlier = u;
    }
  });
  check_moments(name, t, count, central);
  auto const uniform_cells = [&](std::vector<std::int64_t> const& seen, double each) {
    double sum = 0;
    for (std::int64_t const k : seen)
      sum += (static_cast<double>(k) - each) * (static_cast<double>(k) - each) / each;
    return chi_square_p(sum, cells - 1);
  };
  double const each = static_cast<double>(count) / cells;
  row(name, "4096 cells", uniform_cells(t.cell, each));
  row(name, "64 x 64 cells of pairs", uniform_cells(t.pair, each / 2));
  row(name, "pairs 64 apart", uniform_cells(t.apart, each / 2));
  auto const some =
      to_vector(draw(generator(seed).stream(stream), shape(std::min(count, smirnov_count)), 0));
  std::vector<double> u;
  for (auto const x : some) u.push_back(distribution(static_cast<double>(x)));
  row(name, "Kolmogorov-Smirnov", smirnov_p(std::move(u)));
}

/// Every value that is expected 20 times or more is a cell; the others are one on each side.
void check_poisson(std::uint64_t stream, char const* name, double mean)
{
  std::int64_t const count = acre_test::inputs_wanted(sample);
  auto const draw = [mean](generator g, auto const& n, std::int64_t first) {
    return g.poisson(space(), n, mean, first);
  };
  tally const t =
      tallied(stream, count, draw, [&](std::int64_t const* x, std::int64_t n, tally& mine) {
        for (std::int64_t i = 0; i < n; ++i) {
          double const d = static_cast<double>(x[i]) - mean;
          mine.power[0] += d, mine.power[1] += d * d, mine.power[2] += d * d * d,
              mine.power[3] += d * d * d * d;
          auto const k = static_cast<std::size_t>(x[i]);
          if (k >= mine.value.size()) mine.value.resize(k + 1);
          ++mine.value[k];
        }
      });
  std::array<double, 9> central{1, 0};
  for (std::size_t k = 1; k < 8; ++k) {
    double choose = 1;  // k over j
    for (std::size_t j = 0; j < k; ++j) {
      central[k + 1] += mean * choose * central[j];
      choose *= static_cast<double>(k - j) / static_cast<double>(j + 1);
    }
  }
  check_moments(name, t, count, central);

  double const n = static_cast<double>(count);
  double sum = 0, freedom = -1, rest_seen = 0, rest_expected = 0, expected_so_far = 0;
  auto const close_cell = [&](double seen, double expected) {
    sum += (seen - expected) * (seen - expected) / expected;
    ++freedom;
  };
  bool below = true;
  for (std::size_t k = 0; k < t.value.size(); ++k) {
    double const at = static_cast<double>(k);
    double const expected = n * std::exp(at * std::log(mean) - mean - std::lgamma(at + 1));
    double const seen = static_cast<double>(t.value[k]);
    expected_so_far += expected;
    rest_seen += seen, rest_expected += expected;
    if (expected < 20) continue;
    if (below || rest_expected == expected)
      close_cell(rest_seen, rest_expected), rest_seen = rest_expected = 0, below = false;
  }
  rest_expected += n - expected_so_far;
  if (rest_expected > 5) close_cell(rest_seen, rest_expected);
  row(name, "every value", chi_square_p(sum, freedom));
}

}  // namespace

TEST(random_statistics, uniform)
{
  std::array<double, 9> central{};
  for (std::size_t k = 0; k <= 8; k += 2)
    central[k] = std::ldexp(1.0, -static_cast<int>(k)) / static_cast<double>(k + 1);
  auto const identity = [](double x) { return x; };
  check_continuous(
      1, "uniform float32",
      [](generator g, auto const& n, std::int64_t first) {
        return g.uniform<float>(space(), n, first);
      },
      identity, 0.5, central);
  check_continuous(
      2, "uniform float64",
      [](generator g, auto const& n, std::int64_t first) { return g.uniform(space(), n, first); },
      identity, 0.5, central);
}

TEST(random_statistics, normal)
{
  std::array<double, 9> const central{1, 0, 1, 0, 3, 0, 15, 0, 105};
  auto const distribution = [](double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); };
  check_continuous(
      3, "normal float32",
      [](generator g, auto const& n, std::int64_t first) {
        return g.normal<float>(space(), n, first);
      },
      distribution, 0, central);
  check_continuous(
      4, "normal float64",
      [](generator g, auto const& n, std::int64_t first) { return g.normal(space(), n, first); },
      distribution, 0, central);
}

TEST(random_statistics, exponential)
{
  std::array<double, 9> const central{1, 0, 1, 2, 9, 44, 265, 1854, 14833};
  auto const distribution = [](double x) { return -std::expm1(-x); };
  check_continuous(
      5, "exponential float32",
      [](generator g, auto const& n, std::int64_t first) {
        return g.exponential<float>(space(), n, 1, first);
      },
      distribution, 1, central);
  check_continuous(
      6, "exponential float64",
      [](generator g, auto const& n, std::int64_t first) {
        return g.exponential(space(), n, 1, first);
      },
      distribution, 1, central);
}

// alpha 2.5 and 0.5, where the distribution function is one of erf and exp
TEST(random_statistics, gamma)
{
  for (double const alpha : {0.5, 2.5}) {
    std::array<double, 9> central{1, 0};
    for (std::size_t k = 1; k < 8; ++k)
      central[k + 1] = static_cast<double>(k) * (central[k] + alpha * central[k - 1]);
    auto const distribution = [alpha](double x) {
      double const root = std::sqrt(x);
      double const half = std::erf(root);
      return alpha < 1
                 ? half
                 : half - 2 * std::numbers::inv_sqrtpi * std::exp(-x) * root * (1 + x * (2.0 / 3));
    };
    check_continuous(
        alpha < 1 ? 7 : 8, alpha < 1 ? "gamma 0.5 float64" : "gamma 2.5 float64",
        [alpha](generator g, auto const& n, std::int64_t first) {
          return g.gamma(space(), n, alpha, 1, first);
        },
        distribution, alpha, central);
  }
}

TEST(random_statistics, poisson)
{
  check_poisson(9, "poisson 4", 4);
  check_poisson(10, "poisson 30", 30);
}
