#include <cmath>

#include "cases.hpp"

// Medians, numbers beside NaNs, products and groups' own reducers on virtual processes, against
// one.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::blocks_of;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

/// (A NaN is one, as its sign isn't promised.)
template <class T>
bool same(T const& a, T const& b)
{
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T, class F>
void cases(int how_many, std::uint64_t seed, F const& f)
{
  std::mt19937_64 dice(seed);
  auto const on = acre_test::queues();
  for (int k = 0; k < how_many; ++k) {
    auto const n = static_cast<std::int64_t>(1 + dice() % (k % 10 == 0 ? 9000 : k % 2 ? 40 : 3));
    int const count = 1 + static_cast<int>(dice() % 7);
    auto const whole =
        from_host(on[static_cast<std::size_t>(k) % on.size()], acre_test::draw<T>(dice, n));
    auto const cut = acre_test::random_cuts(dice, n, count, 64);
    dist::virtual_processes(
        count,
        [&](processes const& all) {
          f(blocks_of(all, whole, blocks(shape(n), dist::cuts(0, cut))), whole);
        },
        dice());
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "case " << k << ": " << n << " elements on " << count;
      return;
    }
  }
}

template <class T>
void quantiles(int how_many, std::uint64_t seed)
{
  cases<T>(how_many, seed, [](auto const& x, auto const& w) {
    EXPECT_TRUE(same(median(x), median(w).item()));
    EXPECT_TRUE(same(nanmedian(x), nanmedian(w).item()));
    for (double const q : {0.0, 0.1, 0.5, 1.0}) {
      EXPECT_TRUE(same(quantile(x, q), quantile(w, q).item())) << q;
      EXPECT_TRUE(same(nanpercentile(x, 100 * q), nanpercentile(w, 100 * q).item())) << q;
      EXPECT_TRUE(same(quantile(x, q, order_statistic::higher),
                       quantile(w, q, order_statistic::higher).item()));
      EXPECT_TRUE(same(percentile(x, 100 * q, interpolation::hazen),
                       percentile(w, 100 * q, interpolation::hazen).item()));
    }
    std::vector<double> const several{0.9, 0.2, 0.5, 0.25, 0.75};
    EXPECT_TRUE(same_bits(quantile(x, several), copy_to(host(), quantile(w, several)), true));
    EXPECT_TRUE(same_bits(nanquantile(x, several), copy_to(host(), nanquantile(w, several)), true));
  });
}
TEST(distributed_statistics, quantiles_of_float64) { quantiles<double>(60, 1); }
TEST(distributed_statistics, quantiles_of_float32) { quantiles<float>(30, 2); }
TEST(distributed_statistics, quantiles_of_int64) { quantiles<std::int64_t>(30, 3); }

TEST(distributed_statistics, medians_of_other_dtypes_and_blocks)
{
  cases<float16>(20, 4, [](auto const& x, auto const& w) {
    EXPECT_TRUE(same(static_cast<float>(median(x)), static_cast<float>(median(w).item())));
  });
  generator g(5);
  array<double, 2> const whole(g.normal(serial(), shape(21, 13)));
  for (int const count : {1, 4, 6})
    dist::virtual_processes(count, [&](processes const& all) {
      auto const u = scatter_from(0, all.rank() == 0 ? whole : array<double, 2>(), all,
                                  blocks(shape(21, 13), axes(0, 1)));
      EXPECT_EQ(median(u), median(whole).item());
      EXPECT_EQ(median(u * u), median(whole * whole).item());
      auto const columns = sum(redistribute(u, axes(0)), 0);  // the same on every process
      EXPECT_EQ(median(columns), median(sum(whole, 0)).item());
      EXPECT_TRUE(std::isnan(median(u * std::numeric_limits<double>::quiet_NaN())));
    });
  dist::virtual_processes(2, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(4)));
    dist::array<std::int64_t, 1> none(all, blocks(shape(0)));
    EXPECT_THROW(quantile(x, 1.5), value_error);
    EXPECT_THROW(quantile(none, 0.5), index_error);
    EXPECT_TRUE(std::isnan(median(dist::array<double, 1>(all, blocks(shape(0))))));
  });
}

