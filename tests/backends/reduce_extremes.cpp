// Extremes, truth and counts of each dtype: the expected values are NumPy's (2.4).

#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>
#include <acre_test/row_model.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

using acre::shape, acre::slice;
using acre_test::equals, acre_test::has_dtype, acre_test::place;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

template <class Space>
class reduce_extremes : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(reduce_extremes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(reduce_extremes, answers_any_all_and_how_many)
{
  auto const b = this->template row<bool>({true, false, false, false}).reshape(shape(2, 2));
  EXPECT_TRUE(any(b).item());
  EXPECT_FALSE(all(b).item());
  EXPECT_TRUE(equals<unsigned char>(any(b, 0), {1, 0}));
  EXPECT_TRUE(equals<unsigned char>(all(b, 1), {0, 0}));
  EXPECT_EQ(sum(b).item(), 1);
  EXPECT_TRUE(equals<std::int64_t>(sum(b, 0), {1, 0}));
  EXPECT_EQ(mean(b).item(), 0.25);
  auto const z = this->template row<double>({0.0, -0.0, nan});
  static_assert(has_dtype<std::int64_t, decltype(count_nonzero(z))> &&
                has_dtype<bool, decltype(any(z))>);
  EXPECT_EQ(count_nonzero(z).item(), 1);

  // one that differs, anywhere
  for (std::int64_t const n : {1, 64, 65, 4097, 100000}) {
    auto const ones = acre::full<bool>(this->space, shape(n), true);
    EXPECT_TRUE(all(ones).item()) << n;
    ones(n - 1) = false;
    EXPECT_FALSE(all(ones).item()) << n;
    EXPECT_EQ(count_nonzero(ones).item(), n - 1);
    EXPECT_EQ(any(ones(slice(n - 1, acre::none))).item(), false);
  }
}

TYPED_TEST(reduce_extremes, finds_extremes_and_nan)
{
  float const n = static_cast<float>(nan);
  auto const f = place(this->space, std::vector<float>{1, n, 3, 4, -5, 6}, shape(2, 3));
  EXPECT_TRUE(equals<float>(min(f), {n}));
  EXPECT_TRUE(equals<float>(max(f), {n}));
  EXPECT_TRUE(equals<float>(min(f, 0), {1, n, 3}));
  EXPECT_TRUE(equals<float>(max(f, 1), {n, 6}));
  EXPECT_EQ(argmax(f).item(), 1);
  EXPECT_EQ(argmin(f).item(), 1);
  EXPECT_TRUE(equals<std::int64_t>(argmax(f, 0), {1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(argmin(f, 1), {1, 1}));
  EXPECT_EQ(argmax(this->template row<float>({n, n})).item(), 0);
  EXPECT_EQ(max(this->template row<float>({-inf, -inf})).item(), -inf);
  EXPECT_EQ(argmax(this->template row<float>({-inf, -inf})).item(), 0);
  EXPECT_EQ(min(this->template row<float>({inf, inf})).item(), inf);
}

/// Rows of few elements, as many as are reduced together and some more, with equal ones, zeros of
/// both signs, infinities and, in one row of some, NaNs.
TYPED_TEST(reduce_extremes, short_rows_have_the_order_s_zeros_and_the_first_place)
{
  double const some[] = {-0.0, 0.0, -1.5, 2.0, -inf, 0.0, -0.0, 2.0, 1.0, -3.0, -0.0};
  auto const check = [&]<class T>(T, std::int64_t m, bool negative, bool with_nan) {
    std::int64_t const n = 1024 / m + 3;
    std::vector<T> v, greatest, least;
    std::vector<std::int64_t> first_greatest, first_least;
    auto const larger = [](T a, T b) { return a >= b || a != a ? a : b; };
    auto const smaller = [](T a, T b) { return a <= b || a != a ? a : b; };
    for (std::int64_t r = 0; r < n; ++r) {
      std::vector<T> row;
      for (std::int64_t e = 0; e < m; ++e) {
        double x = some[(r * 7 + e * 5 + e * e / 3) % std::ssize(some)];
        if (negative && x > 0) x = -x;
        row.push_back(with_nan && r == n / 2 && e % 5 == 1 ? static_cast<T>(nan)
                                                           : static_cast<T>(x));
      }
      auto const place_of = [&](T x) {
        return std::find_if(row.begin(), row.end(),
                            [&](T y) { return y == x || (x != x && y != y); }) -
               row.begin();
      };
      greatest.push_back(acre_test::rows_result(row, larger));
      least.push_back(acre_test::rows_result(row, smaller));
      first_greatest.push_back(place_of(greatest.back()));
      first_least.push_back(place_of(least.back()));
      v.insert(v.end(), row.begin(), row.end());
    }
    auto const x = place(this->space, v, shape(n, m));
    EXPECT_TRUE(equals(max(x, 1), greatest)) << m;
    EXPECT_TRUE(equals(min(x, 1), least)) << m;
    EXPECT_TRUE(equals(argmax(x, 1), first_greatest)) << m;
    EXPECT_TRUE(equals(argmin(x, 1), first_least)) << m;
    // the same, with gaps between rows
    auto const wide = acre::zeros<T>(this->space, shape(n, m + 1));
    wide(acre::ALL, slice(1, acre::none)) = x;
    auto const inner = wide(acre::ALL, slice(1, acre::none));
    EXPECT_TRUE(equals(max(inner, 1), greatest)) << m;
    EXPECT_TRUE(equals(argmin(inner, 1), first_least)) << m;
    // columns of as many have an order of their own
    std::vector<T> of_columns, least_of_columns, turned(v.size());
    for (std::int64_t r = 0; r < n; ++r) {
      std::vector<T> const row(v.begin() + r * m, v.begin() + (r + 1) * m);
      of_columns.push_back(acre_test::tiled_result(row, 8, 64, larger));
      least_of_columns.push_back(acre_test::tiled_result(row, 8, 64, smaller));
      for (std::int64_t e = 0; e < m; ++e)
        turned[static_cast<std::size_t>(e * n + r)] = row[static_cast<std::size_t>(e)];
    }
    auto const columns = place(this->space, turned, shape(m, n));
    EXPECT_TRUE(equals(max(columns, 0), of_columns)) << m;
    EXPECT_TRUE(equals(min(-(-columns), 0), least_of_columns)) << m;
  };
  for (std::int64_t m : {1,  2,  3,  4,  5,  6,  7,  8,  9,  15,  16,  17,  24,
                         31, 33, 56, 63, 64, 65, 71, 72, 73, 100, 127, 128, 129})
    for (bool const negative : {false, true}) {
      check(double{}, m, negative, false);
      check(float{}, m, negative, m > 1);
      check(std::int32_t{}, m, negative, false);
    }
}

}  // namespace
