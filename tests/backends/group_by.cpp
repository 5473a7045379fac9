// Groups of rows by keys, against plain models.

#include <acre/order/group_by.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/row_model.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <map>

using acre::group_by, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class groups : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(groups, acre_test::spaces, acre_test::space_names);

template <class K, class T>
std::map<K, std::vector<T>> lists_of(std::vector<K> const& key, std::vector<T> const& value)
{
  std::map<K, std::vector<T>> lists;
  for (std::size_t i = 0; i < key.size(); ++i) lists[key[i]].push_back(value[i]);
  return lists;
}

template <class K, class Space>
void sums_agree(std::vector<K> const& key, std::vector<float> const& value)
{
  std::vector<K> keys;
  std::vector<float> sums, lowest;
  std::vector<std::int64_t> counts;
  for (auto const& [k, list] : lists_of(key, value)) {
    keys.push_back(k);
    counts.push_back(static_cast<std::int64_t>(list.size()));
    sums.push_back(acre_test::rows_result(list, [](float a, float b) { return a + b; }));
    lowest.push_back(*std::min_element(list.begin(), list.end()));
  }
  for (auto const& space : acre_test::instances<Space>()) {
    auto const v = place(space, value);
    auto const g = group_by(place(space, key));
    EXPECT_TRUE(equals(g.sum(v), sums)) << "the values move with the keys";
    EXPECT_EQ(g.size(), static_cast<std::int64_t>(keys.size()));
    EXPECT_TRUE(equals(g.keys(), keys));
    EXPECT_TRUE(equals(g.sum(v), sums)) << "looked up";
    EXPECT_TRUE(equals(g.min(v), lowest));
    EXPECT_TRUE(equals(g.count(), counts));
    auto const [a, b, c] = g.sum(v, v + 0.0f, v);
    EXPECT_TRUE(equals(a, sums));
    EXPECT_TRUE(equals(b, sums));
    EXPECT_TRUE(equals(c, sums));
    EXPECT_TRUE(equals(group_by(place(space, key)).keys(), keys)) << "keys alone";
  }
}

/// Keys of some number of values from `low` on, `step` apart.
template <class K>
std::vector<K> some_keys(std::int64_t n, std::uint64_t different, K low, K step)
{
  std::vector<K> v;
  for (std::int64_t i = 0; i < n; ++i)
    v.push_back(static_cast<K>(
        low +
        static_cast<K>(acre_test::mix(static_cast<std::uint64_t>(i) + 77) % different) * step));
  return v;
}

TYPED_TEST(groups, of_every_number_of_keys)
{
  std::int64_t const n = 20000;
  auto const value = noise<float>(n);
  for (std::uint64_t const different : {1, 2, 3, 100, 5000, 60000}) {
    auto key = some_keys<std::int64_t>(n, different, -40, 1);
    sums_agree<std::int64_t, TypeParam>(key, value);
    std::sort(key.begin(), key.end());
    sums_agree<std::int64_t, TypeParam>(key, value);
  }
  sums_agree<std::int64_t, TypeParam>(some_keys<std::int64_t>(n, 50, INT64_MIN, 1000000007), value);
  auto far = some_keys<std::int64_t>(n, 700, INT64_MIN, 1);
  far[5] = INT64_MAX;
  sums_agree<std::int64_t, TypeParam>(far, value);
}

/// The sums alone.
template <class Space>
void sums_of_many_agree(std::vector<std::int64_t> const& key, std::vector<float> const& value)
{
  std::vector<std::int64_t> keys;
  std::vector<float> sums;
  for (auto const& [k, list] : lists_of(key, value)) {
    keys.push_back(k);
    sums.push_back(acre_test::rows_result(list, [](float a, float b) { return a + b; }));
  }
  for (auto const& space : acre_test::instances<Space>()) {
    auto const g = group_by(place(space, key));
    EXPECT_TRUE(equals(g.sum(place(space, value)), sums));
    EXPECT_TRUE(equals(g.keys(), keys));
  }
}

// A GPU writes keys of so many rows down while it looks at them, if they are out of order
// everywhere and have their upper bits in common.
TYPED_TEST(groups, of_many_rows)
{
  std::int64_t const n = (std::int64_t{1} << 20) + 77, far = std::int64_t{1} << 40;
  auto const value = noise<float>(n);
  for (std::int64_t const low : {far, far - 3, std::int64_t{-2048}, std::int64_t{-500}})
    sums_of_many_agree<TypeParam>(some_keys<std::int64_t>(n, 1000, low, 1), value);
  auto nearly = some_keys<std::int64_t>(n, 5000, far, 1);
  std::sort(nearly.begin(), nearly.end());
  sums_of_many_agree<TypeParam>(nearly, value);
  std::swap(nearly[3000], nearly[900000]);
  sums_of_many_agree<TypeParam>(nearly, value);
}

