// acre::fast's functions of float32 numbers are acre's within what the vendors state.

#include <acre_test/fast_functions.hpp>
#include <acre_test/spaces.hpp>

template <class Space>
class fast_functions_float32 : public testing::Test {};
TYPED_TEST_SUITE(fast_functions_float32, acre_test::spaces, acre_test::space_names);

TYPED_TEST(fast_functions_float32, functions_agree_with_acres_own)
{
  acre_test::compare_all<float, TypeParam>();
}
