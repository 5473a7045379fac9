#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/index/advanced.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/dynamic_values.hpp>
#include <acre_test/spaces.hpp>

#include <cstring>
#include <limits>

#include <gmock/gmock.h>

namespace {

using acre::dtype;
using acre::dynamic_array;
using acre_test::shape_of, acre_test::values, acre_test::vector_of;
namespace dynamic = acre::dynamic;

template <class Space>
struct dynamic_arrays : testing::Test {
  Space space;
};
TYPED_TEST_SUITE(dynamic_arrays, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_arrays, shares_the_elements_of_a_typed_array)
{
  auto const a = acre_test::place(this->space, acre_test::noise<float>(24), acre::shape(2, 3, 4));
  dynamic_array const x = a;
  EXPECT_EQ(x.dtype(), dtype::float32);
  EXPECT_EQ(shape_of(x), (std::vector<std::int64_t>{2, 3, 4}));
  auto const b = x.as<float, 4, TypeParam>();
  EXPECT_EQ(b.data(), a.data());
  EXPECT_EQ(b.shape(), acre::shape(1, 2, 3, 4));
  EXPECT_EQ(
      acre_test::error_of<acre::dtype_error>([&] { (void)x.template as<double, 4, TypeParam>(); }),
      "the array is of dtype float32, not float64");
  EXPECT_EQ(
      acre_test::error_of<acre::shape_error>([&] { (void)x.template as<float, 2, TypeParam>(); }),
      "an array of shape (2,3,4) has more than 2 axes");
}

TYPED_TEST(dynamic_arrays, empty_and_rank_0)
{
  acre::dynamic_space const space = this->space;
  EXPECT_TRUE(
      dynamic::to_host(dynamic::empty(space, dtype::int16, std::array<std::int64_t, 2>{0, 3}))
          .empty());
  auto const one = dynamic::full(space, dtype::int16, {}, 7);
  EXPECT_EQ(one.rank(), 0);
  EXPECT_EQ(values<std::int16_t>(one), std::vector<std::int16_t>{7});
  EXPECT_TRUE(dynamic::truth(one));
}

/// The kernels don't see the rank: the bits are those of the typed function.
TYPED_TEST(dynamic_arrays, reductions_have_the_bits_of_typed_ones)
{
  auto const a =
      acre_test::place(this->space, acre_test::noise<float>(9 * 130 * 70), acre::shape(9, 130, 70));
  for (int axis = -1; axis < 3; ++axis) {
    auto const got = values<float>(dynamic::reduce("sum", a, {.axes = std::vector<int>{axis}}));
    auto const want = acre::to_vector(acre::sum(a, axis));
    ASSERT_EQ(got.size(), want.size());
    EXPECT_EQ(std::memcmp(got.data(), want.data(), 4 * got.size()), 0) << "axis " << axis;
  }
  auto const whole = acre::sum(a).item();
  EXPECT_EQ(values<float>(dynamic::reduce("sum", a)), std::vector<float>{whole});
  EXPECT_EQ(shape_of(dynamic::reduce("max", a, {.axes = std::vector<int>{0, 2}, .keepdims = true})),
            (std::vector<std::int64_t>{1, 130, 1}));
  EXPECT_EQ(acre_test::error_of<acre::index_error>(
                [&] { dynamic::reduce("sum", a, {.axes = std::vector<int>{3}}); }),
            "axis 3 is out of bounds for array of dimension 3");
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { dynamic::reduce("sum", a, {.axes = std::vector<int>{1, -2}}); }),
            "duplicate value in 'axis'");
}

