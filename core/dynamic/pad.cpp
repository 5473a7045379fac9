#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/pad.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre/dynamic/queue.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/rearrange/detail/pad_rows.hpp>
#include <acre/rearrange/pad_ramp.hpp>
#include <acre/rearrange/pad_statistic.hpp>

#include "views.hpp"
#include "vocabulary.hpp"

namespace acre::dynamic {

namespace detail {

/// Words that <acre/rearrange/pad_ramp.hpp> needs besides those of vocabulary.hpp.
term wide_indices(term const& of, int axis)
{
  auto const i = arange(of.space(), std::int64_t{0}, of.extent(axis));
  return astype(along(i, axis, of.rank()), promote(of.dtype(), dtype::float64));
}
void assign_floor(term const& to, term const& from)
{
  assign(to, kind_of(to.dtype()) == kind::integer ? term(unary("floor", from)) : from);
}

}  // namespace detail

namespace {

using namespace detail;
using pair_of_scalars = std::pair<scalar_value, scalar_value>;

/// One for each axis; `what` is one for all of them, or one for each.
template <class Pair>
Pair const& of_axis(std::vector<Pair> const& what, int axis)
{
  return what.size() == 1 ? what[0] : what[static_cast<std::size_t>(axis)];
}
void require_each(std::vector<pair_of_scalars> const& what, int rank)
{
  if (what.size() != 1 && static_cast<int>(what.size()) != rank)
    throw shape_error("pad: " + std::to_string(what.size()) + " pairs of values for " +
                      std::to_string(rank) + " axes");
}

void write_constant(acre::detail::padded_axis<term> const& to, pair_of_scalars const& values)
{
  dynamic::assign(to.front(), scalar_operand(to.whole, values.first));
  dynamic::assign(to.back(), scalar_operand(to.whole, values.second));
}

/// Values that are one, with which a GPU pads short rows at once (acre/rearrange/detail/pad_rows).
std::optional<scalar_value> one_value(std::vector<pair_of_scalars> const& values)
{
  scalar_value const first = values.front().first;
  for (auto const& [before, behind] : values)
    if (before != first || behind != first) return {};
  return first;
}
template <class T>
struct element_around {
  T const* value;
  KOKKOS_INLINE_FUNCTION T operator()() const { return *value; }
};
bool pads_at_once(dynamic_array const& a, dynamic_array const& result)
{
  return !is_on_host(a.space()) && a.size() > 0 && acre::detail::lies_densely(layout_of(a)) &&
         acre::detail::pads_short_rows(result.shape(), item_size(a.dtype()));
}
dynamic_array padded_at_once(dynamic_array const& a, dynamic_array const& result,
                             pad_width const& width, scalar_value number)
{
  auto const value = bits_of(astype(scalar_operand(result, number), a.dtype()));
  pad_width of_all = width;
  of_all.each.insert(of_all.each.begin(), static_cast<std::size_t>(max_rank - a.rank()), {0, 0});
  return with_bits(a, [&]<class T, class Space>(array<T, max_rank, Space> const& x) {
    auto const to = bits_of(result).as<T, max_rank, Space>();
    auto const around = value.as<T, 0, Space>();
    if constexpr (Space::host_accessible)
      return result;
    else
      return dynamic_array(
          acre::detail::padded_rows(x, to, of_all, element_around<T>{around.data()}), a.rank());
  });
}

std::pair<double, double> as_floats(pair_of_scalars const& values)
{
  auto const as_float = [](auto v) -> double {
    if constexpr (std::is_arithmetic_v<decltype(v)>) return static_cast<double>(v);
    throw dtype_error("pad: end_values of mode linear_ramp are real numbers");
  };
  return {std::visit(as_float, values.first), std::visit(as_float, values.second)};
}

term statistic(std::string const& mode, term const& a, int axis)
{
  auto const axes = std::vector{axis};
  bool const chooses = mode == "maximum" || mode == "minimum";
  if (chooses && a.extent(axis) == 0) acre::detail::refuse_stat_length();
  auto const value = mode == "median" ? median("median", a, {.axes = axes, .keepdims = true})
                                      : reduce(chooses ? mode.substr(0, 3) : mode, a,
                                               {.axes = axes, .keepdims = true});
  return !chooses && kind_of(a.dtype()) == kind::integer ? unary("rint", value) : value;
}

}  // namespace

dynamic_array pad(dynamic_array const& a, pad_width width, pad_options const& options)
{
  std::string const& mode = options.mode;
  constexpr std::pair<std::string_view, pad_mode> by_pieces[] = {{"edge", pad_mode::edge},
                                                                 {"reflect", pad_mode::reflect},
                                                                 {"symmetric", pad_mode::symmetric},
                                                                 {"wrap", pad_mode::wrap}};
  std::optional<pad_mode> of_pieces;
  for (auto const& [known, value] : by_pieces)
    if (known == mode) of_pieces = value;
  bool const is_statistic =
      mode == "maximum" || mode == "minimum" || mode == "mean" || mode == "median";
  bool const is_plain = mode == "constant" || mode == "empty";
  if (!of_pieces && !is_statistic && !is_plain && mode != "linear_ramp")
    throw value_error("mode '" + mode + "' is not supported");

  extents shape(a.shape().size());
  acre::detail::padded_shape(a.shape(), width, shape);
  require_each(options.constant_values, a.rank());
  require_each(options.end_values, a.rank());
  std::optional<pad_width> lengths = options.stat_length;
  if (lengths) acre::detail::require_stat_lengths(a.shape(), *lengths);
  if (!is_plain) acre::detail::require_extendable(a.shape(), width);

  term const result = empty(a.space(), a.dtype(), shape);
  if (mode == "constant" && pads_at_once(a, result))
    if (auto const value = one_value(options.constant_values))
      return padded_at_once(a, result, width, *value);
  dynamic::assign(acre::detail::within(result, width, a.shape(), 0), a);
  if (mode == "empty" || (!is_plain && a.size() == 0)) return result;
  acre::detail::fill_frame(result, width, a.shape(), [&](auto const& to) {
    if (of_pieces)
      acre::detail::write_pieces(to, *of_pieces);
    else if (is_statistic)
      acre::detail::write_statistics(
          to, lengths, [&](term const& elements) { return statistic(mode, elements, to.axis); });
    else if (mode == "linear_ramp")
      acre::detail::write_ramps(to, as_floats(of_axis(options.end_values, to.axis)));
    else
      write_constant(to, of_axis(options.constant_values, to.axis));
  });
  return result;
}

}  // namespace acre::dynamic
