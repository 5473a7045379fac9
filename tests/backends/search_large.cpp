#include <acre/elementwise/division.hpp>
#include <acre/elementwise/maximum.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/order/digitize.hpp>
#include <acre/order/merge.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/large.hpp>
#include <acre_test/spaces.hpp>

/// Places in more elements than 32 bits count, and of as many, where memory is fast enough for
/// that.
namespace {

using acre::slice, acre::none, acre::search_side;

template <class Space>
class search_large : public ::testing::Test {};
TYPED_TEST_SUITE(search_large, acre_test::spaces, acre_test::space_names);

/// Each value as often as any other, in order; the last some times more.
template <class Space>
class ascending_bytes {
 public:
  std::int64_t const n = acre_test::large_size<Space>(), each = n / 256;
  acre::array<std::uint8_t, 1, Space> const x;

  explicit ascending_bytes(Space const& space)
      : x(acre::cast<std::uint8_t>(
            acre::minimum(acre::floor_divide(acre::index_of(space, acre::shape(n)), each), 255)))
  {}
};

TYPED_TEST(search_large, searchsorted)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    ascending_bytes<TypeParam> const all(space);
    auto const value = acre::from_host<std::int16_t>(space, {-1, 0, 1, 128, 254, 255, 256});
    auto const e = all.each, n = all.n;
    EXPECT_TRUE(acre_test::equals<std::int64_t>(acre::evaluate(acre::searchsorted(all.x, value)),
                                                {0, 0, e, 128 * e, 254 * e, 255 * e, n}));
    EXPECT_TRUE(acre_test::equals<std::int64_t>(
        acre::evaluate(acre::searchsorted(all.x, value, search_side::right)),
        {0, e, 2 * e, 129 * e, 255 * e, n, n}));
  });
}

TYPED_TEST(search_large, searchsorted_of_many)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    auto const x = acre_test::large_bytes(space);
    auto const edges = acre::from_host<std::uint8_t>(space, {0, 16, 77, 78, 200});
    auto const among = [](auto const& v) {
      return acre::where(v < 16, 1, acre::where(v < 77, 2, acre::where(v < 78, 3, 4))) +
             acre::cast<int>(v >= 200);
    };
    auto const place = acre::evaluate(acre::searchsorted(edges, x, search_side::right));
    EXPECT_TRUE(acre_test::holds(place == among(x)));
    EXPECT_TRUE(acre_test::holds(acre::digitize(x, edges) == among(x)));
    auto const falling = acre::flip(edges);
    EXPECT_TRUE(acre_test::holds(acre::digitize(x, falling) == 5 - among(x)));
  });
}

TYPED_TEST(search_large, merge)
{
  acre_test::where_memory_allows([] {
    TypeParam const space;
    ascending_bytes<TypeParam> const all(space);
    auto const few = acre::from_host<std::uint8_t>(space, {0, 128, 254, 255});
    auto const e = all.each, n = all.n;
    auto const merged = acre::merge(all.x, few);
    ASSERT_EQ(merged.size(), n + 4);
    EXPECT_TRUE(acre_test::holds(merged(slice(none, -1)) <= merged(slice(1, none))));
    auto const value = acre::from_host<std::uint8_t>(space, {0, 127, 128, 254, 255});
    EXPECT_TRUE(acre_test::equals<std::int64_t>(
        acre::evaluate(acre::searchsorted(merged, value, search_side::right)),
        {e + 1, 128 * e + 1, 129 * e + 2, 255 * e + 3, n + 4}));
    // more than 2^32 of both
    auto const twice = acre::merge(all.x, all.x);
    ASSERT_EQ(twice.size(), 2 * n);
    EXPECT_TRUE(acre_test::holds(twice(slice(0, none, 2)) == all.x));
    EXPECT_TRUE(acre_test::holds(twice(slice(1, none, 2)) == all.x));
  });
}

}  // namespace
