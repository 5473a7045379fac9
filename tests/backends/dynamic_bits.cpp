#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/dynamic_values.hpp>
#include <acre_test/spaces.hpp>

#include <cstring>

namespace {

using acre::dtype;
using acre::dynamic_array;
using acre_test::values, acre_test::vector_of;
namespace dynamic = acre::dynamic;

template <class Space>
struct dynamic_bits : testing::Test {
  Space space;
};
TYPED_TEST_SUITE(dynamic_bits, acre_test::spaces, acre_test::space_names);

template <class T, class E>
void expect_same_bits(dynamic_array const& got, E const& expected)
{
  auto const bytes = dynamic::to_host(got);
  auto const want = acre::to_vector(expected);
  EXPECT_EQ(got.dtype(), acre::dtype_of<T>);
  ASSERT_EQ(bytes.size(), want.size() * sizeof(T));
  EXPECT_EQ(std::memcmp(bytes.data(), want.data(), bytes.size()), 0);
}

TYPED_TEST(dynamic_bits, functions_of_the_gamma_and_error_family)
{
  std::vector<float> drawn = acre_test::noise<float>(301);
  for (float& x : drawn) x = 8 * x - 4;
  auto const a = acre_test::place(this->space, drawn);
  expect_same_bits<float>(dynamic::unary("erf", a), acre::evaluate(acre::erf(a)));
  expect_same_bits<float>(dynamic::unary("erfc", a), acre::evaluate(acre::erfc(a)));
  expect_same_bits<float>(dynamic::unary("lgamma", a), acre::evaluate(acre::lgamma(a)));
  expect_same_bits<float>(dynamic::unary("tgamma", a), acre::evaluate(acre::tgamma(a)));
  acre::array<double, 1, TypeParam> const b = acre::cast<double>(a);
  expect_same_bits<double>(dynamic::unary("erf", b), acre::evaluate(acre::erf(b)));
  expect_same_bits<double>(dynamic::unary("erfc", b), acre::evaluate(acre::erfc(b)));
  expect_same_bits<double>(dynamic::unary("lgamma", b), acre::evaluate(acre::lgamma(b)));
  expect_same_bits<double>(dynamic::unary("tgamma", b), acre::evaluate(acre::tgamma(b)));
  auto const i = vector_of<std::int8_t>(this->space, {1, 2, 5});
  EXPECT_EQ(values<float>(dynamic::unary("tgamma", i)), (std::vector<float>{1, 1, 24}));
  EXPECT_EQ(dynamic::unary_dtype("erf", dtype::int32), dtype::float64);
}

template <class T, class Space>
void compare_complex(Space const& space)
{
  using C = acre::complex<T>;
  std::vector<T> const x = acre_test::noise<T>(200);
  std::vector<C> z;
  for (std::size_t k = 0; k < 100; ++k) z.emplace_back(4 * x[k] - 2, 4 * x[k + 100] - 2);
  z.emplace_back(T(-4), T(0));
  z.emplace_back(T(0), T(0));
  auto const a = acre_test::place(space, z);
  expect_same_bits<C>(dynamic::unary("exp", a), acre::evaluate(acre::exp(a)));
  expect_same_bits<C>(dynamic::unary("log", a), acre::evaluate(acre::log(a)));
  expect_same_bits<C>(dynamic::unary("sqrt", a), acre::evaluate(acre::sqrt(a)));
}

TYPED_TEST(dynamic_bits, exp_log_and_sqrt_of_complex_numbers)
{
  compare_complex<float>(this->space);
  compare_complex<double>(this->space);
  auto const root = values<acre::complex<double>>(
      dynamic::unary("sqrt", vector_of<acre::complex<double>>(this->space, {{-4, 0}})));
  EXPECT_EQ(root.front(), acre::complex<double>(0, 2));
  EXPECT_EQ(
      acre_test::error_of<acre::dtype_error>(
          [&] { dynamic::unary("erf", vector_of<acre::complex<float>>(this->space, {{1, 0}})); }),
      "ufunc 'erf' not supported for the input types, and the inputs could not be safely coerced "
      "to "
      "any supported types according to the casting rule ''safe'': erf does not take complex64");
}

TYPED_TEST(dynamic_bits, sums_in_the_dtype_that_is_asked_for)
{
  auto const a = vector_of<std::int8_t>(this->space, {100, 100, 100});
  EXPECT_EQ(values<std::int64_t>(dynamic::reduce("sum", a)), std::vector<std::int64_t>{300});
  EXPECT_EQ(values<std::int8_t>(dynamic::reduce("sum", a, {.type = dtype::int8})),
            std::vector<std::int8_t>{44});
  EXPECT_EQ(values<double>(dynamic::reduce("prod", a, {.type = dtype::float64})),
            std::vector<double>{1e6});
}

}  // namespace
