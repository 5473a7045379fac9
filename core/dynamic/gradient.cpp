#include <acre/dynamic/numerical.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/reduce/gradient.hpp>

#include <optional>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

dynamic_array plus(dynamic_array const& a, dynamic_array const& b) { return binary("add", a, b); }
dynamic_array minus(dynamic_array const& a, dynamic_array const& b)
{
  return binary("subtract", a, b);
}
dynamic_array times(dynamic_array const& a, dynamic_array const& b)
{
  return binary("multiply", a, b);
}
dynamic_array over(dynamic_array const& a, dynamic_array const& b)
{
  return binary("true_divide", a, b);
}

/// Differences are what NumPy refuses to take of bool, whatever its size.
void require_numbers(dynamic_array const& f)
{
  if (f.dtype() == dtype::boolean) binary_dtype("subtract", f.dtype(), f.dtype());
}

struct derivative {
  dynamic_array f, result;
  int axis;

  std::int64_t size() const { return f.shape()[static_cast<std::size_t>(axis)]; }
  dynamic_array part(dynamic_array const& a, std::int64_t first, std::int64_t count) const
  {
    return sliced(a, axis, slice(first, first + count));
  }
  dynamic_array at(std::int64_t i) const { return part(f, i, 1); }
  dynamic_array first() const { return part(result, 0, 1); }
  dynamic_array last() const { return part(result, size() - 1, 1); }
};

/// The distance of elements: a number, or an array of rank 0.
struct distance {
  dynamic_array const& of;  // what it is divided into
  std::optional<double> number;
  dynamic_array array = {};

  dynamic_array times(double factor) const
  {
    return number ? scalar_operand(of, factor * *number) : binary("multiply", array, factor);
  }
  dynamic_array under(double factor) const
  {
    return number ? scalar_operand(of, factor / *number)
                  : over(scalar_operand(array, factor), array);
  }
};

/// By acre::gradient's steps.
dynamic_array of_steps(derivative const& d, distance const& step, int edge_order)
{
  std::int64_t const n = d.size();
  auto const h = step.times(1.0);
  auto const scaled = [&](double factor) { return step.times(factor); };
  auto const part_of_h = [&](double factor) { return step.under(factor); };
  assign(d.part(d.result, 1, n - 2),
         over(minus(d.part(d.f, 2, n - 2), d.part(d.f, 0, n - 2)), scaled(2.0)));
  if (edge_order == 1) {
    assign(d.first(), over(minus(d.at(1), d.at(0)), h));
    assign(d.last(), over(minus(d.at(n - 1), d.at(n - 2)), h));
    return d.result;
  }
  assign(d.first(), plus(plus(times(part_of_h(-1.5), d.at(0)), times(part_of_h(2.0), d.at(1))),
                         times(part_of_h(-0.5), d.at(2))));
  assign(d.last(),
         plus(plus(times(part_of_h(0.5), d.at(n - 3)), times(part_of_h(-2.0), d.at(n - 2))),
              times(part_of_h(1.5), d.at(n - 1))));
  return d.result;
}

derivative derivative_of(dynamic_array const& f, int axis, int edge_order)
{
  int const along_axis = acre::detail::normalized_axis(axis, f.rank());
  auto const x = astype(f, quotient_dtype(f.dtype()));
  acre::detail::require_gradient(f.shape()[static_cast<std::size_t>(along_axis)], edge_order);
  return {x, empty(f.space(), x.dtype(), f.shape()), along_axis};
}

}  // namespace

dynamic_array gradient(dynamic_array const& f, double h, int axis, int edge_order)
{
  require_numbers(f);
  auto const d = derivative_of(f, axis, edge_order);
  return of_steps(d, {d.f, h}, edge_order);
}

dynamic_array gradient(dynamic_array const& f, dynamic_array const& x, int axis, int edge_order)
{
  require_numbers(f);
  int const along_axis = acre::detail::normalized_axis(axis, f.rank());
  std::int64_t const n = f.shape()[static_cast<std::size_t>(along_axis)];
  if (x.rank() != 1) throw value_error("distances must be either scalars or 1d");
  acre::detail::require_coordinates(n, x.size());
  auto const d = derivative_of(f, axis, edge_order);
  auto const steps = diff(astype(x, quotient_dtype(x.dtype())));
  auto const step = [&](std::int64_t i) {
    std::int64_t const from = i < 0 ? i + steps.size() : i;
    return reshape(sliced(steps, 0, slice(from, from + 1)), {});
  };
  if (truth(reduce("all", binary("equal", steps, step(0)))))
    return of_steps(d, {d.f, {}, step(0)}, edge_order);
  auto const before = along(sliced(steps, 0, slice(none, -1)), along_axis, f.rank()),
             behind = along(sliced(steps, 0, slice(1, none)), along_axis, f.rank());
  auto const both = plus(before, behind);
  auto const minus_one = [](dynamic_array const& a) { return unary("negative", a); };
  assign(
      d.part(d.result, 1, n - 2),
      plus(plus(times(over(minus_one(behind), times(before, both)), d.part(d.f, 0, n - 2)),
                times(over(minus(behind, before), times(before, behind)), d.part(d.f, 1, n - 2))),
           times(over(before, times(behind, both)), d.part(d.f, 2, n - 2))));
  if (edge_order == 1) {
    assign(d.first(), over(minus(d.at(1), d.at(0)), step(0)));
    assign(d.last(), over(minus(d.at(n - 1), d.at(n - 2)), step(-1)));
    return d.result;
  }
  auto const twice = [](dynamic_array const& a) { return binary("multiply", a, 2.0); };
  {
    auto const a = step(0), b = step(1), sum = plus(a, b);
    assign(d.first(), plus(plus(times(over(minus_one(plus(twice(a), b)), times(a, sum)), d.at(0)),
                                times(over(sum, times(a, b)), d.at(1))),
                           times(over(minus_one(a), times(b, sum)), d.at(2))));
  }
  auto const a = step(-2), b = step(-1), sum = plus(a, b);
  assign(d.last(), plus(plus(times(over(b, times(a, sum)), d.at(n - 3)),
                             times(over(minus_one(plus(b, a)), times(a, b)), d.at(n - 2))),
                        times(over(plus(twice(b), a), times(b, sum)), d.at(n - 1))));
  return d.result;
}

}  // namespace acre::dynamic
