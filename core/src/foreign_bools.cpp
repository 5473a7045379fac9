#include <acre/array/detail/foreign_bools.hpp>
#include <acre/error.hpp>

#include <string>

namespace acre::detail {

namespace {

/// The rank of `shape`'s first axes, and where the first byte above 1 is along them; false if there
/// is none.
bool find_byte(unsigned char const* first, extents_view shape, extents_view strides,
               std::vector<std::int64_t>& at)
{
  if (shape.empty()) return *first > 1;
  std::int64_t const n = shape[0], step = strides[0];
  if (shape.size() == 1 && step == 1 &&
      std::all_of(first, first + n, [](unsigned char byte) { return byte < 2; }))
    return false;
  at.push_back(0);
  for (std::int64_t i = 0; i < n; ++i) {
    at.back() = i;
    std::size_t const depth = at.size();
    if (find_byte(first + i * step, shape.subspan(1), strides.subspan(1), at)) return true;
    at.resize(depth);
  }
  at.pop_back();
  return false;
}

}  // namespace

byte_range range_of_bools(extents_view shape, extents_view strides)
{
  byte_range range{0, 1};
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 0) return {0, 0};
    std::int64_t const reach = (shape[axis] - 1) * strides[axis];
    range.count += reach < 0 ? -reach : reach;
    if (reach < 0) range.before -= reach;
  }
  return range;
}

void require_bools(unsigned char const* first, extents_view shape, extents_view strides)
{
  if (range_of_bools(shape, strides).count == 0) return;
  std::vector<std::int64_t> at;
  if (!find_byte(first, shape, strides, at)) return;
  auto const* byte = first;
  for (std::size_t axis = 0; axis < at.size(); ++axis) byte += at[axis] * strides[axis];
  throw value_error("memory of bool with the byte " + std::to_string(*byte) + " at index " +
                    to_string(at) +
                    ": a bool is 0 or 1. Wrap the memory as uint8 and take x != 0, or fill it "
                    "before it is wrapped");
}

}  // namespace acre::detail
