// Random lists with several index arrays or a mask: see <acre_test/index_cases.hpp>. Few pairs of
// dtypes, as each wants its kernels.

#include <acre_test/index_cases.hpp>

using namespace acre_test;

namespace {

using u8 = std::uint8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

template <class Space>
class index_property_several : public ::testing::Test {};
TYPED_TEST_SUITE(index_property_several, acre_test::spaces, acre_test::space_names);

TYPED_TEST(index_property_several, side_by_side)
{
  check_kind<list_case<i32, 2, array_of<2, i64>, array_of<1, i64>>, TypeParam>(8, "a(i, j)");
}
TYPED_TEST(index_property_several, apart)
{
  check_kind<list_case<i32, 3, array_of<1, i64>, some, array_of<2, i64>>, TypeParam>(
      9, "a(i, slice, j)");
}
TYPED_TEST(index_property_several, by_uint8_and_int64)
{
  check_kind<list_case<i32, 4, one, some, array_of<1, u8>, array_of<1, i64>>, TypeParam>(
      10, "a(2, slice, i, j) by uint8 and int64");
}
TYPED_TEST(index_property_several, by_a_mask)
{
  check_kind<list_case<i32, 2, mask_of<2>>, TypeParam>(11, "a(mask)");
}
TYPED_TEST(index_property_several, by_a_mask_and_an_array)
{
  check_kind<list_case<i32, 3, some, mask_of<1>, array_of<1, i64>>, TypeParam>(12,
                                                                               "a(slice, mask, i)");
}

}  // namespace
