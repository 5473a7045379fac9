#include "spaces.hpp"

// Scans along the only axis.
namespace {

using namespace acre;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_scans : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_scans, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_scans, scans_of_rows)
{
  for (std::int64_t const n : {1, 40, 4097, 40000})
    on_processes<TypeParam, double, 1>(shape(n), [](auto const& x, auto const& w) {
      expect_part("cumsum", cumsum(x), cumsum(w));
      expect_part("cummax", cummax(x * 3), cummax(w * 3));
    });
}

}  // namespace
