#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/scan.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/unique.hpp>

#include "ordering_rows.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

dynamic_array flat(dynamic_array const& a) { return ravel(astype(a, ordered_dtype(a.dtype()))); }

}  // namespace

dynamic_array unique(dynamic_array const& a)
{
  return astype(
      with_rank<ordered_types, 1>("unique", flat(a), [](auto const& x) { return acre::unique(x); }),
      a.dtype());
}

unique_result unique_all(dynamic_array const& a)
{
  auto const all = with_rank<ordered_types, 1, unique_result>(
      "unique", flat(a), [](auto const& x) -> unique_result {
        auto const u = acre::unique_all(x);
        return {u.values, u.indices, u.inverse_indices, u.counts};
      });
  return {astype(all.values, a.dtype()), all.indices,
          reshape(all.inverse_indices, {a.shape().begin(), a.shape().end()}), all.counts};
}

unique_result unique_all(dynamic_array const& a, int axis)
{
  axis = acre::detail::normalized_axis(axis, a.rank());
  auto const first = copy(moveaxis(a, {axis}, {0}));
  std::int64_t const n = first.shape()[0], length = n == 0 ? 0 : first.size() / n;
  auto const rows = reshape(first, {n, length});
  auto order = arange(a.space(), std::int64_t{0}, n);
  auto begins = full(a.space(), dtype::int64, std::array{n == 0 ? std::int64_t{0} : 1}, 0);
  auto inverse = full(a.space(), dtype::int64, std::array{n}, 0);
  if (n > 1 && length > 0) {
    std::vector<dynamic_array> keys;
    for (std::int64_t k = length - 1; k >= 0; --k)
      keys.push_back(getitem(rows, std::array<index_term, 2>{ALL, k}));
    order = lexsort(keys);
    auto const sorted = take(rows, order, 0);
    auto const later = getitem(sorted, std::array<index_term, 1>{slice(1, none)}),
               earlier = getitem(sorted, std::array<index_term, 1>{slice(none, -1)});
    auto differ = binary("not_equal", later, earlier);
    if (kind_of(a.dtype()) >= kind::floating)
      differ = binary("greater", differ,
                      binary("logical_and", unary("isnan", later), unary("isnan", earlier)));
    differ = reduce("any", differ, {.axes = std::vector{1}});
    auto const run = scan("cumsum", differ, {.axis = 0});
    setitem(inverse,
            std::array<index_term, 1>{getitem(order, std::array<index_term, 1>{slice(1, none)})},
            run);
    begins = concatenate(
        std::array{begins, binary("add", flatnonzero(differ), scalar_value(std::int64_t{1}))});
  }
  auto const end = full(a.space(), dtype::int64, std::array{std::int64_t{1}}, n);
  auto const ends = concatenate(std::array{
      getitem(begins, std::array<index_term, 1>{slice(1, none)}), n == 0 ? begins : end});
  auto const indices = take(order, begins, 0);
  return {copy(moveaxis(take(first, indices, 0), {0}, {axis})), indices, inverse,
          binary("subtract", ends, begins)};
}

dynamic_array unique(dynamic_array const& a, int axis) { return unique_all(a, axis).values; }

runs_result run_lengths(dynamic_array const& a)
{
  if (a.rank() != 1)
    throw shape_error("run_lengths takes a one-dimensional array, not one of rank " +
                      std::to_string(a.rank()));
  auto const runs = with_rank<ordered_types, 1, runs_result>(
      "run_lengths", flat(a), [](auto const& x) -> runs_result {
        auto const r = acre::run_lengths(x);
        return {r.values, r.starts, r.lengths};
      });
  return {astype(runs.values, a.dtype()), runs.starts, runs.lengths};
}

}  // namespace acre::dynamic
