#pragma once

#include <acre/dynamic/creation.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace acre_test {

template <class T>
std::vector<T> values(acre::dynamic_array const& a)
{
  auto const bytes = acre::dynamic::to_host(a);
  EXPECT_EQ(a.dtype(), acre::dtype_of<T>);
  std::vector<T> v(bytes.size() / sizeof(T));
  std::memcpy(v.data(), bytes.data(), bytes.size());
  return v;
}
template <class T>
acre::dynamic_array vector_of(acre::dynamic_space const& space, std::vector<T> const& v)
{
  return acre::dynamic::from_host(space, acre::dtype_of<T>, std::as_bytes(std::span(v)),
                                  std::array{std::int64_t(v.size())});
}
inline std::vector<std::int64_t> shape_of(acre::dynamic_array const& a)
{
  return {a.shape().begin(), a.shape().end()};
}

}  // namespace acre_test
