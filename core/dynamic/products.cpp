#include <acre/dynamic/axis_order.hpp>
#include <acre/dynamic/linalg.hpp>
#include <acre/dynamic/products.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/linalg/detail/einsum.hpp>
#include <acre/linalg/detail/matmul.hpp>
#include <acre/linalg/detail/norm.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

#include "common_dtype.hpp"
#include "reductions.hpp"
#include "views.hpp"

namespace acre::dynamic {

using namespace detail;

dynamic_array cross(dynamic_array const& a, dynamic_array const& b, int axis_of_a, int axis_of_b,
                    int axis_of_result)
{
  using acre::detail::normalized_axis;
  if (a.rank() == 0 || b.rank() == 0) throw value_error("At least one array has zero dimension");
  auto const parts = [](char const* name, dynamic_array const& x, int axis) {
    return moveaxis(x, {normalized_axis(name, axis, x.rank())}, {-1});
  };
  auto const x = parts("axisa", a, axis_of_a), y = parts("axisb", b, axis_of_b);
  auto const is_vector = [](dynamic_array const& v) {
    return v.shape().back() == 2 || v.shape().back() == 3;
  };
  if (!is_vector(x) || !is_vector(y))
    throw value_error("incompatible dimensions for cross product\n(dimension must be 2 or 3)");
  auto const left = unstack(x, -1), right = unstack(y, -1);
  acre::detail::require_crossed(left[0].shape(), right[0].shape());
  // a third element that isn't there is 0, and a product with it left out
  auto const product = [&](std::size_t i, std::size_t j) {
    return binary("multiply", left[i], right[j]);
  };
  auto const difference = [&](std::size_t i, std::size_t j) {
    if (std::max(i, j) == 2 && left.size() == 2)
      return i == 2 ? unary("negative", product(j, i)) : product(i, j);
    if (std::max(i, j) == 2 && right.size() == 2)
      return i == 2 ? product(i, j) : unary("negative", product(j, i));
    return binary("subtract", product(i, j), product(j, i));
  };
  if (left.size() == 2 && right.size() == 2) return difference(0, 1);
  auto const result = stack(std::array{difference(1, 2), difference(2, 0), difference(0, 1)}, -1);
  return moveaxis(result, {-1}, {normalized_axis("axisc", axis_of_result, result.rank())});
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
    auto const at = static_cast<std::size_t>(k);
    depth *= acre::detail::summed_extent(a.shape(), of_a[at], b.shape(), of_b[at]);
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

dynamic_array inner(dynamic_array const& a, dynamic_array const& b)
{
  if (a.rank() == 0 || b.rank() == 0) return binary("multiply", a, b);
  acre::detail::require_inner(a.shape(), b.shape());
  if (a.rank() == 1 && b.rank() == 1) return dot(a, b);
  return tensordot(a, b, std::array{-1}, std::array{-1});
}

dynamic_array matvec(dynamic_array const& a, dynamic_array const& x)
{
  acre::detail::require_matvec(a.shape(), x.shape(), false);
  return squeeze(matmul(a, expand_dims(x, {-1})), std::vector{-1});
}

dynamic_array vecmat(dynamic_array const& x, dynamic_array const& a)
{
  acre::detail::require_matvec(a.shape(), x.shape(), true);
  auto const left = kind_of(x.dtype()) == kind::complex ? unary("conjugate", x) : x;
  return squeeze(matmul(expand_dims(left, {-2}), a), std::vector{-2});
}

namespace {

/// acre::detail::run_einsum for dynamic arrays.
struct einsum_operations {
  static dynamic_array view(dynamic_array const& x, extents_view extent, extents_view stride)
  {
    return x.view(0, extent, stride);
  }
  static dynamic_array sum(dynamic_array const& x, int axes)
  {
    std::vector<int> which;
    for (int axis = 1; axis <= axes; ++axis) which.push_back(-axis);
    return astype(reduce(x.dtype() == dtype::boolean ? "any" : "sum", x, {.axes = which}),
                  x.dtype());
  }
  static dynamic_array multiply(dynamic_array const& x, dynamic_array const& y)
  {
    return binary("multiply", x, y);
  }
  static dynamic_array sum(dynamic_array const& x, dynamic_array const& y, int axes)
  {
    return sum(multiply(x, y), axes);
  }
  static dynamic_array matmul(dynamic_array const& x, extents const& shape_x,
                              dynamic_array const& y, extents const& shape_y, extents const& shape)
  {
    return reshape(dynamic::matmul(reshape(x, shape_x), reshape(y, shape_y)), shape);
  }
};

dynamic_array extreme_of(dynamic_array const& norms, bool largest, reduction_options const& options)
{
  if (!largest) return reduce("min", norms, options);
  return reduce(norms.size() == 0 ? "sum" : "max", norms, options);
}

/// The text of einsum with what stands between its commas taken apart.
struct einsum_text {
  std::vector<std::string> operand;
  std::string result;  // behind the arrow, or what it stands for where there is none
};
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

einsum_text taken_apart(std::string_view subscripts)
{
  std::size_t const arrow = subscripts.find("->");
  einsum_text text;
  text.operand.emplace_back();
  for (char const c : subscripts.substr(0, arrow))
    if (c == ',')
      text.operand.emplace_back();
    else
      text.operand.back() += c;
  if (arrow != std::string_view::npos) {
    text.result = subscripts.substr(arrow + 2);
    return text;
  }
  std::string const all(subscripts);
  if (all.find('.') != std::string::npos) text.result = "...";
  std::string once;
  for (char const c : all)
    if (is_letter(c) && std::ranges::count(all, c) == 1) once += c;
  std::ranges::sort(once);
  text.result += once;
  return text;
}

/// With more than two operands: the first two, of which the axes stay that the others or the result
/// have, then their product and the others.
dynamic_array einsum_of_pairs(std::string_view subscripts, std::span<dynamic_array const> operands)
{
  einsum_text const text = taken_apart(subscripts);
  if (text.operand.size() != operands.size())
    throw value_error(
        std::string(text.operand.size() < operands.size() ? "fewer" : "more") +
        " operands provided to einstein sum function than specified in the subscripts string");
  std::string const pair = text.operand[0] + "," + text.operand[1];
  std::string others = text.result, rest;
  for (std::size_t k = 2; k < text.operand.size(); ++k)
    others += text.operand[k], rest += "," + text.operand[k];
  std::string kept = pair.find("...") == std::string::npos ? "" : "...";
  for (char const c : pair)
    if (is_letter(c) && others.find(c) != std::string::npos && kept.find(c) == std::string::npos)
      kept += c;
  std::vector<dynamic_array> left{einsum(pair + "->" + kept, operands.first(2))};
  left.insert(left.end(), operands.begin() + 2, operands.end());
  return einsum(kept + rest + "->" + text.result, left);
}

}  // namespace

dynamic_array einsum(std::string_view subscripts, std::span<dynamic_array const> operands)
{
  if (operands.empty()) throw value_error("must provide at least an operand to einsum");
  dtype const type = common_dtype(operands);
  std::vector<dynamic_array> values;
  std::vector<extents_view> shapes, strides;
  for (auto const& x : operands) values.push_back(astype(x, type));
  if (values.size() > 2) return einsum_of_pairs(subscripts, values);
  for (auto const& x : values) shapes.push_back(x.shape()), strides.push_back(x.strides());
  return acre::detail::run_einsum(
      einsum_operations(), acre::detail::plan_einsum(subscripts, shapes, strides), values.data());
}

dynamic_array vector_norm(dynamic_array const& a, double order, reduction_options const& options)
{
  for (int const axis : options.axes.value_or(std::vector<int>()))
    acre::detail::normalized_axis(axis, a.rank());  // of rank 0, too, where reductions take 0
  auto const x = astype(a, quotient_dtype(a.dtype()));
  auto const with = [&](std::string_view reduction, dynamic_array const& terms) {
    return reduce(reduction, terms, {.axes = options.axes, .keepdims = options.keepdims});
  };
  if (order == 2) {
    if (kind_of(x.dtype()) != kind::complex && !is_half(x.dtype()) && x.rank() > 0) {
      std::array<bool, max_rank> reduced{};
      if (!options.axes) reduced.fill(true);
      acre::detail::mark_axes(reduced, options.axes.value_or(std::vector<int>()), x.rank());
      return reduce_by(norm_of_reals, norm_of_reals.name, x, reduced, options);
    }
    if (kind_of(x.dtype()) != kind::complex)
      return unary("sqrt", with("sum", binary("multiply", x, x)));
    auto const re = part_of(x, 0), im = part_of(x, 1);
    auto const squares = binary("add", binary("multiply", re, re), binary("multiply", im, im));
    return unary("sqrt", with("sum", squares));
  }
  auto const size = unary("absolute", x);
  if (order == 1) return with("sum", size);
  if (std::isinf(order)) return extreme_of(size, order > 0, options);
  if (order == 0) return with("sum", astype(binary("not_equal", size, 0.0), size.dtype()));
  auto const inverse = binary("true_divide", scalar_operand(size, 1.0), order);
  return binary("power", with("sum", binary("power", size, order)), inverse);
}

dynamic_array matrix_norm(dynamic_array const& a, std::optional<double> order, bool keepdims)
{
  if (a.rank() < 2) acre::detail::normalized_axis(-2, a.rank());  // throws
  if (!order) return vector_norm(a, 2, {.axes = std::vector{-2, -1}, .keepdims = keepdims});
  if (std::abs(*order) != 1 && !std::isinf(*order)) acre::detail::throw_norm_order(*order);
  auto const size = unary("absolute", astype(a, quotient_dtype(a.dtype())));
  int const summed = std::isinf(*order) ? -1 : -2;
  auto const sums = reduce("sum", size, {.axes = std::vector{summed}, .keepdims = true});
  auto const norms =
      extreme_of(sums, *order > 0, {.axes = std::vector{-2, -1}, .keepdims = keepdims});
  return norms;
}

}  // namespace acre::dynamic
