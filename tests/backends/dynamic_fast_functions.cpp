// acre::fast's functions are acre's within what the vendors state, on every space.

#include <acre_test/fast_functions.hpp>
#include <acre_test/spaces.hpp>

template <class Space>
class dynamic_fast_functions : public testing::Test {};
TYPED_TEST_SUITE(dynamic_fast_functions, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_fast_functions, of_float64_agree_with_acres_own)
{
  acre_test::compare_all<double, TypeParam>();
}
TYPED_TEST(dynamic_fast_functions, of_float32_agree_with_acres_own)
{
  acre_test::compare_all<float, TypeParam>();
}
