#pragma once

#include <acre/array/dtype.hpp>
#include <acre/jit/detail/operand.hpp>

#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Declarations of operands in text: "T x, raw float32 y".
namespace acre::detail::jit {

struct declaration {
  std::string name;
  std::optional<dtype> type;  // none: what `letter` stands for
  char letter = 0;
  bool raw = false;
};

bool is_identifier(std::string_view text);
/// Whether a text has the word as one of its own.
bool has_word(std::string_view text, std::string_view word);

/// `kernel` names it in messages. Throws value_error.
std::vector<declaration> parse_declarations(std::string_view text, std::string_view kernel);
/// Throws value_error where two have one name, or the name of something else in a kernel.
void require_names(std::span<declaration const> all, std::string_view kernel);

/// The dtype of each operand, and what the letters stand for.
struct resolved_types {
  std::pmr::vector<dtype> of;
  std::pmr::vector<std::pair<char, dtype>> letters;
};
/// Throws dtype_error where arguments do not fit their declarations, value_error where nothing says
/// what a letter is. `memory` outlives the result.
resolved_types resolve_types(std::span<declaration const> declared,
                             std::span<operand const> arguments, std::string_view kernel,
                             std::pmr::memory_resource& memory);

/// The dtypes of the outputs, which are declared behind the inputs, where the inputs say them.
/// Throws likewise.
std::vector<dtype> result_types_of(std::span<declaration const> declared, std::size_t inputs,
                                   std::span<operand const> given, std::string_view kernel);

/// A number's value as one of another dtype.
void convert_number(operand const& from, dtype to, unsigned char* value);

/// "float32"
char const* name_of(dtype type);

}  // namespace acre::detail::jit
