#pragma once

#include <acre/error.hpp>

#include <exception>
#include <string>

namespace acre_test {

/// An error's text without the line that called, which builds with line tables add.
inline std::string message_of(std::exception const& e)
{
  auto const* const ours = dynamic_cast<acre::error const*>(&e);
  return ours ? ours->message() : e.what();
}

/// The text of the error that f() throws, with its type; "nothing" if it throws none.
template <class Error, class F>
std::string error_of(F const& f)
{
  try {
    f();
  } catch (Error const& e) {
    return message_of(e);
  } catch (std::exception const& e) {
    return std::string("another type: ") + message_of(e);
  }
  return "nothing";
}

}  // namespace acre_test
