// Random numbers that are reduced as they are made give the bits that the same numbers in memory
// give, whatever the length, wherever in a draw they begin; a GPU has kernels of its own for that.

#include <acre/functions.hpp>
#include <acre/random.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <bit>

using acre::array, acre::generator, acre::shape;

namespace {

template <class Space>
struct random_reduced : ::testing::Test {};
TYPED_TEST_SUITE(random_reduced, acre_test::spaces, acre_test::space_names);

template <class T>
auto bits(T x)
{
  return std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(x);
}

/// Some lengths are above what takes the kernels of long rows on any GPU of up to 200
/// multiprocessors.
template <class Space>
std::vector<std::int64_t> lengths()
{
  if (Space::host_accessible) return {5, 4096, 100003};
  return {5, 100003, std::int64_t{1} << 25, 30000003};
}

/// The first of the elements: where a block begins and where none does, and where the upper half of
/// the blocks' indices changes on the way or is not 0.
std::vector<std::int64_t> const starts{0, 8, 3, (std::int64_t{1} << 34) - 4096,
                                       (std::int64_t{1} << 35) + 4};

/// check(numbers as they are made, the same in memory)
template <class Space, class Draw, class Check>
void for_each_row(Draw const& draw, Check const& check)
{
  for (std::int64_t const n : lengths<Space>())
    for (std::int64_t const start : starts) {
      SCOPED_TRACE("n " + std::to_string(n) + ", from " + std::to_string(start));
      auto const made = draw(Space{}, shape(n), start);
      array<typename decltype(made)::value_type, 1, Space> const stored = made;
      check(made, stored);
    }
}

auto const same_sum = [](auto const& made, auto const& stored) {
  using T = acre::sum_t<typename std::remove_cvref_t<decltype(made)>::value_type>;
  EXPECT_EQ(bits(static_cast<T>(sum(made))), bits(static_cast<T>(sum(stored))));
};

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

TYPED_TEST(random_reduced, two_draws)
{
  TypeParam const space{};
  for (std::int64_t const n : lengths<TypeParam>())
    for (std::int64_t const start : starts) {
      generator g(3, 7);
      auto const x = g.uniform<float>(space, shape(n), start),
                 y = g.uniform<float>(space, shape(n), 2 * start);
      array<float, 1, TypeParam> const a = x, b = y;
      EXPECT_EQ(static_cast<std::int64_t>(count_nonzero(square(x) + square(y) < 1)),
                static_cast<std::int64_t>(count_nonzero(square(a) + square(b) < 1)));
    }
}
