#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/pad.hpp>
#include <acre/dynamic/quantile.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/rearrange/pad_ramp.hpp>
#include <acre/rearrange/pad_statistic.hpp>

#include <array>

#include "views.hpp"

namespace acre::dynamic {

namespace {

using namespace detail;
using pair_of_scalars = std::pair<scalar_value, scalar_value>;

/// An array that is being padded along one axis: its places before, its own and those behind.
struct strip {
  dynamic_array whole;
  int axis;
  std::int64_t before, own, behind;

  dynamic_array part(std::int64_t first, std::int64_t count) const
  {
    return sliced(whole, axis, slice(first, first + count));
  }
  dynamic_array front() const { return part(0, before); }
  dynamic_array back() const { return part(before + own, behind); }
};

dynamic_array within(dynamic_array a, pad_width const& width, extents_view own, int axis)
{
  for (int k = axis; k < a.rank(); ++k) {
    auto const first = width.each[static_cast<std::size_t>(k)].first;
    a = sliced(a, k, slice(first, first + own[static_cast<std::size_t>(k)]));
  }
  return a;
}

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

void write_constant(strip const& s, pair_of_scalars const& values)
{
  assign(s.front(), scalar_operand(s.whole, values.first));
  assign(s.back(), scalar_operand(s.whole, values.second));
}

void write_runs(strip const& s, pad_mode mode)
{
  auto const inside = s.part(s.before, s.own);
  for (auto const& run : acre::detail::pad_runs(mode, s.own, s.before, s.behind)) {
    auto const to = s.part(run.at, run.count);
    if (run.step == 0) {
      assign(to, sliced(inside, s.axis, slice(run.first, run.first + 1)));
      continue;
    }
    std::int64_t const low = run.step > 0 ? run.first : run.first - run.count + 1;
    auto const from = sliced(inside, s.axis, slice(low, low + run.count));
    assign(to, run.step > 0 ? from : flip(from, std::vector{s.axis}));
  }
}

/// As acre::detail::write_ramp.
void write_ramp(dynamic_array const& to, dynamic_array const& edge, scalar_value end, int axis)
{
  std::int64_t const n = to.shape()[static_cast<std::size_t>(axis)];
  if (n == 0) return;
  dtype const wide = promote(to.dtype(), dtype::float64);
  auto const count = static_cast<double>(n);
  auto const i = astype(along(arange(to.space(), std::int64_t{0}, n), axis, to.rank()), wide);
  double const first = std::visit([](auto v) { return static_cast<double>(v); }, end);
  auto const delta = binary("subtract", astype(edge, wide), first);
  auto const step = binary("true_divide", delta, count);
  auto const none_moves = reduce("any", binary("equal", step, 0.0));
  auto ramp = where(none_moves, binary("multiply", binary("true_divide", i, count), delta),
                    binary("multiply", i, step));
  ramp = binary("add", ramp, first);
  if (kind_of(to.dtype()) == kind::integer) ramp = unary("floor", ramp);
  assign(to, ramp);
}
void write_ramps(strip const& s, pair_of_scalars const& ends)
{
  write_ramp(s.front(), s.part(s.before, 1), ends.first, s.axis);
  write_ramp(flip(s.back(), std::vector{s.axis}), s.part(s.before + s.own - 1, 1), ends.second,
             s.axis);
}

dynamic_array statistic(std::string const& mode, dynamic_array const& a, int axis)
{
  auto const axes = std::vector{axis};
  bool const chooses = mode == "maximum" || mode == "minimum";
  if (chooses && a.shape()[static_cast<std::size_t>(axis)] == 0) acre::detail::refuse_stat_length();
  auto const value = mode == "median" ? median("median", a, {.axes = axes, .keepdims = true})
                                      : reduce(chooses ? mode.substr(0, 3) : mode, a,
                                               {.axes = axes, .keepdims = true});
  return !chooses && kind_of(a.dtype()) == kind::integer ? unary("rint", value) : value;
}
void write_statistics(strip const& s, std::string const& mode,
                      std::optional<pad_width> const& stat_length)
{
  auto const length = stat_length ? of_axis(stat_length->each, s.axis) : std::pair(s.own, s.own);
  std::int64_t const first = std::min(length.first, s.own), last = std::min(length.second, s.own);
  if (s.before > 0 || first == 0)
    assign(s.front(), statistic(mode, s.part(s.before, first), s.axis));
  if (s.behind > 0 || last == 0)
    assign(s.back(), statistic(mode, s.part(s.before + s.own - last, last), s.axis));
}

}  // namespace

dynamic_array pad(dynamic_array const& a, pad_width width, pad_options const& options)
{
  std::string const& mode = options.mode;
  constexpr std::pair<std::string_view, pad_mode> runs[] = {{"edge", pad_mode::edge},
                                                            {"reflect", pad_mode::reflect},
                                                            {"symmetric", pad_mode::symmetric},
                                                            {"wrap", pad_mode::wrap}};
  std::optional<pad_mode> of_runs;
  for (auto const& [known, value] : runs)
    if (known == mode) of_runs = value;
  bool const is_statistic =
      mode == "maximum" || mode == "minimum" || mode == "mean" || mode == "median";
  bool const is_plain = mode == "constant" || mode == "empty";
  if (!of_runs && !is_statistic && !is_plain && mode != "linear_ramp")
    throw value_error("mode '" + mode + "' is not supported");

  extents shape(a.shape().size());
  acre::detail::padded_shape(a.shape(), width, shape);
  require_each(options.constant_values, a.rank());
  require_each(options.end_values, a.rank());
  std::optional<pad_width> lengths = options.stat_length;
  if (lengths) acre::detail::require_stat_lengths(a.shape(), *lengths);
  if (!is_plain) acre::detail::require_extendable(a.shape(), width);

  auto const result = empty(a.space(), a.dtype(), shape);
  assign(within(result, width, a.shape(), 0), a);
  if (mode == "empty" || (!is_plain && a.size() == 0)) return result;
  for (int axis = 0; axis < a.rank(); ++axis) {
    auto const [before, behind] = width.each[static_cast<std::size_t>(axis)];
    strip const s{within(result, width, a.shape(), axis + 1), axis, before,
                  a.shape()[static_cast<std::size_t>(axis)], behind};
    if (mode == "constant")
      write_constant(s, of_axis(options.constant_values, axis));
    else if (of_runs)
      write_runs(s, *of_runs);
    else if (is_statistic)
      write_statistics(s, mode, lengths);
    else
      write_ramps(s, of_axis(options.end_values, axis));
  }
  return result;
}

}  // namespace acre::dynamic
