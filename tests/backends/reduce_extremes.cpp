// Extremes, truth and counts of each dtype: the expected values are NumPy's (2.4).

#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>

#include <acre_test/on_space.hpp>

#include <limits>

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

}  // namespace
