#include <acre/array/read_only.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace acre::detail {

namespace {

bool is_contiguous_backwards(extents_view shape, extents_view strides)
{
  std::vector<std::int64_t> const extent(shape.rbegin(), shape.rend());
  std::vector<std::int64_t> const stride(strides.rbegin(), strides.rend());
  return is_contiguous({extent, stride});
}

/// Whether each axis steps over all that the axes with smaller strides reach.
bool lies_apart(extents_view shape, extents_view strides)
{
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;  // stride, extent
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] > 1) axes.emplace_back(strides[axis], shape[axis]);
  std::sort(axes.begin(), axes.end());
  std::int64_t reach = 0;
  for (auto const& [stride, extent] : axes) {
    if (stride <= reach) return false;
    reach += stride * (extent - 1);
  }
  return true;
}

}  // namespace

void require_lies(lies how, char const* function, char const* wanted, extents_view shape,
                  extents_view strides)
{
  bool const empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  bool const right = empty || (how == lies::in_c_order ? is_contiguous({shape, strides})
                               : how == lies::apart    ? lies_apart(shape, strides)
                                                       : is_contiguous_backwards(shape, strides));
  if (right) return;
  throw shape_error(
      std::string(function) + ": the elements of an array of shape " + to_string(shape) +
      " with strides " + to_string(strides) +
      (how == lies::apart ? " overlap or run backwards, which those of a "
                          : " don't lie as those of a ") +
      wanted + (how == lies::apart ? " cannot" : "") + "; pass " +
      (how == lies::in_fortran_order ? "copy(a.transpose()).transpose()" : "copy(a)"));
}

}  // namespace acre::detail
