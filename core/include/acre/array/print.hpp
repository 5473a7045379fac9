#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/detail/format.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>

namespace acre {

/// The elements as NumPy's str() prints them, from any space. Waits.
template <expression E>
std::string to_string(E const& e)
{
  using T = detail::canonical_t<typename E::value_type>;  // of long long: the same bytes
  auto const shape = e.shape();
  auto const elements = to_vector(e);
  return detail::format_array<T>(reinterpret_cast<T const*>(elements.data()), shape, false);
}

template <expression E>
std::ostream& operator<<(std::ostream& out, E const& e)
{
  return out << to_string(e);
}

/// A shape, (2,3), where acre's names are used without acre:: in front; elsewhere
/// acre::to_string(a.shape()), as a shape is std's array.
template <std::size_t Rank>
std::ostream& operator<<(std::ostream& out, std::array<std::int64_t, Rank> const& shape)
{
  return out << to_string(extents_view(shape));
}

}  // namespace acre
