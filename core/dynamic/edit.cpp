#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/edit.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/reduce/detail/unwrap.hpp>

#include <array>
#include <string>

#include "selection.hpp"
#include "vocabulary.hpp"

namespace acre::dynamic {

using namespace detail;

dynamic_array append(dynamic_array const& a, dynamic_array const& b, std::optional<int> axis)
{
  if (!axis) return concatenate(std::array{ravel(a), ravel(b)});
  return concatenate(std::array{a, b}, axis);
}

dynamic_array insert(dynamic_array const& a, std::int64_t before, dynamic_array const& values,
                     std::optional<int> axis)
{
  auto const x = axis ? a : ravel(a);
  int const along = acre::detail::normalized_axis(axis.value_or(0), x.rank());
  auto const n = x.shape()[static_cast<std::size_t>(along)];
  if (before < -n || before > n)
    throw index_error("index " + std::to_string(before) + " is out of bounds for axis " +
                      std::to_string(along) + " with size " + std::to_string(n));
  if (before < 0) before += n;
  auto piece = astype(values, x.dtype());
  if (piece.rank() < x.rank()) {  // one place of the axis
    extents front(static_cast<std::size_t>(x.rank() - piece.rank()), 1);
    front.insert(front.end(), piece.shape().begin(), piece.shape().end());
    piece = moveaxis(reshape(piece, front), {0}, {along});
  }
  extents place(x.shape().begin(), x.shape().end());
  place[static_cast<std::size_t>(along)] = piece.shape()[static_cast<std::size_t>(along)];
  acre::detail::require_assignable(piece.shape(), place);
  return concatenate(std::array{sliced(x, along, slice(0, before)), broadcast_to(piece, place),
                                sliced(x, along, slice(before, none))},
                     along);
}

dynamic_array delete_(dynamic_array const& a, dynamic_array const& index, std::optional<int> axis,
                      std::source_location where)
{
  auto const x = axis ? a : ravel(a);
  int const along = acre::detail::normalized_axis(axis.value_or(0), x.rank());
  auto const n = x.shape()[static_cast<std::size_t>(along)];
  auto const kept = full(x.space(), dtype::boolean, extents{n}, 1);
  std::array<index_term, 1> list{index};
  if (index.rank() == 0 && kind_of(index.dtype()) == kind::integer)
    list[0] = acre::detail::resolve(item<std::int64_t>(astype(index, dtype::int64)), n, along);
  auto picked = resolve(kept, list);
  if (picked.plan.arrays > 0) picked.plan.axis[0].axis = along;
  write_elements(kept, list, picked, full(x.space(), dtype::boolean, extents{}, 0),
                 {"delete_", where});
  return compress(kept, x, along);
}

dynamic_array trim_zeros(dynamic_array const& a)
{
  if (a.rank() == 0) return a;
  auto const found = nonzero(a);
  dynamic_array inner = a;
  for (int axis = 0; axis < a.rank(); ++axis) {
    auto const& positions = found[static_cast<std::size_t>(axis)];
    auto const end = [&](char const* which) {
      return item<std::int64_t>(reduce(which, positions));
    };
    inner = sliced(inner, axis,
                   positions.size() == 0 ? slice(0, 0) : slice(end("min"), end("max") + 1));
  }
  return inner;
}

dynamic_array ediff1d(dynamic_array const& a) { return diff(ravel(a)); }

dynamic_array unwrap(dynamic_array const& a, int axis, double period)
{
  int const along = acre::detail::normalized_axis(axis, a.rank());
  term const angles = astype(a, quotient_dtype(a.dtype()));
  return acre::detail::unwrapped(angles, along, period, period / 2);
}

}  // namespace acre::dynamic
