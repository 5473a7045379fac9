// Distinct values, sets, groups of operands in every layout (acre_test/every_layout.hpp).

#include <acre/order/group_by.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/sets.hpp>
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
      {"unique of few int32", 1,
       [](in_t& in) { in << unique(in.template below<std::int32_t>(500, "x", many(in))); }},
      {"unique of int16 in rows", 2,
       [](in_t& in) {
         auto n = in.template shape<2>();
         if (n[0] * n[1] > 50000) n[0] *= 8;
         auto const r = unique_counts(in.template below<std::int16_t>(900, "x", n));
         in << r.values << r.counts;
       }},
      {"unique_all", 1,
       [](in_t& in) {
         auto const r = unique_all(below<float>(100, in, "x"));
         in << r.values << r.indices << r.inverse_indices << r.counts;
       }},
      {"run_lengths", 1,
       [](in_t& in) {
         auto const r = run_lengths(below<std::int8_t>(3, in, "x"));
         in << r.values << r.lengths;
       }},
      {"isin", 1,
       [](in_t& in) {
         in << isin(below<std::int16_t>(1000, in, "x"),
                    in.template below<std::int16_t>(1000, "values", acre::shape(200)));
       }},
      {"isin of many", 1,
       [](in_t& in) {
         in << isin(in.template below<std::int16_t>(1000, "x", acre::shape(300)),
                    below<std::int16_t>(1000, in, "values"));
       }},
      {"sets", 1,
       [](in_t& in) {
         auto const a = below<float>(2000, in, "a"),
                    b = in.template below<float>(2000, "b", acre::shape(1500));
         in << intersect1d(a, b) << union1d(a, b) << setdiff1d(a, b) << setxor1d(a, b);
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
