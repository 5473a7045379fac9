#include <acre/rearrange/concatenate.hpp>
#include <acre/rearrange/rearrange.hpp>

#include "common_dtype.hpp"
#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

extents copy_of(extents_view v) { return {v.begin(), v.end()}; }

/// An axis of `a` as one of the typed array of rank 6.
int padded_axis(dynamic_array const& a, int axis)
{
  return acre::detail::normalized_axis(axis, a.rank()) + max_rank - a.rank();
}

}  // namespace

dynamic_array transpose(dynamic_array const& a, std::optional<std::vector<int>> const& axes)
{
  room to(a.rank());
  if (axes)
    acre::detail::transposed(layout_of(a), extents(axes->begin(), axes->end()), to.layout());
  else
    acre::detail::transposed(layout_of(a), to.layout());
  return to.view(a, 0);
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
  extents stride(shape.size());
  acre::detail::broadcast_strides(layout_of(a), shape, stride);
  return a.view(0, shape, stride);
}

dynamic_array flip(dynamic_array const& a, std::optional<std::vector<int>> const& axes)
{
  auto const all = std::span(acre::detail::every_axis).first(a.shape().size());
  room to(a.rank());
  auto const first =
      acre::detail::flipped(layout_of(a), axes ? std::span<int const>(*axes) : all, to.layout());
  return to.view(a, first);
}

dynamic_array diagonal(dynamic_array const& a, std::int64_t offset, int axis1, int axis2)
{
  room to(std::max(a.rank() - 1, 0));
  auto const first = acre::detail::diagonal(layout_of(a), offset, axis1, axis2, to.layout());
  return to.view(a, first);
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
  if (a.rank() == 0) return repeat(with_an_axis(a), count, axis);
  int const along = padded_axis(a, *axis);
  return with_bits(
      a, [&](auto const& x) { return dynamic_array(acre::repeat(x, count, along), a.rank()); });
}

dynamic_array repeat(dynamic_array const& a, dynamic_array const& counts, std::optional<int> axis)
{
  if (!axis) return repeat(ravel(a), counts, 0);
  if (a.rank() == 0) return repeat(with_an_axis(a), counts, axis);
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
  acre::detail::require_max_rank(counts.size(), "counts " + to_string(counts));
  int const rank = std::max(a.rank(), static_cast<int>(counts.size()));
  if (a.size() > 0) size_of(counts);  // refuses a negative one in the shape that was given
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
  dtype const type = common_dtype(whole);
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
  for (dynamic_array const& part : parts) slices.push_back(with_axis(part, axis));
  return concatenate(slices, axis);
}

}  // namespace acre::dynamic
