#pragma once

#include <acre/device/launch.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/order/detail/runs.hpp>
#include <acre/order/sort.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/scan.hpp>

/// Values that occur, each once, in ascending order: of all elements, whatever the shape.
///
/// -0.0 and 0.0 are one value, which is 0.0 in the result, and all NaNs are one (of real numbers
/// the positive quiet one), the last; of complex numbers that are equal the first one's bits are
/// taken. Any dtype. These wait, as the results' sizes depend on the elements, and throw index
/// errors pending on the space. Scratch: as sort() or argsort(), and one bit an element; of
/// unique_inverse and unique_all two numbers of 8 bytes an element more. Same bits
/// on every backend.
namespace acre {

/// What unique_counts(), unique_inverse() and unique_all() return: unique(x)'s values, how often
/// each stands in x, for each element of x which one it is, and where each stands first.
template <element T, class Space>
struct unique_counts_result {
  array<T, 1, Space> values;
  array<std::int64_t, 1, Space> counts;
};
template <element T, int Rank, class Space>
struct unique_inverse_result {
  array<T, 1, Space> values;
  array<std::int64_t, Rank, Space> inverse_indices;
};
template <element T, int Rank, class Space>
struct unique_all_result {
  array<T, 1, Space> values;
  array<std::int64_t, 1, Space> indices;
  array<std::int64_t, Rank, Space> inverse_indices;
  array<std::int64_t, 1, Space> counts;
};

namespace detail {

/// The one form of values that are the same.
struct one_form : same_type {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T x) const
  {
    if constexpr (std::is_floating_point_v<T>) {
      if (x == T(0)) return T(0);
      if (x != x) return math::detail::quiet_nan<T>();
    }
    return x;
  }
};

/// run[order[j]] = the run that j-th element of the order is in; to be launched.
struct scatter_runs {
  std::int64_t const* order;
  std::int64_t const* run;  // from the second element on; the first one's is 0
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t j) const
  {
    to[order[j]] = j == 0 ? 0 : run[j - 1];
  }
};

template <class E>
auto flat(E const& x)
{
  return computed_array(x).reshape(shape(-1));
}

/// All that can be told of unique values; `All`: where they first occur and how often as well.
template <bool All, expression E>
auto unique_in_order(E const& x)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  unique_all_result<T, E::rank, space> result;
  auto const elements = flat(x);
  space const& on = elements.space();
  std::int64_t const n = elements.size();
  result.inverse_indices = array<std::int64_t, E::rank, space>(on, x.shape());
  result.values = array<T, 1, space>(on, shape_t<1>{0});
  result.indices = array<std::int64_t, 1, space>(on, shape_t<1>{0});
  result.counts = array<std::int64_t, 1, space>(on, shape_t<1>{0});
  if (n == 0) return result;
  auto const order = argsort(elements);
  auto const runs = runs_of("unique", array<T, 1, space>(take_known(elements, order, 0)));
  result.values = array<T, 1, space>(on, shape_t<1>{runs.count});
  if constexpr (All) result.indices = one_each(runs), result.counts = one_each(runs);
  runs.marked.visit("unique", runs.elements,
                    tell_run<T, one_form>{runs.elements.data(), order.data(), result.values.data(),
                                          All ? result.indices.data() : nullptr,
                                          All ? result.counts.data() : nullptr});
  auto const run = cumsum(changes(runs.elements), 0);
  launch(on, n, scatter_runs{order.data(), run.data(), result.inverse_indices.data()});
  return result;
}

}  // namespace detail

/// The values.
template <expression E>
auto unique(E const& x)
{
  using T = typename E::value_type;
  auto const sorted = sort(detail::flat(x));
  if (sorted.size() == 0) return sorted;
  return array<T, 1, typename E::space_type>(
      detail::run_values<detail::one_form>("unique", detail::runs_of("unique", sorted)));
}

/// The values, and how often each occurs.
template <expression E>
auto unique_counts(E const& x)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  auto const sorted = sort(detail::flat(x));
  unique_counts_result<T, space> result{
      sorted, array<std::int64_t, 1, space>(sorted.space(), shape_t<1>{0})};
  if (sorted.size() == 0) return result;
  auto const runs = detail::runs_of("unique", sorted);
  result.values = array<T, 1, space>(sorted.space(), shape_t<1>{runs.count});
  result.counts = detail::one_each(runs);
  runs.marked.visit(
      "unique", sorted,
      detail::tell_run<T, detail::one_form>{sorted.data(), nullptr, result.values.data(), nullptr,
                                            result.counts.data()});
  return result;
}

/// The values, and for each element, in x's shape, which of them it is.
template <expression E>
auto unique_inverse(E const& x)
{
  auto const all = detail::unique_in_order<false>(x);
  return unique_inverse_result<typename E::value_type, E::rank, typename E::space_type>{
      all.values, all.inverse_indices};
}

/// The values, where each first occurs in C order, which of them each element is, and how often
/// each occurs.
template <expression E>
auto unique_all(E const& x)
{
  return detail::unique_in_order<true>(x);
}

}  // namespace acre
