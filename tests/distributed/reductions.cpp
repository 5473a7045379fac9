#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "bits.hpp"
#include <gtest/gtest.h>

// Whole reductions on virtual processes against one process' own of the whole array, to the bit.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::bits_of;
using acre_test::queues;
using acre_test::random_cuts;

/// What every reduction gives, as text: of a whole array or of a distributed one.
template <class T>
std::vector<std::string> of_whole(array<T, 1> const& x)
{
  std::vector<std::string> r{bits_of(sum(x).item()),
                             bits_of(prod(x).item()),
                             bits_of(mean(x).item()),
                             bits_of(var(x).item()),
                             bits_of(stddev(x, ddof(1)).item()),
                             bits_of(any(x).item()),
                             bits_of(all(x).item()),
                             bits_of(count_nonzero(x).item()),
                             bits_of(sum(x * x + 1).item())};
  if (x.size() > 0) {
    r.push_back(bits_of(max(x).item()));
    r.push_back(bits_of(min(x).item()));
    r.push_back(bits_of(argmax(x).item()));
    r.push_back(bits_of(argmin(x).item()));
  }
  return r;
}
template <class T, class Space>
std::vector<std::string> of_blocks(dist::array<T, 1, Space> const& x)
{
  std::vector<std::string> r{bits_of(sum(x)),
                             bits_of(prod(x)),
                             bits_of(mean(x)),
                             bits_of(var(x)),
                             bits_of(stddev(x, ddof(1))),
                             bits_of(any(x)),
                             bits_of(all(x)),
                             bits_of(count_nonzero(x)),
                             bits_of(sum(x * x + 1))};
  if (x.size() > 0) {
    r.push_back(bits_of(max(x)));
    r.push_back(bits_of(min(x)));
    r.push_back(bits_of(argmax(x)));
    r.push_back(bits_of(argmin(x)));
  }
  return r;
}

/// Numbers that show an order: of many magnitudes, with -0.0 and equal ones among them.
template <class T>
auto draw(host const& space, std::int64_t n, std::uint64_t seed)
{
  generator g(seed);
  array<double, 1> const x(g.normal(space, shape(n)) * 1000);
  if constexpr (std::is_same_v<T, bool>)
    return array<bool, 1>(x > 0);
  else if constexpr (std::is_integral_v<T>)
    return array<T, 1>(cast<T>(x));
  else
    return array<T, 1>(cast<T>(where(x > 700, 0.0, where(x < -700, -0.0, x))));
}

template <class T>
void compare(host const& space, std::int64_t n, int processes, std::vector<std::int64_t> const& cut,
             std::uint64_t seed)
{
  auto const whole = draw<T>(space, n, seed);
  auto const expected = of_whole(whole);
  int seen = 0;
  dist::virtual_processes(
      processes,
      [&](dist::processes const& every) {
        dist::array<T, 1, host> x(every, space, dist::blocks(shape(n), dist::cuts(0, cut)));
        auto const first = x.first()[0];
        if (x.local().size() > 0) x.local()(ALL) = whole(slice(first, first + x.local().size()));
        auto const got = of_blocks(x);
        ASSERT_EQ(got.size(), expected.size());
        for (std::size_t k = 0; k < got.size(); ++k)
          ASSERT_EQ(got[k], expected[k]) << "reduction " << k << ", " << n << " elements, process "
                                         << every.rank() << " of " << processes;
        ++seen;
      },
      seed);
  ASSERT_EQ(seen, processes);
}

TEST(distributed_reductions, sizes_around_the_edges_of_tiles_on_every_number_of_processes)
{
  std::mt19937_64 dice(1);
  for (auto const& space : queues())
    for (std::int64_t const n : {0, 1, 2, 63, 64, 65, 127, 128, 4095, 4096, 4097, 4159, 4160, 8191,
                                 8192, 8193, 12287, 12300, 20480})
      for (int const processes : {1, 2, 3, 4, 7, 16}) {
        auto const where = dist::detail::layout(dist::blocks(shape(n)).wanted(), processes);
        compare<double>(space, n, processes, where.axis(0).cuts, 7);
        compare<float>(space, n, processes, random_cuts(dice, n, processes, 4096), 8);
      }
}

template <class T>
void random_cases(int count, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = queues();
  for (int k = 0; k < count; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % (k % 8 == 0 ? 60000 : 13000));
    int const processes = 1 + static_cast<int>(dice() % (k % 10 == 0 ? 60 : 9));
    compare<T>(on[static_cast<std::size_t>(k) % on.size()], n, processes,
               random_cuts(dice, n, processes, 4096), dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}
TEST(distributed_reductions, random_cases_float64) { random_cases<double>(1200, 2); }
TEST(distributed_reductions, random_cases_float32) { random_cases<float>(1200, 3); }
TEST(distributed_reductions, random_cases_int32) { random_cases<std::int32_t>(300, 4); }
TEST(distributed_reductions, random_cases_uint8) { random_cases<std::uint8_t>(300, 5); }
TEST(distributed_reductions, random_cases_complex)
{
  std::mt19937_64 dice(9);
  for (int k = 0; k < 200; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 13000);
    int const processes = 1 + static_cast<int>(dice() % 9);
    generator g(dice());
    array<complex<double>, 1> const whole(g.normal(serial(), shape(n)) +
                                          g.normal(serial(), shape(n)) * complex<double>(0, 1));
    auto const s = bits_of(sum(whole).item()), p = bits_of(prod(whole).item()),
               m = bits_of(mean(whole).item()), v = bits_of(var(whole).item());
    auto const cut = random_cuts(dice, n, processes, 4096);
    dist::virtual_processes(processes, [&](dist::processes const& every) {
      dist::array<complex<double>, 1> x(every, serial(),
                                        dist::blocks(shape(n), dist::cuts(0, cut)));
      auto const first = x.first()[0];
      if (x.local().size() > 0) x.local()(ALL) = whole(slice(first, first + x.local().size()));
      ASSERT_EQ(bits_of(sum(x)), s);
      ASSERT_EQ(bits_of(prod(x)), p);
      ASSERT_EQ(bits_of(mean(x)), m);
      ASSERT_EQ(bits_of(var(x)), v);
    });
  }
}

TEST(distributed_reductions, levels_that_no_process_holds_alone)
{
  std::mt19937_64 dice(6);
  for (int k = 0; k < 40; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 300000);
    int const processes = 1 + static_cast<int>(dice() % 9);
    auto const whole = draw<double>(serial(), n, dice());
    auto const s = bits_of(sum(whole).item());
    auto const cut = random_cuts(dice, n, processes, 4096);
    dist::virtual_processes(processes, [&](dist::processes const& every) {
      dist::array<double, 1> x(every, serial(), dist::blocks(shape(n), dist::cuts(0, cut)));
      auto const first = x.first()[0];
      if (x.local().size() > 0) x.local()(ALL) = whole(slice(first, first + x.local().size()));
      acre::detail::sum_reducer<double> const reducer;
      for (std::int64_t const most : {1, 4, 100})
        ASSERT_EQ(
            bits_of(dist::detail::reduce_slabs("sum", dist::detail::as_term(x), reducer, most)),
            n == 0 ? bits_of(0.0) : s);
    });
  }
}

}  // namespace
