#include <acre/dynamic/shape.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/reduce/products.hpp>

#include <numeric>

#include "dispatch.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;
using extents = std::vector<std::int64_t>;

extents copy_of(extents_view v) { return {v.begin(), v.end()}; }

/// An axis of `a` as one of the typed array of rank 6.
int padded_axis(dynamic_array const& a, int axis)
{
  return acre::detail::normalized_axis(axis, a.rank()) + max_rank - a.rank();
}

}  // namespace

dynamic_array transpose(dynamic_array const& a, std::optional<std::vector<int>> const& axes)
{
  std::size_t const rank = a.shape().size();
  std::vector<int> order(rank);
  std::iota(order.rbegin(), order.rend(), 0);
  if (axes) {
    if (axes->size() != rank) throw value_error("axes don't match array");
    order = *axes;
  }
  extents shape(rank), stride(rank);
  std::vector<bool> seen(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    auto const from =
        static_cast<std::size_t>(acre::detail::normalized_axis(order[axis], a.rank()));
    if (seen[from]) throw value_error("repeated axis in transpose");
    seen[from] = true;
    shape[axis] = a.shape()[from];
    stride[axis] = a.strides()[from];
  }
  return a.view(0, shape, stride);
}

dynamic_array reshape(dynamic_array const& a, std::vector<std::int64_t> shape)
{
  acre::detail::resolve_reshape(shape, a.size());
  extents stride(shape.size());
  if (acre::detail::reshape_strides(a.shape(), a.strides(), shape, stride))
    return a.view(0, shape, stride);
  return reshape(contiguous(a), std::move(shape));
}

dynamic_array ravel(dynamic_array const& a) { return reshape(a, {-1}); }

dynamic_array broadcast_to(dynamic_array const& a, extents_view shape)
{
  auto const refuse_shape = [&] {
    throw shape_error(
        "operands could not be broadcast together with remapped shapes [original->remapped]: " +
        to_string(a.shape()) + "  and requested shape " + to_string(shape));
  };
  if (shape.empty() && a.rank() > 0)
    throw shape_error("cannot broadcast a non-scalar to a scalar array");
  if (shape.size() < a.shape().size())
    throw shape_error("input operand has more dimensions than allowed by the axis remapping");
  std::size_t const offset = shape.size() - a.shape().size();
  extents stride(shape.size(), 0);
  for (std::size_t axis = 0; axis < a.shape().size(); ++axis) {
    if (a.shape()[axis] == shape[offset + axis])
      stride[offset + axis] = a.strides()[axis];
    else if (a.shape()[axis] != 1)
      refuse_shape();
  }
  return a.view(0, shape, stride);
}

dynamic_array flip(dynamic_array const& a, std::optional<std::vector<int>> const& axes)
{
  std::vector<int> which(a.shape().size());
  std::iota(which.begin(), which.end(), 0);
  if (axes) which = *axes;
  extents const shape = copy_of(a.shape());
  extents stride = copy_of(a.strides());
  std::vector<bool> seen(shape.size());
  std::int64_t first = 0;
  for (int const named : which) {
    auto const axis = static_cast<std::size_t>(acre::detail::normalized_axis(named, a.rank()));
    if (seen[axis]) throw value_error("repeated axis");
    seen[axis] = true;
    if (a.size() > 0) first += (shape[axis] - 1) * stride[axis];
    stride[axis] = -stride[axis];
  }
  return a.view(first, shape, stride);
}

dynamic_array diagonal(dynamic_array const& a, std::int64_t offset, int axis1, int axis2)
{
  if (a.rank() < 2) throw value_error("diag requires an array of at least two dimensions");
  acre::detail::normalize_axis_pair(axis1, axis2, a.rank());
  int const added = max_rank - a.rank();
  return with_bits(a, [&](auto const& x) {
    return dynamic_array(acre::diagonal(x, offset, axis1 + added, axis2 + added), a.rank() - 1);
  });
}

