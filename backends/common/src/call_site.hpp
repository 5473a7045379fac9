#pragma once

#include <string>

namespace acre::detail {

/// " (in acre::sort; called at main.cpp:12)" of the call of acre that these return addresses,
/// innermost first, lie in. Empty where the program has no line tables.
std::string call_site_text(void* const* addresses, int count);

/// The return addresses of this thread's calls, innermost first; returns how many.
int return_addresses(void** addresses, int most) noexcept;

}  // namespace acre::detail
