// maxloc and minloc: a value and its index in one pass, with argmax' rules.

#include <acre/array/axes.hpp>
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using acre::located, acre::shape;
using acre_test::error_of;

namespace {

template <class Space>
class reduce_locations : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(reduce_locations, acre_test::spaces, acre_test::space_names);

TYPED_TEST(reduce_locations, follow_argmax)
{
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  auto const a = acre::from_host(this->space, {3.0, -7.0, 9.0, 9.0, -7.0});
  auto const [largest, where] = maxloc(a).item();
  EXPECT_EQ(largest, 9);
  EXPECT_EQ(where, 2) << "the first";
  located<double> const least = minloc(a);
  EXPECT_EQ(least, (located<double>{-7, 1}));
  EXPECT_EQ(maxloc(a * -1).item(), (located<double>{7, 1})) << "of an expression";
  auto const b = acre::from_host(this->space, {3.0, nan, 9.0, nan});
  EXPECT_EQ(maxloc(b).item().index, 1) << "the first NaN";
  EXPECT_TRUE(std::isnan(minloc(b).item().value));
  EXPECT_EQ(maxloc(acre::from_host(this->space, {false, true})).item(), (located<bool>{true, 1}));
  EXPECT_EQ(error_of<acre::value_error>([&] { maxloc(a(acre::slice(0, 0))); }),
            "attempt to get maxloc of an empty sequence");
}

TYPED_TEST(reduce_locations, along_axes_agree_with_max_and_argmax)
{
  for (auto const& extent : {shape(7, 300, 5), shape(2, 3, 70000), shape(1, 1, 1)}) {
    auto const x =
        acre_test::place(this->space, acre_test::noise<float>(acre::size_of(extent)), extent);
    auto const check = [&](auto const&... axis) {
      auto const both = to_vector(maxloc(x, axis...));
      auto const values = to_vector(max(x, axis...));
      auto const places = to_vector(argmax(x, axis...));
      ASSERT_EQ(both.size(), values.size());
      for (std::size_t n = 0; n < both.size(); ++n)
        ASSERT_EQ(both[n], (located<float>{values[n], places[n]}));
    };
    check();
    check(0);
    check(1);
    check(-1);
    check(acre::axes(0, 2));
    check(acre::keepdims);
  }
}

/// The library has rows of float and double for several processors.
TYPED_TEST(reduce_locations, of_short_rows_are_those_of_each_row)
{
  auto const check = [&]<class T>(T, std::int64_t n, bool with_nan) {
    std::int64_t const rows = 40;
    std::vector<T> v;
    std::vector<std::int64_t> largest, least;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t i = 0; i < n; ++i) {
        auto const some = static_cast<T>((row * 31 + i * i * 13 + i) % 17 - 8);
        v.push_back(some == 0 && i % 2 == 0 ? -T{0} : some);
      }
      if (with_nan && row % 3 == 1)
        v[static_cast<std::size_t>(row * n + row % n)] = std::numeric_limits<T>::quiet_NaN();
      auto const own = v.end() - n;
      auto const nan = std::find_if(own, v.end(), [](T x) { return std::isnan(x); });
      largest.push_back((nan == v.end() ? std::max_element(own, v.end()) : nan) - own);
      least.push_back((nan == v.end() ? std::min_element(own, v.end()) : nan) - own);
    }
    auto const a = acre_test::place(this->space, v, shape(rows, n));
    EXPECT_TRUE(acre_test::equals(argmax(a, 1), largest)) << acre::dtype_name<T>() << ' ' << n;
    EXPECT_TRUE(acre_test::equals(argmin(a, 1), least)) << acre::dtype_name<T>() << ' ' << n;
    EXPECT_TRUE(acre_test::equals(argmax(a * T{-1}, 1), least)) << "of an expression";
    auto some = acre_test::noise<T>(rows * n);
    if (with_nan) some[static_cast<std::size_t>(17 * n + n / 2)] = v[static_cast<std::size_t>(n)];
    auto const x = acre_test::place(this->space, some, shape(rows, n));
    auto const variances = acre::to_vector(var(x, 1));
    for (std::int64_t const row : {0, 1, 17, 39}) {
      T const alone = var(x(row, acre::ALL)).item(),
              together = variances[static_cast<std::size_t>(row)];
      EXPECT_TRUE(alone == together || (std::isnan(alone) && std::isnan(together)))
          << acre::dtype_name<T>() << ' ' << n << ": " << alone << ", " << together;
    }
  };
  for (std::int64_t const n :
       {1,   2,   3,   7,   8,   9,   16,  33,  63,  64,  65,   72,   100,  127, 128,
        129, 200, 511, 512, 513, 575, 576, 577, 640, 704, 1000, 4095, 4096, 4097})
    for (bool const with_nan : {false, true}) {
      check(float{}, n, with_nan);
      check(double{}, n, with_nan);
    }
}

