#include <acre/dynamic/reduce_where.hpp>
#include <acre/dynamic/shape.hpp>

#include <algorithm>
#include <array>

#include "dispatch.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

/// The elementwise function that combines two results, and what stands for an element that doesn't
/// count: 0 or 1, or nothing where any number would count.
struct combination {
  std::string_view reduction, function;
  std::optional<bool> of_nothing;
};
constexpr combination combinations[] = {
    {"sum", "add", false},         {"nansum", "add", false}, {"prod", "multiply", true},
    {"nanprod", "multiply", true}, {"any", {}, false},       {"all", {}, true},
    {"count_nonzero", {}, false},  {"max", "maximum", {}},   {"min", "minimum", {}},
    {"nanmax", "fmax", {}},        {"nanmin", "fmin", {}},
};
combination const* combination_of(std::string_view reduction)
{
  for (auto const& each : combinations)
    if (each.reduction == reduction) return &each;
  return nullptr;
}

/// Throws shape_error for a mask that doesn't go with a's shape.
void require_mask(dynamic_array const& a, dynamic_array const& mask)
{
  if (mask.rank() > a.rank())
    throw shape_error("input operand has more dimensions than allowed by the axis remapping");
  std::vector<std::int64_t> shape(a.shape().size());
  try {
    acre::detail::broadcast_into(shape, std::array{a.shape(), mask.shape()});
  } catch (shape_error const&) {
    throw shape_error(
        "operands could not be broadcast together with remapped shapes [original->remapped]: " +
        to_string(a.shape()) + " " + to_string(mask.shape()));
  }
  if (!std::ranges::equal(shape, a.shape()))
    throw shape_error("non-broadcastable operand with shape " + to_string(a.shape()) +
                      " doesn't match the broadcast shape " + to_string(shape));
}

/// Means and variances of the elements that count, by NumPy's steps.
dynamic_array spread_where(std::string_view reduction, dynamic_array const& given,
                           dynamic_array const& counts, reduction_options const& options)
{
  if (reduction.starts_with("nan") && kind_of(given.dtype()) >= kind::floating)
    require_mask(given, counts);  // these count first
  auto const type = quotient_dtype(options.type.value_or(given.dtype()));
  auto const a = astype(given, type);
  auto mask = broadcast_to(astype(counts, dtype::boolean), a.shape());
  if (reduction.starts_with("nan"))
    mask = binary("logical_and", mask, unary("logical_not", unary("isnan", a)));
  auto const over = [&](dynamic_array const& x, bool keep) {
    return reduce("sum", where(mask, x, scalar_operand(x, 0.0)),
                  {.axes = options.axes, .keepdims = keep});
  };
  auto const count = [&](bool keep) {
    return astype(reduce("count_nonzero", mask, {.axes = options.axes, .keepdims = keep}),
                  real_dtype(type));
  };
  if (reduction.ends_with("mean"))
    return binary("true_divide", over(a, options.keepdims), count(options.keepdims));
  auto const middle = binary("true_divide", over(a, true), count(true));
  auto const off = unary("absolute", binary("subtract", a, middle));
  auto const squares = over(binary("multiply", off, off), options.keepdims);
  auto const free = binary("subtract", count(options.keepdims), static_cast<double>(options.ddof));
  auto const variance = binary("true_divide", squares, binary("maximum", free, 0.0));
  return reduction.ends_with("std") ? unary("sqrt", variance) : variance;
}

/// The axes, checked: a number's are all of them, though it is asked for the first or last one.
reduction_options checked(reduction_options options, int rank)
{
  if (rank == 0 && options.axes && options.axes->size() == 1 &&
      (options.axes->front() == 0 || options.axes->front() == -1))
    options.axes.reset();
  for (int const axis : options.axes.value_or(std::vector<int>()))
    acre::detail::normalized_axis(axis, rank);
  return options;
}

}  // namespace

dynamic_array reduce_where(std::string_view reduction, dynamic_array const& a,
                           counted const& elements, reduction_options const& given)
{
  auto const options = checked(given, a.rank());
  auto const* const rule = combination_of(reduction);
  if (!rule) {
    if (elements.where && !elements.initial &&
        (reduction.ends_with("mean") || reduction.ends_with("var") || reduction.ends_with("std")))
      return spread_where(reduction, a, *elements.where, options);
    throw value_error(std::string(reduction) + " takes no " +
                      (elements.initial ? "initial value" : "mask"));
  }
  if (elements.initial && rule->function.empty())
    throw value_error(std::string(reduction) + " takes no initial value");
  dynamic_array x = a;
  if (elements.where) {
    require_mask(a, *elements.where);
    if (!rule->of_nothing && !elements.initial)
      throw value_error("reduction operation '" + std::string(rule->function) +
                        "' does not have an identity, so to use a where mask one has to specify "
                        "'initial'");
    auto const nothing = rule->of_nothing ? scalar_operand(a, *rule->of_nothing)
                                          : scalar_operand(a, *elements.initial);
    x = where(astype(*elements.where, dtype::boolean), a, astype(nothing, a.dtype()));
  }
  if (!elements.initial) return reduce(reduction, x, options);
  bool const is_extremum = !rule->of_nothing;
  // of no elements it is the initial value: what the sum of none has the shape of
  auto const result = is_extremum && x.size() == 0
                          ? astype(reduce("count_nonzero", x, options), x.dtype())
                          : reduce(reduction, x, options);
  auto const initial = astype(scalar_operand(result, *elements.initial), result.dtype());
  if (is_extremum && x.size() == 0) return copy(broadcast_to(initial, result.shape()));
  return binary(rule->function, result, initial);
}

}  // namespace acre::dynamic
