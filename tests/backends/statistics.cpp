// Variances and sums in another dtype: expected values and messages are NumPy's (2.4).

#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre::axes, acre::ddof, acre::keepdims, acre::shape, acre::slice, acre::stddev, acre::var;
using acre_test::equals, acre_test::error_of, acre_test::place;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class statistics : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(statistics, acre_test::spaces, acre_test::space_names);

TYPED_TEST(statistics, spreads_around_the_mean)
{
  auto const a = place(this->space, std::vector<double>{1, 2, 4, 8, 10, 12}, shape(2, 3));
  EXPECT_TRUE(equals<double>(var(a, 0), {12.25, 16, 16}));
  EXPECT_TRUE(equals<double>(var(a, ddof(1), 0), {24.5, 32, 32}));
  EXPECT_TRUE(equals<double>(stddev(a, 0), {3.5, 4, 4}));
  EXPECT_TRUE(equals<double>(stddev(this->template row<int>({1, 3}), ddof(0)), {1}));
  EXPECT_EQ(var(a, ddof(1), 1, keepdims).shape(), shape(2, 1));
  EXPECT_EQ(stddev(a, axes(0, 1), keepdims).shape(), shape(1, 1));
  auto const x = acre::arange<int>(this->space, 3);
  EXPECT_EQ(var(x, ddof(1)).item(), 1.0);
  EXPECT_EQ(var(x, ddof(3)).item(), inf);
  EXPECT_EQ(var(x, ddof(5)).item(), inf);
  auto const one = this->template row<float>({1});
  static_assert(std::is_same_v<typename decltype(stddev(one))::value_type, float>);
  EXPECT_TRUE(std::isnan(stddev(one, ddof(1)).item()));
  EXPECT_TRUE(std::isnan(stddev(one(slice(0, 0))).item()));
  auto const z = this->template row<acre::complex<double>>({{1, 2}, {3, 0}});
  EXPECT_EQ(var(z, ddof(1)).item(), 4.0);
  EXPECT_EQ(error_of<acre::index_error>([&] { stddev(a, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
}

TYPED_TEST(statistics, sums_in_another_dtype)
{
  auto const bytes = this->template row<std::uint8_t>({200, 100});
  auto const wrapped = acre::sum<std::uint8_t>(bytes);
  static_assert(std::is_same_v<typename decltype(wrapped)::value_type, std::uint8_t>);
  EXPECT_EQ(wrapped.item(), 44);
  auto const x = this->template row<double>({1.7, 2.7});
  EXPECT_EQ(acre::sum<std::int64_t>(x).item(), 3) << "each element is converted first";
  EXPECT_EQ(acre::prod<float>(bytes, 0).item(), 20000.0f);
  auto const large = acre::full<float>(this->space, shape(3, 4), 1.1f);
  EXPECT_TRUE(equals<double>(acre::sum<double>(large, 1),
                             {4.4000000953674316, 4.4000000953674316, 4.4000000953674316}));
}

}  // namespace
