// Elementwise functions by name: what NumPy gives for the dtypes that they change.

#include <acre/array/windows.hpp>
#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/dlpack.hpp>
#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/histogram.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/pad.hpp>
#include <acre/dynamic/polynomial.hpp>
#include <acre/dynamic/print.hpp>
#include <acre/dynamic/random.hpp>
#include <acre/dynamic/reduce_where.hpp>
#include <acre/dynamic/scatter.hpp>
#include <acre/dynamic/sequences.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/dynamic/stacks.hpp>
#include <acre/dynamic/statistics.hpp>
#include <acre/random/generator.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/spaces.hpp>

#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace {

using acre::dtype;
using acre::dynamic_array;
using acre_test::equals;
namespace dynamic = acre::dynamic;

template <class Space>
struct dynamic_functions : testing::Test {
  Space space;

  template <class T>
  dynamic_array row(std::initializer_list<T> v) const
  {
    return acre::from_host(space, v);
  }
  template <class T>
  auto typed(dynamic_array const& a) const
  {
    EXPECT_EQ(a.dtype(), acre::dtype_of<T>);
    return a.as<T, 1, Space>();
  }
};
TYPED_TEST_SUITE(dynamic_functions, acre_test::spaces, acre_test::space_names);

using c128 = acre::complex<double>;

TYPED_TEST(dynamic_functions, round)
{
  auto const x = this->row({1.005, 2.5, -0.125});
  EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::round(x)), {1, 2, -0.0}));
  EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::round(x, 2)), {1, 2.5, -0.12}));
  EXPECT_TRUE(
      equals<int>(this->template typed<int>(dynamic::round(this->row({1250}), -2)), {1200}));
  EXPECT_TRUE(equals<float>(this->template typed<float>(dynamic::round(this->row({true}))), {1}));
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::unary("round", this->row({3}))), {3}));
  EXPECT_TRUE(
      equals<float>(this->template typed<float>(dynamic::unary("round", this->row({true}))), {1}));
}

TYPED_TEST(dynamic_functions, put)
{
  auto const m = dynamic::reshape(this->row({0, 1, 2, 3, 4, 5}), {2, 3});
  dynamic::put(m, this->row({1, -1, 1}), this->row({7.5, 8.5}));
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::ravel(m)), {0, 7, 2, 3, 4, 8}));
  auto const turned = dynamic::transpose(m);  // written through a copy
  dynamic::put(turned, this->row({1, 8}), this->row({-1}), acre::index_mode::wrap);
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::ravel(m)), {0, -1, 2, -1, 4, 8}));
  dynamic::put(m, this->template row<int>({}), this->row({1}));
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] {
              dynamic::put(m, this->row({0, 6}), this->row({9}));
              dynamic::fence(m);
            }).substr(0, 49),
            "index 6 is out of bounds for axis 0 with size 6 (");
  EXPECT_EQ(acre_test::error_of<acre::index_error>(
                [&] { dynamic::put(this->template row<int>({}), this->row({0}), this->row({1})); }),
            "cannot replace elements of an empty array");
  EXPECT_THROW(
      dynamic::put(this->template row<int>({}), this->row({0}), this->template row<int>({})),
      acre::index_error);
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>(
                [&] { dynamic::put(m, this->row({0.0}), this->row({1})); }),
            "Cannot cast array data from dtype('float64') to dtype('int64') according to the rule "
            "'safe'");
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::ravel(m)), {0, -1, 2, -1, 4, 8}));
}

TYPED_TEST(dynamic_functions, full_keeps_integers)
{
  acre::dynamic_space const space = this->space;
  auto const one = std::array{std::int64_t{1}};
  std::int64_t const large = (std::int64_t{1} << 53) + 1;
  EXPECT_TRUE(equals<std::int64_t>(
      this->template typed<std::int64_t>(dynamic::full(space, dtype::int64, one, large)), {large}));
  EXPECT_TRUE(equals<std::uint64_t>(
      this->template typed<std::uint64_t>(dynamic::full(space, dtype::uint64, one, UINT64_MAX)),
      {UINT64_MAX}));
  EXPECT_TRUE(equals<std::int8_t>(
      this->template typed<std::int8_t>(dynamic::full(space, dtype::int8, one, 2.5)), {2}));
  EXPECT_EQ(
      acre_test::error_of<acre::value_error>([&] { dynamic::full(space, dtype::int8, one, 300); }),
      "Python integer 300 out of bounds for int8");
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { dynamic::full(space, dtype::int64, one, std::uint64_t{1} << 63); }),
            "Python int too large to convert to C long");
  EXPECT_THAT(acre_test::error_of<acre::out_of_memory>(
                  [&] { dynamic::full(space, dtype::int8, std::array{std::int64_t{1} << 55}, 0); }),
              testing::HasSubstr("an array with shape (36028797018963968,) and"));
}

