#pragma once

#include <acre/order/sort.hpp>
#include <acre_test/order_models.hpp>

#include <string>

#include <gtest/gtest.h>

namespace acre_test {

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
