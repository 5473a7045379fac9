#include <acre/device/spaces.hpp>

#include <charconv>

namespace acre {

std::vector<space_info> spaces()
{
  std::vector<space_info> all;
  for_each_space([&](auto const& space) { all.push_back({space.name, space.devices()}); });
  return all;
}

namespace {

[[noreturn]] void refuse(std::string_view text, std::string const& why)
{
  std::string message = "space '" + std::string(text) + "' " + why + "; this build has";
  char const* separator = " ";
  for (space_info const& space : spaces())
    for (device_info const& device : space.devices) {
      message +=
          separator + space.name + ':' + std::to_string(device.index) + " (" + device.name + ')';
      separator = ", ";
    }
  throw backend_error(message);
}

}  // namespace

space_name parse_space(std::string_view text)
{
  space_name result;
  auto const colon = text.find(':');
  result.name = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    auto const number = text.substr(colon + 1);
    auto const [end, status] =
        std::from_chars(number.data(), number.data() + number.size(), result.device);
    if (status != std::errc() || end != number.data() + number.size() || result.device < 0)
      refuse(text, "does not name a device (expected NAME or NAME:NUMBER)");
  }
  for (space_info const& space : spaces()) {
    if (space.name != result.name) continue;
    for (device_info const& device : space.devices)
      if (device.index == result.device) return result;
    refuse(text, "is not present");
  }
  refuse(text, "is not built");
}

}  // namespace acre
