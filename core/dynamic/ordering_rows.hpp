#pragma once

#include <acre/dynamic/order.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <vector>

#include "dispatch.hpp"

namespace acre::dynamic::detail {

/// The dtypes that order has kernels for where elements need not keep theirs, and the one in which
/// a dtype is ordered.
using ordered_types =
    type_list<std::int32_t, std::int64_t, std::uint64_t, float, double, complex<double>>;
inline dtype ordered_dtype(dtype d)
{
  switch (d) {
    case dtype::boolean:
    case dtype::int8:
    case dtype::int16:
    case dtype::uint8:
    case dtype::uint16:
      return dtype::int32;
    case dtype::uint32:
      return dtype::int64;
    case dtype::complex64:
      return dtype::complex128;
    case dtype::float16:
    case dtype::bfloat16:
      return dtype::float32;
    default:
      return d;
  }
}

/// An array as rows of an axis, (rows, length) in C order; and how to go back.
struct row_view {
  dynamic_array rows;
  std::vector<std::int64_t> shape;  // with the axis last
  int axis;

  row_view(dynamic_array const& a, int along) : axis(acre::detail::normalized_axis(along, a.rank()))
  {
    std::vector<std::int64_t> stride(a.strides().begin(), a.strides().end());
    shape.assign(a.shape().begin(), a.shape().end());
    std::rotate(shape.begin() + axis, shape.begin() + axis + 1, shape.end());
    std::rotate(stride.begin() + axis, stride.begin() + axis + 1, stride.end());
    std::int64_t const length = shape.back(), size = a.size();
    rows = reshape(contiguous(a.view(0, shape, stride)), {length == 0 ? 0 : size / length, length});
  }
  dynamic_array back(dynamic_array const& from) const
  {
    dynamic_array const whole = reshape(from, shape);
    std::vector<std::int64_t> extent = shape,
                              stride(whole.strides().begin(), whole.strides().end());
    std::rotate(extent.begin() + axis, extent.end() - 1, extent.end());
    std::rotate(stride.begin() + axis, stride.end() - 1, stride.end());
    return contiguous(whole.view(0, extent, stride));
  }
};

/// f(a as a typed array of `Rank`) for a's space and dtype, of which List is to have it.
template <class List, int Rank, class R = dynamic_array, class F>
R with_rank(std::string_view function, dynamic_array const& a, F const& f)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<R>(function, a.dtype(), List(), [&]<class T>(std::type_identity<T>) {
          return R(f(a.as<T, Rank, Space>()));
        });
      },
      a.space());
}

}  // namespace acre::dynamic::detail
