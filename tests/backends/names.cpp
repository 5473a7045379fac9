// Names that a user of NumPy or of the array API looks for: creation without a space, arrays like
// others, closeness, axes in another order. Expected values and texts are NumPy's (2.4).

#include <acre/array/axes.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/aliases.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/error.hpp>
#include <acre/rearrange/axis_order.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/split.hpp>
#include <acre/reduce/closeness.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

#include <limits>
#include <tuple>

using acre::axes, acre::shape;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
class names : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(names, acre_test::spaces, acre_test::space_names);

template <class T, int Rank, class A>
constexpr bool is_default =
    std::is_same_v<std::remove_cvref_t<A>, acre::array<T, Rank, acre::default_space>>;

TEST(names_without_a_space, make_arrays_of_the_default_space)
{
  auto const l = acre::linspace(0, 1, 5);
  static_assert(is_default<double, 1, decltype(l)>);
  EXPECT_TRUE(equals<double>(l, {0, 0.25, 0.5, 0.75, 1}));
  EXPECT_TRUE(equals<double>(acre::linspace(0.0, 1.0, 2, false), {0, 0.5}));
  EXPECT_EQ(acre::linspace(1, 2).size(), 50);
  EXPECT_TRUE(equals<float>(acre::linspace<float>(0, 1, 3), {0, 0.5f, 1}));
  auto const counted = acre::arange(4);
  static_assert(is_default<int, 1, decltype(counted)>);
  EXPECT_TRUE(equals<int>(counted, {0, 1, 2, 3}));
  EXPECT_TRUE(equals<double>(acre::arange(1.0, 2.0, 0.5), {1, 1.5}));
  EXPECT_TRUE(equals<double>(acre::arange<double>(1, 3), {1, 2}));
  EXPECT_TRUE(equals<std::int64_t>(acre::arange<std::int64_t>(5, 0, -2), {5, 3, 1}));
  EXPECT_TRUE(equals<double>(acre::full(shape(2), 2.5), {2.5, 2.5}));
  EXPECT_TRUE(equals<float>(acre::full<float>(shape(1), 2), {2}));
  auto const z = acre::zeros(shape(2, 3));
  static_assert(is_default<double, 2, decltype(z)>);
  EXPECT_EQ(z.shape(), shape(2, 3));
  EXPECT_TRUE(equals<double>(acre::ones(shape(2)), {1, 1}));
  EXPECT_TRUE(equals<int>(acre::ones<int>(shape(2)), {1, 1}));
  EXPECT_EQ(acre::empty(shape(4)).size(), 4);
  EXPECT_TRUE(equals<std::int64_t>(acre::index_of(shape(3)) * 2, {0, 2, 4}));
  EXPECT_TRUE(equals<double>(acre::from_host({1.0, 2.0}), {1, 2}));
  EXPECT_TRUE(equals<int>(acre::from_host(std::vector<int>{1, 2}), {1, 2}));
  EXPECT_EQ(acre::from_host(std::vector<int>{1, 2}, shape(2, 1)).shape(), shape(2, 1));
  EXPECT_EQ(acre::eye(3).shape(), shape(3, 3));
  EXPECT_EQ(error_of<acre::value_error>([] { acre::linspace(0, 1, -1); }),
            "Number of samples, -1, must be non-negative.");
}

