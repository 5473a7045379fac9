// Reductions, whole and along axes, of operands in every layout (acre_test/every_layout.hpp).

#include <acre/linalg/norm.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/closeness.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/nan.hpp>
#include <acre/reduce/nan_positions.hpp>
#include <acre/reduce/products.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> sums()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"sum", 1, [](in_t& in) { in << sum(noise<float>(in, "x")); }},
      {"sum of an expression", 1,
       [](in_t& in) { in << sum(noise<float>(in, "x") * noise<float>(in, "y")); }},
      {"sum of int8", 1, [](in_t& in) { in << sum(noise<std::int8_t>(in, "x")); }},
      {"sum along axes", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << sum(x) << sum(x, 0) << sum(x, 1);
       }},
      {"sum of int8 along axes", 2,
       [](in_t& in) {
         auto const x = noise<std::int8_t, 2>(in, "x");
         in << sum(x) << sum(x, 0) << sum(x, 1);
       }},
      {"sum of products along axes", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x"), y = noise<float, 2>(in, "y");
         in << sum(x * y, 0) << sum(x * y, 1);
       }},
      {"sum of float64 along axes of three", 3,
       [](in_t& in) {
         auto const x = noise<double, 3>(in, "x");
         in << sum(x) << sum(x, 0) << sum(x, 1) << sum(x, 2) << sum(x, acre::axes(0, 1))
            << sum(x, acre::axes(0, 2)) << sum(x, acre::axes(1, 2));
       }},
      {"prod", 1, [](in_t& in) { in << prod(below<std::int16_t>(3, in, "x") + std::int16_t(1)); }},
      {"mean", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << mean(x) << mean(x, 0) << mean(x, 1);
       }},
      {"var", 1, [](in_t& in) { in << var(noise<float>(in, "x")); }},
      {"stddev along axes", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << stddev(x, 0) << stddev(x, 1);
       }},
      {"average", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         auto const w = below<float, 2>(5, in, "weights");
         in << average(x, w + 1.0f, 0) << average(x, w + 1.0f, 1);
       }},
      {"dot", 1, [](in_t& in) { in << dot(noise<float>(in, "a"), noise<float>(in, "b")); }},
      {"vector_norm", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << acre::vector_norm(x) << acre::vector_norm(x, 2, 0) << acre::vector_norm(x, 2, 1);
       }},
      {"nansum, nanmean", 2,
       [](in_t& in) {
         auto const x = below<float, 2>(7, in, "x");
         auto const y = evaluate(0.0f / (x - 3.0f)) + x;
         in << nansum(y) << nansum(x / x, 1) << nansum(x / x, 0) << nanmean(x / x, 1);
       }},
  };
}

template <class Space>
std::vector<acre_test::operation<Space>> extremes()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"max, min", 1,
       [](in_t& in) {
         auto const x = noise<float>(in, "x");
         in << max(x) << min(x);
       }},
      {"max, min of int8", 1,
       [](in_t& in) {
         auto const x = noise<std::int8_t>(in, "x");
         in << max(x) << min(x);
       }},
      {"max along axes", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << max(x, 0) << max(x, 1);
       }},
      {"min of int16 along axes", 2,
       [](in_t& in) {
         auto const x = noise<std::int16_t, 2>(in, "x");
         in << min(x, 0) << min(x, 1);
       }},
      {"argmax", 1, [](in_t& in) { in << argmax(below<float>(1000, in, "x")); }},
      {"argmin of int8", 1, [](in_t& in) { in << argmin(noise<std::int8_t>(in, "x")); }},
      {"argmax along axes", 2,
       [](in_t& in) {
         auto const x = below<float, 2>(50, in, "x");
         in << argmax(x) << argmax(x, 0) << argmax(x, 1);
       }},
      {"argmin of int8 along axes of three", 3,
       [](in_t& in) {
         auto const x = noise<std::int8_t, 3>(in, "x");
         in << argmin(x, 0) << argmin(x, 1) << argmin(x, 2);
       }},
      {"nanmax", 2,
       [](in_t& in) {
         auto const x = below<float, 2>(7, in, "x");
         in << nanmax(x / x, 0) << nanmax(x / x, 1);
       }},
      {"nanargmin", 1, [](in_t& in) { in << nanargmin(noise<float>(in, "x")); }},
      {"any, all", 1,
       [](in_t& in) {
         auto const x = noise<bool>(in, "x");
         in << any(x) << all(x);
       }},
      {"any, all along axes", 2,
       [](in_t& in) {
         auto const x = noise<bool, 2>(in, "x");
         in << any(x, 0) << any(x, 1) << all(x, 0) << all(x, 1);
       }},
      {"count_nonzero", 1, [](in_t& in) { in << count_nonzero(noise<bool>(in, "x")); }},
      {"count_nonzero of int8 along axes", 2,
       [](in_t& in) {
         auto const x = below<std::int8_t, 2>(3, in, "x");
         in << count_nonzero(x) << count_nonzero(x, 0) << count_nonzero(x, 1);
       }},
      {"allclose, array_equal", 1,
       [](in_t& in) {
         auto const x = below<float>(1, in, "x"), y = below<float>(1, in, "y");
         in << allclose(x, y) << array_equal(x, y);
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_sums) { check_every_layout(sums<TypeParam>(), sums<first_space>()); }
TYPED_TEST(every_layout, of_extremes)
{
  check_every_layout(extremes<TypeParam>(), extremes<first_space>());
}

}  // namespace
