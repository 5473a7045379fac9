#pragma once
#include <cstdint>
#include <filesystem>
#include <span>

namespace acre::picture {

/// Throws file_error naming the file where no PNG has that size: libpng's limit is most often 10^6
/// pixels along an edge.
void require_png_size(std::filesystem::path const& path, std::int64_t width, std::int64_t height);

/// Writes an 8-bit RGB picture as PNG.
///
/// Shapes  rgb holds height rows of width pixels of 3 bytes, first row on top; width, height > 0.
/// Throws  file_error naming the file, for a wrong size of rgb as for a failing disk;
///         `path` then holds what it held before.
void write_png(std::filesystem::path const& path, std::int64_t width, std::int64_t height,
               std::span<std::uint8_t const> rgb);

}  // namespace acre::picture
