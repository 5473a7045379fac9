#include <acre/array/creation.hpp>
#include <acre/array/sequences.hpp>
#include <acre/array/windows.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/sequences.hpp>

#include <cmath>

#include "halves.hpp"
#include "named_functions.hpp"
#include "views.hpp"

namespace acre::dynamic {

using namespace detail;

namespace {

/// Without its fraction where the dtype is of integers. Throws value_error where that can't hold
/// it.
scalar_value element_of(dtype type, scalar_value x)
{
  if (kind_of(type) != kind::integer) return x;
  if (auto const* const number = std::get_if<double>(&x)) {
    if (!(std::abs(*number) < 0x1p63))
      throw value_error(std::isnan(*number)   ? "cannot convert float NaN to integer"
                        : std::isinf(*number) ? "cannot convert float infinity to integer"
                                              : "Python int too large to convert to C long");
    x = static_cast<std::int64_t>(*number);
  }
  require_held(type, x);
  return x;
}

template <class T>
dynamic_array arange_of(dynamic_space const& space, dtype type, T start, T stop, T step)
{
  std::int64_t const count = acre::detail::arange_count(start, stop, step);
  if (type == dtype::boolean && count > 2)
    throw dtype_error(
        "arange() is only supported for booleans when the result has at most length 2.");
  if (count == 0) return empty(space, type, std::array{count});
  T const next = static_cast<T>(start + step);
  auto const first = element_of(type, start);
  if (count == 1) return full(space, type, std::array{count}, first);
  auto const second = element_of(type, next);
  if (type == dtype::boolean)
    return concatenate(std::array{full(space, type, std::array{std::int64_t{1}}, first),
                                  full(space, type, std::array{std::int64_t{1}}, second)});
  auto const number = [&](scalar_value x) {  // of halves too, which are computed in float32
    return astype(full(space, type, {}, x), computed(type));
  };
  auto const begin = number(first), step_there = binary("subtract", number(second), begin);
  auto const at = astype(arange(space, std::int64_t{0}, count), computed(type));
  return astype(binary("add", binary("multiply", at, step_there), begin), type);
}

}  // namespace

dynamic_array arange(dynamic_space const& space, dtype type, scalar_value start, scalar_value stop,
                     scalar_value step)
{
  auto const real = [](scalar_value x) {
    return std::visit(
        []<class T>(T n) -> double {
          if constexpr (std::is_arithmetic_v<T>) return static_cast<double>(n);
          throw dtype_error("arange() takes real numbers");
        },
        x);
  };
  auto const whole = [](scalar_value x) -> std::optional<std::int64_t> {
    return std::visit(
        []<class T>(T n) -> std::optional<std::int64_t> {
          if constexpr (std::is_integral_v<T>)
            if (n <= static_cast<T>(INT64_MAX)) return static_cast<std::int64_t>(n);
          return {};
        },
        x);
  };
  auto const first = whole(start), last = whole(stop), by = whole(step);
  if (first && last && by) {
    if (type == dtype::int64) return arange(space, *first, *last, *by);
    return arange_of(space, type, *first, *last, *by);
  }
  if (type == dtype::float64) return arange(space, real(start), real(stop), real(step));
  return arange_of(space, type, real(start), real(stop), real(step));
}

dynamic_array eye(dynamic_space const& space, dtype type, std::int64_t rows, std::int64_t columns,
                  std::int64_t k)
{
  return astype(
      std::visit([&](auto const& s) { return dynamic_array(acre::eye<bool>(s, rows, columns, k)); },
                 space),
      type);
}

dynamic_array tri(dynamic_space const& space, dtype type, std::int64_t rows, std::int64_t columns,
                  std::int64_t k)
{
  return astype(
      std::visit([&](auto const& s) { return dynamic_array(acre::tri<bool>(s, rows, columns, k)); },
                 space),
      type);
}

dynamic_array logspace(dynamic_space const& space, double start, double stop, std::int64_t count,
                       bool endpoint, double base)
{
  return std::visit(
      [&](auto const& s) {
        return dynamic_array(acre::logspace(s, start, stop, count, endpoint, base));
      },
      space);
}

dynamic_array geomspace(dynamic_space const& space, double start, double stop, std::int64_t count,
                        bool endpoint)
{
  return std::visit(
      [&](auto const& s) {
        return dynamic_array(acre::geomspace(s, start, stop, count, endpoint));
      },
      space);
}

dynamic_array window(dynamic_space const& space, std::string_view name, std::int64_t count,
                     double beta)
{
  return std::visit(
      [&](auto const& s) {
        if (name == "hanning") return dynamic_array(acre::hanning(s, count));
        if (name == "hamming") return dynamic_array(acre::hamming(s, count));
        if (name == "blackman") return dynamic_array(acre::blackman(s, count));
        if (name == "bartlett") return dynamic_array(acre::bartlett(s, count));
        if (name == "kaiser") return dynamic_array(acre::kaiser(s, count, beta));
        throw value_error("there is no window '" + std::string(name) + "'");
      },
      space);
}

dynamic_array vander(dynamic_array const& x, std::optional<std::int64_t> columns, bool increasing)
{
  if (x.rank() != 1) throw value_error("x must be a one-dimensional array or sequence.");
  std::int64_t const n = columns.value_or(x.size());
  auto const base = astype(x, promote(x.dtype(), dtype::int64));
  auto const all = empty(x.space(), base.dtype(), std::array{x.size(), n});
  dynamic_array power = scalar_operand(base, std::int64_t{1});
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t const at = increasing ? k : n - 1 - k;
    if (k > 0) power = k == 1 ? base : binary("multiply", power, base);
    assign(sliced(all, 1, slice(at, at + 1)), along(power, 0, 2));
  }
  return all;
}

}  // namespace acre::dynamic
