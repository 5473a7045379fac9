// Groups by many columns of keys, whose different values take more than 64 bits together, against a
// plain model.

#include <acre/order/group_by.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <array>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

using acre_test::equals, acre_test::mix, acre_test::place;

namespace {

template <class Space>
class group_columns : public ::testing::Test {};
TYPED_TEST_SUITE(group_columns, acre_test::spaces, acre_test::space_names);

using key_types =
    std::tuple<double, bool, float, std::int64_t, std::uint64_t, std::int8_t, double, std::int64_t,
               double, std::uint64_t, std::int64_t, float, double, std::int64_t>;
constexpr std::size_t columns = std::tuple_size_v<key_types>;
using all_columns = std::make_index_sequence<columns>;
using row = std::array<std::int64_t, columns>;  // a code for each key

/// Value `code` of `codes` of a dtype, ascending over the whole range; NaN is the last one. Of
/// zeros and NaNs there are two.
template <class T>
T value_of(std::int64_t code, std::int64_t codes, bool other)
{
  if constexpr (std::is_floating_point_v<T>) {
    T const nan = std::numeric_limits<T>::quiet_NaN(), step = sizeof(T) == 4 ? T(1e30) : T(1e290);
    if (code == codes - 1) return other ? -nan : nan;
    if (code == codes / 2) return other ? -T(0) : T(0);
    return static_cast<T>(code - codes / 2) * step;
  } else if constexpr (std::is_same_v<T, bool>) {
    return code != 0;
  } else {
    using word = std::make_unsigned_t<T>;
    auto const most = static_cast<std::uint64_t>(std::numeric_limits<word>::max());
    std::uint64_t const step = most / static_cast<std::uint64_t>(std::max<std::int64_t>(codes, 2));
    auto const from = static_cast<std::uint64_t>(std::numeric_limits<T>::min());
    return static_cast<T>(static_cast<word>(from + step * static_cast<std::uint64_t>(code)));
  }
}
template <std::size_t Column>
using key_type = std::tuple_element_t<Column, key_types>;
template <class T>
using host_value = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;

/// How many different values a column has at most.
template <std::size_t Column>
std::int64_t codes_of(std::int64_t codes)
{
  return sizeof(key_type<Column>) > 1             ? codes
         : std::is_same_v<key_type<Column>, bool> ? std::min(codes, std::int64_t{2})
                                                  : std::min(codes, std::int64_t{128});
}

struct table {
  std::int64_t codes;
  std::vector<row> rows;

