#pragma once

#include <acre/index/detail/take_along.hpp>
#include <acre/math/detail/bits.hpp>
#include <acre/order/detail/counted_values.hpp>
#include <acre/order/detail/runs.hpp>
#include <acre/order/sort.hpp>
#include <acre/rearrange/detail/views.hpp>

/// Values that occur, each once, in ascending order: of all elements, whatever the shape.
///
/// -0.0 and 0.0 are one value, which is 0.0 in the result, and all NaNs are one (of real numbers
/// the positive quiet one), the last; of complex numbers that are equal the first one's bits are
/// taken. Any dtype. These wait, as the results' sizes depend on the elements, and throw index
/// errors pending on the space. Integers of which there are many, and that span fewer values, are
/// counted and not sorted.
///
/// Scratch: one bit an element, and of unique and unique_counts as sort(), of the others as
/// argsort(), which is 8 bytes an element and the elements at least. (On a GPU unique's values have
/// places for as many as there are elements at first, and keep them as compress()'s do.) Same bits
/// on every backend. (Put together in detail/runs.hpp and detail/counted_values.hpp.)
namespace acre {

/// Results of unique_counts(), unique_inverse() and unique_all(): unique(x)'s values, how often
/// each is in x, for each element of x which one it is, and the position at which each is first.
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
    if constexpr (kind_of<T>() == kind::floating) {
      if (x == T(0)) return T(0);
      if (x != x) return T(math::detail::quiet_nan<computed_t<T>>());
    }
    return x;
  }
};

/// to[order[j]] = the run that the j-th element of the order is in.
struct scatter_run {
  std::int64_t const* order;
  std::int64_t* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t j, std::int64_t run) const
  {
    to[order[j]] = run;
  }
};

template <class E>
auto flat(E const& x)
{
  return computed_array(x).reshape(shape(-1));
}

/// All facts about unique values; `All`: where they first occur and how often as well.
template <bool All, expression E>
auto unique_in_order(E const& x)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  unique_all_result<T, E::rank, space> result;
  auto const elements = flat(x);
  space const& on = elements.space();
  std::int64_t const n = elements.size();
  auto const places = [&] { return array<std::int64_t, E::rank, space>(on, x.shape()); };
  result.values = array<T, 1, space>(on, shape_t<1>{0});
  result.indices = array<std::int64_t, 1, space>(on, shape_t<1>{0});
  result.counts = array<std::int64_t, 1, space>(on, shape_t<1>{0});
  if (n == 0) {
    result.inverse_indices = places();
    return result;
  }
  if constexpr (may_be_counted<T>)
    if (auto const counted = count_values(elements)) {
      auto const marks = counted->marks();
      result.values = counted->values(marks);
      if constexpr (All) {
        result.counts = compress_marked(marks, counted->counts);
        result.indices = counted->first_places(marks, elements);
      }
      result.inverse_indices = places();
      assign(result.inverse_indices.reshape(shape(-1)), counted->ranks(elements));
      return result;
    }
  auto const order = argsort(elements);
  auto const runs = runs_of("unique", array<T, 1, space>(take_known(elements, order, 0)));
  result.values = array<T, 1, space>(on, shape_t<1>{runs.count});
  if constexpr (All) result.indices = one_each(runs), result.counts = one_each(runs);
  runs.marked.visit("unique", runs.elements,
                    tell_run<T, one_form>{runs.elements.data(), order.data(), result.values.data(),
                                          All ? result.indices.data() : nullptr,
                                          All ? result.counts.data() : nullptr});
  result.inverse_indices = places();  // not before: it is no scratch, and the sort wants some
  runs.marked.visit_elements("unique", runs.elements,
                             scatter_run{order.data(), result.inverse_indices.data()});
  return result;
}

}  // namespace detail

/// The values.
template <expression E>
auto unique(E const& x)
{
  using T = typename E::value_type;
  auto const elements = detail::flat(x);
  if constexpr (detail::may_be_counted<T>)
    if (auto const counted = detail::count_values(elements))
      return counted->values(counted->marks());
  auto const sorted = sort(elements);
  if (sorted.size() == 0) return sorted;
  if (auto const all = detail::run_values_at_once<detail::one_form>("unique", sorted)) return *all;
  return array<T, 1, typename E::space_type>(
      detail::run_values<detail::one_form>("unique", detail::runs_of("unique", sorted)));
}

/// The values, and how often each occurs.
template <expression E>
auto unique_counts(E const& x)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  auto const elements = detail::flat(x);
  if constexpr (detail::may_be_counted<T>)
    if (auto const counted = detail::count_values(elements)) {
      auto const marks = counted->marks();
      return unique_counts_result<T, space>{counted->values(marks),
                                            detail::compress_marked(marks, counted->counts)};
    }
  auto const sorted = sort(elements);
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