TYPED_TEST(dynamic_functions, complex_numbers_beside_arrays)
{
  acre::dynamic_space const space = this->space;
  auto const one = std::array{std::int64_t{1}};
  c128 const z(1, 2);
  EXPECT_TRUE(equals<c128>(
      this->template typed<c128>(dynamic::full(space, dtype::complex128, one, z)), {z}));
  EXPECT_THROW(dynamic::full(space, dtype::float32, one, z), acre::dtype_error);
  EXPECT_TRUE(equals<c128>(this->template typed<c128>(dynamic::binary("add", this->row({1, 2}), z)),
                           {{2, 2}, {3, 2}}));
  EXPECT_EQ(dynamic::binary("multiply", this->row({1.0f}), z).dtype(), dtype::complex64);
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>([&] {
              dynamic::pad(this->row({1.0}), 1, {.mode = "linear_ramp", .end_values = {{z, z}}});
            }),
            "pad: end_values of mode linear_ramp are real numbers");
}

/// A GPU's queue holds some numbers, of any dtype, and forgets the ones that it was given first.
TYPED_TEST(dynamic_functions, many_numbers_beside_arrays)
{
  auto const x = this->row({1.0, -2.0}), f = this->row({1.0f, -2.0f});
  auto const i = this->row({5, 7});
  auto const own = dynamic::scalar_operand(x, 3.0);
  for (int again = 0; again < 2; ++again)
    for (int k = 0; k < 100; ++k) {
      double const n = k;
      EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::binary("add", x, n)),
                                 {1 + n, n - 2}));
      EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::binary("subtract", n, x)),
                                 {n - 1, n + 2}));
      EXPECT_TRUE(equals<float>(this->template typed<float>(dynamic::binary("multiply", f, n)),
                                {float(n), -2 * float(n)}));
      EXPECT_TRUE(equals<std::int32_t>(
          this->template typed<std::int32_t>(dynamic::binary("add", i, std::int64_t{k})),
          {5 + k, 7 + k}));
    }
  EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::binary("add", x, own)), {4, 1}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] {
              dynamic::binary("subtract", std::int64_t{300}, this->template row<std::int8_t>({1}));
            }),
            "Python integer 300 out of bounds for int8");
}

TYPED_TEST(dynamic_functions, results_written_into_arrays)
{
  auto const a = this->row({1.0, 2.0, 3.0});
  auto const part = dynamic::getitem(a, std::vector<dynamic::index_term>{acre::slice(1, 3)});
  dynamic::binary_into("multiply", part, part, dynamic::scalar_operand(part, 10.0));
  EXPECT_TRUE(equals<double>(this->template typed<double>(a), {1, 20, 30}));
  auto const narrow = this->row({0.0f, 0.0f, 0.0f});
  dynamic::binary_into("subtract", narrow, a, dynamic::scalar_operand(a, std::int64_t{1}));
  EXPECT_TRUE(equals<float>(this->template typed<float>(narrow), {0, 19, 29}));
  auto const whole = this->row({0, 0, 0});
  EXPECT_EQ(
      acre_test::error_of<acre::dtype_error>([&] { dynamic::binary_into("divide", whole, a, a); }),
      "Cannot cast ufunc 'true_divide' output from dtype('float64') to dtype('int32') with casting "
      "rule 'same_kind'");
  EXPECT_THROW(dynamic::binary_into("add", part, a, a), acre::shape_error);
}

TYPED_TEST(dynamic_functions, texts_and_copies_on_a_space)
{
  acre::dynamic_space const space = this->space;
  auto const x = dynamic::reshape(this->row({1.5f, 2.0f}), {2, 1});
  EXPECT_EQ(dynamic::to_string(x), "[[1.5]\n [2. ]]");
  EXPECT_EQ(dynamic::repr(x), "array([[1.5],\n       [2. ]], dtype=float32)");
  auto const there = dynamic::copy_to(acre::space_named("serial"), dynamic::transpose(x));
  EXPECT_EQ(acre::to_string(there.shape()), "(1,2)");
  EXPECT_EQ(dynamic::repr(dynamic::copy_to(space, there)), "array([[1.5, 2. ]], dtype=float32)");
  EXPECT_NE(dynamic::copy_to(space, x).first(), x.first());
  EXPECT_EQ(dynamic::dlpack_stream(space).has_value(), !TypeParam::host_accessible);
}

