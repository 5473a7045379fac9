// Differences, diagonals and products of vectors; values and messages are NumPy's (2.4).

#include <acre/reduce/products.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/on_space.hpp>

using acre::diagonal, acre::diff, acre::dot, acre::outer, acre::shape, acre::slice, acre::trace;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class linear : public acre_test::on_space<Space> {
 protected:
  auto matrix() const { return acre::arange<int>(this->space, 6).reshape(shape(2, 3)); }
};
TYPED_TEST_SUITE(linear, acre_test::spaces, acre_test::space_names);

TYPED_TEST(linear, takes_differences)
{
  auto const x = this->template row<double>({1, 4, 9, 16.5});
  EXPECT_TRUE(equals<double>(diff(x), {3, 5, 7.5}));
  EXPECT_TRUE(equals<double>(diff(x, 2), {2, 2.5}));
  EXPECT_EQ(diff(x, 9).shape(), shape(0));
  EXPECT_TRUE(equals<double>(diff(x * 2, 0), {2, 8, 18, 33}));
  auto const a = this->matrix() * this->matrix();
  EXPECT_TRUE(equals<int>(diff(a), {1, 3, 7, 9}));
  EXPECT_TRUE(equals<int>(diff(a, 1, 0), {9, 15, 21}));
  EXPECT_EQ(diff(a, 5, 1).shape(), shape(2, 0));
  EXPECT_TRUE(
      equals<int>(acre::cast<int>(diff(this->template row<bool>({true, false, false}))), {1, 0}));
  EXPECT_TRUE(equals<std::uint8_t>(diff(this->template row<std::uint8_t>({3, 1})), {254}));
  EXPECT_EQ(error_of<acre::value_error>([&] { diff(a, -1); }),
            "order must be non-negative but got -1");
  EXPECT_EQ(error_of<acre::index_error>([&] { diff(a, 1, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
}

TYPED_TEST(linear, walks_diagonals)
{
  auto const a = this->matrix();
  EXPECT_TRUE(equals<int>(diagonal(a), {0, 4}));
  EXPECT_TRUE(equals<int>(diagonal(a, 1), {1, 5}));
  EXPECT_TRUE(equals<int>(diagonal(a, -1), {3}));
  EXPECT_TRUE(equals<int>(diagonal(a, 1, 1, 0), {3})) << "the axes change places";
  EXPECT_EQ(diagonal(a, 9).size(), 0);
  EXPECT_EQ(diagonal(a, std::numeric_limits<std::int64_t>::min()).size(), 0);
  auto const cube = acre::arange<int>(this->space, 24).reshape(shape(2, 3, 4));
  auto const faces = diagonal(cube, 1, 0, -1);
  EXPECT_EQ(faces.shape(), shape(3, 2));
  EXPECT_TRUE(equals<int>(faces, {1, 14, 5, 18, 9, 22}));
  diagonal(a) = 7;
  EXPECT_TRUE(equals<int>(a, {7, 1, 2, 3, 7, 5})) << "a view";

  EXPECT_EQ(trace(a).item(), 14);
  EXPECT_EQ(trace(a, 5).item(), 0);
  EXPECT_TRUE(equals<std::int64_t>(trace(cube, 0, 1, 2), {0 + 5 + 10, 12 + 17 + 22}));
  static_assert(std::is_same_v<typename decltype(trace(a))::value_type, std::int64_t>);
  EXPECT_EQ(error_of<acre::value_error>([&] { diagonal(a, 0, 0, -2); }),
            "axis1 and axis2 cannot be the same");
  EXPECT_EQ(error_of<acre::index_error>([&] { diagonal(a, 0, 0, 2); }),
            "axis2: axis 2 is out of bounds for array of dimension 2");
}

TYPED_TEST(linear, multiplies_vectors)
{
  auto const x = this->template row<double>({1, 2, 3}), y = this->template row<double>({4, 5});
  EXPECT_EQ(outer(x, y).shape(), shape(3, 2));
  EXPECT_TRUE(equals<double>(outer(x, y) + 1, {5, 6, 9, 11, 13, 16}));
  EXPECT_EQ(outer(this->matrix(), x).shape(), shape(6, 3));

  EXPECT_EQ(dot(x, x).item(), 14.0);
  EXPECT_EQ(dot(x(slice(0, 0)), x(slice(0, 0))).item(), 0.0);
  auto const small = this->template row<std::int8_t>({100, 100});
  EXPECT_EQ(dot(small, small * 0 + 2).item(), std::int8_t(-112)) << "in the dtype of the operands";
  auto const truth = this->template row<bool>({true, true});
  EXPECT_EQ(dot(truth, truth).item(), true);
  EXPECT_EQ(dot(this->template row<float>({0.5f}), this->template row<std::int32_t>({3})).item(),
            1.5);
  EXPECT_EQ(error_of<acre::shape_error>([&] { dot(x, y); }),
            "shapes (3,) and (2,) not aligned: 3 (dim 0) != 2 (dim 0)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { dot(x, x(slice(0, 1))); }),
            "shapes (3,) and (1,) not aligned: 3 (dim 0) != 1 (dim 0)");
}

TYPED_TEST(linear, gives_the_same_dot_everywhere)
{
  auto const u = noise<float>(100003, 1), v = noise<float>(100003, 2);
  auto const reference = acre::serial();
  float const wanted = dot(place(reference, u), place(reference, v)).item();
  for (auto const& space : acre_test::instances<TypeParam>())
    EXPECT_THAT(dot(place(space, u), place(space, v)), acre::testing::SameBits(wanted));
}

TYPED_TEST(linear, multiplies_along_the_last_axis)
{
  auto const a = this->matrix();
  auto const x = this->template row<double>({1, 10, 100});
  EXPECT_TRUE(equals<double>(vecdot(a, x), {210, 543}));
  static_assert(std::is_same_v<typename decltype(vecdot(a, a))::value_type, int>);
  using z = acre::complex<double>;
  auto const u = this->template row<z>({z(1, 2), z(0, 1)});
  EXPECT_TRUE(equals<z>(vecdot(u, u), {z(6, 0)}));
  EXPECT_EQ(error_of<acre::shape_error>([&] { vecdot(a, this->template row<int>({1, 2})); }),
            "vecdot: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            "(n),(n)->() (size 2 is different from 3)");
}

}  // namespace
