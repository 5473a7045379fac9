#include <acre_test/error_of.hpp>

#include "cases.hpp"
#include <gmock/gmock.h>

// take, put and scatter_add on virtual processes, against one process' own of the whole arrays.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::blocks_of;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

/// The whole, on every process.
auto gather(auto const& e)
{
  auto const x = copy(e);
  typename std::remove_cvref_t<decltype(x)>::block_type whole(host(), x.shape());
  for (int p = 0; p < x.all().size(); ++p) {
    auto const there = gather_to(x, p);
    if (p == x.all().rank()) whole(ALL) = there;
  }
  return whole;
}

auto own(auto const& x, auto const& whole)
{
  auto const f = x.first()[0];
  return whole(slice(f, f + x.local().size()));
}

std::vector<std::int64_t> some_places(std::mt19937_64& dice, std::int64_t n, std::int64_t m)
{
  std::vector<std::int64_t> places(static_cast<std::size_t>(m));
  auto const few = static_cast<std::int64_t>(1 + dice() % static_cast<std::uint64_t>(n));
  for (auto& p : places) {
    p = static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(few));
    if (dice() % 4 == 0) p -= n;
  }
  return places;
}

template <class T>
void random_cases(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = acre_test::queues();
  for (int k = 0; k < cases; ++k) {
    auto const& space = on[static_cast<std::size_t>(k) % on.size()];
    auto const n = static_cast<std::int64_t>(1 + dice() % (k % 20 == 0 ? 9000 : 300)),
               m = static_cast<std::int64_t>(dice() % (k % 20 < 2 ? 20000 : 500));
    int const count = 1 + static_cast<int>(dice() % (k % 40 == 0 ? 300 : 9));
    auto const x = from_host(space, acre_test::draw<T>(dice, n)),
               v = from_host(space, acre_test::draw<T>(dice, m));
    auto const i = from_host(space, some_places(dice, n, m));
    array<T, 1> const taken(take(x, i));
    auto const put_to = copy(x), added_to = copy(x), one_added = copy(x), least = copy(x),
               most = copy(x);
    put(put_to, i, v);
    if constexpr (!std::is_same_v<T, bool>) {
      scatter_add(added_to(i), v);
      scatter_add(one_added(i), T(1));
    }
    scatter_min(least(i), v);
    scatter_max(most(i), v);
    auto const of_x = acre_test::random_cuts(dice, n, count, 64),
               of_i = acre_test::random_cuts(dice, m, count, 64);
    dist::virtual_processes(
        count,
        [&](processes const& all) {
          auto const cut = blocks(shape(n), dist::cuts(0, of_x), dist::halo(k % 3 == 0 ? 1 : 0));
          auto const y = blocks_of(all, x, cut);
          auto const j = blocks_of(all, i, blocks(shape(m), dist::cuts(0, of_i)));
          auto const w = blocks_of(all, v, blocks(shape(m), dist::cuts(0, of_i)));
          auto const t = take(y, j);
          ASSERT_TRUE(same_bits(t.local(), own(t, taken)));
          dist::array<T, 1> const named = y(j);
          ASSERT_TRUE(same_bits(named.local(), own(t, taken)));
          auto const check = [&](array<T, 1> const& wanted, auto const& write, bool adds = false) {
            auto const z = copy(y);
            write(z);
            ASSERT_TRUE(same_bits(z.local(), own(z, wanted), adds)) << k;
          };
          check(put_to, [&](auto const& z) { put(z, j, w); });
          check(put_to, [&](auto const& z) { z(j) = w; });
          if constexpr (!std::is_same_v<T, bool>) {
            check(added_to, [&](auto const& z) { scatter_add(z(j), w); }, true);
            check(one_added, [&](auto const& z) { scatter_add(z(j), T(1)); }, true);
          }
          check(least, [&](auto const& z) { scatter_min(z(j), w); });
          check(most, [&](auto const& z) { scatter_max(z(j), w); });
        },
        dice());
    if (testing::Test::HasFatalFailure()) return;
  }
}
TEST(distributed_indices, float64) { random_cases<double>(120, 1); }
TEST(distributed_indices, float32) { random_cases<float>(120, 2); }
TEST(distributed_indices, float16) { random_cases<float16>(60, 3); }
TEST(distributed_indices, int64) { random_cases<std::int64_t>(60, 4); }
TEST(distributed_indices, uint8) { random_cases<std::uint8_t>(60, 5); }
TEST(distributed_indices, complex128) { random_cases<complex<double>>(60, 6); }
TEST(distributed_indices, bools) { random_cases<bool>(40, 7); }