TYPED_TEST(dynamic_functions, put_along_axis)
{
  auto const m = dynamic::reshape(this->row({0, 1, 2, 3, 4, 5}), {2, 3});
  dynamic::put_along_axis(m, dynamic::reshape(this->row({2, 0}), {2, 1}), this->row({9}), 1);
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::ravel(m)), {0, 1, 9, 9, 4, 5}));
  dynamic::put_along_axis(dynamic::transpose(m), this->row({0}), this->row({7}), std::nullopt);
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::ravel(m)), {7, 1, 9, 9, 4, 5}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { dynamic::put_along_axis(m, this->row({0}), this->row({7}), 1); }),
            "`indices` and `arr` must have the same number of dimensions");
}

TYPED_TEST(dynamic_functions, stacks_windows_and_polynomials)
{
  auto const a = this->row({1, 2, 3}), b = this->row({4, 5, 6});
  auto const values = [&](dynamic_array const& x) {
    return this->template typed<int>(dynamic::ravel(x));
  };
  std::array const parts{a, b};
  EXPECT_TRUE(equals<int>(values(dynamic::vstack(parts)), {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(dynamic::hstack(parts).rank(), 1);
  EXPECT_TRUE(equals<int>(values(dynamic::column_stack(parts)), {1, 4, 2, 5, 3, 6}));
  EXPECT_TRUE(equals<int>(values(dynamic::dstack(parts)), {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(acre::to_string(dynamic::atleast(3, a).shape()), "(1,3,1)");
  EXPECT_EQ(acre::to_string(dynamic::broadcast_arrays(
                                std::array{a, dynamic::reshape(this->row({1, 2}), {2, 1})})[1]
                                .shape()),
            "(2,3)");
  EXPECT_TRUE(equals<int>(values(dynamic::sliding_window_view(a, {2})), {1, 2, 2, 3}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { dynamic::sliding_window_view(a, {4}); }),
            "window shape cannot be larger than input array shape: 4 of 3 elements");
  EXPECT_TRUE(equals<int>(values(dynamic::polyval(a, b)), {27, 38, 51}));
  EXPECT_TRUE(
      equals<std::int64_t>(this->template typed<std::int64_t>(dynamic::polyder(a)), {2, 2}));
  EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::polyint(b, 1, {7})),
                             {4 / 3.0, 2.5, 6, 7}));
}

TYPED_TEST(dynamic_functions, reductions_of_elements_that_count)
{
  auto const x = this->row({1.0, 5.0, 2.0});
  auto const mask = this->row({true, false, true});
  auto const value = [](dynamic_array const& a) { return dynamic::item<double>(a); };
  EXPECT_EQ(value(dynamic::reduce_where("sum", x, {.where = mask})), 3);
  EXPECT_EQ(value(dynamic::reduce_where("sum", x, {.where = mask, .initial = 2.0})), 5);
  EXPECT_EQ(value(dynamic::reduce_where("max", x, {.where = mask, .initial = 0.0})), 2);
  EXPECT_EQ(value(dynamic::reduce_where("mean", x, {.where = mask})), 1.5);
  EXPECT_EQ(value(dynamic::reduce_where("var", x, {.where = mask}, {.ddof = 1})), 0.5);
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { dynamic::reduce_where("min", x, {.where = mask}); }),
            "reduction operation 'minimum' does not have an identity, so to use a where mask one "
            "has to specify 'initial'");
  auto const mean = dynamic::reduce("mean", this->row({1, 2, 4}), {.type = acre::dtype::int64});
  EXPECT_EQ(dynamic::item<std::int64_t>(mean), 2) << "cast, as in NumPy";
}

TYPED_TEST(dynamic_functions, places_are_combined_with)
{
  std::array<dynamic::index_term, 1> const places{this->row({0, 2, 0})};
  auto const after = [&]<class T>(void (*f)(dynamic_array const&, dynamic::index_list,
                                            dynamic_array const&, std::source_location),
                                  std::initializer_list<T> before, std::initializer_list<T> v) {
    auto const a = this->row(before);
    f(a, places, this->row(v), std::source_location::current());
    return this->template typed<T>(a);
  };
  EXPECT_TRUE(equals<int>(after(dynamic::min_at, {5, 5, 5}, {7, 3, 1}), {1, 5, 3}));
  EXPECT_TRUE(equals<float>(after(dynamic::max_at, {5.f, 5.f, 5.f}, {7.f, 3.f, 9.f}), {9, 5, 5}));
  using c64 = acre::complex<float>;
  EXPECT_TRUE(equals<c64>(after(dynamic::max_at, {c64(1, 1), c64(2), c64(4, -1)},
                                {c64(1, 2), c64(4, -2), c64(1, 2.5f)}),
                          {c64(1, 2.5f), c64(2), c64(4, -1)}));
  EXPECT_TRUE(equals<c64>(
      after(dynamic::min_at, {c64(1, 1), c64(2), c64(4, -1)}, {c64(1, 2), c64(4, -2), c64(0, 9)}),
      {c64(0, 9), c64(2), c64(4, -2)}));
  float const nan = std::numeric_limits<float>::quiet_NaN();
  auto const first_nan =
      after(dynamic::min_at, {c64(1), c64(2), c64(nan, 3)}, {c64(7, nan), c64(4), c64(nan, 5)});
  EXPECT_EQ(first_nan(0).item().real(), 7);
  EXPECT_EQ(first_nan(2).item().imag(), 3);
  auto const flags = this->row({false, false, true});
  dynamic::add_at(flags, places, this->row({false, true, true}));
  EXPECT_TRUE(equals<std::uint8_t>(
      this->template typed<std::uint8_t>(dynamic::astype(flags, dtype::uint8)), {1, 0, 1}));
  EXPECT_TRUE(equals<c128>(
      after(dynamic::add_at, {c128(1, 2), c128(), c128()}, {c128(1, 1), c128(0, 3), c128(2, 0)}),
      {c128(4, 3), c128(), c128(0, 3)}));
  EXPECT_EQ(
      acre_test::error_of<acre::shape_error>(
          [&] { dynamic::add_at(this->row({1, 2, 3}), places, this->row({1, 2})); }),
      "array is not broadcastable to correct shape: values of shape (2,) for indices of shape "
      "(3,)");
}

// Of integers and bool beside another dtype NumPy casts each result before the next value comes.
TYPED_TEST(dynamic_functions, places_are_combined_in_turn)
{
  std::array<dynamic::index_term, 1> const places{this->row({0, 2, 0})};
  auto const here = std::source_location::current();
  auto const whole = [&](dynamic_array const& a) {
    return this->template typed<std::int64_t>(dynamic::astype(a, dtype::int64));
  };
  auto const a = dynamic::astype(this->row({0, 9, 5}), dtype::int64);
  dynamic::add_at(a, places, this->row({1.5, -2.5, 1.7}));  // 1.5, then 1 + 1.7
  EXPECT_TRUE(equals<std::int64_t>(whole(a), {2, 9, 2}));
  auto const narrow = dynamic::astype(this->row({5, 9, 250}), dtype::uint8);
  dynamic::add_at(narrow, places, this->row({100.5f, 1.f, 100.5f}));
  EXPECT_TRUE(equals<std::int64_t>(whole(narrow), {205, 9, 251}));
  dynamic::add_at(narrow, places,
                  this->template row<std::int64_t>({300, 6, -1}));  // as before: wraps
  EXPECT_TRUE(equals<std::int64_t>(whole(narrow), {248, 9, 1}));
  auto const rounded = dynamic::astype(this->row({200, 0, 0}), dtype::int16);
  dynamic::add_at(rounded, places, this->row({0.99999994f, 0.5f, 0.f}));  // float32 rounds to 201
  EXPECT_TRUE(equals<std::int64_t>(whole(rounded), {201, 0, 0}));
  auto const half = dynamic::astype(this->row({100, 0, 0}), dtype::int8);
  dynamic::add_at(half, places, dynamic::astype(this->row({0.97f, 0.f, 0.f}), dtype::float16));
  EXPECT_TRUE(equals<std::int64_t>(whole(half), {101, 0, 0}));  // float16 has no 100.97

  auto const flags = this->row({true, false, false});
  dynamic::add_at(flags, places, this->row({-1, 3, 0}));
  EXPECT_TRUE(equals<std::int64_t>(whole(flags), {0, 0, 1}));
  dynamic::add_at(flags, places, this->row({0.0, -1.0, 0.25}));
  EXPECT_TRUE(equals<std::int64_t>(whole(flags), {1, 0, 0}));

  auto const least = dynamic::astype(this->row({7, 9, 7}), dtype::int8);
  dynamic::min_at(least, places, this->row({300, 6, 260}));
  EXPECT_TRUE(equals<std::int64_t>(whole(least), {7, 9, 6}));
  dynamic::max_at(least, places, this->row({258, 3, 1}), here);  // 258 is cast to 2, and kept
  EXPECT_TRUE(equals<std::int64_t>(whole(least), {2, 9, 6}));
  dynamic::max_at(least, places, this->row({1.5, 6.5, 2.75}));
  EXPECT_TRUE(equals<std::int64_t>(whole(least), {2, 9, 6}));
  float const nan = std::numeric_limits<float>::quiet_NaN();
  dynamic::min_at(least, places, this->row({nan, 9.f, 5.f}));
  EXPECT_TRUE(equals<std::int64_t>(whole(least), {0, 9, 6}));
  auto const large = this->template row<std::uint64_t>({UINT64_MAX, 9, 7});
  dynamic::add_at(large, places, this->template row<std::int64_t>({-1, -2, -3}));  // exactly
  EXPECT_TRUE(
      equals<std::uint64_t>(this->template typed<std::uint64_t>(large), {UINT64_MAX - 4, 9, 5}));
}

TYPED_TEST(dynamic_functions, arange_of_a_dtype)
{
  acre::dynamic_space const space = this->space;
  using number = dynamic::scalar_value;
  auto const made = [&](dtype type, number start, number stop, number step) {
    auto const a = dynamic::arange(space, type, start, stop, step);
    EXPECT_EQ(a.dtype(), type);
    return this->template typed<double>(dynamic::astype(a, dtype::float64));
  };
  auto const refused = [&]<class E>(std::type_identity<E>, dtype type, number start, number stop,
                                    number step) {
    return acre_test::error_of<E>([&] { dynamic::arange(space, type, start, stop, step); });
  };
  auto const i = [](std::int64_t n) { return number(n); };
  EXPECT_TRUE(equals<double>(made(dtype::int8, i(3), i(-4), i(-3)), {3, 0, -3}));
  EXPECT_TRUE(equals<double>(made(dtype::uint8, i(254), i(258), i(1)), {254, 255, 0, 1}));
  EXPECT_TRUE(equals<double>(made(dtype::uint8, i(300), i(300), i(1)), {}));
  EXPECT_TRUE(equals<double>(made(dtype::int64, 0.5, 3.0, 0.5), {0, 1, 2, 3, 4}));
  EXPECT_TRUE(equals<double>(made(dtype::int32, 0.0, 1.5, 0.5), {0, 0, 0}));
  EXPECT_TRUE(equals<double>(made(dtype::float32, 0.0, 0.5, 0.125), {0, 0.125, 0.25, 0.375}));
  EXPECT_TRUE(equals<double>(made(dtype::float16, i(2048), i(2051), i(1)), {2048, 2048, 2048}));
  EXPECT_TRUE(equals<double>(made(dtype::boolean, i(0), i(2), i(1)), {0, 1}));
  std::type_identity<acre::value_error> const value;
  EXPECT_EQ(refused(value, dtype::uint8, i(-1), i(3), i(1)),
            "Python integer -1 out of bounds for uint8");
  EXPECT_EQ(refused(value, dtype::uint8, i(255), i(258), i(1)),
            "Python integer 256 out of bounds for uint8");
  EXPECT_EQ(refused(value, dtype::uint64, -4.75, 4.0, 1.75),
            "Python integer -4 out of bounds for uint64");
  EXPECT_EQ(refused(value, dtype::int64, 1e20, 1.1e20, 1e18),
            "Python int too large to convert to C long");
  EXPECT_EQ(refused(value, dtype::int8, i(0), i(3), i(0)), "division by zero");
  EXPECT_EQ(refused(std::type_identity<acre::dtype_error>(), dtype::boolean, i(0), i(3), i(1)),
            "arange() is only supported for booleans when the result has at most length 2.");
}

TYPED_TEST(dynamic_functions, integers_beyond_64_bits_beside_truth)
{
  std::uint64_t const beyond = std::uint64_t{1} << 63;
  for (auto const type : {dtype::boolean, dtype::int8, dtype::uint64, dtype::float32}) {
    auto const x = dynamic::astype(this->row({1, 0}), type);
    for (char const* const name : {"logical_and", "logical_or", "logical_xor"})
      EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { dynamic::binary(name, x, beyond); }),
                "Python int too large to convert to C long");
  }
  auto const flags = this->row({true, false});
  EXPECT_TRUE(equals<double>(
      this->template typed<double>(dynamic::binary("true_divide", flags, beyond)), {0x1p-63, 0}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { dynamic::binary("less", flags, beyond); }),
            "Python int too large to convert to C long");
}

