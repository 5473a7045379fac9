// Scans by name at run time: those of arrays in NumPy's dtypes, and what is refused.

#include <acre/dynamic/scan.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/scan_model.hpp>
#include <acre_test/spaces.hpp>

using acre::dtype, acre::dynamic_array, acre::shape, acre::dynamic::scan;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
class dynamic_scan : public ::testing::Test {};
TYPED_TEST_SUITE(dynamic_scan, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_scan, is_that_of_arrays)
{
  TypeParam const space;
  auto const v = noise<float>(2 * 9000 * 3);
  auto const add = [](float a, float b) { return a + b; };
  dynamic_array const a(place(space, v, shape(2, 9000, 3)));
  EXPECT_TRUE(
      equals(scan("cumsum", a).template as<float, 1, TypeParam>(), acre_test::scanned(v, add)));
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_TRUE(equals(scan("cumsum", a, {.axis = axis - 3}).template as<float, 3, TypeParam>(),
                       acre_test::scanned(v, {2, 9000, 3}, axis, add)))
        << axis;
}

TYPED_TEST(dynamic_scan, has_the_dtypes_of_numpy)
{
  TypeParam const space;
  dynamic_array const a(place(space, std::vector<std::uint8_t>{200, 100, 7}));
  EXPECT_TRUE(equals<std::uint64_t>(scan("cumsum", a).template as<std::uint64_t, 1, TypeParam>(),
                                    {200, 300, 307}));
  EXPECT_TRUE(equals<std::uint8_t>(
      scan("cumsum", a, {.type = dtype::uint8}).template as<std::uint8_t, 1, TypeParam>(),
      {200, 44, 51}));
  EXPECT_TRUE(equals<std::uint8_t>(scan("cummin", a).template as<std::uint8_t, 1, TypeParam>(),
                                   {200, 100, 7}));
  EXPECT_TRUE(equals<double>(scan("cumprod", a, {.type = dtype::float64, .include_initial = true})
                                 .template as<double, 1, TypeParam>(),
                             {1, 200, 20000, 140000}));
  using c64 = acre::complex<float>;
  dynamic_array const z(place(space, std::vector<c64>{{1, 2}, {0, 9}, {1, 3}}));
  EXPECT_TRUE(equals<c64>(scan("cummax", z).template as<c64, 1, TypeParam>(),
                          {c64(1, 2), c64(1, 2), c64(1, 3)}));
  dynamic_array const one(place(space, std::vector<float>{3}, shape()));
  EXPECT_EQ(scan("cumsum", one, {.axis = -1}).rank(), 1);
}

TYPED_TEST(dynamic_scan, may_begin_with_a_value_and_leave_out_the_element)
{
  TypeParam const space;
  dynamic_array const a(place(space, std::vector<std::int32_t>{3, 1, 4, 1, 5, 9}, shape(2, 3)));
  auto const of = [&](char const* name, acre::dynamic::scan_options const& options) {
    return to_vector(scan(name, a, options).template as<std::int64_t, 2, TypeParam>());
  };
  auto const of_int = [&](char const* name, acre::dynamic::scan_options const& options) {
    return to_vector(scan(name, a, options).template as<std::int32_t, 2, TypeParam>());
  };
  using longs = std::vector<std::int64_t>;
  using ints = std::vector<std::int32_t>;
  EXPECT_EQ(of("cumsum", {.axis = 1, .exclusive = true}), (longs{0, 3, 4, 0, 1, 6}));
  EXPECT_EQ(of("cumsum", {.axis = 0, .exclusive = true, .initial = 10}),
            (longs{10, 10, 10, 13, 11, 14}));
  EXPECT_EQ(of("cumsum", {.axis = 1, .include_initial = true, .initial = 10}),
            (longs{10, 13, 14, 18, 10, 11, 16, 25}));
  EXPECT_EQ(of("cumprod", {.axis = 1, .initial = 2}), (longs{6, 6, 24, 2, 10, 90}));
  EXPECT_EQ(of_int("cummax", {.axis = 1, .exclusive = true, .initial = 2}),
            (ints{2, 3, 3, 2, 2, 5}));
  EXPECT_EQ(of_int("cummin", {.axis = 1, .include_initial = true, .initial = 2}),
            (ints{2, 2, 1, 1, 2, 1, 1, 1}));
  dynamic_array const x(place(space, std::vector<float>{0.5F, 0.25F}));
  EXPECT_TRUE(equals<float>(
      scan("cumsum", x, {.exclusive = true, .initial = 1.5}).template as<float, 1, TypeParam>(),
      {1.5F, 2.0F}));
  EXPECT_EQ(error_of<acre::value_error>([&] { scan("cummax", a, {.axis = 1, .exclusive = true}); }),
            "cummax of nothing has no value to begin with");
  EXPECT_EQ(error_of<acre::value_error>(
                [&] { scan("cumsum", x, {.include_initial = true, .exclusive = true}); }),
            "cumsum: what is before the first element comes first or instead of the last, "
            "include_initial or exclusive");
}

TYPED_TEST(dynamic_scan, refuses_what_is_not_there)
{
  TypeParam const space;
  dynamic_array const a(place(space, std::vector<float>{1, 2}));
  EXPECT_EQ(error_of<acre::index_error>([&] { scan("cumsum", a, {.axis = 1}); }),
            "axis 1 is out of bounds for array of dimension 1");
  EXPECT_EQ(error_of<acre::value_error>([&] { scan("nancummax", a); }),
            "there is no scan 'nancummax'");
  EXPECT_EQ(error_of<acre::value_error>([&] { scan("cummax", a, {.include_initial = true}); }),
            "cummax of nothing has no value to begin with");
}

}  // namespace