TYPED_TEST(names, make_arrays_like_others)
{
  EXPECT_TRUE(equals<double>(acre::zeros(this->space, shape(2)), {0, 0})) << "float64";
  EXPECT_TRUE(equals<double>(acre::eye(this->space, 3), {1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_TRUE(equals<int>(acre::eye<int>(this->space, 2, 3, 1), {0, 1, 0, 0, 0, 1}));
  EXPECT_TRUE(equals<int>(acre::eye<int>(this->space, 3, 2, -1), {0, 0, 1, 0, 0, 1}));
  EXPECT_TRUE(equals<int>(acre::eye<int>(this->space, 2, 2, 5), {0, 0, 0, 0}));
  EXPECT_EQ(acre::eye(this->space, 0).size(), 0);
  EXPECT_THROW(acre::eye(this->space, -1), acre::shape_error);
  EXPECT_EQ(sum(acre::eye<acre::complex<float>>(this->space, 4)).item(),
            acre::complex<float>(4, 0));

  auto const a = acre::arange<std::int16_t>(this->space, 6).reshape(shape(2, 3)).transpose();
  auto const z = zeros_like(a);
  static_assert(std::is_same_v<decltype(z), acre::array<std::int16_t, 2, TypeParam> const>);
  EXPECT_EQ(z.shape(), shape(3, 2));
  EXPECT_TRUE(z.is_contiguous());
  EXPECT_TRUE(equals<std::int16_t>(z, {0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<std::int16_t>(ones_like(a), {1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(equals<std::int16_t>(full_like(a, 7), {7, 7, 7, 7, 7, 7}));
  EXPECT_TRUE(equals<double>(full_like(a / 2, 0.5), {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}));
  EXPECT_EQ(error_of<acre::value_error>([&] { full_like(a, 70000); }),
            "integer 70000 out of bounds for int16");
}

TYPED_TEST(names, tell_what_is_close)
{
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  using truth = unsigned char;
  auto const a = this->row({1e10, 1e-7, inf, nan, 1.0, -inf, inf});
  auto const b = this->row({1.00001e10, 1e-8, inf, nan, inf, inf, 1.0});
  EXPECT_TRUE(equals<truth>(isclose(a, b), {1, 0, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(isclose(a, b, {.equal_nan = true}), {1, 0, 1, 1, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(isclose(a, b, {.rtol = 0, .atol = 1e-7}), {0, 1, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(isclose(this->row({1.0, 2.0}), 1.00001), {1, 0}));
  EXPECT_TRUE(
      equals<truth>(isclose(this->row({1, 3}), this->template row<std::uint8_t>({1, 2})), {1, 0}));
  using complex = acre::complex<double>;
  EXPECT_TRUE(
      equals<truth>(isclose(this->row({complex(1, 1e-9), complex(1, 1)}), complex(1, 0)), {1, 0}));
  bool const near = allclose(a(acre::slice(0, 1)), b(acre::slice(0, 1)));
  EXPECT_TRUE(near);
  EXPECT_FALSE(static_cast<bool>(allclose(a, b)));
  if (!allclose(a, a, {.equal_nan = true})) ADD_FAILURE() << "a is close to itself";

  auto const x = acre::arange(this->space, 6);
  EXPECT_TRUE(static_cast<bool>(array_equal(x, x + 0.0)));
  EXPECT_FALSE(static_cast<bool>(array_equal(x, x + 1)));
  EXPECT_FALSE(static_cast<bool>(array_equal(x, x(acre::slice(0, 1))))) << "no broadcasting";
  EXPECT_FALSE(static_cast<bool>(array_equal(x, x.reshape(shape(1, 6)))));
  EXPECT_FALSE(static_cast<bool>(array_equal(a, a)));
  EXPECT_TRUE(static_cast<bool>(array_equal(a, a, true)));
  EXPECT_TRUE(static_cast<bool>(array_equal(x(acre::slice(0, 0)), x(acre::slice(6, 6)))));
}

TYPED_TEST(names, put_axes_in_another_order)
{
  auto const a = acre::arange(this->space, 24).reshape(shape(2, 3, 4));
  EXPECT_EQ(permute_dims(a, axes(2, 0, 1)).shape(), shape(4, 2, 3));
  EXPECT_EQ(permute_dims(a, axes(2, 0, 1))(3, 1, 2).item(), a(1, 2, 3).item());
  EXPECT_EQ(moveaxis(a, 0, -1).shape(), shape(3, 4, 2));
  EXPECT_EQ(moveaxis(a, 2, 0).shape(), shape(4, 2, 3));
  EXPECT_EQ(moveaxis(a, axes(0, 1), axes(-1, 0)).shape(), shape(3, 4, 2));
  EXPECT_EQ(moveaxis(a, axes(2, 0), axes(0, 1)).shape(), shape(4, 2, 3));
  EXPECT_EQ(swapaxes(a, 0, -1).shape(), shape(4, 3, 2));
  EXPECT_EQ(swapaxes(a, 0, -1)(3, 2, 1).item(), 23);
  EXPECT_EQ(swapaxes(a, 1, 1).shape(), a.shape());
  EXPECT_EQ(swapaxes(a, 0, 2).data(), a.data()) << "a view";
  EXPECT_TRUE(static_cast<bool>(array_equal(moveaxis(a + 1, 0, 2), moveaxis(a, 0, 2) + 1)));
  EXPECT_EQ(error_of<acre::index_error>([&] { moveaxis(a, 3, 0); }),
            "source: axis 3 is out of bounds for array of dimension 3");
  EXPECT_EQ(error_of<acre::index_error>([&] { moveaxis(a, 0, 3); }),
            "destination: axis 3 is out of bounds for array of dimension 3");
  EXPECT_EQ(error_of<acre::value_error>([&] { moveaxis(a, axes(0, -3), axes(0, 1)); }),
            "repeated axis in `source` argument");
  EXPECT_EQ(error_of<acre::value_error>([&] { moveaxis(a, axes(0, 1), axes(2, -1)); }),
            "repeated axis in `destination` argument");
  EXPECT_EQ(error_of<acre::index_error>([&] { swapaxes(a, 0, 5); }),
            "axis2: axis 5 is out of bounds for array of dimension 3");

  EXPECT_EQ(expand_dims(a, 0).shape(), shape(1, 2, 3, 4));
  EXPECT_EQ(expand_dims(a, -1).shape(), shape(2, 3, 4, 1));
  EXPECT_EQ(expand_dims(a, axes(0, 2)).shape(), shape(1, 2, 1, 3, 4));
  EXPECT_EQ(expand_dims(a, axes(0, 2))(0, 1, 0, 2, 3).item(), 23);
  EXPECT_EQ(error_of<acre::index_error>([&] { expand_dims(a, 4); }),
            "axis 4 is out of bounds for array of dimension 4");
  EXPECT_EQ(error_of<acre::value_error>([&] { expand_dims(a, axes(1, -4)); }), "repeated axis");
  EXPECT_EQ(squeeze(expand_dims(a, axes(0, 2)), axes(2, 0)).shape(), a.shape());
  EXPECT_EQ(squeeze(a(acre::slice(1, 2)), 0).shape(), shape(3, 4));
  EXPECT_EQ(squeeze(a(acre::slice(1, 2)), 0)(0, 0).item(), 12);
  EXPECT_EQ(static_cast<int>(squeeze(acre::full(this->space, shape(1), 3), 0)), 3);
  EXPECT_EQ(error_of<acre::value_error>([&] { squeeze(a, 1); }),
            "cannot select an axis to squeeze out which has size not equal to one");
}

TYPED_TEST(names, split_and_join)
{
  auto const a = acre::arange(this->space, 12).reshape(shape(2, 6));
  auto const uneven = array_split(a, 2, 1);
  EXPECT_EQ(uneven[0].shape()[1], (a.shape()[1] + 1) / 2);
  EXPECT_EQ(uneven[1].shape()[1], a.shape()[1] / 2);
  EXPECT_EQ(error_of<acre::value_error>([&] { array_split(a, 0); }),
            "number sections must be larger than 0.");
  auto const thirds = split(a, 3, 1);
  ASSERT_EQ(thirds.size(), 3u);
  EXPECT_TRUE(equals<int>(thirds[1], {2, 3, 8, 9}));
  EXPECT_EQ(thirds[1].ref().data, a.data() + 2) << "a view";
  auto const rows = split(a, 2);
  EXPECT_TRUE(equals<int>(rows[1], {6, 7, 8, 9, 10, 11}));
  auto const halves = split(a, {1});  // one cut, not one piece
  ASSERT_EQ(halves.size(), 2u);
  EXPECT_EQ(halves[0].shape()[0], 1);
  auto const pieces = split(a, {1, 4, 3, 9}, -1);
  ASSERT_EQ(pieces.size(), 5u);
  EXPECT_EQ(pieces[0].shape(), shape(2, 1));
  EXPECT_EQ(pieces[1].shape(), shape(2, 3));
  EXPECT_EQ(pieces[2].shape(), shape(2, 0));
  EXPECT_EQ(pieces[3].shape(), shape(2, 3));
  EXPECT_EQ(pieces[4].shape(), shape(2, 0));
  EXPECT_TRUE(static_cast<bool>(array_equal(concat(thirds, 1), a)));
  EXPECT_EQ(concat(std::tuple(a, a + 0.5)).shape(), shape(4, 6));
  EXPECT_EQ(acre::concat({a, a}, 1).shape(), shape(2, 12));
  EXPECT_EQ(error_of<acre::value_error>([&] { split(a, 4, 1); }),
            "array split does not result in an equal division: 6 elements in 4 parts");
  EXPECT_EQ(error_of<acre::value_error>([&] { split(a, 0, 1); }),
            "integer modulo by zero: number sections must be larger than 0.");
  EXPECT_EQ(error_of<acre::index_error>([&] { split(a, 2, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
}

TYPED_TEST(names, of_one_function_give_the_same)
{
  auto const x = acre::linspace(this->space, -0.9, 0.9, 40), y = acre::evaluate(2.0 - x);
  auto const same = [](auto const& a, auto const& b) {
    return static_cast<bool>(array_equal(a, b)) &&
           std::is_same_v<typename std::remove_cvref_t<decltype(a)>::value_type,
                          typename std::remove_cvref_t<decltype(b)>::value_type>;
  };
  EXPECT_TRUE(same(asin(x), arcsin(x)));
  EXPECT_TRUE(same(acos(x), arccos(x)));
  EXPECT_TRUE(same(atan(x), arctan(x)));
  EXPECT_TRUE(same(asinh(x), arcsinh(x)));
  EXPECT_TRUE(same(acosh(y), arccosh(y)));
  EXPECT_TRUE(same(atanh(x), arctanh(x)));
  EXPECT_TRUE(same(atan2(x, y), arctan2(x, y)));
  EXPECT_TRUE(same(atan2(x, 2), arctan2(x, 2)));
  EXPECT_TRUE(same(pow(y, x), power(y, x)));
  EXPECT_TRUE(same(pow(y, 2), power(y, 2)));
  EXPECT_TRUE(same(pow(2.0, x), power(2.0, x)));
}

}  // namespace
