#pragma once

#include <acre/index/argwhere.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/index/put.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/reshape.hpp>

#include <source_location>
#include <string>

/// New arrays with more or fewer elements than there were. Same bits on every backend.
namespace acre {

/// b's elements behind a's, along an axis that both have; without one both are flattened. Queued.
/// Throws as concatenate().
template <expression A, expression B>
auto append(A const& a, B const& b, axis_number axis)
{
  static_assert(
      A::rank == B::rank,
      "acre: append along an axis takes two of as many axes; without one both are flattened");
  return acre::concatenate(std::tuple(a, b), axis);
}
template <expression A, expression B>
auto append(A const& a, B const& b)
{
  return acre::concatenate(std::tuple(acre::ravel(a), acre::ravel(b)));
}

/// `values` before element `before` of an axis (from the end where negative, the extent for behind
/// all). They are an array of a's rank, as many as its extent there. Queued. Throws index_error:
/// index 7 is out of bounds for axis 0 with size 5; as concatenate().
template <expression A, expression B>
auto insert(A const& e, std::int64_t before, B const& values, axis_number axis = 0)
{
  static_assert(A::rank == B::rank,
                "acre: insert takes values of as many axes as the array has: expand_dims(x, 0) has "
                "one more");
  auto const a = detail::computed_array(e);
  int const along = detail::normalized_axis(axis, A::rank);
  std::int64_t const n = a.shape()[along];
  if (before < -n || before > n)
    throw index_error("index " + std::to_string(before) + " is out of bounds for axis " +
                      std::to_string(along) + " with size " + std::to_string(n));
  if (before < 0) before += n;
  return acre::concatenate(std::tuple(detail::sliced(a, along, slice(0, before)), values,
                                      detail::sliced(a, along, slice(before, none))),
                           along);
}

/// Without the elements at `index` (integers, from the end where negative; several times the same
/// is once) along an axis. Waits, as the size depends on the indices; a single integer doesn't: two
/// kernels, queued. Throws index_error for one that is not there. NumPy's delete, a word of C++'s.
template <expression A, expression I>
auto delete_(A const& e, I const& index, axis_number axis = 0,
             std::source_location where = std::source_location::current())
{
  static_assert(
      detail::is_integer<typename I::value_type>,
      "acre: delete_ takes the indices of what goes, integers; x(!mask) is without what a "
      "mask marks");
  auto const a = detail::computed_array(e);
  int const along = detail::normalized_axis(axis, A::rank);
  auto const kept = full(a.space(), shape(a.shape()[along]), true);
  auto const i = detail::contiguous(detail::computed_array(index)).reshape(shape(-1));
  if (i.size() > 0) {
    if (kept.size() == 0)
      throw index_error("index " + std::to_string(i(0).item()) + " is out of bounds for axis " +
                        std::to_string(along) + " with size 0");
    auto left_out = detail::picked_along({"delete_", where}, kept, i, 0, index_mode::raise);
    left_out.plan.axis[0].axis = along;
    detail::write_picked(left_out, detail::as_node<bool>(false), false);
  }
  if constexpr (A::rank == 1)
    return acre::compress(kept, a);
  else
    return evaluate(detail::take_along(a, acre::flatnonzero(kept), along, index_mode::raise,
                                       typename A::value_type(0), where));
}
template <expression A>
auto delete_(A const& e, std::int64_t index, axis_number axis = 0,
             std::source_location where = std::source_location::current())
{
  auto const a = detail::computed_array(e);
  int const along = detail::normalized_axis(axis, A::rank);
  std::int64_t const n = a.shape()[along];
  if (index < -n || index >= n)  // refused
    return delete_(a, from_host(a.space(), {index}), axis, where);
  if (index < 0) index += n;
  auto extent = a.shape();
  --extent[along];
  array<typename A::value_type, A::rank, typename A::space_type> const result(a.space(), extent);
  detail::assign(detail::sliced(result, along, slice(none, index)),
                 detail::sliced(a, along, slice(none, index)));
  detail::assign(detail::sliced(result, along, slice(index, none)),
                 detail::sliced(a, along, slice(index + 1, none)));
  return result;
}

/// The elements from the first to the last that is not 0, a view; empty if all are zeros.
/// Waits.
template <expression E>
auto trim_zeros(E const& e)
{
  static_assert(E::rank == 1, "acre: trim_zeros takes one axis");
  auto const a = evaluate(e);
  auto const found = acre::flatnonzero(a);
  if (found.size() == 0) return a(slice(0, 0));
  return a(slice(found(0).item(), found(-1).item() + 1));
}

}  // namespace acre

#include <acre/rearrange/detail/refusals/edit.hpp>
