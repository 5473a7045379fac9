#include <acre/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/elementwise.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre/linalg.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/unique.hpp>
#include <acre/ragged.hpp>
#include <acre/random.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce.hpp>
#include <acre_test/same_as_host.hpp>

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#ifndef ACRE_TEST_SPACE
#define ACRE_TEST_SPACE acre::portable
#endif

/// Every pattern at the sizes where its parts begin, with the static interface: the space of
/// portable bodies (ACRE_TEST_SPACE, another one of these) gives the bits of the host.
namespace {

using namespace acre;

using acre_test::results;

template <class Compute>
void expect_same(Compute const& compute)
{
  acre_test::expect_same_as_host<ACRE_TEST_SPACE>(compute);
}

/// Around lines of 64, tiles of 512, 2048, 4096 and 8192 elements, and beyond 64 of these.
constexpr std::int64_t sizes[] = {1,    2,    31,   63,   64,   65,   511,  513,    2047,  2048,
                                  2049, 4095, 4096, 4097, 8191, 8192, 8193, 100003, 262145};

TEST(portable_patterns, elementwise)
{
  for (auto const n : sizes)
    expect_same([n](auto space, results& r) {
      auto const a = cast<float>(arange<std::int64_t>(space, n));
      auto const b = sin(a) * 2 + a;
      r.add("contiguous", b);
      array<float, 1, decltype(space)> const c = b;
      if (n > 2) r.add("shifted", c(slice(2, none)) - 2 * c(slice(1, n - 1)) + c(slice(0, n - 2)));
      r.add("backwards", c(slice(none, none, -1)) + a);
      r.add("every third", c(slice(none, none, 3)) * 3);
    });
  expect_same([](auto space, results& r) {
    array<double, 2, decltype(space)> const a =
        reshape(cast<double>(arange<std::int64_t>(space, 70 * 130)), shape(70, 130));
    r.add("transposed", transpose(a) * 2);
    r.add("across", copy(transpose(a)));
    r.add("stencil", a(slice(1, 69), slice(0, 128)) + a(slice(1, 69), slice(2, 130)) +
                         a(slice(0, 68), slice(1, 129)) + a(slice(2, 70), slice(1, 129)));
  });
}

TEST(portable_patterns, reductions)
{
  for (auto const n : sizes)
    expect_same([n](auto space, results& r) {
      array<float, 1, decltype(space)> const a = sin(cast<float>(arange<std::int64_t>(space, n)));
      r.add("sum", sum(a));
      r.add("max", max(a));
      r.add("argmin", argmin(a));
      r.add("mean", mean(a * a));
    });
  for (auto const& [rows, columns] : {std::pair{3, 5},
                                      {300, 7},
                                      {7, 3000},
                                      {64, 64},
                                      {65, 129},
                                      {512, 17},
                                      {513, 16},
                                      {2000, 33},
                                      {3, 4097},
                                      {4097, 2},
                                      {40000, 3}})
    expect_same([rows, columns](auto space, results& r) {
      array<float, 2, decltype(space)> const a = reshape(
          sin(cast<float>(arange<std::int64_t>(space, rows * columns))), shape(rows, columns));
      r.add("rows", sum(a, 1));
      r.add("columns", sum(a, 0));
      r.add("variance", var(a, 0));
      r.add("argmax", argmax(a, 1));
      r.add("scan of rows", cumsum(a, 1));
      r.add("scan of columns", cumsum(a, 0));
    });
}

TEST(portable_patterns, axes_that_are_no_neighbours)
{
  expect_same([](auto space, results& r) {
    array<float, 3, decltype(space)> const a =
        reshape(sin(cast<float>(arange<std::int64_t>(space, 9 * 130 * 70))), shape(9, 130, 70));
    r.add("middle axis", sum(a, 1));
    r.add("both outer ones", sum(a, axes(0, 1)));
    r.add("first and last", mean(a, axes(0, 2)));
    r.add("every other", sum(a(ALL, slice(none, none, 2), slice(none, none, -1)), axes(1, 2)));
    r.add("scan of the middle", cumsum(a, 1));
    r.add("scan of a transposed one", cumsum(transpose(a), 2));
  });
}

/// 4096 tiles have one level above them, one more has two.
TEST(portable_patterns, levels_of_tiles)
{
  for (std::int64_t const n : {std::int64_t{4096} * 4096, std::int64_t{4096} * 4096 + 1})
    expect_same([n](auto space, results& r) {
      array<float, 1, decltype(space)> const a = full<float>(space, shape(n), 0.1F);
      r.add("row", sum(a));
      array<std::int64_t, 1, decltype(space)> const offsets = arange<std::int64_t>(space, 2) * n;
      r.add("list", sum(ragged(offsets, a), 1));
    });
}

TEST(portable_patterns, scans)
{
  for (auto const n : sizes)
    expect_same([n](auto space, results& r) {
      array<float, 1, decltype(space)> const a = sin(cast<float>(arange<std::int64_t>(space, n)));
      r.add("float", cumsum(a));
      r.add("integers", cumsum(arange<std::int32_t>(space, static_cast<std::int32_t>(n))));
      r.add("product", cumprod(1 + a * 0.001F));
    });
}

TEST(portable_patterns, selections_and_order)
{
  for (auto const n : sizes)
    expect_same([n](auto space, results& r) {
      array<float, 1, decltype(space)> const a = sin(cast<float>(arange<std::int64_t>(space, n)));
      array<std::int32_t, 1, decltype(space)> const key =
          arange<std::int32_t>(space, static_cast<std::int32_t>(n)) * 7919 % 13;
      r.add("mask", copy(a(a > 0.5F)));
      r.add("compress", compress(key == 3, a));
      r.add("nonzero", nonzero(key == 3)[0]);
      r.add("sort", sort(a));
      r.add("argsort", argsort(a));
      r.add("unique", unique(key));
      r.add("counts", bincount(key));
      array<std::int32_t, 1, decltype(space)> const places = zeros<std::int32_t>(space, shape(13));
      scatter_add(places(key), key + 1);
      r.add("few places by atomics", places);
      r.add("groups", group_by(key).sum(a));
      r.add("few groups of many", group_by(arange<std::int64_t>(space, n) / 5000).sum(a));
      r.add("histogram", histogram(a, 7, -1, 1));
      r.add("wide keys", argsort(arange<std::int64_t>(space, n) * 1234567891234567 % 1000003));
      r.add("take", take(a, key, 0, index_mode::wrap));
    });
  expect_same([](auto space, results& r) {
    array<float, 2, decltype(space)> const a =
        reshape(sin(cast<float>(arange<std::int64_t>(space, 300 * 50))), shape(300, 50));
    r.add("rows sorted", sort(a, 1));
    r.add("columns sorted", sort(a, 0));
  });
}

TEST(portable_patterns, products_and_random_numbers)
{
  for (int const n : {1, 7, 33, 130})
    expect_same([n](auto space, results& r) {
      array<float, 2, decltype(space)> const a =
          reshape(sin(cast<float>(arange<std::int64_t>(space, n * 2 * n))), shape(n, 2 * n));
      r.add("matmul", matmul(a, transpose(a)));
    });
  for (auto const& [rows, depth] : {std::pair{20, 5000}, {200, 1100}})
    expect_same([rows = rows, depth = depth](auto space, results& r) {
      array<float, 2, decltype(space)> const a =
          reshape(sin(cast<float>(arange<std::int64_t>(space, rows * depth))), shape(rows, depth));
      array<float, 1, decltype(space)> const v =
          cos(cast<float>(arange<std::int64_t>(space, depth)));
      r.add("blocks of the depth", matmul(a, transpose(a)));
      r.add("by a vector", matmul(a, v));
      r.add("a vector by it", matmul(v, transpose(a)));
      r.add("across", matmul(transpose(a), copy(v(slice(0, rows)))));
    });
  expect_same([](auto space, results& r) {
    generator draw(42);
    r.add("normal", draw.normal(space, shape(1001)));
  });
}

}  // namespace
