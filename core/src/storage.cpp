#include <acre/array/detail/storage.hpp>

#include <cstdio>

namespace acre::detail {

std::string readable_bytes(double bytes)
{
  static constexpr char const* unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB"};
  int u = 0;
  char text[64];
  for (; u < 7 && bytes >= 1023.5; ++u) bytes /= 1024;
  if (u == 0)
    std::snprintf(text, sizeof text, "%.0f", bytes);
  else if (bytes < 999.5)
    std::snprintf(text, sizeof text, "%#.3g", bytes);
  else
    std::snprintf(text, sizeof text, "%.0f", bytes);
  std::string number = text;
  if (!number.empty() && number.back() == '.') number.pop_back();
  return number + ' ' + unit[u];
}

std::size_t bytes_of(extents_view shape, std::size_t item_size, char const* dtype)
{
  std::int64_t const size = size_of(shape);
  if (size > INT64_MAX / static_cast<std::int64_t>(item_size))
    throw_out_of_memory(shape, item_size, dtype);
  return static_cast<std::size_t>(size) * item_size;
}

void throw_out_of_memory(extents_view shape, std::size_t item_size, char const* dtype)
{
  double bytes = static_cast<double>(item_size);
  std::string text = "(";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    bytes *= static_cast<double>(shape[axis]);
    text += (axis > 0 ? ", " : "") + std::to_string(shape[axis]);
  }
  text += shape.size() == 1 ? ",)" : ")";
  throw out_of_memory("Unable to allocate " + readable_bytes(bytes) + " for an array with shape " +
                      text + " and data type " + dtype);
}

}  // namespace acre::detail
