#pragma once

#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre_test/spaces.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "bits.hpp"
#include <gtest/gtest.h>

/// What arrays of several processes do on every space: virtual processes, each with a queue of its
/// own, against one process of the host, to the bit. (Sources are small: nvcc takes a minute for
/// the kernels of one.)
namespace acre_test {

template <class T, int Rank>
using of_host = acre::array<T, Rank, acre::host>;

/// Of a build with devices these alone: the host's kernels are other tests'.
template <class Space>
inline constexpr bool is_device = Space::queue_type::is_device;
template <class List, class... Kept>
struct devices_of;
template <class... Kept>
struct devices_of<acre::detail::type_list<>, Kept...> {
  using type = acre::detail::type_list<Kept...>;
};
template <class Space, class... More, class... Kept>
struct devices_of<acre::detail::type_list<Space, More...>, Kept...>
    : std::conditional_t<is_device<Space>,
                         devices_of<acre::detail::type_list<More...>, Kept..., Space>,
                         devices_of<acre::detail::type_list<More...>, Kept...>> {};
using devices = devices_of<tested_spaces>::type;
using own_kernel_spaces =
    as_test_types<std::conditional_t<std::is_same_v<devices, acre::detail::type_list<>>,
                                     tested_spaces, devices>>::type;

/// A process' part of an array of the host.
template <class T, int Rank, class Space>
void put(acre::distributed::array<T, Rank, Space> const& x, of_host<T, Rank> const& whole)
{
  if (x.local().size() == 0) return;
  auto const part = acre::distributed::detail::part_of(whole, x.first(), x.local().shape());
  x.local()(acre::ALL) = acre::copy_to(x.space(), part);
}
template <class T, int Rank, class Space>
void expect_whole(acre::distributed::array<T, Rank, Space> const& x, of_host<T, Rank> const& whole,
                  int root = 0)
{
  auto const all = gather_to(x, root);
  if (x.all().rank() == root) {
    EXPECT_TRUE(array_equal(acre::copy_to(acre::host(), all), whole));
  }
}

template <class T>
of_host<T, 1> draw_row(std::int64_t n, std::uint64_t seed)
{
  using namespace acre;
  generator g(seed);
  of_host<double, 1> const x(g.normal(host(), shape(n)) * 1000);
  if constexpr (std::is_integral_v<T>)
    return of_host<T, 1>(cast<T>(x));
  else
    return of_host<T, 1>(cast<T>(where(x > 700, 0.0, where(x < -700, -0.0, x))));
}

template <class T, int Rank, class Space>
void expect_part(char const* what, acre::distributed::array<T, Rank, Space> const& got,
                 of_host<T, Rank> const& whole)
{
  ASSERT_EQ(got.shape(), whole.shape()) << what;
  auto const part = acre::distributed::detail::part_of(whole, got.first(), got.local().shape());
  ASSERT_EQ(bits_of(acre::copy_to(acre::host(), got.local())), bits_of(part)) << what;
}

/// f(distributed array, whole array of the host) for each number of processes.
template <class Space, class T, int Rank, class F>
void on_processes(acre::shape_t<Rank> const& s, F const& f)
{
  std::mt19937_64 dice(static_cast<std::uint64_t>(acre::size_of(s)));
  auto const whole = draw_shape<T>(acre::host(), s, 3);
  for (int const count : {1, 2, 5}) {
    auto const cut = random_cuts(dice, s[0], count, 256);
    acre::distributed::virtual_processes(count, [&](acre::distributed::processes const& all) {
      acre::distributed::array<T, Rank, Space> x(
          all, acre::distributed::blocks(s, acre::distributed::cuts(0, cut)));
      put(x, whole);
      f(x, whole);
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// compare(n, cuts, seed) for sizes around the edges of tiles, in equal blocks of several counts.
template <class F>
void for_blocks_around_tiles(F const& compare)
{
  for (std::int64_t const n : {0, 1, 63, 64, 65, 4095, 4096, 4097, 8193, 12300})
    for (int const count : {1, 2, 3, 7})
      compare(n,
              acre::distributed::detail::layout(acre::distributed::blocks(acre::shape(n)).wanted(),
                                                count)
                  .axis(0)
                  .cuts,
              7);
}

/// Likewise for drawn sizes and cuts, until one differs.
template <class F>
void for_random_blocks(F const& compare)
{
  std::mt19937_64 dice(2);
  for (int k = 0; k < 6; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 20000);
    int const count = 1 + static_cast<int>(dice() % 6);
    compare(n, random_cuts(dice, n, count, 4096), dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace acre_test
