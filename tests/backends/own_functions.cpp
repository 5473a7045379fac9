// A user's function beats acre's of the same name, in whatever form it is written; acre's are found
// by their arguments all the same.

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/closeness.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/nan.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre_test::equals;

/// Marks what the user's own function returned.
struct own {
  int arguments;
};

namespace by_const_reference {
template <class X>
auto softplus(X const&)
{
  return own{1};
}
template <class X, class Y>
auto hypot(X const&, Y const&)
{
  return own{2};
}
template <class X, class Y, class Z>
auto where(X const&, Y const&, Z const&)
{
  return own{3};
}
template <class X, class Y, class Z>
auto clip(X const&, Y const&, Z const&)
{
  return own{3};
}
template <class X>
auto sum(X const&)
{
  return own{1};
}
template <class X>
auto max(X const&, int)
{
  return own{2};
}
}  // namespace by_const_reference

namespace by_value {
auto softplus(auto) { return own{1}; }
auto hypot(auto, auto) { return own{2}; }
auto where(auto, auto, auto) { return own{3}; }
auto clip(auto, auto, auto) { return own{3}; }
auto sum(auto) { return own{1}; }
auto max(auto, int) { return own{2}; }
}  // namespace by_value

namespace by_forwarding {
template <class X>
auto softplus(X&&)
{
  return own{1};
}
template <class X, class Y>
auto hypot(X&&, Y&&)
{
  return own{2};
}
auto where(auto&&, auto&&, auto&&) { return own{3}; }
auto clip(auto&&, auto&&, auto&&) { return own{3}; }
auto sum(auto&&) { return own{1}; }
auto max(auto&&, int) { return own{2}; }
}  // namespace by_forwarding

namespace constrained {
template <class X>
concept thing = requires { typename std::remove_cvref_t<X>::value_type; };

template <thing X>
auto softplus(X const&)
{
  return own{1};
}
auto hypot(thing auto const&, auto const&) { return own{2}; }
template <class X, class Y, class Z>
  requires thing<X>
auto where(X&&, Y&&, Z&&)
{
  return own{3};
}
template <acre::expression X>
auto clip(X const&, auto, auto)
{
  return own{3};
}
template <acre::expression X>
auto sum(X const&)
{
  return own{1};
}
template <acre::expression X>
auto max(X const&, int)
{
  return own{2};
}
}  // namespace constrained

namespace of_arrays {
template <class T, int Rank, class Space>
auto softplus(acre::array<T, Rank, Space> const&)
{
  return own{1};
}
template <class T, int Rank, class Space>
auto hypot(acre::array<T, Rank, Space>, acre::array<T, Rank, Space>)
{
  return own{2};
}
template <class A>
auto where(acre::array<bool, 1, A> const&, auto const&, auto const&)
{
  return own{3};
}
template <class T, int Rank, class Space>
auto clip(acre::array<T, Rank, Space> const&, T, T)
{
  return own{3};
}
template <class T, int Rank, class Space>
auto sum(acre::array<T, Rank, Space> const&)
{
  return own{1};
}
template <class T, int Rank, class Space>
auto max(acre::array<T, Rank, Space> const&, int)
{
  return own{2};
}
}  // namespace of_arrays

