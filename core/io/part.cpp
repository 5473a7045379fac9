#include <acre/io/detail/part.hpp>
#include <acre/io/npy_file.hpp>

namespace acre::io {

detail::selected detail::select(std::vector<std::int64_t> const& shape,
                                std::span<slice const> given, std::string const& what)
{
  if (given.size() > shape.size())
    throw shape_error(what + " holds an array of shape " + npy_shape(shape) +
                      ", too few axes for " + std::to_string(given.size()) +
                      (given.size() == 1 ? " slice" : " slices"));
  selected out;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    auto const r = acre::detail::resolve(axis < given.size() ? given[axis] : slice(), shape[axis]);
    bool const backwards = r.step < 0 && r.count > 0;
    out.part.first.push_back(backwards ? r.first + (r.count - 1) * r.step : r.first);
    out.part.count.push_back(r.count);
    out.part.step.push_back(backwards ? -r.step : std::max<std::int64_t>(r.step, 1));
    out.turned.push_back(backwards ? slice(none, none, -1) : slice());
  }
  return out;
}

}  // namespace acre::io
