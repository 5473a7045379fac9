#include "signature.hpp"

#include <acre/error.hpp>

#include <algorithm>
#include <cstring>

namespace acre::detail::jit {

namespace {

constexpr char const* numpy_names[] = {"bool",    "int8",      "int16",      "int32",   "int64",
                                       "uint8",   "uint16",    "uint32",     "uint64",  "float32",
                                       "float64", "complex64", "complex128", "float16", "bfloat16"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text)
{
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string> words_of(std::string_view text)
{
  std::vector<std::string> words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    std::size_t n = 0;
    while (n < text.size() && !is_blank(text[n])) ++n;
    words.emplace_back(text.substr(0, n));
    text.remove_prefix(n);
  }
  return words;
}

std::optional<dtype> dtype_of(std::string_view name)
{
  for (std::size_t n = 0; n < std::size(numpy_names); ++n)
    if (name == numpy_names[n]) return static_cast<dtype>(n);
  if (name.rfind("std::", 0) == 0) name.remove_prefix(5);
  if (name.size() > 2 && name.substr(name.size() - 2) == "_t")
    return dtype_of(name.substr(0, name.size() - 2));
  if (name == "float") return dtype::float32;
  if (name == "double") return dtype::float64;
  if (name == "int") return dtype::int32;
  if (name == "unsigned") return dtype::uint32;
  if (name == "complex<float>") return dtype::complex64;
  if (name == "complex<double>") return dtype::complex128;
  return std::nullopt;
}

int kind_rank(dtype type)
{
  if (type == dtype::complex64 || type == dtype::complex128) return 3;
  return type == dtype::boolean ? 0 : type <= dtype::uint64 ? 1 : 2;
}

declaration parse_one(std::string_view text, std::string const& where)
{
  auto words = words_of(text);
  declaration d;
  if (!words.empty() && words.front() == "raw") {
    d.raw = true;
    words.erase(words.begin());
  }
  if (words.size() != 2 || !is_identifier(words[1]))
    throw value_error(where + "'" + std::string(trimmed(text)) +
                      "' is no declaration: it is a type and a name, such as 'float32 x', 'T x' or "
                      "'raw T x'");
  d.name = words[1];
  d.type = dtype_of(words[0]);
  if (!d.type) {
    if (words[0].size() != 1 || words[0][0] < 'A' || words[0][0] > 'Z')
      throw value_error(where + "unknown type '" + words[0] + "' of '" + d.name +
                        "': it is a dtype (bool, int8 to int64, uint8 to uint64, float16, "
                        "bfloat16, float32, float64, "
                        "complex64, complex128, or int, float, double as in C++) or one capital "
                        "letter, which stands for "
                        "what the arguments have");
    d.letter = words[0][0];
  }
  return d;
}

template <class To>
void put(To value, unsigned char* to)
{
  std::memcpy(to, &value, sizeof value);
}
template <class To, class From>
void convert_to(From from, unsigned char* to)
{
  if constexpr (is_complex<To>::value)
    put(converted<To>(from), to);
  else if constexpr (is_complex<From>::value)
    return;  // resolve_types has refused it
  else if constexpr (std::is_same_v<To, bool>)
    put(from != From(0), to);
  else
    put(static_cast<To>(from), to);
}

template <class From>
void convert_from(unsigned char const* bytes, dtype to, unsigned char* value)
{
  From from;
  std::memcpy(&from, bytes, sizeof from);
  switch (to) {
    case dtype::boolean:
      return convert_to<bool>(from, value);
    case dtype::int8:
      return convert_to<std::int8_t>(from, value);
    case dtype::int16:
      return convert_to<std::int16_t>(from, value);
    case dtype::int32:
      return convert_to<std::int32_t>(from, value);
    case dtype::int64:
      return convert_to<std::int64_t>(from, value);
    case dtype::uint8:
      return convert_to<std::uint8_t>(from, value);
    case dtype::uint16:
      return convert_to<std::uint16_t>(from, value);
    case dtype::uint32:
      return convert_to<std::uint32_t>(from, value);
    case dtype::uint64:
      return convert_to<std::uint64_t>(from, value);
    case dtype::float32:
      return convert_to<float>(from, value);
    case dtype::complex64:
      return convert_to<complex<float>>(from, value);
    case dtype::complex128:
      return convert_to<complex<double>>(from, value);
    case dtype::float16:
      return convert_to<float16>(from, value);
    case dtype::bfloat16:
      return convert_to<bfloat16>(from, value);
    default:
      return convert_to<double>(from, value);
  }
}

}  // namespace

char const* name_of(dtype type) { return numpy_names[static_cast<std::size_t>(type)]; }

bool is_identifier(std::string_view text)
{
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

bool has_word(std::string_view text, std::string_view word)
{
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; ++at) {
    std::size_t const end = at + word.size();
    bool const begins = at == 0 || !(is_letter(text[at - 1]) || is_digit(text[at - 1]));
    bool const ends = end == text.size() || !(is_letter(text[end]) || is_digit(text[end]));
    if (begins && ends) return true;
  }
  return false;
}

std::vector<declaration> parse_declarations(std::string_view text, std::string_view kernel)
{
  std::vector<declaration> all;
  if (trimmed(text).empty()) return all;
  for (;;) {
    auto const comma = text.find(',');
    all.push_back(parse_one(text.substr(0, comma), std::string(kernel) + ": "));
    if (comma == text.npos) return all;
    text.remove_prefix(comma + 1);
  }
}

void require_names(std::span<declaration const> all, std::string_view kernel)
{
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (all[n].name == "i")
      throw value_error(std::string(kernel) +
                        ": no operand is named 'i', the number of the element");
    for (std::size_t m = 0; m < n; ++m)
      if (all[n].name == all[m].name)
        throw value_error(std::string(kernel) + ": two operands are named '" + all[n].name + "'");
  }
}

