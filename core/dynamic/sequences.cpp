#include <acre/array/sequences.hpp>
#include <acre/array/windows.hpp>
#include <acre/dynamic/sequences.hpp>

#include "views.hpp"

namespace acre::dynamic {

using namespace detail;

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
