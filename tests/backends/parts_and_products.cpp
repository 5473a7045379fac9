// Functions that NumPy's users look for, put together from others: parts of numbers, products,
// arrays with more or fewer elements, indices taken apart. Expected values are NumPy's (2.4); the
// dtypes and edges are tests/conformance's.

#include <acre/array/sequences.hpp>
#include <acre/array/windows.hpp>
#include <acre/elementwise/parts.hpp>
#include <acre/index/unravel_index.hpp>
#include <acre/linalg/products.hpp>
#include <acre/rearrange/edit.hpp>
#include <acre/reduce/nan_positions.hpp>
#include <acre/reduce/unwrap.hpp>
#include <acre_test/on_space.hpp>

#include <limits>
#include <numeric>

using acre::axes, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::has_dtype, acre_test::place;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

template <class Space>
class parts_and_products : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(parts_and_products, acre_test::spaces, acre_test::space_names);

TYPED_TEST(parts_and_products, parts_of_numbers)
{
  auto const x = this->template row<double>({-inf, -8, 2.5, 0x1p-1074});
  auto const [rest, whole] = modf(x);
  EXPECT_TRUE(equals<double>(evaluate(rest), {-0.0, -0.0, 0.5, 0x1p-1074}));
  EXPECT_TRUE(equals<double>(evaluate(whole), {-inf, -8, 2, 0}));
  auto const [mantissa, exponent] = frexp(x);
  static_assert(has_dtype<std::int32_t, decltype(evaluate(exponent))>);
  EXPECT_TRUE(equals<double>(evaluate(mantissa), {-inf, -0.5, 0.625, 0.5}));
  EXPECT_TRUE(equals<std::int32_t>(evaluate(exponent), {0, 4, 2, -1073}));
  EXPECT_TRUE(equals<double>(evaluate(spacing(x)), {nan, -0x1p-49, 0x1p-51, 0x1p-1074}));
  auto const y = this->template row<double>({1, 3, 0x1p-1074, 1e308, -1.5});
  EXPECT_TRUE(
      equals<double>(evaluate(ldexp(y, this->template row<int>({-1080, -1076, 1074, 20, -1074}))),
                     {0, 0x1p-1074, 1, inf, -0x1p-1073}));
  auto const f = this->template row<float>({1, 1, 3});
  auto const small = evaluate(ldexp(f, this->template row<std::int8_t>({127, -128, -4})));
  static_assert(has_dtype<float, decltype(small)>);
  EXPECT_TRUE(equals<float>(small, {0x1p127f, 0x1p-128f, 0.1875f}));
  EXPECT_TRUE(equals<double>(
      evaluate(ldexp(2 * x(acre::slice(2, 3)), std::numeric_limits<std::int64_t>::min())), {0}));
  EXPECT_TRUE(equals<double>(evaluate(fabs(x)), {inf, 8, 2.5, 0x1p-1074}));
  EXPECT_TRUE(equals<double>(evaluate(fabs(this->template row<double>({-0.0, nan}))), {0, nan}));
  auto const least = this->template row<std::int8_t>({-128, 7});
  static_assert(has_dtype<float, decltype(fabs(least))>);
  EXPECT_TRUE(equals<float>(evaluate(fabs(least)), {128, 7}));
  EXPECT_TRUE(equals<double>(
      evaluate(fabs(this->template row<int>({std::numeric_limits<int>::min(), 3}))), {0x1p31, 3}));
  EXPECT_TRUE(equals<std::uint8_t>(evaluate(bitwise_count(this->template row<int>({0, -1, 255}))),
                                   {0, 1, 8}));
  EXPECT_TRUE(
      equals<double>(evaluate(float_power(this->template row<int>({2, 4}), -1)), {0.5, 0.25}));
}

