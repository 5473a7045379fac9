#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/launch.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::shape;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
class element_access : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(element_access, acre_test::spaces, acre_test::space_names);

/// Writes a(i, 2 - i) for i = 0 … , beyond the end for large i.
struct write_diagonal {
  acre::array_ref<double, 2> a;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { a(i, 2 - i) = 1; }
};

TYPED_TEST(element_access, is_what_the_strides_say)
{
  auto const a = acre::zeros<double>(this->space, shape(3, 3));
  acre::launch(this->space, 3, write_diagonal{a.ref()});
  EXPECT_TRUE(equals<double>(a, {0, 0, 1, 0, 1, 0, 1, 0, 0}));
  acre::launch(this->space, 2,
               write_diagonal{a.transpose()(acre::slice(acre::none, acre::none, -1)).ref()});
  EXPECT_TRUE(equals<double>(a, {0, 0, 1, 0, 1, 0, 1, 0, 1}));
}

// Only the preset debug checks: elsewhere this access would be undefined.
TYPED_TEST(element_access, is_checked_in_debug_builds)
{
  if constexpr (!acre::checks_access) {
    GTEST_SKIP() << "this build does not check element access (preset debug does)";
  } else {
    auto const a = acre::zeros<double>(this->space, shape(3, 3)).labelled("grid");
    auto const ref = a.ref();
    int const line = __LINE__ - 1;
    for (int round = 0; round < 2; ++round) {
      acre::launch(this->space, 7, write_diagonal{ref});
      EXPECT_EQ(error_of<acre::index_error>([&] { this->space.fence(); }),
                "index 3 is out of bounds for axis 0 with size 3 (in element access of 'grid'; "
                "ref() called at element_access.cpp:" +
                    std::to_string(line) + ")");
      EXPECT_TRUE(equals<double>(a, {0, 0, 1, 0, 1, 0, 1, 0, 0})) << "nothing else was written";
    }
  }
}

}  // namespace