TEST(distributed_indices, modes)
{
  auto const x = arange(serial(), 10.0);
  auto const i =
      from_host(serial(), std::vector<std::int32_t>{0, 12, -1, -11, 9, 10, -10, 1 << 30});
  for (auto const mode : {index_mode::wrap, index_mode::clip, index_mode::drop}) {
    array<double, 1> const taken(take(x, i, mode));
    auto const put_to = copy(x), added_to = copy(x);
    put(put_to, i, 7.0, mode);
    scatter_add(added_to(i, mode), 0.5);
    dist::virtual_processes(3, [&](processes const& all) {
      auto const y = blocks_of(all, x, blocks(shape(10)));
      auto const j = blocks_of(all, i, blocks(shape(8)));
      auto const t = take(y, j, mode);
      EXPECT_TRUE(same_bits(t.local(), own(t, taken)));
      auto const filled = take(y, j, fill(-2.5));
      EXPECT_TRUE(same_bits(filled.local(), own(t, array<double, 1>(take(x, i, fill(-2.5))))));
      auto const z = copy(y), a = copy(y);
      put(z, j, 7.0, mode);
      EXPECT_TRUE(same_bits(z.local(), own(z, put_to)));
      scatter_add(a(j, mode), 0.5);
      EXPECT_TRUE(same_bits(a.local(), own(a, added_to)));
    });
  }
}

TEST(distributed_indices, of_several_axes)
{
  array<double, 2> const x(cast<double>(index_of(serial(), shape(6, 4))));
  array<std::int64_t, 2> const i(index_of(serial(), shape(5, 7)) * 11 % 24);
  array<double, 2> const taken(take(x, i));
  dist::virtual_processes(4, [&](processes const& all) {
    dist::array<double, 2> y(all, blocks(shape(6, 4), dist::halo(1, 1)));
    y = coordinate(y, 0) * 4 + coordinate(y, 1);
    dist::array<std::int64_t, 2> j(all, blocks(shape(5, 7), axes(0, 1)));
    j = (coordinate(j, 0) * 7 + coordinate(j, 1)) * 11 % 24;
    auto const t = gather_to(take(y, j), 0);
    if (all.rank() == 0) {
      EXPECT_TRUE(same_bits(t, taken));
    }
    auto const rows = redistribute(j, axes(0));
    put(y, rows, rows * 2);
    auto const w = copy(x);
    put(w, i, i * 2);
    auto const got = gather_to(y, 0);
    if (all.rank() == 0) {
      EXPECT_TRUE(same_bits(got, w));
    }
    EXPECT_THAT(acre_test::error_of<value_error>([&] { put(y, j, 1.0); }),
                testing::HasSubstr("redistribute(x, axes(0))"));
    EXPECT_THAT(acre_test::error_of<value_error>([&] { take(redistribute(y, axes(1)), j); }),
                testing::HasSubstr("elements in blocks of (6,4)"));
    EXPECT_THAT(acre_test::error_of<shape_error>([&] { put(y, rows, j); }),
                testing::HasSubstr("redistribute"));
  });
}

