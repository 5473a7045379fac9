// Scans of drawn shapes, axes and layouts against the model written from their description.

#include <acre/reduce/scan.hpp>
#include <acre_test/drawn.hpp>
#include <acre_test/scan_model.hpp>
#include <acre_test/spaces.hpp>

using acre_test::draw, acre_test::equals, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class scan_property : public ::testing::Test {};
TYPED_TEST_SUITE(scan_property, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scan_property, rows)
{
  draw random(1);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    auto const v = noise<float>(random.length(random.once_in(10) ? 70000 : 3000), random.seed());
    auto const wanted = acre_test::scanned(v, [](float a, float b) { return a + b; });
    ASSERT_TRUE(equals(acre::cumsum(place(TypeParam(), v), 0), wanted)) << "case " << k;
  }
}

TYPED_TEST(scan_property, along_axes_of_views)
{
  draw random(2);
  for (int k = acre_test::property_cases(150); k > 0; --k) {
    acre::shape_t<3> extent{};
    for (auto& e : extent) e = 1 + random.below(random.once_in(5) ? 60 : 7);
    acre_test::drawn_view<TypeParam, float> const drawn(
        TypeParam(), random, extent, noise<float>(acre::size_of(extent), random.seed()));
    int const axis = random.below(3);
    auto const wanted = acre_test::scanned(drawn.elements, drawn.shape(), axis,
                                           [](float a, float b) { return a + b; });
    ASSERT_TRUE(equals(acre::cumsum(drawn.x, axis), wanted))
        << "case " << k << ", " << acre::to_string(drawn.x.shape()) << " along " << axis;
    auto const largest = acre_test::scanned(drawn.elements, drawn.shape(), axis,
                                            [](float a, float b) { return std::max(a, b); });
    ASSERT_TRUE(equals(acre::cummax(drawn.x, axis), largest)) << "case " << k;
  }
}

}  // namespace