TYPED_TEST(dynamic_arrays, one_mistake_has_one_text)
{
  using acre::axes, acre::shape;
  auto const a = acre_test::place(this->space, acre_test::noise<float>(6), shape(2, 3));
  dynamic_array const d = a;
  auto const empty = a(acre::slice(0, 0));
  auto const same = [](auto const& typed, auto const& untyped) {
    auto const text = acre_test::error_of<acre::error>(typed);
    EXPECT_EQ(text, acre_test::error_of<acre::error>(untyped));
    EXPECT_NE(text, "nothing");
  };
  same([&] { a.transpose(shape(0, 2)); }, [&] { dynamic::transpose(d, std::vector{0, 2}); });
  same([&] { a.transpose(shape(1, -1)); }, [&] { dynamic::transpose(d, std::vector{1, -1}); });
  same([&] { a.reshape(shape(4, -1)); }, [&] { dynamic::reshape(d, {4, -1}); });
  same([&] { broadcast_to(a, shape(4, 2, 4)); }, [&] { dynamic::broadcast_to(d, shape(4, 2, 4)); });
  same([&] { flip(a, axes(0, -2)); }, [&] { dynamic::flip(d, std::vector{0, -2}); });
  same([&] { flip(a, 2); }, [&] { dynamic::flip(d, std::vector{2}); });
  same([&] { diagonal(a, 0, 0, 2); }, [&] { dynamic::diagonal(d, 0, 0, 2); });
  same([&] { diagonal(a, 0, 1, -1); }, [&] { dynamic::diagonal(d, 0, 1, -1); });
  same([&] { roll(a, 1, -3); }, [&] { dynamic::roll(d, 1, -3); });
  same([&] { repeat(a, -1, 0); }, [&] { dynamic::repeat(d, -1, 0); });
  same([&] { repeat(a, -1, 2); }, [&] { dynamic::repeat(d, -1, 2); });
  same([&] { tile(a, shape(-1, 1)); }, [&] { dynamic::tile(d, {-1, 1}); });
  same([&] { concatenate(std::vector{a, a}, 2); },
       [&] { dynamic::concatenate(std::vector{d, d}, 2); });
  same([&] { stack(std::tuple(a, a.transpose())); },
       [&] { dynamic::stack(std::vector{d, dynamic::transpose(d)}); });
  same([&] { sum(a, axes(1, -1)); },
       [&] { dynamic::reduce("sum", d, {.axes = std::vector{1, -1}}); });
  same([&] { max(empty, 0); },
       [&] { dynamic::reduce("max", dynamic_array(empty), {.axes = std::vector{0}}); });
  auto const i = acre::arange<int>(this->space, 2);
  std::vector<acre::dynamic::index_term> const list{dynamic_array(i)};
  auto const wide = acre::zeros<float>(this->space, shape(3, 3));
  same([&] { a(i) = wide; }, [&] { dynamic::setitem(d, list, dynamic_array(wide)); });
}

TYPED_TEST(dynamic_arrays, views_are_the_typed_ones)
{
  auto const a = acre_test::place(this->space, acre_test::noise<float>(24), acre::shape(2, 3, 4));
  auto const same = [](dynamic_array const& x, dynamic_array const& y) {
    EXPECT_EQ(x.first(), y.first());
    EXPECT_EQ(shape_of(x), shape_of(y));
    EXPECT_TRUE(std::ranges::equal(x.strides(), y.strides()));
  };
  dynamic_array const d = a;
  same(dynamic::transpose(d), a.transpose());
  same(dynamic::transpose(d, std::vector{1, -1, 0}), a.transpose(acre::shape(1, -1, 0)));
  same(dynamic::flip(d), flip(a));
  same(dynamic::flip(d, std::vector{2, 0}), flip(a, acre::axes(2, 0)));
  for (int offset = -4; offset <= 5; ++offset) {
    same(dynamic::diagonal(d, offset, 2, 0), diagonal(a, offset, 2, 0));
    same(dynamic::diagonal(d, offset, 1, -1), diagonal(a, offset, 1, -1));
  }
  same(dynamic::broadcast_to(d, acre::shape(5, 2, 3, 4)), broadcast_to(a, acre::shape(5, 2, 3, 4)));
}

TYPED_TEST(dynamic_arrays, operands_are_promoted_as_numpy_does)
{
  acre::dynamic_space const space = this->space;
  auto const bytes = vector_of<std::int8_t>(space, {100, -100}),
             words = dynamic::astype(bytes, dtype::uint8);
  EXPECT_EQ(values<std::int8_t>(dynamic::binary("add", bytes, bytes)),
            (std::vector<std::int8_t>{-56, 56}));
  EXPECT_EQ(values<std::int16_t>(dynamic::binary("add", bytes, words)),
            (std::vector<std::int16_t>{200, 56}));
  EXPECT_EQ(values<std::int8_t>(
                dynamic::binary("add", bytes, dynamic::scalar_operand(bytes, std::int64_t{1}))),
            (std::vector<std::int8_t>{101, -99}));
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { dynamic::scalar_operand(bytes, std::int64_t{300}); }),
            "Python integer 300 out of bounds for int8");
  EXPECT_EQ(dynamic::unary("sqrt", bytes).dtype(), dtype::float32);
  EXPECT_EQ(dynamic::binary_dtype("hypot", dtype::int8, dtype::uint16), dtype::float32);
  using hypot_of_small =
      decltype(acre::hypot(std::declval<acre::array<std::int8_t, 1, TypeParam>>(),
                           std::declval<acre::array<std::uint16_t, 1, TypeParam>>()));
  static_assert(std::is_same_v<typename hypot_of_small::value_type, float>);
  EXPECT_EQ(dynamic::binary_dtype("true_divide", dtype::int8, dtype::int8), dtype::float64);
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { dynamic::unary("squre", bytes); }),
            "there is no unary function 'squre'");
  auto const three = dynamic::full(space, dtype::float64, std::array<std::int64_t, 1>{3}, 0);
  EXPECT_EQ(acre_test::error_of<acre::shape_error>([&] { dynamic::binary("add", bytes, three); }),
            "operands could not be broadcast together with shapes (2,) (3,)");
}

