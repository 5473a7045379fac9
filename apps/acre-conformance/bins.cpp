#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre/dynamic/shape.hpp>

#include "operations.hpp"

/// Counts of what falls into bins, with whole-array operations alone.
namespace acre::conformance {

namespace {

using dynamic::binary;
using dynamic::index_term;

dynamic_array sliced(dynamic_array const& a, slice const& s)
{
  return dynamic::getitem(a, std::array<index_term, 1>{s});
}
dynamic_array counted(dynamic_array const& bin, std::int64_t bins, dynamic_array const& weight)
{
  auto const counts = dynamic::full(bin.space(), weight.dtype(), std::array{bins}, 0);
  if (bin.size() > 0) dynamic::add_at(counts, std::array<index_term, 1>{bin}, weight);
  return counts;
}

results bincount(call const& c)
{
  slice const range(
      c.has("start") ? std::optional(c.params()["start"].get<std::int64_t>()) : std::nullopt,
      c.has("stop") ? std::optional(c.params()["stop"].get<std::int64_t>()) : std::nullopt);
  auto const x = sliced(c.input("x"), range);
  if (kind_of(x.dtype()) > detail::kind::integer)
    throw dtype_error(std::string("Cannot cast array data from dtype('") + name(x.dtype()) +
                      "') to dtype('int64') according to the rule 'safe'");
  auto const places = dynamic::astype(x, dtype::int64);
  std::int64_t bins = c.params().value("minlength", std::int64_t{0});
  if (x.size() > 0) {
    if (dynamic::item<std::int64_t>(dynamic::reduce("min", places)) < 0)
      throw value_error("'list' argument must have no negative elements");
    bins = std::max(bins, dynamic::item<std::int64_t>(dynamic::reduce("max", places)) + 1);
  }
  dynamic_array const one = dynamic::full(c.space(), dtype::int64, {}, 1);
  dynamic_array const weight =
      c.has_input("weights") ? dynamic::astype(sliced(c.input("weights"), range), dtype::float64)
                             : one;
  return out(counted(places, bins, weight));
}

/// int(x * scale), clamped to the bins.
results histogram_clamped(call const& c)
{
  auto const bins = c.params().at("bins").get<std::int64_t>();
  dynamic_array const& x = c.input("x");
  auto const scaled =
      binary("multiply", x, dynamic::scalar_operand(x, c.params().at("scale").get<double>()));
  auto const bin = dynamic::astype(scaled, dtype::int64);
  auto const clamped =
      dynamic::clip(bin, dynamic::full(c.space(), dtype::int64, {}, 0),
                    dynamic::full(c.space(), dtype::int64, {}, static_cast<double>(bins - 1)));
  return out(counted(clamped, bins, dynamic::full(c.space(), dtype::uint32, {}, 1)));
}

}  // namespace

std::vector<operation> bin_operations()
{
  return {{"bincount", "histograms", bincount},
          {"histogram_clamped", "histograms", histogram_clamped}};
}

}  // namespace acre::conformance
