#include <acre/reduce/products.hpp>

#include "reductions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr reduction_entry entries[] = {
    {"sum", as_is, sum_dtype, run_reduction<everything>([](auto const& x, axis_set const& a) {
       return sum(x, a, keepdims);
     })},
    {"prod", as_is, sum_dtype, run_reduction<everything>([](auto const& x, axis_set const& a) {
       return prod(x, a, keepdims);
     })},
};

}  // namespace

std::span<reduction_entry const> sum_reductions() { return entries; }

}  // namespace acre::dynamic::detail

namespace acre::dynamic {

dynamic_array dot(dynamic_array const& a, dynamic_array const& b)
{
  using namespace detail;
  if (a.rank() != 1 || b.rank() != 1)
    throw shape_error("dot takes two one-dimensional arrays, not shapes " + to_string(a.shape()) +
                      " and " + to_string(b.shape()));
  dtype const type = promote(a.dtype(), b.dtype());
  auto const y = astype(b, type);
  return with_array<everything>(
      "dot", astype(a, type), [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
        array<T, 1, Space> const row(x.space(), x.owner(), x.data(), {x.shape()[max_rank - 1]},
                                     {x.strides()[max_rank - 1]});
        return acre::dot(row, y.as<T, 1, Space>());
      });
}

}  // namespace acre::dynamic
