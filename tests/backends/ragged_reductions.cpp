// Lists of different lengths: reduced.
#include <acre/elementwise/elementary.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>
#include <acre/ragged/reduce.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/some_lists.hpp>

#include <cmath>
#include <limits>

namespace {

using acre::fill, acre::from_lists, acre::none, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::rows;

template <class Space>
class ragged_reductions : public acre_test::some_lists<Space> {};
TYPED_TEST_SUITE(ragged_reductions, acre_test::spaces, acre_test::space_names);

TYPED_TEST(ragged_reductions, of_each_list)
{
  auto const& x = this->x;
  EXPECT_TRUE(equals<double>(sum(x, 1), {6, 0, 4, 11}));
  EXPECT_TRUE(equals<double>(sum(x * x, -1), {14, 0, 16, 61}));
  EXPECT_TRUE(equals<double>(prod(x, 1), {6, 1, 4, 30}));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(equals<double>(mean(x, 1), {2, nan, 4, 5.5}));
  EXPECT_TRUE(equals<double>(max(x, 1), {3, -INFINITY, 4, 6}));
  EXPECT_TRUE(equals<double>(min(x, 1), {1, INFINITY, 4, 5}));
  EXPECT_TRUE(equals<double>(max(x, 1, fill(0)), {3, 0, 4, 6}));
  EXPECT_TRUE(equals<double>(min(-x, 1, fill(0)), {-3, 0, -4, -6}));
  EXPECT_TRUE(equals<std::int64_t>(argmax(x, 1), {2, -1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(argmin(x, 1), {0, -1, 0, 0}));
  EXPECT_TRUE(equals<unsigned char>(any(x > 4, 1), {0, 0, 0, 1}));
  EXPECT_TRUE(equals<unsigned char>(all(x > 4, 1), {0, 1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(count(x, 1), {3, 0, 1, 2}));
  EXPECT_TRUE(equals<std::int64_t>(count_nonzero(x > 1, 1), {2, 0, 1, 2}));
  EXPECT_EQ(double(sum(x)), 21);
  EXPECT_EQ(double(mean(x)), 3.5);
  EXPECT_EQ(double(max(x)), 6);
  auto const small = from_lists<std::int8_t>(this->space, {{100, 100}, {}});
  auto const total = sum(small, 1);
  static_assert(acre_test::has_dtype<std::int64_t, decltype(total)>);
  EXPECT_TRUE(equals<std::int64_t>(total, {200, 0}));
  EXPECT_TRUE(equals<float>(acre::sum<float>(small, 1), {200, 0}));
  EXPECT_EQ(
      error_of<acre::value_error>([&] { sum(x, 0); }),
      "sum: lists are reduced along axis 1 (or -1), not 0; without an axis over all elements");
}

TYPED_TEST(ragged_reductions, have_the_order_of_an_array)
{
  // around tiles, with slices whose elements do not lie side by side
  std::vector<std::int64_t> lengths;
  for (std::int64_t n : {0, 1, 5, 63, 64, 65, 200, 4095, 4096, 4097, 10000, 0, 3})
    lengths.push_back(n);
  std::int64_t total = 0;
  for (auto n : lengths) total += n;
  auto const v = acre_test::place(this->space, acre_test::noise<float>(2 * total));
  auto const x = acre::unflatten(v(slice(none, none, 2)), acre_test::place(this->space, lengths));
  auto const sums = to_vector(sum(x, 1)), means = to_vector(mean(x * 3, 1));
  auto const places = to_vector(argmax(x, 1));
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    auto const list = x(k);
    EXPECT_TRUE(acre_test::same_bits(sums[k], float(sum(list)))) << k;
    if (lengths[k] == 0) continue;
    EXPECT_TRUE(acre_test::same_bits(means[k], float(mean(list * 3)))) << k;
    EXPECT_EQ(places[k], std::int64_t(argmax(list))) << k;
  }
}

/// The number of the first NaN, else of the first of the largest.
template <class T>
std::int64_t place_of_largest(std::vector<T> const& list)
{
  std::int64_t at = -1;
  T best{};
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (at >= 0 && best != best) break;
    if (at < 0 || list[k] > best || list[k] != list[k]) {
      at = static_cast<std::int64_t>(k);
      best = list[k];
    }
  }
  return at;
}

/// Lists of few values, most of them often: of every length below `most`, and a long one.
template <class T, class Space>
void finds_the_first_of_the_largest(Space const& space, std::vector<T> const& values,
                                    std::uint64_t most)
{
  rows<T> lists;
  std::uint64_t drawn = 0;
  for (std::uint64_t k = 0; k < 1500; ++k) {
    std::uint64_t const length = k == 700 ? 50000 : acre_test::mix(k) % most;
    std::uint64_t const rare = 1 + acre_test::mix(k + 7) % values.size();  // not all in each list
    auto& list = lists.emplace_back();
    for (std::uint64_t n = 0; n < length; ++n) {
      std::uint64_t const bits = acre_test::mix(++drawn * 3 + most);
      list.push_back(values[bits % 97 == 0 ? bits / 97 % rare : 0]);
    }
  }
  auto const x = from_lists<T>(space, lists);
  std::vector<std::int64_t> largest;
  for (auto const& list : lists) largest.push_back(place_of_largest(list));
  EXPECT_EQ(to_vector(argmax(x, 1)), largest);
  if constexpr (std::is_floating_point_v<T>) {
    EXPECT_EQ(to_vector(argmin(-x, 1)), largest);
    auto const roots = to_vector(argmax(acre::sqrt(acre::abs(x)), 1));
    EXPECT_EQ(roots, to_vector(argmax(evaluate(acre::sqrt(acre::abs(x))), 1)));
  }
}

TYPED_TEST(ragged_reductions, finds_the_first_of_the_largest)
{
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (std::uint64_t const most : {4, 9, 40, 300}) {
    finds_the_first_of_the_largest<double>(this->space,
                                           {-INFINITY, -1, -0.0, 0.0, 5, 5, INFINITY, nan}, most);
    finds_the_first_of_the_largest<float>(this->space, {0.0f, -0.0f, 1, 1, NAN}, most);
    finds_the_first_of_the_largest<std::int32_t>(this->space, {-7, -7, 8, 9, INT32_MIN, INT32_MAX},
                                                 most);
    finds_the_first_of_the_largest<std::uint8_t>(this->space, {0, 1, 0, 255}, most);
  }
}

}  // namespace
