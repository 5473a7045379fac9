// acre::fast's functions in every kind of expression. That they are acre's within what the vendors
// state: dynamic_fast_functions.cpp.

#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/fast.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <vector>

using acre::array, acre::shape;

namespace {

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
