#include "spaces.hpp"

// Counts by bins, and by numbers.
namespace {

using namespace acre;
using acre_test::bits_of;
using acre_test::on_processes;

template <class Space>
class distributed_spaces_counts : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_counts, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_counts, counts)
{
  on_processes<TypeParam, double, 1>(shape(5000), [](auto const& x, auto const& w) {
    auto const on_host = [](auto const& a) { return bits_of(copy_to(host(), a)); };
    ASSERT_EQ(on_host(histogram(x, 20).counts), bits_of(histogram(w, 20).counts));
    ASSERT_EQ(on_host(histogram(x, 20).edges), bits_of(histogram(w, 20).edges));
    ASSERT_EQ(on_host(histogram(x, 9, -900, 900, x * 0.1)),
              bits_of(histogram(w, 9, -900, 900, w * 0.1)));
    auto const number = cast<std::int32_t>(abs(x) / 50);
    auto const of_whole = cast<std::int32_t>(abs(w) / 50);
    ASSERT_EQ(on_host(bincount(number)), bits_of(bincount(of_whole)));
  });
}

}  // namespace