/// dynamic::dot() of vectors and matrices.
TYPED_TEST(dynamic_arrays, dot_of_any_ranks)
{
  auto const a = vector_of<double>(this->space, {1, 2, 3, 4, 5, 6});
  auto const v = vector_of<double>(this->space, {1, 10, 100});
  auto const m = dynamic::reshape(a, {2, 3}), n = dynamic::reshape(a, {3, 2});
  EXPECT_EQ(values<double>(dynamic::dot(m, v)), (std::vector<double>{321, 654}));
  EXPECT_EQ(values<double>(dynamic::dot(v, n)), (std::vector<double>{531, 642}));
  EXPECT_EQ(values<double>(dynamic::dot(m, n)), (std::vector<double>{22, 28, 49, 64}));
  auto const two = dynamic::reshape(vector_of<double>(this->space, {2}), {});
  EXPECT_EQ(values<double>(dynamic::dot(two, v)), (std::vector<double>{2, 20, 200}));
  EXPECT_EQ(acre_test::error_of<acre::shape_error>([&] { dynamic::dot(m, m); }),
            "shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)");
}

TYPED_TEST(dynamic_arrays, complex_numbers_as_bool_and_places_among_nan)
{
  using C = acre::complex<double>;
  auto const z = vector_of<C>(this->space, {C(0, 0), C(0, -1), C(2, 0)});
  std::vector<std::uint8_t> truth;
  for (auto const byte : dynamic::to_host(dynamic::astype(z, dtype::boolean)))
    truth.push_back(static_cast<std::uint8_t>(byte));
  EXPECT_EQ(truth, (std::vector<std::uint8_t>{0, 1, 1}));
  EXPECT_EQ(values<C>(dynamic::reduce("max", z)), std::vector<C>{C(2, 0)});
  EXPECT_EQ(values<C>(dynamic::reduce("min", z)), std::vector<C>{C(0, -1)});
  auto const turned = dynamic::flip(z);
  std::vector<bool> less;
  for (auto const byte : dynamic::to_host(dynamic::binary("less", z, turned)))
    less.push_back(byte != std::byte{0});
  EXPECT_EQ(less, (std::vector<bool>{true, false, false}));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const x = vector_of<double>(this->space, {nan, 1, 4, nan, -2});
  EXPECT_EQ(values<std::int64_t>(dynamic::reduce("nanargmax", x)), std::vector<std::int64_t>{2});
  EXPECT_EQ(values<std::int64_t>(dynamic::reduce("nanargmin", x)), std::vector<std::int64_t>{4});
  auto const i = vector_of<std::int32_t>(this->space, {2, -1});
  EXPECT_EQ(values<double>(dynamic::binary("float_power", i, i)), (std::vector<double>{4, -1}));
}

TYPED_TEST(dynamic_arrays, an_array_that_is_added_to_keeps_its_shape)
{
  auto const v = vector_of<double>(this->space, {1, 2, 3});
  EXPECT_EQ(acre_test::error_of<acre::shape_error>(
                [&] { dynamic::add_to(v, dynamic::reshape(v, {1, 3})); }),
            "non-broadcastable output operand with shape (3,) doesn't match the broadcast shape "
            "(1,3)");
  auto const one = dynamic::reshape(vector_of<double>(this->space, {7}), {});
  auto const first = vector_of<std::int64_t>(this->space, {0, -1});
  EXPECT_EQ(values<double>(dynamic::take(one, first, 0)), (std::vector<double>{7, 7}));
}

