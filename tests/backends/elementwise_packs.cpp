// Functions of one's own that take packs of numbers: what they give number by number, bit for bit.

#include <acre/array/creation.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/packs.hpp>
#include <acre/math.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

#include <bit>
#include <cstdint>
#include <limits>

using acre::ALL, acre::elementwise, acre::in_packs, acre::pack, acre::shape, acre::slice;
using acre_test::equals, acre_test::noise, acre_test::place;
namespace am = acre::math;

namespace {

template <class Space>
using elementwise_packs = acre_test::on_space<Space>;
TYPED_TEST_SUITE(elementwise_packs, acre_test::spaces, acre_test::space_names);

struct damped {
  template <class T>
  KOKKOS_FUNCTION T operator()(T t, T rate) const
  {
    T const envelope = am::exp(-rate * t);
    T y = envelope * am::cos(6 * t);
    y += 1;
    y -= envelope / 2;
    y *= T(3) - t;
    y /= 2 + t * t;
    return am::where(t < 0 || !(y <= 4), am::fabs(t) + am::sqrt(rate), y);
  }
};
/// Operands of several dtypes, a number, and a function of one's own of each.
struct mixed {
  double factor;
  template <class X, class K, class Y>
  KOKKOS_FUNCTION auto operator()(X x, K k, Y y) const
  {
    auto const low = acre::each([](auto a, auto b) { return a < b ? a : b; }, x * factor, y);
    return am::where(k / 3 * 3 != k && x > 0.25f, am::pow(am::fabs(low), 1.5), low - k);
  }
};

template <class A, class B>
bool same(A const& a, B const& b)
{
  return equals(a, to_vector(b));
}

TYPED_TEST(elementwise_packs, are_their_numbers)
{
  for (std::int64_t const n : {1, 7, 8, 63, 64, 73, 1000, 70001}) {
    SCOPED_TRACE(n);
    auto const t = place(this->space, noise<double>(n, 1)),
               r = place(this->space, noise<double>(n, 2));
    EXPECT_TRUE(same(elementwise(in_packs(damped{}), t, r * r), elementwise(damped{}, t, r * r)));
    auto const v = t(slice(acre::none, acre::none, -1)), w = r(slice(0, 1));
    EXPECT_TRUE(same(elementwise(in_packs(damped{}), v, abs(w)) + 1.0,
                     elementwise(damped{}, v, abs(w)) + 1.0));
    EXPECT_EQ(sum(elementwise(in_packs(damped{}), t, 0.5)).item(),
              sum(evaluate(elementwise(damped{}, t, 0.5))).item());
  }
  auto const f = place(this->space, noise<float>(12000), shape(120, 100));
  EXPECT_TRUE(same(elementwise(in_packs(damped{}), f.transpose(), 0.5F),
                   elementwise(damped{}, f.transpose(), 0.5F)));
  EXPECT_TRUE(same(sum(elementwise(in_packs(damped{}), f, f(ALL, slice(0, 1)) * 2.0F), 1),
                   sum(evaluate(elementwise(damped{}, f, f(ALL, slice(0, 1)) * 2.0F)), 1)));
}

TYPED_TEST(elementwise_packs, are_of_any_dtypes)
{
  auto const x = place(this->space, noise<float>(1000));
  auto const k = acre::arange<std::int32_t>(this->space, 1000);
  auto const y = acre::generator(3).uniform(this->space, shape(1000));
  auto const numbers = evaluate(elementwise(mixed{1.5}, x, k, y));
  auto const packs = evaluate(elementwise(in_packs(mixed{1.5}), x, k, y));
  static_assert(std::is_same_v<decltype(numbers), decltype(packs)>);
  EXPECT_TRUE(same(packs, numbers));
}

template <class T, int N, class Packs, class Numbers>
void expect_same(char const* name, Packs const& of_packs, Numbers const& of_numbers)
{
  using limits = std::numeric_limits<T>;
  using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  T const specials[] = {T(0),
                        limits::denorm_min(),
                        limits::min(),
                        T(0.3),
                        T(0.9),
                        T(1),
                        T(1.7),
                        T(2),
                        T(20),
                        T(88),
                        T(709),
                        T(1e9),
                        limits::max(),
                        limits::infinity(),
                        limits::quiet_NaN(),
                        T(5)};
  for (int first = 0; first < 32; ++first) {
    pack<T, N> x, y;
    for (int i = 0; i < N; ++i) {
      T const value = specials[(first + i) & 15];
      x.v[i] = ((first + i) & 16) != 0 ? -value : value;
      y.v[i] = specials[(first + 3 * i + 5) & 15];
    }
    auto const z = of_packs(x, y);
    for (int i = 0; i < N; ++i)
      ASSERT_EQ(std::bit_cast<bits>(z.v[i]), std::bit_cast<bits>(of_numbers(x.v[i], y.v[i])))
          << name << " of " << x.v[i] << ", " << y.v[i];
  }
}

template <class T, int N>
void functions_of_packs()
{
#define ACRE_EXPECT_SAME(f, ...)                                           \
  expect_same<T, N>(                                                       \
      #f,                                                                  \
      []([[maybe_unused]] auto const& x, [[maybe_unused]] auto const& y) { \
        return am::f(__VA_ARGS__);                                         \
      },                                                                   \
      []([[maybe_unused]] T x, [[maybe_unused]] T y) { return am::f(__VA_ARGS__); })
  ACRE_EXPECT_SAME(cbrt, x);
  ACRE_EXPECT_SAME(exp, x);
  ACRE_EXPECT_SAME(exp2, x);
  ACRE_EXPECT_SAME(expm1, x);
  ACRE_EXPECT_SAME(log, x);
  ACRE_EXPECT_SAME(log2, x);
  ACRE_EXPECT_SAME(log10, x);
  ACRE_EXPECT_SAME(log1p, x);
  ACRE_EXPECT_SAME(sin, x);
  ACRE_EXPECT_SAME(cos, x);
  ACRE_EXPECT_SAME(tan, x);
  ACRE_EXPECT_SAME(asin, x);
  ACRE_EXPECT_SAME(acos, x);
  ACRE_EXPECT_SAME(atan, x);
  ACRE_EXPECT_SAME(sinh, x);
  ACRE_EXPECT_SAME(cosh, x);
  ACRE_EXPECT_SAME(tanh, x);
  ACRE_EXPECT_SAME(asinh, x);
  ACRE_EXPECT_SAME(acosh, x);
  ACRE_EXPECT_SAME(atanh, x);
  ACRE_EXPECT_SAME(erf, x);
  ACRE_EXPECT_SAME(erfc, x);
  ACRE_EXPECT_SAME(lgamma, x);
  ACRE_EXPECT_SAME(tgamma, x);
  ACRE_EXPECT_SAME(sqrt, x);
  ACRE_EXPECT_SAME(fabs, x);
  ACRE_EXPECT_SAME(pow, x, y);
  ACRE_EXPECT_SAME(pow, x, T(1.5));
  ACRE_EXPECT_SAME(hypot, x, y);
  ACRE_EXPECT_SAME(atan2, x, y);
  ACRE_EXPECT_SAME(atan2, T(1.5), y);
  ACRE_EXPECT_SAME(logaddexp, x, y);
#undef ACRE_EXPECT_SAME
}

TEST(packs, have_acre_maths_functions)
{
  functions_of_packs<double, 8>();
  functions_of_packs<float, 64>();
}

}  // namespace
