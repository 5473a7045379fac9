#include "workload.hpp"

#include <acre_apps/datasets.hpp>

#include <cstdarg>
#include <cstdio>

namespace acre::tour {

std::filesystem::path dataset(std::string const& name, context const& given)
{
  try {
    return apps::find_dataset(name, given.data);
  } catch (std::runtime_error const& e) {
    throw unavailable(e.what());
  }
}

std::string format(char const* pattern, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

}  // namespace acre::tour
