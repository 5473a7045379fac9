#pragma once

#include <acre/error.hpp>

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>
#include <string>
#include <typeinfo>

#include <cxxabi.h>

/// Base of the sources that tests/docs/snippets makes: standard output is caught, and compared with
/// the documents' where a snippet ends.
namespace acre_docs {

inline int argc = 1;
inline char* argv[] = {const_cast<char*>("program"), nullptr};
inline std::ostringstream printed;
inline std::ofstream found;  // --found=FILE: what differs, for `snippets accept`
inline int count = 0, failures = 0;

inline std::string as_json(std::string const& text)
{
  std::string out = "\"";
  for (char const c : text)
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (c == '\n')
      out += "\\n";
    else
      out += c;
  return out + '"';
}

inline void start(int given, char** arguments)
{
  for (int i = 1; i < given; ++i)
    if (std::string const a = arguments[i]; a.starts_with("--found=")) found.open(a.substr(8));
  std::cout.rdbuf(printed.rdbuf());
}

inline void caught(std::exception const& error)
{
  char* const name = abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, nullptr);
  // the page's own lines would make its text change with every line above
  static std::regex const called_at("called at [^ )]+:[0-9]+");
  auto const* const ours = dynamic_cast<acre::error const*>(&error);
  std::string const text = ours ? ours->message() : error.what();
  std::cout << name << ": " << std::regex_replace(text, called_at, "called at main.cpp:12") << '\n';
  std::free(name);
}

/// Without a `text` block nothing may be printed; one that ends with … says how the text begins.
inline void ended(char const* file, int line, char const* expected)
{
  std::string text = printed.str();
  printed.str("");
  while (text.ends_with('\n')) text.pop_back();
  ++count;
  std::string const wanted = expected == nullptr ? "" : expected, cut = "\u2026";
  if (wanted.ends_with(cut) ? text.starts_with(wanted.substr(0, wanted.size() - cut.size()))
                            : text == wanted)
    return;
  ++failures;
  std::cerr << file << ':' << line << ": expected\n"
            << (expected == nullptr ? "nothing" : expected) << "\nbut it printed\n"
            << text << "\n\n";
  if (found.is_open())
    found << "{\"file\":" << as_json(file) << ",\"line\":" << line
          << ",\"printed\":" << as_json(text) << "}\n";
}

inline void scope(char const* file, void (*run)())
{
  try {
    run();
  } catch (std::exception const& error) {
    ++failures;
    std::cerr << file << ": " << error.what() << '\n';
    printed.str("");
  }
}

inline int finish()
{
  std::cerr << count << " snippets, " << failures << " differ\n";
  return failures == 0 ? 0 : 1;
}

}  // namespace acre_docs
