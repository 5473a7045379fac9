#pragma once

#include <acre/dynamic/elementwise.hpp>
#include <acre/ragged/ragged.hpp>
#include <acre/ragged/rearrange.hpp>

#include <string>
#include <variant>

#include "operations.hpp"

/// The lists that a case picks, as ragged arrays.
namespace acre::conformance {

/// f(space), whichever it is.
template <class F>
results on_space(call const& c, F const& f)
{
  return std::visit([&](auto const& space) { return f(space); }, c.space());
}

/// An input of one axis as T, to which it is converted.
template <class T, class Space>
array<T, 1, Space> column(call const& c, Space const&, char const* name)
{
  dynamic_array const& a = c.input(name);
  if (a.rank() != 1) throw manifest_error(std::string(name) + " has more than one axis");
  return dynamic::astype(a, dtype_of<T>).template as<T, 1, Space>();
}

/// offsets[start : stop + 1] of the collection of that name.
template <class Space>
array<std::int64_t, 1, Space> picked_offsets(call const& c, Space const& space,
                                             char const* name = "offsets")
{
  auto const offsets = column<std::int64_t>(c, space, name);
  auto const count = offsets.size() - 1;
  auto const start = c.params().value("start", std::int64_t{0}),
             stop = c.params().value("stop", count);
  if (count < 0) throw manifest_error(std::string(name) + " has no element");
  if (start < 0 || stop < start || stop > count)
    throw manifest_error("start " + std::to_string(start) + " and stop " + std::to_string(stop) +
                         " are no part of " + std::to_string(count) + " lists");
  return offsets(slice(start, stop + 1));
}

/// The picked lists of a column.
template <class T, class Space>
ragged<T, Space> lists_of(call const& c, Space const& space, char const* name)
{
  return {picked_offsets(c, space), column<T>(c, space, name)};
}

/// The picked lists where there is no column: their elements are their positions.
template <class Space>
ragged<std::int64_t, Space> bare_lists(call const& c, Space const& space,
                                       char const* name = "offsets")
{
  auto const offsets = picked_offsets(c, space, name);
  return {offsets, arange<std::int64_t>(space, std::int64_t{offsets(-1).item()})};
}

/// Offsets from 0.
template <class Space>
array<std::int64_t, 1, Space> offsets_from_0(detail::list_structure<Space, std::int64_t> const& s)
{
  return evaluate(s.offsets - s.first);
}

/// f(lists) of the column x in the widest dtype of its kind, which holds each of its values: int64,
/// uint64 or float64.
template <class F>
results with_widest_lists(call const& c, F const& f)
{
  auto const type = c.input("x").dtype();
  if (kind_of(type) == detail::kind::complex)
    throw not_available("lists of complex numbers have no order");
  return on_space(c, [&](auto const& space) {
    if (kind_of(type) == detail::kind::floating) return f(lists_of<double>(c, space, "x"));
    if (type == dtype::uint64) return f(lists_of<std::uint64_t>(c, space, "x"));
    return f(lists_of<std::int64_t>(c, space, "x"));
  });
}

/// Converted to float64 or int64, which hold the values of every other dtype but uint64's.
template <class F>
results with_lists(call const& c, F const& f)
{
  auto const type = c.input("x").dtype();
  if (kind_of(type) == detail::kind::complex || type == dtype::uint64)
    throw not_available(std::string("no lists of ") + name(type));
  return on_space(c, [&](auto const& space) {
    if (kind_of(type) == detail::kind::floating) return f(lists_of<double>(c, space, "x"));
    return f(lists_of<std::int64_t>(c, space, "x"));
  });
}

/// In the dtype of the column.
inline dynamic_array brought_back(call const& c, dynamic_array const& a)
{
  return dynamic::astype(a, c.input("x").dtype());
}

/// New lists: their offsets, from 0, and elements.
template <class Lists>
results new_lists(call const& c, Lists const& x)
{
  return {{"offsets", offsets_from_0(*x.structure())}, {"x", brought_back(c, flatten(x))}};
}

}  // namespace acre::conformance
