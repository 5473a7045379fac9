#include <acre/dynamic/linalg.hpp>
#include <acre/elementwise/detail/expression.hpp>
#include <acre/linalg/detail/matmul.hpp>

#include "dispatch.hpp"
#include "halves.hpp"

namespace acre::dynamic {

dynamic_array matmul(dynamic_array const& a, dynamic_array const& b)
{
  dtype const type = promote(a.dtype(), b.dtype());
  if (detail::is_half(type))  // float32's sums, rounded once
    return astype(matmul(astype(a, detail::computed(type)), astype(b, detail::computed(type))),
                  type);
  dynamic_array const x = astype(a, type), y = astype(b, type);
  auto plan = acre::detail::plan_matmul(type, x.shape(), x.strides(), y.shape(), y.strides());
  dynamic_array const out = empty(x.space(), type, plan.extents());
  if (plan.is_empty()) return out;
  plan.problem.a.data = acre::detail::node::first(x);
  plan.problem.b.data = acre::detail::node::first(y);
  plan.problem.c = acre::detail::node::first(out);
  std::visit(
      [&]<class Space>(Space const& space) {
        auto const* const other = std::get_if<Space>(&y.space());
        if (!other)
          throw backend_error(std::string("the array lives on ") + name(y.space()) + ", not on " +
                              Space::name);
        acre::detail::run_matmul(space.queue(), plan, space.queue(), other->queue());
      },
      x.space());
  return out;
}

}  // namespace acre::dynamic
