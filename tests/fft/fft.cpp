// Fourier transforms beside the sums that they stand for, in long double; texts are NumPy's.

#include <acre/fft.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <complex>
#include <numbers>

using acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of;
namespace fft = acre::fft;

namespace {

using exact = std::complex<long double>;

/// The sum by its definition.
std::vector<exact> by_definition(std::vector<exact> const& x, int sign)
{
  auto const n = x.size();
  std::vector<exact> roots, result;
  for (std::size_t k = 0; k < n; ++k)
    roots.push_back(
        std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * static_cast<long double>(k) /
                             static_cast<long double>(n)));
  for (std::size_t k = 0; k < n; ++k) {
    exact sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += x[j] * roots[j * k % n];
    result.push_back(sum);
  }
  return result;
}

template <class T>
exact as_exact(T v)
{
  if constexpr (std::is_floating_point_v<T>)
    return v;
  else
    return {v.real(), v.imag()};
}
template <class A>
std::vector<exact> exact_values(A const& a)
{
  std::vector<exact> v;
  for (auto const& x : to_vector(a)) v.push_back(as_exact(x));
  return v;
}

/// The root of the sum of squares of the differences, by that of what is wanted.
long double error(std::vector<exact> const& got, std::vector<exact> const& wanted)
{
  if (got.size() != wanted.size()) return INFINITY;
  long double off = 0, all = 0;
  for (std::size_t k = 0; k < got.size(); ++k)
    off += std::norm(got[k] - wanted[k]), all += std::norm(wanted[k]);
  return std::sqrt(off / (all > 0 ? all : 1));
}

template <class Space>
class fourier : public ::testing::Test {
 protected:
  Space space;

  template <class R, std::size_t Rank>
  auto numbers(std::array<std::int64_t, Rank> const& shape, int seed) const
  {
    acre::generator g(static_cast<std::uint64_t>(seed));
    return evaluate(acre::cast<R>(g.normal(space, shape)));
  }
  template <class R, std::size_t Rank>
  auto complex_numbers(std::array<std::int64_t, Rank> const& shape, int seed) const
  {
    auto const z = acre::empty<acre::complex<R>>(space, shape);
    real(z) = numbers<R>(shape, seed);
    imag(z) = numbers<R>(shape, seed + 1);
    return z;
  }

  template <class R>
  void compare(std::int64_t n, long double most) const
  {
    auto const z = complex_numbers<R>(shape(n), 3);
    auto const x = numbers<R>(shape(n), 5);
    auto wanted = by_definition(exact_values(z), -1);
    EXPECT_LT(error(exact_values(fft::fft(z)), wanted), most) << n;
    wanted = by_definition(exact_values(z), 1);
    EXPECT_LT(error(exact_values(fft::ifft(z, {.norm = fft::norm::forward})), wanted), most) << n;
    wanted = by_definition(exact_values(x), -1);
    EXPECT_LT(error(exact_values(fft::fft(x)), wanted), most) << n;
    wanted.resize(static_cast<std::size_t>(n / 2 + 1));
    EXPECT_LT(error(exact_values(fft::rfft(x)), wanted), most) << n;
    EXPECT_LT(error(exact_values(fft::irfft(fft::rfft(x), {.n = n})), exact_values(x)), 2 * most)
        << n;
  }
};
TYPED_TEST_SUITE(fourier, acre_test::spaces, acre_test::space_names);

TYPED_TEST(fourier, are_the_sums_of_their_definition)
{
  for (std::int64_t n = 1; n <= 34; ++n) this->template compare<double>(n, 1e-15L);
  // short lines, matrices whose sides are no multiples of a vector, large primes alone and beside
  // others
  for (std::int64_t const n :
       {49, 60, 97, 101, 121, 128, 169, 194, 210, 256, 289, 337, 374, 582, 1001, 1024})
    this->template compare<double>(n, 2e-15L);
  for (std::int64_t const n : {1, 2, 3, 5, 8, 12, 17, 64, 97, 101, 210, 289, 1000})
    this->template compare<float>(n, 5e-7L);
}

