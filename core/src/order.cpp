#include <acre/array/shape.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace acre::detail {

void require_equal_keys(extents_view a, extents_view b)
{
  if (!std::equal(a.begin(), a.end(), b.begin(), b.end()))
    throw value_error("all keys need to be the same shape: " + to_string(a) + " and " +
                      to_string(b));
}

void require_kth(std::int64_t kth, std::int64_t extent)
{
  if (kth < -extent || kth >= extent)  // in NumPy's text: counted from the front
    throw value_error("kth(=" + std::to_string(kth < 0 ? kth + extent : kth) + ") out of bounds (" +
                      std::to_string(extent) + ")");
}

void require_top(std::int64_t k, std::int64_t extent)
{
  if (k < 0 || k > extent)
    throw value_error("topk: " + std::to_string(k) + " elements of an axis with " +
                      std::to_string(extent));
}

}  // namespace acre::detail