TYPED_TEST(dynamic_functions, texts_of_numpy_s)
{
  using acre_test::error_of;
  auto const x = this->row({1.0, 2.0});
  auto const complex = this->row({c128(1, 2)});
  auto const none = dynamic::reshape(this->template row<double>({}), {0, 2});
  EXPECT_EQ(error_of<acre::index_error>([&] { dynamic::split(x, 2, 1); }),
            "tuple index out of range: axis 1 is out of bounds for array of dimension 1");
  EXPECT_EQ(error_of<acre::index_error>([&] { dynamic::array_split(x, 2, -2); }),
            "tuple index out of range: axis -2 is out of bounds for array of dimension 1");
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::average(none, {.axes = std::vector{1}}); }),
            "division by zero");
  EXPECT_EQ(
      error_of<acre::dtype_error>([&] { dynamic::reduce("nanmean", x, {.type = dtype::int32}); }),
      "If a is inexact, then dtype must be inexact");
  EXPECT_EQ(error_of<acre::index_error>(
                [&] { dynamic::reduce("sum", x, {.axes = std::vector{0, 0, 1}}); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_EQ(error_of<acre::dtype_error>([&] { dynamic::digitize(x, complex); }),
            "Cannot cast array data from dtype('complex128') to dtype('float64') according to the "
            "rule 'safe'");
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::digitize(x, dynamic::reshape(x, {2, 1})); }),
            "object too deep for desired array");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { dynamic::digitize(x, dynamic::full(this->space, dtype::float64, {}, 1.0)); }),
            "object of too small depth for desired array");
}

