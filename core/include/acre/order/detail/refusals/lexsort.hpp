#pragma once

/// Misuses of <acre/order/lexsort.hpp>, refused with a sentence; that header opens this one last.
namespace acre {

/// lexsort({a, b}), lexsort(std::tuple(a, b)).
template <expression K>
auto lexsort(std::initializer_list<K> keys)
{
  static_assert(detail::never<K>,
                "acre: keys stand beside each other, the first one that counts last: "
                "lexsort(secondary, primary)");
  return acre::lexsort(*keys.begin());
}
template <expression... K>
auto lexsort(std::tuple<K...> const& keys)
{
  return acre::lexsort({std::get<0>(keys)});  // refused there
}

}  // namespace acre
