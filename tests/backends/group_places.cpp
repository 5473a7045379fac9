// Groups of many rows whose keys are near each other, which a CPU reduces without sorting: they are
// those of the same rows in order, to the bit.

#include <acre/index/advanced.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/order/group_by.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <numeric>

using acre::group_by;
using acre_test::equals, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class group_places : public ::testing::Test {};
TYPED_TEST_SUITE(group_places, acre_test::spaces, acre_test::space_names);

/// Rows, and the same in the order of their keys.
struct table {
  std::vector<std::int32_t> key, sorted_key;
  std::vector<double> x, sorted_x;
  std::vector<float> y, sorted_y;

  /// `of_key(i)`: row i's key.
  template <class OfKey>
  table(std::int64_t n, OfKey const& of_key) : x(noise<double>(n)), y(noise<float>(n))
  {
    for (std::int64_t i = 0; i < n; ++i)
      key.push_back(of_key(acre_test::mix(static_cast<std::uint64_t>(i))));
    for (std::size_t i = 0; i < x.size(); i += 7) x[i] = -0.0;
    std::vector<std::size_t> order(key.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key[a] < key[b]; });
    for (std::size_t const i : order) {
      sorted_key.push_back(key[i]);
      sorted_x.push_back(x[i]);
      sorted_y.push_back(y[i]);
    }
  }
};

template <class Space>
void compare(table const& t)
{
  for (Space const& space : acre_test::instances<Space>()) {
    auto const key = place(space, t.key);
    auto const x = place(space, t.x);
    auto const y = place(space, t.y);
    auto const ordered = group_by(place(space, t.sorted_key));
    auto const sorted_x = place(space, t.sorted_x);
    auto const sorted_y = place(space, t.sorted_y);
    auto const same = [](auto const& found, auto const& wanted) {
      return equals(found, acre::to_vector(wanted));
    };
    auto const sums = ordered.sum(sorted_x);
    auto const g = group_by(key);
    EXPECT_TRUE(same(g.sum(x), sums));  // finds the groups as well
    EXPECT_TRUE(same(g.keys(), ordered.keys()));
    EXPECT_TRUE(same(g.count(), ordered.count()));
    EXPECT_TRUE(same(g.mean(y), ordered.mean(sorted_y)));
    EXPECT_TRUE(same(g.min(y), ordered.min(sorted_y)));
    EXPECT_TRUE(same(g.first(y), ordered.first(sorted_y)));
    EXPECT_TRUE(same(g.last(x), ordered.last(sorted_x)));
    EXPECT_TRUE(same(g.var(x), ordered.var(sorted_x)));
    EXPECT_TRUE(same(g.stddev(y, acre::ddof(1)), ordered.stddev(sorted_y, acre::ddof(1))));
    auto const c = acre::cast<Kokkos::complex<double>>(x),
               sorted_c = acre::cast<Kokkos::complex<double>>(sorted_x);
    EXPECT_TRUE(same(g.last(c), ordered.last(sorted_c)));
    EXPECT_TRUE(same(g.prod(c), ordered.prod(sorted_c)));  // sorts
    EXPECT_TRUE(same(g.sum(x), sums));
    EXPECT_TRUE(same(g.first(c), ordered.first(sorted_c)));
    auto const counted = group_by(key);
    EXPECT_TRUE(same(counted.count(), ordered.count()));
    auto const [one, two] = counted.sum(x, x + 1.0);
    EXPECT_TRUE(same(one, sums));
    EXPECT_TRUE(same(two, ordered.sum(sorted_x + 1.0)));
    auto const [three, four, five] = counted.nanmean(y, y * 2.0f, y + 0.5f);
    EXPECT_TRUE(same(three, ordered.nanmean(sorted_y)));
    EXPECT_TRUE(same(four, ordered.nanmean(sorted_y * 2.0f)));
    EXPECT_TRUE(same(five, ordered.nanmean(sorted_y + 0.5f)));
    auto const least = counted.min(x, -x, x + 1.0, x * x, x - 1.0);
    EXPECT_TRUE(same(std::get<3>(least), ordered.min(sorted_x * sorted_x)));
    EXPECT_TRUE(same(std::get<4>(least), ordered.min(sorted_x - 1.0)));
    EXPECT_TRUE(same(group_by(key, key % 3).sum(x), sums));  // two columns, the same groups
  }
}

std::int32_t below(std::uint64_t number, std::uint64_t end)
{
  return static_cast<std::int32_t>(number % end);
}

TYPED_TEST(group_places, some_of_which_have_no_rows)
{
  compare<TypeParam>({200003, [](std::uint64_t m) { return 3 * below(m, 5000) - 7; }});
}
TYPED_TEST(group_places, of_several_tiles)
{
  compare<TypeParam>({300000, [](std::uint64_t m) { return 1000 + below(m, 40); }});
  compare<TypeParam>({65536, [](std::uint64_t m) { return below(m, 8) * below(m / 8, 2); }});
}
TYPED_TEST(group_places, in_many_parts)
{
  compare<TypeParam>({900000, [](std::uint64_t m) { return below(m, 70000); }});
}
TYPED_TEST(group_places, most_rows_in_one)
{
  compare<TypeParam>(
      {100000, [](std::uint64_t m) { return m % 10 == 0 ? below(m / 10, 1000) : 500; }});
}
TYPED_TEST(group_places, of_rows_in_order_but_for_the_last)
{
  std::int32_t row = 0;
  compare<TypeParam>({100000, [&](std::uint64_t) { return ++row == 100000 ? 0 : row / 50; }});
}

TYPED_TEST(group_places, added_to_by_index)
{
  table const t(150000, [](std::uint64_t m) { return below(m, 4000); });
  for (TypeParam const& space : acre_test::instances<TypeParam>()) {
    auto const ordered = group_by(place(space, t.sorted_key));
    auto const to = acre::full<double>(space, acre::shape(4000), 0.5);
    scatter_add(to(place(space, t.key)), place(space, t.x));
    auto const wanted = acre::full<double>(space, acre::shape(4000), 0.5);
    auto const keys = ordered.keys();
    acre::put(wanted, keys, 0.5 + ordered.sum(place(space, t.sorted_x)));
    EXPECT_TRUE(equals(to, acre::to_vector(wanted)));
  }
}

}  // namespace
