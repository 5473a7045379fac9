#include "spaces.hpp"

// Groups.
namespace {

using namespace acre;
using acre_test::expect_part;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_groups : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_groups, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_groups, keys_and_means)
{
  on_processes<TypeParam, double, 1>(shape(3000), [](auto const& x, auto const& w) {
    auto const groups = group_by(cast<std::int64_t>(x) % 13);
    auto const of_whole = group_by(cast<std::int64_t>(w) % 13);
    expect_part("keys", groups.keys(), of_whole.keys());
    expect_part("mean", groups.mean(x), of_whole.mean(w));
  });
}

}  // namespace
