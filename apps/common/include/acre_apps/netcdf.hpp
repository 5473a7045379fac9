#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace acre::apps {

struct netcdf_axis {
  std::string name;
  std::string units;           ///< empty where the file gives none
  std::vector<double> values;  ///< the coordinate of each index; empty where the file has none
};

struct netcdf_variable {
  std::string name;
  std::string units;
  std::vector<float> data;          ///< row-major
  std::vector<std::int64_t> shape;  ///< empty for a scalar
  std::vector<netcdf_axis> axes;    ///< one for each entry of shape
  std::optional<float> missing;     ///< elements equal to it are missing; NaN: those that are NaN
};

/// Reads one variable of a netCDF file (any format of the netCDF C library; root group).
///
/// The missing value is the attribute _FillValue or else missing_value; where both are given and
/// differ, elements that hold the second get the first. Packed data (scale_factor, add_offset) are
/// unpacked, and missing elements are then NaN. Other number types are rounded to float.
/// Throws  std::runtime_error naming the file: it can't be opened, isn't netCDF, has no such
///         variable (those that it has are listed with their dimensions), holds text, or a value is
///         beyond float's range.
netcdf_variable read_netcdf(std::filesystem::path const& path, std::string const& variable);

/// The numbers of a variable as they are in the file, in float64, row-major. Throws as above.
std::vector<double> read_netcdf_numbers(std::filesystem::path const& path,
                                        std::string const& variable);

/// Where a named data set is: in `dir` if given, else or if it isn't there in the folder of the
/// Debian package that brings it. Names:
///   "etopo5"  heights of the Earth, m: variable ROSE (2161 latitudes from the south pole, 4320
///             longitudes eastwards from Greenwich)
///   "coads"   monthly climate at sea: variable SST and others (12 months, 90 latitudes from the
///             south, 180 longitudes eastwards from 21 E), -1e34 over land and where nothing is
///             known
///   "gshhs-crude", "gshhs-low", "gshhs-intermediate"
///             the coastlines of GSHHG by Wessel and Smith, cut into bins as GMT has them
/// Throws  std::runtime_error with the folders searched, the package to install and the option to
///         use instead; std::invalid_argument listing the names if there is no such name.
std::filesystem::path find_dataset(std::string const& name,
                                   std::optional<std::filesystem::path> const& dir = std::nullopt);

}  // namespace acre::apps