/// The dtype that acre::dynamic names for a function is that of its result.
TYPED_TEST(dynamic_arrays, functions_have_the_dtypes_of_the_table)
{
  EXPECT_EQ(dynamic::unary_dtype("absolute", dtype::complex128), dtype::float64);
  EXPECT_EQ(dynamic::unary_dtype("isnan", dtype::int16), dtype::boolean);
  EXPECT_EQ(dynamic::unary_dtype("square", dtype::boolean), dtype::int8);
  EXPECT_EQ(dynamic::unary_dtype("floor", dtype::uint16), dtype::uint16);
  EXPECT_EQ(dynamic::unary_dtype("bitwise_not", dtype::uint16), dtype::uint16);
  EXPECT_EQ(dynamic::binary_dtype("divide", dtype::int64, dtype::float32), dtype::float64);
  EXPECT_EQ(dynamic::binary_dtype("mod", dtype::boolean, dtype::boolean), dtype::int8);
  EXPECT_EQ(dynamic::binary_dtype("logical_and", dtype::float32, dtype::int8), dtype::boolean);
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>(
                [&] { dynamic::unary_dtype("negative", dtype::boolean); }),
            "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator "
            "or the logical_not function instead.");
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>(
                [&] { dynamic::binary_dtype("subtract", dtype::boolean, dtype::boolean); }),
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the "
            "`^` operator, or the logical_xor function instead.");
}

TYPED_TEST(dynamic_arrays, compares_uint64_and_signed_exactly)
{
  auto const u = vector_of<std::uint64_t>(this->space, {(std::uint64_t{1} << 53) + 1, 5, 7});
  auto const i = vector_of<std::int64_t>(this->space, {std::int64_t{1} << 53, -5, 7});
  auto const of = [&](char const* function, dynamic_array const& a, dynamic_array const& b) {
    auto const bytes = dynamic::to_host(dynamic::binary(function, a, b));
    std::vector<bool> truths;
    for (std::byte const x : bytes) truths.push_back(x != std::byte{0});
    return truths;
  };
  using truths = std::vector<bool>;
  EXPECT_EQ(of("equal", u, i), (truths{false, false, true}));
  EXPECT_EQ(of("not_equal", u, i), (truths{true, true, false}));
  EXPECT_EQ(of("greater", u, i), (truths{true, true, false}));
  EXPECT_EQ(of("less_equal", u, i), (truths{false, false, true}));
  EXPECT_EQ(of("less", i, u), (truths{true, true, false}));
  EXPECT_EQ(of("greater_equal", i, u), (truths{false, false, true}));
}

TYPED_TEST(dynamic_arrays, has_eight_axes_at_most)
{
  std::array<std::int64_t, 9> const shape{1, 1, 1, 1, 1, 1, 1, 1, 2};
  EXPECT_EQ(acre_test::error_of<acre::shape_error>(
                [&] { dynamic::empty(this->space, acre::dtype::float64, shape); }),
            "maximum supported dimension for an array is 8, found 9: shape (1,1,1,1,1,1,1,1,2)");
}

TYPED_TEST(dynamic_arrays, every_pair_of_dtypes_casts_as_cast_does)
{
  acre::dynamic_space const space = this->space;
  std::vector<double> const from{0, 1, -1, 2.5, 100, -100.75, 70000, 5e9, 1e300};
  auto const doubles = vector_of(space, from);
  EXPECT_EQ(values<std::int32_t>(dynamic::astype(doubles, dtype::int32)),
            acre::to_vector(acre::array<std::int32_t, 1, TypeParam>(
                acre::cast<std::int32_t>(doubles.as<double, 1, TypeParam>()))));
  for (int a = 0; a < acre::dtype_count; ++a)
    for (int b = 0; b < acre::dtype_count; ++b) {
      dtype const to = static_cast<dtype>(b);
      auto const x =
          dynamic::astype(vector_of<std::int8_t>(space, {0, 1, 100}), static_cast<dtype>(a));
      bool const drops = acre::kind_of(x.dtype()) > acre::kind_of(to) &&
                         acre::kind_of(x.dtype()) == acre::detail::kind::complex &&
                         to != dtype::boolean;
      if (drops) {
        EXPECT_THROW(dynamic::astype(x, to), acre::dtype_error);
        continue;
      }
      auto const back = dynamic::astype(dynamic::astype(x, to), dtype::complex128);
      auto const want = dynamic::astype(
          to == dtype::boolean
              ? dynamic::astype(vector_of<std::int8_t>(space, {0, 1, 1}), static_cast<dtype>(a))
              : x,
          dtype::complex128);
      EXPECT_EQ(dynamic::to_host(back), dynamic::to_host(want))
          << name(x.dtype()) << " to " << name(to);
    }
}

