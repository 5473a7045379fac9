// Elementwise functions that NumPy's users look for: decimal rounding, %, !, parts of complex
// numbers, neighbours, divisors. Expected values are NumPy's (2.4).

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/aliases.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre::shape, acre::slice, acre::none;
using acre_test::equals, acre_test::error_of;

namespace {

using truth = unsigned char;
using c64 = acre::complex<float>;
using c128 = acre::complex<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class numpy_functions : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(numpy_functions, acre_test::spaces, acre_test::space_names);

template <class T, class E>
constexpr bool has_dtype = std::is_same_v<typename std::remove_cvref_t<E>::value_type, T>;

TYPED_TEST(numpy_functions, round_halves_to_the_even_one)
{
  auto const x = this->row({0.5, 1.5, 2.5, -0.5, -1.5, nan, inf});
  EXPECT_TRUE(equals<double>(round(x), {0, 2, 2, -0.0, -2, nan, inf}));
  EXPECT_TRUE(equals<double>(round(x, 0), {0, 2, 2, -0.0, -2, nan, inf}));
  EXPECT_TRUE(equals<double>(round(this->row({1.005, 2.345, -0.125}), 2), {1, 2.35, -0.12}));
  EXPECT_TRUE(equals<double>(round(this->row({1250.0, 15.0, -15.0, 4.0}), -1), {1250, 20, -20, 0}));
  EXPECT_TRUE(equals<float>(round(this->row({0.25f, 1e30f, 3.14159f}), 1), {0.2f, 1e30f, 3.1f}));
  EXPECT_TRUE(equals<double>(round(this->row({1e300, 1.0}), 10), {inf, 1})) << "as NumPy's";
  auto const i = this->row({1234, -1250, 1350, 50});
  static_assert(has_dtype<int, decltype(round(i))> && has_dtype<int, decltype(round(i, 1))>);
  EXPECT_TRUE(equals<int>(round(i), {1234, -1250, 1350, 50}));
  EXPECT_TRUE(equals<int>(round(i, 3), {1234, -1250, 1350, 50}));
  EXPECT_TRUE(equals<int>(round(i, -2), {1200, -1200, 1400, 0}));
  EXPECT_TRUE(equals<float>(round(this->row({true, false})), {1, 0}));
  EXPECT_TRUE(equals<c128>(round(this->row({c128(0.5, -1.5)})), {c128(0, -2)}));
  EXPECT_TRUE(equals<c128>(round(this->row({c128(0.125, inf)}), 2), {c128(0.12, inf)}));
  EXPECT_TRUE(equals<double>(fix(this->row({-1.7, 1.7})), {-1, 1}));
}

TYPED_TEST(numpy_functions, remainder_and_not_are_operators)
{
  auto const i = this->row({-7, 7, 8});
  EXPECT_TRUE(equals<int>(i % 3, {2, 1, 2}));
  EXPECT_TRUE(equals<int>(i % this->row({-3, 0, -5}), {-1, 0, -2}));
  EXPECT_TRUE(equals<int>(20 % i, {-1, 6, 4}));
  auto const f = this->row({-7.5, 7.5});
  EXPECT_TRUE(equals<double>(f % 2, {0.5, 1.5}));
  auto a = copy(i);
  a %= 4;
  EXPECT_TRUE(equals<int>(a, {1, 3, 0}));
  a(this->row({1, 0})) %= 2;
  EXPECT_TRUE(equals<int>(a, {1, 1, 0}));
  EXPECT_TRUE(equals<truth>(!(i > 0), {1, 0, 0}));
  EXPECT_TRUE(equals<truth>(!this->row({0.5, -0.0, nan}), {0, 1, 0}));
  auto const [quotient, rest] = divmod(i, 3);
  EXPECT_TRUE(equals<int>(quotient, {-3, 2, 2}));
  EXPECT_TRUE(equals<int>(rest, {2, 1, 2}));
  EXPECT_EQ(acre::evaluate(divmod(f, 2).second)(0).item(), 0.5);
}

TYPED_TEST(numpy_functions, parts_of_complex_numbers_are_views)
{
  auto z = this->row({c128(1, 2), c128(-3, -0.0), c128(nan, inf)});
  EXPECT_TRUE(equals<double>(real(z), {1, -3, nan}));
  EXPECT_TRUE(equals<double>(imag(z), {2, -0.0, inf}));
  EXPECT_EQ(real(z).owner(), z.owner());
  EXPECT_EQ(imag(z).strides(), shape(2));
  imag(z) = 5.0;
  EXPECT_TRUE(equals<c128>(z, {c128(1, 5), c128(-3, 5), c128(nan, 5)}));
  z(2) = c128(7, 8);
  real(z)(slice(none, none, -1)) = imag(z);
  EXPECT_TRUE(equals<c128>(z, {c128(8, 5), c128(5, 5), c128(5, 8)}));
  imag(z) = real(z);
  EXPECT_TRUE(equals<c128>(z, {c128(8, 8), c128(5, 5), c128(5, 5)}));
  // equal addresses and strides that count elements of two sizes
  auto w = this->row({c128(1, 2), c128(3, 4), c128(5, 6), c128(7, 8)});
  w(slice(none, none, 2)) = real(w)(slice(0, 2)) * 10.0;
  EXPECT_TRUE(equals<c128>(w, {c128(10, 0), c128(3, 4), c128(30, 0), c128(7, 8)}));
  auto const square = w.reshape(shape(2, 2)).transpose();
  EXPECT_TRUE(equals<double>(real(square), {10, 30, 3, 7}));
  real(square)(0) += 1;
  EXPECT_TRUE(equals<double>(real(w), {11, 3, 31, 7}));

  EXPECT_TRUE(equals<float>(real(this->row({c64(1, 2)}) * c64(0, 1)), {-2})) << "an expression";
  EXPECT_TRUE(equals<float>(imag(this->row({c64(1, 2)}) * c64(0, 1)), {1}));
  EXPECT_TRUE(
      equals<c128>(conj(this->row({c128(1, 2), c128(3, -0.0)})), {c128(1, -2), c128(3, 0)}));
  EXPECT_TRUE(equals<double>(angle(this->row({c128(0, 2), c128(-1, 0)})),
                             {1.5707963267948966, 3.141592653589793}));
  acre::array<c128, 2, TypeParam> const none_yet;
  EXPECT_FALSE(real(none_yet).has_shape());
  EXPECT_EQ(imag(acre::empty<c128>(this->space, shape(0, 3))).shape(), shape(0, 3));

  auto const r = this->row({-1.0, 2.0, -0.0, nan});
  EXPECT_EQ(real(r).data(), r.data());
  EXPECT_TRUE(equals<double>(imag(r), {0, 0, 0, 0}));
  EXPECT_TRUE(equals<double>(conj(r), {-1, 2, -0.0, nan}));
  EXPECT_TRUE(equals<double>(angle(r), {3.141592653589793, 0, 3.141592653589793, nan}));
  EXPECT_TRUE(equals<int>(conj(this->row({3})), {3}));
  static_assert(has_dtype<double, decltype(angle(r > 0))>);
}

TYPED_TEST(numpy_functions, complex_numbers_in_order)
{
  auto const z = this->template row<c128>({{0, nan}, {0, 1}, {0, 1}, {nan, 0}, {1, 0}});
  auto const w = this->template row<c128>({{1, 0}, {1, nan}, {0, 2}, {1, 0}, {0, 5}});
  EXPECT_TRUE(equals<truth>(z < w, {0, 0, 1, 0, 0}));
  EXPECT_TRUE(equals<truth>(z <= w, {0, 0, 1, 0, 0}));
  EXPECT_TRUE(equals<truth>(w > z, {0, 0, 1, 0, 0}));
  EXPECT_TRUE(equals<truth>(z >= w, {0, 0, 0, 0, 1}));
  EXPECT_TRUE(equals<truth>(z <= z, {0, 1, 1, 0, 1}));
}

TYPED_TEST(numpy_functions, neighbours_infinities_and_divisors)
{
  auto const x = this->row({0.0, 1.0, 1.0, inf, nan, -0.0, 0x1p-1074});
  auto const y = this->row({-1.0, 2.0, 1.0, 0.0, 1.0, 0.0, -1.0});
  EXPECT_TRUE(equals<double>(nextafter(x, y), {-0x1p-1074, 1 + 0x1p-52, 1,
                                               std::numeric_limits<double>::max(), nan, 0.0, 0.0}));
  EXPECT_TRUE(equals<float>(nextafter(this->row({1.0f}), 0), {1 - 0x1p-24f}));
  auto const f = this->row({inf, -inf, nan, 0.0});
  EXPECT_TRUE(equals<truth>(isposinf(f), {1, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(isneginf(f), {0, 1, 0, 0}));
  using i8 = std::int8_t;
  auto const a = this->template row<i8>({12, -18, 0, -128, 0, 7});
  auto const b = this->template row<i8>({-18, 12, 0, 0, 5, 0});
  EXPECT_TRUE(equals<i8>(gcd(a, b), {6, 6, 0, -128, 5, 7}));
  EXPECT_TRUE(equals<i8>(lcm(a, b), {36, 36, 0, 0, 0, 0}));
  EXPECT_TRUE(
      equals<std::uint64_t>(lcm(this->template row<std::uint64_t>({std::uint64_t{1} << 40}), 6),
                            {std::uint64_t{3} << 40}));
}

}  // namespace