// The calls as a user writes them in a namespace of functions: with an array that may be written,
// with one that may not, and with one that has no name.
#define ACRE_CALLS(NAMESPACE)                                                          \
  namespace NAMESPACE {                                                                \
  template <class Space>                                                               \
  void calls(Space const& space)                                                       \
  {                                                                                    \
    auto a = acre::full(space, acre::shape(3), 2.0);                                   \
    auto const b = a;                                                                  \
    auto const yes = acre::full(space, acre::shape(3), true);                          \
    static_assert(std::is_same_v<decltype(softplus(a)), own>);                         \
    static_assert(std::is_same_v<decltype(softplus(b)), own>);                         \
    static_assert(std::is_same_v<decltype(softplus(acre::evaluate(a + 1))), own>);     \
    static_assert(std::is_same_v<decltype(hypot(a, b)), own>);                         \
    static_assert(std::is_same_v<decltype(hypot(b, a)), own>);                         \
    static_assert(std::is_same_v<decltype(where(yes, a, 0.0)), own>);                  \
    static_assert(std::is_same_v<decltype(clip(a, 0.0, 1.0)), own>);                   \
    static_assert(std::is_same_v<decltype(clip(b, 0.0, 1.0)), own>);                   \
    static_assert(std::is_same_v<decltype(sum(a)), own>);                              \
    static_assert(std::is_same_v<decltype(sum(b)), own>);                              \
    static_assert(std::is_same_v<decltype(max(b, 0)), own>);                           \
    EXPECT_EQ(softplus(b).arguments, 1);                                               \
    EXPECT_TRUE(equals<double>(sqrt(a * b), {2, 2, 2})) << "acre's, by its arguments"; \
    EXPECT_EQ(static_cast<double>(sqrt(acre::sum(a * b))), std::sqrt(12.0))            \
        << "acre's, of rank 0";                                                        \
  }                                                                                    \
  }
ACRE_CALLS(by_const_reference)
ACRE_CALLS(by_value)
ACRE_CALLS(by_forwarding)
ACRE_CALLS(constrained)
ACRE_CALLS(of_arrays)
#undef ACRE_CALLS

/// A function of a user's own makes its namespace one in which calls on expressions are looked up.
namespace with_a_function {
struct twice {
  KOKKOS_FUNCTION double operator()(double x) const { return 2 * x; }
};
auto sum(auto const&...) { return own{1}; }
auto mean(auto const&, auto...) { return own{1}; }
auto all(auto const&) { return own{1}; }
auto isnan(auto const&) { return own{1}; }
auto var(auto const&, auto...) { return own{1}; }
template <class T>
auto cast(auto const&)
{
  return own{1};
}
}  // namespace with_a_function

namespace {

template <class Space>
struct own_functions : ::testing::Test {
  Space space;
};
TYPED_TEST_SUITE(own_functions, acre_test::spaces, acre_test::space_names);

TYPED_TEST(own_functions, go_before_those_of_acre)
{
  by_const_reference::calls(this->space);
  by_value::calls(this->space);
  by_forwarding::calls(this->space);
  constrained::calls(this->space);
  of_arrays::calls(this->space);
}

// without a using directive, as in a function of the user's
TYPED_TEST(own_functions, those_of_acre_are_found_by_their_arguments)
{
  auto const a = acre::linspace(this->space, 1, 2, 5);
  double const norm = sqrt(sum(a * a));
  EXPECT_DOUBLE_EQ(norm, std::sqrt(1 + 1.5625 + 2.25 + 3.0625 + 4));
  double const most = max(where(a > 1.5, clip(a, 0.0, 1.75), softplus(-a)));
  EXPECT_EQ(most, 1.75);
  auto const z = acre::cast<acre::complex<double>>(a);
  EXPECT_TRUE(equals<acre::complex<double>>(sqrt(z * z), to_vector(z)));
}

TYPED_TEST(own_functions, are_not_called_by_those_of_acre)
{
  auto const a = acre::arange(this->space, 4) * 0.5;
  auto const e = acre::elementwise(with_a_function::twice(), a);
  EXPECT_EQ(count_nonzero(e).item(), 3);
  EXPECT_EQ(acre::sum<float>(e).item(), 6);
  EXPECT_EQ(nansum(e).item(), 6);
  EXPECT_EQ(nanmean(e).item(), 1.5);
  EXPECT_EQ(stddev(e).item(), std::sqrt(1.25));
  EXPECT_EQ(acre::var(e).item(), 1.25);
  EXPECT_TRUE(static_cast<bool>(any(e)));
  EXPECT_TRUE(static_cast<bool>(allclose(e, e)));
  EXPECT_TRUE(static_cast<bool>(array_equal(e, e, true)));
  EXPECT_EQ(average(e, e).item(), 14.0 / 6);
  EXPECT_TRUE(equals<float>(acre::cumsum<float>(e), {0, 1, 3, 6}));
  EXPECT_TRUE(equals<double>(clip(e, 1, 2), {1, 1, 2, 2}));
}

}  // namespace
