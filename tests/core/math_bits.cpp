// acre::math: the bits of a fixed sample, the same on every compiler, optimisation and CPU. After
// an intended change of a function the failing line prints the number to record. A surprise here
// means that the promise is compiled away: contraction, -ffast-math, another rounding mode.
#include <acre/math.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace am = acre::math;

std::uint64_t bits(double x) { return __builtin_bit_cast(std::uint64_t, x); }
std::uint64_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }

/// A number that changes when one bit of one result changes: the same on every compiler and CPU.
/// The arguments: any bit pattern, and numbers of ordinary size.
template <class T, class F>
std::uint64_t fingerprint(F f)
{
  std::uint64_t hash = 0xcbf29ce484222325u;
  std::uint64_t state = 0;
  for (int k = 0; k < 4096; ++k) {
    T x[2];
    for (T& v : x) {
      std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      z ^= z >> 31;
      double const size =
          std::ldexp(static_cast<double>(z >> 11), -53 - static_cast<int>(z & 15) + 7);
      if constexpr (sizeof(T) == 8)
        v = k % 4 == 0 ? __builtin_bit_cast(double, z) : (k % 4 == 1 ? -size : size);
      else
        v = k % 4 == 0 ? __builtin_bit_cast(float, static_cast<std::uint32_t>(z))
                       : static_cast<float>(k % 4 == 1 ? -size : size);
    }
    hash = (hash ^ bits(static_cast<T>(f(x[0], x[1])))) * 0x100000001b3u;
  }
  return hash;
}

#define ACRE_BITS(name, of_float, of_double)                              \
  {#name, fingerprint<float>([](float x, float) { return am::name(x); }), \
   fingerprint<double>([](double x, double) { return am::name(x); }), of_float, of_double}
#define ACRE_BITS2(name, of_float, of_double)                                  \
  {#name, fingerprint<float>([](float x, float y) { return am::name(x, y); }), \
   fingerprint<double>([](double x, double y) { return am::name(x, y); }), of_float, of_double}

TEST(math_bits, are_the_recorded_ones)
{
  struct row {
    char const* name;
    std::uint64_t got_float, got_double, of_float, of_double;
  };
  std::vector<row> const rows = {
      ACRE_BITS(sqrt, 0x5338215834de62e8u, 0xff4ebffdb861cdb2u),
      ACRE_BITS(cbrt, 0x1bc3188091bb9494u, 0xece8b0deec6c8366u),
      ACRE_BITS(exp, 0xafe8e0bd0f37baf7u, 0x5cf2537ca0ca5e12u),
      ACRE_BITS(exp2, 0x639c7d83c6b11679u, 0x4d55da3221728b85u),
      ACRE_BITS(expm1, 0x0fe5c5d6c1773520u, 0x112b2d51efb96001u),
      ACRE_BITS(log, 0xf548f7b7a2758285u, 0x4ad2042b149be0e8u),
      ACRE_BITS(log2, 0xc2d5e8e15f58709du, 0x1123403c31315005u),
      ACRE_BITS(log10, 0x577dff188a4d8927u, 0x53d0ba6938babe6bu),
      ACRE_BITS(log1p, 0xfef2414b91e9d9afu, 0x45487482aa717d63u),
      ACRE_BITS(sin, 0xc4ab3666c1efdf73u, 0x513c76ba324a65f5u),
      ACRE_BITS(cos, 0xde00fe03be46d7fbu, 0x309d87b85b4b8b73u),
      ACRE_BITS(tan, 0xb17a8ca337a07ae0u, 0x270c586bcc849a2cu),
      ACRE_BITS(asin, 0xd4965fcbcbfb4c9eu, 0x585551bc4a2e1528u),
      ACRE_BITS(acos, 0x7aac6700e93888e9u, 0xd0e210b83f2186bdu),
      ACRE_BITS(atan, 0xb8ba35d4b2c25ec1u, 0xc17e6d36d86d8059u),
      ACRE_BITS(sinh, 0xc8d61b20b59330f0u, 0x593ad614afe6af0bu),
      ACRE_BITS(cosh, 0x598a4345352ca38au, 0x8f98554ed920dc82u),
      ACRE_BITS(tanh, 0x8fe2aa9bfc03cdceu, 0x47609ff8feb7effau),
      ACRE_BITS(asinh, 0x6abe3bde97fe911cu, 0x50cc8e18f8e633b5u),
      ACRE_BITS(acosh, 0xb7d56ab182133d80u, 0xc15a08c689ac69fau),
      ACRE_BITS(atanh, 0x4faf0163a8df2c7eu, 0xedf6b0ba92bc1108u),
      ACRE_BITS(erf, 0xdd5acf5fc731acc3u, 0x89779139baeec083u),
      ACRE_BITS(erfc, 0x680dce44836c42f1u, 0x9b65ab240ab7ab88u),
      ACRE_BITS(lgamma, 0x483c5963f99a8c96u, 0x9fbfb03f33ce327fu),
      ACRE_BITS(tgamma, 0x09c8a4c1d6f76c62u, 0xc1b105490e3fe856u),
      ACRE_BITS(floor, 0xad1dc2ba353c1f2cu, 0xaa037c340a8f2204u),
      ACRE_BITS(rint, 0x1c27f520e288b67eu, 0x1089246ef1e2fa04u),
      ACRE_BITS2(pow, 0x306e6496d1d69facu, 0x975d2812dfafc00eu),
      ACRE_BITS2(hypot, 0xb5e5599929157fa1u, 0xf71522efa40e211cu),
      ACRE_BITS2(atan2, 0x06d423f8eb82fe48u, 0xb4f99d418ff7d8efu),
      ACRE_BITS2(logaddexp, 0xa1247d9285d73c2eu, 0x3f9d12af7ff8c6bcu),
      ACRE_BITS2(fmod, 0x137259c90926e315u, 0xf3f2e415693092f0u),
      ACRE_BITS2(floor_divide, 0x31fb5164a828464bu, 0x0168c438c7f4f26cu),
      ACRE_BITS2(remainder, 0x154b3e924dc73546u, 0xa5f00b334948a05du),
  };
  for (row const& r : rows) {
    EXPECT_EQ(r.got_float, r.of_float) << r.name << std::hex << " float: 0x" << r.got_float << "u";
    EXPECT_EQ(r.got_double, r.of_double)
        << r.name << std::hex << " double: 0x" << r.got_double << "u";
  }
}

}  // namespace
