// Scans of expressions and of small integers, which acre::dynamic converts first, in every layout
// (acre_test/every_layout.hpp). Others: dynamic_every_layout_scans.cpp.

#include <acre/elementwise/operators.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> scans()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"cumsum of int8", 1, [](in_t& in) { in << cumsum(noise<std::int8_t>(in, "x")); }},
      {"cumsum of products", 1,
       [](in_t& in) { in << cumsum(noise<float>(in, "x") * noise<float>(in, "y")); }},
      {"cummax of int16 along axes of three", 3,
       [](in_t& in) {
         auto const x = noise<std::int16_t, 3>(in, "x");
         in << cummax(x, 0) << cummax(x, 1) << cummax(x, 2);
       }},
      {"cumulative_sum from the initial value", 1,
       [](in_t& in) { in << cumulative_sum(noise<std::int8_t>(in, "x"), acre::include_initial); }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_scans) { check_every_layout(scans<TypeParam>(), scans<first_space>()); }

}  // namespace
