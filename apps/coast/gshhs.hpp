#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// The shores of the world as Wessel and Smith's GSHHG has them.
namespace acre::coast {

/// Polygons in pieces: the map is cut into bins, and each piece lies in one of them. The points of
/// piece k are offset[k] to offset[k + 1] - 1 of `longitude` and `latitude`. The pieces of a
/// polygon in any order: what is summed along a polygon is summed along its pieces.
struct shores {
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> polygon;        ///< of each piece
  std::vector<std::int32_t> level;          ///< 1 land, 2 lake, 3 island in a lake, 4 pond there
  std::vector<double> longitude, latitude;  ///< of each point; degrees, 0 to 360 and -90 to 90
  std::vector<double> given_area;           ///< of each polygon in full resolution, km²

  std::int64_t pieces() const { return static_cast<std::int64_t>(polygon.size()); }
};

/// A file binned_GSHHS_*.nc as GMT reads it. Antarctica's polygon of the ice front is taken, not
/// that of the grounding line. Throws std::runtime_error naming the file.
shores read_shores(std::filesystem::path const& file);

/// A place on an island or a continent that has a name.
struct named_place {
  std::string name;
  double longitude, latitude;
};
std::vector<named_place> const& named_places();

}  // namespace acre::coast
