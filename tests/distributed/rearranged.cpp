#include <acre_test/error_of.hpp>

#include "bits.hpp"
#include <gmock/gmock.h>

// Elements at other places, and scans of what lies before, on virtual processes, against one.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::bits_of;
using dist::blocks;
using dist::processes;

/// This process' block of a result, against that part of the whole.
template <class T, int Rank>
void expect_part(char const* what, dist::array<T, Rank> const& got, array<T, Rank> const& whole)
{
  ASSERT_EQ(got.shape(), whole.shape()) << what;
  auto const part = dist::detail::part_of(whole, got.first(), got.local().shape());
  ASSERT_EQ(bits_of(got.local()), bits_of(part))
      << what << " on process " << got.all().rank() << " of " << got.all().size();
}

template <class T, int Rank, class F>
void on_processes(shape_t<Rank> const& s, std::uint64_t seed, F const& f)
{
  std::mt19937_64 dice(seed);
  auto const whole = acre_test::draw_shape<T>(host(), s, seed);
  for (int const count : {1, 2, 3, 7})
    for (int way = 0; way < (Rank > 1 ? 2 : 1); ++way) {
      auto const cut = acre_test::random_cuts(dice, s[0], count, 64);
      dist::virtual_processes(
          count,
          [&](processes const& all) {
            auto const where = way == 1 ? blocks(s, axes(Rank - 1), dist::halo(s[Rank - 1] > 0))
                                        : blocks(s, dist::cuts(0, cut));
            f(scatter_from(0, all.rank() == 0 ? whole : array<T, Rank>(), all, where), whole);
          },
          dice());
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(distributed_rearranged, roll)
{
  for (std::int64_t const n : {0, 1, 5, 300})
    on_processes<double, 1>(shape(n), 1, [](auto const& x, auto const& w) {
      for (std::int64_t const by : {0, 1, -1, 2, 7, 150, -1000}) {
        expect_part("roll", roll(x, by), array<double, 1>(roll(w, by, 0)));
        expect_part("roll of an expression", roll(x * 2, by), array<double, 1>(roll(w * 2, by, 0)));
      }
    });
  on_processes<float, 2>(shape(23, 11), 2, [](auto const& x, auto const& w) {
    for (std::int64_t const by : {1, -3, 12})
      for (int const axis : {0, 1, -1})
        expect_part("roll along an axis", roll(x, by, axis), array<float, 2>(roll(w, by, axis)));
  });
}

TEST(distributed_rearranged, diff)
{
  for (std::int64_t const n : {0, 1, 2, 5, 300})
    on_processes<double, 1>(shape(n), 3, [](auto const& x, auto const& w) {
      for (std::int64_t const times : {0, 1, 2, 5})
        expect_part("diff", diff(x, times), array<double, 1>(diff(w, times)));
      expect_part("of bool", diff(x > 0), array<bool, 1>(diff(w > 0)));
    });
  on_processes<std::int32_t, 2>(shape(9, 12), 4, [](auto const& x, auto const& w) {
    expect_part("diff along axis 0", diff(x, 1, 0), diff(w, 1, 0));
    expect_part("diff along axis 1", diff(x, 3, 1), diff(w, 3, 1));
  });
}

TEST(distributed_rearranged, concatenate)
{
  on_processes<double, 2>(shape(14, 6), 5, [](auto const& x, auto const& w) {
    for (int const axis : {0, 1}) {
      expect_part("two", dist::concatenate({x, x}, axis), concatenate({w, w}, axis));
      expect_part("three of different dtypes",
                  dist::concatenate(std::tuple(cast<float>(x), x * 2, x > 0), axis),
                  concatenate(std::tuple(cast<float>(w), w * 2, w > 0), axis));
    }
    auto const top = sum(x, 0, keepdims);  // copies of it, where axis 0 is cut
    expect_part("beside a sum", dist::concatenate(std::tuple(x, top)),
                concatenate(std::tuple(w, sum(w, 0, keepdims))));
  });
}

/// Tiles of a scan are 4096 elements: some are cut, and some blocks lie within one.
TEST(distributed_rearranged, scans_of_what_lies_before)
{
  using sum_of = acre::detail::sum_reducer<double>;
  for (std::int64_t const n : {0, 1, 3, 200, 9000})
    on_processes<double, 1>(shape(n), 6, [](auto const& x, auto const& w) {
      expect_part("exclusive", exclusive_scan(x, sum_of{}), exclusive_scan(w, sum_of{}));
      expect_part("with nothing first", cumulative_sum(x, include_initial),
                  cumulative_sum(w, include_initial));
      expect_part("of products", cumulative_prod(x / 1000, 0, include_initial),
                  cumulative_prod(w / 1000, 0, include_initial));
      expect_part("of numbers", nancumsum(sqrt(x)), nancumsum(sqrt(w)));
      expect_part("products of numbers", nancumprod(sqrt(x / 900)), nancumprod(sqrt(w / 900)));
      expect_part("by another name", cumulative_sum(x), cumulative_sum(w));
    });
  on_processes<double, 2>(shape(40, 6), 7, [](auto const& x, auto const& w) {
    for (int const axis : {0, 1, -1}) {
      expect_part("exclusive along an axis", exclusive_scan(x, sum_of{}, axis),
                  exclusive_scan(w, sum_of{}, axis));
      expect_part("with nothing first", cumulative_sum(cast<bool>(x), axis, include_initial),
                  cumulative_sum(cast<bool>(w), axis, include_initial));
    }
  });
}

TEST(distributed_rearranged, an_element_crosses_once)
{
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(4000)));
    x = coordinate(x, 0);
    auto before = all.sent();
    auto const d = diff(x);
    EXPECT_LE(all.sent().bytes - before.bytes, 8 + 200);
    EXPECT_EQ(d.local().size(), all.rank() == 3 ? 999 : 1000);
    before = all.sent();
    roll(x, 3);
    EXPECT_LE(all.sent().bytes - before.bytes, 1000 * 8 + 200);
  });
}

