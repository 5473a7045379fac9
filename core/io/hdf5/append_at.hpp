#pragma once

#include <acre/io/entry.hpp>

#include <cstdint>
#include <filesystem>
#include <vector>

namespace acre::io::detail {

/// append_hdf5 along the first axis from place `first` on, in datasets that may end before:
/// netCDF-4 variables that were left out. Places between get the dataset's fill value.
void append_hdf5_at(std::filesystem::path const& path, std::vector<entry> const& entries,
                    std::int64_t first);

}  // namespace acre::io::detail
