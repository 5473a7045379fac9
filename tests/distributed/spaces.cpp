#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "bits.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Everything that arrays of several processes do, on every space: virtual processes, each with a
// queue of its own, against one process of the host, to the bit.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::bits_of;
using dist::blocks;
using dist::cuts;
using dist::halo;
using dist::own_space;
using dist::periodic;
using dist::processes;
using dist::virtual_processes;
using testing::HasSubstr;

template <class T, int Rank>
using of_host = acre::array<T, Rank, host>;

template <class Space>
class distributed_spaces : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces, acre_test::spaces, acre_test::space_names);

/// A process' part of an array of the host.
template <class T, int Rank, class Space>
void put(dist::array<T, Rank, Space> const& x, of_host<T, Rank> const& whole)
{
  if (x.local().size() == 0) return;
  auto const part = dist::detail::part_of(whole, x.first(), x.local().shape());
  x.local()(ALL) = copy_to(x.space(), part);
}
template <class T, int Rank, class Space>
void expect_whole(dist::array<T, Rank, Space> const& x, of_host<T, Rank> const& whole, int root = 0)
{
  auto const all = gather_to(x, root);
  if (x.all().rank() == root) {
    EXPECT_TRUE(array_equal(copy_to(host(), all), whole));
  }
}

template <class T>
of_host<T, 1> draw(std::int64_t n, std::uint64_t seed)
{
  generator g(seed);
  of_host<double, 1> const x(g.normal(host(), shape(n)) * 1000);
  if constexpr (std::is_integral_v<T>)
    return of_host<T, 1>(cast<T>(x));
  else
    return of_host<T, 1>(cast<T>(where(x > 700, 0.0, where(x < -700, -0.0, x))));
}

/// Blocks of random lengths, empty ones among them, on so many processes.
std::vector<std::int64_t> random_cuts(std::mt19937_64& dice, std::int64_t n, int count)
{
  std::vector<std::int64_t> at{0, n};
  for (int p = 1; p < count; ++p) {
    auto cut = static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(n + 1));
    if (dice() % 3 == 0) cut = std::min(n, (cut + 4095) / 4096 * 4096);
    at.push_back(dice() % 4 == 0 ? 0 : cut);
  }
  std::ranges::sort(at);
  return at;
}

template <class Space, class T>
void compare_reductions(std::int64_t n, std::vector<std::int64_t> const& cut, std::uint64_t seed)
{
  auto const whole = draw<T>(n, seed);
  std::vector<std::string> expected{bits_of(sum(whole).item()),
                                    bits_of(prod(whole).item()),
                                    bits_of(mean(whole).item()),
                                    bits_of(var(whole).item()),
                                    bits_of(stddev(whole, ddof(1)).item()),
                                    bits_of(any(whole).item()),
                                    bits_of(all(whole).item()),
                                    bits_of(count_nonzero(whole).item()),
                                    bits_of(sum(whole * whole + 1).item())};
  if (n > 0) {
    expected.push_back(bits_of(max(whole).item()));
    expected.push_back(bits_of(min(whole).item()));
    expected.push_back(bits_of(argmax(whole).item()));
    expected.push_back(bits_of(argmin(whole).item()));
  }
  virtual_processes(
      static_cast<int>(cut.size()) - 1,
      [&](processes const& every) {
        dist::array<T, 1, Space> x(every, blocks(shape(n), cuts(0, cut)));
        put(x, whole);
        std::vector<std::string> got{bits_of(sum(x)),
                                     bits_of(prod(x)),
                                     bits_of(mean(x)),
                                     bits_of(var(x)),
                                     bits_of(stddev(x, ddof(1))),
                                     bits_of(any(x)),
                                     bits_of(all(x)),
                                     bits_of(count_nonzero(x)),
                                     bits_of(sum(x * x + 1))};
        if (n > 0) {
          got.push_back(bits_of(max(x)));
          got.push_back(bits_of(min(x)));
          got.push_back(bits_of(argmax(x)));
          got.push_back(bits_of(argmin(x)));
        }
        ASSERT_EQ(got, expected) << n << " elements, process " << every.rank() << " of "
                                 << every.size();
      },
      seed);
}

