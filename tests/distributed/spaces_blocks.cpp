#include "spaces.hpp"

// Halos, and blocks that go to other processes.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::expect_whole;
using acre_test::of_host;
using acre_test::put;
using acre_test::random_cuts;
using dist::blocks;
using dist::cuts;
using dist::halo;
using dist::own_space;
using dist::periodic;
using dist::processes;
using dist::virtual_processes;

template <class Space>
class distributed_spaces_blocks : public testing::Test {};
TYPED_TEST_SUITE(distributed_spaces_blocks, acre_test::own_kernel_spaces, acre_test::space_names);

TYPED_TEST(distributed_spaces_blocks, halos_of_blocks_along_both_axes)
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

TYPED_TEST(distributed_spaces_blocks, steps_while_halos_are_on_their_way)
{
  for (int const count : {1, 2, 4}) {
    of_host<double, 2> one(generator(4).normal(host(), shape(12, 9)));
    of_host<double, 2> const whole = copy(one);
    for (int step = 0; step < 4; ++step)
      one = of_host<double, 2>(one + 0.25 * (roll(one, -1, 0) - roll(one, 1, 1)));
    virtual_processes(count, [&](processes const& every) {
      auto const where = blocks(shape(12, 9), axes(0, 1), halo(1), periodic(0, 1));
      dist::array<double, 2, TypeParam> u(every, where), v(every, where);
      put(u, whole);
      for (int step = 0; step < 4; ++step) {
        auto const next = u + 0.25 * (shifted(u, 1, 0) - shifted(u, 0, -1));
        start(u);
        inner(v) = next;
        finish(u);
        rim(v) = next;
        std::swap(u, v);
      }
      expect_whole(u, one);
      // sent is what it has, whatever is written before it has come; one is given up under way
      put(u, whole);
      start(u);
      u.local()(ALL) = 0.0;
      finish(u);
      dist::array<double, 2, TypeParam> const seen(shifted(u, 1, 0));
      put(u, whole);
      exchange(u);
      dist::array<double, 2, TypeParam> const expected(shifted(u, 1, 0));
      auto const last = u.local().extent(0) - 1;
      if (count > 1 && u.local().size() > 0) {
        EXPECT_TRUE(array_equal(copy_to(host(), seen.local()(last, ALL)),
                                copy_to(host(), expected.local()(last, ALL))));
      }
      auto given_up = copy(u);
      start(given_up);
    });
  }
}

TYPED_TEST(distributed_spaces_blocks, blocks_go_to_other_blocks_and_back)
{
  std::mt19937_64 dice(4);
  for (int const count : {1, 2, 3, 5}) {
    of_host<float, 2> const whole(cast<float>(generator(3).normal(host(), shape(40, 37))));
    auto const cut = random_cuts(dice, 40, count, 4096);
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

TYPED_TEST(distributed_spaces_blocks, large_parts_of_a_process_itself_are_assigned_in_pieces)
{
  of_host<double, 3> const whole(generator(3).normal(host(), shape(1, 30, 29)));
  auto const from = copy_to(TypeParam(), whole);
  auto const part = [](auto const& a) {
    return dist::detail::part_of(a, shape(0, 2, 3), shape(1, 25, 20));
  };
  for (std::int64_t const piece : {8, 300, 1000, 100000}) {
    auto const to = zeros_like(from);
    dist::detail::assign_in_pieces(part(to), part(from), piece);
    EXPECT_TRUE(array_equal(copy_to(host(), part(to)), part(whole))) << piece;
    EXPECT_EQ(count_nonzero(to).item(), 25 * 20) << piece;
  }
}

}  // namespace
