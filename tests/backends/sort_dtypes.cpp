#include <acre_test/sorted_rows.hpp>
#include <acre_test/spaces.hpp>

namespace {

template <class Space>
class sort_dtypes : public ::testing::Test {};
TYPED_TEST_SUITE(sort_dtypes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(sort_dtypes, every_axis_of_every_dtype)
{
  auto const all = [&]<class... T>(acre::detail::type_list<T...>) {
    (acre_test::sorts<T, TypeParam>(acre::shape(7, 3, 5), 0, 1), ...);
    (acre_test::sorts<T, TypeParam>(acre::shape(7, 60, 2), 1, 2), ...);
    (acre_test::sorts<T, TypeParam>(acre::shape(3, 5, 130), -1, 3), ...);
  };
  all(acre::detail::all_elements());
}

}  // namespace
