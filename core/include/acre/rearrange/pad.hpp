#pragma once

#include <acre/array/creation.hpp>
#include <acre/rearrange/detail/views.hpp>
#include <acre/rearrange/pad_width.hpp>

#include <utility>
#include <vector>

namespace acre {

namespace detail {

/// The padded shape; `width` becomes one pair for each axis. Throws value_error for a negative
/// width (index can't contain negative values), shape_error where their number is not the rank's.
void padded_shape(extents_view shape, pad_width& width, std::span<std::int64_t> padded);

/// Elements first, first + step … of the array's own, which `count` places from `at` on receive.
struct pad_run {
  std::int64_t at, count, first, step;
};
/// What the places before and after n elements, n > 0, receive. `at` counts from the first place
/// before.
std::vector<pad_run> pad_runs(pad_mode mode, std::int64_t n, std::int64_t before,
                              std::int64_t after);

/// Throws value_error for an axis without elements that is to be extended by such.
void require_extendable(extents_view shape, pad_width const& width);

/// A new array with e's elements in the middle.
template <class E>
auto framed(E const& e, pad_width& width)
{
  constexpr int rank = E::rank;
  static_assert(rank > 0, "acre: pad takes arrays of one and more axes");
  shape_t<rank> extent{};
  padded_shape(e.shape(), width, extent);
  return array<typename E::value_type, rank, typename E::space_type>(e.space(), extent);
}
/// The part of a framed array that lies within the frame along the axes from `axis` on.
template <class Array, class Shape>
Array within(Array a, pad_width const& width, Shape const& own, int axis)
{
  for (int k = axis; k < Array::rank; ++k) {
    auto const first = width.each[static_cast<std::size_t>(k)].first;
    a = sliced(a, k, slice(first, first + own[k]));
  }
  return a;
}

/// A new array with e's elements in the middle, around which fill(array, axis, before, own, behind)
/// puts something axis by axis: before and behind the own places of that axis of the array, whose
/// axes before it are filled already.
template <class E, class Fill>
auto padded_by(E const& e, pad_width& width, Fill const& fill)
{
  auto const result = framed(e, width);
  auto const own = e.shape();
  require_extendable(own, width);
  assign(within(result, width, own, 0), e);
  if (size_of(own) == 0) return result;
  for (int axis = 0; axis < E::rank; ++axis) {
    auto const [before, behind] = width.each[static_cast<std::size_t>(axis)];
    fill(within(result, width, own, axis + 1), axis, before, own[axis], behind);
  }
  return result;
}

}  // namespace detail

/// A new array with elements of a value around e's own: pad(a, {1, 2}) is of zeros. One kernel for
/// e and one that fills. Throws value_error for a negative width (index can't contain negative
/// values) and for an integer that the dtype cannot hold, shape_error for a wrong number of widths.
template <expression E, scalar S = typename E::value_type>
auto pad(E const& e, pad_width width, S value = S(0))
{
  auto const result = detail::framed(e, width);
  detail::assign(result, detail::as_node<typename E::value_type>(value));
  detail::assign(detail::within(result, width, e.shape(), 0), e);
  return result;
}

/// The same with elements of e's own, axis by axis: pad(a, 2, pad_mode::reflect). A kernel for e
/// and one for each stretch of its own elements that fits into the width, each element written
/// once. Throws besides value_error for an axis without elements: can't extend empty axis 0 using
/// modes other than 'constant' or 'empty'
template <expression E>
auto pad(E const& e, pad_width width, pad_mode mode)
{
  return detail::padded_by(
      e, width,
      [mode](auto const& strip, int axis, std::int64_t before, std::int64_t own,
             std::int64_t behind) {
        auto const inside = detail::sliced(strip, axis, slice(before, before + own));
        for (detail::pad_run const& run : detail::pad_runs(mode, own, before, behind)) {
          auto const to = detail::sliced(strip, axis, slice(run.at, run.at + run.count));
          if (run.step == 0) {
            detail::assign(to, detail::sliced(inside, axis, slice(run.first, run.first + 1)));
          } else {
            std::int64_t const low = run.step > 0 ? run.first : run.first - run.count + 1;
            auto const from = detail::sliced(inside, axis, slice(low, low + run.count));
            detail::assign(to, run.step > 0 ? from : detail::flipped(from, std::array{axis}));
          }
        }
      });
}

/// Refused with a sentence: pad(x, 1, "edge").
template <expression E>
auto pad(E const& e, pad_width width, char const*)
{
  static_assert(detail::never<E>,
                "acre: modes are pad_mode::edge, reflect, symmetric and wrap, pad_mean() and its "
                "kin, pad_ramp(); a constant is the number itself: pad(x, 1, 0.0)");
  return acre::pad(e, width);
}

}  // namespace acre
