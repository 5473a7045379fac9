// size() and item() of terms of expressions and of selections; lists that were declared and not
// made.

#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/index/advanced.hpp>
#include <acre/ragged.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/on_space.hpp>

using acre::shape, acre_test::equals, acre_test::error_of;

namespace {

struct halved {
  KOKKOS_FUNCTION double operator()(double x) const { return x / 2; }
};

template <class Space>
class expression_members : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(expression_members, acre_test::spaces, acre_test::space_names);

TYPED_TEST(expression_members, are_those_of_the_array_they_become)
{
  auto const m = acre::arange(this->space, 0.0, 6.0, 1.0).reshape(shape(2, 3));
  EXPECT_EQ((2 * m).size(), 6);
  EXPECT_EQ((m > 2).size(), 6);
  EXPECT_EQ(sqrt(m).size(), 6);
  EXPECT_EQ(elementwise(halved{}, m).size(), 6);
  EXPECT_EQ(m(m > 2).size(), 3);
  EXPECT_EQ((m + m(0)).size(), 6);
  EXPECT_EQ((2 * m(1, 1)).item(), 8);
  EXPECT_TRUE((m(1, 1) > 2).item());
  EXPECT_EQ(m(m > 4).item(), 5);
  EXPECT_EQ(elementwise(halved{}, m(1)(acre::slice(0, 1))).item(), 1.5);
  EXPECT_EQ(where(m(0, 0) > 0, 1.0, m(0, 1)).item(), 1);
  EXPECT_EQ(error_of<acre::value_error>([&] { (2 * m).item(); }),
            "item() wants an array of size 1, not of shape (2,3)");
  EXPECT_EQ(error_of<acre::value_error>([&] { m(m > 2).item(); }),
            "item() wants an array of size 1, not of shape (3,)");
}

TYPED_TEST(expression_members, of_lists_declared_and_not_made)
{
  acre::ragged<double, TypeParam> x, y;
  EXPECT_EQ(x.size(), 0);
  EXPECT_EQ(x.element_count(), 0);
  std::string const unmade =
      "these lists were declared and not made; assign some to them first: x = from_lists(v)";
  EXPECT_EQ(error_of<acre::value_error>([&] { x.offsets(); }), unmade);
  EXPECT_EQ(error_of<acre::value_error>([&] { y = x + 1; }), unmade);
  EXPECT_EQ(error_of<acre::value_error>([&] { sum(x, -1); }), unmade);
  x = acre::from_lists(this->space, std::vector<std::vector<double>>{{1, 2}, {}, {3}});
  y = x * 2;
  EXPECT_EQ(to_vector(y), (std::vector<std::vector<double>>{{2, 4}, {}, {6}}));
  acre::ragged<acre::ragged<double, TypeParam>, TypeParam> deep;
  EXPECT_EQ(deep.size(), 0);
}

TYPED_TEST(expression_members, of_the_array_api_scan_in_a_named_dtype)
{
  auto const x = acre::from_host(this->space, {1.75, 2.75, -1.5});
  auto const sums = acre::cumulative_sum<std::int32_t>(x);
  static_assert(std::is_same_v<typename decltype(sums)::value_type, std::int32_t>);
  EXPECT_TRUE(equals(sums, std::vector<std::int32_t>{1, 3, 2}));
  EXPECT_TRUE(equals(acre::cumulative_sum<float>(x, acre::include_initial),
                     std::vector<float>{0, 1.75f, 4.5f, 3}));
  EXPECT_TRUE(equals(acre::cumulative_prod<std::int64_t>(x.reshape(shape(1, 3)), 1),
                     std::vector<std::int64_t>{1, 2, -2}));
  EXPECT_TRUE(equals(acre::cumulative_prod<std::int64_t>(x, 0, acre::include_initial),
                     std::vector<std::int64_t>{1, 1, 2, -2}));
}

}  // namespace