template <class T>
void numbers(int how_many, std::uint64_t seed)
{
  cases<T>(how_many, seed, [](auto const& x, auto const& w) {
    EXPECT_TRUE(same(nansum(x), nansum(w).item()));
    EXPECT_TRUE(same(nanprod(x), nanprod(w).item()));
    EXPECT_TRUE(same(nanmean(x), nanmean(w).item()));
    EXPECT_TRUE(same(nanmax(x), nanmax(w).item()));
    EXPECT_TRUE(same(nanmin(x), nanmin(w).item()));
    EXPECT_TRUE(same(dot(x, x + x), dot(w, w + w).item()));
    EXPECT_EQ(allclose(x, x, {.equal_nan = true}), allclose(w, w, {.equal_nan = true}).item());
    EXPECT_EQ(array_equal(x, x), array_equal(w, w).item());
    EXPECT_TRUE(array_equal(x, x, true));
    EXPECT_FALSE(array_equal(x, dist::array<T, 1>(x.all(), blocks(shape(x.size() + 1)))));
    auto const weight = 1 + cast<double>(coordinate(x, 0));
    auto const whole_weight = 1 + arange(w.space(), static_cast<double>(w.size()));
    EXPECT_TRUE(same(average(x, weight), average(w, whole_weight).item()));
  });
}
TEST(distributed_statistics, numbers_of_float64) { numbers<double>(60, 6); }
TEST(distributed_statistics, numbers_of_float32) { numbers<float>(30, 7); }
TEST(distributed_statistics, numbers_of_int32) { numbers<std::int32_t>(20, 8); }

TEST(distributed_statistics, numbers_along_axes)
{
  generator g(9);
  array<double, 2> const whole(sqrt(g.normal(serial(), shape(31, 7)) + 0.5));
  for (int const count : {1, 3, 5})
    dist::virtual_processes(count, [&](processes const& all) {
      dist::array<double, 2> u(all, blocks(shape(31, 7)));
      auto const from = u.first()[0];
      if (u.local().size() > 0)
        u.local()(ALL) = whole(slice(from, from + u.local().extent(0)), ALL);
      EXPECT_TRUE(same_bits(nansum(u, 0).local(), nansum(whole, 0)));
      EXPECT_TRUE(same_bits(nanmax(u, 0).local(), nanmax(whole, 0), true));
      EXPECT_TRUE(same_bits(nanmean(u, 0).local(), nanmean(whole, 0), true));
      auto const rows = slice(from, from + u.local().extent(0));
      EXPECT_TRUE(same_bits(nanmean(u, 1).local(), nanmean(whole, 1)(rows), true));
      EXPECT_TRUE(same(vdot(u, u * 2), vdot(whole, whole * 2).item()));
    });
}

struct bits_of_all {
  using value_type = std::int64_t;
  KOKKOS_FUNCTION std::int64_t identity() const { return 0; }
  KOKKOS_FUNCTION std::int64_t empty() const { return -1; }
  KOKKOS_FUNCTION std::int64_t combine(std::int64_t a, std::int64_t b) const { return a | b; }
  KOKKOS_FUNCTION double finish(std::int64_t a) const { return static_cast<double>(a) / 2; }
};

TEST(distributed_statistics, a_reduction_of_ones_own_of_groups)
{
  cases<std::int64_t>(20, 10, [](auto const& x, auto const& w) {
    auto const groups = group_by(x % 5);
    auto const expected = group_by(w % 5).reduce(w, bits_of_all{});
    auto const got = groups.reduce(x, bits_of_all{});
    ASSERT_EQ(got.shape(), expected.shape());
    auto const from = got.first()[0];
    EXPECT_TRUE(same_bits(got.local(), expected(slice(from, from + got.local().size()))));
  });
}

TEST(distributed_statistics, elementwise_functions_by_their_names)
{
  cases<double>(4, 11, [](auto const& x, auto const& w) {
    auto const part = [&](auto const& whole) {
      auto const from = x.first()[0];
      return evaluate(whole)(slice(from, from + x.local().size()));
    };
    EXPECT_TRUE(same_bits(copy(copysign(x, -x)).local(), part(copysign(w, -w)), true));
    EXPECT_TRUE(same_bits(copy(logaddexp(x, 1.0)).local(), part(logaddexp(w, 1.0)), true));
    EXPECT_TRUE(same_bits(copy(heaviside(x, 0.5)).local(), part(heaviside(w, 0.5)), true));
    EXPECT_TRUE(same_bits(copy(round(x)).local(), part(round(w)), true));
    EXPECT_TRUE(same_bits(copy(radians(x)).local(), part(radians(w)), true));
    EXPECT_TRUE(same_bits(copy(signbit(x)).local(), part(signbit(w))));
  });
}

}  // namespace
