#include "spaces.hpp"

// Reductions along several axes.
namespace {

using namespace acre;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_many_axes : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_many_axes, acre_test::own_kernel_spaces,
                 acre_test::space_names);

TYPED_TEST(distributed_spaces_many_axes, of_rank_3)
{
  for (auto const& s : {shape(30, 4, 300), shape(5, 3, 9)})
    on_processes<TypeParam, float, 3>(s, [](auto const& x, auto const& w) {
      expect_part("sum along the first and last axis", sum(x, axes(0, 2)), sum(w, axes(0, 2)));
      expect_part("max along the first two axes", max(x, axes(0, 1)), max(w, axes(0, 1)));
    });
}

}  // namespace
