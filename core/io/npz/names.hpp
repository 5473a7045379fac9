#pragma once

#include <string>
#include <string_view>

namespace acre::io::detail {

/// Throws value_error: npz: an entry has no name; npz: the name "a\nb" has control characters; …
void require_entry_name(char const* operation, std::string const& name);

/// Name of a member without its .npy.
std::string entry_name(std::string_view member);

}  // namespace acre::io::detail
