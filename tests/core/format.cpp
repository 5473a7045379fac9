// The text of arrays. Every expected text is what NumPy 2.4 prints.
#include <acre/array/detail/format.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using acre::complex;
using std::int16_t, std::int32_t, std::int64_t, std::int8_t;
using std::uint16_t, std::uint32_t, std::uint64_t, std::uint8_t;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

template <class T>
std::string text(std::vector<int64_t> const& shape, std::vector<T> const& values, bool repr)
{
  auto const elements = std::make_unique<T[]>(values.size());  // because of vector<bool>
  std::copy(values.begin(), values.end(), elements.get());
  return acre::detail::format_array<T>(values.empty() ? nullptr : elements.get(), shape, repr);
}

template <class T>
std::string str(std::vector<int64_t> const& shape, std::vector<T> const& values)
{
  return text(shape, values, false);
}

template <class T>
std::string repr(std::vector<int64_t> const& shape, std::vector<T> const& values)
{
  return text(shape, values, true);
}

template <class T>
std::vector<T> iota(int count, double first = 0, double step = 1)
{
  std::vector<T> values;
  for (int i = 0; i < count; ++i) values.push_back(static_cast<T>(first + step * i));
  return values;
}

TEST(format, booleans)
{
  EXPECT_EQ(str<bool>({3}, {true, false, true}), "[ True False  True]");
  EXPECT_EQ(repr<bool>({3}, {true, false, true}), "array([ True, False,  True])");
  EXPECT_EQ(str<bool>({2, 2}, {true, true, true, true}),
            "[[ True  True]\n"
            " [ True  True]]");
  EXPECT_EQ(repr<bool>({2, 2}, {true, true, true, true}),
            "array([[ True,  True],\n"
            "       [ True,  True]])");
}

TEST(format, integers)
{
  EXPECT_EQ(str<int64_t>({3}, {1, 2, 3}), "[1 2 3]");
  EXPECT_EQ(repr<int64_t>({3}, {1, 2, 3}), "array([1, 2, 3])");
  EXPECT_EQ(str<int64_t>({4}, {-7, 10, 0, 1000}), "[  -7   10    0 1000]");
  EXPECT_EQ(repr<int64_t>({4}, {-7, 10, 0, 1000}), "array([  -7,   10,    0, 1000])");
  EXPECT_EQ(str<int64_t>({2}, {-9223372036854775807LL - 1, 9223372036854775807LL}),
            "[-9223372036854775808  9223372036854775807]");
  EXPECT_EQ(repr<int64_t>({2}, {-9223372036854775807LL - 1, 9223372036854775807LL}),
            "array([-9223372036854775808,  9223372036854775807])");
  EXPECT_EQ(str<uint64_t>({2}, {18446744073709551615ULL, 0}),
            "[18446744073709551615                    0]");
  EXPECT_EQ(repr<uint64_t>({2}, {18446744073709551615ULL, 0}),
            "array([18446744073709551615,                    0], dtype=uint64)");
  EXPECT_EQ(str<int8_t>({3}, {-128, 127, 65}), "[-128  127   65]");
  EXPECT_EQ(repr<int8_t>({3}, {-128, 127, 65}), "array([-128,  127,   65], dtype=int8)");
  EXPECT_EQ(repr<uint8_t>({2}, {255, 65}), "array([255,  65], dtype=uint8)");
  EXPECT_EQ(repr<int16_t>({2}, {-32768, 1}), "array([-32768,      1], dtype=int16)");
  EXPECT_EQ(repr<uint16_t>({1}, {65535}), "array([65535], dtype=uint16)");
  EXPECT_EQ(repr<int32_t>({2}, {-2147483647, 5}), "array([-2147483647,           5], dtype=int32)");
  EXPECT_EQ(repr<uint32_t>({1}, {4294967295}), "array([4294967295], dtype=uint32)");
}