// An axis without elements, of which nothing is taken where the result has none either.
TYPED_TEST(dynamic_functions, taken_from_no_elements)
{
  auto const none = dynamic::reshape(this->template row<double>({}), {2, 0, 0});
  auto const at = this->row({5});
  EXPECT_EQ(dynamic::take(none, at, 1, acre::index_mode::clip).shape()[1], 1);
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] { dynamic::take(none, at, 1); }),
            "index 5 is out of bounds for axis 1 with size 0");
  auto const rows = dynamic::reshape(none, {0, 2});
  EXPECT_EQ(acre_test::error_of<acre::index_error>(
                [&] { dynamic::take(rows, at, 0, acre::index_mode::clip); }),
            "cannot do a non-empty take from an empty axes.");
  EXPECT_EQ(dynamic::take(dynamic::reshape(none, {0, 2, 0}), at, 1).shape()[0], 0);
}

TYPED_TEST(dynamic_functions, unravel_index)
{
  auto const at = dynamic::unravel_index(this->row({5, 0, -2}), std::array<std::int64_t, 2>{2, 3});
  ASSERT_EQ(at.size(), 2u);
  EXPECT_TRUE(equals<std::int64_t>(this->template typed<std::int64_t>(at[0]), {1, 0, 1}));
  EXPECT_TRUE(equals<std::int64_t>(this->template typed<std::int64_t>(at[1]), {2, 0, 1}));
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] {
              dynamic::fence(
                  dynamic::unravel_index(this->row({6}), std::array<std::int64_t, 2>{2, 3})[0]);
            }).substr(0, 49),
            "index 6 is out of bounds for axis 0 with size 6 (");
}

