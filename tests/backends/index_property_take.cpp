// Random take, put, take_along_axis and put_along_axis: see <acre_test/index_cases.hpp>. Few pairs
// of dtypes, as each wants its kernels.

#include <acre_test/index_cases.hpp>

using namespace acre_test;

namespace {

using i8 = std::int8_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;

template <class Space>
class index_property_take : public ::testing::Test {};
TYPED_TEST_SUITE(index_property_take, acre_test::spaces, acre_test::space_names);

TYPED_TEST(index_property_take, of_rank_1)
{
  check_kind<take_case<double, 1, i32, 1>, TypeParam>(1, "take of rank 1");
}
TYPED_TEST(index_property_take, of_rank_2_by_int8_of_rank_2)
{
  check_kind<take_case<float, 2, i8, 2>, TypeParam>(2, "take of rank 2 by int8 of rank 2");
}
TYPED_TEST(index_property_take, of_rank_3_by_uint64)
{
  check_kind<take_case<float, 3, u64, 1>, TypeParam>(3, "take of rank 3 by uint64");
}
TYPED_TEST(index_property_take, along_an_axis)
{
  check_kind<along_axis_case<double, 2, i32>, TypeParam>(13, "take_along_axis");
}

}  // namespace