TYPED_TEST(distributed_spaces, reductions_around_the_edges_of_tiles)
{
  std::mt19937_64 dice(1);
  for (std::int64_t const n : {0, 1, 63, 64, 65, 4095, 4096, 4097, 8193, 12300})
    for (int const count : {1, 2, 3, 7}) {
      auto const where = dist::detail::layout(blocks(shape(n)).wanted(), count);
      compare_reductions<TypeParam, double>(n, where.axis(0).cuts, 7);
    }
}
TYPED_TEST(distributed_spaces, reductions_of_random_blocks)
{
  std::mt19937_64 dice(2);
  for (int k = 0; k < 12; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 20000);
    int const count = 1 + static_cast<int>(dice() % 6);
    auto const cut = random_cuts(dice, n, count);
    if (k % 3 == 0)
      compare_reductions<TypeParam, double>(n, cut, dice());
    else if constexpr (TypeParam::queue_type::is_device)  // reductions.cpp has the host's
      k % 3 == 1 ? compare_reductions<TypeParam, float>(n, cut, dice())
                 : compare_reductions<TypeParam, std::int32_t>(n, cut, dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}

TYPED_TEST(distributed_spaces, reductions_of_halves_and_complex_numbers)
{
  std::mt19937_64 dice(3);
  for (std::int64_t const n : {70, 4097, 9000}) {
    auto const drawn = draw<double>(n, dice());
    of_host<float16, 1> const halves(cast<float16>(drawn * 1e-3));
    of_host<complex<float>, 1> const numbers(cast<float>(drawn) * complex<float>(1, 2));
    auto const cut = random_cuts(dice, n, 3);
    virtual_processes(3, [&](processes const& every) {
      dist::array<float16, 1, TypeParam> h(every, blocks(shape(n), cuts(0, cut)));
      put(h, halves);
      EXPECT_EQ(bits_of(sum(h)), bits_of(sum(halves).item()));
      EXPECT_EQ(bits_of(var(h)), bits_of(var(halves).item()));
      EXPECT_EQ(bits_of(max(h)), bits_of(max(halves).item()));
      EXPECT_EQ(argmin(h), argmin(halves).item());
      dist::array<complex<float>, 1, TypeParam> z(every, blocks(shape(n), cuts(0, cut)));
      put(z, numbers);
      EXPECT_EQ(bits_of(sum(z)), bits_of(sum(numbers).item()));
      EXPECT_EQ(bits_of(mean(z)), bits_of(mean(numbers).item()));
    });
  }
}

TYPED_TEST(distributed_spaces, levels_that_no_process_holds_alone)
{
  std::mt19937_64 dice(6);
  for (int k = 0; k < 4; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 120000);
    auto const whole = draw<double>(n, dice());
    auto const expected = bits_of(sum(whole).item());
    auto const cut = random_cuts(dice, n, 1 + static_cast<int>(dice() % 5));
    virtual_processes(static_cast<int>(cut.size()) - 1, [&](processes const& every) {
      dist::array<double, 1, TypeParam> x(every, blocks(shape(n), cuts(0, cut)));
      put(x, whole);
      acre::detail::sum_reducer<double> const reducer;
      for (std::int64_t const most : {1, 4, 100})
        ASSERT_EQ(
            bits_of(dist::detail::reduce_slabs("sum", dist::detail::as_term(x), reducer, most)),
            n == 0 ? bits_of(0.0) : expected);
    });
  }
}