TEST(format, shortest_digits)
{
  EXPECT_EQ(str<double>({3}, {1, 2, 3}), "[1. 2. 3.]");
  EXPECT_EQ(repr<double>({3}, {1, 2, 3}), "array([1., 2., 3.])");
  EXPECT_EQ(str<double>({4}, {0.1, 0.25, -12.5, 3}), "[  0.1    0.25 -12.5    3.  ]");
  EXPECT_EQ(repr<double>({4}, {0.1, 0.25, -12.5, 3}), "array([  0.1 ,   0.25, -12.5 ,   3.  ])");
  EXPECT_EQ(str<double>({3}, {0.1, 0.2, 0.30000000000000004}), "[0.1 0.2 0.3]");
  EXPECT_EQ(str<double>({2}, {3.141592653589793, 2.718281828459045}), "[3.14159265 2.71828183]");
  EXPECT_EQ(repr<double>({2}, {3.141592653589793, 2.718281828459045}),
            "array([3.14159265, 2.71828183])");
  EXPECT_EQ(str<float>({3}, {0.1, 3.14159265, 16777216}),
            "[1.0000000e-01 3.1415927e+00 1.6777216e+07]");
  EXPECT_EQ(repr<float>({3}, {0.1, 3.14159265, 16777216}),
            "array([1.0000000e-01, 3.1415927e+00, 1.6777216e+07], dtype=float32)");
  EXPECT_EQ(str<float>({2}, {3.14159265, 2.5}), "[3.1415927 2.5      ]");
  EXPECT_EQ(repr<float>({2}, {3.14159265, 2.5}), "array([3.1415927, 2.5      ], dtype=float32)");
  EXPECT_EQ(str<double>({2}, {0.001953125, 0.005859375}), "[0.00195312 0.00585938]");
  EXPECT_EQ(repr<double>({2}, {0.001953125, 0.005859375}), "array([0.00195312, 0.00585938])");
  EXPECT_EQ(str<double>({2}, {0.00048828125, 0.0009765625}), "[0.00048828 0.00097656]");
  EXPECT_EQ(str<double>({2}, {0.999999999999, 99.5}), "[ 1.  99.5]");
  EXPECT_EQ(str<double>({2}, {-0.0, 0.0}), "[-0.  0.]");
  EXPECT_EQ(repr<double>({2}, {-0.0, 0.0}), "array([-0.,  0.])");
  EXPECT_EQ(repr<float>({1}, {-0.0}), "array([-0.], dtype=float32)");
}

TEST(format, where_the_exponent_begins)
{
  EXPECT_EQ(str<double>({2}, {99999999, 1e6}), "[99999999.  1000000.]");
  EXPECT_EQ(str<double>({1}, {1e8}), "[1.e+08]");
  EXPECT_EQ(repr<double>({1}, {1e8}), "array([1.e+08])");
  EXPECT_EQ(str<double>({2}, {99999999.999999, 5e7}), "[99999999.999999 50000000.      ]");
  EXPECT_EQ(str<double>({2}, {0.0001, 0.001}), "[0.0001 0.001 ]");
  EXPECT_EQ(str<double>({2}, {0.00009999, 0.001}), "[9.999e-05 1.000e-03]");
  EXPECT_EQ(str<double>({2}, {1, 1000}), "[   1. 1000.]");
  EXPECT_EQ(str<double>({2}, {1, 1000.5}), "[1.0000e+00 1.0005e+03]");
  EXPECT_EQ(str<float>({1}, {999999.9}), "[999999.9]");
  EXPECT_EQ(str<float>({1}, {1e6}), "[1.e+06]");
  EXPECT_EQ(repr<float>({1}, {1e6}), "array([1.e+06], dtype=float32)");
  EXPECT_EQ(str<float>({1}, {0.0001}), "[0.0001]");
}

TEST(format, exponents)
{
  EXPECT_EQ(str<double>({3}, {1e-10, 1, 1e10}), "[1.e-10 1.e+00 1.e+10]");
  EXPECT_EQ(repr<double>({3}, {1e-10, 1, 1e10}), "array([1.e-10, 1.e+00, 1.e+10])");
  EXPECT_EQ(str<double>({3}, {0, -1.5, 2e300}), "[ 0.0e+000 -1.5e+000  2.0e+300]");
  EXPECT_EQ(repr<double>({3}, {0, -1.5, 2e300}), "array([ 0.0e+000, -1.5e+000,  2.0e+300])");
  EXPECT_EQ(str<double>({3}, {1.7976931348623157e308, 2.2250738585072014e-308, 5e-324}),
            "[1.79769313e+308 2.22507386e-308 4.94065646e-324]");
  EXPECT_EQ(repr<double>({3}, {1.7976931348623157e308, 2.2250738585072014e-308, 5e-324}),
            "array([1.79769313e+308, 2.22507386e-308, 4.94065646e-324])");
  EXPECT_EQ(str<float>({2}, {3.4028234e38, 1.1754944e-38}), "[3.4028235e+38 1.1754944e-38]");
  EXPECT_EQ(repr<float>({2}, {3.4028234e38, 1.1754944e-38}),
            "array([3.4028235e+38, 1.1754944e-38], dtype=float32)");
  EXPECT_EQ(str<float>({3}, {1.00000001e-10, 1.2345678e-20, 1e30}),
            "[1.0000000e-10 1.2345678e-20 1.0000000e+30]");
  EXPECT_EQ(repr<float>({3}, {1.00000001e-10, 1.2345678e-20, 1e30}),
            "array([1.0000000e-10, 1.2345678e-20, 1.0000000e+30], dtype=float32)");
  EXPECT_EQ(str<double>({2}, {123456789.123456789, 1e-3}), "[1.23456789e+08 1.00000000e-03]");
  EXPECT_EQ(str<double>({2}, {9.99999999999e20, 1}), "[1.e+21 1.e+00]");
}

