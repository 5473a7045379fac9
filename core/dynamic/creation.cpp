#include <acre/array/creation.hpp>
#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre/random/philox4x64.hpp>

#include "dispatch.hpp"

namespace acre::dynamic {

dynamic_array arange(dynamic_space const& space, std::int64_t start, std::int64_t stop,
                     std::int64_t step)
{
  return std::visit(
      [&](auto const& s) {
        return dynamic_array(acre::arange<std::int64_t>(s, start, stop, step));
      },
      space);
}

dynamic_array arange(dynamic_space const& space, double start, double stop, double step)
{
  return std::visit(
      [&](auto const& s) { return dynamic_array(acre::arange<double>(s, start, stop, step)); },
      space);
}

dynamic_array linspace(dynamic_space const& space, double start, double stop, std::int64_t count,
                       bool endpoint)
{
  return std::visit(
      [&](auto const& s) { return dynamic_array(acre::linspace(s, start, stop, count, endpoint)); },
      space);
}

dynamic_array full(dynamic_space const& space, dtype type, extents_view shape, scalar_value value)
{
  size_of(shape);  // refuses negative extents
  auto const none = empty(space, type, std::array{std::int64_t{0}});
  return copy(broadcast_to(astype(scalar_operand(none, value), type), shape));
}

dynamic_array philox4x64(dynamic_space const& space, std::array<std::uint64_t, 2> const& key,
                         std::array<std::uint64_t, 4> const& counter, std::int64_t count)
{
  return std::visit(
      [&](auto const& s) { return dynamic_array(acre::philox4x64_raw(s, key, counter, count)); },
      space);
}

}  // namespace acre::dynamic
