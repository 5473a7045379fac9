#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/histogram.hpp>
#include <acre/distributed/elementwise.hpp>

#include <concepts>
#include <cstdint>

/// acre's histogram and bincount of distributed arrays, with its rules, dtypes and errors. The
/// counts, or sums of weights, and the edges are acre's own arrays, the same on every process, with
/// the bits that acre's functions of the whole array give on one: of any blocks.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 1> x(all, blocks(shape(1000)));
///   generator g(42);
///   x = own_part(x, g.normal(x.space(), x.shape()));
///   auto const [counts, edges] = histogram(x, 4);
///   auto const energy = histogram(x, edges, x * x);  // sums of weights
///   if (all.rank() == 0) std::cout << counts << '\n' << edges << '\n' << energy << '\n';
/// });
/// ```
/// ```text
/// [ 27 442 484  47]
/// [-3.37270846 -1.72829432 -0.08388017  1.56053398  3.20494812]
/// [123.56893013 289.51413108 257.98927793 189.82006231]
/// ```
///
/// Together; waits for the others. Each process counts its elements; the counts cross, an int64 a
/// bin and process, to all where they are 128 KiB at most, else each process adds a share. Integer
/// weights likewise.
///
/// Weights of floating point have the blocks of x, which are slabs (else value_error, which names
/// redistribute): their order shows. Each process gets the weights of some of the bins, with their
/// places, so that an element crosses once, as its weight and 8 bytes; of few bins few processes
/// get all, and need memory for them.
///
/// Arguments that aren't distributed are the same on every process. Throws as acre's functions do,
/// on all processes the same; shape_error where the weights' blocks are others than x's (they don't
/// broadcast).
namespace acre::distributed {

/// Equal bins from low to high.
template <detail::whole_operand E>
auto histogram(E const& x, std::int64_t bins, double low, double high, outside o = outside::dropped)
{
  return detail::counted(
      "histogram", detail::as_term(x),
      [&](auto const& mine) { return acre::histogram(mine, bins, low, high, o); },
      detail::asked_bins{std::pair(low, high)});
}
template <detail::whole_operand E, detail::whole_operand W>
auto histogram(E const& x, std::int64_t bins, double low, double high, W const& weights,
               outside o = outside::dropped)
{
  auto const t = detail::as_term(x);
  auto const rule = acre::detail::uniform_rule<decltype(t.local)>(
      acre::detail::checked_bins(bins, low, high), bins, o);
  return detail::weighted(
      "histogram", t, acre::detail::places_of(o, bins), weights,
      [&](auto const& mine) { return acre::detail::make_unary(mine, rule); },
      detail::asked_bins{std::pair(low, high)});
}

/// Bins between edges, an array or expression of acre's.
template <detail::whole_operand E, acre::expression Edges>
auto histogram(E const& x, Edges const& edges, outside o = outside::dropped)
{
  return detail::counted("histogram", detail::as_term(x),
                         [&](auto const& mine) { return acre::histogram(mine, edges, o); });
}
template <detail::whole_operand E, acre::expression Edges, detail::whole_operand W>
auto histogram(E const& x, Edges const& edges, W const& weights, outside o = outside::dropped)
{
  auto const t = detail::as_term(x);
  auto const checked = acre::detail::checked_edges(t.local, edges);
  auto const places = acre::detail::places_between(t.local, checked, o);
  return detail::weighted("histogram", t, places.count, weights,
                          [&](auto const&) { return places.place; });
}

/// Equal bins from the least to the largest element of all processes, with the edges. Reads x
/// twice, and asks all for their least and largest first.
template <detail::whole_operand E>
auto histogram(E const& x, std::int64_t bins = 10)
{
  auto const t = detail::as_term(x);
  auto const rule = detail::found_rule(t, bins);
  auto counts = detail::counted("histogram", t, [&](auto const& mine) {
    return acre::detail::tally("histogram", acre::detail::make_unary(mine, rule), bins);
  });
  return histogram_result{std::move(counts), acre::detail::edges_of(t.space(), rule)};
}
template <detail::whole_operand E, detail::whole_operand W>
auto histogram(E const& x, std::int64_t bins, W const& weights)
{
  auto const t = detail::as_term(x);
  auto const rule = detail::found_rule(t, bins);
  auto sums = detail::weighted("histogram", t, bins, weights, [&](auto const& mine) {
    return acre::detail::make_unary(mine, rule);
  });
  return histogram_result{std::move(sums), acre::detail::edges_of(t.space(), rule)};
}

/// How often each of 0, 1, 2, … occurs in x, of rank 1, up to the largest of all processes.
template <detail::whole_operand E>
auto bincount(E const& x, std::int64_t minlength = 0)
{
  auto const t = detail::as_term(x);
  std::int64_t const places = detail::counted_places(t, minlength);
  return detail::counted("bincount", t, [&](auto const& mine) {
    return acre::detail::tally("bincount", acre::cast<std::int64_t>(mine), places);
  });
}
/// The sums of the weights of each number, in float64.
template <detail::whole_operand E, detail::whole_operand W>
auto bincount(E const& x, W const& weights, std::int64_t minlength = 0)
{
  static_assert(acre::detail::kind_of<typename W::value_type>() != acre::detail::kind::complex,
                "acre: bincount's weights are real");
  auto const t = detail::as_term(x);
  auto const w = cast<double>(weights);
  acre::detail::require_one_weight_each(w.shape(), t.shape());
  detail::require_same("bincount", t.all, *t.where, w);
  std::int64_t const places = detail::counted_places(t, minlength);
  return detail::weighted("bincount", t, places, w,
                          [](auto const& mine) { return acre::cast<std::int64_t>(mine); });
}

}  // namespace acre::distributed