TYPED_TEST(parts_and_products, products)
{
  auto const a = acre::from_host(this->space, {{1, 2, 3}, {4, 5, 6}}),
             b = acre::from_host(this->space, {{1, 0, 2}, {0, 1, 1}});
  EXPECT_TRUE(equals<int>(cross(a, b), {4, 1, -2, -1, -4, 4}));
  EXPECT_TRUE(equals<int>(cross(a, b(0)), {4, 1, -2, 10, -2, -5}));
  EXPECT_EQ(error_of<acre::value_error>([&] { cross(a, b(0, acre::slice(0, 2))); }),
            "incompatible dimensions for cross product (dimension must be 3)");
  EXPECT_TRUE(equals<int>(kron(a(0), b(1)), {0, 1, 1, 0, 2, 2, 0, 3, 3}));
  auto const k = kron(a, b);
  EXPECT_EQ(k.shape(), shape(4, 9));
  EXPECT_TRUE(equals<int>(k(1), {0, 1, 1, 0, 2, 2, 0, 3, 3}));
  EXPECT_EQ(acre::tensordot(a, b).item(), 18);
  EXPECT_TRUE(equals<int>(tensordot(a, b, axes(0), axes(0)), {1, 4, 6, 2, 5, 9, 3, 6, 12}));
  EXPECT_TRUE(equals<int>(tensordot(a, b, axes(-1), axes(1)), {7, 5, 16, 11}));
  EXPECT_EQ(error_of<acre::shape_error>([&] { tensordot(a, b, axes(0), axes(1)); }),
            "shape-mismatch for sum: axis 0 of (2,3) has 2 elements, axis 1 of (2,3) has 3");
}