TYPED_TEST(fourier, come_back)
{
  for (std::int64_t const n : {10007, 65536, 75600, 100100}) {
    auto const z = this->template complex_numbers<double>(shape(n), 1);
    EXPECT_LT(error(exact_values(fft::ifft(fft::fft(z))), exact_values(z)), 1e-14L) << n;
    auto const energy = [](auto const& a) {
      return sum(real(a) * real(a) + imag(a) * imag(a)).item();
    };
    double const before = energy(z);
    EXPECT_NEAR(energy(fft::fft(z, {.norm = fft::norm::ortho})) / before, 1, 1e-13) << "Parseval";
  }
  auto const x = this->template numbers<float>(shape(3, 5, 4, 6), 2);
  EXPECT_LT(error(exact_values(fft::irfftn(fft::rfftn(x))), exact_values(x)), 1e-6L) << "4 axes";
  EXPECT_LT(error(exact_values(fft::irfft2(fft::rfft2(x))), exact_values(x)), 1e-6L);
  EXPECT_LT(error(exact_values(fft::ifft2(fft::fft2(x, {.axes = {0, 2}}), {.axes = {0, 2}})),
                  exact_values(x)),
            1e-6L);
  static_assert(std::is_same_v<typename decltype(fft::fft(x))::value_type, acre::complex<float>>);
  static_assert(std::is_same_v<typename decltype(fft::irfft(x))::value_type, float>);
  static_assert(std::is_same_v<typename decltype(fft::rfft(acre::cast<int>(x)))::value_type,
                               acre::complex<double>>);
}

TYPED_TEST(fourier, along_axes_of_any_layout)
{
  auto const z = this->template complex_numbers<double>(shape(6, 10), 7);
  auto const near = [](auto const& a, auto const& b) {
    return a.shape() == b.shape() && error(exact_values(a), exact_values(b)) < 1e-15L;
  };
  auto const rows = copy(z.transpose());
  EXPECT_TRUE(near(fft::fft(z, {.axis = 0}), fft::fft(rows).transpose()));
  auto const steps = z(slice(none, none, -2), slice(1, 9, 3));
  EXPECT_TRUE(near(fft::fft(steps), fft::fft(copy(steps))));
  EXPECT_TRUE(near(fft::fft(z, {.n = 4}), fft::fft(copy(z(acre::ALL, slice(0, 4))))));
  auto padded = acre::zeros<acre::complex<double>>(this->space, shape(9, 10));
  padded(slice(0, 6)) = z;
  EXPECT_TRUE(near(fft::ifft(z, {.n = 9, .axis = -2}), fft::ifft(padded, {.axis = 0})));
  EXPECT_TRUE(
      near(fft::fft2(z, {.s = {9, 4}}), fft::fft(fft::fft(z, {.n = 4}), {.n = 9, .axis = 0})));
  EXPECT_TRUE(near(fft::fftn(z, {.axes = {1, 0}}), fft::fft2(z)));
  auto const x = this->template numbers<double>(shape(4, 7), 8);
  EXPECT_TRUE(near(fft::rfft2(x), fft::fft(fft::rfft(x), {.axis = 0})));
  EXPECT_TRUE(
      near(fft::rfft2(x, {.axes = {1, 0}}), fft::fft(fft::rfft(x, {.axis = 0}), {.axis = 1})));
  EXPECT_TRUE(
      near(fft::irfft(fft::rfft(x) + acre::complex<double>(0, 1) * 0.0), fft::irfft(fft::rfft(x))));
  EXPECT_EQ(fft::fft(z(slice(0, 0))).shape(), shape(0, 10));
  EXPECT_EQ(fft::irfft(z).shape(), shape(6, 18));
  auto unreal = fft::rfft(x(0), {.n = 6});
  auto const before = fft::irfft(unreal);
  imag(unreal(slice(none, none, 3))) = 4.0;
  EXPECT_TRUE(near(fft::irfft(unreal), before)) << "what is its own conjugate is real";
  EXPECT_TRUE(near(imag(unreal(slice(none, none, 3))), acre::full(this->space, shape(2), 4.0)))
      << "an input stays";
}

