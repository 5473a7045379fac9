#pragma once

#include <cstdint>

#include "../readable_file.hpp"

namespace acre::io::detail {

/// How many bytes a file has whose header is that of this one, of netCDF's classic format; 0 for
/// any other format. The netCDF library reads zeros where a file ends early, and takes the memory
/// that a header asks for. Throws file_error where the header itself is cut off or is none.
///
/// Source: netCDF's file format specifications, "The NetCDF Classic Format Specification" (CDF-1,
/// CDF-2 and CDF-5).
std::uint64_t classic_netcdf_size(readable_file const& file);

}  // namespace acre::io::detail
