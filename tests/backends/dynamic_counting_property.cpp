// Histograms, counts and quantiles of drawn elements against plain models.

#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre_test/drawn.hpp>
#include <acre_test/dynamic_sweep.hpp>
#include <acre_test/order_models.hpp>

using acre_test::draw, acre_test::has_elements, acre_test::place;
namespace dynamic = acre::dynamic;

namespace {

/// How many fall between ascending edges; the last bin is closed.
std::vector<std::int64_t> counted(std::vector<double> const& v, std::vector<double> const& edges)
{
  std::vector<std::int64_t> counts(edges.size() - 1, 0);
  for (double const x : v) {
    if (!(x >= edges.front() && x <= edges.back())) continue;
    auto const behind = std::upper_bound(edges.begin(), edges.end(), x) - edges.begin();
    ++counts[static_cast<std::size_t>(std::min<std::ptrdiff_t>(behind, std::ssize(counts)) - 1)];
  }
  return counts;
}

DYNAMIC_SWEEP(dynamic_counting_property, bins)
{
  draw random(1);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    auto const v = acre_test::crowded<double>(random.length(20000), random.seed());
    auto const x = place(space, v);
    // equal bins: the edges that there are
    int const bins = 1 + random.below(random.once_in(10) ? 5000 : 40);
    double const low = random.below(100) - 80, high = low + 1 + random.below(90);
    auto const equal = dynamic::histogram(x, {.bins = bins, .range = std::pair(low, high)});
    ASSERT_TRUE(
        has_elements(equal.counts, counted(v, acre_test::elements_of<double>(equal.edges[0]))))
        << "case " << k << ": " << bins << " bins from " << low << " to " << high;
    // given edges, some of them twice and on elements
    std::vector<double> edges;
    for (int e = 2 + random.below(30); e > 0; --e)
      edges.push_back(!v.empty() && random.once_in(2) && !std::isnan(v[0])
                          ? v[0] + random.below(3)
                          : random.below(400) * 0.5 - 100);
    std::sort(edges.begin(), edges.end());
    auto const given = place(space, edges);
    ASSERT_TRUE(has_elements(dynamic::histogram(x, {.edges = given}).counts, counted(v, edges)))
        << "case " << k;
    std::vector<std::int64_t> digits;
    for (double const e : v)
      digits.push_back(std::isnan(e)
                           ? std::ssize(edges)
                           : std::upper_bound(edges.begin(), edges.end(), e) - edges.begin());
    ASSERT_TRUE(has_elements(dynamic::digitize(x, given), digits)) << "case " << k;
  }
}

DYNAMIC_SWEEP(dynamic_counting_property, numbers)
{
  draw random(2);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    int const numbers = 1 + random.below(random.once_in(10) ? 100000 : 50);
    std::vector<std::int32_t> v(static_cast<std::size_t>(random.length(20000)));
    for (auto& x : v) x = random.below(numbers);
    int const least = random.below(60);
    std::int64_t const largest = v.empty() ? -1 : *std::max_element(v.begin(), v.end());
    std::vector<std::int64_t> counts(
        static_cast<std::size_t>(std::max<std::int64_t>(largest + 1, least)), 0);
    for (auto const x : v) ++counts[static_cast<std::size_t>(x)];
    ASSERT_TRUE(has_elements(dynamic::bincount(place(space, v), {}, least), counts))
        << "case " << k;
  }
}

/// NumPy's linear method.
double quantile_of(std::vector<double> v, double q)
{
  if (v.empty() || std::any_of(v.begin(), v.end(), [](double x) { return std::isnan(x); }))
    return std::numeric_limits<double>::quiet_NaN();
  std::sort(v.begin(), v.end());
  double const at = q * static_cast<double>(v.size() - 1);
  auto const below = static_cast<std::size_t>(std::floor(at));
  double const a = v[below], b = v[std::min(below + 1, v.size() - 1)], t = at - std::floor(at);
  return t >= 0.5 ? b - (b - a) * (1 - t) : a + (b - a) * t;
}

DYNAMIC_SWEEP(dynamic_counting_property, quantiles)
{
  draw random(3);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    std::int64_t const rows = 1 + random.below(4), n = 1 + random.length(5000);
    auto v = random.once_in(4) ? acre_test::crowded<double>(rows * n, random.seed())
                               : acre_test::noise<double>(rows * n, random.seed());
    for (auto& x : v)
      if (std::isinf(x)) x = 7;  // between infinities nothing is told
    std::vector<double> const q{random.below(1025) / 1024.0, random.below(2) * 1.0,
                                random.below(1000) / 999.0};
    std::vector<double> wanted;
    for (double const share : q)
      for (std::int64_t r = 0; r < rows; ++r)
        wanted.push_back(quantile_of({v.begin() + r * n, v.begin() + (r + 1) * n}, share));
    auto const x = place(space, v, {rows, n});
    auto const got = acre_test::elements_of<double>(
        dynamic::quantile("quantile", x, place(space, q), {.axes = std::vector{1}}));
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_TRUE(got[i] == wanted[i] || (std::isnan(got[i]) && std::isnan(wanted[i])))
          << "case " << k << ", " << i << ": " << got[i] << ", not " << wanted[i];
  }
}

}  // namespace
