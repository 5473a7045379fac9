// Convolutions by transforms beside acre::convolve and acre::correlate, whose operands, modes,
// dtypes and texts they have.

#include <acre/elementwise/complex.hpp>
#include <acre/fft/convolve.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/testing/matchers.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/on_space.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using acre::convolve, acre::convolve_mode, acre::correlate, acre::none, acre::shape, acre::slice;
using acre_test::error_of, acre_test::has_dtype;
namespace fast = acre::fast;

namespace {

constexpr convolve_mode modes[] = {convolve_mode::full, convolve_mode::same, convolve_mode::valid};

template <class Space>
class fast_convolution : public acre_test::on_space<Space> {
 protected:
  template <class T>
  auto numbers(std::int64_t n, int seed) const
  {
    acre::generator g(static_cast<std::uint64_t>(seed));
    if constexpr (std::is_floating_point_v<T>)
      return evaluate(acre::cast<T>(g.normal(this->space, shape(n))));
    else {
      auto const z = acre::empty<T>(this->space, shape(n));
      real(z) = acre::cast<acre::real_t<T>>(g.normal(this->space, shape(n)));
      imag(z) = acre::cast<acre::real_t<T>>(g.normal(this->space, shape(n)));
      return z;
    }
  }

  /// The largest difference, in eps times the root of the products.
  template <class A, class B>
  static double off(A const& got, B const& wanted, std::int64_t products)
  {
    if (got.shape() != wanted.shape()) return std::numeric_limits<double>::infinity();
    using real = acre::real_t<typename A::value_type>;
    double const eps = std::numeric_limits<real>::epsilon();
    return static_cast<double>(max(abs(got - wanted)).item()) /
           (eps * std::sqrt(static_cast<double>(products)));
  }

  /// Also where a GPU adds products, as it does of few.
  template <class T>
  void compare(std::int64_t n, std::int64_t m) const
  {
    auto const a = numbers<T>(n, 1), v = numbers<T>(m, 2);
    for (auto const mode : modes) {
      auto const what = testing::Message() << n << " by " << m << ", " << static_cast<int>(mode);
      auto const sums = convolve(a, v, mode);
      EXPECT_LT(off(fast::convolve(a, v, mode), sums, std::min(n, m)), 20) << what;
      if (n >= m) {
        auto const by_blocks = acre::fft::detail::convolved(a, v, mode, {80, 1});
        EXPECT_LT(off(by_blocks, sums, m), 20) << what;
      }
      EXPECT_LT(off(fast::correlate(a, v, mode), correlate(a, v, mode), std::min(n, m)), 20)
          << what;
    }
  }
};
TYPED_TEST_SUITE(fast_convolution, acre_test::spaces, acre_test::space_names);

TYPED_TEST(fast_convolution, is_convolve_but_for_its_order)
{
  // one block; blocks of 1024 with 897 results each, the last one whole, or a result less or more;
  // the longer operand second
  for (std::int64_t const results : {897, 5000, 8 * 897, 8 * 897 - 1, 8 * 897 + 1})
    this->template compare<double>(results - 127, 128);
  for (int const m : {129, 200}) this->template compare<double>(5000, m);
  this->template compare<double>(777, 9000);
  this->template compare<double>(3000, 3000);
  this->template compare<float>(20000, 300);
  this->template compare<acre::complex<double>>(7000, 150);
  this->template compare<acre::complex<float>>(150, 7000);
}

TYPED_TEST(fast_convolution, takes_what_convolve_takes)
{
  auto const a = this->template numbers<double>(40000, 3),
             v = this->template numbers<double>(300, 4);
  // slices, expressions, numbers of other dtypes
  auto const back = a(slice(none, none, -2));
  EXPECT_LT(this->off(fast::convolve(back, v * 2.0), convolve(back, v * 2.0), 300), 40);
  auto const counts = evaluate(acre::cast<std::int32_t>(v * 10.0));
  EXPECT_LT(this->off(fast::convolve(a, counts), convolve(a, counts), 300), 200);
  auto const half = evaluate(acre::cast<acre::float16>(a));
  static_assert(has_dtype<acre::float16, decltype(fast::convolve(half, half))> &&
                has_dtype<acre::complex<double>,
                          decltype(fast::convolve(a, acre::cast<acre::complex<float>>(a)))>);
  auto const rounded = fast::convolve(half, half(slice(0, 200)), convolve_mode::valid);
  EXPECT_LT(max(abs(acre::cast<float>(rounded) -
                    acre::cast<float>(convolve(half, half(slice(0, 200)), convolve_mode::valid))))
                .item(),
            0.1f);
  // few elements: convolve's own bits
  auto const few = a(slice(0, 5000)), by = v(slice(0, 79));
  EXPECT_TRUE(all(fast::convolve(few, by) == convolve(few, by)).item());
}

TYPED_TEST(fast_convolution, errors)
{
  auto const a = this->template numbers<double>(10, 3), nothing = a(slice(0, 0));
  EXPECT_EQ(error_of<acre::value_error>([&] { fast::convolve(nothing, a); }), "a cannot be empty");
  EXPECT_EQ(error_of<acre::value_error>([&] { fast::convolve(a, nothing); }), "v cannot be empty");
  EXPECT_EQ(error_of<acre::value_error>([&] { fast::correlate(nothing, a); }),
            "first array argument cannot be empty");
  EXPECT_EQ(error_of<acre::value_error>([&] { fast::correlate(a, nothing); }),
            "second array argument cannot be empty");
}

TYPED_TEST(fast_convolution, has_the_same_bits_on_all_queues_of_the_host)
{
  if (!TypeParam::host_accessible) return;
  auto const a = this->template numbers<float>(30000, 5), v = this->template numbers<float>(500, 6);
  auto const one = acre::serial();
  auto const wanted = fast::convolve(copy_to(one, a), copy_to(one, v));
  for (auto const& space : acre_test::instances<TypeParam>())
    EXPECT_THAT(fast::convolve(copy_to(space, a), copy_to(space, v)),
                acre::testing::SameBits(wanted));
}

}  // namespace