TEST(format, not_a_number_and_infinity)
{
  EXPECT_EQ(str<double>({3}, {nan, inf, -inf}), "[ nan  inf -inf]");
  EXPECT_EQ(repr<double>({3}, {nan, inf, -inf}), "array([ nan,  inf, -inf])");
  EXPECT_EQ(str<double>({2}, {nan, nan}), "[nan nan]");
  EXPECT_EQ(repr<double>({2}, {nan, nan}), "array([nan, nan])");
  EXPECT_EQ(str<double>({2}, {inf, 1}), "[inf  1.]");
  EXPECT_EQ(repr<double>({2}, {inf, 1}), "array([inf,  1.])");
  EXPECT_EQ(str<double>({2}, {-inf, 1}), "[-inf   1.]");
  EXPECT_EQ(repr<double>({2}, {-inf, 1}), "array([-inf,   1.])");
  EXPECT_EQ(str<double>({3}, {nan, -1.25, 100}), "[   nan  -1.25 100.  ]");
  EXPECT_EQ(repr<double>({3}, {nan, -1.25, 100}), "array([   nan,  -1.25, 100.  ])");
  EXPECT_EQ(str<double>({3}, {1e20, -inf, nan}), "[1.e+20   -inf    nan]");
  EXPECT_EQ(repr<double>({3}, {1e20, -inf, nan}), "array([1.e+20,   -inf,    nan])");
  EXPECT_EQ(str<float>({3}, {1, inf, -0.5}), "[ 1.   inf -0.5]");
  EXPECT_EQ(repr<float>({3}, {1, inf, -0.5}), "array([ 1. ,  inf, -0.5], dtype=float32)");
}

TEST(format, complex_numbers)
{
  EXPECT_EQ(str<complex<double>>({2}, {{1, 2}, {3, -4}}), "[1.+2.j 3.-4.j]");
  EXPECT_EQ(repr<complex<double>>({2}, {{1, 2}, {3, -4}}), "array([1.+2.j, 3.-4.j])");
  EXPECT_EQ(str<complex<double>>({3}, {{1.5, -0.0}, {-0.0, 100}, {0.25, 1e3}}),
            "[ 1.5    -0.j -0.   +100.j  0.25+1000.j]");
  EXPECT_EQ(repr<complex<double>>({3}, {{1.5, -0.0}, {-0.0, 100}, {0.25, 1e3}}),
            "array([ 1.5    -0.j, -0.   +100.j,  0.25+1000.j])");
  EXPECT_EQ(str<complex<double>>({2}, {{nan, -inf}, {-1, nan}}), "[nan-infj -1.+nanj]");
  EXPECT_EQ(repr<complex<double>>({2}, {{nan, -inf}, {-1, nan}}), "array([nan-infj, -1.+nanj])");
  EXPECT_EQ(str<complex<double>>({2}, {{1e20, 1}, {1, 1e-7}}), "[1.e+20+1.e+00j 1.e+00+1.e-07j]");
  EXPECT_EQ(repr<complex<double>>({2}, {{1e20, 1}, {1, 1e-7}}),
            "array([1.e+20+1.e+00j, 1.e+00+1.e-07j])");
  EXPECT_EQ(str<complex<float>>({2}, {{0.1, 3.14159265}, {inf, -2}}),
            "[0.1+3.1415927j inf-2.j       ]");
  EXPECT_EQ(repr<complex<float>>({2}, {{0.1, 3.14159265}, {inf, -2}}),
            "array([0.1+3.1415927j, inf-2.j       ], dtype=complex64)");
  EXPECT_EQ(str<complex<double>>({2, 2}, {{1, 1}, {2.25, -2}, {0, 0}, {-3, 0.125}}),
            "[[ 1.  +1.j     2.25-2.j   ]\n"
            " [ 0.  +0.j    -3.  +0.125j]]");
  EXPECT_EQ(repr<complex<double>>({2, 2}, {{1, 1}, {2.25, -2}, {0, 0}, {-3, 0.125}}),
            "array([[ 1.  +1.j   ,  2.25-2.j   ],\n"
            "       [ 0.  +0.j   , -3.  +0.125j]])");
  EXPECT_EQ(repr<complex<float>>({1}, {{1e6, 1}}), "array([1.e+06+1.j], dtype=complex64)");
}