TEST(distributed_indices, a_deposit_on_a_grid_of_two_and_three_axes)
{
  auto const on = acre_test::queues();
  std::mt19937_64 dice(3);
  for (int k = 0; k < 60; ++k) {
    auto const& space = on[static_cast<std::size_t>(k) % on.size()];
    auto const m = static_cast<std::int64_t>(dice() % 400);
    auto const i = from_host(space, some_places(dice, 7, m)),
               j = from_host(space, some_places(dice, 5, m)),
               l = from_host(space, some_places(dice, 3, m));
    auto const v = from_host(space, acre_test::draw<double>(dice, m));
    auto const two = zeros(space, shape(7, 5)), written = zeros(space, shape(7, 5));
    auto const three = zeros(space, shape(7, 5, 3));
    scatter_add(two(i, j), v);
    scatter_add(three(i, j, l), 1.5);
    written(i, j) = v;
    array<double, 1> const read(two(i, j));
    int const count = 1 + static_cast<int>(dice() % 9);
    dist::virtual_processes(count, [&](processes const& all) {
      auto const cut = blocks(shape(m));
      auto const a = blocks_of(all, i, cut), b = blocks_of(all, j, cut), c = blocks_of(all, l, cut);
      auto const w = blocks_of(all, v, cut);
      dist::array<double, 2> x(all, space, blocks(shape(7, 5), dist::halo(k % 2, k % 3 == 0)));
      dist::array<double, 3> z(all, space, blocks(shape(7, 5, 3)));
      auto const y = copy(x);
      scatter_add(x(a, b), w);
      scatter_add(z(a, b, c), 1.5);
      y(a, b) = w;
      auto const f = x.first()[0], n = x.local().extent(0);
      ASSERT_TRUE(same_bits(x.local(), two(slice(f, f + n), ALL), true));
      ASSERT_TRUE(same_bits(z.local(), three(slice(f, f + n), ALL, ALL), true));
      ASSERT_TRUE(same_bits(y.local(), written(slice(f, f + n), ALL)));
      dist::array<double, 1> const r = x(a, b);
      ASSERT_TRUE(same_bits(r.local(), own(r, read), true));
      dist::array<std::int64_t, 1> bad(b + 1);
      if (m > 0 && any(bad == 5)) {
        EXPECT_THAT(acre_test::error_of<index_error>([&] { scatter_add(x(a, bad), w); }),
                    testing::HasSubstr("index 5 is out of bounds for axis 1 with size 5 (in "
                                       "acre::scatter_add, position "));
        EXPECT_TRUE(same_bits(x.local(), two(slice(f, f + n), ALL), true));
      }
    });
    if (HasFatalFailure()) return;
  }
}

template <class F>
std::string text_of(F const& f)
{
  try {
    f();
  } catch (index_error const& e) {
    return e.message();
  }
  return "none";
}

TEST(distributed_indices, a_bad_index_is_the_error_of_one_process_on_all)
{
  auto const x = arange(serial(), 10.0);
  auto const i = from_host(serial(), std::vector<std::int64_t>{0, 3, -10, 9, 4, 10, 2, -11, 1});
  auto const here = std::source_location::current();
  auto const taken = text_of([&] { sum(take(x, i, index_mode::raise, here)).item(); });
  auto const put_to = text_of([&] {
    put(copy(x), i, 1.0, index_mode::raise, here);
    x.space().fence();
  });
  EXPECT_THAT(taken, testing::HasSubstr("index 10 is out of bounds for axis 0 with size 10"));
  for (int const count : {1, 2, 4, 9, 20})
    dist::virtual_processes(count, [&](processes const& all) {
      auto const y = blocks_of(all, x, blocks(shape(10)));
      auto const j = blocks_of(all, i, blocks(shape(9)));
      EXPECT_EQ(text_of([&] { take(y, j, index_mode::raise, here); }), taken);
      EXPECT_EQ(text_of([&] { put(y, j, 1.0, index_mode::raise, here); }), put_to);
      EXPECT_THAT(text_of([&] { scatter_add(y(j), 1.0); }),
                  testing::HasSubstr("position 5 of the indices"));
      EXPECT_TRUE(same_bits(y.local(), own(y, x)));  // nothing is written
      // an error that was there before is told, and the arrays stay usable
      auto const bad = on_blocks([&](auto const& mine) { return take(x, mine); }, j);
      EXPECT_THAT(text_of([&] { take(bad, j % 9); }),
                  testing::HasSubstr("position 5 of the indices"));
      EXPECT_EQ(sum(take(y, j % 10)), sum(take(x, i % 10)).item());
    });
}

