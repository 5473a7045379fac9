// Sorting, searching, quantiles of operands in every layout (acre_test/every_layout.hpp).

#include <acre/order/lexsort.hpp>
#include <acre/order/merge.hpp>
#include <acre/order/partition.hpp>
#include <acre/order/quantile.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre/order/topk.hpp>
#include <acre/order/unique_along.hpp>
#include <acre/order/weighted_quantile.hpp>
#include <acre_test/every_layout.hpp>

using acre_test::below, acre_test::noise;

namespace {

template <class Space>
std::vector<acre_test::operation<Space>> sorts()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"sort, argsort", 1,
       [](in_t& in) {
         auto const x = noise<float>(in, "x");
         in << sort(x) << argsort(x);
       }},
      {"sort, argsort of int16", 1,
       [](in_t& in) {
         auto const x = noise<std::int16_t>(in, "x");
         in << sort(x) << argsort(x);
       }},
      {"sort, argsort along axes", 2,
       [](in_t& in) {
         auto const x = below<float, 2>(100, in, "x");
         in << sort(x, 0) << sort(x, 1) << argsort(x, 0) << argsort(x, 1);
       }},
      {"sort_by_key", 1,
       [](in_t& in) {
         auto const r =
             sort_by_key(below<std::int16_t>(300, in, "keys"), noise<float>(in, "values"));
         in << r.keys << r.values;
       }},
      {"lexsort", 1,
       [](in_t& in) {
         in << lexsort(below<std::int16_t>(30, in, "first"), below<float>(30, in, "second"));
       }},
      {"partition, argpartition", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         std::int64_t const k = in.template shape<2>()[1] / 2;
         in << sort(partition(x, k, 1), 1) << partition(x, 0, 0);
       }},
      {"topk", 2,
       [](in_t& in) {
         auto const x = below<float, 2>(500, in, "x");
         auto const r = topk(x, 2, 1), c = topk(x, 2, 0);
         in << r.values << r.indices << c.values << c.indices;
       }},
      {"topk of a row", 1,
       [](in_t& in) {
         auto const r = topk(below<float>(500, in, "x"), 3);
         in << r.values << r.indices;
       }},
      {"merge", 1,
       [](in_t& in) {
         in << merge(in.template ascending<float>("a", in.size()),
                     in.template ascending<float>("b", 300));
       }},
  };
}

template <class Space>
std::vector<acre_test::operation<Space>> searches()
{
  using in_t = acre_test::operands<Space>;
  return {
      {"searchsorted", 1,
       [](in_t& in) {
         auto const sorted = in.template ascending<float>("sorted", in.size());
         auto const x = in.template below<float>(2000, "x", acre::shape(513));
         in << searchsorted(sorted, x) << searchsorted(sorted, x, acre::search_side::right);
       }},
      {"searchsorted of many", 1,
       [](in_t& in) {
         auto const sorted = in.template ascending<std::int16_t>("sorted", 1000);
         in << searchsorted(sorted, below<std::int16_t>(2000, in, "x"));
       }},
      {"searchsorted by a sorter", 1,
       [](in_t& in) {
         auto const n = in.size();
         auto const reversed = in.template make<float>("a", acre::shape(n),
                                                       [=](std::int64_t k) { return (n - k) / 2; });
         auto const sorter = in.template make<std::int64_t>(
             "sorter", acre::shape(n), [=](std::int64_t k) { return n - 1 - k; });
         in << searchsorted(reversed, in.template below<float>(2000, "x", acre::shape(300)),
                            acre::search_side::left, sorter);
       }},
      {"quantile", 1,
       [](in_t& in) {
         auto const x = noise<float>(in, "x");
         in << quantile(x, 0.3) << median(x);
       }},
      {"a quantile by weights", 1,
       [](in_t& in) {
         auto const weights = below<double>(5, in, "weights");
         in << quantile(noise<float>(in, "x"), 0.4, acre::order_statistic::inverted_cdf,
                        acre::weighted_by(weights));
       }},
      {"different rows and columns", 2,
       [](in_t& in) {
         auto const x = below<std::int16_t, 2>(2, in, "x");
         in << unique(x, 0) << unique_all(x, 1).counts;
       }},
      {"quantiles along axes", 2,
       [](in_t& in) {
         auto const x = noise<float, 2>(in, "x");
         auto const q = in.template make<double>(
             "q", acre::shape(3), [](std::int64_t k) { return 0.3 * static_cast<double>(k); });
         in << quantile(x, q, 0) << quantile(x, q, 1);
       }},
  };
}

using namespace acre_test;

TYPED_TEST(every_layout, of_sorts) { check_every_layout(sorts<TypeParam>(), sorts<first_space>()); }
TYPED_TEST(every_layout, of_searches)
{
  check_every_layout(searches<TypeParam>(), searches<first_space>());
}

}  // namespace
