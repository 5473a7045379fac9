// Random numbers that are reduced as they are made give the bits that the same numbers in memory
// give, whatever the length, wherever in a draw they begin; a GPU has kernels of its own for that.

#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/choose.hpp>
#include <acre/random.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <bit>

using acre::array, acre::generator, acre::shape, acre::slice;

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

/// The first of the elements: where a stack begins, a block alone or none, and where the upper half
/// of the blocks' indices changes on the way or is not 0.
std::vector<std::int64_t> const starts{0,
                                       8,
                                       3,
                                       768,
                                       (std::int64_t{1} << 34) - 4096,
                                       (std::int64_t{1} << 35) + 4,
                                       (std::int64_t{1} << 36) - 4096,
                                       (std::int64_t{1} << 37) + 256};

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

// float32 numbers share blocks across stacks, which other terms of the expression know nothing of
TYPED_TEST(random_reduced, beside_other_terms)
{
  TypeParam const space{};
  generator const g(11);
  std::vector<std::int64_t> sizes{255, 256, 257, 4096 + 512};
  for (std::int64_t const n : lengths<TypeParam>()) sizes.push_back(n);
  for (std::int64_t const n : sizes) {
    SCOPED_TRACE(n);
    auto const u = g.at(0).template uniform<float>(space, shape(n), 1024);
    array<float, 1, TypeParam> const stored = u;
    array<double, 1, TypeParam> const longer = g.at(1).normal(space, shape(n + 1));
    array<std::int8_t, 1, TypeParam> const k =
        g.at(2).template integers<std::int8_t>(space, shape(n), -9, 9);
    auto const normal = g.at(3).template normal<float>(space, shape(n));
    auto const other = g.at(4).template uniform<float>(space, shape(n), -1, 3, 1024);
    // f(the numbers as they are made) against f(the same in memory)
    auto const same = [&](auto const& f) {
      using T = typename std::remove_cvref_t<decltype(f(u))>::value_type;
      array<T, 1, TypeParam> const a = f(u), b = f(stored);
      EXPECT_TRUE(static_cast<bool>(all(a == b)));
      same_sum(f(u), a);
    };
    same([&](auto const& v) { return where(v < 0.5f, k, exp(v) * normal + other); });
    same([&](auto const& v) { return v < 0.25f; });
    for (std::int64_t const begin : {0, 1}) {  // aligned for packets of two, and not
      auto const x = longer(slice(begin, n + begin));
      same([&](auto const& v) { return (arange<std::int64_t>(space, n) + v) * x; });
      EXPECT_EQ(static_cast<std::int64_t>(argmin(u * x)),
                static_cast<std::int64_t>(argmin(stored * x)));
      acre::complex<double> const z(1, 2);
      EXPECT_EQ(static_cast<acre::complex<double>>(sum(x * z * u)),
                static_cast<acre::complex<double>>(sum(x * z * stored)));
    }
  }
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
