// Every reduction of groups: each has the bits of its values' reduction as an array.

#include <acre/index/compress.hpp>
#include <acre/order/group_by.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/nan.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/composition.hpp>
#include <acre_test/spaces.hpp>

using acre::group_by, acre::slice;
using acre_test::composition;
using acre_test::noise, acre_test::place;

namespace {

template <class Space>
class group_reductions : public ::testing::Test {};
TYPED_TEST_SUITE(group_reductions, acre_test::spaces, acre_test::space_names);

std::vector<std::int32_t> five_keys(std::int64_t n)
{
  std::vector<std::int32_t> v;
  for (std::int64_t i = 0; i < n; ++i)
    v.push_back(3 * static_cast<std::int32_t>(acre_test::mix(static_cast<std::uint64_t>(i)) % 5));
  return v;
}

TYPED_TEST(group_reductions, have_the_bits_of_their_values_reductions)
{
  std::int64_t const n = 30000;
  auto const key = five_keys(n);
  auto numbers = noise<double>(n);
  for (std::size_t i = 0; i < numbers.size(); i += 11)
    numbers[i] = std::numeric_limits<double>::quiet_NaN();
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const k = place(space, key);
    auto const v = place(space, noise<double>(n)), w = place(space, numbers);
    auto const i = place(space, noise<std::int32_t>(n));
    for (bool const sorted : {false, true}) {
      auto const keys = sorted ? place(space,
                                       [&] {
                                         auto s = key;
                                         std::sort(s.begin(), s.end());
                                         return s;
                                       }())
                               : k;
      auto const g = group_by(keys);
      for (std::int32_t at = 0; at < 5; ++at) {
        auto const mine = evaluate(keys == 3 * at);
        auto const x = compress(mine, v), y = compress(mine, w);
        auto const z = compress(mine, i);
        auto const same = [&](auto const& all, auto const& one) {
          auto const got = acre::to_vector(all);
          auto const wanted = acre::to_vector(evaluate(one));
          return acre_test::same_bits(got[static_cast<std::size_t>(at)], wanted[0]);
        };
        EXPECT_TRUE(same(g.sum(v), sum(x)));
        EXPECT_TRUE(same(g.sum(v * 2.0), sum(x * 2.0)));
        EXPECT_TRUE(same(g.sum(i), sum(z)));
        EXPECT_TRUE(same(g.prod(v), prod(x)));
        EXPECT_TRUE(same(g.mean(i), mean(z)));
        EXPECT_TRUE(same(g.min(w), min(y)));
        EXPECT_TRUE(same(g.max(v), max(x)));
        EXPECT_TRUE(same(g.any(i == z(0)), any(z == z(0))));
        EXPECT_TRUE(same(g.all(v < 30.0), all(x < 30.0)));
        EXPECT_TRUE(same(g.var(v), var(x)));
        EXPECT_TRUE(same(g.stddev(v, acre::ddof(1)), stddev(x, acre::ddof(1))));
        EXPECT_TRUE(same(g.var(i), var(z)));
        auto const [spread_x, spread_z] = g.stddev(v, i, acre::ddof(2));
        EXPECT_TRUE(same(spread_x, stddev(x, acre::ddof(2))));
        EXPECT_TRUE(same(spread_z, stddev(z, acre::ddof(2))));
        EXPECT_TRUE(same(g.nansum(w), nansum(y)));
        EXPECT_TRUE(same(g.nanmin(w), nanmin(y)));
        EXPECT_TRUE(same(g.nanmax(w), nanmax(y)));
        EXPECT_TRUE(same(g.nanmean(w), nanmean(y)));
        EXPECT_TRUE(same(g.count(w), sum(y == y)));
        EXPECT_TRUE(same(g.first(v), x(slice(0, 1))));
        EXPECT_TRUE(same(g.last(v), x(slice(-1, acre::none))));
        EXPECT_TRUE(same(g.reduce(i, composition{}), reduce(z, composition{})));
      }
    }
  }
}

}  // namespace
