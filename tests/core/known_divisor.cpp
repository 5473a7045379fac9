// Quotients by a number that is known before are those of a division, to the bit.

#include <acre/backends/common/known_divisor.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace {

template <class R>
using bits_of = std::conditional_t<sizeof(R) == 8, std::uint64_t, std::uint32_t>;

template <class R>
void compare(std::int64_t n, R x, std::int64_t& quick)
{
  acre::backends::known_divisor<R> const divisor(n);
  R const by = static_cast<R>(n);
  R quotient;
  if (!divisor.corrected_quotient(x, by, quotient)) return;
  ++quick;
  ASSERT_EQ(std::bit_cast<bits_of<R>>(quotient), std::bit_cast<bits_of<R>>(x / by))
      << x << " / " << n;
}

template <class R>
class known_divisors : public testing::Test {};
using numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(known_divisors, numbers);

TYPED_TEST(known_divisors, divide_to_the_bit)
{
  using R = TypeParam;
  constexpr int digits = std::numeric_limits<R>::digits;
  std::mt19937_64 random(1);
  std::int64_t quick = 0;
  auto const below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  for (int i = 0; i < 100000; ++i) {
    std::int64_t const largest = std::int64_t{1} << digits,
                       power = std::int64_t{1} << below(digits + 1);
    for (std::int64_t const n :
         {1 + below(64), 1 + below(100000), 1 + below(largest), power, power + 1, power - 1}) {
      // any bits; integers; beside a number between two quotients
      compare(n, std::bit_cast<R>(static_cast<bits_of<R>>(random())), quick);
      compare(n, static_cast<R>(below(largest)), quick);
      R const between =
          static_cast<R>(n) * (1 + static_cast<R>(below(largest)) * (1 / static_cast<R>(largest)));
      compare(n, std::nextafter(between, static_cast<R>(below(2))), quick);
    }
  }
  EXPECT_GT(quick, 1000000);
}

TYPED_TEST(known_divisors, leave_the_others_to_the_division)
{
  using R = TypeParam;
  using limits = std::numeric_limits<R>;
  acre::backends::known_divisor<R> const three(3), none;
  R quotient;
  for (R const x : {R(0), limits::denorm_min(), limits::min(), limits::max(), limits::infinity(),
                    limits::quiet_NaN()}) {
    EXPECT_FALSE(three.corrected_quotient(x, 3, quotient)) << x;
    EXPECT_FALSE(three.corrected_quotient(-x, 3, quotient)) << x;
  }
  EXPECT_TRUE(three.corrected_quotient(1, 3, quotient));
  EXPECT_FALSE(three.corrected_quotient(1, 4, quotient)) << "another one";
  EXPECT_FALSE(none.corrected_quotient(1, 3, quotient));
  for (std::int64_t const n :
       {std::int64_t{0}, std::int64_t{-3},
        limits::digits == 24 ? std::int64_t{1} << 25 : std::int64_t{1} << 54})
    EXPECT_FALSE(
        acre::backends::known_divisor<R>(n).corrected_quotient(1, static_cast<R>(n), quotient));
  EXPECT_EQ(three.quotient(limits::infinity(), 3), limits::infinity());
  EXPECT_EQ(none.quotient(1, 4), R(0.25));
}

}  // namespace
