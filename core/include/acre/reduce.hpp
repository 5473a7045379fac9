#pragma once

#include <acre/axes.hpp>
#include <acre/detail/found.hpp>
#include <acre/detail/reduce.hpp>
#include <acre/functions.hpp>

#include <cmath>
#include <string>

/// Reductions of arrays and fused expressions over all axes, one axis or several.
///
///   sum(x)                    everything; an array of rank 0 that converts to a number
///   sum(x, 1)                 along axis 1; negative axes count from the end
///   sum(x, axes(0, 2))        along several
///   sum(x, 1, keepdims)       the axis stays with extent 1, so that the result broadcasts
///   sum(x, axis_set{v}, keepdims)  along those in a std::vector<int>
///
/// The order of combination is fixed by shape and axes alone (backends/common/reduction.hpp):
/// the same bits on every backend, thread count and run. The result is a new array on the
/// expression's space; work is queued, reading the number waits. Scratch: one value for each
/// 4096 elements where a row (512 where a column) is longer than that. Throws index_error for an
/// axis that is not there, value_error for an axis named twice or for an empty min, max, argmin,
/// argmax.
namespace acre {

struct keepdims_t {};
inline constexpr keepdims_t keepdims{};

/// What is combined, how, from where and what becomes of it: a user's own reduction models this
/// too, see reduce().
template <class R>
concept reducer = requires(R const r, typename R::value_type v) {
  { r.identity() } -> std::convertible_to<typename R::value_type>;
  { r.empty() } -> std::convertible_to<typename R::value_type>;
  { r.combine(v, v) } -> std::convertible_to<typename R::value_type>;
  r.finish(v);
};

namespace detail {

template <class T>
struct sum_reducer {
  using value_type = T;
  // -0.0 is the identity of addition: x + -0.0 is x, also for -0.0
  KOKKOS_INLINE_FUNCTION T identity() const
  {
    if constexpr (std::is_floating_point_v<T>)
      return -T{0};
    else if constexpr (is_complex<T>::value)
      return T(-typename T::value_type{0}, -typename T::value_type{0});
    else
      return T{0};
  }
  KOKKOS_INLINE_FUNCTION T empty() const { return T{}; }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return plus{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

/// How 4096 small integers are summed before they join a sum in 64 bits: 32 are enough, and counts
/// are exact in float32, whose additions run beside the integer ones that random numbers are made
/// of.
template <class Element>
using small_sum = sum_reducer<
    std::conditional_t<std::is_same_v<Element, bool>, float,
                       std::conditional_t<std::is_signed_v<Element>, std::int32_t, std::uint32_t>>>;

template <class T>
struct mean_reducer : sum_reducer<T> {
  std::int64_t count;
  KOKKOS_INLINE_FUNCTION T finish(T a) const
  {
    using real = decltype(absolute_op{}(T{}));
    return a / static_cast<real>(count);
  }
};

template <class T>
struct prod_reducer {
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return T(1); }
  KOKKOS_INLINE_FUNCTION T empty() const { return T(1); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return multiplies{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

struct any_reducer {
  using value_type = bool;
  KOKKOS_INLINE_FUNCTION bool identity() const { return false; }
  KOKKOS_INLINE_FUNCTION bool empty() const { return false; }
  KOKKOS_INLINE_FUNCTION bool combine(bool a, bool b) const { return a || b; }
  KOKKOS_INLINE_FUNCTION bool finish(bool a) const { return a; }
};
struct all_reducer {
  using value_type = bool;
  KOKKOS_INLINE_FUNCTION bool identity() const { return true; }
  KOKKOS_INLINE_FUNCTION bool empty() const { return true; }
  KOKKOS_INLINE_FUNCTION bool combine(bool a, bool b) const { return a && b; }
  KOKKOS_INLINE_FUNCTION bool finish(bool a) const { return a; }
};

/// Smallest and largest value of a dtype, infinities where it has them.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T lowest_of()
{
  if constexpr (std::is_same_v<T, bool>)
    return false;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(-HUGE_VAL);
  else if constexpr (is_complex<T>::value)
    return T(lowest_of<typename T::value_type>(), lowest_of<typename T::value_type>());
  else if constexpr (std::is_unsigned_v<T>)
    return 0;
  else
    return static_cast<T>(std::uint64_t{1} << (8 * sizeof(T) - 1));
}
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T highest_of()
{
  if constexpr (std::is_same_v<T, bool>)
    return true;
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(HUGE_VAL);
  else if constexpr (is_complex<T>::value)
    return T(highest_of<typename T::value_type>(), highest_of<typename T::value_type>());
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(~T{0});
  else
    return static_cast<T>((std::uint64_t{1} << (8 * sizeof(T) - 1)) - 1);
}

template <class T>
struct max_reducer {
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return lowest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return lowest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return maximum_op{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};
template <class T>
struct min_reducer {
  using value_type = T;
  KOKKOS_INLINE_FUNCTION T identity() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T empty() const { return highest_of<T>(); }
  KOKKOS_INLINE_FUNCTION T combine(T a, T b) const { return minimum_op{}(a, b); }
  KOKKOS_INLINE_FUNCTION T finish(T a) const { return a; }
};

struct pair_with_index {
  template <class T>
  KOKKOS_INLINE_FUNCTION found<T> operator()(T value, std::int64_t index) const
  {
    return {value, index};
  }
};
/// The first of the largest (smallest); the first NaN, if there is one.
template <class T, bool Largest>
struct arg_reducer {
  using value_type = found<T>;
  KOKKOS_INLINE_FUNCTION found<T> identity() const { return {T{}, -1}; }
  KOKKOS_INLINE_FUNCTION found<T> empty() const { return identity(); }
  KOKKOS_INLINE_FUNCTION found<T> combine(found<T> a, found<T> b) const
  {
    // lanes are combined after their elements: neither side comes first as a whole
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    bool const a_wins =
        is_nan(a.value) ||
        (!is_nan(b.value) && (Largest ? less_than(b.value, a.value) : less_than(a.value, b.value)));
    bool const b_wins =
        is_nan(b.value) ||
        (!is_nan(a.value) && (Largest ? less_than(a.value, b.value) : less_than(b.value, a.value)));
    return a_wins != b_wins ? (a_wins ? a : b) : (a.index < b.index ? a : b);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t finish(found<T> a) const { return a.index; }
};

/// An expression's elements paired with their positions.
template <class T, class E, class I>
struct indexed : expression_tag {
  using value_type = found<T>;
  using space_type = typename E::space_type;
  static constexpr int rank = E::rank;
  static constexpr int leaf_count = E::leaf_count + I::leaf_count;
  E values;
  I positions;

  indexed(E v, I p) : values(std::move(v)), positions(std::move(p)) {}
  auto shape() const { return values.shape(); }
  auto const& space() const { return values.space(); }
  void describe(leaf_layout*& leaf, extents_view common) const
  {
    values.describe(leaf, common);
    positions.describe(leaf, common);
  }
  auto lower(leaf_layout const*& leaf) const
  {
    auto v = values.lower(leaf);
    auto p = positions.lower(leaf);
    return binary_program<pair_with_index, T, std::int64_t, decltype(v), decltype(p)>{{}, v, p};
  }
};

/// Applies f(expression, mask, rank constant) for one of the ways to name axes.
template <class F, expression E>
auto over_axes(F const& f, E const& e)
{
  return f(e, mask_of_all<E::rank>(), std::integral_constant<int, 0>{});
}
template <class F, expression E>
auto over_axes(F const& f, E const& e, keepdims_t)
{
  return f(e, mask_of_all<E::rank>(), std::integral_constant<int, E::rank>{});
}
template <class F, expression E, std::size_t N>
auto over_axes(F const& f, E const& e, axis_list<N> const& list)
{
  static_assert(int(N) <= E::rank, "acre: more axes are named than the expression has");
  return f(e, mask_of<E::rank>(list.axis), std::integral_constant<int, E::rank - int(N)>{});
}
template <class F, expression E, std::size_t N>
auto over_axes(F const& f, E const& e, axis_list<N> const& list, keepdims_t)
{
  return f(e, mask_of<E::rank>(list.axis), std::integral_constant<int, E::rank>{});
}
template <class F, expression E>
auto over_axes(F const& f, E const& e, axis_set const& set, keepdims_t)
{
  return f(e, mask_of<E::rank>(set.axis), std::integral_constant<int, E::rank>{});
}
template <class F, expression E, class... Keep>
auto over_axes(F const& f, E const& e, int axis, Keep... keep)
{
  static_assert(E::rank > 0, "acre: an array of rank 0 has no axis to reduce");
  return over_axes(f, e, axes(axis), keep...);
}

/// Number of elements that one result is made of.
template <int Rank>
std::int64_t reduced_count(shape_t<Rank> const& shape, axis_mask<Rank> const& mask)
{
  std::int64_t count = 1;
  for (int axis = 0; axis < Rank; ++axis)
    if (mask[axis]) count *= shape[axis];
  return count;
}

/// NumPy's refusal to take the maximum of nothing, also where there would be no results.
template <int Rank>
void require_elements(shape_t<Rank> const& shape, axis_mask<Rank> const& mask,
                      char const* operation)
{
  if (reduced_count<Rank>(shape, mask) == 0)
    throw value_error(std::string("zero-size array to reduction operation ") + operation +
                      " which has no identity");
}

template <class Reducer, expression E, class... Axes>
auto reduce_with(Reducer const& reducer, E const& e, Axes const&... which)
{
  return over_axes(
      [&](auto const& x, auto const& mask, auto rank) { return reduce<rank()>(x, mask, reducer); },
      e, which...);
}

template <expression E, class RankConstant>
auto mean_over(E const& e, axis_mask<E::rank> const& mask, RankConstant rank)
{
  using T = typename E::value_type;
  using M = std::conditional_t<(kind_of<T>() >= kind::floating), T, double>;
  mean_reducer<M> const reducer{{}, reduced_count<E::rank>(e.shape(), mask)};
  return reduce<rank()>(e, mask, reducer);
}

template <bool Largest, expression E, class... Axes>
auto arg_reduce(char const* operation, E const& e, Axes const&... which)
{
  using T = typename E::value_type;
  return over_axes(
      [&](auto const& x, auto const& mask, auto rank) {
        auto const shape = x.shape();
        if (reduced_count<E::rank>(shape, mask) == 0)
          throw value_error(std::string("attempt to get ") + operation + " of an empty sequence");
        // position along the reduced axes, in C order
        shape_t<E::rank> stride{};
        std::int64_t step = 1;
        for (int axis = E::rank - 1; axis >= 0; --axis)
          if (mask[axis]) {
            stride[axis] = step;
            step *= shape[axis];
          }
        using numbers = indices<typename E::space_type, E::rank>;
        numbers const where(x.space(), shape, stride);
        indexed<T, E, numbers> const pairs(x, where);
        return reduce<rank()>(pairs, mask, arg_reducer<T, Largest>{});
      },
      e, which...);
}

}  // namespace detail
}  // namespace acre

namespace acre::backends {

template <class T, class Element>
  requires(std::is_integral_v<T> && sizeof(T) == 8 && std::is_integral_v<Element> &&
           sizeof(Element) <= 2)
struct tile_reducer<acre::detail::sum_reducer<T>, Element> {
  using type = acre::detail::small_sum<Element>;
  KOKKOS_INLINE_FUNCTION static type of(acre::detail::sum_reducer<T> const&) { return {}; }
};

}  // namespace acre::backends

namespace acre {

/// The sum; small integers and bool in 64 bits, floating point in its own dtype. Empty: 0.
template <expression E, class... Axes>
auto sum(E const& e, Axes const&... which)
{
  return detail::reduce_with(detail::sum_reducer<sum_t<typename E::value_type>>{}, e, which...);
}

/// The sum in another dtype: every element is converted to T first, as by cast<T>().
template <element T, expression E, class... Axes>
auto sum(E const& e, Axes const&... which)
{
  return detail::reduce_with(detail::sum_reducer<T>{}, cast<T>(e), which...);
}

/// The product, in the dtype of sum(). Empty: 1.
template <expression E, class... Axes>
auto prod(E const& e, Axes const&... which)
{
  return detail::reduce_with(detail::prod_reducer<sum_t<typename E::value_type>>{}, e, which...);
}

template <element T, expression E, class... Axes>
auto prod(E const& e, Axes const&... which)
{
  return detail::reduce_with(detail::prod_reducer<T>{}, cast<T>(e), which...);
}

/// The arithmetic mean; of integers in float64. Empty: NaN.
template <expression E, class... Axes>
auto mean(E const& e, Axes const&... which)
{
  return detail::over_axes(
      [](auto const& x, auto const& mask, auto rank) { return detail::mean_over(x, mask, rank); },
      e, which...);
}

/// The largest (smallest) element; NaN if there is one.
template <expression E, class... Axes>
auto max(E const& e, Axes const&... which)
{
  return detail::over_axes(
      [](auto const& x, auto const& mask, auto rank) {
        detail::require_elements<E::rank>(x.shape(), mask, "maximum");
        return detail::reduce<rank()>(x, mask, detail::max_reducer<typename E::value_type>{});
      },
      e, which...);
}
template <expression E, class... Axes>
auto min(E const& e, Axes const&... which)
{
  return detail::over_axes(
      [](auto const& x, auto const& mask, auto rank) {
        detail::require_elements<E::rank>(x.shape(), mask, "minimum");
        return detail::reduce<rank()>(x, mask, detail::min_reducer<typename E::value_type>{});
      },
      e, which...);
}

/// Index of the first largest (smallest) element along the reduced axes, in C order; of the
/// first NaN, if there is one. int64.
template <expression E, class... Axes>
auto argmax(E const& e, Axes const&... which)
{
  return detail::arg_reduce<true>("argmax", e, which...);
}
template <expression E, class... Axes>
auto argmin(E const& e, Axes const&... which)
{
  return detail::arg_reduce<false>("argmin", e, which...);
}

/// Whether any (every) element is not zero.
template <expression E, class... Axes>
auto any(E const& e, Axes const&... which)
{
  return detail::reduce_with(detail::any_reducer{}, cast<bool>(e), which...);
}
template <expression E, class... Axes>
auto all(E const& e, Axes const&... which)
{
  return detail::reduce_with(detail::all_reducer{}, cast<bool>(e), which...);
}

/// How many elements are not zero. int64.
template <expression E, class... Axes>
auto count_nonzero(E const& e, Axes const&... which)
{
  return sum(cast<bool>(e), which...);
}

/// A reduction of one's own. `r` gives identity() (combine(x, identity()) must be x to the bit),
/// empty() for no elements, combine(a, b) with the earlier elements in a, and finish(). Its
/// members are KOKKOS_FUNCTIONs; what is mapped before is an expression:
///
///   reduce(square(x), l2norm{}, 1)
template <expression E, reducer R, class... Axes>
auto reduce(E const& e, R const& r, Axes const&... which)
{
  return detail::reduce_with(r, e, which...);
}

}  // namespace acre
