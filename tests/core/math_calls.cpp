// acre::math's functions as calls of the library, which compiles them for several processors,
// beside those of the headers: the same bits, whichever of them a program's flags choose.
#define ACRE_MATH_CALLS 1
#include <acre/math/erf.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/gamma.hpp>
#include <acre/math/hyperbolic.hpp>
#include <acre/math/inverse_trig.hpp>
#include <acre/math/log.hpp>
#include <acre/math/logaddexp.hpp>
#include <acre/math/pow.hpp>
#include <acre/math/root.hpp>
#include <acre/math/trig.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace am = acre::math;
namespace inlined = acre::math::inlined;

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
bits_of<T> bits(T x)
{
  return std::bit_cast<bits_of<T>>(x);
}

/// Zeros, ends of the range, NaN, numbers where functions change their ways, and their negatives;
/// then any bit patterns and numbers of ordinary size.
template <class T>
std::vector<T> const& values()
{
  static std::vector<T> const made = [] {
    using limits = std::numeric_limits<T>;
    std::vector<T> v;
    for (T const x : {T(0),
                      limits::denorm_min(),
                      limits::min(),
                      limits::epsilon(),
                      T(0.25),
                      T(0.5),
                      T(1) - limits::epsilon() / 2,
                      T(1),
                      T(1) + limits::epsilon(),
                      T(1.5),
                      T(2),
                      T(3),
                      T(4),
                      T(52),
                      T(88.5),
                      T(709),
                      T(710),
                      T(746),
                      T(131072),
                      T(131073),
                      T(1e9),
                      T(1e15),
                      T(9e15),
                      T(1e30),
                      limits::max(),
                      limits::infinity(),
                      limits::quiet_NaN()}) {
      v.push_back(x);
      v.push_back(-x);
    }
    std::uint64_t state = 1;
    for (int k = 0; k < 2000; ++k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      std::uint64_t const word = state ^ (state >> 29);
      T const size = std::ldexp(static_cast<T>(word >> 40), static_cast<int>(k % 40) - 44);
      v.push_back(k % 3 == 0   ? std::bit_cast<T>(static_cast<bits_of<T>>(word))
                  : k % 3 == 1 ? size
                               : -size);
    }
    return v;
  }();
  return made;
}

template <class T>
void expect_same(char const* name, T (*called)(T), T (*in_header)(T))
{
  for (T const x : values<T>())
    ASSERT_EQ(bits(called(x)), bits(in_header(x))) << name << " of " << x;
}

template <class T>
void expect_same(char const* name, T (*called)(T, T), T (*in_header)(T, T))
{
  std::vector<T> const& v = values<T>();
  std::size_t const specials = 54;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t k = 0; k < specials; ++k)
      for (T const y : {v[k], v[(i * 31 + k * 7) % v.size()]}) {
        ASSERT_EQ(bits(called(v[i], y)), bits(in_header(v[i], y)))
            << name << " of " << v[i] << ", " << y;
        ASSERT_EQ(bits(called(y, v[i])), bits(in_header(y, v[i])))
            << name << " of " << y << ", " << v[i];
      }
}

template <class T>
void expect_same_sincos(void (*called)(T, T&, T&))
{
  for (T const x : values<T>()) {
    T s, c;
    called(x, s, c);
    ASSERT_EQ(bits(s), bits(inlined::sin(x))) << x;
    ASSERT_EQ(bits(c), bits(inlined::cos(x))) << x;
  }
}

#define ACRE_EXPECT_SAME(f)                     \
  expect_same<float>(#f, &am::f, &inlined::f);  \
  if (HasFatalFailure()) return;                \
  expect_same<double>(#f, &am::f, &inlined::f); \
  if (HasFatalFailure()) return;

TEST(math_calls, of_one_number_have_the_bits_of_the_headers)
{
  ACRE_EXPECT_SAME(cbrt)
  ACRE_EXPECT_SAME(exp)
  ACRE_EXPECT_SAME(exp2)
  ACRE_EXPECT_SAME(expm1)
  ACRE_EXPECT_SAME(log)
  ACRE_EXPECT_SAME(log2)
  ACRE_EXPECT_SAME(log10)
  ACRE_EXPECT_SAME(log1p)
  ACRE_EXPECT_SAME(sin)
  ACRE_EXPECT_SAME(cos)
  ACRE_EXPECT_SAME(tan)
  ACRE_EXPECT_SAME(asin)
  ACRE_EXPECT_SAME(acos)
  ACRE_EXPECT_SAME(atan)
  ACRE_EXPECT_SAME(sinh)
  ACRE_EXPECT_SAME(cosh)
  ACRE_EXPECT_SAME(tanh)
  ACRE_EXPECT_SAME(asinh)
  ACRE_EXPECT_SAME(acosh)
  ACRE_EXPECT_SAME(atanh)
  ACRE_EXPECT_SAME(erf)
  ACRE_EXPECT_SAME(erfc)
  ACRE_EXPECT_SAME(tgamma)
  ACRE_EXPECT_SAME(lgamma)
  expect_same_sincos<double>(&am::sincos);
  expect_same_sincos<float>(&am::sincos);
}

TEST(math_calls, of_two_numbers_have_the_bits_of_the_headers){
    ACRE_EXPECT_SAME(pow) ACRE_EXPECT_SAME(hypot) ACRE_EXPECT_SAME(atan2)
        ACRE_EXPECT_SAME(logaddexp)}

/// pow of doubles reads a table and asks whether it has told the bits: bases of all sizes and next
/// to 1, where the table's rows meet, exponents of all sizes and whole ones.
TEST(math_calls, pow_has_the_bits_of_the_header)
{
  std::uint64_t state = 3;
  auto const word = [&] {
    return state = state * 6364136223846793005u + 1442695040888963407u, state ^ (state >> 29);
  };
  auto const unit = [&] { return static_cast<double>(word() >> 11) * 0x1p-53; };
  for (int k = 0; k < 200000; ++k) {
    double x = 0, y = 0;
    switch (k % 5) {
      case 0:
        x = std::bit_cast<double>(word() & 0x7fffffffffffffffu), y = unit() * 4 - 2;
        break;
      case 1:
        x = 1 + std::ldexp(unit() - 0.5, -static_cast<int>(word() & 31)),
        y = std::ldexp(unit() - 0.5, static_cast<int>(word() & 31));
        break;
      case 2:
        x = unit() * 100, y = unit() * 20 - 10;
        break;
      case 3:
        x = unit() * 4, y = static_cast<double>(word() % 41) / 2 - 10;
        break;
      default:
        x = std::bit_cast<double>(0x3fe6980000000000u + ((word() & 255) << 44) + (word() & 7) - 3);
        y = unit() * 2000 - 1000;
    }
    ASSERT_EQ(bits(am::pow(x, y)), bits(inlined::pow(x, y))) << x << " to the " << y;
  }
}

}  // namespace
