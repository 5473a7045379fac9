#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>

#include <array>

#include "common_dtype.hpp"
#include "selection.hpp"
#include "views.hpp"

namespace acre::dynamic {

using namespace detail;

namespace {

/// The list of indices of take_along_axis(a, index, axis).
std::vector<index_term> along_axis_list(dynamic_array const& a, dynamic_array const& index,
                                        int axis)
{
  int const along_axis = acre::detail::normalized_axis(axis, a.rank());
  if (a.rank() != index.rank())
    throw value_error("`indices` and `arr` must have the same number of dimensions");
  std::vector<index_term> list;
  for (int k = 0; k < a.rank(); ++k) {
    auto const positions =
        arange(a.space(), std::int64_t{0}, a.shape()[static_cast<std::size_t>(k)]);
    list.emplace_back(k == along_axis ? index : along(positions, k, a.rank()));
  }
  return list;
}

/// Operand along an axis: a, or without one all of it.
dynamic_array along_an_axis(dynamic_array const& a, dynamic_array const& index,
                            std::optional<int> axis)
{
  if (kind_of(index.dtype()) != kind::integer)
    throw index_error("`indices` must be an integer array");
  if (axis) return a;
  if (index.rank() != 1)
    throw value_error("when axis=None, `indices` must have a single dimension.");
  return ravel(a);
}

}  // namespace

dynamic_array take_along_axis(dynamic_array const& a, dynamic_array const& index,
                              std::optional<int> axis, std::source_location where)
{
  auto const x = along_an_axis(a, index, axis);
  return read_elements(x, along_axis_list(x, index, axis.value_or(0)), {"take_along_axis", where});
}

void put_along_axis(dynamic_array const& a, dynamic_array const& index, dynamic_array const& values,
                    std::optional<int> axis, std::source_location where)
{
  auto const x = along_an_axis(a, index, axis);
  auto const list = along_axis_list(x, index, axis.value_or(0));
  write_elements(x, list, resolve(x, list), values, {"put_along_axis", where});
  write_back(a, x);
}

dynamic_array compress(dynamic_array const& condition, dynamic_array const& a,
                       std::optional<int> axis)
{
  if (condition.rank() != 1) throw value_error("condition must be a 1-d array");
  return take(a, nonzero(condition)[0], axis);
}

dynamic_array choose(dynamic_array const& index, std::span<dynamic_array const> choices,
                     index_mode mode)
{
  auto const n = static_cast<std::int64_t>(choices.size());
  if (n == 0) throw value_error("choose wants at least one array to choose from");
  dynamic_array which = astype(index, dtype::int64);
  dtype const type = common_dtype(choices);
  std::vector<extents_view> shapes{which.shape()};
  std::size_t rank = which.shape().size();
  for (auto const& choice : choices) {
    shapes.push_back(choice.shape());
    rank = std::max(rank, choice.shape().size());
  }
  extents shape(rank);
  acre::detail::broadcast_into(shape, shapes);
  if (mode == index_mode::raise) {
    auto const below = binary("less", which, std::int64_t{0}),
               above = binary("greater_equal", which, n);
    if (truth(reduce("any", binary("logical_or", below, above))))
      throw value_error("invalid entry in choice array");
  } else if (mode == index_mode::wrap) {
    which = binary("remainder", which, n);
  } else {
    which = clip(which, scalar_operand(which, std::int64_t{0}), scalar_operand(which, n - 1));
  }
  dynamic_array chosen = broadcast_to(astype(choices[0], type), shape);
  for (std::int64_t k = 1; k < n; ++k)
    chosen = where(binary("equal", which, k), astype(choices[static_cast<std::size_t>(k)], type),
                   chosen);
  return copy(chosen);
}

dynamic_array argwhere(dynamic_array const& a)
{
  if (a.rank() == 0) {
    auto const one = argwhere(reshape(a, {1}));
    return one.view(0, std::array{one.shape()[0], std::int64_t{0}},
                    std::array<std::int64_t, 2>{0, 1});
  }
  return stack(nonzero(a), 1);
}

dynamic_array flatnonzero(dynamic_array const& a) { return nonzero(ravel(a))[0]; }

}  // namespace acre::dynamic