TEST(format, no_axis_is_a_scalar)
{
  EXPECT_EQ(str<bool>({}, {true}), "True");
  EXPECT_EQ(repr<bool>({}, {true}), "array(True)");
  EXPECT_EQ(str<int64_t>({}, {-5}), "-5");
  EXPECT_EQ(repr<int64_t>({}, {-5}), "array(-5)");
  EXPECT_EQ(str<uint8_t>({}, {200}), "200");
  EXPECT_EQ(repr<uint8_t>({}, {200}), "array(200, dtype=uint8)");
  EXPECT_EQ(str<double>({}, {0.1}), "0.1");
  EXPECT_EQ(str<double>({}, {1}), "1.0");
  EXPECT_EQ(repr<double>({}, {1}), "array(1.)");
  EXPECT_EQ(str<double>({}, {0.30000000000000004}), "0.30000000000000004");
  EXPECT_EQ(repr<double>({}, {0.30000000000000004}), "array(0.3)");
  EXPECT_EQ(str<double>({}, {1e15}), "1000000000000000.0");
  EXPECT_EQ(repr<double>({}, {1e15}), "array(1.e+15)");
  EXPECT_EQ(str<double>({}, {9999999999999998.}), "9999999999999998.0");
  EXPECT_EQ(str<double>({}, {1e16}), "1e+16");
  EXPECT_EQ(str<double>({}, {0.0001}), "0.0001");
  EXPECT_EQ(str<double>({}, {0.00001}), "1e-05");
  EXPECT_EQ(repr<double>({}, {0.00001}), "array(1.e-05)");
  EXPECT_EQ(str<double>({}, {1.5e-300}), "1.5e-300");
  EXPECT_EQ(str<double>({}, {-0.0}), "-0.0");
  EXPECT_EQ(str<double>({}, {nan}), "nan");
  EXPECT_EQ(repr<double>({}, {nan}), "array(nan)");
  EXPECT_EQ(str<double>({}, {-inf}), "-inf");
  EXPECT_EQ(repr<double>({}, {-inf}), "array(-inf)");
  EXPECT_EQ(str<float>({}, {0.1}), "0.1");
  EXPECT_EQ(repr<float>({}, {0.1}), "array(0.1, dtype=float32)");
  EXPECT_EQ(str<float>({}, {999999.9}), "999999.9");
  EXPECT_EQ(str<float>({}, {1e6}), "1e+06");
  EXPECT_EQ(repr<float>({}, {1e6}), "array(1.e+06, dtype=float32)");
  EXPECT_EQ(str<float>({}, {0.0001}), "1e-04");
  EXPECT_EQ(str<float>({}, {16777216}), "1.6777216e+07");
  EXPECT_EQ(str<float>({}, {-inf}), "-inf");
  EXPECT_EQ(str<complex<double>>({}, {{1, 2}}), "(1+2j)");
  EXPECT_EQ(repr<complex<double>>({}, {{1, 2}}), "array(1.+2.j)");
  EXPECT_EQ(str<complex<double>>({}, {{0, 2}}), "2j");
  EXPECT_EQ(repr<complex<double>>({}, {{0, 2}}), "array(0.+2.j)");
  EXPECT_EQ(str<complex<double>>({}, {{-0.0, 2}}), "(-0+2j)");
  EXPECT_EQ(str<complex<double>>({}, {{1.5, -2.5}}), "(1.5-2.5j)");
  EXPECT_EQ(str<complex<double>>({}, {{1e16, 1e15}}), "(1e+16+1000000000000000j)");
  EXPECT_EQ(str<complex<double>>({}, {{0, -inf}}), "-infj");
  EXPECT_EQ(str<complex<double>>({}, {{nan, nan}}), "(nan+nanj)");
  EXPECT_EQ(repr<complex<double>>({}, {{nan, nan}}), "array(nan+nanj)");
  EXPECT_EQ(str<complex<double>>({}, {{inf, -1}}), "(inf-1j)");
  EXPECT_EQ(str<complex<float>>({}, {{0.1, 1e6}}), "(0.1+1e+06j)");
  EXPECT_EQ(repr<complex<float>>({}, {{0.1, 1e6}}), "array(0.1+1.e+06j, dtype=complex64)");
}

TEST(format, nothing)
{
  EXPECT_EQ(str<double>({0}, {}), "[]");
  EXPECT_EQ(repr<double>({0}, {}), "array([], dtype=float64)");
  EXPECT_EQ(str<float>({0, 3}, {}), "[]");
  EXPECT_EQ(repr<float>({0, 3}, {}), "array([], shape=(0, 3), dtype=float32)");
  EXPECT_EQ(str<int64_t>({2, 0}, {}), "[]");
  EXPECT_EQ(repr<int64_t>({2, 0}, {}), "array([], shape=(2, 0), dtype=int64)");
  EXPECT_EQ(str<bool>({1, 0, 4}, {}), "[]");
  EXPECT_EQ(repr<bool>({1, 0, 4}, {}), "array([], shape=(1, 0, 4), dtype=bool)");
  EXPECT_EQ(repr<complex<float>>({0}, {}), "array([], dtype=complex64)");
  EXPECT_EQ(repr<complex<double>>({0, 1}, {}), "array([], shape=(0, 1), dtype=complex128)");
}

