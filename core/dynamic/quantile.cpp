#include <acre/dynamic/along_axis.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/order.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/order/quantile.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>

#include <algorithm>
#include <cstring>

#include "halves.hpp"
#include "views.hpp"
#include "weights.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;
using acre::detail::quantile_method;

quantile_method method_named(std::string const& name)
{
  constexpr std::pair<std::string_view, quantile_method> methods[] = {
      {"inverted_cdf", order_statistic::inverted_cdf},
      {"averaged_inverted_cdf", interpolation::averaged_inverted_cdf},
      {"closest_observation", order_statistic::closest_observation},
      {"interpolated_inverted_cdf", interpolation::interpolated_inverted_cdf},
      {"hazen", interpolation::hazen},
      {"weibull", interpolation::weibull},
      {"linear", interpolation::linear},
      {"median_unbiased", interpolation::median_unbiased},
      {"normal_unbiased", interpolation::normal_unbiased},
      {"lower", order_statistic::lower},
      {"higher", order_statistic::higher},
      {"midpoint", interpolation::midpoint},
      {"nearest", order_statistic::nearest}};
  std::string text = "'" + name + "' is not a valid method. Use one of: dict_keys([";
  for (auto const& [known, method] : methods) {
    if (known == name) return method;
    text += (text.back() == '[' ? "'" : ", '") + std::string(known) + "'";
  }
  throw value_error(text + "])");
}

/// Marks axes like a reduction's, but for the text if one is named twice.
void mark_once(std::span<bool> marked, std::vector<int> const& axes, int rank)
{
  std::vector<int> seen;
  for (int const axis : axes) seen.push_back(acre::detail::normalized_axis(axis, rank));
  std::ranges::sort(seen);
  if (std::ranges::adjacent_find(seen) != seen.end()) throw value_error("repeated axis");
  acre::detail::mark_axes(marked, axes, rank);
}

/// Which axes go, all if none are named.
std::array<bool, max_rank> marked(std::optional<std::vector<int>> const& axes, int rank)
{
  std::array<bool, max_rank> reduced{};
  if (axes)
    mark_once(reduced, *axes, rank);
  else
    reduced.fill(true);
  return reduced;
}

/// Checks of weights, in NumPy's words for them.
void require_weighted_axes(std::optional<std::vector<int>> const& axes, int rank)
{
  std::vector<int> seen;
  for (int const axis : axes.value_or(std::vector<int>()))
    seen.push_back(acre::detail::normalized_axis("axis", axis, rank));
  std::ranges::sort(seen);
  if (std::ranges::adjacent_find(seen) != seen.end())
    throw value_error("repeated axis in `axis` argument");
}

void require_real(dynamic_array const& a)
{
  if (kind_of(a.dtype()) == kind::complex) throw dtype_error("a must be an array of real numbers");
}

/// The middle one of each row of complex numbers, in their order, or the mean of both; as a
/// reduction of rows.
dynamic_array complex_medians(dynamic_array const& rows, bool skip_nan)
{
  auto const number = [](std::int64_t n) { return scalar_value(n); };
  if (rows.shape()[1] == 0) return reduce("mean", rows, {.axes = std::vector{1}});  // NaN
  auto const sorted = sort(rows, {.axis = 1});                                      // NaNs last
  auto const nans =
      reduce("count_nonzero", unary("isnan", rows), {.axes = std::vector{1}, .keepdims = true});
  auto const count = binary("add", unary("negative", nans), number(rows.shape()[1]));
  auto const at = [&](dynamic_array const& twice) {  // some NaN where there is nothing else
    return take_along_axis(sorted, binary("floor_divide", twice, number(2)), 1);
  };
  auto const low = at(binary("subtract", count, number(1))), high = at(count);
  // of an odd number the element itself, whatever its sum would be
  auto const middle = where(binary("equal", low, high), low,
                            binary("true_divide", binary("add", low, high), number(2)));
  auto const last = sliced(sorted, 1, slice(-1, acre::none));
  auto const whole = skip_nan ? middle : where(binary("greater", nans, number(0)), last, middle);
  return reshape(whole, {-1});
}

enum class kind_of_result { interpolated, mean, element };

/// Quantiles over the marked axes, which are put last, of an array of rank 2 with them in rows.
template <class R, class Value, class A>
dynamic_array of_rows(A const& rows, std::vector<double> const& q, quantile_method method,
                      bool skip_nan)
{
  acre::detail::axis_mask<2> const mask{false, true};
  return acre::detail::quantiles<R, Value, true, 1>(rows, mask, q, method, skip_nan);
}

