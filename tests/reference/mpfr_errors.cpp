// Measures the largest error of acre::math's functions in ulp, against MPFR (double) and against
// the C library's double functions (float, where every input can be tried).
//
//   mpfr_errors [--function NAME] [--points N] [--seed S] [--stride K] [--only double|float]
//
// --points is the number of double arguments per function; --stride tries every K-th float
// (1: all 2^32; two-argument functions: 2^32/K random pairs). Not part of the default tests.
//
// Build: g++ -std=c++20 -O2 -march=x86-64-v3 -ffp-contract=off -I core/include -I <Kokkos>
//        tests/reference/mpfr_errors.cpp -lmpfr -lgmp
#include <acre/math.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <mpfr.h>

namespace {

namespace am = acre::math;

using mpfr_one = int (*)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
using mpfr_two = int (*)(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

struct function {
  char const* name;
  double (*as_double)(double);
  float (*as_float)(float);
  double (*libm)(double);
  mpfr_one reference;
  double low, high;              // where results are ordinary: drawn uniformly
  std::vector<double> specials;  // drawn around, at distances from an ulp to 1
};

struct function2 {
  char const* name;
  double (*as_double)(double, double);
  float (*as_float)(float, float);
  double (*libm)(double, double);
  mpfr_two reference;
  double low_x, high_x, low_y, high_y;
};

int lgamma_reference(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t m)
{
  int sign;
  return mpfr_lgamma(r, &sign, x, m);
}

int logaddexp_reference(mpfr_t r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t m)
{
  mpfr_sub(r, x, y, m);
  mpfr_abs(r, r, m);
  mpfr_neg(r, r, m);
  mpfr_exp(r, r, m);
  mpfr_log1p(r, r, m);
  return mpfr_add(r, r, mpfr_greater_p(x, y) ? x : y, m);
}

double logaddexp_libm(double x, double y)
{
  if (x == y) return x + std::log(2.0);
  double const m = x > y ? x : y;
  return m + std::log1p(std::exp(-std::fabs(x - y)));
}

#define ACRE_PAIR(name)                                                      \
  [](double x) { return am::name(x); }, [](float x) { return am::name(x); }, \
      [](double x) { return std::name(x); }
#define ACRE_PAIR2(name) \
  [](double x, double y) { return am::name(x, y); }, [](float x, float y) { return am::name(x, y); }

double const pi = 3.14159265358979323846;

std::vector<function> functions()
{
  std::vector<double> turns;
  for (int i = -40; i <= 40; ++i) turns.push_back(i * pi / 4);
  for (double big : {1e3, 1e4, 1e5, 83443.0, 83444.0, 1e6, 1e10})
    turns.push_back(std::rint(big) * pi / 2);
  std::vector<double> poles;
  for (int i = -30; i <= 30; ++i) poles.push_back(i * 0.5);
  return {
      {"sqrt", ACRE_PAIR(sqrt), mpfr_sqrt, 0, 10, {1}},
      {"cbrt", ACRE_PAIR(cbrt), mpfr_cbrt, -10, 10, {1, 2, 4, 8}},
      {"exp", ACRE_PAIR(exp), mpfr_exp, -746, 710, {0, 0.34657359, -0.34657359, 1, 709.78, -708.4}},
      {"exp2", ACRE_PAIR(exp2), mpfr_exp2, -1076, 1024, {0, 0.5, -0.5, 1, 1023.9, -1022}},
      {"expm1", ACRE_PAIR(expm1), mpfr_expm1, -40, 710, {0, 0.34657359, -0.34657359, 1.0397, -1}},
      {"log", ACRE_PAIR(log), mpfr_log, 0, 10, {1, 0.70710678, 1.41421356, 2}},
      {"log2", ACRE_PAIR(log2), mpfr_log2, 0, 10, {1, 0.70710678, 1.41421356, 2}},
      {"log10", ACRE_PAIR(log10), mpfr_log10, 0, 10, {1, 0.70710678, 1.41421356, 10}},
      {"log1p", ACRE_PAIR(log1p), mpfr_log1p, -1, 10, {0, -0.29289, 0.41421356, -1, 1}},
      {"sin", ACRE_PAIR(sin), mpfr_sin, -100, 100, turns},
      {"cos", ACRE_PAIR(cos), mpfr_cos, -100, 100, turns},
      {"tan", ACRE_PAIR(tan), mpfr_tan, -100, 100, turns},
      {"asin", ACRE_PAIR(asin), mpfr_asin, -1, 1, {0, 0.5, 1, -0.5, -1}},
      {"acos", ACRE_PAIR(acos), mpfr_acos, -1, 1, {0, 0.5, 1, -0.5, -1}},
      {"atan", ACRE_PAIR(atan), mpfr_atan, -10, 10, {0, 0.41421356, 1, 2.41421356}},
      {"sinh", ACRE_PAIR(sinh), mpfr_sinh, -30, 30, {0, 0.34657, 1, 21, 710, 709}},
      {"cosh", ACRE_PAIR(cosh), mpfr_cosh, -30, 30, {0, 0.34657, 1, 21, 710, 709}},
      {"tanh", ACRE_PAIR(tanh), mpfr_tanh, -25, 25, {0, 0.17328, 0.5, 1, 19}},
      {"asinh", ACRE_PAIR(asinh), mpfr_asinh, -10, 10, {0, 0.41421356, 1, 268435456}},
      {"acosh", ACRE_PAIR(acosh), mpfr_acosh, 1, 10, {1, 2, 268435456}},
      {"atanh", ACRE_PAIR(atanh), mpfr_atanh, -1, 1, {0, 0.17157, 0.5, 1, -1}},
      {"erf", ACRE_PAIR(erf), mpfr_erf, -6, 6, {0, 0.5, 1, 2, 4}},
      {"erfc", ACRE_PAIR(erfc), mpfr_erfc, -6, 28, {0, 0.5, 1, 2, 4, 26.5}},
      {"lgamma",
       ACRE_PAIR(lgamma),
       lgamma_reference,
       -30,
       30,
       {1, 2, 0.75, 1.5, 2.75, 14, -2.457, -2.747}},
      {"tgamma", ACRE_PAIR(tgamma), mpfr_gamma, -185, 172, poles},
  };
}

std::vector<function2> functions2()
{
  return {
      {"pow", ACRE_PAIR2(pow), std::pow, mpfr_pow, 0, 10, -300, 300},
      {"hypot", ACRE_PAIR2(hypot), std::hypot, mpfr_hypot, -10, 10, -10, 10},
      {"atan2", ACRE_PAIR2(atan2), std::atan2, mpfr_atan2, -10, 10, -10, 10},
      {"fmod", ACRE_PAIR2(fmod), std::fmod, mpfr_fmod, -1000, 1000, -10, 10},
      {"logaddexp", ACRE_PAIR2(logaddexp), logaddexp_libm, logaddexp_reference, -50, 50, -50, 50},
  };
}

template <class T>
T from_random_bits(std::uint64_t bits)
{
  if constexpr (sizeof(T) == 8)
    return __builtin_bit_cast(double, bits);
  else
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
}

// Half the time any bit pattern, a quarter uniform in [low, high], a quarter near a special point.
double draw(std::mt19937_64& random, double low, double high, std::vector<double> const& specials)
{
  std::uint64_t const kind = random() & 3;
  if (kind == 0 && !specials.empty()) {
    double const at = specials[random() % specials.size()];
    double const far = std::ldexp(1.0 + std::ldexp(static_cast<double>(random() >> 12), -52),
                                  -static_cast<int>(random() % 56));
    return at + ((random() & 1) ? far : -far) * (at == 0 ? 1 : std::fabs(at));
  }
  if (kind == 1) return low + (high - low) * std::ldexp(static_cast<double>(random() >> 11), -53);
  if (kind == 2) {  // exponents near 1
    double const size = std::ldexp(1.0 + std::ldexp(static_cast<double>(random() >> 12), -52),
                                   static_cast<int>(random() % 40) - 28);
    return (random() & 1) ? size : -size;
  }
  return from_random_bits<double>(random());
}

struct worst {
  double error = 0;
  double x = 0, y = 0;
  std::uint64_t count = 0;
  std::uint64_t wrong = 0;  // NaN or infinity where none belongs, or none where one does
  double wrong_x = 0, wrong_y = 0;

  void add(double e, double at, double at_y = 0)
  {
    ++count;
    if (e > error) error = e, x = at, y = at_y;
  }
  void fail(double at, double at_y = 0)
  {
    if (wrong++ == 0) wrong_x = at, wrong_y = at_y;
  }
  void print(char const* name, char const* type) const
  {
    std::printf("%-10s %-6s %12llu points  max %.4f ulp at %a", name, type,
                static_cast<unsigned long long>(count), error, x);
    if (y != 0) std::printf(", %a", y);
    if (wrong)
      std::printf("  WRONG KIND %llu first at %a, %a", (unsigned long long)wrong, wrong_x, wrong_y);
    std::printf("\n");
    std::fflush(stdout);
  }
};

// |got - exact| in units in the last place of exact, as a double.
double ulp_error(double got, mpfr_t exact, mpfr_t scratch)
{
  if (mpfr_zero_p(exact)) return got == 0 ? 0 : std::numeric_limits<double>::infinity();
  long e = mpfr_get_exp(exact) - 53;
  if (e < -1074) e = -1074;
  if (std::isinf(got)) {
    if (mpfr_get_exp(exact) > 1024) return 0;
    mpfr_set_ui_2exp(scratch, 1, 1024, MPFR_RNDN);
    if (got < 0) mpfr_neg(scratch, scratch, MPFR_RNDN);
  } else {
    if (mpfr_get_exp(exact) > 1025) return std::numeric_limits<double>::infinity();
    mpfr_set_d(scratch, got, MPFR_RNDN);
  }
  if (mpfr_get_exp(exact) > 1024) e = 971;
  mpfr_sub(scratch, scratch, exact, MPFR_RNDN);
  mpfr_mul_2si(scratch, scratch, -e, MPFR_RNDN);
  return std::fabs(mpfr_get_d(scratch, MPFR_RNDN));
}

double ulp_error_float(float got, double exact)
{
  if (exact == 0) return got == 0 ? 0 : std::numeric_limits<double>::infinity();
  int e = 0;
  std::frexp(exact, &e);
  e = e > 128 ? 128 : (e < -125 ? -125 : e);
  if (std::isinf(got)) {
    if (std::fabs(exact) >= 0x1.ffffffp127) return (got > 0) == (exact > 0) ? 0 : 1e9;
    return std::ldexp(std::fabs(0x1p128 - std::fabs(exact)), 24 - e);
  }
  if (std::isinf(exact)) return 1e9;
  return std::ldexp(std::fabs(static_cast<double>(got) - exact), 24 - e);
}

worst measure_double(function const& f, std::uint64_t points, std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  worst w;
  mpfr_t x, r, s;
  mpfr_inits2(160, r, s, nullptr);
  mpfr_init2(x, 53);
  for (std::uint64_t i = 0; i < points; ++i) {
    double const v = draw(random, f.low, f.high, f.specials);
    if (!std::isfinite(v)) continue;
    double const got = f.as_double(v);
    double const expect = f.libm(v);
    if (std::isnan(got) != std::isnan(expect)) w.fail(v);
    if (std::isnan(expect) || std::isnan(got)) continue;
    bool const trivial = expect == 0 || std::isinf(expect);
    if (trivial && got == expect && std::signbit(got) == std::signbit(expect)) continue;
    mpfr_set_d(x, v, MPFR_RNDN);
    f.reference(r, x, MPFR_RNDN);
    double error = ulp_error(got, r, s);
    // lgamma crosses 0 between the poles: in units of 1's last place there
    if (f.reference == lgamma_reference && v < -2 && std::fabs(expect) < 1 && expect != 0)
      error = std::ldexp(error, std::ilogb(expect));
    w.add(error, v);
  }
  mpfr_clears(x, r, s, nullptr);
  return w;
}

worst measure_float(function const& f, std::uint64_t stride)
{
  worst w;
  for (std::uint64_t i = 0; i < (std::uint64_t(1) << 32); i += stride) {
    float const v = from_random_bits<float>(i);
    if (std::isnan(v)) continue;
    float const got = f.as_float(v);
    double const expect = f.libm(static_cast<double>(v));
    if (std::isnan(got) != std::isnan(expect)) w.fail(v);
    if (std::isnan(expect) || std::isnan(got)) continue;
    if (std::signbit(got) != std::signbit(expect)) w.fail(v);
    w.add(ulp_error_float(got, expect), v);
  }
  return w;
}

worst measure_double(function2 const& f, std::uint64_t points, std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  worst w;
  mpfr_t x, y, r, s;
  mpfr_inits2(160, r, s, nullptr);
  mpfr_inits2(53, x, y, nullptr);
  for (std::uint64_t i = 0; i < points; ++i) {
    double const a = draw(random, f.low_x, f.high_x, {1.0});
    double b = draw(random, f.low_y, f.high_y, {1.0});
    if (f.reference == mpfr_hypot && (random() & 1)) b = a * draw(random, -4, 4, {1.0});
    if (f.reference == mpfr_pow && (random() & 1))
      b = 700 / std::log(std::fabs(a)) * draw(random, -1, 1, {1.0});
    if (!std::isfinite(a) || !std::isfinite(b)) continue;
    double const got = f.as_double(a, b);
    double const expect = f.libm(a, b);
    if (std::isnan(got) != std::isnan(expect)) w.fail(a, b);
    if (std::isnan(expect) || std::isnan(got)) continue;
    bool const trivial = expect == 0 || std::isinf(expect) || expect == 1;
    if (trivial && got == expect && std::signbit(got) == std::signbit(expect)) continue;
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    f.reference(r, x, y, MPFR_RNDN);
    double error = ulp_error(got, r, s);
    // logaddexp cancels where it crosses 0: in units of its larger argument there
    double const top = a > b ? a : b;
    if (f.reference == logaddexp_reference && std::fabs(expect) < std::fabs(top))
      error = std::ldexp(error, std::ilogb(expect) - std::ilogb(top));
    w.add(error, a, b);
  }
  mpfr_clears(x, y, r, s, nullptr);
  return w;
}

worst measure_float(function2 const& f, std::uint64_t stride, std::uint64_t seed)
{
  std::mt19937_64 random(seed);
  worst w;
  for (std::uint64_t i = 0; i < (std::uint64_t(1) << 32); i += stride) {
    auto a = static_cast<float>(draw(random, f.low_x, f.high_x, {1.0}));
    auto b = static_cast<float>(draw(random, f.low_y, f.high_y, {1.0}));
    if (random() & 1) a = from_random_bits<float>(random());
    if (random() & 1) b = from_random_bits<float>(random());
    if (std::isnan(a) || std::isnan(b)) continue;
    float const got = f.as_float(a, b);
    double const expect = f.libm(static_cast<double>(a), static_cast<double>(b));
    if (std::isnan(got) != std::isnan(expect)) w.fail(a, b);
    if (std::isnan(expect) || std::isnan(got)) continue;
    double error = ulp_error_float(got, expect);
    double const top = static_cast<double>(a > b ? a : b);
    if (f.reference == logaddexp_reference && std::fabs(expect) < std::fabs(top))
      error = std::ldexp(error, std::ilogb(expect) - std::ilogb(top));
    w.add(error, a, b);
  }
  return w;
}

}  // namespace

int main(int argc, char** argv)
{
  std::string only_function, only_type;
  std::uint64_t points = 1000000, seed = 20240501, stride = 4099;
  for (int i = 1; i + 1 < argc; i += 2) {
    std::string const option = argv[i];
    if (option == "--function")
      only_function = argv[i + 1];
    else if (option == "--only")
      only_type = argv[i + 1];
    else if (option == "--points")
      points = std::strtoull(argv[i + 1], nullptr, 10);
    else if (option == "--seed")
      seed = std::strtoull(argv[i + 1], nullptr, 10);
    else if (option == "--stride")
      stride = std::strtoull(argv[i + 1], nullptr, 10);
    else
      return std::fprintf(stderr, "unknown option %s\n", argv[i]), 2;
  }
  if (stride == 0) stride = 1;
  auto const wanted = [&](char const* name) {
    return only_function.empty() || only_function == name;
  };
  for (auto const& f : functions()) {
    if (!wanted(f.name)) continue;
    if (only_type != "float") measure_double(f, points, seed).print(f.name, "double");
    if (only_type != "double") measure_float(f, stride).print(f.name, "float");
  }
  for (auto const& f : functions2()) {
    if (!wanted(f.name)) continue;
    if (only_type != "float") measure_double(f, points, seed).print(f.name, "double");
    if (only_type != "double") measure_float(f, stride, seed).print(f.name, "float");
  }
  return 0;
}
