// Random lists with one index array: see <acre_test/index_cases.hpp>. Few pairs of dtypes, as each
// wants its kernels.

#include <acre_test/index_cases.hpp>

using namespace acre_test;

namespace {

using i32 = std::int32_t;
using u64 = std::uint64_t;

template <class Space>
class index_property_one : public ::testing::Test {};
TYPED_TEST_SUITE(index_property_one, acre_test::spaces, acre_test::space_names);

TYPED_TEST(index_property_one, alone)
{
  check_kind<list_case<double, 1, array_of<1, i32>>, TypeParam>(4, "a(i)");
}
TYPED_TEST(index_property_one, of_rank_2)
{
  check_kind<list_case<double, 3, array_of<2, i32>>, TypeParam>(5, "a(i) of rank 3, i of rank 2");
}
TYPED_TEST(index_property_one, beside_an_integer)
{
  check_kind<list_case<double, 3, some, array_of<1, i32>, one>, TypeParam>(6, "a(slice, i, 2)");
}
TYPED_TEST(index_property_one, by_uint64_before_newaxis)
{
  check_kind<list_case<double, 3, rest, array_of<1, u64>, fresh>, TypeParam>(
      7, "a(ellipsis, i, newaxis) by uint64");
}

}  // namespace
