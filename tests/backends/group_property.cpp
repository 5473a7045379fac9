// Groups and scattered sums of many drawn shapes against plain models, and their bits, recorded.

#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/order/group_by.hpp>
#include <acre_test/drawn.hpp>
#include <acre_test/order_hashes.hpp>
#include <acre_test/row_model.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <map>
#include <random>

using acre::shape;
using acre_test::equals, acre_test::mix, acre_test::noise, acre_test::place;

static_assert(acre::backends::reduction_order_version == 1);  // of the hashes below
static_assert(acre::detail::moments_version == 1);            // and of the variances

namespace {

template <class Space>
class group_property : public ::testing::Test {};
TYPED_TEST_SUITE(group_property, acre_test::spaces, acre_test::space_names);

/// One case: rows whose keys are drawn from some number of values, in runs or one by one, in order
/// or not.
struct drawn {
  std::vector<std::int32_t> key;
  std::vector<float> value;

  explicit drawn(std::uint64_t seed)
  {
    auto const pick = [&](std::uint64_t which, std::uint64_t below) {
      return mix(seed * 31 + which) % below;
    };
    constexpr std::uint64_t lengths[] = {1, 2, 33, 65, 700, 4097, 9000};
    auto const n = 1 + pick(0, lengths[pick(1, 7)]);
    constexpr std::uint64_t numbers[] = {1, 2, 7, 100, 5000, 1u << 30};
    auto const different = numbers[pick(2, 6)], run = 1 + pick(3, 40);
    for (std::uint64_t i = 0; i < n; ++i)
      key.push_back(static_cast<std::int32_t>(mix(seed * 77 + i / run) % different));
    if (pick(4, 4) == 0) std::sort(key.begin(), key.end());
    value = noise<float>(static_cast<std::int64_t>(n), seed);
  }
  std::map<std::int32_t, std::vector<float>> lists() const
  {
    std::map<std::int32_t, std::vector<float>> all;
    for (std::size_t i = 0; i < key.size(); ++i) all[key[i]].push_back(value[i]);
    return all;
  }
};
float sum_of(std::vector<float> const& list)
{
  return acre_test::rows_result(list, [](float a, float b) { return a + b; });
}

TYPED_TEST(group_property, groups_are_as_the_model_says)
{
  TypeParam const space;
  auto const cases = static_cast<std::uint64_t>(acre_test::property_cases(300));
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    drawn const d(seed);
    std::vector<std::int32_t> keys;
    std::vector<float> sums, firsts, lasts;
    for (auto const& [k, list] : d.lists()) {
      keys.push_back(k);
      sums.push_back(sum_of(list));
      firsts.push_back(list.front());
      lasts.push_back(list.back());
    }
    auto const v = place(space, d.value);
    auto const g = acre::group_by(place(space, d.key));
    ASSERT_TRUE(equals(g.sum(v), sums)) << seed;
    ASSERT_TRUE(equals(g.keys(), keys)) << seed;
    ASSERT_TRUE(equals(g.first(v), firsts)) << seed;
    ASSERT_TRUE(equals(g.last(v), lasts)) << seed;
  }
}

TYPED_TEST(group_property, scattered_sums_are_those_of_groups)
{
  TypeParam const space;
  auto const cases = static_cast<std::uint64_t>(acre_test::property_cases(200));
  for (std::uint64_t seed = 300; seed < 300 + cases; ++seed) {
    drawn const d(seed);
    std::int64_t const places = *std::max_element(d.key.begin(), d.key.end()) + std::int64_t{1};
    if (places > 1000000) continue;
    std::vector<float> wanted(static_cast<std::size_t>(places), 0.25f);
    for (auto const& [k, list] : d.lists()) wanted[static_cast<std::size_t>(k)] += sum_of(list);
    auto const a = acre::full<float>(space, shape(places), 0.25f);
    scatter_add(a(place(space, d.key)), place(space, d.value));
    ASSERT_TRUE(equals(a, wanted)) << seed;
  }
}

/// Groups whose tiles are reduced apart, of rows that lie anywhere: a group's sum is that of its
/// tiles' sums.
TYPED_TEST(group_property, tiles_that_are_reduced_apart_join)
{
  TypeParam const space;
  std::vector<std::int32_t> key;
  for (std::int64_t const n : {1, 4095, 4096, 4097, 12293, 70000})
    key.insert(key.end(), static_cast<std::size_t>(n), static_cast<std::int32_t>(n));
  std::shuffle(key.begin(), key.end(), std::mt19937(1));
  auto const value = noise<float>(static_cast<std::int64_t>(key.size()));
  std::map<std::int32_t, std::vector<float>> lists;
  for (std::size_t i = 0; i < key.size(); ++i) lists[key[i]].push_back(value[i]);
  auto const add = [](float a, float b) { return a + b; };
  std::vector<float> sums, added(70001, 0.25f);
  for (auto const& [k, list] : lists) {
    constexpr std::size_t tile = 4096;
    std::vector<float> parts((list.size() + tile - 1) / tile);
    for (std::size_t t = parts.size(); t-- > 0;) {
      std::vector<float> const part(
          list.begin() + static_cast<std::ptrdiff_t>(t * tile),
          list.begin() + static_cast<std::ptrdiff_t>(std::min((t + 1) * tile, list.size())));
      parts[t] = acre_test::tile_result(part.data(), part.size(), 64, add);
    }
    sums.push_back(acre_test::rows_result(parts, add));
    added[static_cast<std::size_t>(k)] += sums.back();
  }
  auto const k = place(space, key);
  auto const v = place(space, value);
  EXPECT_TRUE(equals(acre::group_by(k).sum(v), sums));
  auto const a = acre::full<float>(space, shape(added.size()), 0.25f);
  scatter_add(a(k), v);
  EXPECT_TRUE(equals(a, added));
}

TYPED_TEST(group_property, the_bits_are_those_recorded)
{
  acre_test::expect_hash<TypeParam>(
      "groups of float32", 0xc2bf11f3cc99961du, [](TypeParam const& space, acre_test::hasher& h) {
        auto const v = place(space, noise<float>(200000));
        for (std::int32_t const n : {1, 3, 1000, 100000}) {
          std::vector<std::int32_t> key;
          for (std::uint64_t i = 0; i < 200000; ++i)
            key.push_back(static_cast<std::int32_t>(mix(i) % static_cast<std::uint64_t>(n)));
          auto const g = acre::group_by(place(space, key));
          h.add(acre::to_vector(g.sum(v)));
          h.add(acre::to_vector(g.mean(v)));
          h.add(acre::to_vector(g.var(v)));
        }
      });
}

}  // namespace