/// NumPy's words for quantiles of no integers, of which q is the first.
char const* of_nothing(kind_of_result what, std::string_view method, double q)
{
  if (what == kind_of_result::element) return "cannot do a non-empty take from an empty axes.";
  return q == 0 && (method == "linear" || method == "midpoint")
             ? "index -1 is out of bounds for axis 0 with size 0"
             : "index 0 is out of bounds for axis 0 with size 0";
}

/// a's axes with those that are reduced last, as rows.
dynamic_array in_rows(dynamic_array const& a, std::span<bool const> reduced)
{
  std::vector<std::int64_t> shape, stride;
  std::int64_t rows = 1;
  for (bool const last : {false, true})
    for (std::size_t axis = 0; axis < a.shape().size(); ++axis)
      if (reduced[axis] == last) {
        shape.push_back(a.shape()[axis]);
        stride.push_back(a.strides()[axis]);
        if (!last) rows *= a.shape()[axis];
      }
  dynamic_array const whole = contiguous(a.view(0, shape, stride));
  std::int64_t const length = acre::detail::reduced_count(a.shape(), reduced);
  return whole.view(0, std::array{rows, length}, std::array{length, std::int64_t{1}});
}

/// For rows in one of the largest dtypes of each kind.
dynamic_array plain_rows(dynamic_array const& rows, std::vector<double> const& q,
                         quantile_method method, kind_of_result what, bool of_list, bool skip_nan)
{
  return std::visit(
      [&]<class Space>(Space const&) {
        return with_type<dynamic_array>(
            "quantile", rows.dtype(), type_list<std::int64_t, std::uint64_t, float, double>(),
            [&]<class T>(std::type_identity<T>) {
              using real = std::conditional_t<std::is_floating_point_v<T>, T, double>;
              auto const x = rows.as<T, 2, Space>();
              if (what == kind_of_result::element)
                return of_rows<T, acre::detail::first_of_both>(x, q, method, skip_nan);
              if (what == kind_of_result::mean)
                return of_rows<real, acre::detail::middle>(x, q, method, skip_nan);
              if constexpr (std::is_same_v<T, float>)
                if (!of_list) return of_rows<T, acre::detail::interpolated>(x, q, method, skip_nan);
              return of_rows<double, acre::detail::interpolated>(x, q, method, skip_nan);
            });
      },
      rows.space());
}

/// The weights of the elements that in_rows(a, reduced) has.
dynamic_array weights_in_rows(dynamic_array const& a, std::span<bool const> reduced,
                              quantile_options const& options)
{
  auto const weights = weights_of(a, *options.weights, options.axes);
  return in_rows(broadcast_to(astype(weights, dtype::float64), a.shape()), reduced);
}

/// `of_list`: q's axis comes first.
dynamic_array run(dynamic_array const& a, std::vector<double> const& q, quantile_method method,
                  kind_of_result what, bool of_list, bool skip_nan, quantile_options const& options)
{
  if (is_half(a.dtype()))
    return in_float(a, [&](dynamic_array const& x) {
      return run(x, q, method, what, of_list, skip_nan, options);
    });
  if (options.weights) {
    acre::detail::require_weighted_method(method);
    require_weighted_axes(options.axes, a.rank());
  }
  auto const reduced = marked(options.axes, a.rank());
  std::span<bool const> const mask(reduced.data(), a.shape().size());
  if (kind_of(a.dtype()) <= kind::integer && what != kind_of_result::mean && !skip_nan &&
      !options.weights && !q.empty() && acre::detail::reduced_count(a.shape(), mask) == 0)
    throw index_error(of_nothing(what, options.method, q.front()));
  if (a.dtype() == dtype::boolean && what == kind_of_result::interpolated)
    throw dtype_error(
        "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
        "operator, or the logical_xor function instead.");

  // kernels for the largest dtypes of each kind: elements keep their order, and are cast back
  dtype const d = a.dtype();
  dtype const computed = kind_of(d) >= kind::floating ? d
                         : d == dtype::uint64         ? dtype::uint64
                                                      : dtype::int64;
  auto const rows = in_rows(astype(a, computed), mask);
  dynamic_array flat = kind_of(d) == kind::complex ? complex_medians(rows, skip_nan)
                       : options.weights
                           ? weighted_rows(rows, weights_in_rows(a, mask, options), q, skip_nan)
                           : plain_rows(rows, q, method, what, of_list, skip_nan);
  if (what == kind_of_result::element) flat = astype(flat, d);

  std::vector<std::int64_t> shape;
  if (of_list) shape.push_back(static_cast<std::int64_t>(q.size()));
  for (std::size_t axis = 0; axis < a.shape().size(); ++axis)
    if (!reduced[axis] || options.keepdims) shape.push_back(reduced[axis] ? 1 : a.shape()[axis]);
  std::vector<std::int64_t> stride(shape.size());
  std::int64_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; step *= shape[axis]) stride[axis] = step;
  return flat.view(0, shape, stride);
}

