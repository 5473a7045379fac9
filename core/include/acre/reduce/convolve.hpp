#pragma once

#include <acre/array/detail/no_operands.hpp>
#include <acre/device/launch.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/reduce/convolve_mode.hpp>
#include <acre/reduce/detail/correlate_windows.hpp>
#include <acre/reduce/detail/sum.hpp>

namespace acre {

namespace detail {

/// Throws value_error with that text for no elements.
void require_some(std::int64_t elements, char const* text);

template <element T, expression E>
array<T, 1, typename E::space_type> operand_of_convolution(E const& e)
{
  if constexpr (std::is_same_v<typename E::value_type, T>)
    return e;
  else
    return acre::cast<T>(e);
}

/// products(j, k) = a[j + k] × by[j] for k < count, as an expression.
template <element T, class Space>
auto products_of_windows(array<T, 1, Space> const& a, array<T, 1, Space> const& by,
                         std::int64_t count)
{
  shape_t<2> const extent{by.size(), count}, stride{a.strides()[0], a.strides()[0]};
  return array<T, 2, Space>(a.space(), a.owner(), node::first(a), extent, stride) *
         with_axis(by, 1, count, 0);
}

/// Whether windows are many enough for all of a device's threads, several each; few are a column's
/// sums, each shared by threads.
template <class Space>
bool many_windows(std::int64_t windows, std::int64_t m)
{
  return Space::host_accessible ? windows >= 64 : windows >= 65536 || m <= 64;
}

/// Element k is the sum of a[k - before + j] × by[j] over the j for which a has such an element;
/// a is not shorter than `by`.
template <element T, class Space>
array<T, 1, Space> correlated(array<T, 1, Space> const& a, array<T, 1, Space> const& by,
                              convolve_mode mode)
{
  std::int64_t const m = by.size(), whole = a.size() - m + 1;
  std::int64_t before = m - 1, behind = m - 1;
  if (mode == convolve_mode::same) before = m / 2, behind -= m / 2;
  if (mode == convolve_mode::valid) before = behind = 0;
  array<T, 1, Space> const result(a.space(), std::array{before + whole + behind});
  auto const x = contiguous_on(a.space(), a), y = contiguous_on(a.space(), by);
  correlate_windows<T> windows{x.data(), x.size(),       y.data(),     m, before, result.size(),
                               before,   before + whole, result.data()};
  if (many_windows<Space>(whole, m)) {
    windows.group();
    launch(a.space(), windows.alone() + windows.in_groups(), windows);
  } else {
    assign(sliced(result, 0, slice(before, before + whole)),
           reduce_with(sum_reducer<T>(), products_of_windows(x, y, whole), 0));
    launch(a.space(), windows.alone(), windows);
  }
  return result;
}

}  // namespace detail

/// The cross-correlation of two one-dimensional arrays: c[k] = sum of a[k + j] × conj(v[j]), for
/// the k of the mode. NumPy's correlate: where v is the longer one, that of v and a backwards and
/// conjugated.
///
/// Dtype   what both promote to, in which it is computed (small integers wrap around; of bool it
///         is whether any product is true). An operand of another dtype is converted first.
/// Order   of a sum() along the first of two axes, of the products in the shorter operand's index
///         order; of those alone that both have elements for, whatever the mode.
/// Speed   n × m products by one kernel, which is for an m of some thousands at most. Scratch: a
///         copy of an operand that has strides; where a GPU has less than 65536 sums of more than
///         64 products, and a CPU less than 64 sums, the result once more.
/// Throws  value_error: first array argument cannot be empty; second array argument cannot be
///         empty; out_of_memory. Queued. Same bits on every backend.
template <expression A, expression V>
auto correlate(A const& a, V const& v, convolve_mode mode = convolve_mode::valid)
{
  static_assert(A::rank == 1 && V::rank == 1, "acre: correlate takes two one-dimensional arrays");
  static_assert(detail::spaces_agree<typename A::space_type, typename V::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename A::value_type, typename V::value_type>;
  detail::require_some(a.shape()[0], "first array argument cannot be empty");
  detail::require_some(v.shape()[0], "second array argument cannot be empty");
  auto const x = detail::operand_of_convolution<T>(a);
  auto const y = [&] {
    if constexpr (detail::is_complex<typename V::value_type>::value)
      return detail::operand_of_convolution<T>(acre::conj(v));
    else
      return detail::operand_of_convolution<T>(v);
  }();
  if (x.size() >= y.size()) return detail::correlated(x, y, mode);
  return copy(detail::flipped(detail::correlated(y, x, mode), std::array{0}));
}

/// The convolution of two one-dimensional arrays: c[k] = sum of a[k - j] × v[j], for the k that
/// the mode. NumPy's convolve, by which the longer operand counts as a. Computed as correlate() of
/// the longer operand and the shorter one backwards: with its dtype, order, speed and scratch.
/// Throws value_error: a cannot be empty; v cannot be empty.
template <expression A, expression V>
auto convolve(A const& a, V const& v, convolve_mode mode = convolve_mode::full)
{
  static_assert(A::rank == 1 && V::rank == 1, "acre: convolve takes two one-dimensional arrays");
  static_assert(detail::spaces_agree<typename A::space_type, typename V::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename A::value_type, typename V::value_type>;
  detail::require_some(a.shape()[0], "a cannot be empty");
  detail::require_some(v.shape()[0], "v cannot be empty");
  auto const x = detail::operand_of_convolution<T>(a), y = detail::operand_of_convolution<T>(v);
  bool const first = x.size() >= y.size();
  return detail::correlated(first ? x : y, detail::flipped(first ? y : x, std::array{0}), mode);
}

/// Of float16 and bfloat16 both are computed in float32, and rounded once.
template <expression A, expression V>
  requires detail::is_half<promote_t<typename A::value_type, typename V::value_type>>
auto correlate(A const& a, V const& v, convolve_mode mode = convolve_mode::valid)
{
  using T = promote_t<typename A::value_type, typename V::value_type>;
  return evaluate(acre::cast<T>(correlate(acre::cast<float>(a), acre::cast<float>(v), mode)));
}
template <expression A, expression V>
  requires detail::is_half<promote_t<typename A::value_type, typename V::value_type>>
auto convolve(A const& a, V const& v, convolve_mode mode = convolve_mode::full)
{
  using T = promote_t<typename A::value_type, typename V::value_type>;
  return evaluate(acre::cast<T>(convolve(acre::cast<float>(a), acre::cast<float>(v), mode)));
}

}  // namespace acre

#include <acre/reduce/detail/refusals/convolve.hpp>
