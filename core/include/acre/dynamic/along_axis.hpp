#pragma once

#include <acre/dynamic/array.hpp>
#include <acre/index/index_mode.hpp>

#include <optional>
#include <source_location>
#include <span>

/// Elements chosen along an axis or by a condition, where dtypes and ranks are known at run time
/// only, as by the functions of the same names (acre/index.hpp). Throws with NumPy's texts.
namespace acre::dynamic {

/// a's elements at index arrays along an axis (without one, of all of a in C order), as
/// take_along_axis(); the slices whose condition is true, as compress() (waits).
dynamic_array take_along_axis(dynamic_array const& a, dynamic_array const& index,
                              std::optional<int> axis = -1,
                              std::source_location where = std::source_location::current());
/// The elements at index arrays along an axis become values, as put_along_axis(); with a bad index
/// nothing is written.
void put_along_axis(dynamic_array const& a, dynamic_array const& index, dynamic_array const& values,
                    std::optional<int> axis = -1,
                    std::source_location where = std::source_location::current());
dynamic_array compress(dynamic_array const& condition, dynamic_array const& a,
                       std::optional<int> axis = {});

/// Selects from several choices, broadcast to one shape, the one that `index` names, as choose().
/// Mode raise waits; it throws value_error: invalid entry in choice array
dynamic_array choose(dynamic_array const& index, std::span<dynamic_array const> choices,
                     index_mode mode = index_mode::raise);

/// Positions where a is not zero: a row for each element, and positions in C order. These wait.
dynamic_array argwhere(dynamic_array const& a);
dynamic_array flatnonzero(dynamic_array const& a);

}  // namespace acre::dynamic
