// Fourier transforms of arrays whose dtype is known at run time only: those of arrays, to the bit;
// texts and dtypes are NumPy's.

#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/fft.hpp>
#include <acre/fft/frequencies.hpp>
#include <acre/fft/transform.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

using acre::dtype, acre::dynamic_array, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;
namespace fft = acre::fft;
namespace at_run_time = acre::dynamic::fft;

namespace {

template <class Space>
class dynamic_fourier : public ::testing::Test {};
TYPED_TEST_SUITE(dynamic_fourier, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_fourier, is_that_of_arrays)
{
  TypeParam const space;
  auto const x = place(space, noise<double>(4 * 6), shape(4, 6));
  dynamic_array const a(x);
  auto const same = [&](dynamic_array const& got, auto const& wanted) {
    using array = std::remove_cvref_t<decltype(wanted)>;
    EXPECT_THAT((got.template as<typename array::value_type, array::rank, TypeParam>()),
                acre::testing::SameBits(wanted));
  };
  auto const z = fft::fft(x);
  dynamic_array const c(z);
  same(at_run_time::fft(a), z);
  same(at_run_time::fft(a, {.n = 5, .axis = 0, .norm = fft::norm::ortho}),
       fft::fft(x, {.n = 5, .axis = 0, .norm = fft::norm::ortho}));
  same(at_run_time::ifft(c), fft::ifft(z));
  same(at_run_time::rfft(a, {.axis = -2}), fft::rfft(x, {.axis = -2}));
  same(at_run_time::irfft(c, {.n = 7}), fft::irfft(z, {.n = 7}));
  same(at_run_time::fftn(a, {.s = {3}, .axes = {0}}), fft::fftn(x, {.s = {3}, .axes = {0}}));
  same(at_run_time::ifftn(c), fft::ifftn(z));
  same(at_run_time::rfftn(a), fft::rfftn(x));
  same(at_run_time::irfftn(c), fft::irfftn(z));
  same(at_run_time::fft2(a), fft::fft2(x));
  same(at_run_time::ifft2(c, {.axes = {1, 0}}), fft::ifft2(z, {.axes = {1, 0}}));
  same(at_run_time::rfft2(a), fft::rfft2(x));
  same(at_run_time::irfft2(c), fft::irfft2(z));
  same(at_run_time::hfft(c, {.n = 8, .norm = fft::norm::forward}),
       fft::irfft(acre::evaluate(acre::conj(z)), {.n = 8}));
  same(at_run_time::ihfft(a),
       acre::evaluate(acre::conj(fft::rfft(x, {.norm = fft::norm::forward}))));
  same(at_run_time::fftshift(a), fft::fftshift(x));
  same(at_run_time::ifftshift(a, std::vector{-1}), fft::ifftshift(x, 1));
  same(at_run_time::fftfreq(a.space(), 5, 0.5), fft::fftfreq(space, 5, 0.5));
  same(at_run_time::rfftfreq(a.space(), 5), fft::rfftfreq(space, 5));
}

TYPED_TEST(dynamic_fourier, has_the_dtypes_of_numpy)
{
  TypeParam const space;
  dynamic_array const zeros(acre::zeros<double>(space, shape(4)));
  auto const of = [&](dtype type) { return acre::dynamic::astype(zeros, type); };
  for (dtype const type : {dtype::boolean, dtype::int32, dtype::uint64, dtype::float64}) {
    EXPECT_EQ(at_run_time::fft(of(type)).dtype(), dtype::complex128);
    EXPECT_EQ(at_run_time::rfft(of(type)).dtype(), dtype::complex128);
    EXPECT_EQ(at_run_time::irfft(of(type)).dtype(), dtype::float64);
  }
  EXPECT_EQ(at_run_time::fft(of(dtype::float32)).dtype(), dtype::complex64);
  EXPECT_EQ(at_run_time::ifft(of(dtype::complex64)).dtype(), dtype::complex64);
  EXPECT_EQ(at_run_time::irfft(of(dtype::complex64)).dtype(), dtype::float32);
}

TYPED_TEST(dynamic_fourier, refuses)
{
  TypeParam const space;
  dynamic_array const a(acre::zeros<acre::complex<double>>(space, shape(3, 4)));
  EXPECT_EQ(error_of<acre::dtype_error>([&] { at_run_time::rfft(a); }),
            "rfft does not take complex128");
  EXPECT_EQ(error_of<acre::value_error>([&] { at_run_time::fft(a, {.n = 0}); }),
            "Invalid number of FFT data points (0) specified.");
  EXPECT_EQ(error_of<acre::index_error>([&] { at_run_time::fft(a, {.axis = 2}); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::value_error>([&] { at_run_time::fft2(a, {.s = {3}}); }),
            "Shape and axes have different lengths.");
  EXPECT_EQ(error_of<acre::index_error>([&] { at_run_time::fftshift(a, std::vector{2}); }),
            "axis 2 is out of bounds for array of dimension 2");
}

}  // namespace
