#pragma once

#include <acre/array/creation.hpp>
#include <acre/error.hpp>

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
