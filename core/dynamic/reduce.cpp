#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>

#include <algorithm>
#include <array>
#include <numeric>

#include "halves.hpp"
#include "reductions.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;

std::array<std::span<reduction_entry const>, 10> tables()
{
  return {sum_reductions(),       prod_reductions(),        extrema_reductions(),
          position_reductions(),  mean_reductions(),        logic_reductions(),
          nan_sum_reductions(),   nan_extrema_reductions(), nan_position_reductions(),
          nan_spread_reductions()};
}

reduction_entry const& reduction_entry_named(std::string_view name)
{
  for (auto const& table : tables())
    for (auto const& entry : table)
      if (entry.name == name) return entry;
  throw value_error("there is no reduction '" + std::string(name) + "'");
}

/// Integers have no NaN: nansum of them is sum.
reduction_entry const& entry_for(std::string_view name, dtype d)
{
  return kind_of(d) < kind::floating && name.starts_with("nan")
             ? reduction_entry_named(name.substr(3))
             : reduction_entry_named(name);
}

/// nanmax and nanmin of integers name fmax and fmin as those of floating point do.
void require_numbers(std::string_view reduction, dynamic_array const& a,
                     std::span<bool const> reduced)
{
  if (reduction == "nanmax") acre::detail::require_elements(a.shape(), reduced, "fmax");
  if (reduction == "nanmin") acre::detail::require_elements(a.shape(), reduced, "fmin");
}

/// Here, where a call may wait, nothing but NaNs is refused as NumPy does.
void require_some_number(dynamic_array const& a, reduction_options const& options)
{
  auto const only_nan = reduce("all", unary("isnan", a), {.axes = options.axes});
  if (a.size() > 0 && truth(reduce("any", only_nan)))
    throw value_error("All-NaN slice encountered");
}

/// The mean in an integer dtype or bool, as NumPy has it: the sum in that dtype, divided and cast.
dynamic_array mean_in(dtype type, dynamic_array const& a, reduction_options options)
{
  for (int const axis : options.axes.value_or(std::vector<int>()))
    acre::detail::normalized_axis(axis, a.rank());
  options.type = type;
  auto const sum = astype(reduce("sum", a, options), type);
  double const count =
      sum.size() == 0 ? 0.0 : static_cast<double>(a.size()) / static_cast<double>(sum.size());
  return astype(binary("true_divide", sum, count), type);
}

}  // namespace

std::vector<std::string_view> reductions()
{
  std::vector<std::string_view> names;
  for (auto const& table : tables())
    for (auto const& entry : table) names.push_back(entry.name);
  return names;
}

dtype reduction_dtype(std::string_view reduction, dtype a)
{
  auto const& entry = entry_for(reduction, a);
  return rounded(a, entry.result(entry.argument(computed(a))));
}

dynamic_array detail::reduce_by(reduction_entry const& entry, std::string_view reduction,
                                dynamic_array const& a, std::span<bool const> reduced,
                                reduction_options const& options)
{
  auto const rank = a.shape().size();
  axis_set typed;
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (reduced[axis]) typed.axis.push_back(static_cast<int>(axis + max_rank - rank));
  // with no axis at all, everything is "reduced" to itself: over the axes in front
  if (typed.axis.empty() && rank < max_rank) typed.axis.push_back(0);
  dynamic_array const whole = in_float(a, [&](dynamic_array const& x) {
    return entry.run(reduction, astype(x, entry.argument(x.dtype())), typed, ddof(options.ddof));
  });

  // small integers are summed in 64 bits: in fewer it is the same sum, wrapped around
  dynamic_array const total =
      options.type && entry.result == sum_dtype ? astype(whole, *options.type) : whole;
  std::vector<std::int64_t> shape, stride;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (reduced[axis] && !options.keepdims) continue;
    shape.push_back(total.shape()[axis + max_rank - rank]);
    stride.push_back(total.strides()[axis + max_rank - rank]);
  }
  return total.view(0, shape, stride);
}

dynamic_array reduce(std::string_view reduction, dynamic_array const& a,
                     reduction_options const& options)
{
  bool const means =
      reduction == "mean" || (reduction == "nanmean" && kind_of(a.dtype()) < kind::floating);
  if (means && options.type && kind_of(*options.type) < kind::floating)
    return mean_in(*options.type, a, options);
  bool const skips_nan = reduction == "nanmean" || reduction == "nanvar" || reduction == "nanstd";
  if (skips_nan && options.type && kind_of(a.dtype()) >= kind::floating &&
      kind_of(*options.type) < kind::floating)
    throw dtype_error("If a is inexact, then dtype must be inexact");
  auto const rank = a.shape().size();
  bool const is_mean = reduction == "mean" || reduction == "var" || reduction == "std" ||
                       (kind_of(a.dtype()) < kind::floating &&
                        (reduction == "nanmean" || reduction == "nanvar" || reduction == "nanstd"));
  bool const of_scalar = rank == 0 && !is_mean && options.axes && options.axes->size() == 1 &&
                         (options.axes->front() == 0 || options.axes->front() == -1);
  auto const axes = options.axes && !of_scalar ? *options.axes : std::vector<int>();
  std::array<bool, max_rank> reduced{};
  if (!options.axes) reduced.fill(true);
  bool const of_row = rank == 0 && (reduction.starts_with("arg") ||
                                    (reduction.starts_with("nanarg") &&
                                     kind_of(a.dtype()) < kind::floating));  // as NumPy looks at it
  for (int const axis : axes)  // each before two that are equal
    acre::detail::normalized_axis(axis, of_row ? 1 : a.rank());
  acre::detail::mark_axes(reduced, axes, of_row ? 1 : a.rank());
  dynamic_array const operand = options.type ? astype(a, *options.type) : a;
  auto const& entry = entry_for(reduction, operand.dtype());
  if (&entry != &entry_for(reduction, dtype::float64)) require_numbers(reduction, operand, reduced);
  if (reduction.starts_with("nanarg") && kind_of(operand.dtype()) >= kind::floating)
    require_some_number(operand, options);
  return reduce_by(entry, reduction, operand, reduced, options);
}

}  // namespace acre::dynamic
