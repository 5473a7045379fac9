#pragma once

#include <acre/array/dtype.hpp>
#include <acre/backends/common/compiler.hpp>

#include <string>
#include <string_view>

/// The texts that kernels are made of.
namespace acre::detail::jit {

struct named_text {
  char const* name;
  char const* text;
};
/// Files as they were when the library was built, by name; ends with null (written by CMake).
extern named_text const all_texts[];

/// Every kernel begins with this: the dialect's own words, acre's functions, the operands of
/// elementwise kernels, and prelude/`pattern`.hpp. line() numbers the lines after it anew.
std::string prelude(backends::kernel_dialect dialect, char const* pattern);

void add_prelude(std::string& to, char const* pattern);

/// "#line 1 …": messages about what follows name it so.
std::string line(std::string_view of);

/// The name that a kernel's code has outside: its user's, and none that a compiler knows as its own
/// function's.
inline std::string exported(std::string const& name) { return "acre_" + name; }

/// A dtype's name in C++.
char const* type_name(dtype type);
/// The name of what its numbers are in a text: float32 in the place of float16 and bfloat16.
char const* value_name(dtype type);

}  // namespace acre::detail::jit
