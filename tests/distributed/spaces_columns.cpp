#include "spaces.hpp"

// Scans of matrices.
namespace {

using namespace acre;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_columns : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_columns, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_columns, scans_of_matrices)
{
  for (auto const& s : {shape(4200, 3), shape(50, 40)})
    on_processes<TypeParam, double, 2>(s, [](auto const& x, auto const& w) {
      expect_part("cumsum of columns", cumsum(x, 0), cumsum(w, 0));
      expect_part("cumsum of rows", cumsum(x, 1), cumsum(w, 1));
      expect_part("cumsum of all", cumsum(x), cumsum(w));
    });
}

}  // namespace