TEST(format, two_axes)
{
  EXPECT_EQ(str<int64_t>({2, 3}, {1, 2, 3, 4, 5, 6}),
            "[[1 2 3]\n"
            " [4 5 6]]");
  EXPECT_EQ(repr<int64_t>({2, 3}, {1, 2, 3, 4, 5, 6}),
            "array([[1, 2, 3],\n"
            "       [4, 5, 6]])");
  EXPECT_EQ(str<double>({2, 2}, {1.123456789123, 1000, 2, nan}),
            "[[   1.12345679 1000.        ]\n"
            " [   2.                   nan]]");
  EXPECT_EQ(repr<double>({2, 2}, {1.123456789123, 1000, 2, nan}),
            "array([[   1.12345679, 1000.        ],\n"
            "       [   2.        ,           nan]])");
  EXPECT_EQ(str<float>({1, 3}, {-1, 2.5, 3}), "[[-1.   2.5  3. ]]");
  EXPECT_EQ(repr<float>({1, 3}, {-1, 2.5, 3}), "array([[-1. ,  2.5,  3. ]], dtype=float32)");
  EXPECT_EQ(str<double>({3, 1}, {1, -2, 3}),
            "[[ 1.]\n"
            " [-2.]\n"
            " [ 3.]]");
  EXPECT_EQ(repr<double>({3, 1}, {1, -2, 3}),
            "array([[ 1.],\n"
            "       [-2.],\n"
            "       [ 3.]])");
}

TEST(format, three_and_more_axes)
{
  EXPECT_EQ(str<int64_t>({2, 2, 3}, iota<int64_t>(12)),
            "[[[ 0  1  2]\n"
            "  [ 3  4  5]]\n"
            "\n"
            " [[ 6  7  8]\n"
            "  [ 9 10 11]]]");
  EXPECT_EQ(repr<int64_t>({2, 2, 3}, iota<int64_t>(12)),
            "array([[[ 0,  1,  2],\n"
            "        [ 3,  4,  5]],\n"
            "\n"
            "       [[ 6,  7,  8],\n"
            "        [ 9, 10, 11]]])");
  EXPECT_EQ(str<double>({2, 1, 2, 2}, {1, -2, 0.5, 4, 5, 6, 7, 80}),
            "[[[[ 1.  -2. ]\n"
            "   [ 0.5  4. ]]]\n"
            "\n"
            "\n"
            " [[[ 5.   6. ]\n"
            "   [ 7.  80. ]]]]");
  EXPECT_EQ(repr<double>({2, 1, 2, 2}, {1, -2, 0.5, 4, 5, 6, 7, 80}),
            "array([[[[ 1. , -2. ],\n"
            "         [ 0.5,  4. ]]],\n"
            "\n"
            "\n"
            "       [[[ 5. ,  6. ],\n"
            "         [ 7. , 80. ]]]])");
  EXPECT_EQ(str<int16_t>({1, 2, 1, 2, 1, 2}, iota<int16_t>(8)),
            "[[[[[[0 1]]\n"
            "\n"
            "    [[2 3]]]]\n"
            "\n"
            "\n"
            "\n"
            "  [[[[4 5]]\n"
            "\n"
            "    [[6 7]]]]]]");
  EXPECT_EQ(repr<int16_t>({1, 2, 1, 2, 1, 2}, iota<int16_t>(8)),
            "array([[[[[[0, 1]],\n"
            "\n"
            "          [[2, 3]]]],\n"
            "\n"
            "\n"
            "\n"
            "        [[[[4, 5]],\n"
            "\n"
            "          [[6, 7]]]]]], dtype=int16)");
}

