// Accumulating through index arrays: a place's values are combined as an array of their own is.

#include <acre/elementwise/functions.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/row_model.hpp>
#include <acre_test/spaces.hpp>

using acre::ALL, acre::index_mode, acre::shape;
using acre_test::equals, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class scatter_order : public ::testing::Test {};
TYPED_TEST_SUITE(scatter_order, acre_test::spaces, acre_test::space_names);

/// `into` with the values of each place added in the order of sum().
template <class T>
void add_groups(std::vector<T>& into, std::vector<std::int64_t> const& index,
                std::vector<T> const& value)
{
  std::vector<std::vector<T>> lists(into.size());
  for (std::size_t k = 0; k < value.size(); ++k)
    lists[static_cast<std::size_t>(index[k])].push_back(value[k]);
  for (std::size_t p = 0; p < into.size(); ++p)
    if (!lists[p].empty())
      into[p] += acre_test::rows_result(lists[p], [](T a, T b) { return a + b; });
}
std::vector<std::int64_t> wrapped(std::vector<std::int32_t> const& index, std::int64_t n)
{
  std::vector<std::int64_t> w;
  for (std::int64_t const i : index) w.push_back((i % n + n) % n);
  return w;
}

TYPED_TEST(scatter_order, scatter_adds_in_the_order_of_sum)
{
  std::int64_t const m = 50000;
  auto const value = noise<float>(m);
  auto const index = noise<std::int32_t>(m);
  for (std::int64_t const n : {1, 3, 254, 255, 1000, 13000, 14000, 200000}) {
    std::vector<float> wanted(static_cast<std::size_t>(n), 0.5f);
    add_groups(wanted, wrapped(index, n), value);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = acre::full<float>(space, shape(n), 0.5f);
      scatter_add(x(place(space, index), index_mode::wrap), place(space, value));
      EXPECT_TRUE(equals(x, wanted)) << n;
      auto const y = acre::full<float>(space, shape(n), 0.5f);
      auto const i = place(space, wrapped(index, n));
      scatter_add(y(acre::where(remainder(i, std::int64_t{7}) == std::int64_t{0}, i, i - n)),
                  place(space, value));
      EXPECT_TRUE(equals(y, wanted)) << n << " counted from the end";
    }
  }
}

/// Many values in few places, some in none.
TYPED_TEST(scatter_order, scatter_adds_many_to_few)
{
  std::int64_t const m = (std::int64_t{1} << 20) + 777;
  auto const value = noise<float>(m);
  auto const wide = noise<double>(m);
  for (std::int64_t const n : {1, 100, 254}) {
    std::vector<std::int64_t> index;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(m); ++k)
      index.push_back(static_cast<std::int64_t>(acre_test::mix(k) % static_cast<std::uint64_t>(n) *
                                                (acre_test::mix(k + 5) % 2)));
    std::vector<float> wanted(static_cast<std::size_t>(n), 0.5f);
    std::vector<double> wanted_wide(static_cast<std::size_t>(n), 0.25);
    add_groups(wanted, index, value);
    add_groups(wanted_wide, index, wide);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const i = place(space, index);
      auto const x = acre::full<float>(space, shape(n), 0.5f);
      scatter_add(x(i), place(space, value));
      EXPECT_TRUE(equals(x, wanted)) << n;
      auto const y = acre::full<double>(space, shape(n), 0.25);
      scatter_add(y(i, index_mode::drop), place(space, wide));
      EXPECT_TRUE(equals(y, wanted_wide)) << n;
    }
  }
}

TYPED_TEST(scatter_order, scatter_leaves_out_what_goes_nowhere)
{
  std::int64_t const m = 9000;
  auto const value = noise<double>(m);
  std::vector<std::int64_t> index, kept;
  std::vector<double> of_kept;
  for (std::int64_t const n : {8, 254, 255, 100000}) {
    index.clear(), kept.clear(), of_kept.clear();
    for (std::size_t k = 0; k < value.size(); ++k) {
      index.push_back(
          static_cast<std::int64_t>(acre_test::mix(k) % static_cast<std::uint64_t>(n + 3)));
      if (index.back() >= n) continue;
      kept.push_back(index.back());
      of_kept.push_back(value[k]);
    }
    std::vector<double> wanted(static_cast<std::size_t>(n), -2.0);
    add_groups(wanted, kept, of_kept);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const x = acre::full<double>(space, shape(n), -2.0);
      scatter_add(x(place(space, index), index_mode::drop), place(space, value));
      EXPECT_TRUE(equals(x, wanted)) << n;
    }
  }
}

/// Rows of values, the picks' axis first and last, and a dtype that is not moved with its key.
TYPED_TEST(scatter_order, scatter_adds_rows_and_long_numbers)
{
  std::int64_t const m = 3000, n = 17, width = 6;
  auto const index = wrapped(noise<std::int32_t>(m), n);
  auto const value = noise<float>(m * width);
  auto const numbers = noise<acre::complex<double>>(m);
  std::vector<float> wanted;
  std::vector<acre::complex<double>> sums(static_cast<std::size_t>(n));
  add_groups(sums, index, numbers);
  for (std::int64_t c = 0; c < width; ++c) {
    std::vector<float> column(static_cast<std::size_t>(n)), of;
    for (std::int64_t k = 0; k < m; ++k)
      of.push_back(value[static_cast<std::size_t>(k * width + c)]);
    add_groups(column, index, of);
    wanted.insert(wanted.end(), column.begin(), column.end());
  }
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const i = place(space, index);
    auto const v = place(space, value, shape(m, width));
    auto const down = acre::zeros<float>(space, shape(n, width)),
               along = acre::zeros<float>(space, shape(width, n));
    scatter_add(down(i, ALL), v);
    scatter_add(along(ALL, i), v.transpose());
    EXPECT_TRUE(equals(down.transpose(), wanted));
    EXPECT_TRUE(equals(along, wanted));
    auto const z = acre::zeros<acre::complex<double>>(space, shape(n));
    scatter_add(z(i), place(space, numbers));
    EXPECT_TRUE(equals(z, sums));
  }
}

/// Equal values of other bits: the first in index order stays, as one after the other.
TYPED_TEST(scatter_order, scatter_keeps_the_first_of_equal_extremes)
{
  std::vector<double> value;
  for (std::uint64_t k = 0; k < 5000; ++k) value.push_back(acre_test::mix(k) % 2 ? 0.0 : -0.0);
  std::vector<std::int64_t> const index(value.size(), 1);
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const low = acre::full<double>(space, shape(2), 5.0),
               high = acre::full<double>(space, shape(2), -5.0);
    scatter_min(low(place(space, index)), place(space, value));
    scatter_max(high(place(space, index)), place(space, value));
    EXPECT_TRUE(equals<double>(low, {5.0, value[0]}));
    EXPECT_TRUE(equals<double>(high, {-5.0, value[0]}));
  }
}

}  // namespace