dynamic_array roll(dynamic_array const& a, std::int64_t shift, std::optional<int> axis)
{
  if (!axis) return reshape(roll(ravel(a), shift, 0), copy_of(a.shape()));
  int const along = padded_axis(a, *axis);
  return with_bits(
      a, [&](auto const& x) { return dynamic_array(acre::roll(x, shift, along), a.rank()); });
}

dynamic_array repeat(dynamic_array const& a, std::int64_t count, std::optional<int> axis)
{
  if (!axis) return repeat(ravel(a), count, 0);
  if (count < 0) throw value_error("repeats may not contain negative values.");
  int const along = padded_axis(a, *axis);
  return with_bits(
      a, [&](auto const& x) { return dynamic_array(acre::repeat(x, count, along), a.rank()); });
}

dynamic_array repeat(dynamic_array const& a, dynamic_array const& counts, std::optional<int> axis)
{
  if (!axis) return repeat(ravel(a), counts, 0);
  if (kind_of(counts.dtype()) > kind::integer)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(counts.dtype()) +
                      "') to dtype('int64') according to the rule 'safe'");
  if (counts.rank() > 1) throw value_error("object too deep for desired array");
  int const along = padded_axis(a, *axis);
  auto const each = astype(ravel(counts), dtype::int64);
  return with_bits(a, [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
    return dynamic_array(acre::repeat(x, each.as<std::int64_t, 1, Space>(), along), a.rank());
  });
}

dynamic_array tile(dynamic_array const& a, std::vector<std::int64_t> counts)
{
  if (counts.size() > static_cast<std::size_t>(max_rank))
    throw shape_error("the result would have more than 6 axes");
  int const rank = std::max(a.rank(), static_cast<int>(counts.size()));
  auto const padded_counts = padded(counts);
  return with_bits(
      a, [&](auto const& x) { return dynamic_array(acre::tile(x, padded_counts), rank); });
}

dynamic_array concatenate(std::span<dynamic_array const> parts, std::optional<int> axis)
{
  std::vector<dynamic_array> whole(parts.begin(), parts.end());
  if (!axis)
    for (dynamic_array& part : whole) part = ravel(part);
  std::vector<extents_view> shapes;
  for (dynamic_array const& part : whole) shapes.push_back(part.shape());
  extents result(whole.empty() ? 0 : whole[0].shape().size());
  int along = axis.value_or(0);
  acre::detail::joined_shape(result, shapes, along);
  dtype type = whole[0].dtype();
  for (dynamic_array const& part : whole) type = promote(type, part.dtype());
  for (dynamic_array& part : whole) part = bits_of(astype(part, type));
  along += max_rank - whole[0].rank();
  return as_dtype(with_array<bit_patterns>(
                      "concatenate", whole[0],
                      [&]<class T, class Space>(array<T, max_rank, Space> const&) {
                        std::vector<array<T, max_rank, Space>> typed;
                        for (dynamic_array const& part : whole)
                          typed.push_back(part.as<T, max_rank, Space>());
                        return dynamic_array(acre::concatenate(typed, along), whole[0].rank());
                      }),
                  type);
}

dynamic_array stack(std::span<dynamic_array const> parts, int axis)
{
  std::vector<extents_view> shapes;
  for (dynamic_array const& part : parts) shapes.push_back(part.shape());
  extents result(parts.empty() ? 1 : parts[0].shape().size() + 1);
  acre::detail::stacked_shape(result, shapes, axis);
  std::vector<dynamic_array> slices;  // each with the new axis, of extent 1
  for (dynamic_array const& part : parts) {
    extents shape = copy_of(part.shape()), stride = copy_of(part.strides());
    shape.insert(shape.begin() + axis, 1);
    stride.insert(stride.begin() + axis, 0);
    slices.push_back(part.view(0, shape, stride));
  }
  return concatenate(slices, axis);
}

}  // namespace acre::dynamic
