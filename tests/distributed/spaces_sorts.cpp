#include <cmath>

#include "spaces.hpp"

// Elements in order, and the one in the middle.
namespace {

using namespace acre;
using acre_test::bits_of;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_sorts : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_sorts, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_sorts, values_and_places)
{
  for (std::int64_t const n : {1, 40, 9000})
    on_processes<TypeParam, double, 1>(shape(n), [](auto const& x, auto const& w) {
      expect_part("sort", sort(x), sort(w));
      expect_part("argsort", argsort(x, descending), argsort(w, descending));
      expect_part("unique", unique(x), unique(w));
      ASSERT_EQ(bits_of(median(x)), bits_of(median(w).item()));
    });
}

TYPED_TEST(distributed_spaces_sorts, complex_values_and_places)
{
  for (std::int64_t const n : {1, 40, 9000})
    on_processes<TypeParam, double, 1>(shape(n), [](auto const& x, auto const& w) {
      auto const of = [](auto const& a) {
        return floor(a / 100) + complex<double>(0, 1) * (where(a > 0, a, NAN) * a);
      };
      expect_part("sort", sort(of(x)), sort(of(w)));
      expect_part("argsort", argsort(of(x), descending), argsort(of(w), descending));
      ASSERT_EQ(unique(of(x)).size(), unique(of(w)).size());
    });
}

TYPED_TEST(distributed_spaces_sorts, medians_along_axes)
{
  on_processes<TypeParam, double, 2>(shape(900, 7), [](auto const& x, auto const& w) {
    expect_part("of columns", median(x, 0), median(w, 0));
    expect_part("of rows", median(x, 1), median(w, 1));
  });
}

}  // namespace
