// The arithmetic that the same bits rest on: every space rounds each + - * / sqrt by itself, to
// nearest, keeps subnormals and signed zeros, and neither contracts nor reorders. Fails where a
// flag that no macro shows (nvcc's --fmad=true and --use_fast_math, -ffp-contract=fast on a machine
// with fma, -mdaz-ftz) has compiled the promise away. core/docs/floating-point.md says what to do.

#include <acre/device/launch.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <limits>

using acre::array, acre::shape;

namespace {

/// Numbers with full mantissas, whose products and quotients are not exact.
template <class T>
std::vector<T> made(std::uint64_t seed)
{
  std::vector<T> v(4099);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = static_cast<T>(
        std::ldexp(1 + static_cast<double>(acre_test::mix(seed * 5000 + i) >> 11) * 0x1p-53,
                   static_cast<int>(i % 21) - 10));
  return v;
}

/// Products rounded on the host, behind the compiler's back.
template <class T>
std::vector<T> products(std::vector<T> const& x, std::vector<T> const& y)
{
  std::vector<T> p(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    T const volatile product = x[i] * y[i];
    p[i] = product;
  }
  return p;
}

/// Every operation in a kernel of one's own.
template <class T>
struct operations {
  acre::array_ref<T, 1> x, y, product, above, below, reordered, quotient, root;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    T const a = x(i), b = y(i);
    above(i) = a * b - product(i);  // 0, unless the product is not rounded first
    below(i) = product(i) - a * b;
    reordered(i) = (a + T(1e30)) - T(1e30);  // 0, unless the large ones are taken together
    quotient(i) = a / b;
    root(i) = acre::math::sqrt(a);
  }
};

/// x / y and sqrt(x) that are off by more than half a unit in the last place. The remainders are
/// exact (fma; IEEE 754 division and square root have representable ones).
template <class T>
bool rounded_quotient(T q, T x, T y)
{
  T const unit = std::nextafter(q, std::numeric_limits<T>::infinity()) - q;
  return std::abs(std::fma(-q, y, x)) <= unit / 2 * std::abs(y);
}
template <class T>
bool rounded_root(T s, T x)
{
  T const unit = std::nextafter(s, std::numeric_limits<T>::infinity()) - s;
  return std::abs(std::fma(-s, s, x)) <= unit * s;
}

template <class T, class Space>
void expect_each_operation_rounded(Space const& space)
{
  auto const x = made<T>(1), y = made<T>(2), p = products(x, y);
  auto const n = static_cast<std::int64_t>(x.size());
  array<T, 1, Space> above(space, shape(n)), below(space, shape(n)), reordered(space, shape(n)),
      quotient(space, shape(n)), root(space, shape(n));
  auto const a = acre_test::place(space, x), b = acre_test::place(space, y),
             c = acre_test::place(space, p);
  launch(space, n,
         operations<T>{a.ref(), b.ref(), c.ref(), above.ref(), below.ref(), reordered.ref(),
                       quotient.ref(), root.ref()});
  char const* const contracted =
      "a product and a sum were rounded as one: compile with -ffp-contract=off, nvcc with "
      "--fmad=false";
  auto const from_above = to_vector(above), from_below = to_vector(below),
             by_expression = to_vector(a * b - c);
  auto const quotients = to_vector(quotient), roots = to_vector(root), zeros = to_vector(reordered);
  auto const expression_quotients = to_vector(a / b), expression_roots = to_vector(sqrt(a));
  for (std::size_t i = 0; i < x.size(); ++i) {
#ifndef ACRE_FP_CONTRACT
    ASSERT_EQ(from_above[i], T(0)) << contracted;
    ASSERT_EQ(from_below[i], T(0)) << contracted;
    ASSERT_EQ(by_expression[i], T(0)) << contracted;
#endif
    ASSERT_EQ(zeros[i], T(0)) << "sums were reordered: compile without -ffast-math";
    ASSERT_TRUE(rounded_quotient(quotients[i], x[i], y[i]))
        << x[i] << " / " << y[i] << ": nvcc wants --prec-div=true";
    ASSERT_TRUE(rounded_quotient(expression_quotients[i], x[i], y[i]))
        << x[i] << " / " << y[i] << ": --prec-div=true";
    ASSERT_TRUE(rounded_root(roots[i], x[i]))
        << "sqrt of " << x[i] << ": nvcc wants --prec-sqrt=true";
    ASSERT_TRUE(rounded_root(expression_roots[i], x[i]))
        << "sqrt of " << x[i] << ": nvcc wants --prec-sqrt=true";
  }
}

/// Subnormal operands and results, signed zeros, infinities and NaN.
template <class T>
struct edges {
  acre::array_ref<T, 1> x, out;
  KOKKOS_FUNCTION void operator()(std::int64_t) const
  {
    T const smallest = x(0), normal = x(1), negative_zero = x(2), infinite = x(3), half = x(4),
            one = x(5);
    out(0) = normal * half;            // subnormal
    out(1) = smallest + smallest;      // of subnormals
    out(2) = smallest * (one / half);  // the same
    out(3) = normal - (normal + smallest);
    out(4) = smallest / smallest;
    out(5) = one / (negative_zero + negative_zero);                    // -inf
    out(6) = one / (negative_zero + T(0));                             // inf
    out(7) = infinite - infinite == infinite - infinite ? one : T(0);  // NaN: 0
    out(8) = negative_zero * one < T(0) || negative_zero != T(0) ? one : T(0);
    out(9) = acre::math::sqrt(normal * half * half);
  }
};

template <class T, class Space>
void expect_edges(Space const& space)
{
  using limits = std::numeric_limits<T>;
  T const tiny = limits::denorm_min(), normal = limits::min(), inf = limits::infinity();
  array<T, 1, Space> out(space, shape(10));
  launch(
      space, 1,
      edges<T>{
          acre_test::place(space, std::vector<T>{tiny, normal, T(-0.0), inf, T(0.5), T(1)}).ref(),
          out.ref()});
  auto const got = to_vector(out);
  char const* const flushed =
      "subnormal numbers were flushed to zero: nvcc wants --ftz=false, the host no -mdaz-ftz";
  EXPECT_EQ(got[0], std::ldexp(T(1), limits::min_exponent - 2)) << flushed;
  EXPECT_EQ(got[1], std::ldexp(tiny, 1)) << flushed;
  EXPECT_EQ(got[2], std::ldexp(tiny, 1)) << flushed;
  EXPECT_EQ(got[3], -tiny) << flushed;
  EXPECT_EQ(got[4], T(1)) << flushed;
  EXPECT_EQ(got[5], -inf);
  EXPECT_EQ(got[6], inf);
  EXPECT_EQ(got[7], T(0));
  EXPECT_EQ(got[8], T(0));
  EXPECT_EQ(got[9], std::sqrt(std::ldexp(normal, -2))) << flushed;
}

}  // namespace

template <class Space>
class floating_point : public testing::Test {};
TYPED_TEST_SUITE(floating_point, acre_test::spaces, acre_test::space_names);

TYPED_TEST(floating_point, rounds_each_operation)
{
  expect_each_operation_rounded<float>(TypeParam());
  expect_each_operation_rounded<double>(TypeParam());
}
TYPED_TEST(floating_point, keeps_subnormals_and_signed_zeros)
{
  expect_edges<float>(TypeParam());
  expect_edges<double>(TypeParam());
}
