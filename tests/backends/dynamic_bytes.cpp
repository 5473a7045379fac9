// Integers of one and two bytes: extremes in every layout of rows, which a GPU takes in words, and
// their conversion to floating point. Each against a model on the host.

#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dynamic = acre::dynamic;
using acre::dtype, acre::dynamic_array;
using acre_test::has_elements, acre_test::mix, acre_test::place;

namespace {

using i64 = std::int64_t;

template <class T>
std::vector<T> numbers(i64 n, std::uint64_t seed = 0)
{
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < v.size(); ++k) v[k] = static_cast<T>(mix(k + seed) >> 20);
  return v;
}
dynamic_array over(char const* reduction, dynamic_array const& a, int axis)
{
  return dynamic::reduce(reduction, a, {.axes = std::vector{axis}});
}

/// The extremes of rows of `width` elements, `apart` from one to the next.
template <class T>
void check_rows(acre::dynamic_space const& space, i64 rows, i64 width, i64 apart, i64 first)
{
  SCOPED_TRACE(std::to_string(rows) + " rows of " + std::to_string(width) + " of " +
               acre::name(acre::dtype_of<T>) + ", " + std::to_string(apart) + " apart from " +
               std::to_string(first));
  auto const v = numbers<T>(first + rows * apart, static_cast<std::uint64_t>(width));
  auto const x = place(space, v).view(first, std::array{rows, width}, std::array{apart, i64{1}});
  std::vector<T> high, low, high_of_columns;
  auto const at = [&](i64 row, i64 k) {
    return v[static_cast<std::size_t>(first + row * apart + k)];
  };
  for (i64 row = 0; row < rows; ++row) {
    high.push_back(at(row, 0));
    low.push_back(at(row, 0));
    for (i64 k = 1; k < width; ++k) {
      high.back() = std::max<T>(high.back(), at(row, k));
      low.back() = std::min<T>(low.back(), at(row, k));
    }
  }
  for (i64 k = 0; k < width; ++k) {
    high_of_columns.push_back(at(0, k));
    for (i64 row = 1; row < rows; ++row)
      high_of_columns.back() = std::max<T>(high_of_columns.back(), at(row, k));
  }
  EXPECT_TRUE(has_elements(over("max", x, 1), high));
  EXPECT_TRUE(has_elements(over("min", x, 1), low));
  EXPECT_TRUE(has_elements(over("max", x, 0), high_of_columns));
  EXPECT_TRUE(has_elements(dynamic::reduce("max", x, {}),
                           std::vector<T>{*std::max_element(high.begin(), high.end())}));
  EXPECT_TRUE(has_elements(dynamic::reduce("min", x, {}),
                           std::vector<T>{*std::min_element(low.begin(), low.end())}));
}

template <class T>
void check_extremes(acre::dynamic_space const& space)
{
  for (i64 const width : {1, 2, 3, 4, 6, 8, 12, 32, 33, 100, 4096, 5000}) {
    check_rows<T>(space, 7, width, width, 0);
    check_rows<T>(space, 3, width, width + 4, 4);
    check_rows<T>(space, 3, width, width + 1, 1);
    check_rows<T>(space, 1, width, width, 2);
  }
  check_rows<T>(space, 3000, 32, 32, 0);
  check_rows<T>(space, 3000, 4, 8, 0);
}

DYNAMIC_SWEEP(dynamic_bytes, extremes)
{
  check_extremes<std::int8_t>(space);
  check_extremes<std::uint8_t>(space);
  check_extremes<std::int16_t>(space);
  check_extremes<std::uint16_t>(space);
}

/// One element alone is the largest, at each place of a word.
DYNAMIC_SWEEP(dynamic_bytes, one_that_is_largest)
{
  for (i64 place_of = 0; place_of < 24; ++place_of)
    for (int const other : {-128, -1, 0, 1, 126}) {
      std::vector<std::int8_t> v(24, static_cast<std::int8_t>(other));
      v[static_cast<std::size_t>(place_of)] = static_cast<std::int8_t>(other + 1);
      EXPECT_TRUE(has_elements(dynamic::reduce("max", place(space, v), {}),
                               std::vector{static_cast<std::int8_t>(other + 1)}));
      std::vector<std::int16_t> w(24, static_cast<std::int16_t>(200 * other));
      w[static_cast<std::size_t>(place_of)] = static_cast<std::int16_t>(200 * other - 1);
      EXPECT_TRUE(has_elements(dynamic::reduce("min", place(space, w), {}),
                               std::vector{static_cast<std::int16_t>(200 * other - 1)}));
    }
  for (bool const only : {false, true}) {
    std::vector<bool> truths(4096, !only);
    truths[77] = only;
    EXPECT_TRUE(has_elements(dynamic::reduce(only ? "max" : "min", place(space, truths), {}),
                             std::vector<bool>{only}));
  }
}

/// Long rows that aren't whole words.
DYNAMIC_SWEEP(dynamic_bytes, long_rows)
{
  if (std::string_view(acre::name(space)).starts_with("emulated"))
    GTEST_SKIP() << "2^20 elements take minutes where threads are fibres";
  for (i64 const beside : {0, 1, 2, 3}) {
    i64 const n = (1 << 20) + beside;
    std::vector<std::int8_t> v(static_cast<std::size_t>(n), 5);
    v.back() = 9;
    v.front() = -7;
    auto const x = place(space, v);
    EXPECT_TRUE(has_elements(dynamic::reduce("max", x, {}), std::vector<std::int8_t>{9}));
    EXPECT_TRUE(has_elements(dynamic::reduce("min", x, {}), std::vector<std::int8_t>{-7}));
    auto const row = dynamic::reshape(x, {1, n});
    EXPECT_TRUE(has_elements(over("max", row, 1), std::vector<std::int8_t>{9}));
    EXPECT_TRUE(has_elements(over("max", row, 0), v));
    auto const kept = dynamic::reduce("min", row, {.axes = std::vector{0, 1}, .keepdims = true});
    EXPECT_EQ(acre::to_string(kept.shape()), "(1,1)");
    EXPECT_TRUE(has_elements(kept, std::vector<std::int8_t>{-7}));
  }
}

template <class T>
void check_casts(acre::dynamic_space const& space, i64 n)
{
  SCOPED_TRACE(std::to_string(n) + " of " + acre::name(acre::dtype_of<T>));
  auto const v = numbers<T>(n);
  auto const x = place(space, v);
  std::vector<float> single;
  std::vector<double> twice;
  for (auto const k : v) {
    single.push_back(static_cast<float>(static_cast<T>(k)));
    twice.push_back(static_cast<double>(static_cast<T>(k)));
  }
  EXPECT_TRUE(has_elements(dynamic::astype(x, dtype::float32), single));
  EXPECT_TRUE(has_elements(dynamic::astype(x, dtype::float64), twice));
}

DYNAMIC_SWEEP(dynamic_bytes, as_floating_point)
{
  for (i64 const n : {0, 1, 2, 7, 4099}) {
    check_casts<bool>(space, n);
    check_casts<std::int8_t>(space, n);
    check_casts<std::int16_t>(space, n);
    check_casts<std::int32_t>(space, n);
    check_casts<std::uint8_t>(space, n);
    check_casts<std::uint16_t>(space, n);
    check_casts<std::uint32_t>(space, n);
  }
}

}  // namespace
