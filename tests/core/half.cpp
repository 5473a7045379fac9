// float16 and bfloat16 as numbers: all of them, and the rounding between each two.

#include <acre/array/detail/format.hpp>
#include <acre/array/dtype.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

namespace {

using acre::bfloat16, acre::float16;
using namespace acre::literals;

static_assert(sizeof(float16) == 2 && std::is_trivially_copyable_v<float16> &&
              std::is_trivially_default_constructible_v<float16>);
static_assert((0.1_f16).bits() == 0x2e66 && (0.1_bf16).bits() == 0x3dcd);
static_assert(float16(65519.0).bits() == 0x7bff && float16(65520.0).bits() == 0x7c00);
static_assert(float16(1e300) == std::numeric_limits<float16>::infinity());
static_assert((1_f16 / 3_f16).bits() == 0x3555 && (2048_f16 + 1_f16) == 2048);
static_assert(std::is_same_v<decltype(1_f16 + 1_f16), float16>);
static_assert(std::is_same_v<decltype(1_f16 + 1.0f), float>);
static_assert(std::is_same_v<decltype(1_f16 + 1_bf16), float>);
// rounded twice this would be 1
static_assert(float16(1 + 0x1p-11 + 0x1p-40).bits() == 0x3c01);
static_assert(bfloat16(1 + 0x1p-8 + 0x1p-40).bits() == 0x3f81);
static_assert(std::numeric_limits<float16>::max() == 65504 &&
              std::numeric_limits<float16>::epsilon() == 0x1p-10f &&
              std::numeric_limits<float16>::denorm_min() == 0x1p-24f &&
              std::numeric_limits<float16>::max_digits10 == 5);
static_assert(std::numeric_limits<bfloat16>::max() == std::bit_cast<float>(0x7f7f0000) &&
              std::numeric_limits<bfloat16>::min() == std::numeric_limits<float>::min());

// NumPy's and ml_dtypes' promotion; where they have none, for bfloat16 beside wider integers or
// float16, it is float16's
template <class A, class B>
constexpr bool promotes(acre::dtype to)
{
  return acre::dtype_traits<acre::promote_t<A, B>>::code == to &&
         acre::dtype_traits<acre::promote_t<B, A>>::code == to;
}
template <class H>
constexpr bool promotes_as_numpy(acre::dtype own)
{
  using acre::dtype;
  return promotes<H, H>(own) && promotes<H, bool>(own) && promotes<H, std::int8_t>(own) &&
         promotes<H, std::uint8_t>(own) && promotes<H, std::int16_t>(dtype::float32) &&
         promotes<H, std::uint16_t>(dtype::float32) && promotes<H, std::int32_t>(dtype::float64) &&
         promotes<H, std::uint64_t>(dtype::float64) && promotes<H, float>(dtype::float32) &&
         promotes<H, double>(dtype::float64) &&
         promotes<H, acre::complex<float>>(dtype::complex64) &&
         promotes<H, acre::complex<double>>(dtype::complex128);
}
static_assert(promotes_as_numpy<float16>(acre::dtype::float16));
static_assert(promotes_as_numpy<bfloat16>(acre::dtype::bfloat16));
static_assert(promotes<float16, bfloat16>(acre::dtype::float32));
static_assert(std::is_same_v<acre::promote_scalar_t<float16, double>, float16>);
static_assert(
    std::is_same_v<acre::promote_scalar_t<bfloat16, acre::complex<double>>, acre::complex<float>>);
static_assert(std::is_same_v<acre::sum_t<float16>, float16>);
static_assert(std::is_same_v<acre::inexact_t<bfloat16>, bfloat16>);
static_assert(std::is_same_v<acre::inexact_t<std::int8_t>, float>);

template <class H>
class half_numbers : public testing::Test {
 public:
  static constexpr int fraction = std::numeric_limits<H>::digits - 1,
                       bias = std::numeric_limits<H>::max_exponent - 1;
  static constexpr std::uint16_t infinity = std::numeric_limits<H>::infinity().bits();

