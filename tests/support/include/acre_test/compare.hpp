#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre_test/error_of.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace acre_test {

/// 64 well-mixed bits from a counter (splitmix64).
constexpr std::uint64_t mix(std::uint64_t i)
{
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Numbers of both signs whose sum depends on the order it is taken in: magnitudes over 2^8.
/// Integers take any value of their type.
template <class T>
T noise_at(std::uint64_t i)
{
  std::uint64_t const bits = mix(i);
  if constexpr (std::is_same_v<T, bool>)
    return (bits & 1) != 0;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(
        std::ldexp(static_cast<double>(bits >> 11) * 0x1p-53 - 0.5, static_cast<int>(bits & 7)));
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(bits);
  else
    return T(noise_at<typename T::value_type>(2 * i), noise_at<typename T::value_type>(2 * i + 1));
}
template <class T>
std::vector<T> noise(std::int64_t count, std::uint64_t seed = 0)
{
  std::vector<T> v(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = noise_at<T>(seed * 1000003 + i);
  return v;
}

/// Host elements as an array of a shape on a space.
template <class T, class Space, std::size_t Rank>
auto place(Space const& space, std::vector<T> const& v, std::array<std::int64_t, Rank> const& shape)
{
  return acre::from_host<T>(space, std::span<T const>(v), shape);
}
template <class T, class Space>
auto place(Space const& space, std::vector<T> const& v)
{
  return place(space, v, acre::shape(v.size()));
}

/// Queues of a space that must agree: of the host those of several numbers of threads, if the
/// tested one has threads, one of any other.
template <class Space>
std::vector<Space> instances()
{
  if constexpr (std::is_same_v<Space, acre::host>)
    if (auto const with = acre::backends::host::chosen_kind().of_threads)
      return {with(1), with(2), with(3), with(7), Space()};
  return {Space()};
}

template <class T>
bool same_bits(T a, T b)
{
  if constexpr (std::is_floating_point_v<T>) {
    // which NaN an operation makes is the processor's affair
    if (std::isnan(a) && std::isnan(b)) return true;
    return std::memcmp(&a, &b, sizeof a) == 0;
  } else if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else {
    return same_bits(a.real(), b.real()) && same_bits(a.imag(), b.imag());
  }
}

template <class T>
std::string text_of(T v)
{
  char text[64];
  if constexpr (std::is_floating_point_v<T>) {
    std::snprintf(text, sizeof text, "%a", static_cast<double>(v));
    return text;
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(v);
  } else {
    return text_of(v.real()) + " + i " + text_of(v.imag());
  }
}

/// Success where elements agree to the bit (NaN equals NaN), else where they differ first.
template <class T>
::testing::AssertionResult same_elements(std::vector<T> const& got, std::vector<T> const& wanted)
{
  if (got.size() != wanted.size())
    return ::testing::AssertionFailure() << got.size() << " elements, not " << wanted.size();
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (same_bits(got[i], wanted[i])) continue;
    std::size_t count = 0;
    for (std::size_t k = i; k < got.size(); ++k) count += !same_bits(got[k], wanted[k]);
    return ::testing::AssertionFailure()
           << "element " << i << " is " << text_of(got[i]) << ", not " << text_of(wanted[i]) << "; "
           << count << " of " << got.size() << " elements differ";
  }
  return ::testing::AssertionSuccess();
}

// compiled once, in tests/support/compare.cpp
using ::testing::AssertionResult;
extern template AssertionResult same_elements(std::vector<std::int8_t> const&,
                                              std::vector<std::int8_t> const&);
extern template AssertionResult same_elements(std::vector<std::int32_t> const&,
                                              std::vector<std::int32_t> const&);
extern template AssertionResult same_elements(std::vector<std::int64_t> const&,
                                              std::vector<std::int64_t> const&);
extern template AssertionResult same_elements(std::vector<std::uint8_t> const&,
                                              std::vector<std::uint8_t> const&);
extern template AssertionResult same_elements(std::vector<std::uint32_t> const&,
                                              std::vector<std::uint32_t> const&);
extern template AssertionResult same_elements(std::vector<std::uint64_t> const&,
                                              std::vector<std::uint64_t> const&);
extern template AssertionResult same_elements(std::vector<float> const&, std::vector<float> const&);
extern template AssertionResult same_elements(std::vector<double> const&,
                                              std::vector<double> const&);
extern template AssertionResult same_elements(std::vector<acre::complex<double>> const&,
                                              std::vector<acre::complex<double>> const&);

/// An array or expression against host elements in C order.
template <class T, class E>
::testing::AssertionResult equals(E const& e, std::vector<T> const& wanted)
{
  return same_elements(acre::to_vector(e), wanted);
}
template <class T, class E>
::testing::AssertionResult equals(E const& e, std::initializer_list<T> wanted)
{
  return equals<T>(e, std::vector<T>(wanted));
}

/// Numbers for models of sums.
struct add {
  template <class T>
  T operator()(T a, T b) const
  {
    return a + b;
  }
};

}  // namespace acre_test

namespace testing {

// what most comparisons print when they fail: compiled once, in tests/support/compare.cpp
extern template std::string PrintToString(char const* const&);
extern template std::string PrintToString(std::string const&);
extern template std::string PrintToString(int const&);
extern template std::string PrintToString(unsigned const&);
extern template std::string PrintToString(long const&);
extern template std::string PrintToString(unsigned long const&);
extern template std::string PrintToString(float const&);
extern template std::string PrintToString(double const&);
extern template std::string PrintToString(acre::shape_t<1> const&);
extern template std::string PrintToString(acre::shape_t<2> const&);
extern template std::string PrintToString(acre::shape_t<3> const&);
extern template std::string PrintToString(std::vector<double> const&);

}  // namespace testing
