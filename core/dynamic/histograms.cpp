#include "histograms.hpp"

#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/reduce.hpp>

#include "vocabulary.hpp"

namespace acre::dynamic::detail {

dynamic_array binned(dynamic_array const& x)
{
  if (kind_of(x.dtype()) == kind::complex) refuse("histogram", x.dtype());
  return astype(x, x.dtype() == dtype::float32 ? dtype::float32 : dtype::float64);
}

dynamic_array summed(dynamic_array const& place, std::int64_t places, dynamic_array const& weights)
{
  dynamic_array const sums =
      astype(full(place.space(), dtype::int8, std::array{places + 1}, 0), weights.dtype());
  // -1 counts from the end: the place that is cut off
  std::array<index_term, 1> const where{place};
  if (place.size() > 0 && kind_of(weights.dtype()) == kind::complex)
    for (int const part : {0, 1}) add_at(part_of(sums, part), where, part_of(weights, part));
  else if (place.size() > 0)
    add_at(sums, where, weights);
  return sums.view(0, std::array{places}, std::array<std::int64_t, 1>{1});
}

dynamic_array as_density(dynamic_array const& n, std::vector<dynamic_array> const& edges)
{
  dynamic_array density = n;
  for (std::size_t axis = 0; axis < edges.size(); ++axis) {
    auto const width = astype(distances(edges[axis], 0), dtype::float64);
    std::vector<std::int64_t> shape(edges.size(), 1);
    shape[axis] = width.size();
    density = binary("true_divide", density, reshape(width, shape));
  }
  return binary("true_divide", density, reduce("sum", n));
}

}  // namespace acre::dynamic::detail
