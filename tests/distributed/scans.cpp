#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "bits.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {
/// A number, in scans of a small order: tiles of 256, groups of 32, supergroups of 3 groups.
struct small_order {
  double v;
  small_order() = default;
  KOKKOS_FUNCTION small_order(double x) : v(x) {}
};
struct small_order_sum {
  using value_type = small_order;
  KOKKOS_FUNCTION small_order combine(small_order a, small_order b) const { return a.v + b.v; }
  KOKKOS_FUNCTION double finish(small_order a) const { return a.v; }
};
}  // namespace
template <>
struct acre::backends::scan_order<small_order> {
  static constexpr int items = 1, group = 32, supergroup = 3;
};

// Scans on virtual processes against one process' own of the whole array, to the bit.
namespace {

using namespace acre;
using namespace acre_test;
namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;

template <class T, int Rank, class... Axis>
void compare_all(dist::array<T, Rank> const& x, array<T, Rank, host> const& w, Axis... axis)
{
  same_part("cumsum", cumsum(x, axis...), cumsum(w, axis...));
  same_part("cumprod", cumprod(x, axis...), cumprod(w, axis...));
  same_part("cummax", cummax(x, axis...), cummax(w, axis...));
  same_part("cummin", cummin(x, axis...), cummin(w, axis...));
  same_part("cumsum of an expression", cumsum(x * x - T(1), axis...),
            cumsum(w * w - T(1), axis...));
}

/// Sizes around chunks, pieces, tiles and lines.
template <class T>
void rows(int cases, std::uint64_t seed)
{
  std::mt19937_64 dice(seed);
  auto const on = queues();
  std::int64_t const tile = backends::scan_tile<acre::detail::computed_t<T>>;
  for (int k = 0; k < cases; ++k) {
    std::int64_t const edge =
        std::array<std::int64_t, 9>{0, 1, 16, 32, 512, 1024, tile, 3 * tile, 33 * tile}[dice() % 9];
    auto const n = std::max<std::int64_t>(0, edge + static_cast<std::int64_t>(dice() % 3) - 1);
    int const count = 1 + static_cast<int>(dice() % 9);
    with_blocks<T, 1>(
        on[static_cast<std::size_t>(k) % on.size()], count,
        blocks(shape(n), dist::cuts(0, random_cuts(dice, n, count, dice() % 2 ? tile : 512))),
        dice(), [&](auto const& x, auto const& w) {
          compare_all(x, w);
          same_part("along axis 0", cumsum(x, 0), cumsum(w, 0));
        });
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "case " << k << ": " << n << " elements on " << count;
      return;
    }
  }
}
TEST(distributed_scans, rows_float64) { rows<double>(80, 1); }
TEST(distributed_scans, rows_float32) { rows<float>(40, 2); }
TEST(distributed_scans, rows_int32) { rows<std::int32_t>(20, 3); }
TEST(distributed_scans, rows_int64) { rows<std::int64_t>(20, 4); }
TEST(distributed_scans, rows_float16) { rows<float16>(20, 5); }

TEST(distributed_scans, groups_and_their_cuts)
{
  std::mt19937_64 dice(6);
  std::int64_t const group = backends::scan_tile<double> * backends::scan_order<double>::group;
  for (auto const& space : queues())
    for (int k = 0; k < 4; ++k) {
      auto const n = 2 * group + static_cast<std::int64_t>(dice() % std::uint64_t(2 * group));
      int const count = 2 + static_cast<int>(dice() % 12);
      with_blocks<double, 1>(
          space, count,
          blocks(shape(n), dist::cuts(0, random_cuts(dice, n, count, k % 2 ? group : 4096))),
          dice(), [&](auto const& x, auto const& w) { same_part("cumsum", cumsum(x), cumsum(w)); });
    }
}

TEST(distributed_scans, supergroups)
{
  std::mt19937_64 dice(8);
  auto const on = queues();
  for (int k = 0; k < 20; ++k) {
    auto const n = static_cast<std::int64_t>(dice() % 120000);
    int const count = 1 + static_cast<int>(dice() % 20);
    auto const cut = random_cuts(dice, n, count, k % 3 == 0 ? 8192 : k % 3 == 1 ? 256 : 3 * 8192);
    with_blocks<double, 1>(on[static_cast<std::size_t>(k) % on.size()], count,
                           blocks(shape(n), dist::cuts(0, cut)), dice(),
                           [&](auto const& x, auto const& w) {
                             same_part("scan", inclusive_scan(x, small_order_sum()),
                                       inclusive_scan(w, small_order_sum()));
                           });
    with_blocks<double, 2>(on[static_cast<std::size_t>(k) % on.size()], count,
                           blocks(shape(n, 2), dist::cuts(0, cut)), dice(),
                           [&](auto const& x, auto const& w) {
                             same_part("scan of columns", inclusive_scan(x, small_order_sum(), 0),
                                       inclusive_scan(w, small_order_sum(), 0));
                           });
  }
}

TEST(distributed_scans, columns_and_rows_of_matrices)
{
  std::mt19937_64 dice(7);
  auto const on = queues();
  for (int k = 0; k < 60; ++k) {
    std::int64_t const n =
        std::array<std::int64_t, 8>{1, 16, 31, 33, 600, 4095, 4096, 9000}[dice() % 8];
    auto const other = 1 + static_cast<std::int64_t>(dice() % (n > 4000 ? 5 : 70));
    int const count = 1 + static_cast<int>(dice() % 7), axis = static_cast<int>(dice() % 2);
    auto const where =
        axis == 0
            ? blocks(shape(n, other), dist::cuts(0, random_cuts(dice, n, count)), dist::halo(1, 0))
            : blocks(shape(other, n), dist::cuts(1, random_cuts(dice, n, count)));
    with_blocks<double, 2>(on[static_cast<std::size_t>(k) % on.size()], count, where, dice(),
                           [&](auto const& x, auto const& w) {
                             compare_all(x, w, 0);
                             compare_all(x, w, -1);
                             if (axis == 0) compare_all(x, w);
                           });
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "case " << k << ": " << n << " and " << other << " on " << count << ", axis "
                    << axis;
      return;
    }
  }
}

}  // namespace
