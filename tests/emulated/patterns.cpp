#include <acre/array.hpp>
#include <acre/array/copy.hpp>
#include <acre/elementwise.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/take.hpp>
#include <acre/linalg.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/unique.hpp>
#include <acre/random.hpp>
#include <acre/rearrange.hpp>
#include <acre/reduce.hpp>
#include <acre_test/same_as_host.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

/// Every pattern once in a few sizes, with the static interface: the emulated space gives the bits
/// of the host.
namespace {

using namespace acre;

using acre_test::results;

template <class Compute>
void expect_same(Compute const& compute)
{
  acre_test::expect_same_as_host<emulated>(compute);
}

constexpr std::int64_t sizes[] = {1, 5, 31, 64, 1000, 4095, 4096, 4097, 100003};

TEST(emulated_patterns, elementwise)
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
      auto const one = arange<float>(space, 5)(slice(3, 4));
      r.add("a constant operand", c * one + a);
      r.add("a constant operand of float64", cast<double>(c) - broadcast_to(one, shape(n)));
    });
  expect_same([](auto space, results& r) {
    array<double, 2, decltype(space)> const a =
        reshape(cast<double>(arange<std::int64_t>(space, 70 * 130)), shape(70, 130));
    r.add("transposed", transpose(a) * 2);
    r.add("across", copy(transpose(a)));
    array<double, 2, decltype(space)> const large =
        reshape(cast<double>(arange<std::int64_t>(space, 150 * 131)), shape(150, 131));
    array<float, 2, decltype(space)> const b = cast<float>(large);
    r.add("across, of odd length", copy(transpose(b)));
    for (std::int64_t const from : {0, 1, 2, 3}) {  // whose rows begin between packets
      auto const part = b(slice(from, 149), slice(from, 130));
      r.add("across, anywhere", copy(transpose(part)));
      r.add("across, anywhere, of float64",
            copy(transpose(large(slice(from, 149), slice(1, 130)))));
      auto const to = zeros<float>(space, shape(131, 155));
      to(slice(from, 130), slice(2, 151 - from)) = transpose(part);
      r.add("across, into a part", to);
    }
    r.add("stencil", a(slice(1, 69), slice(0, 128)) + a(slice(1, 69), slice(2, 130)) +
                         a(slice(0, 68), slice(1, 129)) + a(slice(2, 70), slice(1, 129)));
  });
}

/// Components of records, rows of the result that begin within lines.
TEST(emulated_patterns, components)
{
  for (auto const n : {6000, 6001, 6003})
    expect_same([n](auto space, results& r) {
      array<float, 2, decltype(space)> const a =
          reshape(sin(cast<float>(arange<std::int64_t>(space, n * 3))), shape(n, 3));
      r.add("apart", copy(transpose(a)));
      r.add("computed", exp(transpose(a)));
      r.add("of bytes", copy(transpose(cast<std::int8_t>(100 * a))));
      r.add("of complex numbers", transpose(cast<complex<double>>(a)) * 2.0);
    });
  expect_same([](auto space, results& r) {  // so many that tiles have several columns a thread
    std::int64_t const n = 1398111;
    auto const a = reshape(arange<std::int32_t>(space, n * 3), shape(n, 3));
    r.add("many apart", copy(transpose(a)));
  });
}