TEST(distributed_indices, read_in_expressions_and_changed)
{
  for (int const count : {1, 2, 3, 7})
    dist::virtual_processes(count, [](processes const& all) {
      auto const start = arange(30.0);
      dist::array<double, 1> x(all, blocks(start.shape()));
      x = coordinate(x, 0);
      dist::array<std::int64_t, 1> i(all, blocks(shape(8)));
      i = coordinate(i, 0) * 5 % 7;  // the last one is the first, again
      array<std::int64_t, 1> const of(arange<std::int64_t>(8) * 5 % 7);
      auto const whole = copy(start);
      EXPECT_TRUE(
          same_bits(gather(x(i) * 2 + sqrt(x(i)) - i), copy(whole(of) * 2 + sqrt(whole(of)) - of)));
      EXPECT_TRUE(same_bits(gather(copy(x(i))), copy(whole(of))));
      EXPECT_EQ(sum(x(i)), sum(array<double, 1>(whole(of))));
      auto const other_name = x;
      x(i) += 0.25;
      x(i) *= x(i);
      x(i) -= i;
      x(i) /= 3;
      whole(of) += 0.25;
      whole(of) *= copy(whole(of));
      whole(of) -= of;
      whole(of) /= 3;
      EXPECT_TRUE(same_bits(gather(x), whole));
      EXPECT_TRUE(same_bits(gather(other_name), whole));
    });
}

TEST(distributed_indices, of_a_mask)
{
  for (int const count : {1, 2, 5})
    for (int way = 0; way < 2; ++way)
      dist::virtual_processes(count, [&](processes const& all) {
        auto const where_it_is = way == 0 ? blocks(shape(9, 6), dist::halo(1))
                                          : blocks(shape(9, 6), axes(0, 1), dist::halo(1));
        dist::array<std::int64_t, 2> u(all, where_it_is);
        array<std::int64_t, 2> const whole(index_of(host(), shape(9, 6)) * 7 % 19);
        u = own_part(u, index_of(u.space(), u.shape())) * 7 % 19;
        auto const other_name = u;
        exchange(u);
        u((u > 11) & (shifted(u, 0, 0) < 100)) = -1;
        u(u % 3 == 0) += 0.75;  // int64 as before
        u(u == 5) <<= 2;
        whole(whole > 11) = -1;
        whole(whole % 3 == 0) += 0.75;
        whole(whole == 5) <<= 2;
        EXPECT_TRUE(same_bits(gather(u), whole));
        EXPECT_TRUE(same_bits(gather(other_name), whole));
        // what is chosen by a halo that is written itself
        exchange(u);
        u(shifted(u, 1, 0) > 3) = 100;
        auto const above = concatenate({array<std::int64_t, 2>(whole(slice(1, none))),
                                        zeros<std::int64_t>(host(), shape(1, 6))});
        whole(above > 3) = 100;
        EXPECT_TRUE(same_bits(gather(u), whole));
        if (way == 0) {
          EXPECT_TRUE(same_bits(gather(u(u > 3) * 2), copy(whole(whole > 3) * 2)));
          dist::array<std::int64_t, 1> const chosen = u(u < 0);
          EXPECT_TRUE(same_bits(gather(chosen), copy(whole(whole < 0))));
          EXPECT_EQ(sum(u(u < 0)), sum(array<std::int64_t, 1>(whole(whole < 0))));
        }
      });
  EXPECT_EQ(acre_test::error_of<shape_error>([] {
              dist::virtual_processes(2, [](processes const& all) {
                dist::array<double, 1> x(all, blocks(shape(8)));
                dist::array<double, 1> const y(all, blocks(shape(8), dist::cuts(0, {0, 1, 8})));
                x(y == 0) = 1;
              });
            }).substr(0, 24),
            "distributed::operator():");
}

TEST(distributed_indices, of_an_empty_array)
{
  dist::virtual_processes(3, [&](processes const& all) {
    dist::array<double, 1> const none(all, blocks(shape(0)));
    dist::array<std::int64_t, 1> i(all, blocks(shape(2))), no_index(all, blocks(shape(0)));
    EXPECT_EQ(text_of([&] { take(none, i); }), "cannot do a non-empty take from an empty axes.");
    EXPECT_EQ(text_of([&] { take(none, i, index_mode::wrap); }),
              "cannot do a non-empty take from an empty axes.");
    EXPECT_EQ(text_of([&] { put(none, i, 1.0); }), "cannot replace elements of an empty array");
    EXPECT_THAT(text_of([&] { scatter_add(none(i), 1.0); }),
                testing::HasSubstr("index 0 is out of bounds for axis 0 with size 0 (in "
                                   "acre::scatter_add, position 0 of the indices"));
    EXPECT_EQ(take(none, no_index).size(), 0);
    put(none, no_index, 1.0);
  });
}

}  // namespace
