// Meaning of expressions, whatever is computed: dtypes, casts, scalars, shapes. The expected values
// and words are NumPy's (2.4) unless a comment says otherwise.

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::has_dtype, acre_test::place;

namespace {

using i8 = std::int8_t;
using u8 = std::uint8_t;
using truth = unsigned char;
using complex = acre::complex<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <class Space>
class expression : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(expression, acre_test::spaces, acre_test::space_names);

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
  EXPECT_EQ(of([&] { acre::full<i8>(this->space, shape(2), 300); }),
            "integer 300 out of bounds for int8");
  EXPECT_EQ(of([&] { acre::full<u8>(this->space, shape(2), -1); }),
            "integer -1 out of bounds for uint8");
  EXPECT_TRUE(equals<i8>(acre::full<i8>(this->space, shape(2), -128), {-128, -128}));
  static_assert(has_dtype<float, decltype(acre::full(this->space, shape(2), 1.5F))>);
  EXPECT_TRUE(equals<i8>(named, {1, 2})) << "nothing was written";
  EXPECT_TRUE(equals<i8>(a + 126, {127, -128}));
  EXPECT_TRUE(equals<double>(a + 1e10, {10000000001.0, 10000000002.0})) << "a float widens";
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