TYPED_TEST(parts_and_products, more_and_fewer_elements)
{
  auto const a = acre::from_host(this->space, {{1, 2, 3}, {4, 5, 6}});
  auto const r = this->template row<int>({7, 8});
  EXPECT_TRUE(equals<int>(append(a, r), {1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_TRUE(equals<int>(append(a(acre::ALL, 0), r, 0), {1, 4, 7, 8}));
  EXPECT_TRUE(equals<int>(insert(a(0), -1, r), {1, 2, 7, 8, 3}));
  EXPECT_TRUE(equals<int>(insert(a, 3, r(acre::ALL, acre::newaxis), 1), {1, 2, 3, 7, 4, 5, 6, 8}));
  EXPECT_EQ(error_of<acre::index_error>([&] { insert(r, 3, r); }),
            "index 3 is out of bounds for axis 0 with size 2");
  EXPECT_TRUE(equals<int>(delete_(a, this->template row<int>({0, -1, 0}), 1), {2, 5}));
  EXPECT_TRUE(equals<int>(delete_(a, -1), {1, 2, 3}));
  EXPECT_TRUE(equals<int>(delete_(a.transpose(), 1, 0), {1, 4, 3, 6}));
  EXPECT_TRUE(equals<int>(delete_(a * 2, -3, -1), {4, 6, 10, 12}));
  EXPECT_EQ(delete_(a(acre::slice(0, 1)), 0).shape(), shape(0, 3));
  for (std::int64_t const n : {1, 2, 255, 4097})
    for (std::int64_t const index : {std::int64_t{0}, n / 3, n - 1, -n, std::int64_t{-1}}) {
      std::vector<int> wanted(static_cast<std::size_t>(n));
      std::iota(wanted.begin(), wanted.end(), 0);
      wanted.erase(wanted.begin() + (index < 0 ? index + n : index));
      auto const x = acre::arange<int>(this->space, n);
      EXPECT_TRUE(equals(delete_(x, index), wanted)) << index << " of " << n;
      EXPECT_TRUE(equals(delete_(x, this->template row<std::int64_t>({index, index})), wanted));
    }
  EXPECT_NE(
      error_of<acre::index_error>([&] { delete_(a, 2); })
          .find("index 2 is out of bounds for axis 0 with size 2 (in acre::delete_, position 0 of "
                "the indices; called at parts_and_products.cpp:"),
      std::string::npos);
  EXPECT_NE(
      error_of<acre::index_error>([&] {
        delete_(a, this->template row<int>({0, -4}), 1);
      }).find("index -4 is out of bounds for axis 1 with size 3 (in acre::delete_, position 1"),
      std::string::npos);
  EXPECT_TRUE(equals<int>(delete_(a, this->template row<int>({}), 1), {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(error_of<acre::index_error>([&] { delete_(r(acre::slice(0, 0)), 1); }),
            "index 1 is out of bounds for axis 0 with size 0");
  EXPECT_TRUE(equals<int>(trim_zeros(this->template row<int>({0, 1, 0, 2, 0})), {1, 0, 2}));
  EXPECT_EQ(trim_zeros(r * 0).size(), 0);
  EXPECT_TRUE(equals<int>(ediff1d(a), {1, 1, 1, 1, 1}));
}

TYPED_TEST(parts_and_products, indices)
{
  EXPECT_EQ(acre::unravel_index(5, shape(2, 3)), shape(1, 2));
  EXPECT_EQ(acre::unravel_index(-6, shape(2, 3)), shape(0, 0));
  EXPECT_EQ(error_of<acre::index_error>([&] { acre::unravel_index(6, shape(2, 3)); }),
            "index 6 is out of bounds for array with size 6");
  EXPECT_EQ(acre::ravel_multi_index({-1, 2}, shape(2, 3)), 5);
  EXPECT_EQ(error_of<acre::index_error>([&] { acre::ravel_multi_index({0, 3}, shape(2, 3)); }),
            "index 3 is out of bounds for axis 1 with size 3");
  auto const at = unravel_index(this->template row<int>({5, 0, -2}), shape(2, 3));
  EXPECT_TRUE(equals<std::int64_t>(at[0], {1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(at[1], {2, 0, 1}));
  EXPECT_NE(error_of<acre::index_error>([&] {
              to_vector(unravel_index(this->template row<int>({0, 7}), shape(2, 3))[0]);
            }).find("index 7 is out of bounds for axis 0 with size 6 (in acre::take, position 1"),
            std::string::npos);
  auto const grid = acre::indices(this->space, shape(2, 3));
  EXPECT_TRUE(equals<std::int64_t>(grid, {0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2}));
}

TYPED_TEST(parts_and_products, sequences)
{
  EXPECT_TRUE(equals<double>(acre::bartlett(this->space, 5), {0, 0.5, 1, 0.5, 0}));
  EXPECT_TRUE(equals<double>(acre::hanning(this->space, 5), {0, 0.5, 1, 0.5, 0}));
  EXPECT_TRUE(equals<double>(acre::hamming(this->space, 1), {1}));
  EXPECT_EQ(acre::blackman(this->space, -1).size(), 0);
  // NumPy's, where beta sqrt(1 - u²) is 0 and beta as it is
  double const edge = 1 / acre::math::i0(5.0);
  EXPECT_TRUE(equals<double>(acre::kaiser(this->space, 3, 5.0), {edge, 1, edge}));
  EXPECT_TRUE(equals<double>(acre::kaiser(this->space, 1, 5.0), {1}));
  auto const p = this->template row<double>({0, 3, 6.5, -6, 9});
  EXPECT_TRUE(equals<double>(unwrap(p, 0, 4), {0, -1, -1.5, -2, -3}));
  auto const small = this->template row<std::uint8_t>({0, 3, 250});
  EXPECT_TRUE(equals<double>(unwrap(small, 0, 256), {0, 3, -6}));
  auto const holes = this->template row<double>({nan, 1, 3, nan});
  EXPECT_EQ(nanargmax(holes).item(), 2);
  EXPECT_EQ(nanargmin(holes).item(), 1);
  EXPECT_EQ(nanargmax(holes(acre::slice(3, 4))).item(), 0);
}

}  // namespace