/// What NumPy has for quantiles that skip NaNs, of an array without elements: its nanmean, which
/// has no axis of q.
dynamic_array of_no_elements(dynamic_array const& a, quantile_options const& options)
{
  return reduce("nanmean", a, {.axes = options.axes, .keepdims = options.keepdims});
}

struct function_traits {
  bool percent, skip_nan;
};
function_traits traits_of(std::string_view function)
{
  for (bool const skip : {false, true})
    for (bool const percent : {false, true})
      if (function == std::string(skip ? "nan" : "") + (percent ? "percentile" : "quantile"))
        return {percent, skip};
  throw value_error("there is no quantile function '" + std::string(function) + "'");
}

dynamic_array run(std::string_view function, dynamic_array const& a, std::vector<double> const& q,
                  bool of_list, quantile_options const& options)
{
  auto const [percent, skip_nan] = traits_of(function);
  require_real(a);
  auto const checked = acre::detail::checked_quantiles(q, percent);
  if (skip_nan && a.size() == 0 && !options.weights) return of_no_elements(a, options);
  if (!options.weights) static_cast<void>(marked(options.axes, a.rank()));  // before the method
  quantile_method const method = method_named(options.method);
  return run(a, checked, method,
             method.interpolates ? kind_of_result::interpolated : kind_of_result::element, of_list,
             skip_nan, options);
}

}  // namespace

dynamic_array quantile(std::string_view function, dynamic_array const& a, double q,
                       quantile_options const& options)
{
  return run(function, a, std::vector{q}, false, options);
}

dynamic_array quantile(std::string_view function, dynamic_array const& a, dynamic_array const& q,
                       quantile_options const& options)
{
  if (kind_of(q.dtype()) == kind::complex) refuse(function, q.dtype());
  auto const host = to_host(astype(q, dtype::float64));
  std::vector<double> numbers(host.size() / sizeof(double));
  std::memcpy(numbers.data(), host.data(), host.size());
  quantile_options chosen = options;
  // 0 and 1 as integers choose elements, as they do in NumPy
  constexpr std::string_view exact[] = {"linear", "interpolated_inverted_cdf", "weibull",
                                        "averaged_inverted_cdf"};
  if (kind_of(q.dtype()) == kind::integer &&
      std::ranges::find(exact, options.method) != std::end(exact) && !options.weights &&
      !traits_of(function).percent)
    chosen.method = "lower";
  auto const [percent, skip_nan] = traits_of(function);
  auto made = run(function, a, numbers, true, chosen);
  if (skip_nan && a.size() == 0 && !options.weights) return made;
  // between elements the result has the dtype of both
  if (dtype const both = promote(a.dtype(), q.dtype());
      made.dtype() == dtype::float64 && kind_of(q.dtype()) == kind::floating &&
      item_size(both) < item_size(dtype::float64) && !options.weights)
    made = astype(made, both);
  auto const& result = made;
  // q's axes for the one of its elements
  std::vector<std::int64_t> shape(q.shape().begin(), q.shape().end());
  shape.insert(shape.end(), result.shape().begin() + 1, result.shape().end());
  return reshape(result, shape);
}

dynamic_array median(std::string_view function, dynamic_array const& a,
                     quantile_options const& options)
{
  if (function != "median" && function != "nanmedian")
    throw value_error("there is no median '" + std::string(function) + "'");
  if (options.weights) throw value_error(std::string(function) + " takes no weights");
  if (function == "nanmedian" && a.size() == 0) return of_no_elements(a, options);
  return run(a, {0.5}, interpolation::linear, kind_of_result::mean, false, function != "median",
             options);
}

}  // namespace acre::dynamic
