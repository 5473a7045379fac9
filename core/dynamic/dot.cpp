#include <acre/array/detail/shape_rules.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/products.hpp>
#include <acre/reduce/products.hpp>

#include <algorithm>
#include <array>

#include "halves.hpp"
#include "integers.hpp"

namespace acre::dynamic {

dynamic_array dot(dynamic_array const& a, dynamic_array const& b)
{
  using namespace detail;
  if (a.rank() == 0 || b.rank() == 0) return binary("multiply", a, b);
  if (a.rank() != 1 || b.rank() != 1) {
    int const of_b = std::max(b.rank() - 2, 0);
    acre::detail::require_aligned(a.shape(), a.rank() - 1, b.shape(), of_b);
    return tensordot(a, b, std::array{-1}, std::array{of_b});
  }
  dtype const type = promote(a.dtype(), b.dtype());
  if (is_half(type))  // as static ones: products and sums in float32
    return astype(dot(astype(a, computed(type)), astype(b, computed(type))), type);
  auto const y = without_sign(astype(b, type));
  auto const result = with_array<without_signed<everything>>(
      "dot", without_sign(astype(a, type)),
      [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
        array<T, 1, Space> const row(x.space(), x.owner(), acre::detail::node::first(x),
                                     {x.shape()[max_rank - 1]}, {x.strides()[max_rank - 1]});
        return acre::dot(row, y.as<T, 1, Space>());
      });
  return as_dtype(result, type);
}

}  // namespace acre::dynamic
