#pragma once

#include <acre/linalg/detail/einsum.hpp>
#include <acre/linalg/matmul.hpp>
#include <acre/reduce/products.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace acre {

/// The text of einsum<"ij,jk->ik">.
template <std::size_t N>
struct einsum_subscripts {
  char text[N];

  consteval einsum_subscripts(char const (&from)[N]) { std::copy_n(from, N, text); }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

namespace detail {

/// Values of einsum: the last `count` axes of an array of any rank, so that its kernels are
/// compiled once for a dtype and a space.
template <element T, class Space>
struct einsum_value {
  array<T, max_rank, Space> whole;
  int count;

  extents_view shape() const { return extents_view(whole.shape()).last(length()); }
  extents_view strides() const { return extents_view(whole.strides()).last(length()); }
  std::size_t length() const { return static_cast<std::size_t>(count); }
};

template <element T, class Space>
struct einsum_operations {
  using value = einsum_value<T, Space>;
  using whole = array<T, max_rank, Space>;

  template <int Rank>
  static value view(array<T, Rank, Space> const& a, extents_view extent, extents_view stride)
  {
    shape_t<max_rank> extents, strides{};
    extents.fill(1);
    std::ranges::copy(extent, extents.end() - static_cast<std::ptrdiff_t>(extent.size()));
    std::ranges::copy(stride, strides.end() - static_cast<std::ptrdiff_t>(stride.size()));
    return {node::view<whole>(a, node::first(a), extents, strides),
            static_cast<int>(extent.size())};
  }
  value view(value const& x, extents_view extent, extents_view stride) const
  {
    return view(x.whole, extent, stride);
  }
  template <expression E>
  static value sum_of(E const& e, int count, int axes)
  {
    axis_set which;
    for (int axis = max_rank - axes; axis < max_rank; ++axis) which.axis.push_back(axis);
    whole const sums = reduce_with(sum_reducer<T>{}, e, which, keepdims);
    value const kept{sums, count};
    return view(sums, kept.shape().first(static_cast<std::size_t>(count - axes)),
                kept.strides().first(static_cast<std::size_t>(count - axes)));
  }
  value sum(value const& x, int axes) const { return sum_of(x.whole, x.count, axes); }
  value sum(value const& x, value const& y, int axes) const
  {
    return sum_of(x.whole * y.whole, x.count, axes);
  }
  value multiply(value const& x, value const& y) const
  {
    return {evaluate(x.whole * y.whole), x.count};
  }
  value matmul(value const& x, extents_view shape_x, value const& y, extents_view shape_y,
               extents_view shape) const
  {
    return shaped(acre::matmul(shaped(x.whole, shape_x).whole, shaped(y.whole, shape_y).whole),
                  shape);
  }
  static value shaped(whole const& x, extents_view shape)
  {
    shape_t<max_rank> extents;
    extents.fill(1);
    std::ranges::copy(shape, extents.end() - static_cast<std::ptrdiff_t>(shape.size()));
    return {x.reshape(extents), static_cast<int>(shape.size())};
  }
};

template <int Rank, element T, class Space, std::size_t N>
array<T, Rank, Space> einsum_of(std::string_view subscripts,
                                std::array<einsum_value<T, Space>, N> const& operands)
{
  static_assert(Rank <= max_rank, "acre: the result would have more than 8 axes");
  std::array<extents_view, N> shapes, strides;
  for (std::size_t k = 0; k < N; ++k)
    shapes[k] = operands[k].shape(), strides[k] = operands[k].strides();
  auto const result = run_einsum(einsum_operations<T, Space>(),
                                 plan_einsum(subscripts, shapes, strides), operands.data());
  shape_t<Rank> extent{}, stride{};
  if constexpr (Rank > 0) {
    std::ranges::copy(result.shape(), extent.begin());
    std::ranges::copy(result.strides(), stride.begin());
  }
  using access = memory_access<array<T, max_rank, Space>>;
  return memory_access<array<T, Rank, Space>>::array_of(
      result.whole.space(), access::of(result.whole), access::first(result.whole), extent, stride);
}

template <element T, expression E>
auto as_einsum_value(E const& e)
{
  auto const a = elements_of<T>(e);
  return einsum_operations<T, typename E::space_type>::view(a, a.shape(), a.strides());
}

template <expression... E>
consteval int einsum_result(std::string_view subscripts)
{
  return einsum_rank(subscripts, std::array{E::rank...});
}

}  // namespace detail

/// Einstein's sums of products: each axis of the operands has a letter; the result has the axes
/// behind the arrow, and what stands there no more is summed. Without an arrow the letters that
/// stand once, in alphabetical order. "..." stands for the axes left out, which broadcast; a letter
/// that an operand has twice is its diagonal; extents of 1 broadcast.
///
/// ```cpp
/// auto const a = arange<double>(6).reshape(shape(2, 3)), b = ones(shape(3, 2));
/// std::cout << einsum<"ij,jk->ik">(a, b) << '\n'           // matmul(a, b)
///           << einsum<"ij,ij->i">(a, a) << ' '             // vecdot(a, a)
///           << einsum<"ij->j">(a) << ' '                   // sum(a, 0)
///           << einsum<"i,j->ij">(b(0), b(1)) << ' '        // outer(b(0), b(1))
///           << einsum<"ii">(matmul(a, b)) << '\n';         // trace(matmul(a, b))
/// ```
/// ```text
/// [[ 3.  3.]
///  [12. 12.]]
/// [ 5. 50.] [3. 5. 7.] [[1. 1.]
///  [1. 1.]] 15.0
/// ```
///
/// Shapes  of one or two operands; the result has up to 8 axes. It is a view of the operand where
///         nothing is summed or multiplied, and may have any strides.
/// Dtype   as matmul(): what both promote to, in which it is computed and summed.
/// Cost    letters of one operand alone that aren't in the result are summed first (sum()). Then
/// one
///         product: element by element where no letter is summed; sums of products in one kernel
///         where both operands have the same letters; else matmul(), whose rows and columns are the
///         letters of one operand alone, its depth those that are summed, its batches the others.
///         An operand is copied for it where letters of one part (two that are summed, say) don't
///         follow each other in its memory. Three operands: einsum twice, in the order that is
///         cheaper.
/// Bits    the same on every space: the order of sum(), or of matmul(), of the letters that are
///         summed, in the order in which the first operand has them.
/// Throws  value_error and shape_error with NumPy's texts for subscripts and for shapes that don't
///         go with them, before any kernel.
template <einsum_subscripts Subscripts, expression A>
auto einsum(A const& a)
{
  return detail::einsum_of<detail::einsum_result<A>(Subscripts.view())>(
      Subscripts.view(), std::array{detail::as_einsum_value<typename A::value_type>(a)});
}
template <einsum_subscripts Subscripts, expression A, expression B>
auto einsum(A const& a, B const& b)
{
  static_assert(detail::spaces_agree<typename A::space_type, typename B::space_type>,
                "acre: the operands live in different spaces; copy one with copy_to(space, x)");
  using T = promote_t<typename A::value_type, typename B::value_type>;
  return detail::einsum_of<detail::einsum_result<A, B>(Subscripts.view())>(
      Subscripts.view(), std::array{detail::as_einsum_value<T>(a), detail::as_einsum_value<T>(b)});
}

}  // namespace acre

#include <acre/linalg/detail/refusals/einsum.hpp>
