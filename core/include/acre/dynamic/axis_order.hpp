#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <span>
#include <vector>

/// Axes in other places, pieces of arrays and triangles of matrices whose rank is known at run time
/// only. Throws with NumPy's texts: index_error for an axis that is not there, value_error as the
/// functions of the same names (acre/rearrange.hpp). Queued.
namespace acre::dynamic {

/// Views with axes in another order, or without those of extent 1, or with such: as the functions
/// of the same names. squeeze() without axes drops all of extent 1.
dynamic_array moveaxis(dynamic_array const& a, std::vector<int> const& from,
                       std::vector<int> const& to);
dynamic_array swapaxes(dynamic_array const& a, int axis1, int axis2);
dynamic_array squeeze(dynamic_array const& a, std::optional<std::vector<int>> const& axes = {});
dynamic_array expand_dims(dynamic_array const& a, std::vector<int> const& places);
dynamic_array rot90(dynamic_array const& a, std::int64_t k = 1, int axis1 = 0, int axis2 = 1);

/// Views: the pieces between cuts, or so many pieces: of the same extent (split), or some longer by
/// one (array_split); and the parts along an axis, without it.
std::vector<dynamic_array> split(dynamic_array const& a, std::vector<std::int64_t> const& cuts,
                                 int axis = 0);
std::vector<dynamic_array> split(dynamic_array const& a, std::int64_t pieces, int axis = 0);
std::vector<dynamic_array> array_split(dynamic_array const& a, std::int64_t pieces, int axis = 0);
std::vector<dynamic_array> unstack(dynamic_array const& a, int axis = 0);

/// The coordinates of a grid's points, views; the first two axes exchanged (xy) or not (ij).
std::vector<dynamic_array> meshgrid(std::span<dynamic_array const> coordinates, bool xy = true);

/// Triangles and diagonals, as tril(), triu(), diag(). New arrays, but for a matrix' diagonal.
dynamic_array tril(dynamic_array const& a, std::int64_t k = 0);
dynamic_array triu(dynamic_array const& a, std::int64_t k = 0);
dynamic_array diag(dynamic_array const& a, std::int64_t k = 0);

}  // namespace acre::dynamic
