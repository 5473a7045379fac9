#pragma once

#include <acre/acre.hpp>
#include <acre/distributed.hpp>

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "cuts.hpp"
#include <gtest/gtest.h>

/// Cases of distributed arrays: elements, and comparisons to the bit.
namespace acre_test {

/// Elements of many kinds: few different ones or many, -0.0, NaNs of either sign and infinities.
template <class T>
std::vector<T> draw(std::mt19937_64& dice, std::int64_t n)
{
  std::vector<T> x(static_cast<std::size_t>(n));
  if constexpr (acre::detail::is_complex<T>::value) {
    auto const re = draw<typename T::value_type>(dice, n),
               im = draw<typename T::value_type>(dice, n);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = T(re[k], im[k]);
    return x;
  } else {
    auto const kind = dice() % 4;
    std::normal_distribution<double> normal(0, 1000);
    for (auto&& e : x) {
      if constexpr (std::is_same_v<T, bool>) {
        e = dice() % 2 == 0;
      } else if constexpr (std::is_integral_v<T>) {
        e = static_cast<T>(kind == 0 ? dice() : kind == 1 ? dice() % 5 : dice() % 300);
      } else {
        double v = kind == 1 ? static_cast<double>(dice() % 4) : normal(dice);
        if (kind != 2) switch (dice() % 12) {
            case 0:
              v = -0.0;
              break;
            case 1:
              v = 0.0;
              break;
            case 2:
              v = std::numeric_limits<double>::quiet_NaN();
              break;
            case 3:
              v = -std::numeric_limits<double>::quiet_NaN();
              break;
            case 4:
              v = dice() % 2 ? std::numeric_limits<double>::infinity()
                             : -std::numeric_limits<double>::infinity();
              break;
            default:
              break;
          }
        e = static_cast<T>(v);
      }
    }
    return x;
  }
}

/// Which NaN arithmetic makes of several isn't promised: `nan_is_one` for what is computed.
template <class A, class B>
::testing::AssertionResult same_bits(A const& a, B const& b, bool nan_is_one = false)
{
  static_assert(std::is_same_v<typename A::value_type, typename B::value_type>);
  using T = typename A::value_type;
  if (a.shape() != b.shape())
    return ::testing::AssertionFailure()
           << "shapes " << acre::to_string(a.shape()) << " and " << acre::to_string(b.shape());
  auto const x = acre::evaluate(a), y = acre::evaluate(b);
  auto const u = acre::detail::contiguous(x), v = acre::detail::contiguous(y);
  u.space().fence();
  v.space().fence();
  for (std::int64_t i = 0; i < u.size(); ++i)
    if (std::memcmp(u.data() + i, v.data() + i, sizeof(T)) != 0 &&
        !(nan_is_one && u.data()[i] != u.data()[i] && v.data()[i] != v.data()[i]))
      return ::testing::AssertionFailure()
             << "element " << i << ": " << acre::to_string(u) << " and " << acre::to_string(v);
  return ::testing::AssertionSuccess();
}

/// This process' part of a whole array that all have.
template <class T, class Space>
acre::distributed::array<T, 1, Space> blocks_of(acre::distributed::processes const& all,
                                                acre::array<T, 1, Space> const& whole,
                                                acre::distributed::blocks<1> const& where)
{
  acre::distributed::array<T, 1, Space> x(all, whole.space(), where);
  auto const first = x.first()[0];
  if (x.local().size() > 0)
    x.local()(acre::ALL) = whole(acre::slice(first, first + x.local().size()));
  return x;
}

/// The whole array, on every process.
template <class X>
auto whole_of(X const& x)
{
  auto const t = acre::distributed::detail::as_term(x);
  using T = typename X::value_type;
  acre::array<T, X::rank, typename X::space_type> whole;
  for (int root = 0; root < t.all.size(); ++root) {
    auto const mine = gather_to(x, root);
    if (root == t.all.rank()) whole = mine;
  }
  return whole;
}

}  // namespace acre_test