TYPED_TEST(distributed_spaces, rows_with_halos_and_expressions_of_every_form)
{
  for (int const count : {1, 2, 3}) {
    of_host<double, 2> const whole(generator(3).normal(host(), shape(61, 203)));
    auto const s = sum(whole).item(), v = var(whole).item(),
               shifted_sum = sum(whole * 2.0 - 1.0).item();
    double const drawn = sum(generator(5).uniform(host(), shape(61, 203))).item();
    std::int64_t const largest = argmax(whole).item();
    virtual_processes(count, [&](processes const& every) {
      dist::array<double, 2, TypeParam> x(every, blocks(shape(61, 203), halo(1, 2)));
      put(x, whole);
      EXPECT_EQ(sum(x), s);
      EXPECT_EQ(var(x), v);
      EXPECT_EQ(sum(x * 2.0 - 1.0), shifted_sum);
      EXPECT_EQ(argmax(x), largest);
      generator g(5);
      EXPECT_EQ(sum(own_part(x, g.uniform(x.space(), x.shape()))), drawn);
      EXPECT_EQ(sum(coordinate(x, 1)), 61 * 203 * 101);
    });
  }
}

TYPED_TEST(distributed_spaces, halos_of_blocks_along_both_axes)
{
  for (int const count : {1, 2, 4, 6})
    for (std::int64_t const width : {1, 2}) {
      of_host<std::int64_t, 2> const whole(
          reshape(arange(host(), std::int64_t{11 * 13}), shape(11, 13)));
      virtual_processes(count, [&](processes const& every) {
        dist::array<std::int64_t, 2, TypeParam> u(
            every, blocks(shape(11, 13), axes(0, 1), halo(width), periodic(0, 1)));
        put(u, whole);
        exchange(u);
        auto const w = static_cast<int>(width);
        expect_whole(dist::array<std::int64_t, 2, TypeParam>(shifted(u, w, -w)),
                     of_host<std::int64_t, 2>(roll(roll(whole, -width, 0), width, 1)));
        for (int step = 0; step < 3; ++step) {
          exchange(u);
          u = u + shifted(u, 1, 0) - shifted(u, 0, -1);
        }
        of_host<std::int64_t, 2> one = copy(whole);
        for (int step = 0; step < 3; ++step)
          one = of_host<std::int64_t, 2>(one + roll(one, -1, 0) - roll(one, 1, 1));
        expect_whole(u, one, count - 1);
      });
    }
}

TYPED_TEST(distributed_spaces, blocks_go_to_other_blocks_and_back)
{
  std::mt19937_64 dice(4);
  for (int const count : {1, 2, 3, 5}) {
    of_host<float, 2> const whole(cast<float>(generator(3).normal(host(), shape(40, 37))));
    auto const cut = random_cuts(dice, 40, count);
    virtual_processes(count, [&](processes const& every) {
      dist::array<float, 2, TypeParam> x(every, blocks(shape(40, 37), cuts(0, cut)));
      put(x, whole);
      auto const columns = redistribute(x, axes(1));
      expect_whole(columns, whole);
      auto const tiles = redistribute(columns + 1.0f, blocks(shape(40, 37), axes(0, 1), halo(1)));
      expect_whole(tiles, of_host<float, 2>(whole + 1.0f), count / 2);
      EXPECT_EQ(sum(redistribute(tiles, axes(0))), sum(whole + 1.0f).item());
      auto const there = every.rank() == count / 2 ? copy_to(own_space<TypeParam>(every), whole)
                                                   : array<float, 2, TypeParam>();
      auto const scattered =
          scatter_from(count / 2, there, every, blocks(shape(40, 37), cuts(0, cut)));
      expect_whole(scattered, whole);
    });
  }
}

