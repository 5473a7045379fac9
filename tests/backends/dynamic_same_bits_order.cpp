// dynamic_same_bits.cpp for functions that order, look up, count and draw.

#include <acre/dynamic.hpp>
#include <acre/index.hpp>
#include <acre/order.hpp>
#include <acre/random.hpp>
#include <acre/reduce.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/same_bits.hpp>

#include <array>
#include <tuple>
#include <vector>

// Without a counterpart of the same meaning among the functions of arrays:
//   except: group_reductions (names, each of which is compared)
//   except: philox4x64 (an engine: random_same_bits.cpp)

namespace {

using namespace acre;
using acre_test::noise, acre_test::place;

class dynamic_same_bits_order : public testing::Test {
 protected:
  default_space space;
  array<double, 2> x = place(space, noise<double>(21, 1), shape(3, 7));
  array<double, 1> v = copy(x(0)), w = copy(x(1)), t = sort(x(2));  // t ascends
  array<std::int64_t, 1> key = place(space, std::vector<std::int64_t>{2, 0, 2, 1, 0, 0, 2}),
                         some = place(space, std::vector<std::int64_t>{1, -2, 1});
  array<bool, 1> m = v > 0.0;
  acre_test::both_faces same;
};

TEST_F(dynamic_same_bits_order, sorts)
{
  std::array<dynamic_array, 2> const keys{v, key};
  same("sort", dynamic::sort(x, {.axis = 0}), sort(x, 0));
  same("argsort", dynamic::argsort(x, {.axis = 0, .descending = true}), argsort(x, 0, descending));
  same("partition", dynamic::partition(x, 2), partition(x, 2));
  same("argpartition", dynamic::argpartition(x, 2), argpartition(x, 2));
  same("topk", dynamic::topk(x, 2).values, topk(x, 2).values);
  same("topk", dynamic::topk(x, 2).indices, topk(x, 2).indices);
  same("lexsort", dynamic::lexsort(keys), lexsort(v, key));
  same("sort_by_key", dynamic::sort_by_key(key, v).values, sort_by_key(key, v).values);
}

TEST_F(dynamic_same_bits_order, searches_and_sets)
{
  same("searchsorted", dynamic::searchsorted(t, x), searchsorted(t, x));
  same("merge", dynamic::merge(t, sort(v)), merge(t, sort(v)));
  same("isin", dynamic::isin(x, v), isin(x, v));
  same("intersect1d", dynamic::intersect1d(key, some), intersect1d(key, some));
  same("union1d", dynamic::union1d(key, some), union1d(key, some));
  same("setdiff1d", dynamic::setdiff1d(key, some), setdiff1d(key, some));
  same("setxor1d", dynamic::setxor1d(key, some), setxor1d(key, some));
  same("unique", dynamic::unique(key), unique(key));
  auto const all = dynamic::unique_all(key);
  auto const typed = unique_all(key);
  same("unique_all", all.indices, typed.indices);
  same("unique_all", all.inverse_indices, typed.inverse_indices);
  same("unique_all", all.counts, typed.counts);
  auto const runs = dynamic::run_lengths(sort(key));
  auto const typed_runs = run_lengths(sort(key));
  same("run_lengths", runs.values, typed_runs.values);
  same("run_lengths", runs.starts, typed_runs.starts);
  same("run_lengths", runs.lengths, typed_runs.lengths);
}

TEST_F(dynamic_same_bits_order, quantiles)
{
  std::vector const one{1};
  same("quantile", dynamic::quantile("quantile", x, 0.3, {.axes = one}), quantile(x, 0.3, 1));
  same("percentile", dynamic::quantile("percentile", x, 30, {.axes = one}), percentile(x, 30, 1));
  same("median", dynamic::median("median", x, {.axes = one}), median(x, 1));
}

TEST_F(dynamic_same_bits_order, histograms)
{
  auto const found = dynamic::histogram(x, {.bins = 5, .range = std::pair(-10.0, 10.0)});
  same("histogram", found.counts, histogram(x, 5, -10.0, 10.0));
  auto const weighed =
      dynamic::histogram(v, {.bins = 5, .range = std::pair(-10.0, 10.0)}, dynamic_array(w));
  same("histogram", weighed.counts, histogram(v, 5, -10.0, 10.0, w));
  auto const plane = dynamic::histogramdd({v, w}, {{.bins = 3}, {.bins = 2}});
  auto const typed = histogramdd(std::tuple(v, w), {bin_axis(3), bin_axis(2)});
  same("histogramdd", plane.counts, typed.counts);
  same("histogramdd", plane.edges[0], typed.edges[0]);
  same("bincount", dynamic::bincount(key, dynamic_array(v)), bincount(key, v));
  same("digitize", dynamic::digitize(x, t), digitize(x, t));
}

TEST_F(dynamic_same_bits_order, groups)
{
  auto const groups = group_by(key);
  std::array<dynamic_array, 1> const keys{key};
  auto const of = [&](std::string_view reduction, dynamic_array const& values) {
    return dynamic::group_by(keys, {&values, 1}, reduction).values[0];
  };
  auto const reduced = [&](std::string_view reduction) { return of(reduction, v); };
  same("sum", reduced("sum"), groups.sum(v));
  same("prod", reduced("prod"), groups.prod(v));
  same("mean", reduced("mean"), groups.mean(v));
  same("var", reduced("var"), groups.var(v));
  same("std", reduced("std"), groups.stddev(v));
  same("min", reduced("min"), groups.min(v));
  same("max", reduced("max"), groups.max(v));
  same("any", of("any", m), groups.any(m));
  same("all", of("all", m), groups.all(m));
  same("first", reduced("first"), groups.first(v));
  same("last", reduced("last"), groups.last(v));
  same("count", reduced("count"), groups.count(v));
  same("nansum", reduced("nansum"), groups.nansum(v));
  same("nanmin", reduced("nanmin"), groups.nanmin(v));
  same("nanmax", reduced("nanmax"), groups.nanmax(v));
  same("nanmean", reduced("nanmean"), groups.nanmean(v));
  same.expect_all(dynamic::group_reductions());
  same("group_by", dynamic::group_by(keys, keys, "sum").keys[0], groups.keys());
}

TEST_F(dynamic_same_bits_order, elements_looked_up)
{
  std::array<dynamic::index_term, 2> const list{slice(0, 2), dynamic_array(some)};
  auto const index = broadcast_to(some, shape(3, 3));
  same("getitem", dynamic::getitem(x, list), x(slice(0, 2), some));
  same("take", dynamic::take(x, some, 1), take(x, some, 1));
  same("take_along_axis", dynamic::take_along_axis(x, index, 1), take_along_axis(x, index, 1));
  same("compress", dynamic::compress(m, v), compress(m, v));
  std::array<dynamic_array, 3> const choices{v, w, t};
  same("choose", dynamic::choose(key, choices), choose(key, index_mode::raise, v, w, t));
  same("argwhere", dynamic::argwhere(m), argwhere(m));
  same("flatnonzero", dynamic::flatnonzero(m), flatnonzero(m));
  same("nonzero", dynamic::nonzero(m)[0], std::get<0>(nonzero(m)));
  same("unravel_index", dynamic::unravel_index(key, shape(2, 3))[1],
       std::get<1>(unravel_index(key, shape(2, 3))));
}

TEST_F(dynamic_same_bits_order, elements_written)
{
  std::array<dynamic::index_term, 1> const list{dynamic_array(some)};
  array<double, 1> const values = w(slice(0, 3));
  auto const written = [&](char const* name, auto const& at_run_time, auto const& typed) {
    auto const a = copy(v), b = copy(v);
    at_run_time(dynamic_array(a));
    typed(b);
    same(name, a, b);
  };
  written(
      "setitem", [&](dynamic_array const& a) { dynamic::setitem(a, list, values); },
      [&](auto const& a) { a(some) = values; });
  written(
      "add_at", [&](dynamic_array const& a) { dynamic::add_at(a, list, values); },
      [&](auto const& a) { scatter_add(a(some), values); });
  written(
      "min_at", [&](dynamic_array const& a) { dynamic::min_at(a, list, values); },
      [&](auto const& a) { scatter_min(a(some), values); });
  written(
      "max_at", [&](dynamic_array const& a) { dynamic::max_at(a, list, values); },
      [&](auto const& a) { scatter_max(a(some), values); });
  written(
      "put", [&](dynamic_array const& a) { dynamic::put(a, some, values); },
      [&](auto const& a) { put(a, some, values); });
  written(
      "put_along_axis",
      [&](dynamic_array const& a) { dynamic::put_along_axis(a, some, values, 0); },
      [&](auto const& a) { put_along_axis(a, some, values, 0); });
}

TEST_F(dynamic_same_bits_order, draws)
{
  generator g(7), h(7);
  auto const size = shape(3, 7);
  same("uniform", dynamic::uniform(g, space, dtype::float64, size, -1, 2),
       h.uniform(space, size, -1.0, 2.0));
  same("normal", dynamic::normal(g, space, dtype::float64, size), h.normal(space, size));
  same("exponential", dynamic::exponential(g, space, dtype::float64, size),
       h.exponential(space, size));
  same("integers", dynamic::integers(g, space, dtype::int64, size, -3, 9),
       h.integers(space, size, -3, 9));
  same("permutation", dynamic::permutation(g, space, 9), h.permutation(space, 9));
  same("lognormal", dynamic::lognormal(g, space, dtype::float32, size, 1, 2),
       h.lognormal<float>(space, size, 1.0f, 2.0f));
  same("gamma", dynamic::gamma(g, space, dtype::float64, size, 2.5, 3),
       h.gamma(space, size, 2.5, 3));
  same("beta", dynamic::beta(g, space, dtype::float64, size, 2, 5), h.beta(space, size, 2, 5));
  same("poisson", dynamic::poisson(g, space, size, 3.5), h.poisson(space, size, 3.5));
  same("binomial", dynamic::binomial(g, space, size, 20, 0.25), h.binomial(space, size, 20, 0.25));
  std::vector<double> const weights{1, 0, 2};
  same("choice", dynamic::choice(g, space, size, weights), h.choice(space, size, weights));
}

}  // namespace