  /// Rows drawn from some combinations of keys; the first `equal` columns have one key.
  table(std::int64_t n, std::int64_t combinations, std::int64_t codes_, std::size_t equal)
      : codes(codes_)
  {
    for (std::int64_t i = 0; i < n; ++i) {
      std::uint64_t const which =
          mix(static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(combinations);
      [&]<std::size_t... c>(std::index_sequence<c...>) {
        rows.push_back({(c < equal ? 0
                                   : static_cast<std::int64_t>(
                                         mix(which * columns + c) %
                                         static_cast<std::uint64_t>(codes_of<c>(codes))))...});
      }(all_columns());
    }
  }
  /// What the numbers of each column's different values take.
  int bits() const
  {
    int all = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      std::set<std::int64_t> different;
      for (row const& r : rows) different.insert(r[c]);
      if (!different.empty()) all += static_cast<int>(std::bit_width(different.size() - 1));
    }
    return all;
  }
  template <std::size_t Column>
  std::vector<host_value<key_type<Column>>> keys_of(std::vector<row> const& of, bool mixed) const
  {
    std::vector<host_value<key_type<Column>>> v;
    for (std::size_t i = 0; i < of.size(); ++i)
      v.push_back(value_of<key_type<Column>>(of[i][Column], codes_of<Column>(codes),
                                             mixed && mix(i) % 2 == 0));
    return v;
  }
};

template <std::size_t Column, class Groups, class T>
void expect_keys(Groups const& g, std::vector<T> const& keys)
{
  EXPECT_TRUE(equals(g.template keys<Column>(), keys)) << "column " << Column;
}

template <class Space>
void agrees(table const& t)
{
  std::map<row, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < t.rows.size(); ++i) groups[t.rows[i]].push_back(i);
  std::vector<double> value;
  for (std::size_t i = 0; i < t.rows.size(); ++i)
    value.push_back(static_cast<double>(mix(i + 9) % 1000));
  std::vector<row> found;
  std::vector<std::int64_t> counts;
  std::vector<double> sums, means, firsts, lasts;
  for (auto const& [keys, list] : groups) {
    double sum = 0;  // of integers, in any order the same
    for (std::size_t const i : list) sum += value[i];
    found.push_back(keys);
    counts.push_back(static_cast<std::int64_t>(list.size()));
    sums.push_back(sum);
    means.push_back(sum / static_cast<double>(list.size()));
    firsts.push_back(value[list.front()]);
    lasts.push_back(value[list.back()]);
  }
  for (Space const& space : acre_test::instances<Space>()) {
    auto const v = place(space, value);
    [&]<std::size_t... c>(std::index_sequence<c...>) {
      auto const g =
          acre::group_by(acre::cast<key_type<c>>(place(space, t.keys_of<c>(t.rows, true)))...);
      EXPECT_TRUE(equals(g.sum(v), sums));
      EXPECT_EQ(g.size(), static_cast<std::int64_t>(found.size()));
      EXPECT_TRUE(equals(g.count(), counts));
      EXPECT_TRUE(equals(g.mean(v), means));
      EXPECT_TRUE(equals(g.first(v), firsts));
      EXPECT_TRUE(equals(g.last(v), lasts));
      auto const [a, b] = g.sum(v, v + 0.0);
      EXPECT_TRUE(equals(a, sums));
      EXPECT_TRUE(equals(b, sums));
      (expect_keys<c>(g, t.keys_of<c>(found, false)), ...);
    }(all_columns());
  }
}

// A CPU writes the keys of 32 bits of 2^16 rows and more down while it looks at them.
TYPED_TEST(group_columns, of_more_than_64_bits)
{
  struct {
    std::int64_t rows, combinations, codes;
    std::size_t equal;
  } const cases[] = {{30, 1000, 30, 0},     {500, 500, 100, 0},     {3000, 40, 1000, 0},
                     {3000, 2000, 1000, 3}, {8193, 100000, 100, 2}, {70000, 100000, 90000, 0},
                     {9000, 700, 90000, 5}};
  for (auto const& one : cases) {
    table t(one.rows, one.combinations, one.codes, one.equal);
    EXPECT_GT(t.bits(), 64);
    agrees<TypeParam>(t);
    std::sort(t.rows.begin(), t.rows.end());
    agrees<TypeParam>(t);
    std::swap(t.rows.front(), t.rows.back());
    agrees<TypeParam>(t);
  }
}

TYPED_TEST(group_columns, of_few_rows)
{
  for (std::int64_t const rows : {0, 1, 2, 3, 16}) agrees<TypeParam>(table(rows, 1000, 1000, 0));
}

// 70 bits of five columns that are one: the groups are those of one column.
TYPED_TEST(group_columns, of_one_column_over_and_over)
{
  TypeParam const space;
  auto const key = acre::evaluate(acre::arange<std::int64_t>(space, 8193) * 7 % 8193 << 50);
  auto const value = acre::arange<double>(space, 8193);
  auto const once = acre::group_by(key);
  auto const g = acre::group_by(key, key, key, key, key);
  EXPECT_TRUE(equals(g.sum(value), acre::to_vector(once.sum(value))));
  EXPECT_TRUE(equals(g.template keys<0>(), acre::to_vector(once.keys())));
  EXPECT_TRUE(equals(g.template keys<4>(), acre::to_vector(once.keys())));
}

}  // namespace
