#pragma once

#include <acre/array/copy.hpp>
#include <acre/backends.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include <gtest/gtest.h>

/// Long comparisons of two spaces: each space with the one before it in the list of the build's
/// spaces, so that openmp is checked against serial and a GPU against openmp, which is the faster.
namespace acre_test {

/// How many inputs a comparison takes: a sample, or as many as ACRE_TEST_INPUTS says
/// (ACRE_TEST_INPUTS=100000000 in the occasional run).
inline std::int64_t inputs_wanted(std::int64_t sample)
{
  char const* const text = std::getenv("ACRE_TEST_INPUTS");
  double const wanted = text != nullptr ? std::strtod(text, nullptr) : 0;
  return wanted >= 1 ? static_cast<std::int64_t>(wanted) : sample;
}
/// Where the occasional run of a property test goes on: 0, or ACRE_TEST_FIRST.
inline std::int64_t first_input()
{
  char const* const text = std::getenv("ACRE_TEST_FIRST");
  return text != nullptr ? std::atoll(text) : 0;
}

template <class Space, class List>
struct space_before;
/// Space itself where there is none before it.
template <class Space, class... Rest>
struct space_before<Space, acre::detail::type_list<Space, Rest...>> {
  using type = Space;
};
template <class Space, class Before, class... Rest>
struct space_before<Space, acre::detail::type_list<Before, Space, Rest...>> {
  using type = Before;
};
template <class Space, class First, class Second, class... Rest>
  requires(!std::is_same_v<Space, First> && !std::is_same_v<Space, Second>)
struct space_before<Space, acre::detail::type_list<First, Second, Rest...>>
    : space_before<Space, acre::detail::type_list<Second, Rest...>> {};

template <class Space>
using reference_space = typename space_before<Space, acre::all_spaces>::type;

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
