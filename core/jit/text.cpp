#include "text.hpp"

#include <acre/error.hpp>

#include <array>
#include <set>
#include <sstream>

namespace acre::detail::jit {

namespace {

using backends::kernel_dialect;

/// A text with those that it includes in place of the line that says so, each once; preludes
/// include each other as <acre/prelude/…>. The C++ library's headers are the dialect's affair.
void expand(std::string_view name, std::set<std::string>& seen, std::string& to)
{
  if (name.rfind("acre/prelude/", 0) == 0) name.remove_prefix(5);
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

struct common_text {
  std::string text;
  std::set<std::string> seen;
};
common_text common_part(kernel_dialect dialect)
{
  std::set<std::string> seen;
  std::string text;
  expand(dialect == kernel_dialect::host ? "prelude/host.hpp" : "prelude/gpu.hpp", seen, text);
  if (dialect == kernel_dialect::hip) expand("prelude/hip.hpp", seen, text);
  for (char const* name : {"types", "elementary", "functions", "elementwise"})
    expand("prelude/" + std::string(name) + ".hpp", seen, text);
  return {std::move(text), std::move(seen)};
}

common_text const& common(kernel_dialect dialect)
{
  static std::array<common_text, 3> const all{common_part(kernel_dialect::host),
                                              common_part(kernel_dialect::cuda),
                                              common_part(kernel_dialect::hip)};
  return all[static_cast<std::size_t>(dialect)];
}

}  // namespace

std::string prelude(kernel_dialect dialect, char const* pattern)
{
  std::string text = common(dialect).text;
  add_prelude(text, pattern);
  return text;
}

void add_prelude(std::string& to, char const* pattern)
{
  // which headers it has is the same for all dialects
  std::set<std::string> seen = common(kernel_dialect::host).seen;
  expand("prelude/" + std::string(pattern) + ".hpp", seen, to);
}

std::string line(std::string_view of) { return "\n#line 1 \"" + std::string(of) + "\"\n"; }

char const* type_name(dtype type)
{
  constexpr char const* names[] = {"bool",
                                   "std::int8_t",
                                   "std::int16_t",
                                   "std::int32_t",
                                   "std::int64_t",
                                   "std::uint8_t",
                                   "std::uint16_t",
                                   "std::uint32_t",
                                   "std::uint64_t",
                                   "float",
                                   "double",
                                   "acre::complex<float>",
                                   "acre::complex<double>",
                                   "acre::float16",
                                   "acre::bfloat16"};
  return names[static_cast<std::size_t>(type)];
}

char const* value_name(dtype type)
{
  return type_name(type == dtype::float16 || type == dtype::bfloat16 ? dtype::float32 : type);
}

}  // namespace acre::detail::jit
