#pragma once

#include <acre/order/sort.hpp>
#include <acre_test/order_models.hpp>

#include <string>

#include <gtest/gtest.h>

namespace acre_test {

/// f(row) for the rows of a shape along an axis, each a list of elements' numbers.
template <std::size_t Rank, class F>
void for_rows(std::array<std::int64_t, Rank> const& shape, int axis, F const& f)
{
  std::int64_t inner = 1, outer = 1;
  for (int k = axis + 1; k < static_cast<int>(Rank); ++k) inner *= shape[k];
  for (int k = 0; k < axis; ++k) outer *= shape[k];
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i) {
      std::vector<std::size_t> row;
      for (std::int64_t k = 0; k < shape[axis]; ++k)
        row.push_back(static_cast<std::size_t>((o * shape[axis] + k) * inner + i));
      f(row);
    }
}

/// sort and argsort of an array agree with the model; values are compared as NumPy does, where -0.0
/// is 0.0.
template <class T, class Space, std::size_t Rank>
void sorts(std::array<std::int64_t, Rank> const& shape, int axis, std::uint64_t seed,
           Space const& space = {})
{
  SCOPED_TRACE(acre::to_string(acre::extents_view(shape)) + " along " + std::to_string(axis) +
               " of " + std::string(acre::dtype_name<T>()) + ", seed " + std::to_string(seed));
  auto const v = crowded<T>(acre::size_of(shape), seed);
  auto const x = place_any(space, v, shape);
  for (bool const down : {false, true}) {
    auto const sorted =
        acre::to_vector(down ? acre::sort(x, axis, acre::descending) : acre::sort(x, axis));
    auto const order =
        acre::to_vector(down ? acre::argsort(x, axis, acre::descending) : acre::argsort(x, axis));
    std::size_t wrong = 0;
    for_rows(shape, axis < 0 ? axis + static_cast<int>(Rank) : axis, [&](auto const& row) {
      std::vector<T> elements;
      for (auto const at : row) elements.push_back(v[at]);
      auto const wanted = order_of(elements, down);
      for (std::size_t k = 0; k < row.size(); ++k) {
        T const value = elements[static_cast<std::size_t>(wanted[k])];
        T const got = static_cast<T>(sorted[row[k]]);
        bool const same = !comes_before<T>(value, got) && !comes_before<T>(got, value);
        wrong += order[row[k]] != wanted[k] || !same;
      }
    });
    EXPECT_EQ(wrong, 0u) << (down ? "descending" : "ascending");
  }
}

}  // namespace acre_test