TEST(format, long_lines_wrap)
{
  EXPECT_EQ(str<int64_t>({30}, iota<int64_t>(30)),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
            " 24 25 26 27 28 29]");
  EXPECT_EQ(repr<int64_t>({30}, iota<int64_t>(30)),
            "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
            "       17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])");
  EXPECT_EQ(str<double>({25}, iota<double>(25, -3, 0.25)),
            "[-3.   -2.75 -2.5  -2.25 -2.   -1.75 -1.5  -1.25 -1.   -0.75 -0.5  -0.25\n"
            "  0.    0.25  0.5   0.75  1.    1.25  1.5   1.75  2.    2.25  2.5   2.75\n"
            "  3.  ]");
  EXPECT_EQ(repr<double>({25}, iota<double>(25, -3, 0.25)),
            "array([-3.  , -2.75, -2.5 , -2.25, -2.  , -1.75, -1.5 , -1.25, -1.  ,\n"
            "       -0.75, -0.5 , -0.25,  0.  ,  0.25,  0.5 ,  0.75,  1.  ,  1.25,\n"
            "        1.5 ,  1.75,  2.  ,  2.25,  2.5 ,  2.75,  3.  ])");
  EXPECT_EQ(str<int64_t>({2, 24}, iota<int64_t>(48)),
            "[[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23]\n"
            " [24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47]]");
  EXPECT_EQ(repr<int64_t>({2, 24}, iota<int64_t>(48)),
            "array([[ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15,\n"
            "        16, 17, 18, 19, 20, 21, 22, 23],\n"
            "       [24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,\n"
            "        40, 41, 42, 43, 44, 45, 46, 47]])");
  EXPECT_EQ(
      str<complex<double>>(
          {8}, {{1, 2}, {0.1, -0.5}, {12.25, 3}, {4, 5}, {6, 7}, {8, -9}, {10, 11}, {12, 13.5}}),
      "[ 1.   +2.j   0.1  -0.5j 12.25 +3.j   4.   +5.j   6.   +7.j   8.   -9.j\n"
      " 10.  +11.j  12.  +13.5j]");
  EXPECT_EQ(
      repr<complex<double>>(
          {8}, {{1, 2}, {0.1, -0.5}, {12.25, 3}, {4, 5}, {6, 7}, {8, -9}, {10, 11}, {12, 13.5}}),
      "array([ 1.   +2.j ,  0.1  -0.5j, 12.25 +3.j ,  4.   +5.j ,  6.   +7.j ,\n"
      "        8.   -9.j , 10.  +11.j , 12.  +13.5j])");
  EXPECT_EQ(str<bool>({14}, {true, false, true, false, true, false, true, false, true, false, true,
                             false, true, false}),
            "[ True False  True False  True False  True False  True False  True False\n"
            "  True False]");
  EXPECT_EQ(repr<bool>({14}, {true, false, true, false, true, false, true, false, true, false, true,
                              false, true, false}),
            "array([ True, False,  True, False,  True, False,  True, False,  True,\n"
            "       False,  True, False,  True, False])");
  EXPECT_EQ(str<float>({2, 12}, iota<float>(24, 0.125, 1.25)),
            "[[ 0.125  1.375  2.625  3.875  5.125  6.375  7.625  8.875 10.125 11.375\n"
            "  12.625 13.875]\n"
            " [15.125 16.375 17.625 18.875 20.125 21.375 22.625 23.875 25.125 26.375\n"
            "  27.625 28.875]]");
  EXPECT_EQ(repr<float>({2, 12}, iota<float>(24, 0.125, 1.25)),
            "array([[ 0.125,  1.375,  2.625,  3.875,  5.125,  6.375,  7.625,  8.875,\n"
            "        10.125, 11.375, 12.625, 13.875],\n"
            "       [15.125, 16.375, 17.625, 18.875, 20.125, 21.375, 22.625, 23.875,\n"
            "        25.125, 26.375, 27.625, 28.875]], dtype=float32)");
  EXPECT_EQ(repr<int32_t>({17}, iota<int32_t>(17)),
            "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16],\n"
            "      dtype=int32)");
  EXPECT_EQ(repr<int32_t>({18}, iota<int32_t>(18)),
            "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
            "       17], dtype=int32)");
  EXPECT_EQ(repr<int32_t>({19}, iota<int32_t>(19)),
            "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
            "       17, 18], dtype=int32)");
  EXPECT_EQ(str<int64_t>({23}, iota<int64_t>(23)),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22]");
  EXPECT_EQ(repr<int64_t>({23}, iota<int64_t>(23)),
            "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
            "       17, 18, 19, 20, 21, 22])");
  EXPECT_EQ(str<int64_t>({24}, iota<int64_t>(24)),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23]");
  EXPECT_EQ(repr<int64_t>({24}, iota<int64_t>(24)),
            "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
            "       17, 18, 19, 20, 21, 22, 23])");
  EXPECT_EQ(str<int64_t>({25}, iota<int64_t>(25)),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
            " 24]");
  EXPECT_EQ(repr<int64_t>({25}, iota<int64_t>(25)),
            "array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16,\n"
            "       17, 18, 19, 20, 21, 22, 23, 24])");
}