TYPED_TEST(groups, of_keys_of_other_dtypes)
{
  std::int64_t const n = 3000;
  auto const value = noise<float>(n);
  sums_agree<std::int8_t, TypeParam>(some_keys<std::int8_t>(n, 20, -10, 1), value);
  sums_agree<std::uint16_t, TypeParam>(some_keys<std::uint16_t>(n, 300, 65000, 1), value);
  sums_agree<std::int32_t, TypeParam>(some_keys<std::int32_t>(n, 300, -100000, 1000), value);
  sums_agree<std::uint64_t, TypeParam>(some_keys<std::uint64_t>(n, 300, ~std::uint64_t{1000}, 3),
                                       value);
  sums_agree<float, TypeParam>(some_keys<float>(n, 300, -100, 0.5f), value);
  sums_agree<double, TypeParam>(some_keys<double>(n, 300, -100, 0.75), value);
}

TYPED_TEST(groups, treat_zeros_and_nans_as_one_key_each)
{
  double const nan = std::numeric_limits<double>::quiet_NaN(), inf = HUGE_VAL;
  auto const key =
      acre::from_host<double>(this->space, {nan, 0.0, -0.0, inf, -nan, -inf, 1.0, 0.0});
  auto const v = acre::from_host<std::int32_t>(this->space, {1, 2, 4, 8, 16, 32, 64, 128});
  auto const g = group_by(key);
  EXPECT_TRUE(equals<double>(g.keys(), {-inf, 0.0, 1.0, inf, nan}));
  EXPECT_TRUE(equals<std::int64_t>(g.sum(v), {32, 134, 64, 8, 17}));
  auto const flags = acre::from_host<bool>(this->space, {true, false, true});
  auto const b = group_by(flags);
  EXPECT_TRUE(equals<std::int64_t>(b.count(), {1, 2}));
  EXPECT_TRUE((acre::to_vector(b.keys()) == std::vector<unsigned char>{0, 1}));
}

TYPED_TEST(groups, of_several_key_columns)
{
  std::int64_t const n = 5000;
  auto const run = some_keys<std::int32_t>(n, 7, -3, 1);
  auto const event = some_keys<std::uint64_t>(n, 90, 5, 11);
  auto const value = noise<double>(n);
  std::vector<std::pair<std::int32_t, std::uint64_t>> pairs;
  for (std::size_t i = 0; i < run.size(); ++i)
    pairs.emplace_back(run[i], acre_test::mix(i) % 2 ? event[i] : event[0]);
  std::vector<std::uint64_t> second;
  for (auto const& p : pairs) second.push_back(p.second);
  std::vector<std::int32_t> runs;
  std::vector<std::uint64_t> events;
  std::vector<double> sums;
  for (auto const& [k, list] : lists_of(pairs, value)) {
    runs.push_back(k.first);
    events.push_back(k.second);
    sums.push_back(acre_test::rows_result(list, [](double a, double b) { return a + b; }));
  }
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const g = group_by(place(space, run), place(space, second));
    EXPECT_TRUE(equals(g.sum(place(space, value)), sums));
    EXPECT_TRUE(equals(g.template keys<0>(), runs));
    EXPECT_TRUE(equals(g.template keys<1>(), events));
  }
}

