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

/// Compares acre's function and the platform's, of one entry of the table. CUDA states up to 10 ulp
/// (tgamma).
template <class T, class Space>
struct agreement {
  array<T, 1, Space> x, y;

  template <class Op>
  void of_one(char const* name) const
  {
    if constexpr (requires { Op::fast(T()); })
      compare(name, acre::detail::make_unary<Op>(x), acre::detail::fast_function<Op>()(x));
  }
  template <class Op>
  void of_two(char const* name) const
  {
    if constexpr (requires { Op::fast(T(), T()); })
      compare(name, acre::detail::make_binary<Op>(x, y), acre::detail::fast_pair<Op>()(x, y));
  }
  template <class Ours, class Fast>
  static void compare(char const* name, Ours const& ours, Fast const& fast)
  {
    static_assert(std::is_same_v<typename Ours::value_type, typename Fast::value_type>);
    array<T, 1, Space> const a = ours, b = fast;
    auto const expected = to_vector(a), got = to_vector(b);
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (std::isnan(expected[i])) continue;  // outside of its domain
      T const allowed = 16 * std::numeric_limits<T>::epsilon() * std::fabs(expected[i]);
      ASSERT_LE(std::fabs(got[i] - expected[i]), allowed) << name << " of element " << i;
    }
  }

  template <class... Op>
  void of_functions(acre::detail::type_list<Op...>) const
  {
    (of_one<Op>(Op::name), ...);
  }
  template <class... Op>
  void of_pairs(acre::detail::type_list<Op...>) const
  {
    (of_two<Op>(Op::name), ...);
  }
};

template <class T, class Space>
void compare_all()
{
  std::vector<T> first, second;
  for (double const scale : {1.0, 2.0, 3.0, 9.0, 0.0})
    for (int i = 0; i < 1000; ++i) {
      double const unit = (i + 0.5) / 1000;
      first.push_back(static_cast<T>(scale == 0 ? 1 + unit : scale * unit));
      second.push_back(static_cast<T>(0.1 + std::fmod(i * 0.61803398875, 3.0)));
    }
  agreement<T, Space> const same{acre_test::place(Space(), first),
                                 acre_test::place(Space(), second)};
  same.of_functions(acre::detail::elementary_functions());
  same.of_pairs(acre::detail::elementary_pairs());
  same.of_pairs(acre::detail::power_pairs());
}

/// Names: those of acre's own.
template <class T, class Fast>
concept fast_form_of = std::is_same_v<Fast, acre::detail::fast_function<T> const>;
static_assert(fast_form_of<acre::detail::exp_op, decltype(acre::fast::exp)>);
static_assert(fast_form_of<acre::detail::arcsinh_op, decltype(acre::fast::arcsinh)>);
static_assert(fast_form_of<acre::detail::erfc_op, decltype(acre::fast::erfc)>);

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
