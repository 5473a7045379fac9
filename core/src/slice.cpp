#include <acre/array/slice.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <string>

namespace acre::detail {

resolved_slice resolve_bounds(slice const& s, std::int64_t extent)
{
  std::int64_t const step = s.step.value_or(1);
  if (step == 0) throw value_error("slice step cannot be zero");
  // the largest and smallest bound that mean something for this direction
  std::int64_t const low = step > 0 ? 0 : -1, high = step > 0 ? extent : extent - 1;
  auto const bound = [&](std::optional<std::int64_t> const& b, std::int64_t absent) {
    if (!b) return absent;
    return std::clamp(*b < 0 ? *b + extent : *b, low, high);
  };
  std::int64_t const first = bound(s.start, step > 0 ? low : high);
  std::int64_t const last = bound(s.stop, step > 0 ? high : low);
  std::int64_t const distance = step > 0 ? last - first : first - last;
  // -step overflows for the smallest integer; one element is what is left there
  std::int64_t const stride = step > 0 ? step : step == INT64_MIN ? INT64_MAX : -step;
  // (a division takes as long as all else)
  std::int64_t const count = distance <= 0 ? 0
                             : stride == 1 ? distance
                                           : (distance - 1) / stride + 1;
  return {count > 0 ? first : 0, count, count > 1 ? step : 1};
}

std::int64_t signed_index(std::uint64_t index)
{
  if (index > static_cast<std::uint64_t>(INT64_MAX))
    throw index_error("cannot fit 'uint64' into an index-sized integer: " + std::to_string(index));
  return static_cast<std::int64_t>(index);
}

std::int64_t resolve_from_end(std::int64_t index, std::int64_t extent, int axis)
{
  if (index < -extent || index >= 0)
    throw index_error("index " + std::to_string(index) + " is out of bounds for axis " +
                      std::to_string(axis) + " with size " + std::to_string(extent));
  return index + extent;
}

}  // namespace acre::detail
