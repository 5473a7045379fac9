#include "spaces.hpp"

// Reductions along axes.
namespace {

using namespace acre;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_axes : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_axes, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_axes, of_rank_2)
{
  for (auto const& s : {shape(1100, 5), shape(7, 1300)})
    on_processes<TypeParam, double, 2>(s, [](auto const& x, auto const& w) {
      expect_part("sum of columns", sum(x, 0), sum(w, 0));
      expect_part("sum of rows", sum(x, 1), sum(w, 1));
      expect_part("var of columns", var(x * 2, ddof(1), 0), var(w * 2, ddof(1), 0));
      expect_part("argmax of columns", argmax(x, 0), argmax(w, 0));
      expect_part("any of columns", any(x > 2900, 0), any(w > 2900, 0));
      expect_part("means beside their columns", copy(x - mean(x, 0)), copy(w - mean(w, 0)));
    });
}

}  // namespace
