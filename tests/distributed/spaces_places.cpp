#include "spaces.hpp"

// Elements by their places, and groups.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::expect_part;
using acre_test::of_host;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_places : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_places, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_places, take_and_scatter)
{
  on_processes<TypeParam, double, 1>(shape(3000), [](auto const& x, auto const& w) {
    auto const places = coordinate(x, 0) * 7 % 3000;
    of_host<std::int64_t, 1> const of_whole(index_of(host(), shape(3000)) * 7 % 3000);
    expect_part("take", take(x, places), of_host<double, 1>(take(w, of_whole)));
    auto const sums = zeros(x.all(), x.space(), dist::blocks(shape(11)));
    scatter_add(sums(places % 11), x);
    auto const of_all = zeros(host(), shape(11));
    scatter_add(of_all(of_whole % 11), w);
    expect_part("scatter_add", sums, of_all);
  });
}

TYPED_TEST(distributed_spaces_places, roll_and_diff)
{
  on_processes<TypeParam, double, 1>(shape(3000), [](auto const& x, auto const& w) {
    expect_part("roll", roll(x, 700), of_host<double, 1>(roll(w, 700, 0)));
    expect_part("diff", diff(x), of_host<double, 1>(diff(w)));
  });
}

}  // namespace
