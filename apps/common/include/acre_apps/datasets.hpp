#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace acre::apps {

/// Path of a named data set: in `dir` if given (other data than were named would be no help), else
/// in the folder of the Debian package that brings it. Names:
///   "etopo5"  heights of the Earth, m: variable ROSE (2161 latitudes from the south pole, 4320
///             longitudes eastwards from Greenwich)
///   "coads"   monthly climate at sea: variable SST and others (12 months, 90 latitudes from the
///             south, 180 longitudes eastwards from 21 E), -1e34 over land and where nothing is
///             known
///   "gshhs-crude", "gshhs-low", "gshhs-intermediate"
///             the coastlines of GSHHG by Wessel and Smith, cut into bins as GMT has them
/// Throws  std::runtime_error with the folder searched, the package to install and the option to
///         use instead; std::invalid_argument listing the names if there is no such name.
std::filesystem::path find_dataset(std::string const& name,
                                   std::optional<std::filesystem::path> const& dir = std::nullopt);

}  // namespace acre::apps
