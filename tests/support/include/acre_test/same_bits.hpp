#pragma once

#include <acre/array.hpp>
#include <acre/dynamic/array.hpp>
#include <acre/dynamic/dtype.hpp>
#include <acre/elementwise.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/compare.hpp>

#include <cmath>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace acre_test {

template <class T>
void expect_same_elements(std::span<std::byte const> got, std::span<std::byte const> want)
{
  for (std::size_t at = 0; at < got.size(); at += sizeof(T)) {
    T a, b;
    std::memcpy(&a, &got[at], sizeof(T));
    std::memcpy(&b, &want[at], sizeof(T));
    // which NaN an operation makes is the processor's affair
    if (std::isnan(a) && std::isnan(b)) continue;
    EXPECT_EQ(std::memcmp(&a, &b, sizeof(T)), 0)
        << "element " << at / sizeof(T) << ": " << a << " and " << b;
  }
}

/// The results of a function of dynamic arrays and of that of arrays.
inline void expect_same(std::string_view name, acre::dynamic_array const& got,
                        acre::dynamic_array const& want)
{
  SCOPED_TRACE(name);
  EXPECT_STREQ(acre::name(got.dtype()), acre::name(want.dtype()));
  EXPECT_EQ(acre::to_string(got.shape()), acre::to_string(want.shape()));
  auto const a = acre::dynamic::to_host(got), b = acre::dynamic::to_host(want);
  ASSERT_EQ(a.size(), b.size());
  if (got.dtype() == acre::dtype::float64 || got.dtype() == acre::dtype::complex128)
    expect_same_elements<double>(a, b);
  else if (got.dtype() == acre::dtype::float32 || got.dtype() == acre::dtype::complex64)
    expect_same_elements<float>(a, b);
  else
    EXPECT_TRUE(a == b);
}

/// Functions of acre::dynamic and of acre, by the name of the first: same("diff", …, diff(x)).
class both_faces {
 public:
  template <acre::expression E>
  void operator()(std::string_view name, acre::dynamic_array const& got, E const& want)
  {
    both(name, got, acre::evaluate(want));
  }
  void both(std::string_view name, acre::dynamic_array const& got, acre::dynamic_array const& want)
  {
    compared_.emplace(name);
    expect_same(name, got, want);
  }
  /// Each of these names has been compared.
  void expect_all(std::vector<std::string_view> const& names) const
  {
    for (auto const name : names)
      EXPECT_TRUE(compared_.contains(std::string(name))) << name << " is not compared";
  }

 private:
  std::set<std::string> compared_;
};

/// Operands of most dtypes for tests of both faces.
class both_faces_of_numbers : public testing::Test {
 protected:
  acre::default_space space;
  acre::array<double, 2> x = place(space, noise<double>(3 * 300, 1), acre::shape(3, 300)),
                         y = place(space, noise<double>(3 * 300, 2), acre::shape(3, 300)),
                         p = acre::abs(x) / (1.0 + acre::abs(x));  // in [0, 1)
  acre::array<float, 2> f = place(space, noise<float>(3 * 300, 3), acre::shape(3, 300));
  acre::array<acre::complex<double>, 2> z =
      place(space, noise<acre::complex<double>>(3 * 300, 4), acre::shape(3, 300));
  acre::array<std::int64_t, 2> i = acre::cast<std::int64_t>(x),
                               j = acre::cast<std::int64_t>(acre::abs(y) / 8.0);
  acre::array<bool, 2> m = x > 0.0, n = y > 0.0;
  acre::array<double, 1> v = acre::copy(x(0)), w = acre::copy(y(1)),
                         t = acre::cumsum(p(0));  // t ascends
  both_faces same;
};

}  // namespace acre_test