TYPED_TEST(dynamic_functions, random_numbers_are_generator_s)
{
  acre::generator g(7), same(7);
  auto const n = acre::shape(2, 5);
  std::array<std::int64_t, 2> const shape{2, 5};
  acre::dynamic_space const space = this->space;
  auto const flat = [](auto const& a) { return to_vector(acre::evaluate(a)); };
  auto const drawn = [&]<class T>(dynamic_array const& a, T) {
    EXPECT_EQ(a.rank(), 2);
    return to_vector(this->template typed<T>(dynamic::ravel(a)));
  };
  EXPECT_EQ(drawn(dynamic::normal(g, space, dtype::float32, shape, 1, 2), 0.0f),
            flat(same.normal<float>(this->space, n, 1, 2)));
  EXPECT_EQ(drawn(dynamic::uniform(g, space, dtype::float64, shape), 0.0),
            flat(same.uniform<double>(this->space, n)));
  EXPECT_EQ(drawn(dynamic::exponential(g, space, dtype::float64, shape), 0.0),
            flat(same.exponential<double>(this->space, n)));
  EXPECT_EQ(drawn(dynamic::integers(g, space, dtype::int8, shape, -3, 5), std::int8_t{}),
            flat(same.integers<std::int8_t>(this->space, n, -3, 5)));
  EXPECT_EQ(drawn(dynamic::integers(g, space, dtype::uint8, shape, 0, 256), std::uint8_t{}),
            flat(same.integers<std::uint8_t>(this->space, n, 0, 256)));
  EXPECT_EQ(to_vector(this->template typed<std::int64_t>(dynamic::permutation(g, space, 9))),
            flat(same.permutation(this->space, 9)));
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { dynamic::integers(g, space, dtype::int8, shape, 0, 300); }),
            "high is out of bounds for int8");
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>(
                [&] { dynamic::normal(g, space, dtype::int8, shape); }),
            "normal does not take int8");
}

