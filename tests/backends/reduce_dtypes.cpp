// Meaning of sums, products and means, and their dtypes: the expected values and messages are
// NumPy's (2.4). Other dtypes: dynamic_reduce_dtypes.cpp.

#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/on_space.hpp>

#include <algorithm>
#include <numeric>

using acre::shape;
using acre_test::equals, acre_test::has_dtype, acre_test::place;

namespace {

using complex = acre::complex<double>;

template <class Space>
class reduce_dtypes : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(reduce_dtypes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(reduce_dtypes, sums_integers_in_64_bits)
{
  auto const i8 =
      place(this->space, std::vector<std::int8_t>{100, 100, -100, 127, 1, -128}, shape(2, 3));
  static_assert(has_dtype<std::int64_t, decltype(sum(i8))> &&
                has_dtype<double, decltype(mean(i8))> && has_dtype<double, decltype(var(i8))> &&
                has_dtype<std::int64_t, decltype(prod(i8))>);
  EXPECT_EQ(sum(i8).item(), 100);
  EXPECT_TRUE(equals<std::int64_t>(sum(i8, 0), {227, 101, -228}));
  EXPECT_EQ(mean(i8).item(), 16.666666666666668);

  auto const u8 = this->template row<std::uint8_t>({200, 200, 255});
  static_assert(has_dtype<std::uint64_t, decltype(sum(u8))> &&
                has_dtype<std::uint8_t, decltype(max(u8))>);
  EXPECT_EQ(min(i8).item(), -128);
}

/// Many, that aren't neighbours.
template <class T, class Space>
void finds_ends_of_strided(Space const& space)
{
  SCOPED_TRACE(acre::dtype_name<T>());
  std::vector<T> v;
  for (auto const step : acre_test::noise<std::uint32_t>((1 << 19) + 3))
    v.push_back(static_cast<T>(step));
  auto const x = place(space, v);
  for (std::int64_t const step : {-1, 3}) {
    auto const part = x(acre::slice(acre::none, acre::none, step));
    std::vector<T> const alone = acre::to_vector(part);
    auto const [low, high] = std::minmax_element(alone.begin(), alone.end());
    EXPECT_EQ(min(part).item(), *low) << step;
    EXPECT_EQ(max(part).item(), *high) << step;
    EXPECT_EQ(sum(part).item(), std::accumulate(alone.begin(), alone.end(), acre::sum_t<T>{}));
  }
}

TYPED_TEST(reduce_dtypes, finds_ends_of_many_narrow_integers)
{
  finds_ends_of_strided<std::int8_t>(this->space);
  finds_ends_of_strided<std::uint8_t>(this->space);
  finds_ends_of_strided<std::int16_t>(this->space);
  finds_ends_of_strided<std::uint16_t>(this->space);
  finds_ends_of_strided<std::int32_t>(this->space);
}

TYPED_TEST(reduce_dtypes, takes_mean_and_variance)
{
  auto const a =
      place(this->space, std::vector<double>{1.5, -2.25, 3, 0.1, 7, -11.75}, shape(2, 3));
  EXPECT_DOUBLE_EQ(mean(a).item(), -0.4);
  EXPECT_DOUBLE_EQ(var(a).item(), 33.7375);
  EXPECT_TRUE(equals(mean(a, 0), std::vector<double>{0.8, 2.375, -4.375}));
  EXPECT_TRUE(equals(var(a, 1), acre::to_vector(var(a, -1))));
  auto const v = acre::to_vector(var(a, 1));
  EXPECT_DOUBLE_EQ(v[0], 4.875);
  EXPECT_DOUBLE_EQ(v[1], 59.955);

  auto const c = this->template row<complex>({{1, 2}, {3, -4}, {-1, 0.5}});
  static_assert(has_dtype<double, decltype(var(c))>);
  EXPECT_EQ(mean(c).item(), complex(1, -0.5));
  EXPECT_DOUBLE_EQ(var(c).item(), 9.166666666666666);

  auto const f = this->template row<float>({1, 2, 4});
  static_assert(has_dtype<float, decltype(mean(f))> && has_dtype<float, decltype(var(f))>);
}

TYPED_TEST(reduce_dtypes, multiplies_and_sums_complex_numbers)
{
  auto const c = this->template row<complex>({{1, 2}, {3, -4}, {-1, 0.5}});
  EXPECT_EQ(sum(c).item(), complex(3, -1.5));
  EXPECT_EQ(prod(c).item(), complex(-12, 3.5));
  EXPECT_EQ(max(c).item(), complex(3, -4));
  EXPECT_EQ(argmax(c).item(), 1);
}

}  // namespace
