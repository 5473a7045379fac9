#include "narrow_threads.hpp"

#include <acre/backends/generic/matmul_body.hpp>
#include <acre/backends/generic/patterns.hpp>
#include <acre/backends/generic/sort_body.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/moments.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

/// Patterns by teams of narrow threads (backends/generic/teams.hpp), as a GPU's are, on what Kokkos
/// has here: the bits of those by cores.
namespace narrow_threads_tests {

constexpr std::pair<std::int64_t, std::int64_t> tables[] = {
    {1, 1},    {1, 8},    {1, 63},   {1, 64},    {1, 65},           {1, 511},
    {1, 513},  {1, 4096}, {1, 4097}, {1, 8193},  {1, 20003},        {3, 5},
    {300, 7},  {7, 3000}, {64, 64},  {65, 129},  {512, 17},         {513, 16},
    {3, 4097}, {4097, 2}, {600, 40}, {40, 600},  {20, 3000},        {513, 1030},
    {9000, 3}, {2, 9000}, {5, 8193}, {270, 100}, {1, 4096 * 66 + 5}};

template <class T, class Reducer, class Out>
void reductions_are_the_same(std::string const& name, Reducer const& reducer)
{
  for (auto const& [rows, length] : tables) {
    auto const in = numbers<T>(rows * length);
    std::string const what = name + " of " + std::to_string(rows) + ", " + std::to_string(length);
    for (bool const across : {false, rows > 1})
      expect_same<Out>(what + (across ? " across" : ""), in, rows, [&](auto& on, T* x, Out* out) {
        elements_at<T const> of{x, {across ? 1 : length, 0}, across ? rows : 1};
        reduce_rows(on, rows_of(rows, length, across), of, reducer, out);
      });
    if (rows == 1) continue;
    expect_same<Out>(what + " down", in, length, [&](auto& on, T* x, Out* out) {
      reduce_columns(on, columns_of(rows, length), elements_at<T const>{x, {length, 0}}, reducer,
                     out);
    });
  }
}

/// Rows of each length that a team has several of, along one axis and along the last of two.
template <class T, class Reducer, class Out>
void short_rows_are_the_same(std::string const& name, Reducer const& reducer)
{
  std::vector<std::int64_t> lengths{100, 127, 128, 130, 200, 255, 256, 257};
  for (std::int64_t length = 2; length <= 66; ++length) lengths.push_back(length);
  for (std::int64_t const length : lengths)
    for (std::int64_t const outer : {1, 3}) {
      std::int64_t const along = 700;
      auto const in = numbers<T>(outer * along * length);
      reduction red = rows_of(along, length, false);
      red.it.outer_rank = red.kept_rank = 2;
      red.it.outer[0] = outer;
      red.it.outer[1] = along;
      red.it.rows = red.kept = outer * along;
      if (outer == 1) red = rows_of(along, length, false);
      elements_at<T const> of{nullptr, {along * length, length}, 1};
      if (outer == 1) of.outer[0] = length;
      expect_same<Out>(name + " of rows of " + std::to_string(length), in, outer * along,
                       [&](auto& on, T* x, Out* out) {
                         of.data = x;
                         reduce_rows(on, red, of, reducer, out);
                       });
    }
}

TEST(narrow_threads, reductions_of_short_rows)
{
  using namespace acre::detail;
  short_rows_are_the_same<float, sum_reducer<float>, float>("sum", {});
  short_rows_are_the_same<double, max_reducer<double>, double>("max", {});
  short_rows_are_the_same<double, variance_reducer<double>, double>("var", {10});
  short_rows_are_the_same<float, arg_reducer<float, true>, std::int64_t>("argmax", {});
}

TEST(narrow_threads, reductions)
{
  using namespace acre::detail;
  reductions_are_the_same<float, sum_reducer<float>, float>("sum", {});
  reductions_are_the_same<float, max_reducer<float>, float>("max", {});
  reductions_are_the_same<float, variance_reducer<float>, float>("var", {10});
}

TEST(narrow_threads, elements)
{
  for (std::int64_t const n : {1, 2047, 2048, 2049, 30001}) {
    auto const in = numbers<float>(2 * n);
    for (bool const unit : {true, false})
      expect_same<float>(std::to_string(n), in, n, [&](auto& on, float* x, float* out) {
        iteration it;
        it.inner = n;
        it.unit = unit;
        elementwise(on, it, elements_at<float const>{x, {}, unit ? 1 : 2}, elements_at<float>{out});
      });
  }
}

/// Adds to an array, which tells what is computed twice.
struct add_to_elements : elements_at<float> {
  struct row : elements_at<float>::row {
    template <bool Unit, class X>
    KOKKOS_INLINE_FUNCTION void put(std::int64_t i, X x, std::int64_t k = 0) const
    {
      data[i * inner + k * along] += x;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {elements_at<float>::bind(at, along)};
  }
};
TEST(narrow_threads, elements_of_rows)
{
  for (auto const& [planes, rows, columns] : {std::array<std::int64_t, 3>{1, 3, 2},
                                              {1, 7, 5},
                                              {1, 2, 300},
                                              {1, 1, 3000},
                                              {1, 8, 300},
                                              {1, 9, 1000},
                                              {1, 1023, 3},
                                              {1, 10001, 3},
                                              {1, 641, 127},
                                              {1, 641, 128},
                                              {2, 3, 2},
                                              {3, 50, 129},
                                              {17, 65, 31},
                                              {900, 5, 4}}) {
    auto const in = numbers<float>(planes * rows * columns);
    std::int64_t const n = static_cast<std::int64_t>(in.size());
    expect_same<float>(
        std::to_string(planes) + ", " + std::to_string(rows) + ", " + std::to_string(columns), in,
        n, [&, rows = rows, planes = planes, columns = columns](auto& on, float* x, float* out) {
          on.copy(out, x, static_cast<std::size_t>(n) * sizeof(float));
          iteration it;
          it.inner = columns;
          it.unit = true;
          it.rows = planes * rows;
          it.outer_rank = planes > 1 ? 2 : 1;
          it.outer[0] = planes > 1 ? planes : rows;
          it.outer[1] = rows;
          std::int64_t const outer[] = {planes > 1 ? rows * columns : columns, columns};
          // the same numbers, and those of the rows (and planes) in another order
          elementwise(on, it, elements_at<float const>{x, {outer[0], outer[1]}},
                      add_to_elements{{out, {outer[0], outer[1]}}});
          elementwise(on, it, elements_at<float const>{x + n - 1, {-outer[0], -outer[1]}, -1},
                      add_to_elements{{out, {outer[0], outer[1]}}});
        });
  }
}

/// A copy of in's elements in another order of its axes, as core plans it: by tiles, where what it
/// reads lies across (some tiles are whole, some are not).
template <class T>
void copies_are_the_same(std::array<std::int64_t, 3> const& extent, std::array<int, 3> const& order)
{
  using namespace acre::detail;
  std::int64_t const from[] = {extent[1] * extent[2], extent[2], 1}, n = extent[0] * from[0];
  std::int64_t shape[3], strides[3], to[3];
  std::string what = std::to_string(sizeof(T)) + " bytes:";
  for (std::size_t axis = 0; axis < 3; ++axis) {
    auto const of = static_cast<std::size_t>(order[axis]);
    shape[axis] = extent[of];
    strides[axis] = from[of];
    what += " " + std::to_string(shape[axis]);
  }
  to[2] = 1, to[1] = shape[2], to[0] = shape[1] * shape[2];
  expect_same<T>(what, numbers<T>(n), n, [&](auto& on, T* x, T* out) {
    leaf_layout leaves[2];
    describe_memory(leaves[0], shape, shape, to, out, sizeof(T), on);
    describe_memory(leaves[1], shape, shape, strides, x, sizeof(T), on);
    auto const lower = +[](void const* data, lowering& planned) {
      leaf_layout const& leaf = planned.take();
      return load_program<T>{static_cast<T const*>(data), row_offset(leaf), leaf.gathered};
    };
    run_program<load_program<T>, T>(on, out, shape, leaves, x,
                                    reinterpret_cast<erased_lower>(lower));
  });
}
TEST(narrow_threads, elements_across)
{
  for (auto const& extent : {std::array<std::int64_t, 3>{1, 128, 192},
                             {1, 201, 131},
                             {1, 40, 1000},
                             {3, 130, 70},
                             {70, 3, 130},
                             {130, 70, 5}})
    for (auto const& order : {std::array{0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}}) {
      copies_are_the_same<std::uint8_t>(extent, order);
      copies_are_the_same<std::int16_t>(extent, order);
      copies_are_the_same<float>(extent, order);
      copies_are_the_same<double>(extent, order);
    }
}

TEST(narrow_threads, axes_that_are_no_neighbours)
{
  auto const in = numbers<float>(9 * 130 * 70);
  reduction red;  // the first and the last
  red.it.outer_rank = 2;
  red.kept_rank = 1;
  red.it.outer[0] = red.kept = 130;
  red.it.outer[1] = 9;
  red.it.rows = 9 * 130;
  red.it.inner = 70;
  red.it.unit = true;
  red.length = 9 * 70;
  expect_same<float>("sum", in, 130, [&](auto& on, float* x, float* out) {
    reduce_rows(on, red, elements_at<float const>{x, {70, 9100}},
                acre::detail::sum_reducer<float>(), out);
  });
  expect_same<float>("scan", in, 9 * 130 * 70, [&](auto& on, float* x, float* out) {
    scan_rows(on, red, elements_at<float const>{x, {70, 9100}}, acre::detail::sum_reducer<float>(),
              elements_at<float>{out, {70, 9100}});
  });
  for (std::int64_t const kept : {1, 2}) {  // rows of several tiles
    reduction tiles = red;
    tiles.it.outer[0] = tiles.kept = kept;
    tiles.it.outer[1] = 300;
    tiles.it.rows = kept * 300;
    tiles.length = 300 * 70;
    auto const more = numbers<float>(kept * tiles.length);
    expect_same<float>("scan of " + std::to_string(kept), more, kept * tiles.length,
                       [&](auto& on, float* x, float* out) {
                         scan_rows(on, tiles, elements_at<float const>{x, {70, kept * 70}},
                                   acre::detail::sum_reducer<float>(),
                                   elements_at<float>{out, {70, kept * 70}});
                       });
  }
  red.kept_rank = 0;  // both outer ones
  red.kept = 1;
  red.length = 9 * 130;
  expect_same<float>("sum of columns", in, 70, [&](auto& on, float* x, float* out) {
    reduce_columns(on, red, elements_at<float const>{x, {70, 9100}},
                   acre::detail::sum_reducer<float>(), out);
  });
}

template <class T>
void scans_are_the_same()
{
  acre::detail::sum_reducer<T> const add;
  for (auto const& [rows, length] : tables) {
    auto const in = numbers<T>(rows * length);
    std::string const what = std::to_string(rows) + ", " + std::to_string(length);
    for (bool const across : {false, rows > 1})
      expect_same<T>(
          what + (across ? " across" : ""), in, rows * length, [&](auto& on, T* x, T* out) {
            std::int64_t const outer = across ? 1 : length, inner = across ? rows : 1;
            scan_rows(on, rows_of(rows, length, across), elements_at<T const>{x, {outer, 0}, inner},
                      add, elements_at<T>{out, {outer, 0}, inner});
          });
    if (rows == 1) continue;
    expect_same<T>(what + " down", in, rows * length, [&](auto& on, T* x, T* out) {
      scan_columns(on, columns_of(rows, length), elements_at<T const>{x, {length, 0}}, add,
                   elements_at<T>{out, {length, 0}});
    });
  }
}

TEST(narrow_threads, scans)
{
  scans_are_the_same<float>();
  scans_are_the_same<double>();
}

/// Few columns of many tiles, and of more than a group of them.
TEST(narrow_threads, scans_of_few_columns)
{
  acre::detail::sum_reducer<double> const add;
  std::int64_t const tile = scan_tile<double>;
  for (auto const& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{tile, 2},
                                      {tile + 1, 3},
                                      {3 * tile - 1, 7},
                                      {(scan_order<double>::group + 1) * tile + 100, 2}}) {
    auto const in = numbers<double>(rows * columns);
    expect_same<double>(std::to_string(rows) + ", " + std::to_string(columns), in, rows * columns,
                        [&, rows = rows, columns = columns](auto& on, double* x, double* out) {
                          scan_columns(on, columns_of(rows, columns),
                                       elements_at<double const>{x, {columns, 0}}, add,
                                       elements_at<double>{out, {columns, 0}});
                        });
  }
}

/// What other processes compute the rest of: elements from a third on, by tiles that begin there.
template <class T>
void parts_are_the_same()
{
  acre::detail::sum_reducer<T> const add;
  for (auto const& [rows, length] : {std::pair<std::int64_t, std::int64_t>{1, 9},
                                     {1, 20003},
                                     {300, 7},
                                     {65, 129},
                                     {3, 4097},
                                     {5, 8193},
                                     {2000, 3},
                                     {40, 600}}) {
    auto const in = numbers<T>(rows * length);
    std::string const what = "parts of " + std::to_string(rows) + ", " + std::to_string(length);
    auto const tiles = [](std::int64_t n, std::int64_t tile) { return (n + tile - 1) / tile; };
    for (bool const across : {false, rows > 1}) {
      std::int64_t const outer = across ? 1 : length, inner = across ? rows : 1, first = length / 3,
                         count = length - first, whole = count / scan_tile<T> * scan_tile<T>;
      reduction const red = rows_of(rows, length, across);
      auto const from = [&](T* x) { return elements_at<T const>{x, {outer, 0}, inner}; };
      auto const to = [&](T* out) { return elements_at<T>{out, {outer, 0}, inner}; };
      expect_same<T>(what, in, rows * tiles(count, reduce_tile), [&](auto& on, T* x, T* out) {
        tiles_along(on, red, true, from(x), add, first, count, out);
      });
      expect_same<T>(what + ", folds", in, rows * whole / scan_tile<T>,
                     [&](auto& on, T* x, T* out) {
                       fold_scan_tiles<true>(on, red, from(x), add, to(out), first, whole, out);
                     });
      for (bool const none : {false, true})
        expect_same<T>(what + ", scans", in, rows * length, [&](auto& on, T* x, T* out) {
          put_scan_tiles<true>(on, red, from(x), add, to(out), first, count, x, none);
        });
    }
    if (rows == 1) continue;
    std::int64_t const first = rows / 3, count = rows - first;
    expect_same<T>(what + " down", in, length * tiles(count, column_tile),
                   [&](auto& on, T* x, T* out) {
                     tiles_along(on, columns_of(rows, length), false,
                                 elements_at<T const>{x, {length, 0}}, add, first, count, out);
                   });
  }
}

TEST(narrow_threads, parts)
{
  parts_are_the_same<float>();
  parts_are_the_same<double>();
}

template <class Key>
void sorts_are_the_same()
{
  // (tiles have 2304, 3328 or 3840 keys; counts of several are added up together from 64 tiles on)
  for (std::int64_t const n : {1, 2, 100, 2304, 3327, 3841, 20003, 300001}) {
    auto const in = numbers<Key>(n);
    std::string const what = std::to_string(n);
    expect_same<Key>(what + " keys", in, n,
                     [&](auto& on, Key* x, Key* out) { sort_keys(on, x, out, n); });
    auto const sort_numbers = [&]<class Word>(auto& on, Key* x, Word* out) {
      auto const numbers = generic::scratch_of<Word>(on, n);
      auto const sorted = generic::scratch_of<Key>(on, n);
      generic::for_each(on, "numbers", n, [to = numbers.data()](std::int64_t i) {
        to[i] = static_cast<Word>(i) * static_cast<Word>(0x9e3779b97f4a7c15u);
      });
      sort_pairs(on, x, sorted.data(), static_cast<Word const*>(numbers.data()), out, n);
    };
    expect_same<std::uint32_t>(what + " pairs", in, n, sort_numbers);
    expect_same<std::uint64_t>(what + " pairs with 64 bits", in, n, sort_numbers);
  }
  for (auto const& [rows, length] : {std::pair<std::int64_t, std::int64_t>{7, 1},
                                     {7, 2},
                                     {7, 3},
                                     {7, 100},
                                     {7, 4096},
                                     {20, 5000},
                                     {1, 3000},
                                     {1, 5000}}) {
    auto const in = numbers<Key>(rows * length);
    std::string const what = std::to_string(rows) + " rows of " + std::to_string(length);
    expect_same<Key>(what, in, rows * length,
                     [&, rows = rows, length = length](auto& on, Key* x, Key* out) {
                       sort_rows(on, x, out, rows, length);
                     });
    expect_same<std::int64_t>(
        what + ", places", in, rows * length,
        [&, rows = rows, length = length](auto& on, Key* x, std::int64_t* out) {
          argsort_rows(on, static_cast<Key const*>(x), out, rows, length);
        });
  }
}

TEST(narrow_threads, sorts)
{
  sorts_are_the_same<float>();
  sorts_are_the_same<std::int64_t>();
  sorts_are_the_same<std::uint8_t>();
}

/// Places of in's numbers, some of which are nowhere.
struct places_of {
  using value_type = std::int64_t;
  static constexpr int width = 8;
  std::int64_t const* in;
  std::int64_t places;
  struct row {
    std::int64_t const* in;
    std::int64_t places;
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION std::int64_t at(std::int64_t i, std::int64_t = 0) const
    {
      return in[i] % (places + 1) - 1;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<std::int64_t, W> load(std::int64_t i, std::int64_t = 0) const
    {
      packet<std::int64_t, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w);
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const&, int = 0) const { return {in, places}; }
};

void counts_are_the_same(std::vector<std::int64_t> const& in, std::int64_t places, bool packed)
{
  std::int64_t const n = static_cast<std::int64_t>(in.size());
  expect_same<std::int64_t>(
      std::to_string(n) + " in " + std::to_string(places), in, places,
      [&](auto& on, std::int64_t* x, std::int64_t* out) {
        std::vector<std::int64_t> const zeros(static_cast<std::size_t>(places));
        on.copy_from_host(out, zeros.data(), zeros.size() * sizeof zeros[0]);
        iteration it;
        it.inner = n;
        it.unit = true;
        it.packed = packed;
        count(on, it, places_of{x, places}, places, out);
      });
}

TEST(narrow_threads, counters)
{
  // (a team has room for some 12000 of 32 bits)
  for (std::int64_t const places : {1, 7, 300, 4096, 5000, 20000, 40000, 65535, 100000, 200000})
    for (std::int64_t const n : {1, 1000, 300001}) {
      counts_are_the_same(numbers<std::int64_t>(n), places, true);
      counts_are_the_same(numbers<std::int64_t>(n), places, false);
    }
}

/// More in one place than a part of a word has room for: in few places, or in many.
TEST(narrow_threads, counters_that_overflow)
{
  for (std::int64_t const some : {1, 2, 100, 5000})
    for (std::int64_t const places : {20000, 40000, 60000, 65535}) {
      auto in = numbers<std::int64_t>(300001);
      for (std::int64_t& x : in) x = places - x % some;
      counts_are_the_same(in, places, true);
    }
  // (of the second and third a team takes more halves to the result than it writes down)
  for (std::int64_t const each : {20, 40, 300, 3000})
    for (std::int64_t const places : {20000, 60000, 150000}) {
      std::vector<std::int64_t> in(600001);
      for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<std::int64_t>(i) / each % (places + 1);
      counts_are_the_same(in, places, false);
    }
}

/// What lies in few places, but some elements that a sample does not see.
TEST(narrow_threads, counters_of_near_places)
{
  for (std::int64_t const wide : {1, 300, 2400, 9000})
    for (std::int64_t const places : {20000, 49000, 150000})
      for (std::int64_t const begin : {std::int64_t{0}, places / 2, places - 1}) {
        auto in = numbers<std::int64_t>(300001);
        for (std::size_t i = 0; i < in.size(); ++i)
          in[i] = i % 50021 == 77 ? in[i] : (begin + in[i] % wide) % (places + 1);
        counts_are_the_same(in, places, true);
      }
}

/// Sums into few places, of which it says where they were: each thread of a team adds to the team's
/// own counters in the way that fits their memory, and to the target in the other one.
struct add_where_it_fits {
  float const* target;
  int places;
  int* misplaced;
  KOKKOS_INLINE_FUNCTION float operator()(float a, float b) const { return a + b; }
  template <class T>
  KOKKOS_INLINE_FUNCTION T identity() const
  {
    return 0;
  }
  KOKKOS_INLINE_FUNCTION bool is_target(float const* to) const
  {
    return to >= target && to < target + places;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically(T* to, T x) const
  {
    if (!is_target(to)) Kokkos::atomic_add(misplaced, 1);
    Kokkos::atomic_add(to, x);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically_in_block(T* to, T x) const
  {
    if (is_target(to)) Kokkos::atomic_add(misplaced, 1);
    Kokkos::atomic_add(to, x);
  }
};
struct whole_values {
  using value_type = keyed<float>;
  static constexpr int width = 8;
  places_of at_places;
  struct row {
    places_of::row of;
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION keyed<float> at(std::int64_t i, std::int64_t = 0) const
    {
      return {of.at<Unit>(i), static_cast<float>(i % 3)};
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<keyed<float>, W> load(std::int64_t i, std::int64_t = 0) const
    {
      packet<keyed<float>, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w);
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const& at, int along = 0) const
  {
    return {at_places.bind(at, along)};
  }
};

TEST(narrow_threads, sums_into_few_places_by_atomics)
{
  constexpr int n = 100001;
  for (int const places : {1, 100, 5000})
    for (bool const unit : {true, false}) {
      int misplaced = 0;
      expect_same<float>(std::to_string(places), numbers<std::int64_t>(n), places,
                         [&](auto& on, std::int64_t* x, float* out) {
                           std::vector<float> const zeros(static_cast<std::size_t>(places));
                           on.copy_from_host(out, zeros.data(), zeros.size() * sizeof zeros[0]);
                           iteration it;
                           it.inner = n;
                           it.unit = unit;
                           accumulate(on, it, whole_values{{x, places}}, places, out,
                                      add_where_it_fits{out, places, &misplaced});
                         });
      EXPECT_EQ(misplaced, 0) << places;
    }
}

template <int Of>
struct one_of {
  using value_type = bool;
  static constexpr int width = 8;
  std::int64_t const* in;
  struct row {
    std::int64_t const* in;
    template <bool Unit>
    KOKKOS_INLINE_FUNCTION bool at(std::int64_t i, std::int64_t = 0) const
    {
      return in[i] % Of == 0;
    }
    template <int W, bool Unit>
    KOKKOS_INLINE_FUNCTION packet<bool, W> load(std::int64_t i, std::int64_t = 0) const
    {
      packet<bool, W> p;
      for (int w = 0; w < W; ++w) p.v[w] = at<Unit>(i + w);
      return p;
    }
  };
  KOKKOS_INLINE_FUNCTION row bind(position const&, int = 0) const { return {in}; }
};
struct same_hundreds {
  static constexpr bool ranks = true;
  KOKKOS_INLINE_FUNCTION bool same(std::int64_t a, std::int64_t b) const
  {
    return a / 100 % 2 == b / 100 % 2;
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t rank(std::int64_t a) const
  {
    return static_cast<std::uint64_t>(a / 100 % 2);
  }
};
struct same_hundreds_alone {
  static constexpr bool ranks = false;
  KOKKOS_INLINE_FUNCTION bool same(std::int64_t a, std::int64_t b) const
  {
    return same_hundreds().same(a, b);
  }
};
struct to_places {
  std::int64_t* data;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t value) const
  {
    data[k] = value;
  }
};
/// A CPU counts no runs where ranks fall, and threads that take turns leave words out where none
/// do.
struct forget_what_may_differ {
  run_facts* facts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const
  {
    if (facts->falls != 0)
      facts->count = 0;
    else
      facts->left_out = 0;
  }
};
struct to_places_with_next {
  std::int64_t* data;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t i, std::int64_t next) const
  {
    data[k] = i + 1000000 * next;
  }
};

template <int Of>
void selections_are_the_same(bool packed, bool in_order)
{
  for (std::int64_t const n : {1, 7, 8, 9, 2047, 2048, 2049, 30001, 200001}) {
    auto in = numbers<std::int64_t>(n);
    if (in_order)
      std::stable_partition(in.begin(), in.end(),
                            [](std::int64_t x) { return same_hundreds().rank(x) == 0; });
    expect_same<std::int64_t>(
        "one of " + std::to_string(Of) + " of " + std::to_string(n), in, 7 * n + 16,
        [&](auto& on, std::int64_t* x, std::int64_t* out) {
          auto const bits = generic::scratch_of<std::uint8_t>(on, mark_tiles(n) * mark_tile / 8);
          auto const offsets = generic::scratch_of<std::int64_t>(on, mark_tiles(n) + 1);
          marks const m{bits.data(), offsets.data()};
          mark(on, n, packed, one_of<Of>{x}, m);
          pick(on, n, packed, elements_at<std::int64_t const>{x}, m, out);
          visit_elements(on, n, m, to_places{out + n});
          visit_marked(on, n, m, to_places{out + 2 * n});
          visit_marked(on, n, m, to_places_with_next{out + 3 * n});
          select(on, n, packed, selected_by<one_of<Of>, elements_at<std::int64_t const>>{{x}, {x}},
                 out + 4 * n, out + 6 * n);
          auto* const facts = reinterpret_cast<run_facts*>(out + 6 * n + 1);
          mark_runs(on, same_hundreds(), static_cast<std::int64_t const*>(x), n, m, facts);
          generic::for_each(on, "facts", 1, forget_what_may_differ{facts});
          mark_runs(on, same_hundreds_alone(), static_cast<std::int64_t const*>(x), n, m,
                    reinterpret_cast<run_facts*>(out + 6 * n + 6));
          visit_elements(on, n, m, to_places{out + 5 * n});
          // (with so many that fall, none are left out)
          auto* const facts_with_words = reinterpret_cast<run_facts*>(out + 6 * n + 11);
          auto const words = generic::scratch_of<std::uint32_t>(on, n);
          mark_runs(on, same_hundreds(), static_cast<std::int64_t const*>(x), n, m,
                    facts_with_words,
                    in_order ? words.data() : reinterpret_cast<std::uint32_t*>(out + 6 * n + 16));
          generic::for_each(on, "facts", 1, forget_what_may_differ{facts_with_words});
          if (in_order) visit_marked(on, n, m, to_places{out + 2 * n});
        });
  }
}
TEST(narrow_threads, selections_and_runs)
{
  for (bool const packed : {false, true}) {
    selections_are_the_same<1>(packed, false);
    selections_are_the_same<2>(packed, true);
    selections_are_the_same<3000>(packed, false);
  }
}

template <class T>
struct to_values {
  T* data;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t s, std::int64_t count, T value) const
  {
    data[s] = count == 0 ? T(-1) : value;
  }
};
TEST(narrow_threads, lists)
{
  for (std::vector<std::int64_t> const& counts : {std::vector<std::int64_t>{0},
                                                  {1},
                                                  {0, 5, 3, 0},
                                                  {70, 4096, 0, 4097, 1, 64, 65, 8},
                                                  {0, 200000, 9000, 3},
                                                  {1, 4096 * 4096 + 5000, 3},
                                                  {9, 16, 17, 24, 25, 32, 33, 512, 513, 1, 70000},
                                                  std::vector<std::int64_t>(3000, 7),
                                                  std::vector<std::int64_t>(300, 100),
                                                  std::vector<std::int64_t>(70, 600)}) {
    std::vector<std::int64_t> offsets{0};
    for (auto const n : counts) offsets.push_back(offsets.back() + n);
    auto const all = offsets.back(), lists = static_cast<std::int64_t>(counts.size());
    expect_same<float>(
        std::to_string(lists), numbers<float>(all), lists, [&](auto& on, float* x, float* out) {
          auto const begin = generic::scratch_of<std::int64_t>(on, lists + 1);
          on.copy_from_host(begin.data(), offsets.data(), offsets.size() * sizeof offsets[0]);
          reduce_segments(on, segment_list<std::int64_t>{begin.data(), lists, all},
                          elements_at<float const>{x}, acre::detail::sum_reducer<float>(),
                          to_values<float>{out});
        });
  }
}

struct to_lists_and_places {
  std::int64_t* data;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t list,
                                         std::int64_t place) const
  {
    data[k] = list * 1000000 + place;
  }
};
TEST(narrow_threads, elements_of_lists)
{
  std::vector<std::int64_t> empty_between(40000);
  empty_between[3] = empty_between[39000] = 1500;
  for (std::vector<std::int64_t> const& counts : {std::vector<std::int64_t>{0},
                                                  {1},
                                                  {0, 5, 3, 0},
                                                  {70, 2048, 0, 0, 2047, 1, 64, 65, 8},
                                                  {0, 20000, 9000, 0, 3, 0},
                                                  std::vector<std::int64_t>(3000, 7),
                                                  empty_between}) {
    std::vector<std::int64_t> offsets{5};
    for (auto const n : counts) offsets.push_back(offsets.back() + n);
    auto const all = offsets.back() - offsets[0], lists = static_cast<std::int64_t>(counts.size());
    expect_same<std::int64_t>(
        std::to_string(lists), offsets, all, [&](auto& on, std::int64_t* begin, std::int64_t* out) {
          visit_lists(on, list_bounds<std::int64_t>{begin, lists, all}, to_lists_and_places{out});
        });
  }
}

/// A number is of `Parts` T.
template <class T, int Parts = 1>
void products_are_the_same(matmul_kind kind)
{
  for (bool const transposed : {false, true})
    for (auto const& [rows, columns, depth] : {std::array<std::int64_t, 3>{1, 1, 300},
                                               {3, 70, 5},
                                               {33, 65, 17},
                                               {35, 66, 1030},
                                               {64, 64, 16},
                                               {150, 131, 1100},
                                               {20, 17, 3100},
                                               {700, 1, 2050},
                                               {2, 300, 2050},
                                               {40, 40, 0}}) {
      matmul_problem p{};
      p.kind = kind;
      p.rows = rows;
      p.columns = columns;
      p.depth = depth;
      p.batch_axes = 1;
      p.batch[0] = 2;
      p.a = {nullptr, transposed ? 1 : depth, transposed ? rows : 1, {rows * depth}};
      p.b = {nullptr, transposed ? 1 : columns, transposed ? depth : 1, {0}};
      expect_same<T>(
          std::to_string(rows) + ", " + std::to_string(columns) + ", " + std::to_string(depth),
          numbers<T>(Parts * (2 * rows * depth + depth * columns)), Parts * 2 * rows * columns,
          [&, a = Parts * 2 * rows * depth](auto& on, T* x, T* out) {
            p.a.data = x;
            p.b.data = x + a;
            p.c = out;
            matmul(on, p);
          });
    }
}
TEST(narrow_threads, products)
{
  products_are_the_same<float>(matmul_kind::float32);
  products_are_the_same<double>(matmul_kind::float64);
  products_are_the_same<std::uint8_t>(matmul_kind::integer8);
  products_are_the_same<float, 2>(matmul_kind::complex64);
  products_are_the_same<double, 2>(matmul_kind::complex128);
}

/// Many small matrices, and many rows by one: c[n] = a[n] b[n], or b alone for all n.
template <class T>
void small_products_are_the_same(matmul_kind kind)
{
  for (bool const transposed : {false, true})
    for (auto const& [batches, rows, columns, depth] : {std::array<std::int64_t, 4>{600, 4, 4, 4},
                                                        {301, 3, 5, 2},
                                                        {90, 16, 9, 24},
                                                        {1, 2500, 4, 7},
                                                        {1, 1000, 31, 64},
                                                        {5000, 1, 1, 1}})
      for (bool const all_by_one : {false, true}) {
        matmul_problem p{};
        p.kind = kind;
        p.rows = rows;
        p.columns = columns;
        p.depth = depth;
        p.batch_axes = batches > 1 ? 1 : 0;
        p.batch[0] = batches;
        p.a = {nullptr, transposed ? 1 : depth, transposed ? rows : 1, {rows * depth}};
        p.b = {nullptr,
               transposed ? 1 : columns,
               transposed ? depth : 1,
               {all_by_one ? 0 : depth * columns}};
        expect_same<T>(std::to_string(batches) + " of " + std::to_string(rows) + ", " +
                           std::to_string(columns) + ", " + std::to_string(depth),
                       numbers<T>(batches * (rows + columns) * depth), batches * rows * columns,
                       [&, a = batches * rows * depth](auto& on, T* x, T* out) {
                         p.a.data = x;
                         p.b.data = x + a;
                         p.c = out;
                         matmul(on, p);
                       });
      }
}
TEST(narrow_threads, products_of_small_matrices)
{
  small_products_are_the_same<float>(matmul_kind::float32);
  small_products_are_the_same<double>(matmul_kind::float64);
  small_products_are_the_same<std::uint8_t>(matmul_kind::integer8);
}

}  // namespace narrow_threads_tests
