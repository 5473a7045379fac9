// acre::fast's functions are acre's within what the vendors state, on every space and in every kind
// of expression.

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/fast.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <limits>
#include <vector>

using acre::array, acre::shape;

namespace {

/// Compares what f makes of acre's functions and of the platform's. CUDA states up to 10 ulp
/// (tgamma).
template <class T, class Space>
struct agreement {
  array<T, 1, Space> x, y;

  template <class Ours, class Fast>
  void operator()(char const* name, Ours ours, Fast fast) const
  {
    array<T, 1, Space> const a = ours(x, y), b = fast(x, y);
    static_assert(std::is_same_v<typename decltype(ours(x, y))::value_type,
                                 typename decltype(fast(x, y))::value_type>);
    auto const expected = to_vector(a), got = to_vector(b);
    for (std::size_t i = 0; i < got.size(); ++i) {
      T const allowed = 16 * std::numeric_limits<T>::epsilon() * std::fabs(expected[i]);
      ASSERT_LE(std::fabs(got[i] - expected[i]), allowed) << name << " of element " << i;
    }
  }
};

template <class T, class Space>
void compare_all()
{
  std::vector<T> first, second;
  for (int i = 0; i < 1000; ++i) {
    first.push_back(static_cast<T>((i + 0.5) / 1000));
    second.push_back(static_cast<T>(0.1 + std::fmod(i * 0.61803398875, 3.0)));
  }
  agreement<T, Space> const same{acre_test::place(Space(), first),
                                 acre_test::place(Space(), second)};
  namespace fast = acre::fast;
  same(
      "sqrt", [](auto const& x, auto const&) { return acre::sqrt(2 * x); },
      [](auto const& x, auto const&) { return fast::sqrt(2 * x); });
  same(
      "cbrt", [](auto const& x, auto const&) { return acre::cbrt(2 * x); },
      [](auto const& x, auto const&) { return fast::cbrt(2 * x); });
  same(
      "exp", [](auto const& x, auto const&) { return acre::exp(2 * x); },
      [](auto const& x, auto const&) { return fast::exp(2 * x); });
  same(
      "exp2", [](auto const& x, auto const&) { return acre::exp2(2 * x); },
      [](auto const& x, auto const&) { return fast::exp2(2 * x); });
  same(
      "expm1", [](auto const& x, auto const&) { return acre::expm1(2 * x); },
      [](auto const& x, auto const&) { return fast::expm1(2 * x); });
  same(
      "log", [](auto const& x, auto const&) { return acre::log(9 * x); },
      [](auto const& x, auto const&) { return fast::log(9 * x); });
  same(
      "log2", [](auto const& x, auto const&) { return acre::log2(9 * x); },
      [](auto const& x, auto const&) { return fast::log2(9 * x); });
  same(
      "log10", [](auto const& x, auto const&) { return acre::log10(9 * x); },
      [](auto const& x, auto const&) { return fast::log10(9 * x); });
  same(
      "log1p", [](auto const& x, auto const&) { return acre::log1p(2 * x); },
      [](auto const& x, auto const&) { return fast::log1p(2 * x); });
  same(
      "sin", [](auto const& x, auto const&) { return acre::sin(2 * x); },
      [](auto const& x, auto const&) { return fast::sin(2 * x); });
  same(
      "cos", [](auto const& x, auto const&) { return acre::cos(2 * x); },
      [](auto const& x, auto const&) { return fast::cos(2 * x); });
  same(
      "tan", [](auto const& x, auto const&) { return acre::tan(x); },
      [](auto const& x, auto const&) { return fast::tan(x); });
  same(
      "arcsin", [](auto const& x, auto const&) { return acre::arcsin(x); },
      [](auto const& x, auto const&) { return fast::arcsin(x); });
  same(
      "arccos", [](auto const& x, auto const&) { return acre::arccos(x); },
      [](auto const& x, auto const&) { return fast::arccos(x); });
  same(
      "arctan", [](auto const& x, auto const&) { return acre::arctan(2 * x); },
      [](auto const& x, auto const&) { return fast::arctan(2 * x); });
  same(
      "sinh", [](auto const& x, auto const&) { return acre::sinh(2 * x); },
      [](auto const& x, auto const&) { return fast::sinh(2 * x); });
  same(
      "cosh", [](auto const& x, auto const&) { return acre::cosh(2 * x); },
      [](auto const& x, auto const&) { return fast::cosh(2 * x); });
  same(
      "tanh", [](auto const& x, auto const&) { return acre::tanh(2 * x); },
      [](auto const& x, auto const&) { return fast::tanh(2 * x); });
  same(
      "arcsinh", [](auto const& x, auto const&) { return acre::arcsinh(2 * x); },
      [](auto const& x, auto const&) { return fast::arcsinh(2 * x); });
  same(
      "arccosh", [](auto const& x, auto const&) { return acre::arccosh(1 + x); },
      [](auto const& x, auto const&) { return fast::arccosh(1 + x); });
  same(
      "arctanh", [](auto const& x, auto const&) { return acre::arctanh(x); },
      [](auto const& x, auto const&) { return fast::arctanh(x); });
  same(
      "erf", [](auto const& x, auto const&) { return acre::erf(2 * x); },
      [](auto const& x, auto const&) { return fast::erf(2 * x); });
  same(
      "erfc", [](auto const& x, auto const&) { return acre::erfc(2 * x); },
      [](auto const& x, auto const&) { return fast::erfc(2 * x); });
  same(
      "tgamma", [](auto const& x, auto const&) { return acre::tgamma(3 * x); },
      [](auto const& x, auto const&) { return fast::tgamma(3 * x); });
  same(
      "power", [](auto const& x, auto const& y) { return acre::power(x, y); },
      [](auto const& x, auto const& y) { return fast::power(x, y); });
  same(
      "arctan2", [](auto const& x, auto const& y) { return acre::arctan2(x, y); },
      [](auto const& x, auto const& y) { return fast::arctan2(x, y); });
  same(
      "hypot", [](auto const& x, auto const& y) { return acre::hypot(x, y); },
      [](auto const& x, auto const& y) { return fast::hypot(x, y); });
}

}  // namespace

template <class Space>
class fast_functions : public testing::Test {};
TYPED_TEST_SUITE(fast_functions, acre_test::spaces, acre_test::space_names);

TYPED_TEST(fast_functions, functions_agree_with_acres_own)
{
  compare_all<float, TypeParam>();
  compare_all<double, TypeParam>();
}

TYPED_TEST(fast_functions, is_a_term_as_any_other)
{
  array<int, 1, TypeParam> const i =
      acre_test::place(TypeParam(), std::vector<int>{0, 1, 2, 3, 4, 5});
  array<double, 1, TypeParam> y = acre::zeros<double>(TypeParam(), shape(6));
  y = 2 * acre::fast::exp(i) + acre::fast::power(i, 2) - acre::sqrt(acre::fast::log1p(i));
  auto const got = to_vector(y);
  for (int k = 0; k < 6; ++k)
    EXPECT_NEAR(got[static_cast<std::size_t>(k)],
                2 * std::exp(k) + k * k - std::sqrt(std::log1p(k)), 1e-13 * std::exp(k))
        << k;
  double const total = acre::sum(acre::fast::sin(y) + 0 * y);
  double expected = 0;
  for (double v : got) expected += std::sin(v);
  EXPECT_NEAR(total, expected, 1e-12);
  static_assert(std::is_same_v<typename decltype(acre::fast::exp(i))::value_type, double>);
}
