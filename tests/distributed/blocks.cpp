#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre_test/error_of.hpp>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Blocks, what moves them, halos, elementwise expressions: on virtual processes, against one.
namespace {

using namespace acre;
namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;

array<double, 2> numbered(std::int64_t rows, std::int64_t columns)
{
  return array<double, 2>(cast<double>(index_of(serial(), shape(rows, columns))));
}

/// Blocks of a matrix in many ways.
blocks<2> some_blocks(std::mt19937_64& dice, std::int64_t rows, std::int64_t columns, int which)
{
  auto const width = [&](std::int64_t n) {
    return static_cast<std::int64_t>(dice() %
                                     static_cast<std::uint64_t>(std::min<std::int64_t>(n, 3) + 1));
  };
  auto const h = dist::halo(width(rows), width(columns));
  switch (which % 5) {
    case 0:
      return blocks(shape(rows, columns), h);
    case 1:
      return blocks(shape(rows, columns), axes(1), h, dist::periodic(1));
    case 2:
      return blocks(shape(rows, columns), axes(0, 1), h, dist::periodic(0, 1));
    case 3:
      return blocks(shape(rows, columns), axes(0, 1), h, dist::periodic(0));
    default:
      return blocks(shape(rows, columns), axes(0), h, dist::periodic(0));
  }
}

TEST(distributed_blocks, arrays_go_to_one_process_and_back_and_to_other_blocks)
{
  std::mt19937_64 dice(1);
  for (int k = 0; k < 300; ++k) {
    auto const rows = static_cast<std::int64_t>(dice() % 14),
               columns = static_cast<std::int64_t>(1 + dice() % 9);
    int const count = 1 + static_cast<int>(dice() % 9),
              root = static_cast<int>(dice() % static_cast<unsigned>(count));
    auto const whole = numbered(rows, columns);
    auto const one = some_blocks(dice, rows, columns, k),
               other = some_blocks(dice, rows, columns, k / 5);
    dist::virtual_processes(
        count,
        [&](processes const& all) {
          auto const mine = all.rank() == root ? whole : array<double, 2>();
          auto const x = dist::scatter_from(root, mine, all, one);
          auto const moved = redistribute(x + 1, other);
          auto const back = gather_to(moved - 1, root);
          EXPECT_EQ(back.has_shape(), all.rank() == root);
          if (all.rank() == root) {
            EXPECT_TRUE(array_equal(back, whole)) << k;
          }
          if (size_of(x.local().shape()) > 0) {
            auto const at = x.first();
            auto const block = whole(slice(at[0], at[0] + x.local().extent(0)),
                                     slice(at[1], at[1] + x.local().extent(1)));
            EXPECT_TRUE(array_equal(x.local(), block)) << k;
          }
        },
        dice());
  }
}

TEST(distributed_blocks, halos_of_any_width_with_corners)
{
  std::mt19937_64 dice(2);
  for (int k = 0; k < 400; ++k) {
    auto const rows = static_cast<std::int64_t>(1 + dice() % 11),
               columns = static_cast<std::int64_t>(1 + dice() % 9);
    int const count = 1 + static_cast<int>(dice() % 9);
    auto const where = some_blocks(dice, rows, columns, k);
    auto const& w = where.wanted();
    dist::virtual_processes(
        count,
        [&](processes const& all) {
          dist::array<double, 2> x(all, where);
          x = coordinate(x, 0) * 100 + coordinate(x, 1) + 1;
          exchange(x);
          if (size_of(x.local().shape()) == 0) return;
          auto const at = x.first();
          auto const seen = x.with_halo();
          auto const values = to_vector(seen);
          for (std::int64_t i = 0; i < seen.extent(0); ++i)
            for (std::int64_t j = 0; j < seen.extent(1); ++j) {
              std::int64_t r = at[0] + i - w.halo[0], c = at[1] + j - w.halo[1];
              if (w.periodic[0]) r = (r + rows) % rows;
              if (w.periodic[1]) c = (c + columns) % columns;
              bool const is_inside = r >= 0 && r < rows && c >= 0 && c < columns;
              EXPECT_EQ(values[static_cast<std::size_t>(i * seen.extent(1) + j)],
                        is_inside ? static_cast<double>(r * 100 + c + 1) : 0.0)
                  << k << ": " << i << ' ' << j << " of process " << all.rank() << " of " << count;
            }
        },
        dice());
    if (HasFailure()) return;
  }
}

// a row with what lies beyond the edges beside it is one box, which a transport sends as it lies
TEST(distributed_blocks, a_row_of_a_halo_is_one_box)
{
  dist::virtual_processes(3, [](processes const& all) {
    dist::array<double, 2> const u(all, blocks(shape(12, 7), dist::halo(2, 1)));
    auto const plan =
        dist::detail::plan_exchange(dist::detail::array_access::layout_of(u), all.rank());
    auto const neighbours = all.rank() == 1 ? 2U : 1U;
    ASSERT_EQ(plan.sends.size(), neighbours);
    ASSERT_EQ(plan.receives.size(), neighbours);
    for (auto const& messages : {plan.sends, plan.receives})
      for (auto const& m : messages) {
        ASSERT_EQ(m.boxes.size(), 1U);
        EXPECT_EQ(m.boxes[0].size(), 2 * 9);
      }
  });
}

TEST(distributed_blocks, a_stencil_has_the_bits_of_one_process_for_any_number)
{
  constexpr std::int64_t rows = 23, columns = 17;
  auto const step = [](auto const& u) {
    return u + 0.1 * (shifted(u, 1, 0) + shifted(u, -1, 0) + shifted(u, 0, 1) + shifted(u, 0, -1) -
                      4 * u);
  };
  std::vector<array<double, 2>> results;
  for (int const count : {1, 2, 3, 4, 7, 12})
    for (bool const tiles : {false, true})
      dist::virtual_processes(count, [&](processes const& all) {
        auto const where =
            tiles ? blocks(shape(rows, columns), axes(0, 1), dist::halo(1, 1), dist::periodic(0, 1))
                  : blocks(shape(rows, columns), dist::halo(1, 1), dist::periodic(0, 1));
        dist::array<double, 2> u(all, where);
        generator g(3);
        u = own_part(u, g.normal(u.space(), u.shape()));
        for (int k = 0; k < 10; ++k) {
          exchange(u);
          u = step(u);
        }
        if (auto const whole = gather_to(u, 0); all.rank() == 0) results.push_back(whole);
      });
  for (auto const& r : results) EXPECT_TRUE(array_equal(r, results.front()));
  EXPECT_EQ(results.size(), 12u);
}

TEST(distributed_blocks, random_numbers_are_those_of_one_process)
{
  generator whole_draws(5);
  array<double, 2> const normal(whole_draws.normal(serial(), shape(9, 7)));
  array<float, 2> const uniform(whole_draws.uniform<float>(serial(), shape(9, 7)));
  for (auto const& where :
       {blocks(shape(9, 7)), blocks(shape(9, 7), axes(1)), blocks(shape(9, 7), axes(0, 1))})
    for (int const count : {1, 3, 4, 6})
      dist::virtual_processes(count, [&](processes const& all) {
        dist::array<double, 2> x(all, where);
        dist::array<float, 2> y(all, where);
        generator g(5);
        x = own_part(x, g.normal(x.space(), x.shape()));
        y = own_part(y, g.uniform<float>(x.space(), x.shape()));
        auto const a = gather_to(x, 0);
        auto const b = gather_to(y, 0);
        if (all.rank() == 0) {
          EXPECT_TRUE(array_equal(a, normal));
          EXPECT_TRUE(array_equal(b, uniform));
        }
      });
}

TEST(distributed_blocks, elementwise_work_sends_nothing)
{
  dist::virtual_processes(3, [](processes const& all) {
    dist::array<double, 1> x(all, blocks(shape(100)));
    auto const before = all.sent();
    x = 2;
    x = sqrt(x * x) + where(x > 1, x, -x);
    x += 1;
    dist::array<float, 1> const y(cast<float>(x));
    EXPECT_EQ(all.sent(), before);
    EXPECT_EQ(count_nonzero(y == 5), 100);
  });
}

TEST(distributed_blocks, names_and_memory_follow_the_rule_of_arrays)
{
  processes const alone;
  dist::array<double, 1> u(alone, blocks(shape(3)));
  u = 1;
  auto const* const memory = u.local().data();
  u = u + 1;  // the only name: in place
  u = 0.5 * sqrt(u * u) * 2 + where(u > 0, 0, u);
  EXPECT_EQ(u.local().data(), memory);
  auto const was = u;
  u = u + 1;
  EXPECT_EQ(to_vector(was.local()), (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(to_vector(u.local()), (std::vector<double>{3, 3, 3}));
  auto const stored = u * 10;
  u = stored;
  EXPECT_EQ(to_vector(u.local()), (std::vector<double>{30, 30, 30}));
  EXPECT_EQ(sum(stored), 90);
  auto const same = u;
  u += 1;  // elements
  EXPECT_EQ(sum(same), 93);
  dist::array<double, 1> fresh;
  EXPECT_FALSE(fresh.has_shape());
  fresh = u + 1;
  EXPECT_EQ(sum(fresh), 96);
}

TEST(distributed_blocks, what_cannot_be_is_refused)
{
  using acre_test::error_of;
  processes const alone;
  EXPECT_THAT(error_of<value_error>([&] { blocks(shape(4, 4), axes(0, 0)); }),
              testing::HasSubstr("axis 0 is named twice"));
  EXPECT_THAT(error_of<value_error>(
                  [&] { dist::array<double, 1>(alone, blocks(shape(4), dist::halo(5))); }),
              testing::HasSubstr("a halo of 5 elements along axis 0, which has 4"));
  EXPECT_THAT(error_of<value_error>(
                  [&] { dist::array<double, 2>(alone, blocks(shape(4, 4), dist::grid(2, 1))); }),
              testing::HasSubstr("grid(2, 1) is of 2 processes, and there are 1"));
  EXPECT_THAT(error_of<value_error>(
                  [&] { dist::array<double, 1>(alone, blocks(shape(4), dist::cuts(0, {0, 3}))); }),
              testing::HasSubstr("end at 3, and the axis at 4"));
  dist::array<double, 1> x(alone, blocks(shape(4), dist::halo(1)));
  EXPECT_THAT(error_of<value_error>([&] { shifted(x, 2); }),
              testing::HasSubstr("beyond the halo of 1"));
  EXPECT_THAT(error_of<value_error>([&] { sum(dist::array<double, 1>()); }),
              testing::HasSubstr("no blocks yet"));
  dist::virtual_processes(4, [](processes const& all) {
    dist::array<double, 2> tiles(all, blocks(shape(6, 6), axes(0, 1), dist::grid(2, 2)));
    dist::array<double, 2> slabs(all, blocks(shape(6, 6)));
    EXPECT_THAT(error_of<shape_error>([&] { tiles + slabs; }), testing::HasSubstr("redistribute"));
    EXPECT_THAT(error_of<value_error>([&] { sum(tiles); }), testing::HasSubstr("redistribute"));
    tiles = coordinate(tiles, 0) * 6 + coordinate(tiles, 1);
    EXPECT_EQ(sum(cast<std::int64_t>(tiles)), 630);
    EXPECT_EQ(argmax(tiles), 35);
    EXPECT_EQ(argmax(tiles == 21), 21);
    EXPECT_TRUE(any(tiles == 35));
  });
}

}  // namespace
