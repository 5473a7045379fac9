// Long chains of small operations that hang on each other, as a time loop has them: on a GPU
// kernels start while those before them end, and none may read or write too early what others do:
// results, memory that was just freed, sums in parts, on one queue and on several. Beside plain
// loops. ACRE_TEST_STEPS: how many operations instead of 100000 (a few on a CPU).
#include <acre/device/graph.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/advanced.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace {

using acre::ALL;
using acre::array;
using acre::newaxis;
using acre::none;
using acre::shape;
using acre::slice;
using acre_test::mix;
using word = std::uint64_t;  // wraps, so that every wrong element shows to the end

constexpr int kinds = 14;

/// These steps in loops: x, y, z of n = side² numbers, u, v of side × side.
struct by_hand {
  std::int64_t side, n = side * side;
  std::vector<word> x = acre_test::noise<word>(n, 1), y = acre_test::noise<word>(n, 2),
                    z = acre_test::noise<word>(n, 3), u = acre_test::noise<word>(n, 4),
                    v = acre_test::noise<word>(n, 5);

  void step(int kind, word number)
  {
    auto const each = [&](auto const& f) {
      for (std::int64_t i = 0; i < n; ++i) f(i);
    };
    switch (kind) {
      case 0:
        each([&](auto i) { x[i] = x[i] * 3 + y[i]; });
        break;
      case 1:
        each([&](auto i) { y[i] = (x[i] + y[i]) * 5 - x[i]; });
        break;
      case 2:
        each([&](auto i) {
          if (i > 0) x[i] = y[i - 1] + x[i];
        });
        break;
      case 3:
        each([&](auto i) { y[i] = x[n - 1 - i] + y[i]; });
        break;
      case 4:
        each([&](auto i) { u[i] = v[i % side * side + i / side]; });
        break;
      case 5:
        each([&](auto i) { v[i] = u[i] * 3 + x[i / side]; });
        break;
      case 6: {
        word const total = std::accumulate(x.begin(), x.end(), word{0});
        each([&](auto i) { y[i] = y[i] + total; });
        break;
      }
      case 7:
        std::partial_sum(y.begin(), y.end(), y.begin());
        break;
      case 8:
        z = x;
        break;
      case 9:
        each([&](auto i) { z[i] = x[i] + z[i] * 3; });
        break;
      case 10:
        each([&](auto i) { x[i] = z[i] * 5 - y[i]; });
        break;
      case 11: {
        auto const from = y;
        each([&](auto i) { y[i] = from[(i * 7 + 3) % n] + number; });
        break;
      }
      case 12: {
        std::vector<word> sums(side);
        each([&](auto i) { sums[i / side] += v[i]; });
        std::copy(sums.begin(), sums.end(), x.begin());
        break;
      }
      case 13:
        each([&](auto i) { u[i] = i / side * (i % side) + number; });
        break;
    }
  }
};

template <class Space>
struct on_space {
  std::int64_t side, n = side * side;
  array<word, 1, Space> x, y, z;
  array<word, 2, Space> u, v;
  array<std::int64_t, 1, Space> places;

  on_space(Space const& first, Space const& second, by_hand const& like)
      : side(like.side),
        x(acre_test::place(first, like.x)),
        y(acre_test::place(first, like.y)),
        z(acre_test::place(second, like.z)),
        u(acre_test::place(first, like.u, shape(side, side))),
        v(acre_test::place(first, like.v, shape(side, side)))
  {
    places = remainder(acre::index_of(first, x.shape()) * 7 + 3, n);
  }

