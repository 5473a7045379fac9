#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/statistics.hpp>
#include <acre/reduce/average.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>
#include <acre/reduce/products.hpp>

#include <algorithm>
#include <array>
#include <limits>

#include "halves.hpp"
#include "views.hpp"
#include "weights.hpp"

namespace acre::dynamic {

namespace detail {

dynamic_array weights_of(dynamic_array const& a, dynamic_array const& weights,
                         std::optional<std::vector<int>> const& axes)
{
  if (std::ranges::equal(a.shape(), weights.shape())) return weights;
  if (!axes) throw dtype_error("Axis must be specified when shapes of a and weights differ.");
  std::vector<int> which;
  for (int const axis : *axes)
    which.push_back(acre::detail::normalized_axis("axis", axis, a.rank()));
  extents wanted;
  for (int const axis : which) wanted.push_back(a.shape()[static_cast<std::size_t>(axis)]);
  if (!std::ranges::equal(wanted, weights.shape()))
    throw shape_error("Shape of weights must be consistent with shape of a along specified axis.");
  extents shape(a.shape().size(), 1);
  std::vector<int> order(which.size());  // weights' axes ascend as a's do
  for (std::size_t k = 0; k < which.size(); ++k) order[k] = static_cast<int>(k);
  std::ranges::sort(order, {}, [&](int k) { return which[static_cast<std::size_t>(k)]; });
  for (std::size_t k = 0; k < which.size(); ++k)
    shape[static_cast<std::size_t>(which[k])] = wanted[k];
  return reshape(transpose(weights, order), shape);
}

}  // namespace detail

namespace {

using namespace detail;

dynamic_array nan_spread(std::string_view reduction, dynamic_array const& a,
                         reduction_options const& options)
{
  auto const x = astype(options.type ? astype(a, *options.type) : a, quotient_dtype(a.dtype()));
  if (kind_of(x.dtype()) == kind::complex) refuse("nanvar", x.dtype());
  reduction_options without = options;
  without.type = {};
  return reduce(reduction, x, without);
}

/// NumPy's average names its parameter in errors of axes.
void require_named_axes(dynamic_array const& a, reduction_options const& options)
{
  std::vector<int> seen;
  for (int const axis : options.axes.value_or(std::vector<int>()))
    seen.push_back(acre::detail::normalized_axis("axis", axis, a.rank()));
  std::ranges::sort(seen);
  if (std::ranges::adjacent_find(seen) != seen.end())
    throw value_error("repeated axis in `axis` argument");
}

}  // namespace

dynamic_array ptp(dynamic_array const& a, reduction_options const& options)
{
  auto const largest = reduce("max", a, options);  // which tells of no elements
  return binary("subtract", largest, reduce("min", a, options));
}

dynamic_array nanvar(dynamic_array const& a, reduction_options const& options)
{
  return nan_spread("nanvar", a, options);
}
dynamic_array nanstd(dynamic_array const& a, reduction_options const& options)
{
  return nan_spread("nanstd", a, options);
}

dynamic_array average(dynamic_array const& a, dynamic_array const& weights,
                      reduction_options const& options)
{
  require_named_axes(a, options);
  dtype type = promote(a.dtype(), weights.dtype());
  if (kind_of(a.dtype()) <= kind::integer) type = promote(type, dtype::float64);
  auto const x = astype(a, type), w = astype(weights_of(a, weights, options.axes), type);
  auto const whole = broadcast_to(w, a.shape());
  auto const total = reduce("sum", whole, options);
  if (truth(reduce("any", binary("equal", total, 0.0)))) acre::detail::refuse_weights();
  return binary("true_divide", reduce("sum", binary("multiply", x, w), options), total);
}

dynamic_array average(dynamic_array const& a, reduction_options const& options)
{
  require_named_axes(a, options);
  auto const means = reduce("mean", a, options);
  // NumPy divides the elements among the means
  if (means.size() == 0) throw value_error("division by zero");
  return means;
}

dynamic_array vecdot(dynamic_array const& a, dynamic_array const& b, int axis)
{
  if (a.rank() == 0 || b.rank() == 0)
    throw value_error(std::string("vecdot: Input operand ") + (a.rank() == 0 ? "0" : "1") +
                      " does not have enough dimensions (has 0, gufunc core with signature "
                      "(n),(n)->() requires 1)");
  int const of_a = acre::detail::normalized_axis(axis, a.rank()),
            of_b = acre::detail::normalized_axis(axis, b.rank());
  if (of_a != a.rank() - 1 || of_b != b.rank() - 1)
    return vecdot(moveaxis(a, {of_a}, {-1}), moveaxis(b, {of_b}, {-1}));
  acre::detail::require_vecdot(a.shape(), b.shape());
  dtype const type = promote(a.dtype(), b.dtype());
  auto const x = kind_of(a.dtype()) == kind::complex ? unary("conjugate", a) : a;
  dtype const summed = computed(type);  // products of halves aren't rounded, as static ones aren't
  auto const products = binary("multiply", astype(x, summed), astype(b, summed));
  auto const sum =
      reduce(type == dtype::boolean ? "any" : "sum", products, {.axes = std::vector{-1}});
  return astype(sum, type);
}

dynamic_array vdot(dynamic_array const& a, dynamic_array const& b)
{
  return vecdot(ravel(a), reshape(b, {a.size()}));
}

}  // namespace acre::dynamic
