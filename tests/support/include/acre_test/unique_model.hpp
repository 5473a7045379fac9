#pragma once

#include <acre_test/compare.hpp>
#include <acre_test/order_models.hpp>

#include <cstdint>
#include <vector>

namespace acre_test {

template <class T>
bool same_number(T a, T b)
{
  return a == b || (is_nan(a) && is_nan(b));
}

/// The result of acre::unique_all, of values and the order that they have.
template <class T>
struct unique_model {
  std::vector<T> values;
  std::vector<std::int64_t> first, inverse, counts;

  explicit unique_model(std::vector<T> const& v) : inverse(v.size())
  {
    for (auto const at : order_of(v)) {
      T const x = v[static_cast<std::size_t>(at)];
      if (values.empty() || !same_number<T>(values.back(), x)) {
        values.push_back(x);
        first.push_back(at);
        counts.push_back(0);
      }
      ++counts.back();
      inverse[static_cast<std::size_t>(at)] = static_cast<std::int64_t>(values.size()) - 1;
    }
  }
};

template <class T, class U>
bool same_numbers(std::vector<U> const& got, std::vector<T> const& wanted)
{
  if (got.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!same_number<T>(static_cast<T>(got[i]), wanted[i])) return false;
  return true;
}

}  // namespace acre_test