  /// What the bits of a finite number mean.
  static double value(int bits)
  {
    int const field = (bits & 0x7fff) >> fraction, digits = bits & ((1 << fraction) - 1);
    double const x = field == 0 ? std::ldexp(digits, 1 - bias - fraction)
                                : std::ldexp(digits + (1 << fraction), field - bias - fraction);
    return bits & 0x8000 ? -x : x;
  }
  /// The bits of x, of either sign, made of both wider dtypes where x is a float32.
  static void expect_bits(double x, int bits)
  {
    for (int const sign : {0, 0x8000}) {
      double const y = sign ? -x : x;
      ASSERT_EQ(H(y).bits(), bits | sign) << y;
      if (static_cast<double>(static_cast<float>(y)) == y) {
        ASSERT_EQ(H(static_cast<float>(y)).bits(), bits | sign) << y;
      }
    }
  }
};
using halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(half_numbers, halves);

TYPED_TEST(half_numbers, are_float32_and_back)
{
  for (int bits = 0; bits < 0x10000; ++bits) {
    auto const x = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
    float const wide = x;
    if ((bits & 0x7fff) > this->infinity) {
      EXPECT_TRUE(std::isnan(wide));
      EXPECT_EQ(TypeParam(wide).bits(), bits | (1 << (this->fraction - 1)));  // a quiet one
      continue;
    }
    ASSERT_EQ(TypeParam(wide).bits(), bits);
    ASSERT_EQ(TypeParam(static_cast<double>(wide)).bits(), bits);
    if ((bits & 0x7fff) < this->infinity) {
      ASSERT_EQ(wide, this->value(bits)) << bits;
    }
  }
}

TYPED_TEST(half_numbers, round_to_nearest_even)
{
  double const most = std::numeric_limits<double>::infinity();
  for (int bits = 0; bits < this->infinity; ++bits) {
    double const below = this->value(bits),
                 above = bits + 1 < this->infinity
                             ? this->value(bits + 1)
                             : std::ldexp(1.0, std::numeric_limits<TypeParam>::max_exponent),
                 middle = below + (above - below) / 2;
    int const even = bits % 2 == 0 ? bits : bits + 1;
    this->expect_bits(middle, even);
    this->expect_bits(std::nextafter(middle, 0.0), bits);
    this->expect_bits(std::nextafter(middle, most), bits + 1);
    float const single = static_cast<float>(middle);
    if (single == middle && single > 0) {
      this->expect_bits(std::nextafter(single, 0.0f), bits);
      this->expect_bits(std::nextafter(single, HUGE_VALF), bits + 1);
    }
  }
  for (double const beyond : {1e39, 1e300, most}) this->expect_bits(beyond, this->infinity);
  for (double const tiny : {1e-300, 5e-324, 0.0}) this->expect_bits(tiny, 0);
}

TYPED_TEST(half_numbers, of_integers_and_of_each_other)
{
  EXPECT_EQ(TypeParam(true).bits(), TypeParam(1.0).bits());
  EXPECT_EQ(TypeParam(std::int8_t{-128}), -128.0f);
  bool const narrow = std::is_same_v<TypeParam, float16>;
  EXPECT_EQ(TypeParam(std::uint64_t{1} << 63), narrow ? HUGE_VALF : 0x1p63f);
  EXPECT_EQ(float(bfloat16(0x1p-20_f16)), 0x1p-20f);
  EXPECT_EQ(float(float16(bfloat16(1e30))), HUGE_VALF);
}

std::uint64_t hashed(std::uint64_t hash, std::uint64_t value)
{
  return (hash ^ value) * 0x100000001b3u;
}
constexpr std::uint64_t no_hash = 0xcbf29ce484222325u;

template <class H, class F>
std::uint64_t hash_of_pairs(F const& f)
{
  std::uint64_t hash = no_hash;
  for (std::uint64_t k = 0; k < (1 << 17); ++k) {
    auto const a = H::from_bits(static_cast<std::uint16_t>(k * 40503 + 11)),
               b = H::from_bits(static_cast<std::uint16_t>(k * 30011 + k / 65536 * 977));
    H const result = f(a, b);
    hash = hashed(hash, (result == result ? result : std::numeric_limits<H>::quiet_NaN()).bits());
  }
  return hash;
}

// NumPy 2.4.6 and ml_dtypes 0.6 gave these
TEST(half_arithmetic, is_numpys_hashes)
{
  auto const sum = [](auto a, auto b) { return a + b; };
  auto const difference = [](auto a, auto b) { return a - b; };
  auto const product = [](auto a, auto b) { return a * b; };
  auto const quotient = [](auto a, auto b) { return a / b; };
  EXPECT_EQ(hash_of_pairs<float16>(sum), 0xaaf047e758081be9u);
  EXPECT_EQ(hash_of_pairs<float16>(difference), 0xce7d21ec64171be9u);
  EXPECT_EQ(hash_of_pairs<float16>(product), 0x4c9e8ae905861181u);
  EXPECT_EQ(hash_of_pairs<float16>(quotient), 0x13956e015abad255u);
  EXPECT_EQ(hash_of_pairs<bfloat16>(sum), 0xae93b38f7ececf75u);
  EXPECT_EQ(hash_of_pairs<bfloat16>(difference), 0xb4ee202ded62b21du);
  EXPECT_EQ(hash_of_pairs<bfloat16>(product), 0x51fdc11920ca91d1u);
  EXPECT_EQ(hash_of_pairs<bfloat16>(quotient), 0x1126d8b8f7731addu);
}

// NumPy's str() of each finite float16, a line each
TEST(half_text, is_numpys_hashes)
{
  std::uint64_t hash = no_hash;
  bool first = true;
  for (int bits = 0; bits < 0x10000; ++bits) {
    auto const x = float16::from_bits(static_cast<std::uint16_t>(bits));
    if (!std::isfinite(float(x))) continue;
    for (char const c : (first ? "" : "\n") + acre::detail::format_array(&x, {}, false))
      hash = hashed(hash, static_cast<unsigned char>(c));
    first = false;
  }
  EXPECT_EQ(hash, 0xd8537e425bc2f33du);
}

template <class H, std::size_t N>
std::string text_of(double const (&x)[N], bool repr = false)
{
  H v[N];
  for (std::size_t k = 0; k < N; ++k) v[k] = H(x[k]);
  std::int64_t const n = N;
  return acre::detail::format_array(v, {&n, 1}, repr);
}
TEST(half_text, of_arrays)
{
  EXPECT_EQ(text_of<float16>({1.1, 2.2, 65504, 1e-7}), "[1.10e+00 2.20e+00 6.55e+04 1.19e-07]");
  EXPECT_EQ(text_of<float16>({1000, 2000.5}), "[1.e+03 2.e+03]");
  EXPECT_EQ(text_of<float16>({1.1}, true), "array([1.1], dtype=float16)");
  EXPECT_EQ(text_of<bfloat16>({3, 0.333}), "[3.    0.332]");
  EXPECT_EQ(text_of<bfloat16>({NAN, HUGE_VAL, -0.0}, true),
            "array([nan, inf, -0.], dtype=bfloat16)");
}

}  // namespace
