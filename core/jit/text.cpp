#include "text.hpp"

#include <acre/error.hpp>

#include <array>
#include <set>
#include <sstream>

namespace acre::detail::jit {

namespace {

using backends::kernel_dialect;

/// A text with those that it includes in place of the line that says so, each once. The C++
/// library's headers are the dialect's affair.
void expand(std::string_view name, std::set<std::string>& seen, std::string& to)
{
  if (!seen.insert(std::string(name)).second) return;
  for (named_text const* each = all_texts; each->name; ++each) {
    if (name != each->name) continue;
    std::istringstream text(each->text);
    for (std::string row; std::getline(text, row);) {
      if (row.rfind("#include <acre/", 0) == 0)
        expand(std::string_view(row).substr(10, row.find('>') - 10), seen, to);
      else if (row.rfind("#pragma once", 0) != 0 &&
               (row.rfind("#include", 0) != 0 || name.rfind("prelude/", 0) == 0))
        to.append(row).append(1, '\n');
    }
    return;
  }
  throw backend_error("jit: the library has no text " + std::string(name));
}

std::string common_part(kernel_dialect dialect)
{
  std::set<std::string> seen;
  std::string text;
  expand(dialect == kernel_dialect::host ? "prelude/host.hpp" : "prelude/gpu.hpp", seen, text);
  if (dialect == kernel_dialect::hip) expand("prelude/hip.hpp", seen, text);
  for (char const* name : {"erf", "exp", "gamma", "hyperbolic", "inverse_trig", "log", "pow",
                           "root", "rounding", "trig"})
    expand("acre/math/" + std::string(name) + ".hpp", seen, text);
  expand("acre/random/philox.hpp", seen, text);
  for (char const* name : {"functions", "elementwise"})
    expand("prelude/" + std::string(name) + ".hpp", seen, text);
  return text;
}

}  // namespace

std::string prelude(kernel_dialect dialect, char const* pattern)
{
  static std::array<std::string, 3> const all{common_part(kernel_dialect::host),
                                              common_part(kernel_dialect::cuda),
                                              common_part(kernel_dialect::hip)};
  std::string text = all[static_cast<std::size_t>(dialect)];
  add_prelude(text, pattern);
  return text;
}

void add_prelude(std::string& to, char const* pattern)
{
  std::set<std::string> seen;
  expand("prelude/" + std::string(pattern) + ".hpp", seen, to);
}

std::string line(std::string_view of) { return "\n#line 1 \"" + std::string(of) + "\"\n"; }

char const* type_name(dtype type, std::string_view kernel)
{
  constexpr char const* names[] = {"bool",          "std::int8_t",   "std::int16_t",
                                   "std::int32_t",  "std::int64_t",  "std::uint8_t",
                                   "std::uint16_t", "std::uint32_t", "std::uint64_t",
                                   "float",         "double"};
  if (type >= dtype::complex64)
    throw dtype_error(std::string(kernel) +
                      ": kernels that are compiled at run time take no complex numbers; pass their "
                      "parts, real(z) and imag(z)");
  return names[static_cast<std::size_t>(type)];
}

}  // namespace acre::detail::jit