TYPED_TEST(fourier, refuses)
{
  auto const z = this->template complex_numbers<double>(shape(3, 4), 1);
  auto const text = [](auto const& f) { return error_of<acre::value_error>(f); };
  EXPECT_EQ(text([&] { fft::fft(z, {.n = 0}); }),
            "Invalid number of FFT data points (0) specified.");
  EXPECT_EQ(text([&] { fft::rfft(real(z)(acre::ALL, slice(0, 0))); }),
            "Invalid number of FFT data points (0) specified.");
  EXPECT_EQ(text([&] { fft::irfft(z(acre::ALL, slice(0, 1))); }),
            "Invalid number of FFT data points (0) specified.");
  EXPECT_EQ(text([&] { fft::fft2(z, {.s = {3}}); }), "Shape and axes have different lengths.");
  EXPECT_EQ(text([&] { fft::fftn(z, {.axes = {0, -2}}); }), "repeated axis");
  EXPECT_EQ(error_of<acre::index_error>([&] { fft::fft(z, {.axis = 2}); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::index_error>([&] { fft::fft2(z(0)); }),
            "axis -2 is out of bounds for array of dimension 1");
}

/// CPUs compute every line in the same way, whoever computes it and what lies beside it.
TYPED_TEST(fourier, has_the_same_bits_on_every_cpu)
{
  std::vector<std::int64_t> lengths{96, 101, 374, 1000};
  if (!TypeParam::host_accessible) lengths.clear();  // a GPU's library has its own
  for (std::int64_t const n : lengths) {
    auto const x = this->template numbers<float>(shape(37, n), 4);
    auto const z = this->template complex_numbers<double>(shape(21, n), 6);
    auto const one = acre::serial();
    auto const x1 = copy_to(one, x);
    auto const z1 = copy_to(one, z);
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const y = copy_to(space, x);
      auto const w = copy_to(space, z);
      EXPECT_THAT(fft::rfft(y), acre::testing::SameBits(fft::rfft(x1)));
      EXPECT_THAT(fft::irfft(w, {.n = n}), acre::testing::SameBits(fft::irfft(z1, {.n = n})));
      EXPECT_THAT(fft::fft(w, {.axis = 0}), acre::testing::SameBits(fft::fft(z1, {.axis = 0})));
      EXPECT_THAT(fft::fft(w)(5), acre::testing::SameBits(fft::fft(z1(5))));
    }
  }
  if (TypeParam::host_accessible) {  // a line that all threads share
    auto const z = this->template complex_numbers<double>(shape(2, 36300), 8);
    auto const wanted = fft::fft(copy_to(acre::serial(), z));
    for (auto const& space : acre_test::instances<TypeParam>()) {
      auto const w = copy_to(space, z);
      EXPECT_THAT(fft::fft(w), acre::testing::SameBits(wanted));
      EXPECT_THAT(fft::fft(w(1)), acre::testing::SameBits(wanted(1)));
    }
  }
}

TYPED_TEST(fourier, frequencies)
{
  EXPECT_TRUE(equals<double>(fft::fftfreq(this->space, 4, 0.5), {0, 0.5, -1, -0.5}));
  EXPECT_TRUE(equals<double>(fft::fftfreq(this->space, 5, 0.2), {0, 1, 2, -2, -1}));
  EXPECT_TRUE(equals<double>(fft::rfftfreq(this->space, 5, 0.2), {0, 1, 2}));
  auto const a = acre::arange<int>(this->space, 6).reshape(shape(2, 3));
  EXPECT_TRUE(equals<int>(fft::fftshift(a), {5, 3, 4, 2, 0, 1}));
  EXPECT_TRUE(equals<int>(fft::fftshift(a, 1), {2, 0, 1, 5, 3, 4}));
  EXPECT_TRUE(equals<int>(fft::ifftshift(fft::fftshift(a)), {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(error_of<acre::value_error>([&] { fft::fftfreq(this->space, 0); }),
            "n should be a positive integer, not 0");
}

}  // namespace
