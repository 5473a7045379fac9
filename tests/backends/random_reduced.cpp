// Random numbers that are reduced as they are made give the bits that the same numbers in memory
// give, whatever the length, wherever in a draw they begin; a GPU has kernels of its own for that.

#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre_test/random_rows.hpp>
#include <acre_test/spaces.hpp>

using acre::generator;
using acre_test::for_each_row, acre_test::same_sum;

namespace {

template <class Space>
struct random_reduced : ::testing::Test {};
TYPED_TEST_SUITE(random_reduced, acre_test::spaces, acre_test::space_names);

}  // namespace

TYPED_TEST(random_reduced, sums)
{
  for_each_row<TypeParam>([](auto const& space, auto const& n,
                             std::int64_t first) { return generator(3).uniform(space, n, first); },
                          same_sum);
  for_each_row<TypeParam>(
      [](auto const& space, auto const& n, std::int64_t first) {
        return generator(3).integers<std::int8_t>(space, n, -128, 127, first);
      },
      same_sum);
  // a third of the words are refused
  for_each_row<TypeParam>(
      [](auto const& space, auto const& n, std::int64_t first) {
        return generator(3).integers<std::int64_t>(space, n, -1, std::int64_t{0xaaaaaaaa} - 1,
                                                   first);
      },
      same_sum);
}

TYPED_TEST(random_reduced, float32)
{
  for_each_row<TypeParam>(
      [](auto const& space, auto const& n, std::int64_t first) {
        return generator(3).uniform<float>(space, n, first);
      },
      [](auto const& made, auto const& stored) {
        same_sum(made, stored);
        EXPECT_EQ(static_cast<float>(max(made)), static_cast<float>(max(stored)));
        EXPECT_EQ(static_cast<std::int64_t>(argmin(made)),
                  static_cast<std::int64_t>(argmin(stored)));
        EXPECT_FALSE(static_cast<bool>(all(made < static_cast<float>(max(stored)))));
        EXPECT_TRUE(static_cast<bool>(all(made <= static_cast<float>(max(stored)))));
      });
}
