#pragma once
#include <cstring>
#include <type_traits>
#include <vector>

namespace acre::apps {

/// Whether two spaces computed the same elements, to the bit.
template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b)
{
  static_assert(std::is_trivially_copyable_v<T>);
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace acre::apps