TEST(emulated_patterns, reductions)
{
  for (auto const n : sizes)
    expect_same([n](auto space, results& r) {
      array<float, 1, decltype(space)> const a = sin(cast<float>(arange<std::int64_t>(space, n)));
      r.add("sum", sum(a));
      r.add("max", max(a));
      r.add("argmin", argmin(a));
      r.add("mean", mean(a * a));
    });
  for (auto const& [rows, columns] : {std::pair{3, 5}, {300, 7}, {7, 3000}, {65, 129}, {2000, 33}})
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

/// Few columns, whose rows follow each other in memory: one tile of them and several, at the edges
/// of a tile's lanes, aligned and not, of small and of wide elements and accumulators.
/// Rows of what is computed from pairs of rows.
TEST(emulated_patterns, pairs_of_rows)
{
  for (std::int64_t const length : {3, 32, 65})
    expect_same([length](auto space, results& r) {
      array<float, 2, decltype(space)> const a =
          reshape(sin(cast<float>(arange<std::int64_t>(space, 30 * length))), shape(30, length));
      array<float, 2, decltype(space)> const b =
          reshape(cos(cast<float>(arange<std::int64_t>(space, 333 * length))), shape(333, length));
      auto const apart = reshape(a, shape(30, 1, length)) - b;
      r.add("distances", sqrt(sum(apart * apart, 2)));
      r.add("largest", max(apart, 2));
      r.add("where it is", argmax(abs(apart), 2));
      r.add("variance", var(apart, 2));
    });
}

TEST(emulated_patterns, few_columns)
{
  auto const reduced = [](results& r, auto const& a, int axis) {
    r.add("sum", sum(a, axis));
    r.add("mean", mean(a, axis));
    r.add("variance", var(a, axis));
    r.add("squares", sum(a * a, axis));
    r.add("max", max(a, axis));
    r.add("argmax", argmax(a, axis));
  };
  for (auto const& [rows, columns] :
       {std::pair{40003, 3}, {12345, 1}, {60001, 2}, {20001, 5}, {8 * 512 * 9, 4}, {3001, 31}})
    expect_same([&](auto space, results& r) {
      array<float, 1, decltype(space)> const x =
          sin(cast<float>(arange<std::int64_t>(space, rows * columns + 1)));
      auto const n = std::int64_t{rows} * columns;
      auto const as_columns = [&](std::int64_t from) {
        return reshape(x(slice(from, from + n)), shape(rows, columns));
      };
      reduced(r, as_columns(0), 0);
      reduced(r, as_columns(1), 0);
      reduced(r, copy(cast<double>(as_columns(0))), 0);
      r.add("scan", cumsum(as_columns(0), 0));
      r.add("scan of squares", cumsum(cast<double>(as_columns(1)) * as_columns(0), 0));
      array<std::int8_t, 2, decltype(space)> const small = cast<std::int8_t>(100 * as_columns(0));
      r.add("bytes", sum(small, 0));
      r.add("largest byte", max(small, 0));
      r.add("where it is", argmax(small, 0));
    });
  for (auto const length : {9, 12, 33, 64, 700})
    expect_same([&](auto space, results& r) {
      auto const n = std::int64_t{200} * length * 3;
      array<float, 1, decltype(space)> const x =
          sin(cast<float>(arange<std::int64_t>(space, n + 3)));
      reduced(r, reshape(x(slice(0, n)), shape(200, length, 3)), 1);
      reduced(r, reshape(x(slice(3, n + 3)), shape(200, length, 3)), 1);
    });
}

/// Rows that a block sorts in registers, of keys of each size, many of which are equal.
TEST(emulated_patterns, rows_sorted)
{
  for (auto const length : {1, 2, 7, 8, 9, 33, 100, 256, 257, 512, 1000, 1025, 2048, 2049, 4096})
    expect_same([length](auto space, results& r) {
      std::int64_t const rows = length < 100 ? 70 : 3;
      array<float, 2, decltype(space)> const a = reshape(
          floor(1000 * sin(cast<float>(arange<std::int64_t>(space, rows * length)))) / 16.0F,
          shape(rows, length));
      auto const both = [&](auto const& keys) {
        r.add("sorted", sort(keys, 1));
        r.add("positions", argsort(keys, 1));
      };
      both(a);
      both(copy(cast<std::int8_t>(a)));
      both(copy(cast<std::uint16_t>(abs(a))));
      both(copy(cast<std::int32_t>(a)));
      both(copy(cast<double>(a)));
    });
}

/// Rows that a warp, or a part of one, has in registers: each form of the kernel at its ends, and
/// rows that are longer; those with NaNs, infinities and one element.
TEST(emulated_patterns, rows_weighed)
{
  for (auto const length : {1,  2,  3,  4,  7,   8,   9,   12,  20,  31,  32,   33,   36,   63,
                            64, 65, 66, 68, 100, 256, 257, 258, 512, 513, 1000, 1024, 1025, 2048})
    expect_same([length](auto space, results& r) {
      auto const n = std::int64_t{37} * length;
      array<float, 1, decltype(space)> const x =
          30 * sin(cast<float>(arange<std::int64_t>(space, n + 1)));
      auto const whole = copy(reshape(x(slice(0, n)), shape(37, length)));
      r.add("rows", softmax(whole, 1));
      r.add("unaligned", softmax(reshape(x(slice(1, n + 1)), shape(37, length)), 1));
      r.add("columns", softmax(whole, 0));
      r.add("all", softmax(whole));
      r.add("down to 0", softmax(3 * whole, 1));
      r.add("float64", softmax(cast<double>(whole), -1));
      float const unusual[] = {HUGE_VALF, -HUGE_VALF, NAN};
      for (int k = 0; k < 3; ++k) whole(k, length / 2) = unusual[k];
      whole(3) = -HUGE_VALF;
      r.add("unusual", isnan(softmax(whole, 1)));
      r.add("usual", softmax(whole(slice(4, none)), 1));
    });
}

/// Short rows around which something is put, or which are there several times: written in packets.
TEST(emulated_patterns, short_rows_rearranged)
{
  auto const rearranged = [](results& r, auto const& a) {
    constexpr int rank = std::decay_t<decltype(a)>::rank;
    using T = typename std::decay_t<decltype(a)>::value_type;
    r.add("by one", pad(a, 1, T(7)));
    r.add("behind", pad(a, {0, 3}, T(-1)));
    for (int axis = 0; axis < rank; ++axis) {
      pad_width along = 0;
      along.each.assign(rank, {0, 0});
      along.each[static_cast<std::size_t>(axis)] = {2, 1};
      r.add("along an axis", pad(a, along, T(5)));
      r.add("three times", repeat(a, 3, axis));
    }
    r.add("tiles", tile(a, shape(2, 3)));
  };
  for (auto const& [rows, columns] :
       {std::pair{1, 1}, {3, 3}, {1000, 3}, {5, 7}, {64, 4}, {2, 200}, {300, 1}})
    expect_same([&](auto space, results& r) {
      array<std::int32_t, 2, decltype(space)> const a =
          reshape(arange<std::int32_t>(space, rows * columns), shape(rows, columns));
      rearranged(r, a);
      rearranged(r, copy(cast<std::int8_t>(a)));
      rearranged(r, copy(cast<complex<double>>(a)));
      rearranged(r, copy(reshape(a, shape(rows, 1, columns))));
      if (columns % 2 == 1)
        rearranged(
            r, copy(reshape(broadcast_to(a, shape(2, rows, columns)), shape(rows, 2, columns))));
    });
}

TEST(emulated_patterns, scans)
{
  for (auto const n : sizes)
    expect_same([n](auto space, results& r) {
      array<float, 1, decltype(space)> const a = sin(cast<float>(arange<std::int64_t>(space, n)));
      r.add("float", cumsum(a));
      r.add("integers", cumsum(arange<std::int32_t>(space, static_cast<std::int32_t>(n))));
      r.add("product", cumprod(1 + a * 0.001F));
    });
}

/// Few long columns: pieces, several tiles, lines and groups of these, strips of columns.
TEST(emulated_patterns, scans_of_few_columns)
{
  for (auto const& [rows, columns] :
       {std::pair{513, 2}, {9000, 3}, {8192, 2}, {8193, 4}, {20001, 7}, {16384, 5}, {4100, 33}})
    expect_same([rows, columns](auto space, results& r) {
      array<float, 2, decltype(space)> const a = reshape(
          sin(cast<float>(arange<std::int64_t>(space, rows * columns))), shape(rows, columns));
      r.add("float", cumsum(a, 0));
      r.add("integers", cumsum(cast<std::int32_t>(100 * a), 0));
      r.add("computed", cumprod(1 + a * 0.001F, 0));
      r.add("of a part", cumsum(a(slice(1, none), slice(none, none, -1)), 0));
      auto const b = copy(a);
      b(ALL) = cumsum(b, 0);
      r.add("in place", b);
      array<std::int64_t, 1, decltype(space)> const rows_of =
          arange<std::int64_t>(space, rows) * 7919 % rows;
      r.add("looked up", cumsum(take(a, rows_of, 0), 0));
      std::int64_t const half = std::min<std::int64_t>(rows / 2, 2000);
      r.add("along the middle axis",
            cumsum(reshape(a(slice(0, 2 * half)), shape(2, half, columns)), 1));
    });
  expect_same([](auto space, results& r) {
    for (std::int64_t const columns : {2, 4}) {  // tiles of some columns, pieces of strips
      array<complex<double>, 2, decltype(space)> const a = reshape(
          sin(cast<double>(arange<std::int64_t>(space, 270001 * columns))), shape(270001, columns));
      r.add("groups of tiles", cumsum(a, 0));
    }
    array<double, 2, decltype(space)> const b =
        reshape(cos(cast<double>(arange<std::int64_t>(space, 9001 * 13))), shape(9001, 13));
    r.add("strips", cumsum(b, 0));
  });
}

/// Groups of values that several numbers are kept of, and of several columns: a thread's, or a
/// warp's where they are few.
TEST(emulated_patterns, groups_of_wide_values)
{
  for (auto const& [groups, each] : {std::pair{3, 9}, {100, 31}, {300, 17}, {300, 40}, {7000, 3}})
    expect_same([groups, each](auto space, results& r) {
      std::int64_t const n = std::int64_t{groups} * each;
      array<double, 1, decltype(space)> const x = sin(cast<double>(arange<std::int64_t>(space, n)));
      array<std::int64_t, 1, decltype(space)> const key =
          arange<std::int64_t>(space, n) * 7919 % groups;
      auto const g = group_by(key);
      r.add("var", g.var(x));
      r.add("sums", std::get<3>(g.sum(x, x * 2, x, x + 1)));
      r.add("in order",
            group_by(floor_divide(arange<std::int64_t>(space, n), std::int64_t{each})).var(x));
    });
}

TEST(emulated_patterns, selections_and_order)
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
      r.add("groups", group_by(key).sum(a));
      r.add("take", take(a, key, 0, index_mode::wrap));
    });
  expect_same([](auto space, results& r) {
    array<float, 2, decltype(space)> const a =
        reshape(sin(cast<float>(arange<std::int64_t>(space, 300 * 50))), shape(300, 50));
    r.add("rows sorted", sort(a, 1));
    r.add("columns sorted", sort(a, 0));
  });
  expect_same([](auto space, results& r) {  // more places than a block has counters for
    array<std::int32_t, 1, decltype(space)> const key =
        arange<std::int32_t>(space, 240000) * 7919 % 59999;
    r.add("counts in parts", bincount(key));
  });
}

TEST(emulated_patterns, products_and_random_numbers)
{
  for (int const n : {1, 7, 33, 130})
    expect_same([n](auto space, results& r) {
      array<float, 2, decltype(space)> const a =
          reshape(sin(cast<float>(arange<std::int64_t>(space, n * 2 * n))), shape(n, 2 * n));
      r.add("matmul", matmul(a, transpose(a)));
    });
  expect_same([](auto space, results& r) {
    generator draw(42);
    r.add("normal", draw.normal(space, shape(1001)));
  });
}

}  // namespace
