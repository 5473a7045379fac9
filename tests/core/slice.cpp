// Python's slices, exhaustively for small axes against a loop written from its documentation.

#include <acre/array/slice.hpp>
#include <acre/error.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

using acre::none, acre::slice;

namespace {

using maybe = std::optional<std::int64_t>;
using bounds = std::vector<maybe>;

/// The positions that s[i:j:k] names: i, i + k, i + 2k, … up to but not including j. The
/// length is added to a negative bound; a bound that is still outside is moved to the end. Absent
/// bounds are the ends in the order of k.
std::vector<std::int64_t> pythons(maybe from, maybe to, std::int64_t step, std::int64_t n)
{
  std::vector<std::int64_t> positions;
  auto const inside = [&](std::int64_t i) { return i < 0 ? i + n : i; };
  if (step > 0) {
    std::int64_t i = from ? std::max<std::int64_t>(inside(*from), 0) : 0;
    std::int64_t const end = to ? std::min(inside(*to), n) : n;
    for (; i < end; i += step) positions.push_back(i);
  } else {
    std::int64_t i = from ? std::min(inside(*from), n - 1) : n - 1;
    std::int64_t const end = to ? std::max<std::int64_t>(inside(*to), -1) : -1;
    for (; i > end; i += step) positions.push_back(i);
  }
  return positions;
}

std::string text(maybe b) { return b ? std::to_string(*b) : ""; }

TEST(slice, is_pythons)
{
  for (std::int64_t n = 0; n <= 6; ++n) {
    bounds ends{none};
    for (std::int64_t b = -n - 3; b <= n + 3; ++b) ends.push_back(b);
    for (auto const& from : ends)
      for (auto const& to : ends)
        for (std::int64_t step = -8; step <= 8; ++step) {
          if (step == 0) continue;
          auto const r = acre::detail::resolve(slice(from, to, step), n);
          std::vector<std::int64_t> got;
          for (std::int64_t k = 0; k < r.count; ++k) got.push_back(r.first + k * r.step);
          ASSERT_EQ(got, pythons(from, to, step, n))
              << text(from) << ':' << text(to) << ':' << step << " of " << n << " elements";
        }
  }
}

TEST(slice, takes_any_64_bit_number)
{
  std::int64_t const low = INT64_MIN, high = INT64_MAX;
  auto const count = [](slice const& s, std::int64_t n) {
    return acre::detail::resolve(s, n).count;
  };
  auto const first = [](slice const& s, std::int64_t n) {
    return acre::detail::resolve(s, n).first;
  };
  EXPECT_EQ(count(slice(low, high), 5), 5);
  EXPECT_EQ(count(slice(high, low, -1), 5), 5);
  EXPECT_EQ(count(slice(none, none, high), 5), 1);
  EXPECT_EQ(count(slice(none, none, low), 5), 1);
  EXPECT_EQ(first(slice(none, none, low), 5), 4);
  EXPECT_EQ(count(slice(none, none, low), 0), 0);
  EXPECT_EQ(count(slice(low, none, -1), 5), 0);
  EXPECT_EQ(count(slice(high, none), 5), 0);
  EXPECT_EQ(count(slice(), high), high);
  EXPECT_EQ(count(slice(none, none, 2), high), high / 2 + 1);
  EXPECT_EQ(count(slice(-high), high), high);
  EXPECT_EQ(count(slice(none, none, -1), high), high);
}

TEST(slice, refuses_a_step_of_zero)
{
  try {
    acre::detail::resolve(slice(none, none, 0), 5);
    FAIL();
  } catch (acre::value_error const& e) {
    EXPECT_STREQ(e.message(), "slice step cannot be zero");
  }
}

TEST(slice, counts_single_indices_from_both_ends)
{
  for (std::int64_t n = 1; n < 5; ++n)
    for (std::int64_t i = -n; i < n; ++i) EXPECT_EQ(acre::detail::resolve(i, n, 0), (i + n) % n);
  for (auto const& [index, n, axis, message] :
       {std::tuple{std::int64_t{6}, std::int64_t{6}, 0,
                   "index 6 is out of bounds for axis 0 with size 6"},
        std::tuple{std::int64_t{-4}, std::int64_t{3}, 2,
                   "index -4 is out of bounds for axis 2 with size 3"},
        std::tuple{std::int64_t{0}, std::int64_t{0}, 1,
                   "index 0 is out of bounds for axis 1 with size 0"},
        std::tuple{INT64_MIN, std::int64_t{3}, 0,
                   "index -9223372036854775808 is out of bounds for axis 0 with size 3"}}) {
    try {
      acre::detail::resolve(index, n, axis);
      FAIL() << message;
    } catch (acre::index_error const& e) {
      EXPECT_STREQ(e.message(), message);
    }
  }
}

static_assert(acre::basic_index<int> && acre::basic_index<std::uint8_t> &&
              acre::basic_index<slice>);
static_assert(!acre::basic_index<bool> && !acre::basic_index<double>);
static_assert(acre::detail::count_of_used<int, acre::newaxis_t, slice, acre::ellipsis_t> == 2);

}  // namespace
