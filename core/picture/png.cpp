#include <acre/error.hpp>
#include <acre/io/atomic_file.hpp>
#include <acre/picture/png.hpp>

#include <cstdio>
#include <string>

#include <png.h>

namespace acre::picture {
namespace {

[[noreturn]] void fail(std::filesystem::path const& path, std::string const& why)
{
  throw file_error("cannot write " + path.string() + ": " + why);
}

std::string size_text(std::int64_t width, std::int64_t height)
{
  return std::to_string(width) + " x " + std::to_string(height);
}

}  // namespace

void require_png_size(std::filesystem::path const& path, std::int64_t width, std::int64_t height)
{
  // the file format ends at 2^31 - 1 and libpng's default limit is far lower
  if (width < 1 || height < 1 || width > PNG_USER_WIDTH_MAX || height > PNG_USER_HEIGHT_MAX)
    fail(path, "a PNG of " + size_text(width, height) + " pixels is not possible");
}

void write_png(std::filesystem::path const& path, std::int64_t width, std::int64_t height,
               std::span<std::uint8_t const> rgb)
{
  require_png_size(path, width, height);
  if (rgb.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3)
    fail(path, "a picture of " + size_text(width, height) + " pixels has " +
                   std::to_string(width * height * 3) + " bytes of RGB, not " +
                   std::to_string(rgb.size()));

  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  io::write_file_atomically(path, [&](std::FILE* f) {
    int const written = png_image_write_to_stdio(&image, f, 0, rgb.data(), 0, nullptr);
    // libpng has "Write Error" for a failing disk: the caller of this knows the system's reason
    if (written == 0 && std::ferror(f) == 0) fail(path, image.message);
  });
}

}  // namespace acre::picture
