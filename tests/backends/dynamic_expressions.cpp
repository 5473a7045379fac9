// Meaning of functions, dtype by dtype: the expected values are NumPy's (2.4) unless a comment says
// otherwise. Operators, dtypes at compile time: expression_of_integers.cpp,
// expression_of_floats.cpp.

#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre_test/dynamic_sweep.hpp>

#include <limits>

using acre::dtype, acre::dynamic_array;
using acre::dynamic::binary, acre::dynamic::unary;
using acre_test::has_elements, acre_test::place;

namespace {

template <class T>
using row = std::vector<T>;
using i8 = std::int8_t;
using u8 = std::uint8_t;
using truth = std::vector<bool>;
using complex = acre::complex<double>;
constexpr double inf = std::numeric_limits<double>::infinity();

DYNAMIC_SWEEP(dynamic_expressions, of_integers_divide_downwards)
{
  EXPECT_TRUE(has_elements(
      binary("power", place(space, row<u8>{2, 3}), place(space, row<u8>{8, 5})), row<u8>{0, 243}));
  auto const lowest = std::numeric_limits<std::int64_t>::min();
  auto const wide = place(space, row<std::int64_t>{lowest, lowest, 5});
  auto const by = place(space, row<std::int64_t>{-1, 0, -2});
  EXPECT_TRUE(has_elements(binary("floor_divide", wide, by), row<std::int64_t>{lowest, 0, -3}));
  EXPECT_TRUE(has_elements(binary("remainder", wide, by), row<std::int64_t>{0, 0, -1}));
}

DYNAMIC_SWEEP(dynamic_expressions, of_uint8)
{
  auto const a = place(space, row<u8>{0, 1, 200, 255});
  EXPECT_TRUE(has_elements(binary("add", a, a), row<u8>{0, 2, 144, 254}));
  EXPECT_TRUE(has_elements(binary("subtract", a, 201), row<u8>{55, 56, 255, 54}));
  EXPECT_TRUE(has_elements(binary("subtract", acre::dynamic::scalar_operand(a, 201), a),
                           row<u8>{201, 200, 1, 202}));
  EXPECT_TRUE(has_elements(binary("multiply", a, a), row<u8>{0, 1, 64, 1}));
  EXPECT_TRUE(has_elements(unary("negative", a), row<u8>{0, 255, 56, 1}));
  EXPECT_TRUE(has_elements(unary("invert", a), row<u8>{255, 254, 55, 0}));
  EXPECT_TRUE(has_elements(binary("right_shift", a, 3), row<u8>{0, 0, 25, 31}));
  EXPECT_TRUE(has_elements(binary("add", a, place(space, row<i8>{-128, -7, -1, 0})),
                           row<std::int16_t>{-128, -6, 199, 255}));
}

DYNAMIC_SWEEP(dynamic_expressions, of_bool)
{
  auto const b = place(space, truth{true, false, true}), d = place(space, truth{true, true, false});
  EXPECT_TRUE(has_elements(binary("add", b, d), truth{1, 1, 1}));
  EXPECT_TRUE(has_elements(binary("multiply", b, d), truth{1, 0, 0}));
  EXPECT_TRUE(has_elements(binary("bitwise_and", b, d), truth{1, 0, 0}));
  EXPECT_TRUE(has_elements(binary("bitwise_or", b, d), truth{1, 1, 1}));
  EXPECT_TRUE(has_elements(binary("bitwise_xor", b, d), truth{0, 1, 1}));
  EXPECT_TRUE(has_elements(unary("invert", b), truth{0, 1, 0}));
  EXPECT_TRUE(has_elements(binary("true_divide", b, d), row<double>{1, 0, inf}));
  EXPECT_TRUE(has_elements(binary("add", b, 1), row<std::int64_t>{2, 1, 2}));
  EXPECT_TRUE(has_elements(binary("add", b, 1.5), row<double>{2.5, 1.5, 2.5}));
}

DYNAMIC_SWEEP(dynamic_expressions, of_int8_round)
{
  EXPECT_TRUE(has_elements(unary("rint", place(space, row<i8>{-128, 7})), row<float>{-128, 7}));
  EXPECT_TRUE(has_elements(unary("floor", place(space, row<i8>{-128, 7})), row<i8>{-128, 7}));
  EXPECT_TRUE(
      has_elements(unary("reciprocal", place(space, row<i8>{1, 2, -1, -3})), row<i8>{1, 0, -1, 0}));
}

DYNAMIC_SWEEP(dynamic_expressions, of_complex)
{
  auto const c = place(space, row<complex>{{1, 2}, {3, -4}, {0, 0}});
  auto const e = place(space, row<complex>{{2, -1}, {0, 1}, {1, 0}});
  EXPECT_TRUE(has_elements(binary("multiply", c, e), row<complex>{{4, 3}, {4, 3}, {0, 0}}));
  EXPECT_TRUE(has_elements(binary("add", c, 1), row<complex>{{2, 2}, {4, -4}, {1, 0}}));
  EXPECT_TRUE(has_elements(binary("multiply", c, 2.5), row<complex>{{2.5, 5}, {7.5, -10}, {0, 0}}));
  EXPECT_TRUE(has_elements(binary("equal", c, c), truth{1, 1, 1}));
  EXPECT_TRUE(has_elements(binary("less", c, e), truth{1, 0, 1}));
  EXPECT_TRUE(has_elements(unary("absolute", place(space, row<complex>{{3, -4}, {0, 2}})),
                           row<double>{5, 2}));
  // no overflow on the way, and NumPy's answers beside infinities
  double const large = 0x1p1000, small = 0x1p-1000;
  auto const of =
      place(space, row<complex>{{large, large}, {small, -small}, {1, 2}, {large, small}});
  auto const by = place(space, row<complex>{{large, large}, {small, small}, {inf, 0}, {0, large}});
  EXPECT_TRUE(
      has_elements(binary("true_divide", of, by), row<complex>{{1, 0}, {0, -1}, {0, 0}, {0, -1}}));
  acre::dynamic::index_term const first_two = acre::slice(0, 2);
  EXPECT_TRUE(has_elements(unary("reciprocal", acre::dynamic::getitem(by, {&first_two, 1})),
                           row<complex>{{small / 2, -small / 2}, {large / 2, -large / 2}}));
  auto const one = place(space, row<acre::complex<float>>{{1, 1}});
  EXPECT_TRUE(
      has_elements(binary("add", one, place(space, row<std::int32_t>{1})), row<complex>{{2, 1}}));
}

DYNAMIC_SWEEP(dynamic_expressions, of_truth)
{
  auto const c = place(space, row<complex>{{0, 0}, {0, 2}, {1, 0}});
  EXPECT_TRUE(has_elements(unary("logical_not", c), truth{1, 0, 0}));
  EXPECT_TRUE(has_elements(acre::dynamic::astype(c, dtype::boolean), truth{0, 1, 1}));
}

}  // namespace
