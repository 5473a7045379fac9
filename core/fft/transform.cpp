#include <acre/error.hpp>
#include <acre/fft/detail/transform.hpp>

#include <cmath>
#include <string>

namespace acre::fft::detail {

void require_points(std::int64_t n)
{
  if (n < 1)
    throw value_error("Invalid number of FFT data points (" + std::to_string(n) + ") specified.");
}

double factor(std::int64_t n, norm which, bool inverse)
{
  if (which == norm::ortho) return 1 / std::sqrt(static_cast<double>(n));
  return (which == norm::backward) == inverse ? 1 / static_cast<double>(n) : 1;
}

axes_and_lengths resolve(extents_view shape, std::vector<int> const& axes,
                         std::vector<std::int64_t> const& lengths, bool to_real)
{
  int const rank = static_cast<int>(shape.size());
  axes_and_lengths all{axes, lengths};
  if (axes.empty()) {
    int const count = lengths.empty() ? rank : static_cast<int>(lengths.size());
    for (int axis = rank - count; axis < rank; ++axis) all.axis.push_back(axis);
  }
  bool is_named[max_rank] = {};
  for (int& axis : all.axis) {
    axis = acre::detail::normalized_axis(axis < 0 && axes.empty() ? -rank - 1 : axis, rank);
    if (std::exchange(is_named[axis], true)) throw value_error("repeated axis");
  }
  if (lengths.empty()) {
    for (int const axis : all.axis) all.length.push_back(shape[static_cast<std::size_t>(axis)]);
    if (to_real) all.length.back() = 2 * (all.length.back() - 1);
  } else if (lengths.size() != all.axis.size()) {
    throw value_error("Shape and axes have different lengths.");
  }
  for (std::int64_t const n : all.length) require_points(n);
  return all;
}

}  // namespace acre::fft::detail
