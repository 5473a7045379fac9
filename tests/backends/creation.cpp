// How arrays are made of numbers.

#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::shape;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
class creation : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(creation, acre_test::spaces, acre_test::space_names);

TYPED_TEST(creation, is_filled)
{
  EXPECT_TRUE(equals<float>(acre::full<float>(this->space, shape(3), 2.5f), {2.5f, 2.5f, 2.5f}));
  EXPECT_TRUE(equals<std::int16_t>(acre::zeros<std::int16_t>(this->space, shape(2)), {0, 0}));
  EXPECT_TRUE(equals<unsigned char>(acre::ones<bool>(this->space, shape(2)), {1, 1}));
  EXPECT_TRUE(equals<double>(acre::from_host<double>(this->space, {1, 2, 3}), {1, 2, 3}));
  auto const a = acre::from_host<int>(this->space, std::vector<int>{1, 2, 3, 4, 5, 6}, shape(2, 3));
  EXPECT_TRUE(equals<int>(a, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(a.strides(), shape(3, 1));
  EXPECT_TRUE(a.is_contiguous());
  auto const turned = a.transpose();
  EXPECT_EQ(acre::empty_like<float>(turned).shape(), shape(3, 2));
  EXPECT_TRUE(acre::empty_like<float>(turned).is_contiguous());
  EXPECT_TRUE(equals<float>(acre::zeros_like<float>(a + 1), {0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<double>(acre::ones_like<double>(a), {1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(equals<double>(acre::full_like<double>(a, 0.5), {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}));
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::full_like<std::int8_t>(a, 300); }),
            "integer 300 out of bounds for int8");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { acre::from_host<int>(this->space, std::vector<int>{1, 2, 3}, shape(2, 2)); }),
            "cannot make an array of shape (2,2) from 3 elements");
  EXPECT_EQ(error_of<acre::shape_error>([&] { acre::zeros<int>(this->space, shape(2, -1)); }),
            "negative dimensions are not allowed: shape (2,-1)");
}

TYPED_TEST(creation, counts)
{
  auto const doubles = [&](double from, double to, double by) {
    return acre::arange<double>(this->space, from, to, by);
  };
  EXPECT_TRUE(
      equals<double>(doubles(0, 1, 0.1), {0.0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5,
                                          0.6000000000000001, 0.7000000000000001, 0.8, 0.9}));
  EXPECT_TRUE(equals<double>(doubles(3, 3, 1), std::vector<double>{}));
  auto const ints = [&](auto from, auto to, auto by) {
    return acre::arange(this->space, from, to, by);
  };
  EXPECT_TRUE(equals<int>(ints(5, 0, -2), {5, 3, 1}));
  EXPECT_TRUE(equals<int>(ints(0, 10, 3), {0, 3, 6, 9}));
  EXPECT_TRUE(equals<int>(ints(5, 0, 1), std::vector<int>{}));
  using i8 = std::int8_t;
  EXPECT_TRUE(equals<i8>(ints(i8(-3), i8(3), i8(2)), {-3, -1, 1}));
  EXPECT_EQ(acre::arange<i8>(this->space, -128, 127).size(), 255);
  std::int64_t const big = std::int64_t{1} << 62;
  EXPECT_TRUE(equals<std::int64_t>(ints(big, big + 3, std::int64_t{1}), {big, big + 1, big + 2}))
      << "beyond float64";
  EXPECT_TRUE(equals<std::int64_t>(ints(-2 * big, 2 * (big - 1), big), {-2 * big, -big, 0, big}))
      << "the whole range";
  std::uint64_t const top = ~std::uint64_t{0};
  EXPECT_TRUE(equals<std::uint64_t>(ints(top - 2, top, std::uint64_t{1}), {top - 2, top - 1}));
  EXPECT_EQ(error_of<acre::value_error>([&] { ints(0, 5, 0); }), "division by zero");
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, 1, 0); }), "float division by zero");
  double const unbounded = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, unbounded - unbounded, 1); }),
            "arange: cannot compute length");
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, 1e30, 1); }),
            "Maximum allowed size exceeded");
  EXPECT_EQ(error_of<acre::value_error>([&] { doubles(0, unbounded, 1); }),
            "Maximum allowed size exceeded");
  EXPECT_EQ(
      error_of<acre::value_error>([&] { ints(-2 * big, 2 * (big - 1) + 1, std::int64_t{1}); }),
      "Maximum allowed size exceeded");
  EXPECT_TRUE(equals<double>(acre::arange<double>(this->space, 2.5), {0, 1, 2}));
  // NumPy's step is the difference of the first two
  EXPECT_TRUE(equals<double>(doubles(0.3, 0.95, 0.1),
                             {0.3, 0.4, 0.5, 0.6000000000000001, 0.7000000000000002,
                              0.8000000000000003, 0.9000000000000001}));

  auto const lin = [&](double from, double to, std::int64_t n, bool endpoint = true) {
    return acre::linspace(this->space, from, to, n, endpoint);
  };
  EXPECT_TRUE(equals<double>(lin(0, 1, 5), {0, 0.25, 0.5, 0.75, 1}));
  EXPECT_TRUE(equals<double>(lin(0, 1, 5, false), {0, 0.2, 0.4, 0.6000000000000001, 0.8}));
  EXPECT_TRUE(equals<double>(lin(-1, 1, 7), {-1, -0.6666666666666667, -0.33333333333333337, 0,
                                             0.33333333333333326, 0.6666666666666665, 1}));
  EXPECT_TRUE(equals<double>(lin(0.1, 0.7, 4), {0.1, 0.3, 0.5, 0.7}));
  EXPECT_TRUE(equals<double>(lin(2, 3, 1), {2}));
  EXPECT_TRUE(equals<double>(lin(2, 3, 1, false), {2}));
  EXPECT_EQ(lin(2, 3, 0).size(), 0);
  EXPECT_EQ(acre::linspace(this->space, 0, 1).size(), 50);
  EXPECT_TRUE(equals<double>(lin(0, 1e-323, 5), {0, 0, 5e-324, 1e-323, 1e-323}))
      << "the step underflows";
  EXPECT_TRUE(equals<float>(acre::linspace<float>(this->space, 0, 1, 4),
                            {0, 0.3333333432674408f, 0.6666666865348816f, 1}));
  EXPECT_TRUE(equals<int>(acre::linspace<int>(this->space, 0, 10, 4), {0, 3, 6, 10}));
  EXPECT_TRUE(equals<unsigned char>(acre::linspace<bool>(this->space, 0, 1, 3), {0, 1, 1}));
  EXPECT_TRUE(equals<int>(acre::linspace<int>(this->space, -1.5, 1.5, 4), {-2, -1, 0, 1}))
      << "rounded down";
  EXPECT_EQ(error_of<acre::value_error>([&] { lin(0, 1, -1); }),
            "Number of samples, -1, must be non-negative.");
}

}  // namespace