/// Likewise truths, of arrays, expressions and slices.
TYPED_TEST(reduce_locations, truths_of_short_rows_are_those_of_each_row)
{
  for (std::int64_t const n : {1,  2,  5,  7,   8,   9,   15,  16,  17,  31,  32,   33,   63,  64,
                               65, 71, 72, 100, 127, 128, 129, 247, 248, 249, 1000, 4096, 4097}) {
    std::int64_t const rows = 37;
    for (int const period : {1, 2, 97, 100000}) {
      // row r has a true (false) value at every period-th element, from r on
      std::vector<std::uint8_t> any(rows), all(rows);
      std::vector<std::int64_t> count(rows);
      std::vector<float> v(static_cast<std::size_t>(rows * n));
      for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < n; ++i) {
          bool const here = (i + r) % period == 0;
          v[static_cast<std::size_t>(r * n + i)] = here ? 1.0f : 0.0f;
          count[static_cast<std::size_t>(r)] += here;
        }
      for (std::size_t r = 0; r < any.size(); ++r) any[r] = count[r] > 0, all[r] = count[r] == n;
      auto const x = acre_test::place(this->space, v, shape(rows, n));
      auto const expect = [&](auto const& m, std::string const& what) {
        EXPECT_TRUE(acre_test::equals(acre::any(m, 1), any)) << what << ' ' << n << ' ' << period;
        EXPECT_TRUE(acre_test::equals(acre::all(m, 1), all)) << what << ' ' << n << ' ' << period;
        EXPECT_TRUE(acre_test::equals(count_nonzero(m, 1), count))
            << what << ' ' << n << ' ' << period;
      };
      acre::array<bool, 2, TypeParam> const m = x > 0.5f;
      expect(m, "array");
      expect(x > 0.5f, "expression");
      acre::array<bool, 2, TypeParam> wide =
          acre::full<bool>(this->space, shape(rows, n + 3), period != 1);
      wide(acre::ALL, acre::slice(2, -1)) = m;
      expect(wide(acre::ALL, acre::slice(2, -1)), "slice");
    }
  }
}

/// Long enough that a GPU's teams find places in groups, and groups of these.
TYPED_TEST(reduce_locations, the_first_of_many_tiles)
{
  std::int64_t const n = 3000000;
  auto const placed = [&](std::vector<float> const& values, auto const& extent) {
    return acre_test::place(this->space, values, extent);
  };
  auto values = acre_test::noise<float>(n);
  for (std::int64_t const at : {2999999, 2500000, 700000, 699937, 131}) {
    values[static_cast<std::size_t>(at)] = 100;
    EXPECT_EQ(maxloc(placed(values, shape(n))).item(), (located<float>{100, at}));
  }
  std::int64_t const least = 524287;  // the last of a group
  values[static_cast<std::size_t>(least)] = -100;
  values[2999998] = -100;
  auto const x = placed(values, shape(n));
  EXPECT_EQ(minloc(x).item(), (located<float>{-100, least}));
  EXPECT_EQ(minloc(x(acre::slice(1, acre::none, 2))).item(), (located<float>{-100, least / 2}));
  EXPECT_EQ(maxloc(x(acre::slice(acre::none, acre::none, -1))).item(), (located<float>{100, 0}));
  auto const two = x.reshape(shape(2, n / 2));
  EXPECT_EQ(to_vector(maxloc(two, 1)),
            (std::vector<located<float>>{{100, 131}, {100, 2500000 - n / 2}}));
  auto const box = x.reshape(shape(500, 2, 3000));
  std::int64_t const in_box = least / 6000 * 3000 + least % 3000;
  EXPECT_EQ(to_vector(minloc(box, acre::axes(0, 2)))[least % 6000 / 3000],
            (located<float>{-100, in_box}));

  std::fill(values.begin(), values.end(), -0.0f);
  values[1000000] = 0.0f;
  auto const zero = maxloc(placed(values, shape(n))).item();
  EXPECT_EQ(zero.index, 0) << "zeros are equal";
  EXPECT_TRUE(std::signbit(zero.value));
  float const nan = std::numeric_limits<float>::quiet_NaN();
  values[2000001] = values[1234567] = nan;
  EXPECT_EQ(maxloc(placed(values, shape(n))).item().index, 1234567);
  EXPECT_TRUE(std::isnan(minloc(placed(values, shape(n))).item().value));
  auto const bytes = acre::full<std::uint8_t>(this->space, shape(n), std::uint8_t{7});
  EXPECT_EQ(maxloc(bytes).item(), (located<std::uint8_t>{7, 0}));
}

}  // namespace