TYPED_TEST(distributed_spaces, large_parts_go_in_pieces)
{
  if constexpr (TypeParam::queue_type::is_device) {
    of_host<double, 2> const whole(generator(3).normal(host(), shape(30, 29)));
    virtual_processes(3, [&](processes const& every) {
      dist::array<double, 2, TypeParam> x(every, blocks(shape(30, 29)));
      put(x, whole);
      dist::array<double, 2, TypeParam> to(every, blocks(shape(30, 29), axes(1), halo(0, 1)));
      for (std::int64_t const piece : {8, 300, 1000, 100000}) {
        to = 0;
        std::vector<dist::detail::array_part<array<double, 2, TypeParam>>> sends, receives;
        auto const& had = dist::detail::array_access::layout_of(x);
        auto const& has = dist::detail::array_access::layout_of(to);
        int const me = every.rank();
        for (int p = 0; p < every.size(); ++p) {
          auto const out = dist::detail::common_box(had.block_of(me), has.block_of(p)),
                     in = dist::detail::common_box(has.block_of(me), had.block_of(p));
          sends.push_back({p, dist::detail::part_of(x.local(), had.block_of(me), out)});
          receives.push_back({p, dist::detail::part_of(to.local(), has.block_of(me), in)});
        }
        dist::detail::transfer_parts(every, x.space(), sends, receives, piece);
        expect_whole(to, whole);
      }
    });
  }
}

TYPED_TEST(distributed_spaces, a_bad_index_is_the_same_error_on_all)
{
  for (int const count : {1, 2, 3}) {
    std::vector<std::string> texts(static_cast<std::size_t>(count));
    virtual_processes(count, [&](processes const& every) {
      auto const table = arange(own_space<TypeParam>(every), 10.0);
      dist::array<std::int64_t, 2, TypeParam> i(every, blocks(shape(20, 3)));
      i = coordinate(i, 0) * 3 + coordinate(i, 1);
      dist::array<std::int64_t, 2, TypeParam> const bad(
          where(i == 47, 12, where(i == 31, 10, i % 10)));
      auto const looked_up = on_blocks([&](auto const& mine) { return take(table, mine); }, bad);
      for (int way = 0; way < 4; ++way) {
        dist::array<double, 2, TypeParam> x(looked_up);
        x = x * 2;  // nobody throws before the next joint call
        try {
          if (way == 0)
            sum(x);
          else if (way == 1)
            gather_to(x, 0);
          else if (way == 2)
            redistribute(x, axes(1));
          else
            sum(looked_up);
          ADD_FAILURE() << "no error by way " << way;
        } catch (index_error const& e) {
          EXPECT_EQ(e.details().position, 31) << way;
          EXPECT_EQ(e.details().index, 10);
          texts[static_cast<std::size_t>(every.rank())] = e.message();
        }
      }
      i = i % 10;
      EXPECT_EQ(sum(on_blocks([&](auto const& mine) { return take(table, mine); }, i)), 270);
    });
    for (auto const& text : texts) {
      EXPECT_EQ(text, texts.front());
      EXPECT_THAT(text, HasSubstr("position 31 of the indices"));
    }
  }
}

TYPED_TEST(distributed_spaces, memory_that_one_lacks_is_an_error_on_all)
{
  int told = 0;
  virtual_processes(3, [&](processes const& every) {
    std::int64_t const n = std::int64_t{1} << 55;
    try {
      dist::array<double, 1, TypeParam>(every, blocks(shape(n), cuts(0, {0, 0, n, n})));
    } catch (out_of_memory const& e) {
      EXPECT_THAT(std::string(e.message()), HasSubstr("Unable to allocate"));
      ++told;
    }
  });
  EXPECT_EQ(told, 3);
}

TYPED_TEST(distributed_spaces, calls_that_differ_are_told)
{
  int told = 0;
  virtual_processes(2, [&](processes const& every) {
    dist::array<double, 1, TypeParam> x(every, blocks(shape(10000)));
    try {
      if (every.rank() == 1)
        max(x);
      else
        sum(x);
    } catch (value_error const& e) {
      EXPECT_THAT(std::string(e.message()), HasSubstr("process 1 max"));
      ++told;
    }
  });
  EXPECT_EQ(told, 2);
}

}  // namespace
