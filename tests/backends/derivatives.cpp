// Derivatives and weighted means. Expected values are NumPy's (2.4).

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/gradient.hpp>
#include <acre_test/on_space.hpp>

#include <vector>

namespace {

using acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of;

template <class Space>
class derivatives : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(derivatives, acre_test::spaces, acre_test::space_names);

TYPED_TEST(derivatives, along_an_axis)
{
  auto const f = this->row({1.0, 2.0, 4.0, 7.0, 11.0, 16.0});
  EXPECT_TRUE(equals<double>(gradient(f), {1, 1.5, 2.5, 3.5, 4.5, 5}));
  EXPECT_TRUE(equals<double>(gradient(f, 2), {0.5, 0.75, 1.25, 1.75, 2.25, 2.5}));
  EXPECT_TRUE(equals<double>(gradient(f, 1, -1, 2), {0.5, 1.5, 2.5, 3.5, 4.5, 5.5}));
  EXPECT_TRUE(equals<double>(gradient(this->row({1, 2, 4})), {1, 1.5, 2}));
  EXPECT_TRUE(equals<float>(gradient(this->row({1.0f, 2.0f, 4.0f}), 0.1),
                            {(2.0f - 1.0f) / 0.1f, 3.0f / 0.2f, 2.0f / 0.1f}));
  EXPECT_TRUE(equals<double>(gradient(this->row({1.0, 3.0})), {2, 2}));
  auto const m = this->row({1.0, 2.0, 6.0, 3.0, 4.0, 5.0}).reshape(shape(2, 3));
  EXPECT_TRUE(equals<double>(gradient(m, 1, 0), {2, 2, -1, 2, 2, -1}));
  EXPECT_TRUE(equals<double>(gradient(m, 1, 1), {1, 2.5, 4, 1, 1, 1}));
  // at coordinates, equally far apart or not
  EXPECT_TRUE(equals<double>(gradient(f, acre::arange(this->space, 6) * 2),
                             {0.5, 0.75, 1.25, 1.75, 2.25, 2.5}));
  auto const x = this->row({0.0, 1.0, 1.5, 3.5, 4.0, 6.0});
  std::vector<double> const slopes{1, 3, 3.5, 6.7, 6.9, 2.5};
  auto const got = to_vector(gradient(f, x));
  for (std::size_t i = 0; i < slopes.size(); ++i) EXPECT_NEAR(got[i], slopes[i], 1e-14);
  auto const second_order = to_vector(gradient(x * x, x, 0, 2));
  for (std::size_t i = 0; i < second_order.size(); ++i)
    EXPECT_NEAR(second_order[i], 2 * to_vector(x)[i], 1e-14) << "exact for a parabola";
  EXPECT_TRUE(equals<double>(gradient(m, this->row({0.0, 1.0, 3.0}), -1),
                             {1, 0x1.5555555555556p+0, 2, 1, 0x1.aaaaaaaaaaaaap-1, 0.5}));
  EXPECT_EQ(error_of<acre::value_error>([&] { gradient(f(slice(0, 2)), 1, 0, 2); }),
            "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) "
            "elements are required.");
  EXPECT_EQ(error_of<acre::value_error>([&] { gradient(f, 1, 0, 3); }),
            "'edge_order' greater than 2 not supported");
  EXPECT_EQ(
      error_of<acre::value_error>([&] { gradient(f, f(slice(1, none))); }),
      "when 1d, distances must match the length of the corresponding dimension: 5 coordinates "
      "for 6 elements");
  EXPECT_THROW(gradient(f, 1, 1), acre::index_error);
}

TYPED_TEST(derivatives, weighted_means)
{
  auto const a = this->row({1, 2, 3, 4}), w = this->row({4, 3, 2, 1});
  double const whole = average(a, w);
  EXPECT_EQ(whole, 2);
  auto const m = acre::arange(this->space, 6).reshape(shape(3, 2));
  EXPECT_TRUE(equals<double>(average(m, this->row({0.25, 0.75}), 1), {0.75, 2.75, 4.75}));
  EXPECT_TRUE(equals<double>(average(m, this->row({1, 0, 1}), 0), {2, 3}));
  EXPECT_EQ(average(m, m + 1, 0, acre::keepdims).shape(), shape(1, 2));
  EXPECT_TRUE(equals<float>(average(this->row({1.0f, 2.0f}), this->row({1.0f, 3.0f})), {1.75f}));
  EXPECT_EQ(error_of<acre::value_error>([&] { average(a, a * 0); }),
            "Weights sum to zero, can't be normalized");
  EXPECT_EQ(error_of<acre::shape_error>([&] { average(m, this->row({1, 2, 3}), 1); }),
            "Shape of weights must be consistent with shape of a along specified axis: (3,) beside "
            "(2,)");
}

}  // namespace
