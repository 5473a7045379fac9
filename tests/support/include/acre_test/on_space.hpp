#pragma once

#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <initializer_list>
#include <type_traits>

namespace acre_test {

/// A test on a space.
template <class Space>
class on_space : public ::testing::Test {
 protected:
  Space space;

  template <class T>
  auto row(std::initializer_list<T> v) const
  {
    return acre::from_host<T>(space, v);
  }
};

template <class T, class E>
constexpr bool has_dtype = std::is_same_v<typename std::remove_cvref_t<E>::value_type, T>;

}  // namespace acre_test
