#include <acre/dynamic/order.hpp>
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
