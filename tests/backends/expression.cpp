// What operators and functions mean, dtype by dtype: the expected values are NumPy's (2.4) unless
// a comment says otherwise.

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <limits>

using acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::place;

namespace {

using i8 = std::int8_t;
using u8 = std::uint8_t;
using truth = unsigned char;
using complex = acre::complex<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class expression : public ::testing::Test {
 protected:
  Space space;

  template <class T>
  auto row(std::initializer_list<T> v) const
  {
    return acre::from_host<T>(space, v);
  }
};
TYPED_TEST_SUITE(expression, acre_test::spaces, acre_test::space_names);

template <class T, class E>
constexpr bool has_dtype = std::is_same_v<typename std::remove_cvref_t<E>::value_type, T>;

TYPED_TEST(expression, of_int8_wraps_around)
{
  auto const a = this->template row<i8>({-128, -7, -1, 0, 1, 7, 127});
  auto const b = this->template row<i8>({-1, 3, 0, 5, -3, -2, 2});
  static_assert(has_dtype<i8, decltype(a + b)> && has_dtype<double, decltype(a / b)> &&
                has_dtype<i8, decltype(-a)>);
  EXPECT_TRUE(equals<i8>(a + b, {127, -4, -1, 5, -2, 5, -127}));
  EXPECT_TRUE(equals<i8>(a - b, {-127, -10, -1, -5, 4, 9, 125}));
  EXPECT_TRUE(equals<i8>(a * b, {-128, -21, 0, 0, -3, -14, -2}));
  EXPECT_TRUE(equals<double>(
      a / b, {128.0, -2.3333333333333335, -inf, 0.0, -0.3333333333333333, -3.5, 63.5}));
  EXPECT_TRUE(equals<i8>(-a, {-128, 7, 1, 0, -1, -7, -127}));
  EXPECT_TRUE(equals<i8>(abs(a), {-128, 7, 1, 0, 1, 7, 127}));
}

TYPED_TEST(expression, of_integers_divides_downwards)
{
  auto const a = this->template row<i8>({-128, -7, -1, 0, 1, 7, 127});
  auto const b = this->template row<i8>({-1, 3, 0, 5, -3, -2, 2});
  EXPECT_TRUE(equals<i8>(floor_divide(a, b), {-128, -3, 0, 0, -1, -4, 63}));
  EXPECT_TRUE(equals<i8>(remainder(a, b), {0, 2, 0, 0, -2, -1, 1}));
  EXPECT_TRUE(equals<i8>(fmod(a, b), {0, -1, 0, 0, 1, 1, 1}));
  EXPECT_TRUE(equals<i8>(power(a, 2), {0, 49, 1, 0, 1, 49, 1}));
  EXPECT_TRUE(equals<i8>(power(a, b + 3), {0, -111, -1, 0, 1, 7, 127}));
  EXPECT_TRUE(
      equals<u8>(power(this->template row<u8>({2, 3}), this->template row<u8>({8, 5})), {0, 243}));
  auto const lowest = std::numeric_limits<std::int64_t>::min();
  auto const wide = this->template row<std::int64_t>({lowest, lowest, 5});
  auto const by = this->template row<std::int64_t>({-1, 0, -2});
  EXPECT_TRUE(equals<std::int64_t>(floor_divide(wide, by), {lowest, 0, -3}));
  EXPECT_TRUE(equals<std::int64_t>(remainder(wide, by), {0, 0, -1}));
}

TYPED_TEST(expression, of_bits)
{
  auto const a = this->template row<i8>({-128, -7, -1, 0, 1, 7, 127});
  auto const b = this->template row<i8>({-1, 3, 0, 5, -3, -2, 2});
  EXPECT_TRUE(equals<i8>(~a, {127, 6, 0, -1, -2, -8, -128}));
  EXPECT_TRUE(equals<i8>(a & b, {-128, 1, 0, 0, 1, 6, 2}));
  EXPECT_TRUE(equals<i8>(a | b, {-1, -5, -1, 5, -3, -1, 127}));
  EXPECT_TRUE(equals<i8>(a ^ b, {127, -6, -1, 5, -4, -7, 125}));
  EXPECT_TRUE(equals<i8>(a << 3, {0, -56, -8, 0, 8, 56, -8}));
  EXPECT_TRUE(equals<i8>(a >> 1, {-64, -4, -1, 0, 0, 3, 63}));
  EXPECT_TRUE(equals<i8>(a << b, {0, -56, -1, 0, 0, 0, -4}));
  EXPECT_TRUE(equals<i8>(a >> b, {-1, -1, -1, 0, 0, 0, 31}));
}

TYPED_TEST(expression, of_uint8)
{
  auto const a = this->template row<u8>({0, 1, 200, 255});
  EXPECT_TRUE(equals<u8>(a + a, {0, 2, 144, 254}));
  EXPECT_TRUE(equals<u8>(a - 201, {55, 56, 255, 54}));
  EXPECT_TRUE(equals<u8>(201 - a, {201, 200, 1, 202}));
  EXPECT_TRUE(equals<u8>(a * a, {0, 1, 64, 1}));
  EXPECT_TRUE(equals<u8>(-a, {0, 255, 56, 1}));
  EXPECT_TRUE(equals<u8>(~a, {255, 254, 55, 0}));
  EXPECT_TRUE(equals<u8>(a >> 3, {0, 0, 25, 31}));
  auto const mixed = a + this->template row<i8>({-128, -7, -1, 0});
  static_assert(has_dtype<std::int16_t, decltype(mixed)>);
  EXPECT_TRUE(equals<std::int16_t>(mixed, {-128, -6, 199, 255}));
}

TYPED_TEST(expression, of_floats)
{
  auto const f = this->template row<double>({-7.5, -1, -0.0, 0, 2.5, inf, nan});
  auto const g = this->template row<double>({2, 0, 3, -3, -1, 2, 1});
  EXPECT_TRUE(equals<double>(f / g, {-3.75, -inf, -0.0, -0.0, -2.5, inf, nan}));
  EXPECT_TRUE(equals<double>(-f, {7.5, 1, 0.0, -0.0, -2.5, -inf, nan}));
  EXPECT_TRUE(equals<double>(sign(f), {-1, -1, 0, 0, 1, 1, nan}));
  EXPECT_TRUE(equals<double>(maximum(f, g), {2, 0, 3, 0, 2.5, inf, nan}));
  EXPECT_TRUE(equals<double>(minimum(f, g), {-7.5, -1, -0.0, -3, -1, 2, nan}));
  EXPECT_TRUE(equals<double>(fmax(f, g), {2, 0, 3, 0, 2.5, inf, 1}));
  EXPECT_TRUE(equals<double>(fmin(f, g), {-7.5, -1, -0.0, -3, -1, 2, 1}));
  EXPECT_TRUE(equals<truth>(isnan(f), {0, 0, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(equals<truth>(isinf(f), {0, 0, 0, 0, 0, 1, 0}));
  EXPECT_TRUE(equals<truth>(isfinite(f), {1, 1, 1, 1, 1, 0, 0}));
  EXPECT_TRUE(equals<truth>(f < g, {1, 1, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(f <= g, {1, 1, 1, 0, 0, 0, 0}));
  EXPECT_TRUE(equals<truth>(f > g, {0, 0, 0, 1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(f >= g, {0, 0, 0, 1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(f != g, {1, 1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(equals<truth>(f == f, {1, 1, 1, 1, 1, 1, 0}));
}

TYPED_TEST(expression, of_floats_divides_downwards_and_rounds)
{
  auto const f = this->template row<double>({-7.5, -1, -0.0, 0, 2.5, inf, nan, 1});
  auto const g = this->template row<double>({2, 0, 3, -3, -1, 2, 1, 0.1});
  EXPECT_TRUE(equals<double>(floor_divide(f, g), {-4, -inf, -0.0, -0.0, -3, nan, nan, 9}));
  EXPECT_TRUE(
      equals<double>(remainder(f, g), {0.5, nan, 0.0, -0.0, -0.5, nan, nan, 0.09999999999999995}));
  EXPECT_TRUE(equals<double>(fmod(f, g), {-1.5, nan, -0.0, 0, 0.5, nan, nan, 0.09999999999999995}));
  EXPECT_TRUE(equals<truth>(signbit(f), {1, 1, 1, 0, 0, 0, 0, 0}));
  auto const r = this->template row<double>({0.5, 1.5, 2.5, -0.5, -1.5});
  EXPECT_TRUE(equals<double>(rint(r), {0, 2, 2, -0.0, -2}));
  EXPECT_TRUE(equals<double>(floor(r), {0, 1, 2, -1, -2}));
  EXPECT_TRUE(equals<double>(ceil(r), {1, 2, 3, -0.0, -1}));
  EXPECT_TRUE(equals<double>(trunc(r), {0, 1, 2, -0.0, -1}));
  auto const i = this->template row<i8>({-128, 7});
  static_assert(has_dtype<i8, decltype(floor(i))>);
  EXPECT_TRUE(equals<float>(rint(i), {-128, 7}));
  EXPECT_TRUE(equals<i8>(reciprocal(this->template row<i8>({1, 2, -1, -3})), {1, 0, -1, 0}));
  EXPECT_TRUE(equals<i8>(clip(this->template row<i8>({-128, -3, 0, 127}), -3, 5), {-3, -3, 0, 5}));
}

TYPED_TEST(expression, of_bool)
{
  auto const b = this->template row<bool>({true, false, true});
  auto const d = this->template row<bool>({true, true, false});
  static_assert(has_dtype<bool, decltype(b + d)> && has_dtype<std::int64_t, decltype(b + 1)> &&
                has_dtype<double, decltype(b / d)> && has_dtype<double, decltype(b + 1.5)>);
  EXPECT_TRUE(equals<truth>(b + d, {1, 1, 1}));
  EXPECT_TRUE(equals<truth>(b * d, {1, 0, 0}));
  EXPECT_TRUE(equals<truth>(b & d, {1, 0, 0}));
  EXPECT_TRUE(equals<truth>(b | d, {1, 1, 1}));
  EXPECT_TRUE(equals<truth>(b ^ d, {0, 1, 1}));
  EXPECT_TRUE(equals<truth>(~b, {0, 1, 0}));
  EXPECT_TRUE(equals<double>(b / d, {1, 0, inf}));
  EXPECT_TRUE(equals<std::int64_t>(b + 1, {2, 1, 2}));
  EXPECT_TRUE(equals<double>(b + 1.5, {2.5, 1.5, 2.5}));
}

TYPED_TEST(expression, of_logic)
{
  auto const f = this->template row<double>({-7.5, -0.0, nan, 0});
  auto const i = this->template row<i8>({1, 1, 1, 0});
  EXPECT_TRUE(equals<truth>(logical_and(f, i), {1, 0, 1, 0}));
  EXPECT_TRUE(equals<truth>(logical_or(f, i), {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(logical_xor(f, i), {0, 1, 0, 0}));
  EXPECT_TRUE(equals<truth>(logical_not(f), {0, 1, 0, 1}));
  // a fraction is true: nothing is truncated on the way
  EXPECT_TRUE(equals<truth>(logical_and(this->template row<double>({0.5}), true), {1}));
  auto const c = this->template row<complex>({{0, 0}, {0, 2}, {1, 0}});
  EXPECT_TRUE(equals<truth>(logical_not(c), {1, 0, 0}));
  EXPECT_TRUE(equals<truth>(acre::cast<bool>(c), {0, 1, 1}));
}

TYPED_TEST(expression, of_complex)
{
  auto const c = this->template row<complex>({{1, 2}, {3, -4}, {0, 0}});
  auto const e = this->template row<complex>({{2, -1}, {0, 1}, {1, 0}});
  EXPECT_TRUE(equals<complex>(c * e, {{4, 3}, {4, 3}, {0, 0}}));
  EXPECT_TRUE(equals<complex>(c + 1, {{2, 2}, {4, -4}, {1, 0}}));
  EXPECT_TRUE(equals<complex>(c * 2.5, {{2.5, 5}, {7.5, -10}, {0, 0}}));
  EXPECT_TRUE(equals<truth>(c == c, {1, 1, 1}));
  EXPECT_TRUE(equals<truth>(c < e, {1, 0, 1}));
  EXPECT_TRUE(equals<double>(abs(this->template row<complex>({{3, -4}, {0, 2}})), {5, 2}));
  auto const q = acre::to_vector(c / e);
  EXPECT_NEAR(q[0].real(), 0, 1e-15);
  EXPECT_NEAR(q[0].imag(), 1, 1e-15);
  EXPECT_EQ(q[1], complex(-4, -3));
  // no overflow on the way, and NumPy's answers beside infinities
  double const large = 0x1p1000, small = 0x1p-1000;
  auto const of =
      this->template row<complex>({{large, large}, {small, -small}, {1, 2}, {large, small}});
  auto const by =
      this->template row<complex>({{large, large}, {small, small}, {inf, 0}, {0, large}});
  EXPECT_TRUE(equals<complex>(of / by, {{1, 0}, {0, -1}, {0, 0}, {0, -1}}));
  EXPECT_TRUE(equals<complex>(reciprocal(by(acre::slice(0, 2))),
                              {{small / 2, -small / 2}, {large / 2, -large / 2}}));
  auto const mixed =
      this->template row<acre::complex<float>>({{1, 1}}) + this->template row<std::int32_t>({1});
  static_assert(has_dtype<complex, decltype(mixed)>);
  EXPECT_TRUE(equals<complex>(mixed, {{2, 1}}));
}

TYPED_TEST(expression, computes_in_the_promoted_dtype)
{
  auto const i = this->template row<std::int32_t>({1, 16777217});
  auto const f = this->template row<float>({1, 1});
  static_assert(has_dtype<double, decltype(i + f)> && has_dtype<float, decltype(f + 1.5)> &&
                has_dtype<float, decltype(f * std::int64_t{2})> &&
                has_dtype<double, decltype(i + 0.5)>);
  EXPECT_TRUE(equals<double>(i + f, {2, 16777218}));
  EXPECT_TRUE(equals<float>(f + 0.1, {1.1f, 1.1f})) << "the scalar is rounded to float32 first";
  auto const h =
      this->template row<std::int16_t>({1, 2}) / this->template row<std::int16_t>({2, 4});
  EXPECT_TRUE(equals<double>(h, {0.5, 0.5}));
  static_assert(has_dtype<float, decltype(sqrt(this->template row<i8>({4})))> &&
                has_dtype<double, decltype(sqrt(i))>);
  EXPECT_TRUE(equals<float>(sqrt(this->template row<i8>({4, 9})), {2, 3}));
  EXPECT_TRUE(equals<double>(sqrt(this->template row<double>({2, -1})), {std::sqrt(2.0), nan}));
}

TYPED_TEST(expression, selects)
{
  auto const c = this->template row<bool>({true, false});
  auto const picked = where(c, this->template row<i8>({1, 2}), this->template row<float>({3, 4}));
  static_assert(has_dtype<float, decltype(picked)> && has_dtype<int, decltype(where(c, 1, 0))> &&
                has_dtype<i8, decltype(where(c, this->template row<i8>({1, 2}), 0))>);
  EXPECT_TRUE(equals<float>(picked, {1, 4}));
  EXPECT_TRUE(equals<int>(where(this->template row<double>({0.5, 0}), 1, 0), {1, 0}));
  auto const x = this->template row<double>({4, -4});
  EXPECT_TRUE(equals<double>(where(x > 0, sqrt(x), 0), {2, 0}));
  // broadcasts all three
  auto const m = where(this->template row<bool>({true, false, true}),
                       this->template row<int>({1, 2})(acre::ALL, acre::newaxis), -1);
  EXPECT_EQ(m.shape(), shape(2, 3));
  EXPECT_TRUE(equals<int>(m, {1, -1, 1, 2, -1, 2}));
  EXPECT_EQ(error_of<acre::value_error>([&] { where(c, this->template row<i8>({1, 2}), 300); }),
            "integer 300 out of bounds for int8");
}

// C++ leaves conversions that do not fit open, and NumPy shows what the processor does; acre cuts
// to the nearest value, NaN to 0, on every backend.
TYPED_TEST(expression, casts_to_the_nearest_value)
{
  auto const f = this->template row<double>(
      {-1e300, -129, -128.9, -0.9, 0.9, 127.9, 128, 255.9, 256, 1e300, inf, -inf, nan});
  EXPECT_TRUE(equals<i8>(acre::cast<i8>(f),
                         {-128, -128, -128, 0, 0, 127, 127, 127, 127, 127, 127, -128, 0}));
  EXPECT_TRUE(equals<u8>(acre::cast<u8>(f), {0, 0, 0, 0, 0, 127, 128, 255, 255, 255, 255, 0, 0}));
  auto const g =
      this->template row<float>({-3e9f, 3e9f, 1e19f, 2e19f, -1e19f, 2147483520.f, 2147483648.f});
  EXPECT_TRUE(equals<std::int32_t>(acre::cast<std::int32_t>(g),
                                   {-2147483647 - 1, 2147483647, 2147483647, 2147483647,
                                    -2147483647 - 1, 2147483520, 2147483647}));
  auto const max64 = std::numeric_limits<std::int64_t>::max(),
             min64 = std::numeric_limits<std::int64_t>::min();
  EXPECT_TRUE(
      equals<std::int64_t>(acre::cast<std::int64_t>(g),
                           {-3000000000, 3000000000, max64, max64, min64, 2147483520, 2147483648}));
  EXPECT_TRUE(equals<std::uint64_t>(
      acre::cast<std::uint64_t>(g),
      {0, 3000000000, 9999999980506447872u, std::numeric_limits<std::uint64_t>::max(), 0,
       2147483520, 2147483648}));
  EXPECT_TRUE(equals<truth>(acre::cast<bool>(f(acre::slice(3, 5))), {1, 1}));
  // integers wrap
  auto const i = this->template row<std::int32_t>({300, -1, 256});
  EXPECT_TRUE(equals<i8>(acre::cast<i8>(i), {44, -1, 0}));
  EXPECT_TRUE(equals<u8>(acre::cast<u8>(i), {44, 255, 0}));
  EXPECT_TRUE(equals<complex>(acre::cast<complex>(i), {{300, 0}, {-1, 0}, {256, 0}}));
  // assignment converts as cast does
  auto const target = acre::zeros<i8>(this->space, f.shape());
  target += f;
  EXPECT_TRUE(equals(target, acre::to_vector(acre::cast<i8>(f))));
  acre::array<std::int32_t, 1, TypeParam> named(this->space, g.shape());
  named = g * 1.0;
  EXPECT_TRUE(equals(named, acre::to_vector(acre::cast<std::int32_t>(g))));
}

TYPED_TEST(expression, refuses_scalars_that_do_not_fit)
{
  auto const a = this->template row<i8>({1, 2});
  auto const u = this->template row<u8>({1, 2});
  auto const of = [](auto const& f) { return error_of<acre::value_error>(f); };
  EXPECT_EQ(of([&] { a + 300; }), "integer 300 out of bounds for int8");
  EXPECT_EQ(of([&] { -129 - a; }), "integer -129 out of bounds for int8");
  EXPECT_EQ(of([&] { u * -1; }), "integer -1 out of bounds for uint8");
  EXPECT_EQ(of([&] { a += 128; }), "integer 128 out of bounds for int8");
  EXPECT_EQ(of([&] { maximum(u, 256); }), "integer 256 out of bounds for uint8");
  EXPECT_EQ(of([&] {
              this->template row<std::int64_t>({1}) + std::numeric_limits<std::uint64_t>::max();
            }),
            "integer 18446744073709551615 out of bounds for int64");
  acre::array<i8, 1, TypeParam> named = acre::copy(a);
  EXPECT_EQ(of([&] { named = 300; }), "integer 300 out of bounds for int8");
  EXPECT_EQ(of([&] { named(acre::ALL) = -129; }), "integer -129 out of bounds for int8");
  EXPECT_TRUE(equals<i8>(named, {1, 2})) << "nothing was written";
  EXPECT_TRUE(equals<i8>(a + 126, {127, -128}));
  EXPECT_TRUE(equals<double>(a + 1e10, {10000000001.0, 10000000002.0})) << "a float widens";
}

TYPED_TEST(expression, compares_integers_as_they_are)
{
  std::int64_t const big = std::int64_t{1} << 53, most = std::numeric_limits<std::int64_t>::max();
  auto const u = this->template row<std::uint64_t>(
      {static_cast<std::uint64_t>(big) + 1, static_cast<std::uint64_t>(most) + 1, 5, 7});
  auto const i = this->template row<std::int64_t>({big, most, -5, 7});
  EXPECT_TRUE(equals<truth>(u == i, {0, 0, 0, 1}));
  EXPECT_TRUE(equals<truth>(u != i, {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(u > i, {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(i < u, {1, 1, 1, 0}));
  EXPECT_TRUE(equals<truth>(u <= i, {0, 0, 0, 1}));
  EXPECT_TRUE(equals<truth>(i >= u, {0, 0, 0, 1}));
  auto const small = this->template row<u8>({0, 255});
  EXPECT_TRUE(equals<truth>(small < 300, {1, 1}));
  EXPECT_TRUE(equals<truth>(small == -1, {0, 0}));
  EXPECT_TRUE(equals<truth>(-1 <= small, {1, 1}));
  EXPECT_TRUE(equals<truth>(small >= 255, {0, 1}));
  EXPECT_TRUE(equals<truth>(i < std::numeric_limits<std::uint64_t>::max(), {1, 1, 1, 1}));
  EXPECT_TRUE(equals<truth>(u > -1, {1, 1, 1, 1}));
  EXPECT_TRUE(equals<truth>(this->template row<i8>({-1, 1}) > 0u, {0, 1}));
}

TYPED_TEST(expression, does_not_write_to_shared_elements)
{
  auto const one = acre::zeros<double>(this->space, shape(1));
  auto const wide = broadcast_to(one, shape(2, 6));
  auto const of = [](auto const& f) { return error_of<acre::value_error>(f); };
  std::string const text =
      "assignment destination is read-only: along axis 0 of shape (2,6) all elements are one in "
      "memory (broadcast_to); write to a copy";
  EXPECT_EQ(of([&] { wide += 1; }), text);
  EXPECT_EQ(of([&] { wide(acre::ALL) = 1; }), text);
  auto const where = this->template row<std::int64_t>({0, 1});
  EXPECT_EQ(of([&] { wide(where) = 1; }), text);
  EXPECT_EQ(of([&] { scatter_add(wide(where), 1.0); }), text);
  EXPECT_TRUE(equals<double>(one, {0}));
}

TYPED_TEST(expression, refuses_shapes_that_do_not_broadcast)
{
  auto const m = acre::zeros<double>(this->space, shape(3, 4));
  auto const of = [](auto const& f) { return error_of<acre::shape_error>(f); };
  auto const with = [&](auto const& s) { return acre::zeros<double>(this->space, s); };
  EXPECT_EQ(of([&] { m + with(shape(5)); }),
            "operands could not be broadcast together with shapes (3,4) (5,)");
  EXPECT_EQ(of([&] { m* with(shape(2, 4)); }),
            "operands could not be broadcast together with shapes (3,4) (2,4)");
  EXPECT_EQ(of([&] { with(shape(0, 4)) + with(shape(2, 1)); }),
            "operands could not be broadcast together with shapes (0,4) (2,1)");
  EXPECT_EQ(of([&] { where(m > 0, m, with(shape(3))); }),
            "operands could not be broadcast together with shapes (3,4) (3,4) (3,)");
  acre::array<double, 2, TypeParam> x(this->space, shape(2, 3));
  x = 7.0;
  EXPECT_EQ(of([&] { x = with(shape(4)) + 1; }),
            "could not broadcast input array from shape (4,) into shape (2,3)");
  EXPECT_EQ(of([&] { x += with(shape(4)); }),
            "operands could not be broadcast together with shapes (2,3) (4,)");
  EXPECT_EQ(of([&] { x(acre::ALL, acre::slice(0, 2)) = with(shape(2, 3)); }),
            "could not broadcast input array from shape (2,3) into shape (2,2)");
  EXPECT_TRUE(equals(x, std::vector<double>(6, 7.0))) << "nothing was written";
  EXPECT_EQ((with(shape(0, 4)) + with(shape(1, 4))).shape(), shape(0, 4));
}

TYPED_TEST(expression, broadcasts)
{
  auto const m = place(this->space, std::vector<int>{0, 1, 2, 3, 4, 5}, shape(2, 3));
  auto const r = this->template row<int>({10, 20, 30});
  auto const c = this->template row<int>({100, 200})(acre::ALL, acre::newaxis);
  EXPECT_TRUE(equals<int>(m + r, {10, 21, 32, 13, 24, 35}));
  EXPECT_TRUE(equals<int>(m + c, {100, 101, 102, 203, 204, 205}));
  EXPECT_TRUE(equals<int>(r + c, {110, 120, 130, 210, 220, 230}));
  EXPECT_TRUE(equals<int>(m + acre::full<int>(this->space, shape(), 7), {7, 8, 9, 10, 11, 12}));
  EXPECT_TRUE(
      equals<int>(m(acre::slice(0, 1)) + m(acre::ALL, acre::slice(0, 1)), {0, 1, 2, 3, 4, 5}));
  auto const cube = m + acre::zeros<int>(this->space, shape(2, 1, 1));
  EXPECT_EQ(cube.shape(), shape(2, 2, 3));
  EXPECT_TRUE(equals<int>(cube, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
  // one row, one element
  auto const one = this->template row<int>({5});
  EXPECT_TRUE(equals<int>(one + r, {15, 25, 35}));
  EXPECT_TRUE(equals<int>(one * one, {25}));
  acre::array<int, 2, TypeParam> target(this->space, shape(2, 3));
  target = r + 0;
  EXPECT_TRUE(equals<int>(target, {10, 20, 30, 10, 20, 30}));
  target(acre::ALL) = c;
  EXPECT_TRUE(equals<int>(target, {100, 100, 100, 200, 200, 200}));
}

}  // namespace
