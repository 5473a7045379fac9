#include "call_site.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include <cxxabi.h>
#include <unwind.h>

#ifdef ACRE_HAS_BACKTRACE
#include <backtrace.h>
#endif

namespace acre::detail {

namespace {

struct address_list {
  void** addresses;
  int count, most;
};

_Unwind_Reason_Code add_address(_Unwind_Context* context, void* data)
{
  auto& list = *static_cast<address_list*>(data);
  if (list.count == list.most) return _URC_END_OF_STACK;
  list.addresses[list.count++] = reinterpret_cast<void*>(_Unwind_GetIP(context));
  return _URC_NO_REASON;
}

}  // namespace

int return_addresses(void** addresses, int most) noexcept
{
  address_list list{addresses, 0, most};
  _Unwind_Backtrace(add_address, &list);
  return list.count;
}

#ifdef ACRE_HAS_BACKTRACE

namespace {

void ignore(void*, char const*, int) {}

backtrace_state* line_tables()
{
  static backtrace_state* const state = backtrace_create_state(nullptr, 1, ignore, nullptr);
  return state;
}

/// Whether a function of that mangled name is acre's, Kokkos' or the standard library's, also one
/// that is local to such a function.
bool is_of_libraries(std::string_view mangled)
{
  if (!mangled.starts_with("_Z")) return false;
  mangled.remove_prefix(2);
  auto const skip = [&](std::string_view any) {
    mangled.remove_prefix(std::min(mangled.find_first_not_of(any), mangled.size()));
  };
  skip("Z");
  if (mangled.starts_with("St")) return true;
  if (!mangled.starts_with('N')) return false;
  skip("NrVKRO");
  for (std::string_view const name : {"4acre", "St", "6Kokkos", "9__gnu_cxx"})
    if (mangled.starts_with(name)) return true;
  return false;
}

/// How many characters of a demangled operator belong to its name behind "operator". Arguments of
/// a template follow, which begin with '<'; behind a name that ends so the demangler puts a blank.
std::size_t length_of_operator(std::string_view text)
{
  if (text.starts_with("()") || text.starts_with("[]")) return 2;
  std::size_t n = 0;
  while (n < text.size() && std::strchr("+-*/%^&|~!=,<>", text[n]) &&
         (text[n] != '<' || n == 0 || text[0] == '<'))
    ++n;
  return n;
}

/// "acre::array::operator=" of a mangled name: no result, template arguments and parameters.
std::string plain_name(char const* mangled)
{
  std::unique_ptr<char, void (*)(void*)> const readable(
      abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr), std::free);
  if (!readable) return {};
  std::string_view text = readable.get();
  std::string name;
  for (int depth = 0; !text.empty(); text.remove_prefix(1)) {
    constexpr std::string_view word = "operator";
    char const c = text.front();
    if (depth == 0 && text.starts_with(word) && name.ends_with("::")) {
      std::size_t const n = word.size() + length_of_operator(text.substr(word.size()));
      name += text.substr(0, n);
      text.remove_prefix(n - 1);
    } else if (c == '<') {
      ++depth;
    } else if (c == '>') {
      --depth;
    } else if (depth > 0) {
      continue;
    } else if (c == '(') {
      break;
    } else if (c == ' ') {
      if (text.substr(1).starts_with('<')) continue;  // behind "operator<"
      name.clear();                                   // it was the result's type
    } else {
      name += c;
    }
  }
  // a constructor is named as its class
  for (std::string_view const twice : {"::array::array", "::ragged::ragged", "::table::table"})
    if (name.ends_with(twice)) name.resize(name.size() - (twice.size() - 2) / 2 - 1);
  return name;
}

/// Whether a name is that of an error's constructor: acre::value_error::error, which it inherits.
bool makes_an_error(std::string_view name)
{
  auto const last = name.rfind("::");
  std::string_view const scope = name.substr(0, last), own = name.substr(last + 2);
  return own.ends_with("error") || own == "out_of_memory" ? scope != "acre" : false;
}

/// "launch" of "launch<acre::host, main()::<lambda(int)> >": a function whose template argument is
/// local to another has no mangled name in the line tables. Empty for what is no plain name.
std::string_view name_before_arguments(std::string_view function)
{
  auto const end = function.find('<');
  if (end == function.npos) return {};
  std::string_view const name = function.substr(0, end);
  bool const is_plain = std::ranges::all_of(
      name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  return is_plain ? name : std::string_view();
}

/// The walk from the place of an error outwards to the first function that is the program's.
struct search {
  std::string operation;  // the outermost public function of acre so far
  char const* file = nullptr;
  int line = 0;
  bool ends = false;  // at the program's function, or at one without line tables

  void note_library(char const* function)
  {
    std::string name = plain_name(function);
    if (name.starts_with("acre::") && name.find("::detail::") == name.npos &&
        name.find("::backends::") == name.npos && !makes_an_error(name))
      operation = std::move(name);
  }
  /// A function of acre's header `file` that has no mangled name.
  void note_short_name(char const* in, char const* function)
  {
    if (std::strstr(in, "/detail/") || std::strstr(in, "/backends/")) return;
    if (auto const name = name_before_arguments(function); !name.empty())
      operation = "acre::" + std::string(name);
  }
};

void look_at_symbol(void* data, std::uintptr_t, char const* symbol, std::uintptr_t, std::uintptr_t)
{
  auto& found = *static_cast<search*>(data);
  if (!symbol || std::strncmp(symbol, "_Z", 2) != 0) return;  // a C library, as OpenMP's
  if (is_of_libraries(symbol))
    found.note_library(symbol);
  else
    found.ends = true;
}

int look_at_line(void* data, std::uintptr_t address, char const* file, int line,
                 char const* function)
{
  auto& found = *static_cast<search*>(data);
  if (!function || !file) {
    backtrace_syminfo(line_tables(), address, look_at_symbol, ignore, data);
  } else if (is_of_libraries(function)) {
    found.note_library(function);
  } else if (std::strstr(file, "/include/acre/")) {  // local functions may have a short name
    found.note_short_name(file, function);
  } else {
    found.ends = true;
    found.file = file;
    found.line = line;
  }
  return found.ends ? 1 : 0;
}

}  // namespace

std::string call_site_text(void* const* addresses, int count)
{
  search found;
  if (!line_tables()) return {};
  for (int n = 0; n < count && !found.ends; ++n)
    // the call lies before the address that it returns to
    backtrace_pcinfo(line_tables(), reinterpret_cast<std::uintptr_t>(addresses[n]) - 1,
                     look_at_line, ignore, &found);
  if (!found.file) return {};
  char const* const slash = std::strrchr(found.file, '/');
  return " (" + (found.operation.empty() ? "" : "in " + found.operation + "; ") + "called at " +
         (slash ? slash + 1 : found.file) + ':' + std::to_string(found.line) + ')';
}

#else

std::string call_site_text(void* const*, int) { return {}; }

#endif

}  // namespace acre::detail
