#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/accumulate.hpp>
#include <acre/elementwise/detail/evaluate.hpp>
#include <acre/reduce/detail/into.hpp>

namespace acre::detail {

/// The bounds that a histogram uses; throws value_error with NumPy's texts.
struct bin_range {
  double low, high;
};
bin_range checked_bins(std::int64_t bins, double low, double high);

/// Which bin a value falls into. T is the dtype of the edges, which are rounded to it as NumPy's
/// are; a first guess from a division is corrected against them.
template <class T>
struct bin_rule {
  double low, high, step;  // step: a bin's width
  std::int64_t bins;

  KOKKOS_INLINE_FUNCTION T edge(std::int64_t i) const
  {
    return static_cast<T>(i == bins ? high : static_cast<double>(i) * step + low);
  }
  /// -1 for what is outside and for NaN.
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    if (!(x >= static_cast<T>(low) && x <= static_cast<T>(high))) return -1;
    double const guess = (static_cast<double>(x) - low) / (high - low) * static_cast<double>(bins);
    std::int64_t bin = guess > 0 ? static_cast<std::int64_t>(guess) : 0;
    if (bin > bins - 1) bin = bins - 1;
    while (bin > 0 && x < edge(bin)) --bin;
    while (bin < bins - 1 && x >= edge(bin + 1)) ++bin;
    return bin;
  }
};

/// A value's bin as the key of its weight.
template <class T>
struct bin_key {
  bin_rule<T> rule;
  template <class V>
  KOKKOS_INLINE_FUNCTION backends::keyed<std::int64_t> operator()(V value,
                                                                  std::int64_t weight) const
  {
    return {rule(static_cast<T>(value)), weight};
  }
};

/// One kernel over values and weights, adding into an array of counts.
template <class E, class W>
auto tally(E const& x, W const& weights, std::int64_t bins, double low, double high)
{
  using V = typename E::value_type;
  using space = typename E::space_type;
  static_assert(kind_of<V>() != kind::complex,
                "acre: complex numbers have no order to bin them by");
  static_assert(spaces_agree<space, typename W::space_type>,
                "acre: the weights live in another space than the values; use copy_to(space, x)");
  using T = std::conditional_t<std::is_floating_point_v<V>, V, double>;
  auto const range = checked_bins(bins, low, high);
  bin_rule<T> const rule{range.low, range.high,
                         (range.high - range.low) / static_cast<double>(bins), bins};
  auto const shape = x.shape();
  require_assignable(weights.shape(), shape);
  array<std::int64_t, 1, space> counts(x.space(), shape_t<1>{bins});
  counts = 0;
  if (size_of(shape) == 0) return counts;

  std::array<leaf_layout, 1 + E::leaf_count + W::leaf_count> leaves{};
  auto const in_order = row_major_strides(shape);  // nothing is stored; rows are those of x's shape
  for (std::size_t axis = 0; axis < shape.size(); ++axis) leaves[0].stride[axis] = in_order[axis];
  leaf_layout* described = leaves.data() + 1;
  node::describe(x, described, shape);
  node::describe(weights, described, shape);
  auto const it = plan_elementwise(leaves, shape, 2);
  auto& on = x.space().queue();
  backends::operation const running("histogram", on, leaves);
  lowering planned{leaves.data() + 1, on};
  auto const values = node::lower(x, planned);
  auto const amounts = node::lower(weights, planned);
  binary_program<bin_key<T>, V, std::int64_t, decltype(values), decltype(amounts)> const program{
      {rule}, values, amounts};
  backends::accumulate(on, it, program, bins, counts.data(), add_into{});
  return counts;
}

}  // namespace acre::detail
