#pragma once

#include <exception>
#include <string>

namespace acre_test {

/// The text of the error that f() throws, with its type; "nothing" if it throws none.
template <class Error, class F>
std::string error_of(F const& f)
{
  try {
    f();
  } catch (Error const& e) {
    return e.what();
  } catch (std::exception const& e) {
    return std::string("another type: ") + e.what();
  }
  return "nothing";
}

}  // namespace acre_test
