#pragma once
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace acre::apps {

/// Starts the runtime for the spaces asked for; a GPU's number among them ("cuda:1") is the device
/// that Kokkos starts on. Throws as acre::runtime does.
inline runtime runtime_for(std::vector<std::string> const& asked, std::string device = {})
{
  for (std::string const& space : asked) {
    auto const colon = space.find(':');
    if (colon != std::string::npos && !backends::host::kind_named(space.substr(0, colon).c_str()))
      device = space;
  }
  std::string argument = "--acre-space=" + device;
  char program[] = "acre";
  char* arguments[] = {program, device.empty() ? nullptr : argument.data(), nullptr};
  int count = device.empty() ? 1 : 2;
  return runtime(count, arguments);
}

/// The names asked for, once each, without a GPU's number and with that of threads; all spaces of
/// the build where none is. Throws backend_error for one that is not there, listing those that are.
inline std::vector<std::string> chosen_spaces(std::vector<std::string> const& asked)
{
  std::vector<std::string> names;
  if (asked.empty())
    for (space_info const& s : spaces()) names.push_back(s.name);
  for (std::string const& text : asked) {
    auto [name, number] = parse_space(text);
    if (number && backends::host::kind_named(name.c_str())) name += ':' + std::to_string(*number);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace acre::apps
