#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/choose.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <bit>
#include <string>
#include <vector>

/// Rows of random numbers as they are made, beside the same in memory.
namespace acre_test {

using acre::array, acre::generator, acre::shape;

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
inline std::vector<std::int64_t> const starts{0,
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

inline auto const same_sum = [](auto const& made, auto const& stored) {
  using T = acre::sum_t<typename std::remove_cvref_t<decltype(made)>::value_type>;
  EXPECT_EQ(bits(static_cast<T>(sum(made))), bits(static_cast<T>(sum(stored))));
};

}  // namespace acre_test
