#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/division.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/error.hpp>
#include <acre/reduce/logic.hpp>

#include <gtest/gtest.h>

namespace acre_test {

/// More elements than 32 bits count, where memory is fast enough for that.
template <class Space>
std::int64_t large_size()
{
  return Space::host_accessible ? 100005 : (std::int64_t{1} << 31) + 5;
}

/// So many bytes of every value.
template <class Space>
acre::array<std::uint8_t, 1, Space> large_bytes(Space const& space)
{
  return acre::cast<std::uint8_t>((acre::index_of(space, acre::shape(large_size<Space>())) *
                                   std::int64_t{0x5851f42d4c957f2d}) >>
                                  std::int64_t{40});
}

/// Values below 100, and a larger one twice, past 2^31.
template <class Space>
acre::array<std::uint8_t, 1, Space> large_with_rare(Space const& space, int rare)
{
  std::int64_t const n = large_size<Space>();
  auto const i = acre::index_of(space, acre::shape(n));
  return acre::evaluate(acre::cast<std::uint8_t>(
      acre::where((i == n - 3) | (i == n - 1), rare, (i * 0x5851f42d >> 16) % 100)));
}

/// Whether all of it are true. (One kernel stores it and one, the same for all, reduces it: a
/// reduction of an expression is many to compile for a GPU.)
template <class E>
bool holds(E const& e)
{
  return acre::all(acre::evaluate(e)).item();
}
/// How many are.
template <class E>
std::int64_t how_many(E const& e)
{
  return acre::count_nonzero(acre::evaluate(e)).item();
}

/// Runs a test that a small device has no memory for.
template <class Test>
void where_memory_allows(Test const& test)
{
  try {
    test();
  } catch (acre::out_of_memory const& e) {
    GTEST_SKIP() << e.what();
  }
}

}  // namespace acre_test