TEST(format, more_than_1000_are_summarised)
{
  EXPECT_EQ(str<int64_t>({1001}, iota<int64_t>(1001)), "[   0    1    2 ...  998  999 1000]");
  EXPECT_EQ(repr<int64_t>({1001}, iota<int64_t>(1001)),
            "array([   0,    1,    2, ...,  998,  999, 1000], shape=(1001,))");
  EXPECT_EQ(str<double>({2000}, iota<double>(2000, 0, 0.5)),
            "[0.000e+00 5.000e-01 1.000e+00 ... 9.985e+02 9.990e+02 9.995e+02]");
  EXPECT_EQ(repr<double>({2000}, iota<double>(2000, 0, 0.5)),
            "array([0.000e+00, 5.000e-01, 1.000e+00, ..., 9.985e+02, 9.990e+02,\n"
            "       9.995e+02], shape=(2000,))");
  EXPECT_EQ(repr<int32_t>({2000}, iota<int32_t>(2000)),
            "array([   0,    1,    2, ..., 1997, 1998, 1999],\n"
            "      shape=(2000,), dtype=int32)");
  EXPECT_EQ(str<int64_t>({100, 100}, iota<int64_t>(10000)),
            "[[   0    1    2 ...   97   98   99]\n"
            " [ 100  101  102 ...  197  198  199]\n"
            " [ 200  201  202 ...  297  298  299]\n"
            " ...\n"
            " [9700 9701 9702 ... 9797 9798 9799]\n"
            " [9800 9801 9802 ... 9897 9898 9899]\n"
            " [9900 9901 9902 ... 9997 9998 9999]]");
  EXPECT_EQ(repr<int64_t>({100, 100}, iota<int64_t>(10000)),
            "array([[   0,    1,    2, ...,   97,   98,   99],\n"
            "       [ 100,  101,  102, ...,  197,  198,  199],\n"
            "       [ 200,  201,  202, ...,  297,  298,  299],\n"
            "       ...,\n"
            "       [9700, 9701, 9702, ..., 9797, 9798, 9799],\n"
            "       [9800, 9801, 9802, ..., 9897, 9898, 9899],\n"
            "       [9900, 9901, 9902, ..., 9997, 9998, 9999]], shape=(100, 100))");
  EXPECT_EQ(str<float>({100, 100}, iota<float>(10000, -5000)),
            "[[-5000. -4999. -4998. ... -4903. -4902. -4901.]\n"
            " [-4900. -4899. -4898. ... -4803. -4802. -4801.]\n"
            " [-4800. -4799. -4798. ... -4703. -4702. -4701.]\n"
            " ...\n"
            " [ 4700.  4701.  4702. ...  4797.  4798.  4799.]\n"
            " [ 4800.  4801.  4802. ...  4897.  4898.  4899.]\n"
            " [ 4900.  4901.  4902. ...  4997.  4998.  4999.]]");
  EXPECT_EQ(repr<float>({100, 100}, iota<float>(10000, -5000)),
            "array([[-5000., -4999., -4998., ..., -4903., -4902., -4901.],\n"
            "       [-4900., -4899., -4898., ..., -4803., -4802., -4801.],\n"
            "       [-4800., -4799., -4798., ..., -4703., -4702., -4701.],\n"
            "       ...,\n"
            "       [ 4700.,  4701.,  4702., ...,  4797.,  4798.,  4799.],\n"
            "       [ 4800.,  4801.,  4802., ...,  4897.,  4898.,  4899.],\n"
            "       [ 4900.,  4901.,  4902., ...,  4997.,  4998.,  4999.]],\n"
            "      shape=(100, 100), dtype=float32)");
  EXPECT_EQ(str<int64_t>({6, 200}, iota<int64_t>(1200)),
            "[[   0    1    2 ...  197  198  199]\n"
            " [ 200  201  202 ...  397  398  399]\n"
            " [ 400  401  402 ...  597  598  599]\n"
            " [ 600  601  602 ...  797  798  799]\n"
            " [ 800  801  802 ...  997  998  999]\n"
            " [1000 1001 1002 ... 1197 1198 1199]]");
  EXPECT_EQ(str<int64_t>({200, 6}, iota<int64_t>(1200)),
            "[[   0    1    2    3    4    5]\n"
            " [   6    7    8    9   10   11]\n"
            " [  12   13   14   15   16   17]\n"
            " ...\n"
            " [1182 1183 1184 1185 1186 1187]\n"
            " [1188 1189 1190 1191 1192 1193]\n"
            " [1194 1195 1196 1197 1198 1199]]");
  EXPECT_EQ(repr<int64_t>({200, 6}, iota<int64_t>(1200)),
            "array([[   0,    1,    2,    3,    4,    5],\n"
            "       [   6,    7,    8,    9,   10,   11],\n"
            "       [  12,   13,   14,   15,   16,   17],\n"
            "       ...,\n"
            "       [1182, 1183, 1184, 1185, 1186, 1187],\n"
            "       [1188, 1189, 1190, 1191, 1192, 1193],\n"
            "       [1194, 1195, 1196, 1197, 1198, 1199]], shape=(200, 6))");
  EXPECT_EQ(str<double>({7, 3, 60}, iota<double>(1260)),
            "[[[0.000e+00 1.000e+00 2.000e+00 ... 5.700e+01 5.800e+01 5.900e+01]\n"
            "  [6.000e+01 6.100e+01 6.200e+01 ... 1.170e+02 1.180e+02 1.190e+02]\n"
            "  [1.200e+02 1.210e+02 1.220e+02 ... 1.770e+02 1.780e+02 1.790e+02]]\n"
            "\n"
            " [[1.800e+02 1.810e+02 1.820e+02 ... 2.370e+02 2.380e+02 2.390e+02]\n"
            "  [2.400e+02 2.410e+02 2.420e+02 ... 2.970e+02 2.980e+02 2.990e+02]\n"
            "  [3.000e+02 3.010e+02 3.020e+02 ... 3.570e+02 3.580e+02 3.590e+02]]\n"
            "\n"
            " [[3.600e+02 3.610e+02 3.620e+02 ... 4.170e+02 4.180e+02 4.190e+02]\n"
            "  [4.200e+02 4.210e+02 4.220e+02 ... 4.770e+02 4.780e+02 4.790e+02]\n"
            "  [4.800e+02 4.810e+02 4.820e+02 ... 5.370e+02 5.380e+02 5.390e+02]]\n"
            "\n"
            " ...\n"
            "\n"
            " [[7.200e+02 7.210e+02 7.220e+02 ... 7.770e+02 7.780e+02 7.790e+02]\n"
            "  [7.800e+02 7.810e+02 7.820e+02 ... 8.370e+02 8.380e+02 8.390e+02]\n"
            "  [8.400e+02 8.410e+02 8.420e+02 ... 8.970e+02 8.980e+02 8.990e+02]]\n"
            "\n"
            " [[9.000e+02 9.010e+02 9.020e+02 ... 9.570e+02 9.580e+02 9.590e+02]\n"
            "  [9.600e+02 9.610e+02 9.620e+02 ... 1.017e+03 1.018e+03 1.019e+03]\n"
            "  [1.020e+03 1.021e+03 1.022e+03 ... 1.077e+03 1.078e+03 1.079e+03]]\n"
            "\n"
            " [[1.080e+03 1.081e+03 1.082e+03 ... 1.137e+03 1.138e+03 1.139e+03]\n"
            "  [1.140e+03 1.141e+03 1.142e+03 ... 1.197e+03 1.198e+03 1.199e+03]\n"
            "  [1.200e+03 1.201e+03 1.202e+03 ... 1.257e+03 1.258e+03 1.259e+03]]]");
  EXPECT_EQ(repr<complex<double>>({1500}, iota<complex<double>>(1500)),
            "array([0.000e+00+0.j, 1.000e+00+0.j, 2.000e+00+0.j, ..., 1.497e+03+0.j,\n"
            "       1.498e+03+0.j, 1.499e+03+0.j], shape=(1500,))");
  EXPECT_EQ(repr<int64_t>({2, 2, 2, 500}, iota<int64_t>(4000)),
            "array([[[[   0,    1,    2, ...,  497,  498,  499],\n"
            "         [ 500,  501,  502, ...,  997,  998,  999]],\n"
            "\n"
            "        [[1000, 1001, 1002, ..., 1497, 1498, 1499],\n"
            "         [1500, 1501, 1502, ..., 1997, 1998, 1999]]],\n"
            "\n"
            "\n"
            "       [[[2000, 2001, 2002, ..., 2497, 2498, 2499],\n"
            "         [2500, 2501, 2502, ..., 2997, 2998, 2999]],\n"
            "\n"
            "        [[3000, 3001, 3002, ..., 3497, 3498, 3499],\n"
            "         [3500, 3501, 3502, ..., 3997, 3998, 3999]]]],\n"
            "      shape=(2, 2, 2, 500))");
}

TEST(format, a_thousand_are_not_summarised)
{
  EXPECT_EQ(str<int64_t>({1000}, iota<int64_t>(1000)).find("..."), std::string::npos);
  EXPECT_EQ(repr<int64_t>({1000}, iota<int64_t>(1000)).find("shape="), std::string::npos);
}

TEST(format, only_the_printed_elements_count)
{
  std::vector<double> values(2000, 1.0);
  values[1000] = 1e300;
  values[1001] = nan;
  EXPECT_EQ(str<double>({2000}, values), "[1. 1. 1. ... 1. 1. 1.]");
}

}  // namespace
