// Reductions of expressions and of small integers, which acre::dynamic converts first, in every
// layout (acre_test/every_layout.hpp). Others: dynamic_every_layout_reductions.cpp.

#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> sums()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"sum of an expression", 1,
       [](in_t& in) { in << sum(noise<float>(in, "x") * noise<float>(in, "y")); }},
      {"sum of int8", 1, [](in_t& in) { in << sum(noise<std::int8_t>(in, "x")); }},
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
      {"prod", 1, [](in_t& in) { in << prod(below<std::int16_t>(3, in, "x") + std::int16_t(1)); }},
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
      {"max along axes", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         in << max(x, 0) << max(x, 1);
       }},
      {"argmax", 1, [](in_t& in) { in << argmax(below<float>(1000, in, "x")); }},
      {"argmax along axes", 2,
       [](in_t& in) {
         auto const x = below<float, 2>(50, in, "x");
         in << argmax(x) << argmax(x, 0) << argmax(x, 1);
       }},
      {"max, min of int8", 1,
       [](in_t& in) {
         auto const x = noise<std::int8_t>(in, "x");
         in << max(x) << min(x);
       }},
      {"min of int16 along axes", 2,
       [](in_t& in) {
         auto const x = noise<std::int16_t, 2>(in, "x");
         in << min(x, 0) << min(x, 1);
       }},
      {"argmin of int8", 1, [](in_t& in) { in << argmin(noise<std::int8_t>(in, "x")); }},
      {"argmin of int8 along axes of three", 3,
       [](in_t& in) {
         auto const x = noise<std::int8_t, 3>(in, "x");
         in << argmin(x, 0) << argmin(x, 1) << argmin(x, 2);
       }},
      {"count_nonzero of int8 along axes", 2,
       [](in_t& in) {
         auto const x = below<std::int8_t, 2>(3, in, "x");
         in << count_nonzero(x) << count_nonzero(x, 0) << count_nonzero(x, 1);
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
