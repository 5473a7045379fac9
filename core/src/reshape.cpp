#include <acre/array/detail/reshape.hpp>
#include <acre/error.hpp>

#include <string>

namespace acre::detail {

void resolve_reshape(std::span<std::int64_t> wanted, std::int64_t size)
{
  std::int64_t known = 1;
  std::int64_t* unknown = nullptr;
  bool fits = true;
  std::string text = "(";
  for (std::int64_t const extent : wanted) {  // NumPy prints the unknown one so, but not in front
    if (extent < 0 && text.size() == 1) continue;
    text += (text.size() > 1 ? "," : "") + (extent < 0 ? "newaxis" : std::to_string(extent));
  }
  text += wanted.size() == 1 && wanted[0] >= 0 ? ",)" : ")";
  for (std::int64_t& extent : wanted) {
    if (extent < 0) {  // as NumPy, which takes any negative number for -1
      if (unknown) throw value_error("can only specify one unknown dimension");
      unknown = &extent;
    } else {
      fits = fits && !__builtin_mul_overflow(known, extent, &known);
    }
  }
  if (unknown && fits && known > 0 && size % known == 0)
    *unknown = size / known;
  else if (!fits || unknown || known != size)
    throw value_error("cannot reshape array of size " + std::to_string(size) + " into shape " +
                      text);
}

bool reshape_strides(extents_view from, extents_view from_stride, extents_view to,
                     std::span<std::int64_t> to_stride)
{
  std::int64_t size = 1;
  for (std::int64_t const extent : from) size *= extent;
  if (size <= 1) {
    std::int64_t step = 1;
    for (std::size_t axis = to.size(); axis-- > 0; step *= to[axis]) to_stride[axis] = step;
    return true;
  }
  // match runs of old axes with runs of new axes of the same size; a run of old axes must be
  // contiguous within itself to be split anew
  int old_axis = 0, new_axis = 0;
  int const old_rank = static_cast<int>(from.size()), new_rank = static_cast<int>(to.size());
  while (new_axis < new_rank || old_axis < old_rank) {
    while (old_axis < old_rank && from[old_axis] == 1) ++old_axis;
    while (new_axis < new_rank && to[new_axis] == 1) to_stride[new_axis++] = 0;
    if (old_axis == old_rank || new_axis == new_rank) break;
    int old_end = old_axis + 1, new_end = new_axis + 1;
    std::int64_t old_size = from[old_axis], new_size = to[new_axis];
    while (old_size != new_size) {
      if (old_size < new_size) {
        std::int64_t const extent = from[old_end];
        if (extent != 1) {
          int before = old_end - 1;
          while (from[before] == 1) --before;
          if (from_stride[before] != from_stride[old_end] * extent) return false;
        }
        old_size *= extent;
        ++old_end;
      } else {
        new_size *= to[new_end++];
      }
    }
    int last = old_end - 1;
    while (from[last] == 1) --last;
    std::int64_t step = from_stride[last];
    for (int axis = new_end - 1; axis >= new_axis; --axis) {
      to_stride[axis] = step;
      step *= to[axis];
    }
    old_axis = old_end;
    new_axis = new_end;
  }
  return true;
}

}  // namespace acre::detail
