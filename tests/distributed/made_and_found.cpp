#include <acre/array/kokkos.hpp>
#include <acre_test/error_of.hpp>

#include <cmath>
#include <limits>

#include "cases.hpp"
#include <gmock/gmock.h>

// arange, flip, topk and searchsorted on virtual processes, against one process' own.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

/// This process' block of a result, against that part of the whole.
template <class T, int Rank>
void expect_part(char const* what, dist::array<T, Rank> const& got, array<T, Rank> const& whole)
{
  ASSERT_EQ(got.shape(), whole.shape()) << what;
  auto const part = dist::detail::part_of(whole, got.first(), got.local().shape());
  ASSERT_TRUE(same_bits(got.local(), array<T, Rank>(part)))
      << what << " on process " << got.all().rank() << " of " << got.all().size();
}

/// f(x, whole) on several numbers of processes, of blocks cut anywhere.
template <class T, int Rank, class F>
void on_processes(array<T, Rank> const& whole, std::uint64_t seed, F const& f)
{
  std::mt19937_64 dice(seed);
  auto const s = whole.shape();
  for (int const count : {1, 2, 3, 7})
    for (int way = 0; way < (Rank > 1 ? 2 : 1); ++way) {
      auto const cut = acre_test::random_cuts(dice, s[0], count, 64);
      dist::virtual_processes(
          count,
          [&](processes const& all) {
            auto const where = way == 1 ? blocks(s, axes(0, Rank - 1), dist::halo(1))
                                        : blocks(s, dist::cuts(0, cut));
            f(scatter_from(0, all.rank() == 0 ? whole : array<T, Rank>(), all, where), whole);
          },
          dice());
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(distributed_made_and_found, arange)
{
  for (int const count : {1, 2, 5})
    dist::virtual_processes(count, [](processes const& all) {
      expect_part("to", dist::arange(all, 11), arange(11));
      expect_part("backwards", dist::arange(all, 90, -7, -9), arange(90, -7, -9));
      expect_part("in tenths", dist::arange(all, host(), -1.0, 2.5, 0.1), arange(-1.0, 2.5, 0.1));
      expect_part("of float", dist::arange(all, 3.0f), arange(3.0f));
      expect_part("of several types", dist::arange(all, 0, 1, 0.3), arange(0, 1, 0.3));
      expect_part("none", dist::arange(all, 5, 5), arange(5, 5));
      expect_part("large", dist::arange<std::int64_t>(all, INT64_MAX - 9, INT64_MAX, 4),
                  arange<std::int64_t>(INT64_MAX - 9, INT64_MAX, 4));
    });
  EXPECT_EQ(acre_test::error_of<value_error>([] { dist::arange(processes(), 1, 2, 0); }),
            acre_test::error_of<value_error>([] { arange(1, 2, 0); }));
}

TEST(distributed_made_and_found, linspace)
{
  for (int const count : {1, 2, 5})
    dist::virtual_processes(count, [](processes const& all) {
      expect_part("of 50", dist::linspace(all, -1, 2), linspace(-1, 2));
      expect_part("without its end", dist::linspace(all, 0, 1, 7, false), linspace(0, 1, 7, false));
      expect_part("of float", dist::linspace<float>(all, 3, 1, 11), linspace<float>(3, 1, 11));
      expect_part("of integers", dist::linspace<int>(all, -3, 4, 12), linspace<int>(-3, 4, 12));
      for (int const few : {0, 1, 2})
        expect_part("few", dist::linspace(all, 2, 9, few), linspace(2, 9, few));
    });
  EXPECT_EQ(acre_test::error_of<value_error>([] { dist::linspace(processes(), 0, 1, -1); }),
            acre_test::error_of<value_error>([] { linspace(0, 1, -1); }));
}

TEST(distributed_made_and_found, from_local_blocks)
{
  auto const block_of = [](auto const& whole, auto const& like) {
    return copy(dist::detail::part_of(whole, like.first(), like.local().shape()));
  };
  array<double, 2> const whole(generator(3).normal(host(), shape(31, 8)));
  on_processes(whole, 7, [&](auto const& x, auto const& w) {  // slabs, and tiles of a grid
    auto const cuts_of = [&](int axis) {
      return dist::detail::array_access::layout_of(x).axis(axis).parts();
    };
    auto const made = dist::from_local(x.all(), block_of(w, x), dist::grid(cuts_of(0), cuts_of(1)),
                                       dist::halo(1), dist::periodic(0));
    expect_part("from_local", made, w);
    EXPECT_EQ(sum(redistribute(made, axes(0))), sum(w));
    auto again = copy(made);
    exchange(again);
    EXPECT_EQ(sum(made), sum(again)) << "halos are blocks()'s";
  });
  // a View of another layout, of each process' own length, none of one
  dist::virtual_processes(4, [](processes const& all) {
    Kokkos::View<int**, Kokkos::LayoutLeft, Kokkos::HostSpace> const view("v", all.rank() % 3, 2);
    for (std::size_t i = 0; i < view.extent(0); ++i)
      for (std::size_t j = 0; j < 2; ++j)
        view(i, j) = 10 * all.rank() + static_cast<int>(2 * i + j);
    auto const x = dist::from_local(all, from_view(host(), view));
    auto const wanted = from_host({10, 11, 20, 21, 22, 23}).reshape(shape(3, 2));
    expect_part("of a View", x, wanted);
    Kokkos::deep_copy(view, -1);
    expect_part("a copy", x, wanted);
    expect_part("columns", dist::from_local(all, x.local().reshape(shape(-1, 1)) * 2.0, axes(0)),
                array<double, 2>(wanted.reshape(shape(6, 1)) * 2.0));
  });
}

TEST(distributed_made_and_found, local_blocks_that_do_not_fit)
{
  auto const refused = [](auto const& f) {
    std::string text;
    dist::virtual_processes(3, [&](processes const& all) {
      try {
        f(all);
        ADD_FAILURE() << "nothing was thrown";
      } catch (error const& e) {
        if (text.empty()) text = e.message();  // (in any order)
        EXPECT_EQ(text, e.message());
      }
    });
    return text;
  };
  EXPECT_EQ(refused([](processes const& all) {
              dist::from_local(all, zeros(host(), shape(2, all.rank() == 2 ? 5 : 4)));
            }),
            "distributed::from_local: process 0 has a block of shape (2,4) and process 2 one of "
            "(2,5): they have the same part of axis 1, and so the same length");
  EXPECT_EQ(refused([](processes const& all) {
              dist::from_local(all, zeros(host(), shape(2, 2)), axes(0, 1));
            }),
            "distributed::from_local: blocks that lie side by side along several axes want a "
            "grid(…), so many along each");
  EXPECT_EQ(refused([](processes const& all) {
              dist::from_local(all, zeros(host(), shape(2)), dist::cuts(0, {0, 2, 4}));
            }),
            "distributed::from_local: the blocks say where an axis is cut, without cuts()");
  EXPECT_EQ(refused([](processes const& all) {
              dist::from_local(all, zeros(host(), shape(1)), dist::halo(4));
            }),
            "blocks: a halo of 4 elements along axis 0, which has 3");
  EXPECT_THAT(refused([](processes const& all) {
                auto const i = from_host({0, all.rank() == 1 ? 9 : 1});
                auto const x = dist::from_local(all, take(arange(4.0), i));
                sum(x);
              }),
              testing::HasSubstr("index 9 is out of bounds for axis 0 with size 4"));
  EXPECT_THAT(refused([](processes const& all) {
                if (all.rank() == 1)
                  dist::from_local(all, zeros<float>(host(), shape(1)));
                else
                  dist::from_local(all, zeros(host(), shape(1)));
              }),
              testing::HasSubstr("process 0 calls from_local of float64 and process 1 from_local "
                                 "of float32"));
}

TEST(distributed_made_and_found, flip)
{
  for (std::int64_t const n : {0, 1, 5, 300})
    on_processes(array<double, 1>(generator(1).normal(host(), shape(n))), 1,
                 [](auto const& x, auto const& w) {
                   expect_part("flip", flip(x), array<double, 1>(flip(w)));
                   expect_part("of an expression", flip(x * 2, 0), array<double, 1>(flip(w * 2)));
                 });
  on_processes(array<float, 2>(generator(2).normal<float>(host(), shape(23, 11))), 2,
               [](auto const& x, auto const& w) {
                 for (int const axis : {0, 1, -1})
                   expect_part("along an axis", flip(x, axis), array<float, 2>(flip(w, axis)));
                 expect_part("along both", flip(x), array<float, 2>(flip(w)));
                 auto const top = argmax(x, 0);  // copies of it, where axis 0 is cut
                 expect_part("of copies", flip(top), array<std::int64_t, 1>(flip(argmax(w, 0))));
               });
  on_processes(array<std::int16_t, 3>(cast<std::int16_t>(index_of(host(), shape(5, 3, 4)))), 3,
               [](auto const& x, auto const& w) {
                 expect_part("along two", flip(x, axes(0, -1)),
                             array<std::int16_t, 3>(flip(w, axes(0, -1))));
               });
  dist::array<double, 2> const alone(processes(), blocks(shape(4, 3)));
  EXPECT_EQ(acre_test::error_of<value_error>([&] { flip(alone, axes(1, -1)); }), "repeated axis");
  EXPECT_THROW(flip(alone, 2), index_error);
}

/// Numbers of which many are equal, with zeros of both signs and NaN.
template <class T>
array<T, 1> drawn(std::int64_t n, std::uint64_t seed)
{
  array<double, 1> const x(rint(generator(seed).normal(host(), shape(n)) * 4));
  if constexpr (acre::detail::is_complex<T>::value)
    return array<T, 1>(cast<T>(x) + T(0, 1) * cast<T>(rint(x / 3)));
  else if constexpr (std::is_floating_point_v<T>)
    return array<T, 1>(
        cast<T>(where(x > 7, std::numeric_limits<double>::quiet_NaN(), where(x == 1, -0.0, x))));
  else
    return array<T, 1>(cast<T>(x));
}

template <class T>
void compare_searches(std::uint64_t seed)
{
  for (std::int64_t const n : {0, 1, 7, 500}) {
    on_processes(drawn<T>(n, seed), seed, [](auto const& x, auto const& w) {
      for (std::int64_t const k : {0, 1, 3, 120, 500}) {
        if (k > w.size()) continue;
        auto const got = topk(x, k), wanted = topk(w, k);
        ASSERT_TRUE(same_bits(got.values, wanted.values)) << k << " of " << w.size();
        ASSERT_TRUE(same_bits(got.indices, wanted.indices)) << k << " of " << w.size();
      }
    });
    on_processes(array<T, 1>(sort(drawn<T>(n, seed))), seed, [&](auto const& x, auto const& w) {
      auto const values = drawn<T>(40, seed + 1).reshape(shape(8, 5));
      for (auto const side : {search_side::left, search_side::right})
        ASSERT_TRUE(same_bits(searchsorted(x, values, side),
                              array<std::int64_t, 2>(searchsorted(w, values, side))));
      EXPECT_EQ(searchsorted(x, T(2)), searchsorted(w, T(2)).item());
    });
  }
}
TEST(distributed_made_and_found, topk_and_searchsorted)
{
  compare_searches<double>(5);
  compare_searches<std::int32_t>(6);
  compare_searches<complex<float>>(7);
}

TEST(distributed_made_and_found, errors_are_everyones)
{
  using testing::HasSubstr;
  dist::virtual_processes(3, [](processes const& all) {
    auto const x = dist::arange(all, 9.0);
    EXPECT_EQ(acre_test::error_of<value_error>([&] { topk(x, 10); }),
              acre_test::error_of<value_error>([&] { topk(arange(9.0), 10); }));
    EXPECT_THAT(acre_test::error_of<value_error>([&] { topk(x, all.rank() == 1 ? 2 : 1); }),
                testing::AllOf(HasSubstr("topk of 1"), HasSubstr("topk of 2")));
    EXPECT_THAT(acre_test::error_of<value_error>(
                    [&] { searchsorted(x, zeros(shape(all.rank() == 1 ? 2 : 1))); }),
                HasSubstr("searchsorted of float64 (2,)"));
    EXPECT_EQ(sum(x), 36);
  });
}

}  // namespace
