// Scans, differences, integrals and convolutions of operands in every layout
// (acre_test/every_layout.hpp).

#include <acre/order/interp.hpp>
#include <acre/reduce/convolve.hpp>
#include <acre/reduce/gradient.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/trapezoid.hpp>
#include <acre/reduce/unwrap.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> scans()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"cumsum", 1, [](in_t& in) { in << cumsum(noise<float>(in, "x")); }},
      {"cumsum of int8", 1, [](in_t& in) { in << cumsum(noise<std::int8_t>(in, "x")); }},
      {"cumsum of products", 1,
       [](in_t& in) { in << cumsum(noise<float>(in, "x") * noise<float>(in, "y")); }},
      {"cumsum along axes", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << cumsum(x, 0) << cumsum(x, 1) << cumsum(x);
       }},
      {"cummax of int16 along axes of three", 3,
       [](in_t& in) {
         auto const x = noise<std::int16_t, 3>(in, "x");
         in << cummax(x, 0) << cummax(x, 1) << cummax(x, 2);
       }},
      {"cumprod", 2,
       [](in_t& in) {
         auto const x = noise<double, 2>(in, "x");
         in << cumprod(x, 0) << cumprod(x, 1);
       }},
      {"cumulative_sum from the initial value", 1,
       [](in_t& in) { in << cumulative_sum(noise<std::int8_t>(in, "x"), acre::include_initial); }},
  };
}

template <class Space>
std::vector<acre_test::operation<Space>> numerical()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"gradient", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << gradient(x, 0.5, 0) << gradient(x, 0.5, 1);
       }},
      {"gradient at coordinates", 1,
       [](in_t& in) {
         auto const x = noise<float>(in, "x");
         in << gradient(
             x, in.template ascending<float>("places", in.size()) + noise<float>(in, "shift"));
       }},
      {"trapezoid", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << trapezoid(x, 0.5, 0) << trapezoid(x, 0.5, 1);
       }},
      {"unwrap", 1, [](in_t& in) { in << unwrap(noise<float>(in, "x") * 9.0f); }},
      {"convolve", 1,
       [](in_t& in) {
         auto const v = in.template noise<float>("v", acre::shape(5));
         in << convolve(noise<float>(in, "x"), v)
            << convolve(noise<float>(in, "y"), v, acre::convolve_mode::same);
       }},
      {"correlate of many", 1,
       [](in_t& in) {
         auto const v = in.template noise<float>("v", acre::shape(70));
         in << correlate(
             in.template noise<float>("x", acre::shape(std::min<std::int64_t>(in.size(), 5000))),
             v);
       }},
      {"interp", 1,
       [](in_t& in) {
         auto const x = noise<double>(in, "x");
         auto const xp = in.template make<double>("xp", acre::shape(300), [](std::int64_t k) {
           return 0.25 * static_cast<double>(k - 150);
         });
         in << interp(x, xp, in.template noise<double>("fp", acre::shape(300)));
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_scans) { check_every_layout(scans<TypeParam>(), scans<first_space>()); }
TYPED_TEST(every_layout, of_numerical_functions)
{
  check_every_layout(numerical<TypeParam>(), numerical<first_space>());
}

}  // namespace
