// Distinct values of small integers and groups, of which acre::dynamic makes other arrays first, in
// every layout (acre_test/every_layout.hpp). Others, sets: dynamic_every_layout_distinct.cpp.

#include <acre/order/group_by.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/unique.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

/// Some so many that a GPU counts integers instead of sorting them.
template <class Space>
auto many(acre_test::operands<Space> const& in)
{
  return acre::shape(in.size() > 5000 ? 9 * in.size() : in.size());
}

template <class Space>
std::vector<acre_test::operation<Space>> distinct()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"unique of int8", 1,
       [](in_t& in) { in << unique(in.template noise<std::int8_t>("x", many(in))); }},
      {"unique of int16 in rows", 2,
       [](in_t& in) {
         auto n = in.template shape<2>();
         if (n[0] * n[1] > 50000) n[0] *= 8;
         auto const r = unique_counts(in.template below<std::int16_t>(900, "x", n));
         in << r.values << r.counts;
       }},
      {"run_lengths", 1,
       [](in_t& in) {
         auto const r = run_lengths(below<std::int8_t>(3, in, "x"));
         in << r.values << r.lengths;
       }},
      {"group_by", 1,
       [](in_t& in) {
         auto const g = group_by(below<std::int16_t>(70, in, "key"));
         auto const v = noise<float>(in, "values");
         in << g.keys() << g.count() << g.sum(v) << g.max(v);
       }},
      {"group_by of two keys", 1,
       [](in_t& in) {
         auto const g = group_by(below<std::int8_t>(7, in, "first"), below<float>(9, in, "second"));
         in << g.count() << g.mean(noise<std::int8_t>(in, "values"));
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_distinct_values)
{
  check_every_layout(distinct<TypeParam>(), distinct<first_space>());
}

}  // namespace
