#pragma once

#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "cuts.hpp"
#include <gtest/gtest.h>

/// What tests of several processes against one share.
namespace acre_test {

/// (A NaN is one: of nothing's variance its sign is the optimiser's.)
template <class T>
  requires std::is_trivially_copyable_v<T>
std::string bits_of(T const& x)
{
  if (x != x) return "nan";
  std::string hex;
  unsigned char b[sizeof(T)];
  std::memcpy(b, &x, sizeof(T));
  for (auto const byte : b) {
    constexpr char const* digit = "0123456789abcdef";
    hex += digit[byte >> 4];
    hex += digit[byte & 15];
  }
  return hex;
}
template <class T, int Rank, class Space>
std::string bits_of(acre::array<T, Rank, Space> const& a)
{
  std::string all;
  if (a.size() == 0) return all;
  for (auto const& x : acre::to_vector(a)) all += bits_of(static_cast<T>(x)) + ' ';
  return all;
}

/// Numbers that show an order: of many magnitudes, with -0.0 and equal ones among them.
template <class T, class Shape>
auto draw_shape(acre::host const& space, Shape const& shape, std::uint64_t seed)
{
  using namespace acre;
  constexpr int rank = std::tuple_size_v<Shape>;
  generator g(seed);
  array<double, rank, host> const x(g.normal(space, shape) * 1000);
  if constexpr (std::is_same_v<T, bool>)
    return array<bool, rank, host>(x > 0);
  else if constexpr (std::is_integral_v<T>)
    return array<T, rank, host>(cast<T>(x));
  else
    return array<T, rank, host>(cast<T>(where(x > 700, 0.0, where(x < -700, -0.0, x))));
}

/// Whether every process' block of a result is that part of the whole one.
template <class T, int Rank, class Space>
void same_part(char const* what, acre::distributed::array<T, Rank, Space> const& got,
               acre::array<T, Rank, Space> const& whole)
{
  ASSERT_EQ(got.shape(), whole.shape()) << what;
  auto const low = got.first();
  auto const part = acre::distributed::detail::part_of(whole, low, got.local().shape());
  ASSERT_EQ(bits_of(got.local()), bits_of(part)) << what;
}

/// f(distributed array, whole array) of drawn numbers on so many virtual processes.
template <class T, int Rank>
void with_blocks(acre::host const& space, int count, acre::distributed::blocks<Rank> const& where,
                 std::uint64_t seed, auto const& f)
{
  auto const whole = draw_shape<T>(space, where.shape(), seed);
  int seen = 0;
  acre::distributed::virtual_processes(
      count,
      [&](acre::distributed::processes const& all) {
        acre::distributed::array<T, Rank> x(all, space, where);
        if (x.local().size() > 0)
          x.local()(acre::ALL) =
              acre::distributed::detail::part_of(whole, x.first(), x.local().shape());
        f(x, whole);
        ++seen;
      },
      seed);
  ASSERT_EQ(seen, count);
}

}  // namespace acre_test