TYPED_TEST(dynamic_arrays, late_index_errors_name_the_caller)
{
  using term = dynamic::index_term;
  acre::dynamic_space const space = this->space;
  auto const a =
      dynamic::reshape(dynamic::arange(space, std::int64_t{0}, std::int64_t{12}), {3, 4});
  auto const bad = vector_of<std::int64_t>(space, {0, 7}), one = dynamic::reshape(bad, {1, 2});
  std::vector<term> const list{acre::ALL, bad};
  auto const refused = [](std::string const& place, auto const& call) {
    EXPECT_THAT(acre_test::error_of<acre::index_error>(call),
                testing::StartsWith("index 7 is out of bounds for axis " + place +
                                    ", position 1 of the indices; called at dynamic_array.cpp:"));
  };
  refused("1 with size 4 (in acre::getitem", [&] { dynamic::fence(dynamic::getitem(a, list)); });
  refused("1 with size 4 (in acre::take", [&] { dynamic::fence(dynamic::take(a, bad, 1)); });
  auto const seven =
      dynamic::reshape(dynamic::getitem(bad, std::vector<term>{acre::slice(1, 2)}), {});
  refused("1 with size 4 (in acre::take_along_axis",
          [&] { dynamic::fence(dynamic::take_along_axis(a, one, 1)); });
  refused("1 with size 4 (in acre::add_at", [&] { dynamic::add_at(a, list, one); });
  refused("1 with size 4 (in acre::setitem", [&] {
    dynamic::setitem(a, list, one);
    dynamic::fence(a);
  });
  refused("1 with size 4 (in acre::delete_", [&] { dynamic::delete_(a, bad, 1); });
  EXPECT_EQ(acre_test::error_of<acre::index_error>([&] { dynamic::delete_(a, seven, 1); }),
            "index 7 is out of bounds for axis 1 with size 4");
  EXPECT_EQ(values<std::int64_t>(dynamic::delete_(a, vector_of<int>(space, {-1, 0}), 1)),
            (std::vector<std::int64_t>{1, 2, 5, 6, 9, 10}));
}

TYPED_TEST(dynamic_arrays, indexing_with_lists)
{
  acre::dynamic_space const space = this->space;
  auto const a =
      dynamic::reshape(dynamic::arange(space, std::int64_t{0}, std::int64_t{60}), {3, 4, 5});
  auto const i = vector_of<std::int8_t>(space, {2, -3}),
             j = vector_of<std::uint16_t>(space, {0, 4});
  using term = dynamic::index_term;
  std::vector<term> const apart{i, acre::ALL, j},
      together{acre::slice(1, acre::none), std::int64_t{-1}, j};
  auto const x = dynamic::getitem(a, apart);
  EXPECT_EQ(shape_of(x), (std::vector<std::int64_t>{2, 4}));
  EXPECT_EQ(values<std::int64_t>(x), (std::vector<std::int64_t>{40, 45, 50, 55, 4, 9, 14, 19}));
  EXPECT_EQ(values<std::int64_t>(dynamic::getitem(a, together)),
            (std::vector<std::int64_t>{35, 39, 55, 59}));
  auto const mask = dynamic::binary("greater", a, dynamic::scalar_operand(a, std::int64_t{56}));
  EXPECT_EQ(values<std::int64_t>(dynamic::getitem(a, std::vector<term>{mask})),
            (std::vector<std::int64_t>{57, 58, 59}));
  auto const bad = vector_of<std::int64_t>(space, {0, 5});
  EXPECT_THAT(acre_test::error_of<acre::index_error>([&] {
                auto const y = dynamic::getitem(a, std::vector<term>{acre::ellipsis, bad});
                dynamic::fence(y);
              }),
              testing::StartsWith("index 5 is out of bounds for axis 2 with size 5"));
  EXPECT_THAT(
      acre_test::error_of<acre::index_error>([&] { dynamic::getitem(a, std::vector<term>{1.0}); }),
      testing::StartsWith("only integers, slices"));

  auto const b =
      dynamic::copy(dynamic::getitem(a, std::vector<term>{std::int64_t{0}, std::int64_t{0}}));
  auto const twice = vector_of<std::int64_t>(space, {1, 3, 1});
  dynamic::setitem(b, std::vector<term>{twice}, vector_of<float>(space, {7, 8, 9}));
  EXPECT_EQ(values<std::int64_t>(b), (std::vector<std::int64_t>{0, 9, 2, 8, 4}));
  EXPECT_EQ(acre_test::error_of<acre::shape_error>(
                [&] { dynamic::setitem(b, std::vector<term>{twice}, i); }),
            "shape mismatch: value array of shape (2,) could not be broadcast to indexing result "
            "of shape (3,)");
}

}  // namespace
