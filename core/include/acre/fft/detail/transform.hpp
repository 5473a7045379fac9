#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/fft.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/fft/options.hpp>
#include <acre/rearrange/axis_order.hpp>
#include <acre/rearrange/detail/views.hpp>

#include <array>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace acre::fft {

namespace detail {

using acre::detail::is_complex;

/// Precision in which a dtype is transformed: float32 and complex64 in single precision, all others
/// in double.
template <element T>
using real_of = std::conditional_t<std::is_same_v<real_t<T>, float>, float, double>;

/// Throws value_error: Invalid number of FFT data points (0) specified.
void require_points(std::int64_t n);

/// Factor of the results.
double factor(std::int64_t n, norm which, bool inverse);

/// The axes and lengths of a transform of several axes, which default to all axes (the last ones
/// where there are lengths) and to their extents. Throws value_error (Shape and axes have different
/// lengths.; axes named twice), index_error.
struct axes_and_lengths {
  std::vector<int> axis;
  std::vector<std::int64_t> length;
};
axes_and_lengths resolve(extents_view shape, std::vector<int> const& axes,
                         std::vector<std::int64_t> const& lengths, bool to_real);

/// x as it is or, where axes are to have other extents, cut or continued by zeros; C-contiguous.
/// An array that fits is returned itself, unless it is to be a copy.
template <element T, int Rank, class Space>
array<T, Rank, Space> fitted(array<T, Rank, Space> const& x,
                             std::type_identity_t<shape_t<Rank>> const& shape, bool own)
{
  if (x.shape() == shape && x.is_contiguous() && !own) return x;
  bool is_longer = false;
  array<T, Rank, Space> to(x.space(), shape), part = to, from = x;
  for (int axis = 0; axis < Rank; ++axis) {
    std::int64_t const n = std::min(shape[axis], x.shape()[axis]);
    is_longer = is_longer || n < shape[axis];
    part = acre::detail::sliced(part, axis, slice(0, n));
    from = acre::detail::sliced(from, axis, slice(0, n));
  }
  if (is_longer) to = T{};
  acre::detail::assign(part, from);
  return to;
}

/// Queues a transform of the last axes of `in`, all without gaps, into `out`.
template <class In, class Out>
void run(In const& in, Out const& out, backends::fft_kind kind, bool inverse,
         std::span<std::int64_t const> lengths, double scale)
{
  backends::fft_problem problem{};
  problem.kind = kind;
  problem.single = std::is_same_v<real_t<typename Out::value_type>, float>;
  problem.inverse = inverse;
  problem.axes = static_cast<int>(lengths.size());
  std::copy(lengths.begin(), lengths.end(), problem.length);
  problem.count = 1;
  for (int axis = 0; axis < Out::rank - problem.axes; ++axis) problem.count *= out.shape()[axis];
  if (problem.count == 0) return;
  problem.in = acre::detail::node::first(in);
  problem.out = acre::detail::node::first(out);
  problem.scale = scale;
  auto& queue = out.space().queue();
  struct leaf {
    backends::queue* queue;
  };
  {
    backends::operation const running("fft", queue, std::array{leaf{&in.space().queue()}});
    backends::fft(queue, problem);
  }
  if (scale != 1 && !backends::fft_scales(queue))
    acre::detail::assign(out, out * static_cast<real_t<typename Out::value_type>>(scale));
}

/// The axes at the end, in this order.
template <int Rank>
shape_t<Rank> axes_last(std::span<int const> axes)
{
  std::vector<int> places(axes.size());
  std::iota(places.begin(), places.end(), Rank - static_cast<int>(axes.size()));
  auto const order = acre::detail::moved_axes(axes, places, Rank);
  shape_t<Rank> result{};
  for (int axis = 0; axis < Rank; ++axis) result[axis] = order[axis];
  return result;
}
template <int Rank>
shape_t<Rank> inverse_order(shape_t<Rank> const& order)
{
  shape_t<Rank> result{};
  for (int axis = 0; axis < Rank; ++axis) result[order[axis]] = axis;
  return result;
}

/// A transform of one axis or several, kind by kind, up to three axes at a time.
template <element Out, backends::fft_kind Kind, class In>
auto transform(In const& x, axes_and_lengths const& of, bool inverse, norm which)
{
  constexpr int rank = In::rank;
  using space = typename In::space_type;
  constexpr bool to_real = Kind == backends::fft_kind::complex_to_real;
  auto const order = axes_last<rank>(of.axis);
  auto const moved = x.transpose(order);
  shape_t<rank> given = moved.shape();
  int const first = rank - static_cast<int>(of.axis.size());
  double scale = 1;
  for (int k = first; k < rank; ++k) {
    given[k] = of.length[static_cast<std::size_t>(k - first)];
    scale *= factor(given[k], which, inverse);
  }
  shape_t<rank> shape = given;
  if constexpr (Kind == backends::fft_kind::real_to_complex)
    shape[rank - 1] = given[rank - 1] / 2 + 1;
  if constexpr (to_real) given[rank - 1] = given[rank - 1] / 2 + 1;
  // a transform to real numbers may overwrite what it is given
  auto const operand = fitted(moved, given, to_real);
  if constexpr (to_real) {
    // what is its own conjugate is real; vendors differ in what they make of the rest
    if (of.axis.size() == 1 && operand.size() > 0) {
      acre::imag(operand(ellipsis, slice(0, 1))) = real_t<Out>{0};
      if (shape[rank - 1] % 2 == 0) acre::imag(operand(ellipsis, slice(-1, none))) = real_t<Out>{0};
    }
  }
  array<Out, rank, space> const out(x.space(), shape);
  run(operand, out, Kind, inverse, of.length, scale);
  return out.transpose(inverse_order<rank>(order));
}

/// The last three of the axes, and those before them.
inline std::pair<axes_and_lengths, axes_and_lengths> parted(axes_and_lengths const& all)
{
  auto const cut = static_cast<std::ptrdiff_t>(
      all.axis.size() - std::min<std::size_t>(all.axis.size(), backends::fft_most_axes));
  return {
      {{all.axis.begin() + cut, all.axis.end()}, {all.length.begin() + cut, all.length.end()}},
      {{all.axis.begin(), all.axis.begin() + cut}, {all.length.begin(), all.length.begin() + cut}}};
}

template <class X>
X complex_transform(X const& x, axes_and_lengths const& of, bool inverse, norm which)
{
  using C = typename X::value_type;
  auto const [last, before] = parted(of);
  X result = transform<C, backends::fft_kind::complex>(x, last, inverse, which);
  if (!before.axis.empty()) return complex_transform(result, before, inverse, which);
  return result;
}
template <class X>
auto from_real(X const& x, axes_and_lengths const& of, norm which)
{
  using C = complex<typename X::value_type>;
  auto const [last, before] = parted(of);
  auto const result = transform<C, backends::fft_kind::real_to_complex>(x, last, false, which);
  return before.axis.empty() ? result : complex_transform(result, before, false, which);
}
template <class X>
auto to_real(X const& x, axes_and_lengths const& of, norm which)
{
  using R = real_t<typename X::value_type>;
  auto const [last, before] = parted(of);
  auto const operand = before.axis.empty() ? x : complex_transform(x, before, true, which);
  return transform<R, backends::fft_kind::complex_to_real>(operand, last, true, which);
}

/// An array of T: itself, or one kernel.
template <element T, expression E>
array<T, E::rank, typename E::space_type> as_array(E const& e)
{
  if constexpr (std::is_same_v<T, typename E::value_type>)
    return e;
  else
    return acre::cast<T>(e);
}
template <element T, expression E>
auto as_operand(E const& e)
{
  static_assert(E::rank > 0, "acre: a transform goes along an axis, and a number has none");
  return as_array<T>(e);
}
template <expression E>
auto as_complex(E const& e)
{
  return as_operand<complex<real_of<typename E::value_type>>>(e);
}
template <expression E>
auto as_real(E const& e)
{
  static_assert(!is_complex<typename E::value_type>::value,
                "acre: transforms of real numbers take real numbers; fft takes complex ones");
  return as_operand<real_of<typename E::value_type>>(e);
}

}  // namespace detail
}  // namespace acre::fft
