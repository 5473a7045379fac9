#include "names.hpp"

#include <acre/error.hpp>

#include <algorithm>

namespace acre::io::detail {

void require_entry_name(char const* operation, std::string const& name)
{
  auto const refuse = [&](std::string const& why) {
    throw value_error(std::string(operation) + ": " + why);
  };
  if (name.empty()) refuse("an entry has no name");
  if (name.size() > 60000)
    refuse("a name has " + std::to_string(name.size()) + " bytes, of 60000 at most");
  if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    refuse("an entry's name has control characters");
  // what unpacks the file makes files of the names
  if (name.front() == '/' || ("/" + name + "/").find("/../") != std::string::npos)
    refuse("the name " + name + " leads out of a folder");
}

std::string entry_name(std::string_view member)
{
  constexpr std::string_view end = ".npy";
  if (member.ends_with(end)) member.remove_suffix(end.size());
  return std::string(member);
}

}  // namespace acre::io::detail
