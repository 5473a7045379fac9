#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/products.hpp>

#include <algorithm>
#include <array>

#include "views.hpp"

namespace acre::dynamic {

using namespace detail;

dynamic_array cross(dynamic_array const& a, dynamic_array const& b)
{
  if (a.rank() == 0 || b.rank() == 0) throw value_error("At least one array has zero dimension");
  if (a.shape().back() != 3 || b.shape().back() != 3)
    throw value_error("incompatible dimensions for cross product (dimension must be 3)");
  auto const left = unstack(a, -1), right = unstack(b, -1);
  auto const product = [&](std::size_t i, std::size_t j) {
    return binary("subtract", binary("multiply", left[i], right[j]),
                  binary("multiply", left[j], right[i]));
  };
  return stack(std::array{product(1, 2), product(2, 0), product(0, 1)}, -1);
}

dynamic_array kron(dynamic_array const& a, dynamic_array const& b)
{
  int const rank = std::max(a.rank(), b.rank());
  extents of_a, of_b, result;
  auto const extent = [&](dynamic_array const& x, int axis) {
    int const own = axis - (rank - x.rank());
    return own < 0 ? 1 : x.shape()[static_cast<std::size_t>(own)];
  };
  for (int axis = 0; axis < rank; ++axis) {
    of_a.insert(of_a.end(), {extent(a, axis), 1});
    of_b.insert(of_b.end(), {1, extent(b, axis)});
    result.push_back(extent(a, axis) * extent(b, axis));
  }
  return reshape(binary("multiply", reshape(a, of_a), reshape(b, of_b)), result);
}

dynamic_array tensordot(dynamic_array const& a, dynamic_array const& b, std::span<int const> of_a,
                        std::span<int const> of_b)
{
  int const pairs = static_cast<int>(of_a.size());
  if (of_b.size() != of_a.size()) throw value_error("shape-mismatch for sum");
  std::vector<int> behind, before;
  std::int64_t depth = 1;
  for (int k = 0; k < pairs; ++k) {
    behind.push_back(a.rank() - pairs + k);
    before.push_back(k);
    auto const extent = [](dynamic_array const& x, int axis) {
      return x.shape()[static_cast<std::size_t>(acre::detail::normalized_axis(axis, x.rank()))];
    };
    auto const n = extent(a, of_a[static_cast<std::size_t>(k)]);
    if (n != extent(b, of_b[static_cast<std::size_t>(k)]))
      throw shape_error("shape-mismatch for sum");
    depth *= n;
  }
  auto const x = moveaxis(a, {of_a.begin(), of_a.end()}, behind);
  auto const y = moveaxis(b, {of_b.begin(), of_b.end()}, before);
  extents result;
  std::int64_t rows = 1, columns = 1;
  for (int k = 0; k < a.rank() - pairs; ++k)
    result.push_back(x.shape()[static_cast<std::size_t>(k)]), rows *= result.back();
  for (int k = pairs; k < b.rank(); ++k)
    result.push_back(y.shape()[static_cast<std::size_t>(k)]), columns *= result.back();
  return reshape(matmul(reshape(x, {rows, depth}), reshape(y, {depth, columns})), result);
}

dynamic_array tensordot(dynamic_array const& a, dynamic_array const& b, int pairs)
{
  std::vector<int> of_a, of_b;
  for (int k = 0; k < pairs; ++k) of_a.push_back(k - pairs), of_b.push_back(k);
  return tensordot(a, b, of_a, of_b);
}

}  // namespace acre::dynamic
