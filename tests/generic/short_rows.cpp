#include <acre/array.hpp>
#include <acre/elementwise.hpp>
#include <acre/order/sort.hpp>
#include <acre/ragged.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/same_as_host.hpp>

#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#ifndef ACRE_TEST_SPACE
#define ACRE_TEST_SPACE acre::portable
#endif

/// Rows of every number of elements up to those that a thread of a CPU takes one by one: they go
/// side by side (backends/generic/lanes.hpp), in trees of eight or by a network of sorting.
namespace {

using namespace acre;
using acre_test::results;

/// Numbers of both signs that are not regular, of which each 50th is a NaN where some are to be.
template <class Space>
array<float, 2, Space> table(Space const& space, std::int64_t rows, std::int64_t columns, bool nans)
{
  auto const i = index_of(space, shape(rows, columns));
  auto const word = (i + std::int64_t{7}) * std::int64_t{0x5851f42d4c957f2d};
  array<float, 2, Space> const x =
      cast<float>((word >> std::int64_t{40}) & std::int64_t{0xff}) - 100.0f;
  if (!nans) return x;
  return evaluate(where((word >> std::int64_t{50}) % std::int64_t{50} == std::int64_t{0}, NAN, x));
}

TEST(short_rows, reductions_and_scans)
{
  for (bool const nans : {false, true})
    for (std::int64_t length = 1; length <= 130; ++length)
      acre_test::expect_same_as_host<ACRE_TEST_SPACE>([=](auto space, results& r) {
        auto const x = table(space, 37, length, nans);
        std::string const of = std::to_string(length) + (nans ? " with NaN, " : ", ");
        r.add(of + "sum", sum(x, 1));
        r.add(of + "sum of what is computed", sum(x * 3, 1));
        r.add(of + "max", max(x, 1));
        r.add(of + "argmin", argmin(x, 1));
        r.add(of + "var", var(x, 1));
        r.add(of + "var down", var(x, 0));
        r.add(of + "cumsum", cumsum(x, 1));
        r.add(of + "cumsum down", cumsum(x, 0));
        if (length > 1) r.add(of + "but the first", sum(x(ALL, slice(1, none)), 1));
      });
}

TEST(short_rows, sorts)
{
  for (std::int64_t const length : {1, 2, 3, 31, 32, 33, 64, 100, 1000, 1023, 1024, 1025})
    acre_test::expect_same_as_host<ACRE_TEST_SPACE>([=](auto space, results& r) {
      auto const x = table(space, 19, length, true);
      r.add(std::to_string(length) + ", keys", sort(x, 1));
      r.add(std::to_string(length) + ", places", argsort(x, 1));
      r.add(std::to_string(length) + ", places of float64", argsort(cast<double>(x), 1));
    });
}

TEST(short_rows, lists)
{
  for (std::int64_t const most : {1, 5, 9, 65, 130, 5000})
    acre_test::expect_same_as_host<ACRE_TEST_SPACE>([=](auto space, results& r) {
      array<std::int64_t, 1, decltype(space)> const counts =
          (arange<std::int64_t>(space, 301) * std::int64_t{7919}) % (most + 1);
      auto const x = table(space, 1, sum(counts).item(), most == 9).reshape(shape(-1));
      auto const lists = unflatten(x, counts);
      r.add(std::to_string(most) + ", sum", sum(lists, 1));
      r.add(std::to_string(most) + ", max", max(lists, 1, fill(0)));
    });
}

}  // namespace
