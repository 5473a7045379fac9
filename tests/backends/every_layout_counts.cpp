// Counts and sums by place of operands in every layout (acre_test/every_layout.hpp).

#include <acre/order/bincount.hpp>
#include <acre/order/digitize.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/histogramdd.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> counts()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"histogram", 1, [](in_t& in) { in << acre::histogram(noise<float>(in, "x"), 32, -3, 5); }},
      {"histogram in many bins", 1,
       [](in_t& in) { in << acre::histogram(noise<float>(in, "x"), 30000, -30, 30); }},
      {"histogram of the range that is there", 1,
       [](in_t& in) {
         auto const r = acre::histogram(below<std::int8_t>(100, in, "x"), 10);
         in << r.counts << r.edges;
       }},
      {"histogram with integer weights", 1,
       [](in_t& in) {
         in << acre::histogram(noise<float>(in, "x"), 32, -3, 5, noise<std::int8_t>(in, "weights"));
       }},
      {"histogram with weights", 1,
       [](in_t& in) {
         in << acre::histogram(noise<float>(in, "x"), 32, -3, 5, noise<float>(in, "weights"));
       }},
      {"histogram at edges", 1,
       [](in_t& in) {
         auto const edges = in.template make<float>("edges", acre::shape(9), [](std::int64_t k) {
           return static_cast<float>(k * k - 20);
         });
         in << acre::histogram(noise<float>(in, "x"), edges);
       }},
      {"histogram of two axes", 2,
       [](in_t& in) { in << acre::histogram(noise<float, 2>(in, "x"), 16, -8, 8); }},
      {"histogram2d", 1,
       [](in_t& in) {
         in << histogram2d(noise<float>(in, "x"), noise<float>(in, "y"), acre::bin_axis(8, -3, 5),
                           acre::bin_axis(9, -4, 4))
                   .counts;
       }},
      {"bincount", 1, [](in_t& in) { in << bincount(below<std::uint8_t>(80, in, "x")); }},
      {"bincount of int64", 1,
       [](in_t& in) { in << bincount(below<std::int64_t>(3000, in, "x")); }},
      {"bincount with weights", 1,
       [](in_t& in) {
         in << bincount(below<std::uint8_t>(80, in, "x"), noise<float>(in, "weights"));
       }},
      {"digitize", 1,
       [](in_t& in) {
         in << digitize(below<float>(800, in, "x"), in.template ascending<float>("bins", 301));
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_counts)
{
  check_every_layout(counts<TypeParam>(), counts<first_space>());
}

}  // namespace
