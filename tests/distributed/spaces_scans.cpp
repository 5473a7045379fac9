#include "spaces.hpp"

// Scans.
namespace {

using namespace acre;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_scans : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_scans, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_scans, scans)
{
  for (std::int64_t const n : {1, 40, 4097, 40000})
    on_processes<TypeParam, double, 1>(shape(n), [](auto const& x, auto const& w) {
      expect_part("cumsum", cumsum(x), cumsum(w));
      expect_part("cummax", cummax(x * 3), cummax(w * 3));
    });
  for (auto const& s : {shape(4200, 3), shape(50, 40)})
    on_processes<TypeParam, double, 2>(s, [](auto const& x, auto const& w) {
      expect_part("cumsum of columns", cumsum(x, 0), cumsum(w, 0));
      expect_part("cumsum of rows", cumsum(x, 1), cumsum(w, 1));
      expect_part("cumsum of all", cumsum(x), cumsum(w));
    });
}

}  // namespace
