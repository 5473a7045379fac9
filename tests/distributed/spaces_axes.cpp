#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre_test/spaces.hpp>

#include <cstdint>
#include <random>

#include "bits.hpp"
#include <gtest/gtest.h>

// Reductions along cut axes, scans and counts on every space: virtual processes, each with a queue
// of its own, against one process of the host, to the bit.
namespace {

using namespace acre;
using acre_test::bits_of;
namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;

template <class Space>
class distributed_spaces_axes : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_axes, acre_test::spaces, acre_test::space_names);

template <class T, int Rank, class Space>
void same(char const* what, dist::array<T, Rank, Space> const& got,
          array<T, Rank, host> const& whole)
{
  ASSERT_EQ(got.shape(), whole.shape()) << what;
  auto const part = dist::detail::part_of(whole, got.first(), got.local().shape());
  ASSERT_EQ(bits_of(copy_to(host(), got.local())), bits_of(part)) << what;
}

/// f(distributed array, whole array of the host) for each number of processes.
template <class Space, class T, int Rank, class F>
void on_processes(shape_t<Rank> const& s, F const& f)
{
  std::mt19937_64 dice(static_cast<std::uint64_t>(size_of(s)));
  auto const whole = acre_test::draw_shape<T>(host(), s, 3);
  for (int const count : {1, 2, 5}) {
    auto const cut = acre_test::random_cuts(dice, s[0], count, 256);
    dist::virtual_processes(count, [&](processes const& all) {
      dist::array<T, Rank, Space> x(all, blocks(s, dist::cuts(0, cut)));
      if (x.local().size() > 0)
        x.local()(ALL) =
            copy_to(x.space(), dist::detail::part_of(whole, x.first(), x.local().shape()));
      f(x, whole);
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TYPED_TEST(distributed_spaces_axes, reductions)
{
  for (auto const& s : {shape(1100, 5), shape(7, 1300)})
    on_processes<TypeParam, double, 2>(s, [](auto const& x, auto const& w) {
      same("sum of columns", sum(x, 0), sum(w, 0));
      same("sum of rows", sum(x, 1), sum(w, 1));
      same("var of columns", var(x * 2, ddof(1), 0), var(w * 2, ddof(1), 0));
      same("argmax of columns", argmax(x, 0), argmax(w, 0));
      same("any of columns", any(x > 2900, 0), any(w > 2900, 0));
      same("means beside their columns", copy(x - mean(x, 0)), copy(w - mean(w, 0)));
    });
  for (auto const& s : {shape(30, 4, 300), shape(5, 3, 9)})
    on_processes<TypeParam, float, 3>(s, [](auto const& x, auto const& w) {
      same("sum along the first and last axis", sum(x, axes(0, 2)), sum(w, axes(0, 2)));
      same("max along the first two axes", max(x, axes(0, 1)), max(w, axes(0, 1)));
    });
}

TYPED_TEST(distributed_spaces_axes, scans)
{
  for (std::int64_t const n : {1, 40, 4097, 40000})
    on_processes<TypeParam, double, 1>(shape(n), [](auto const& x, auto const& w) {
      same("cumsum", cumsum(x), cumsum(w));
      same("cummax", cummax(x * 3), cummax(w * 3));
    });
  for (auto const& s : {shape(4200, 3), shape(50, 40)})
    on_processes<TypeParam, double, 2>(s, [](auto const& x, auto const& w) {
      same("cumsum of columns", cumsum(x, 0), cumsum(w, 0));
      same("cumsum of rows", cumsum(x, 1), cumsum(w, 1));
      same("cumsum of all", cumsum(x), cumsum(w));
    });
}

TYPED_TEST(distributed_spaces_axes, counts)
{
  on_processes<TypeParam, double, 1>(shape(5000), [](auto const& x, auto const& w) {
    auto const on_host = [](auto const& a) { return bits_of(copy_to(host(), a)); };
    ASSERT_EQ(on_host(histogram(x, 20).counts), bits_of(histogram(w, 20).counts));
    ASSERT_EQ(on_host(histogram(x, 20).edges), bits_of(histogram(w, 20).edges));
    ASSERT_EQ(on_host(histogram(x, 9, -900, 900, x * 0.1)),
              bits_of(histogram(w, 9, -900, 900, w * 0.1)));
    auto const number = cast<std::int32_t>(abs(x) / 50);
    auto const of_whole = cast<std::int32_t>(abs(w) / 50);
    ASSERT_EQ(on_host(bincount(number)), bits_of(bincount(of_whole)));
  });
}

}  // namespace