resolved_types resolve_types(std::span<declaration const> declared,
                             std::span<operand const> arguments, std::string_view kernel,
                             std::pmr::memory_resource& memory)
{
  resolved_types types{std::pmr::vector<dtype>(&memory),
                       std::pmr::vector<std::pair<char, dtype>>(&memory)};
  std::pmr::vector<std::string const*> said_by(&memory);
  types.of.reserve(declared.size());
  types.letters.reserve(declared.size());
  said_by.reserve(declared.size());
  auto const known = [&](char letter) {
    for (std::size_t n = 0; n < types.letters.size(); ++n)
      if (types.letters[n].first == letter) return static_cast<int>(n);
    return -1;
  };
  // arrays say what a letter is; where there are none, the number of the widest kind
  for (bool const arrays : {true, false})
    for (std::size_t n = 0; n < declared.size(); ++n) {
      if (!declared[n].letter || (arguments[n].queue != nullptr) != arrays) continue;
      int const at = known(declared[n].letter);
      if (at < 0) {
        types.letters.emplace_back(declared[n].letter, arguments[n].type);
        said_by.push_back(&declared[n].name);
      } else if (auto& [letter, type] = types.letters[static_cast<std::size_t>(at)];
                 arrays && type != arguments[n].type) {
        throw dtype_error(std::string(kernel) + ": " + letter + " is " + name_of(type) + " by '" +
                          *said_by[static_cast<std::size_t>(at)] + "' and " +
                          name_of(arguments[n].type) + " by '" + declared[n].name +
                          "'; convert one with astype");
      }
    }
  for (std::size_t n = 0; n < declared.size(); ++n) {
    auto const& d = declared[n];
    dtype const wanted =
        d.type ? *d.type : types.letters[static_cast<std::size_t>(known(d.letter))].second;
    dtype const given = arguments[n].type;
    bool const fits = arguments[n].queue ? wanted == given : kind_rank(given) <= kind_rank(wanted);
    if (!fits)
      throw dtype_error(std::string(kernel) + ": '" + d.name + "' is " + name_of(wanted) +
                        (d.letter ? " as " + std::string(1, d.letter) : std::string()) +
                        ", but the argument is " +
                        (arguments[n].queue ? "an array of " : "a number of ") + name_of(given));
    types.of.push_back(wanted);
  }
  return types;
}

std::vector<dtype> result_types_of(std::span<declaration const> declared, std::size_t inputs,
                                   std::span<operand const> given, std::string_view kernel)
{
  auto const types =
      resolve_types(declared.first(inputs), given, kernel, *std::pmr::get_default_resource());
  std::vector<dtype> found;
  for (declaration const& each : declared.subspan(inputs)) {
    if (each.type) {
      found.push_back(*each.type);
      continue;
    }
    auto const letter =
        std::ranges::find(types.letters, each.letter, &std::pair<char, dtype>::first);
    if (letter == types.letters.end())
      throw value_error(std::string(kernel) + ": no input says what '" + each.letter +
                        "' is; pass the output '" + each.name + "'");
    found.push_back(letter->second);
  }
  return found;
}

void convert_number(operand const& from, dtype to, unsigned char* value)
{
  switch (from.type) {
    case dtype::boolean:
      return convert_from<bool>(from.value, to, value);
    case dtype::int8:
      return convert_from<std::int8_t>(from.value, to, value);
    case dtype::int16:
      return convert_from<std::int16_t>(from.value, to, value);
    case dtype::int32:
      return convert_from<std::int32_t>(from.value, to, value);
    case dtype::int64:
      return convert_from<std::int64_t>(from.value, to, value);
    case dtype::uint8:
      return convert_from<std::uint8_t>(from.value, to, value);
    case dtype::uint16:
      return convert_from<std::uint16_t>(from.value, to, value);
    case dtype::uint32:
      return convert_from<std::uint32_t>(from.value, to, value);
    case dtype::uint64:
      return convert_from<std::uint64_t>(from.value, to, value);
    case dtype::float32:
      return convert_from<float>(from.value, to, value);
    case dtype::complex64:
      return convert_from<complex<float>>(from.value, to, value);
    case dtype::complex128:
      return convert_from<complex<double>>(from.value, to, value);
    case dtype::float16:
      return convert_from<float16>(from.value, to, value);
    case dtype::bfloat16:
      return convert_from<bfloat16>(from.value, to, value);
    default:
      return convert_from<double>(from.value, to, value);
  }
}

}  // namespace acre::detail::jit
