#pragma once

#include <acre/array/copy.hpp>
#include <acre/device/spaces.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <type_traits>

#include <gtest/gtest.h>

/// Long comparisons of two spaces: openmp is checked against serial, and a GPU against the host's
/// foremost queue, openmp, which is the faster.
namespace acre_test {

/// How many inputs a comparison takes: a sample, or as many as ACRE_TEST_INPUTS says
/// (ACRE_TEST_INPUTS=100000000 in the occasional run).
inline std::int64_t inputs_wanted(std::int64_t sample)
{
  char const* const text = std::getenv("ACRE_TEST_INPUTS");
  double const wanted = text != nullptr ? std::strtod(text, nullptr) : 0;
  return wanted >= 1 ? static_cast<std::int64_t>(wanted) : sample;
}
/// The case at which the occasional run of a property test goes on: 0, or ACRE_TEST_FIRST.
inline std::int64_t first_input()
{
  char const* const text = std::getenv("ACRE_TEST_FIRST");
  return text != nullptr ? std::atoll(text) : 0;
}

/// Whether a space is the one that all others are compared with in the end.
template <class Space>
bool is_first_reference(Space const& space)
{
  return std::string_view(acre::name_of(space)) == "serial";
}

/// The host's queue that a space is compared with: serial() for the host's, host() for a GPU.
template <class Space>
acre::host reference_of(Space const&)
{
  return std::is_same_v<Space, acre::host> ? acre::serial() : acre::host();
}

/// The first element whose bits differ, or -1. NaNs count by their bits too.
template <class A, class B>
std::int64_t first_difference(A const& a, B const& b)
{
  auto const x = to_vector(a), y = to_vector(b);
  if (x.size() != y.size()) return 0;
  if (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof x[0]) == 0) return -1;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::memcmp(&x[i], &y[i], sizeof x[0]) != 0) return static_cast<std::int64_t>(i);
  return -1;
}

}  // namespace acre_test
