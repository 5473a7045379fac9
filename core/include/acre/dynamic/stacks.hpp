#pragma once

#include <acre/dynamic/array.hpp>

#include <optional>
#include <span>
#include <vector>

/// Arrays beside each other and views that show elements more than once, where dtypes and ranks are
/// known at run time only: as the functions of the same names (acre/rearrange/stacks.hpp,
/// sliding_window.hpp), with their errors. Queued.
namespace acre::dynamic {

dynamic_array vstack(std::span<dynamic_array const> parts);
dynamic_array hstack(std::span<dynamic_array const> parts);
dynamic_array dstack(std::span<dynamic_array const> parts);
dynamic_array column_stack(std::span<dynamic_array const> parts);

/// With new axes of extent 1 where `a` has fewer than `rank`, 1 to 3, of them: as NumPy's
/// atleast_1d, atleast_2d, atleast_3d. A view.
dynamic_array atleast(int rank, dynamic_array const& a);

/// Views: the arrays over the shape that all broadcast to, and runs of neighbours along axes, one
/// new last axis for each (without axes along all of them).
std::vector<dynamic_array> broadcast_arrays(std::span<dynamic_array const> arrays);
dynamic_array sliding_window_view(dynamic_array const& a, std::vector<std::int64_t> const& window,
                                  std::optional<std::vector<int>> const& axes = {});

}  // namespace acre::dynamic