TYPED_TEST(dynamic_functions, bessel)
{
  EXPECT_TRUE(
      equals<double>(this->template typed<double>(dynamic::unary("i0", this->row({0}))), {1}));
  EXPECT_EQ(dynamic::unary_dtype("i0", dtype::float32), dtype::float32);
  auto const w = dynamic::window(this->space, "kaiser", 4, 2.5);
  EXPECT_EQ(to_vector(this->template typed<double>(w)),
            to_vector(acre::kaiser(this->space, 4, 2.5)));
}

TYPED_TEST(dynamic_functions, complex_to_real_is_said)
{
  EXPECT_EQ(
      acre_test::error_of<acre::dtype_error>(
          [&] { dynamic::astype(this->row({c128(1, 2)}), dtype::int8); }),
      "astype: complex128 becomes int8 by its part \"real\" or by \"absolute\", which say what "
      "becomes of the imaginary part");
}

TYPED_TEST(dynamic_functions, complex_parts)
{
  auto const z = this->row({c128(1, 2), c128(3, -0.0)});
  EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::unary("real", z)), {1, 3}));
  EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::unary("imag", z)), {2, -0.0}));
  EXPECT_TRUE(equals<c128>(this->template typed<c128>(dynamic::unary("conj", z)),
                           {c128(1, -2), c128(3, 0)}));
  EXPECT_EQ(dynamic::unary_dtype("angle", dtype::complex64), dtype::float32);
  EXPECT_EQ(dynamic::unary_dtype("angle", dtype::int32), dtype::float64);
  EXPECT_EQ(dynamic::unary_dtype("angle", dtype::boolean), dtype::float64);
  auto const b = this->row({true});
  EXPECT_TRUE(equals<unsigned char>(this->template typed<bool>(dynamic::unary("imag", b)), {0}));
  EXPECT_EQ(dynamic::unary("conjugate", b).dtype(), dtype::int8);
  EXPECT_TRUE(
      equals<unsigned char>(this->template typed<bool>(dynamic::unary("isreal", z)), {0, 1}));
  EXPECT_TRUE(
      equals<unsigned char>(this->template typed<bool>(dynamic::unary("iscomplex", b)), {0}));
  auto const x =
      this->row({c128(0, std::numeric_limits<double>::quiet_NaN()), c128(0, 1), c128(1, 1)});
  auto const y =
      this->row({c128(1, 0), c128(1, 0), c128(1, std::numeric_limits<double>::quiet_NaN())});
  for (std::string const suffix : {"", "_equal"}) {
    EXPECT_TRUE(equals<unsigned char>(
        this->template typed<bool>(dynamic::binary("less" + suffix, x, y)), {0, 1, 0}));
    EXPECT_TRUE(equals<unsigned char>(
        this->template typed<bool>(dynamic::binary("greater" + suffix, y, x)), {0, 1, 0}));
  }
}

TYPED_TEST(dynamic_functions, divisors_and_neighbours)
{
  auto const a = this->row({12, 0}), b = this->row({-18, 5});
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::binary("gcd", a, b)), {6, 5}));
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::binary("lcm", a, b)), {36, 0}));
  EXPECT_THROW(dynamic::binary("gcd", this->row({1.0}), b), acre::dtype_error);
  EXPECT_TRUE(equals<double>(this->template typed<double>(dynamic::binary("nextafter", a, b)),
                             {12 - 0x1p-49, 0x1p-1074}));
  EXPECT_EQ(dynamic::unary("fix", this->row({1.5})).dtype(), dtype::float64);
  EXPECT_THROW(dynamic::unary("isposinf", this->row({c128(1, 2)})), acre::dtype_error);
  EXPECT_THROW(dynamic::unary("fabs", this->row({c128(1, 2)})), acre::dtype_error);
}

