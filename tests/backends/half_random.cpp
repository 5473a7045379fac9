// Random numbers of float16 and bfloat16, beside serial float32's, finished on the host.

#include <acre/elementwise.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using acre::bfloat16, acre::float16, acre::generator, acre::shape;

template <class Space>
class half_random : public ::testing::Test {
 protected:
  Space const space;

  /// draw(g, space, std::type_identity<T>, shape, first) of H is finish() of that of float.
  template <class H, class Draw, class Finish>
  void expect_finished(char const* name, Draw const& draw, Finish const& finish)
  {
    SCOPED_TRACE(name);
    for (auto const& [extents, first] :
         {std::pair(shape(1, 70001), std::int64_t{0}), std::pair(shape(1, 5003), std::int64_t{77}),
          std::pair(shape(37, 301), std::int64_t{1000000000001}),
          std::pair(shape(2, 3), std::int64_t{5})}) {
      generator of_half(7), of_float(7);
      auto const drawn = acre::to_vector(
          acre::evaluate(draw(of_half, space, std::type_identity<H>(), extents, first)));
      auto const floats = acre::to_vector(acre::evaluate(
          draw(of_float, acre::serial(), std::type_identity<float>(), extents, first)));
      EXPECT_EQ(of_half, of_float);
      ASSERT_EQ(drawn.size(), floats.size());
      for (std::size_t k = 0; k < drawn.size(); ++k)
        ASSERT_EQ(drawn[k].bits(), finish(floats[k]).bits()) << "element " << k << " of " << first;
    }
  }
  template <class H, class Draw>
  void expect_rounded(char const* name, Draw const& draw)
  {
    expect_finished<H>(name, draw, [](float x) { return H(x); });
  }
  template <class H>
  void normal_and_uniform()
  {
    expect_rounded<H>("normal", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
      return g.template normal<typename decltype(t)::type>(s, n, first);
    });
    float const multiples = std::ldexp(1.0f, std::numeric_limits<H>::digits);
    expect_finished<H>(
        "uniform",
        [](auto& g, auto const& s, auto t, auto const& n, auto first) {
          return g.template uniform<typename decltype(t)::type>(s, n, first);
        },
        [&](float u) { return H(std::floor(u * multiples) / multiples); });
  }
  template <class H>
  void other_laws()
  {
    expect_rounded<H>(
        "normal of a mean", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
          return g.template normal<typename decltype(t)::type>(s, n, 3.0f, 0.1f, first);
        });
    expect_rounded<H>("lognormal", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
      return g.template lognormal<typename decltype(t)::type>(s, n, 0.5f, 2.0f, first);
    });
    expect_rounded<H>("exponential", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
      return g.template exponential<typename decltype(t)::type>(s, n, 2.0f, first);
    });
    expect_rounded<H>("gamma", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
      return g.template gamma<typename decltype(t)::type>(s, n, 1.5, 1.0, first);
    });
    expect_rounded<H>("beta", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
      return g.template beta<typename decltype(t)::type>(s, n, 0.5, 2.5, first);
    });
    expect_rounded<H>("on_sphere", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
      return g.template on_sphere<typename decltype(t)::type>(s, n[0] * n[1], first);
    });
    expect_rounded<H>("in_disc", [](auto& g, auto const& s, auto t, auto const& n, auto first) {
      return g.template in_disc<typename decltype(t)::type>(s, n[0] * n[1], first);
    });
  }
};
TYPED_TEST_SUITE(half_random, acre_test::spaces, acre_test::space_names);

TYPED_TEST(half_random, numbers_are_those_of_float32)
{
  this->template normal_and_uniform<float16>();
  this->template normal_and_uniform<bfloat16>();
  this->template other_laws<float16>();  // bfloat16's are made alike
}

TYPED_TEST(half_random, uniform_numbers_are_below_the_upper_bound)
{
  auto const check = [&]<class H>(H) {
    generator g(3);
    acre::array<H, 1, TypeParam> const unit = g.uniform<H>(this->space, shape(1 << 20));
    EXPECT_LT(float(acre::max(unit).item()), 1);
    EXPECT_EQ(float(acre::min(unit).item()), 0);
    EXPECT_NEAR(double(acre::mean(acre::cast<double>(unit)).item()),
                0.5 - 0.5 / (1 << std::numeric_limits<H>::digits), 2e-3);
    // one binade of the dtype: whatever rounds to the bound becomes the number below it
    acre::array<H, 1, TypeParam> const close = g.uniform<H>(this->space, shape(100000), 1.0f, 1.03125f);
    EXPECT_EQ(float(acre::max(close).item()), float(acre::detail::next_half(H(1.03125f), H(1))));
    EXPECT_EQ(float(acre::min(close).item()), 1);
    acre::array<H, 1, TypeParam> const same = g.uniform<H>(this->space, shape(10), 0.1f, 0.1f);
    EXPECT_EQ(same(0).item().bits(), H(0.1f).bits());
    auto const again = g.at(0).uniform<H>(this->space, shape(1 << 20), 0, 1);
    EXPECT_TRUE(acre::array_equal(unit, again).item());
  };
  check(float16());
  check(bfloat16());
}

TYPED_TEST(half_random, bounds_that_the_dtype_has_not_are_refused)
{
  generator g;
  auto const& space = this->space;
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { static_cast<void>(g.uniform<float16>(space, shape(3), -1e6f, 1e6f)); }),
            "uniform: the range from -1e+06 to 1e+06 is not finite");
  EXPECT_EQ(acre_test::error_of<acre::value_error>(
                [&] { static_cast<void>(g.uniform<bfloat16>(space, shape(3), 2, 1)); }),
            "uniform: low 2 is above high 1");
}

}  // namespace