  void step(int kind, word number)
  {
    switch (kind) {
      case 0:
        x(ALL) = x * 3 + y;
        break;
      case 1: {  // memory that is freed before it is read
        array<word, 1, Space> t(x.space(), x.shape());
        t(ALL) = x + y;
        t(ALL) = t * 5;
        y(ALL) = t - x;
        break;
      }
      case 2:
        x(slice(1, none)) = y(slice(0, -1)) + x(slice(1, none));
        break;
      case 3:
        y(ALL) = x(slice(none, none, -1)) + y;
        break;
      case 4:
        u(ALL, ALL) = v.transpose();
        break;
      case 5:
        v(ALL, ALL) = u * 3 + x(slice(0, side))(ALL, newaxis);
        break;
      case 6:
        y(ALL) = y + sum(x);
        break;
      case 7:
        y(ALL) = cumsum(y);
        break;
      case 8:
        z(ALL) = x;
        break;
      case 9:
        z(ALL) = x + z * 3;
        break;
      case 10:
        x(ALL) = z * 5 - y;
        break;
      case 11:
        y(ALL) = acre::copy(y)(places) + number;
        break;
      case 12:
        x(slice(0, side)) = sum(v, 1);
        break;
      case 13: {
        array<std::int64_t, 1, Space> const i = acre::index_of(u.space(), shape(side));
        u(ALL, ALL) = acre::cast<word>(i(ALL, newaxis) * i) + number;
        break;
      }
    }
  }
};

template <class Space>
std::int64_t steps_wanted()
{
  char const* const text = std::getenv("ACRE_TEST_STEPS");
  std::int64_t const given = text ? std::atoll(text) : 0;
  return given > 0 ? given : Space::host_accessible ? 4000 : 100000;
}

template <class Space>
class chains : public ::testing::Test {};
TYPED_TEST_SUITE(chains, acre_test::spaces, acre_test::space_names);

template <class Space>
void compare(on_space<Space> const& made, by_hand const& wanted)
{
  ASSERT_TRUE(acre_test::same_elements(to_vector(made.x), wanted.x));
  ASSERT_TRUE(acre_test::same_elements(to_vector(made.y), wanted.y));
  ASSERT_TRUE(acre_test::same_elements(to_vector(made.z), wanted.z));
  ASSERT_TRUE(acre_test::same_elements(to_vector(made.u), wanted.u));
  ASSERT_TRUE(acre_test::same_elements(to_vector(made.v), wanted.v));
}

template <class Space>
void run_chains(Space const& first, Space const& second)
{
  std::int64_t const sides[] = {1, 3, 10, 31, 64};
  std::int64_t const steps = steps_wanted<Space>() / std::ssize(sides);
  for (std::int64_t const side : sides) {
    by_hand wanted{side};
    on_space<Space> made(first, second, wanted);
    for (std::int64_t k = 0; k < steps; ++k) {
      word const drawn = mix(static_cast<word>(side * 1000000 + k));
      // runs of one kind, too
      int const kind = static_cast<int>((k / 40 % 3 == 0 ? mix(k / 40) : drawn) % kinds);
      wanted.step(kind, drawn >> 32);
      made.step(kind, drawn >> 32);
    }
    SCOPED_TRACE("side " + std::to_string(side));
    compare(made, wanted);
  }
}

TYPED_TEST(chains, on_one_queue) { run_chains(TypeParam(), TypeParam()); }

TYPED_TEST(chains, on_a_queue_of_their_own)
{
  TypeParam const space = TypeParam().new_queue();
  run_chains(space, space);
}

TYPED_TEST(chains, across_queues)
{
  TypeParam const first;
  run_chains(first, first.new_queue());
}

TYPED_TEST(chains, with_graphs_between)
{
  TypeParam const space = TypeParam().new_queue();
  by_hand wanted{31};
  on_space<TypeParam> made(space, space, wanted);
  auto const part = [](auto& of) {
    for (int const kind : {0, 1, 2, 3, 4, 5, 6, 12, 9, 10}) of.step(kind, 7);
  };
  auto const captured = acre::capture(space, [&] { part(made); });
  part(wanted);
  for (std::int64_t k = 0; k < steps_wanted<TypeParam>() / 20; ++k) {
    int const kind = static_cast<int>(mix(static_cast<word>(k)) % kinds);
    wanted.step(kind, 5);
    made.step(kind, 5);
    captured.replay();
    part(wanted);
  }
  compare(made, wanted);
}

}  // namespace
