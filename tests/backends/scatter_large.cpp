#include <acre/elementwise/division.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// More elements than 32 bits count, added into few places, where memory is fast enough for that.
namespace {

template <class Space>
class scatter_large : public ::testing::Test {};
TYPED_TEST_SUITE(scatter_large, acre_test::spaces, acre_test::space_names);

/// Values of 0 and 1 into places; of float32 they are sorted, and the sums are exact.
template <class Sum, class Space>
void adds_up(Space const& space, std::int64_t places)
{
  auto const i = acre::index_of(space, acre::shape(acre_test::large_size<Space>()));
  auto const place = i % places;
  auto const counts = i % 7 < 3;
  auto const value = acre::evaluate(acre::cast<std::uint8_t>(counts));
  auto const sums = acre::zeros<Sum>(space, acre::shape(places));
  scatter_add(sums(acre::evaluate(acre::cast<std::int16_t>(place))), value);
  for (int const k : {0, 1, 77, 128, 199})
    EXPECT_EQ(sums(k).item(), acre_test::how_many(counts & (place == k))) << k << " of " << places;
}

TYPED_TEST(scatter_large, scatter_add)
{
  acre_test::where_memory_allows([] {
    adds_up<std::int64_t>(TypeParam(), 200);
    adds_up<float>(TypeParam(), 200);
  });
}

/// Places that take more than a byte.
TYPED_TEST(scatter_large, scatter_add_to_more_places)
{
  acre_test::where_memory_allows([] { adds_up<float>(TypeParam(), 300); });
}

}  // namespace