TEST(distributed_rearranged, what_cannot_be_is_refused)
{
  using acre_test::error_of;
  using testing::HasSubstr;
  processes const alone;
  dist::array<double, 2> x(alone, blocks(shape(4, 3))), y(alone, blocks(shape(4, 2)));
  EXPECT_THROW(roll(x, 1, 2), index_error);
  EXPECT_THAT(error_of<value_error>([&] { diff(x, -1); }), HasSubstr("must be non-negative"));
  EXPECT_THAT(error_of<shape_error>([&] { dist::concatenate({x, y}); }), HasSubstr("dimension"));
  EXPECT_THROW(dist::concatenate(std::vector<dist::array<double, 1>>()), value_error);
  dist::virtual_processes(3, [](processes const& all) {
    dist::array<double, 1> z(all, blocks(shape(9)));
    EXPECT_THAT(error_of<value_error>([&] { roll(z, all.rank() == 1 ? 2 : 1); }),
                testing::AllOf(HasSubstr("roll by 1 along axis 0"), HasSubstr("roll by 2")));
  });
}

/// Each is an error on all processes that names both calls; what follows goes on.
TEST(distributed_rearranged, calls_that_differ_in_an_argument)
{
  using acre_test::error_of;
  using testing::HasSubstr;
  dist::virtual_processes(2, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(8))), many(all, blocks(shape(1 << 18)));
    x = coordinate(x, 0) * 0.125;
    many = 0.5;
    bool const is_first = all.rank() == 0;
    auto const expect = [&](char const* one, char const* other, auto const& call) {
      EXPECT_THAT(error_of<value_error>(call), testing::AllOf(HasSubstr(one), HasSubstr(other)));
    };
    for (auto const& y : {x, many})
      expect("calls sort of float64", "sort, descending, of float64",
             [&] { is_first ? sort(y) : sort(y, descending); });
    expect("calls argsort of", "argsort, descending, of",
           [&] { is_first ? argsort(x) : argsort(x, descending); });
    expect("quantile 0.1 of", "quantile 0.2 of", [&] { quantile(x, is_first ? 0.1 : 0.2); });
    expect("histogram in 5 bins", "histogram in 6 bins",
           [&] { histogram(x, is_first ? 5 : 6, 0.0, 1.0); });
    expect("gather_to process 0", "gather_to process 1", [&] { gather_to(x, all.rank()); });
    EXPECT_EQ(sum(x), 3.5);
  });
}

}  // namespace
