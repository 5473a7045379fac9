#include <algorithm>
#include <memory>
#include <span>

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

TYPED_TEST(distributed_spaces_blocks, steps_of_one_call)
{
  // rows that lie in packets, in slabs and in blocks of both axes; what a process sends itself
  blocks<2> const slabs = blocks(shape(9, 150), halo(1, 1)),
                  ring = blocks(shape(9, 150), halo(1, 1), periodic(0)),
                  tiles = blocks(shape(9, 150), axes(0, 1), halo(1, 1), periodic(0, 1));
  of_host<double, 2> const whole(generator(4).normal(host(), shape(9, 150)));
  for (auto const& where : {slabs, ring, tiles}) {
    auto const steps = [&](processes const& every) {
      dist::array<double, 2, TypeParam> u(every, where), v(every, where), w(every, where);
      put(u, whole);
      put(w, whole);
      w = 0.5 * w;
      for (int step = 0; step < 4; ++step) {
        v = exchanged(dist::shifted<0, 0>(u) +
                      0.25 * (dist::shifted<1, 0>(u) - dist::shifted<0, -1>(u)));
        std::swap(u, v);
        v = exchanged(v + shifted(u, 1, 0) * shifted(w, -1, 0));  // of two arrays
        std::swap(u, v);
      }
      return u;
    };
    auto const by_hand = [&](processes const& every) {
      dist::array<double, 2> u(every, where), v(every, where), w(every, where);
      put(u, whole);
      put(w, whole);
      w = 0.5 * w;
      exchange(w);
      for (int step = 0; step < 4; ++step) {
        exchange(u);
        v = u + 0.25 * (shifted(u, 1, 0) - shifted(u, 0, -1));
        std::swap(u, v);
        exchange(u);
        v = v + shifted(u, 1, 0) * shifted(w, -1, 0);
        std::swap(u, v);
      }
      return u;
    };
    of_host<double, 2> const expected = by_hand(processes()).local();
    for (int const count : {1, 2, 4})
      virtual_processes(count, [&](processes const& every) {
        auto const u = steps(every);
        expect_whole(u, expected);
        auto& fewest_bytes = dist::detail::access::of(every).fewest_bytes_beside;
        fewest_bytes = std::int64_t{1} << 40;  // as small blocks are computed where messages cost
        expect_whole(steps(every), expected);
        fewest_bytes = 0;
        // of another queue than what is written: one after the other
        dist::array<double, 2, TypeParam> there(every, own_space<TypeParam>(every).new_queue(),
                                                where);
        put(there, whole);
        dist::array<double, 2, TypeParam> v(every, where);
        v = exchanged(dist::shifted<1, 0>(there) + u);
        exchange(there);
        dist::array<double, 2, TypeParam> const one_by_one(shifted(there, 1, 0) + u);
        EXPECT_TRUE(array_equal(copy_to(host(), v.local()), copy_to(host(), one_by_one.local())));
        if constexpr (acre_test::is_device<TypeParam>)
          if (count > 1) {
            EXPECT_THROW(capture(v.space(), [&] { v = exchanged(dist::shifted<1, 0>(u)); }),
                         value_error);
          }
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

/// Virtual processes whose devices' messages of 40 bytes and more go in pieces of whole units.
class in_pieces_process : public backends::self::virtual_process {
 public:
  using virtual_process::virtual_process;
  explicit in_pieces_process(virtual_process const& p) : virtual_process(p) {}
  bool in_pieces(backends::device_part const& part) const
  {
    return part.bytes >= 40 && part.unit <= 400;
  }
  void transfer(backends::device_queue const& on, std::span<backends::device_part const> sends,
                std::span<backends::device_part const> receives)
  {
    queue_pieces(*on.on, sends);
    virtual_process::transfer(on, sends, receives);
    queue_pieces(*on.on, receives);
  }

 private:
  static void queue_pieces(backends::queue& on, std::span<backends::device_part const> parts)
  {
    for (auto const& part : parts) {
      if (part.piece == nullptr) continue;
      EXPECT_EQ(part.bytes % part.unit, 0u);
      std::size_t const most = std::max(part.unit, std::size_t{900} / part.unit * part.unit);
      for (std::size_t at = 0; at < part.bytes; at += most)
        (*part.piece)(on, at, std::min(at + most, part.bytes));
    }
  }
};

TYPED_TEST(distributed_spaces_blocks, parts_that_lie_apart_are_packed_and_unpacked_in_pieces)
{
  of_host<double, 3> const whole(generator(5).normal(host(), shape(12, 9, 10)));
  of_host<double, 3> const flat = reshape(whole, shape(1, 108, 10));
  for (int const count : {2, 3, 5})
    backends::self::run_virtual_processes(count, [&](backends::self::virtual_process& one) {
      processes const all(std::make_shared<in_pieces_process>(one));
      dist::array<double, 3, TypeParam> x(all, blocks(whole.shape()));
      put(x, whole);
      for (int axis : {0, 1, 2}) {
        auto const there = redistribute(x, axes(axis));
        expect_whole(there, whole);
        expect_whole(redistribute(there, blocks(whole.shape(), axes(0), halo(1))), whole);
      }
      dist::array<double, 3, TypeParam> y(all, blocks(flat.shape(), axes(1)));
      put(y, flat);
      expect_whole(redistribute(y, axes(2)), flat);
    });
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