TYPED_TEST(groups, of_columns_that_span_more_than_a_number_has)
{
  std::int64_t const n = 7000;
  auto const wide = some_keys<std::uint64_t>(n, 90, 5, 111111111111111111);
  auto const value = noise<double>(n);
  std::vector<double> reals;
  std::vector<std::int8_t> small;
  for (std::size_t i = 0; i < value.size(); ++i) {
    std::uint64_t const word = acre_test::mix(i + 5);
    reals.push_back(word % 7 == 0   ? std::nan("")
                    : word % 7 == 1 ? -0.0
                    : word % 7 == 2 ? 0.0
                                    : 1e300 / static_cast<double>(word % 7) - 2e299);
    small.push_back(static_cast<std::int8_t>(word / 7 % 3) - 1);
  }
  // NaN as the largest of all, which compares equal to itself
  auto const whole = [](double x) { return std::isnan(x) ? INFINITY : x + 0.0; };
  std::vector<std::pair<double, std::pair<std::int8_t, std::uint64_t>>> triples;
  for (std::size_t i = 0; i < value.size(); ++i)
    triples.push_back({whole(reals[i]), {small[i], wide[i]}});
  std::vector<double> first, sums;
  std::vector<std::int8_t> second;
  std::vector<std::uint64_t> third;
  for (auto const& [k, list] : lists_of(triples, value)) {
    first.push_back(k.first);
    second.push_back(k.second.first);
    third.push_back(k.second.second);
    sums.push_back(acre_test::rows_result(list, [](double a, double b) { return a + b; }));
  }
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const g = group_by(place(space, reals), place(space, small), place(space, wide));
    EXPECT_TRUE(equals(g.sum(place(space, value)), sums));
    auto const firsts = g.template keys<0>();
    EXPECT_TRUE(equals(acre::evaluate(acre::where(acre::isnan(firsts), INFINITY, firsts)), first));
    EXPECT_TRUE(equals(g.template keys<1>(), second));
    EXPECT_TRUE(equals(g.template keys<2>(), third));
  }
}

/// A reduction of one's own to bool.
struct all_true {
  using value_type = bool;
  KOKKOS_INLINE_FUNCTION bool identity() const { return true; }
  KOKKOS_INLINE_FUNCTION bool empty() const { return true; }
  KOKKOS_INLINE_FUNCTION bool combine(bool a, bool b) const { return a && b; }
  KOKKOS_INLINE_FUNCTION bool finish(bool a) const { return a; }
};

TYPED_TEST(groups, ask_values_that_are_no_bool)
{
  TypeParam const on;
  auto const by = acre::group_by(acre::from_host(on, {1, 2, 1, 2, 3}));
  auto const x = acre::from_host<double>(on, {0, 0, std::nan(""), 0, -2});
  auto const n = acre::from_host(on, {1, 0, 256, 3, 0});
  EXPECT_TRUE(equals<unsigned char>(by.any(x), {true, false, true}));
  EXPECT_TRUE(equals<unsigned char>(by.all(n), {true, false, false}));
  EXPECT_TRUE(equals<unsigned char>(by.reduce(n, all_true{}), {true, false, false}));
  auto const [any, all] = by.all(n, n > 0);
  EXPECT_TRUE(equals<unsigned char>(any, {true, false, false}));
  EXPECT_TRUE(equals<unsigned char>(all, {true, false, false}));
  auto const many = acre::group_by(acre::arange<std::int64_t>(on, 100000) % 7);
  EXPECT_TRUE(equals<unsigned char>(many.any(acre::arange<std::int64_t>(on, 100000) % 7),
                                    {false, true, true, true, true, true, true}));
}

TYPED_TEST(groups, of_nothing_and_of_one)
{
  auto const none = group_by(acre::zeros<std::int64_t>(this->space, shape(0)));
  auto const no_values = acre::zeros<float>(this->space, shape(0));
  EXPECT_EQ(none.size(), 0);
  EXPECT_EQ(none.keys().size(), 0);
  EXPECT_EQ(none.count().size(), 0);
  EXPECT_EQ(none.sum(no_values).size(), 0);
  EXPECT_EQ(none.var(no_values).size(), 0);
  EXPECT_EQ(none.first(no_values).size(), 0);
  EXPECT_EQ(std::get<1>(none.sum(no_values, no_values)).size(), 0);
  auto const one = group_by(acre::full<std::int64_t>(this->space, shape(1), -7));
  EXPECT_TRUE(equals<std::int64_t>(one.keys(), {-7}));
  EXPECT_TRUE(equals<double>(one.var(acre::full<double>(this->space, shape(1), 2.5)), {0.0}));
}

TYPED_TEST(groups, refuse_columns_of_other_lengths)
{
  auto const k = acre::zeros<std::int64_t>(this->space, shape(4));
  auto const v = acre::zeros<double>(this->space, shape(3));
  EXPECT_EQ(error_of<acre::shape_error>([&] { group_by(k).sum(v); }),
            "group_by: a value column of 3 elements for 4 rows");
  EXPECT_EQ(error_of<acre::shape_error>([&] { group_by(k, v); }),
            "group_by: a key column of 3 elements for 4 rows");
}

}  // namespace
