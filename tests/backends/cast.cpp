// Every dtype to every other: NumPy's astype where NumPy defines it (checked against NumPy 2.4),
// and where it leaves the result to the machine, what cast() promises. Also the dtypes of
// operations.

#include <acre/elementwise/complex.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre_test/on_space.hpp>

#include <limits>

using acre::cast;
using acre_test::equals, acre_test::place;

namespace {

template <class... T>
struct list {
  static constexpr std::int64_t size = sizeof...(T);
};
using real_dtypes = list<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                         std::uint32_t, std::int64_t, std::uint64_t, float, double>;

/// Number `i` is one of four values taken through one pair of dtypes: all pairs in one kernel.
struct through_a_pair : acre::detail::same_type {
  template <class From, class... To>
  KOKKOS_FUNCTION static double to_each(list<To...>, std::int64_t to, From value)
  {
    double result = -1;
    std::int64_t k = 0;
    ((k++ == to ? void(result = static_cast<double>(acre::detail::converted<To>(value))) : void()),
     ...);
    return result;
  }
  template <class... From>
  KOKKOS_FUNCTION static double from_each(list<From...> all, std::int64_t from, std::int64_t to,
                                          std::int64_t value)
  {
    double result = -1;
    std::int64_t k = 0;
    ((k++ == from ? void(result = to_each(all, to, static_cast<From>(value))) : void()), ...);
    return result;
  }
  KOKKOS_FUNCTION double operator()(std::int64_t i) const
  {
    constexpr std::int64_t n = real_dtypes::size;
    std::int64_t const which = i & 3, value = which < 3 ? which : 100;
    return from_each(real_dtypes(), (i >> 2) / n, (i >> 2) % n, value);
  }
};

using c64 = acre::complex<float>;
using c128 = acre::complex<double>;

template <class Space>
class dtypes : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(dtypes, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dtypes, cast_to_each_other)
{
  constexpr std::int64_t n = real_dtypes::size;
  auto const got = acre::to_vector(acre::detail::make_unary<through_a_pair>(
      acre::index_of(this->space, acre::shape(4 * n * n))));
  for (std::int64_t i = 0; i < 4 * n * n; ++i) {
    std::int64_t const value = (i & 3) < 3 ? i & 3 : 100, from = (i >> 2) / n, to = (i >> 2) % n;
    bool const through_bool = from == 0 || to == 0;
    EXPECT_EQ(got[static_cast<std::size_t>(i)], through_bool ? value != 0 : value)
        << "from " << from << " to " << to;
  }
}

TYPED_TEST(dtypes, wrap_round_and_saturate)
{
  using limits = std::numeric_limits<std::int64_t>;
  auto const wide =
      this->template row<std::int64_t>({limits::min(), -129, -1, 255, 65537, limits::max()});
  EXPECT_TRUE(equals<std::int8_t>(cast<std::int8_t>(wide), {0, 127, -1, -1, 1, -1}));
  EXPECT_TRUE(equals<std::uint16_t>(cast<std::uint16_t>(wide), {0, 65407, 65535, 255, 1, 65535}));
  EXPECT_TRUE(
      equals<std::uint64_t>(cast<std::uint64_t>(this->template row<std::int8_t>({-1, -128})),
                            {0xffffffffffffffff, 0xffffffffffffff80}));
  EXPECT_TRUE(
      equals<float>(cast<float>(this->template row<std::int32_t>({16777217, 16777219, -16777217})),
                    {16777216, 16777220, -16777216}))
      << "to nearest even";
  EXPECT_TRUE(equals<double>(
      cast<double>(this->template row<std::uint64_t>({0xffffffffffffffff, 9007199254740993u})),
      {18446744073709551616.0, 9007199254740992.0}));

  double const inf = std::numeric_limits<double>::infinity(),
               nan = std::numeric_limits<double>::quiet_NaN();
  auto const real =
      this->template row<double>({-1.9, -0.5, 0.5, 127.9, 1e10, -1e300, inf, -inf, nan});
  EXPECT_TRUE(
      equals<std::int8_t>(cast<std::int8_t>(real), {-1, 0, 0, 127, 127, -128, 127, -128, 0}));
  EXPECT_TRUE(equals<std::uint32_t>(cast<std::uint32_t>(real),
                                    {0, 0, 0, 127, 4294967295, 0, 4294967295, 0, 0}));
  EXPECT_TRUE(equals<std::int64_t>(
      cast<std::int64_t>(real),
      {-1, 0, 0, 127, 10000000000, limits::min(), limits::max(), limits::min(), 0}));
  EXPECT_TRUE(equals<float>(cast<float>(real), {-1.9f, -0.5f, 0.5f, 127.9f, 1e10f, float(-inf),
                                                float(inf), float(-inf), float(nan)}));
  EXPECT_TRUE(equals<int>(cast<int>(cast<bool>(real)), {1, 1, 1, 1, 1, 1, 1, 1, 1}));
}

TYPED_TEST(dtypes, complex_ones_have_a_real_part)
{
  auto const z = this->template row<c128>({{1.5, -2}, {-300.75, 0}, {0, 1}, {0, 0}});
  // (cast<double>(z) doesn't compile: tests/must_not_compile)
  EXPECT_TRUE(equals<double>(real(z), {1.5, -300.75, 0, 0}));
  EXPECT_TRUE(equals<std::int8_t>(cast<std::int8_t>(real(z)), {1, -128, 0, 0}));
  EXPECT_TRUE(equals<int>(cast<int>(cast<bool>(z)), {1, 1, 1, 0}));
  EXPECT_TRUE(equals<c64>(cast<c64>(z), {{1.5f, -2}, {-300.75f, 0}, {0, 1}, {0, 0}}));
  EXPECT_TRUE(equals<c128>(cast<c128>(this->template row<c64>({{0.5f, 1}})), {{0.5, 1}}));
  EXPECT_TRUE(equals<c64>(cast<c64>(this->template row<std::int64_t>({3, -1})), {{3, 0}, {-1, 0}}));
  EXPECT_TRUE(
      equals<c128>(cast<c128>(cast<bool>(this->template row<float>({2, 0}))), {{1, 0}, {0, 0}}));
}

template <class Want, class E>
void expect_dtype(E const&)
{
  static_assert(std::is_same_v<typename E::value_type, Want>);
}

TYPED_TEST(dtypes, come_out_as_numpys)
{
  auto const b = cast<bool>(this->template row<std::int8_t>({1, 0}));
  auto const i8 = this->template row<std::int8_t>({1, 2});
  auto const u16 = this->template row<std::uint16_t>({1, 2});
  auto const i32 = this->template row<std::int32_t>({1, 2});
  auto const f = this->template row<float>({1, 2});
  expect_dtype<bool>(b + b);
  expect_dtype<std::int8_t>(floor_divide(b, b));
  expect_dtype<std::int8_t>(remainder(b, b));
  expect_dtype<std::int8_t>(power(b, b));
  expect_dtype<std::int8_t>(b << b);
  expect_dtype<std::int8_t>(reciprocal(b));
  expect_dtype<double>(b / b);
  expect_dtype<float>(sqrt(b));
  expect_dtype<float>(rint(i8));
  expect_dtype<double>(rint(i32));
  expect_dtype<float>(rint(u16));
  expect_dtype<std::int32_t>(floor(i32));
  expect_dtype<bool>(floor(b));
  expect_dtype<std::int16_t>(i8 + cast<std::uint8_t>(i8));
  expect_dtype<double>(i32 + f);
  expect_dtype<float>(u16 * f);
  expect_dtype<double>(cast<std::uint64_t>(i8) + i8);
  expect_dtype<float>(f + 1.0);
  expect_dtype<std::int32_t>(i32 + 1);
  expect_dtype<double>(i32 + 1.0);
  expect_dtype<std::int64_t>(power(b, 2));
  expect_dtype<bool>(signbit(i8));
  expect_dtype<double>(copysign(i32, i32));
  expect_dtype<float>(softplus(u16));
  EXPECT_TRUE(equals<std::int8_t>(b << b, {2, 0}));
  EXPECT_TRUE(equals<std::int8_t>(floor_divide(b, b), {1, 0}));
}

TYPED_TEST(dtypes, softplus_neither_overflows_nor_loses)
{
  double const inf = std::numeric_limits<double>::infinity();
  auto const x = this->template row<double>({-inf, -1000, -40, 0, 40, 1000, inf});
  EXPECT_TRUE(equals<double>(softplus(x),
                             {0, 0, 4.248354255291589e-18, 0.6931471805599453, 40, 1000, inf}));
  EXPECT_TRUE(std::isnan(
      acre::evaluate(softplus(this->template row<float>({std::numeric_limits<float>::quiet_NaN()})))
          .item()));
}

}  // namespace
