#pragma once

#include <acre/array/copy.hpp>
#include <acre/order/detail/runs.hpp>
#include <acre/order/detail/sort_rows.hpp>

namespace acre {

/// Runs of equal neighbours: the value, the first position and the length of each.
template <element T, class Space>
struct runs_of_equals {
  array<T, 1, Space> values;
  array<std::int64_t, 1, Space> starts, lengths;
};

/// The runs of a one-dimensional array or expression, in their order. NaN equals NaN here, and -0.0
/// equals 0.0; a value's bits are its first element's. Waits, as the number of runs depends on
/// the elements; throws index errors pending on the space. Scratch: one bit an element. Same bits
/// on every backend.
template <expression E>
auto run_lengths(E const& x)
{
  static_assert(E::rank == 1, "acre: run_lengths takes a one-dimensional array");
  using T = typename E::value_type;
  using space = typename E::space_type;
  auto const elements = detail::contiguous(evaluate(x));
  runs_of_equals<T, space> result;
  result.values = array<T, 1, space>(elements.space(), shape_t<1>{0});
  result.starts = array<std::int64_t, 1, space>(elements.space(), shape_t<1>{0});
  result.lengths = array<std::int64_t, 1, space>(elements.space(), shape_t<1>{0});
  if (elements.size() == 0) return result;
  auto const runs = detail::runs_of("run_lengths", elements);
  result.values = array<T, 1, space>(elements.space(), shape_t<1>{runs.count});
  result.starts = detail::one_each(runs);
  result.lengths = detail::one_each(runs);
  runs.marked.visit(
      "run_lengths", elements,
      detail::tell_run<T, detail::as_it_is>{elements.data(), nullptr, result.values.data(),
                                            result.starts.data(), result.lengths.data()});
  return result;
}

}  // namespace acre