TYPED_TEST(dynamic_functions, powers_of_2_and_sinc)
{
  auto const x = this->row({0.75F, -3.0F, 1.0F, 0.0F});
  auto const n = this->template row<std::int64_t>({1, -2, std::int64_t(1) << 40, 7});
  EXPECT_TRUE(equals<float>(this->template typed<float>(dynamic::binary("ldexp", x, n)),
                            {1.5F, -0.75F, std::numeric_limits<float>::infinity(), 0}));
  EXPECT_TRUE(equals<double>(
      this->template typed<double>(dynamic::binary("ldexp", this->row({3}), this->row({4}))),
      {48}));
  EXPECT_THROW(dynamic::binary("ldexp", x, x), acre::dtype_error);
  EXPECT_EQ(dynamic::unary_dtype("sinc", dtype::int8), dtype::float64);
  EXPECT_EQ(dynamic::unary_dtype("sinc", dtype::float32), dtype::float32);
}

TYPED_TEST(dynamic_functions, zeros_are_trimmed_along_each_axis)
{
  auto const flat = this->row({0, 0, 0, 0, 1, 0, 0, 2, 3});
  auto const inner = dynamic::trim_zeros(dynamic::reshape(flat, {3, 3}));
  EXPECT_EQ(acre::to_string(inner.shape()), "(2,2)");
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::ravel(inner)), {1, 0, 2, 3}));
  auto const none = dynamic::trim_zeros(dynamic::reshape(this->row({0, 0}), {1, 2}));
  EXPECT_EQ(acre::to_string(none.shape()), "(0,0)");
  EXPECT_EQ(dynamic::trim_zeros(dynamic::reshape(this->row({0}), {})).rank(), 0);
}

TYPED_TEST(dynamic_functions, index_arrays_for_all_axes_but_one_write_rows)
{
  auto const rows_of = [&](dynamic_array const& value) {
    auto const a = dynamic::reshape(this->row({0, 0, 0, 0, 0, 0, 0, 0}), {1, 2, 2, 2});
    std::vector<dynamic::index_term> const places{this->template row<std::int64_t>({0, 0, 0}),
                                                  this->template row<std::int64_t>({0, 1, 1}),
                                                  this->template row<std::int64_t>({1, 0, 0})};
    dynamic::setitem(a, places, value);
    return this->template typed<int>(dynamic::ravel(a));
  };
  EXPECT_TRUE(equals<int>(rows_of(dynamic::reshape(this->row({7}), {})), {0, 0, 7, 7, 7, 7, 0, 0}));
  EXPECT_TRUE(equals<int>(rows_of(dynamic::reshape(this->row({1, 2, 3, 4, 5, 6}), {3, 2})),
                          {0, 0, 1, 2, 5, 6, 0, 0}));
}

TYPED_TEST(dynamic_functions, errors_name_what_was_called)
{
  using acre_test::error_of;
  auto const m = dynamic::reshape(this->row({1, 2, 3, 4, 5, 6}), {2, 3});
  auto const far = dynamic::reshape(this->template row<std::int64_t>({0, 5, 1}), {1, 3});
  EXPECT_THAT(
      error_of<acre::index_error>([&] { dynamic::fence(dynamic::take_along_axis(m, far, 0)); }),
      testing::StartsWith("index 5 is out of bounds for axis 0 with size 2 (in "
                          "acre::take_along_axis, position 1 of the indices"));
  std::vector<dynamic::index_term> const places{this->template row<std::int64_t>({2})};
  EXPECT_THAT(error_of<acre::index_error>([&] { dynamic::add_at(m, places, this->row({1})); }),
              testing::HasSubstr("in acre::add_at"));
  std::vector<dynamic::index_term> const one{std::int64_t{0}, std::int64_t{1}};
  EXPECT_EQ(error_of<acre::value_error>([&] { dynamic::setitem(m, one, this->row({1})); }),
            "setting an array element with a sequence.");
  auto const z = dynamic::astype(m, dtype::complex128);
  EXPECT_EQ(error_of<acre::dtype_error>([&] { dynamic::setitem(z, one, this->row({1})); }),
            "only 0-dimensional arrays can be converted to Python scalars");
  auto const truths = dynamic::astype(this->row({0, 0}), dtype::boolean);
  dynamic::setitem(truths, std::vector<dynamic::index_term>{std::int64_t{1}}, this->row({3}));
  EXPECT_TRUE(
      equals<int>(this->template typed<int>(dynamic::astype(truths, dtype::int32)), {0, 1}));
  dynamic::setitem(m, one, dynamic::reshape(this->row({9}), {}));
  EXPECT_TRUE(equals<int>(this->template typed<int>(dynamic::ravel(m)), {1, 9, 3, 4, 5, 6}));
}

}  // namespace
