#pragma once

#include <acre/array/shape.hpp>

#include <array>
#include <span>
#include <string_view>
#include <vector>

/// Einstein's sums as what there is already: views, a sum along axes, one product
/// (linalg/matmul.hpp). Everything that follows from the text and the shapes alone is planned once,
/// for arrays whose dtype and rank are known at compile time and for those whose aren't.
namespace acre::detail {

/// An operand prepared for the product: a view whose last axes are summed; `of` is its axis (-1: a
/// new one) for each axis of the product.
struct einsum_operand {
  std::vector<std::int64_t> extent, stride;
  int summed = 0;
  std::vector<int> of;
  std::vector<std::int64_t> wide;      // extents along the product's axes
  std::vector<std::int64_t> matrices;  // (batch…, rows, columns), of a product of matrices
};

enum class einsum_product {
  none,      // one operand
  elements,  // nothing is summed: element by element
  sums,      // both have the same axes, the last ones of which are summed
  matrices   // matmul()
};

struct einsum_plan {
  einsum_product product = einsum_product::none;
  std::vector<einsum_operand> operands;
  int summed = 0;                   // last axes, of `sums`
  std::vector<std::int64_t> shape;  // of the product
  std::vector<int> order;           // which of its axes is each of the result's
};

/// Throws value_error and shape_error with NumPy's texts.
einsum_plan plan_einsum(std::string_view subscripts, std::span<extents_view const> shapes,
                        std::span<extents_view const> strides);

/// How many axes the result has. Subscripts that plan_einsum refuses give nothing.
template <std::size_t N>
consteval int einsum_rank(std::string_view subscripts, std::array<int, N> const& ranks)
{
  auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::array<int, 128> seen{};
  std::size_t const arrow = subscripts.find("->");
  std::string_view const inputs = subscripts.substr(0, arrow);
  int more = 0, letters = 0;  // axes that "..." stands for; letters of one operand
  bool dots = false;
  std::size_t operand = 0;
  for (std::size_t at = 0; at <= inputs.size(); ++at) {
    if (at == inputs.size() || inputs[at] == ',') {
      if (dots && operand < N && ranks[operand] - letters > more) more = ranks[operand] - letters;
      ++operand, letters = 0, dots = false;
    } else if (is_letter(inputs[at])) {
      ++seen[static_cast<std::size_t>(inputs[at])], ++letters;
    } else if (inputs[at] == '.') {
      dots = true;
    }
  }
  int rank = 0;
  if (arrow == std::string_view::npos) {
    rank = more;
    for (int const count : seen) rank += count == 1;
  } else {
    std::string_view const output = subscripts.substr(arrow + 2);
    for (char const c : output) rank += is_letter(c);
    if (output.find('.') != std::string_view::npos) rank += more;
  }
  return rank;
}

/// The plan carried out by `on`, for its kind of value: view(x, extent, stride), sum(x, n) and
/// sum(x, y, n) along the last n axes, multiply(x, y), matmul(x, shape, y, shape).
template <class Operations, class Value>
Value run_einsum(Operations const& on, einsum_plan const& plan, Value const* operands)
{
  using list = std::vector<std::int64_t>;
  auto const part = [&](std::size_t number) {
    einsum_operand const& o = plan.operands[number];
    Value x = on.view(operands[number], o.extent, o.stride);
    if (o.summed > 0) x = on.sum(x, o.summed);
    list stride;
    for (std::size_t axis = 0; axis < o.of.size(); ++axis) {
      auto const from = static_cast<std::size_t>(o.of[axis]);
      stride.push_back(o.of[axis] < 0 || x.shape()[from] == 1 ? 0 : x.strides()[from]);
    }
    return on.view(x, o.wide, stride);
  };
  Value product = part(0);
  if (plan.product != einsum_product::none) {
    Value const other = part(1);
    if (plan.product == einsum_product::elements)
      product = on.multiply(product, other);
    else if (plan.product == einsum_product::sums)
      product = on.sum(product, other, plan.summed);
    else
      product = on.matmul(product, plan.operands[0].matrices, other, plan.operands[1].matrices,
                          plan.shape);
  }
  list extent, stride;
  for (int const axis : plan.order) {
    extent.push_back(product.shape()[static_cast<std::size_t>(axis)]);
    stride.push_back(product.strides()[static_cast<std::size_t>(axis)]);
  }
  return on.view(product, extent, stride);
}

}  // namespace acre::detail
