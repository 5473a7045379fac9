#include "text_of_cuda.hpp"

#include <acre/error.hpp>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "signature.hpp"

namespace acre::detail::jit {

namespace {

constexpr std::string_view mark = "__global__", dynamic_shared = "ACRE_JIT_DYNAMIC_SHARED";
constexpr char const* thread_words[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Blanks in place of comments and of what is quoted: words and brackets are looked for there.
std::string without_comments(std::string_view source)
{
  std::string text(source);
  auto const blank = [&](std::size_t begin, std::size_t end) {
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(begin),
        text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())),
        [](char c) { return c != '\n'; }, ' ');
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t end = at;
    if (text.compare(at, 2, "//") == 0) {
      end = std::min(text.find('\n', at), text.size());
    } else if (text.compare(at, 2, "/*") == 0) {
      end = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    } else if (text[at] == '"' || text[at] == '\'') {
      for (end = at + 1; end < text.size() && text[end] != text[at] && text[end] != '\n'; ++end)
        if (text[end] == '\\') ++end;
      ++end;
    }
    if (end == at) continue;
    blank(at, end);
    at = end - 1;
  }
  return text;
}

/// The first place from `at` on that is no space, or before it the last one that is none.
std::size_t next_word(std::string_view text, std::size_t at)
{
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}
std::size_t end_of_word_before(std::string_view text, std::size_t at)
{
  while (at > 0 && is_space(text[at - 1])) --at;
  return at;
}

/// Where the word before `at` begins.
std::size_t word_before(std::string_view text, std::size_t at)
{
  at = end_of_word_before(text, at);
  while (at > 0 && is_of_word(text[at - 1])) --at;
  return at;
}

/// Where an `extern "C"` in front of `at` begins, or `at`.
std::size_t extern_c_before(std::string_view source, std::size_t at)
{
  constexpr std::string_view quoted = "\"C\"", word = "extern";
  std::size_t const end = end_of_word_before(source, at);
  if (end < quoted.size() || source.substr(end - quoted.size(), quoted.size()) != quoted) return at;
  std::size_t const before = end_of_word_before(source, end - quoted.size());
  if (before < word.size() || source.substr(before - word.size(), word.size()) != word) return at;
  return before - word.size();
}

/// Where what opens at `open` is closed, or the end.
std::size_t closing(std::string_view text, std::size_t open)
{
  char const opens = text[open], closes = opens == '(' ? ')' : '}';
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += (text[at] == opens) - (text[at] == closes);
    if (depth == 0) return at;
  }
  return text.size();
}

bool waits(std::string_view text)
{
  constexpr std::string_view words[] = {
      "__shared__",        "__syncthreads",   "__syncthreads_count", "__syncthreads_or",
      "__syncthreads_and", "__syncwarp",      "__shfl_sync",         "__shfl_up_sync",
      "__shfl_down_sync",  "__shfl_xor_sync", "__ballot_sync",       "__any_sync",
      "__all_sync",        dynamic_shared};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return has_word(text, word); });
}

/// `extern __shared__ float x[];` as ACRE_JIT_DYNAMIC_SHARED(x, float); which has one meaning on a
/// GPU and another on a CPU.
std::string with_dynamic_shared(std::string_view source)
{
  constexpr std::string_view first = "extern", second = "__shared__";
  std::string const words = without_comments(source);
  std::string made;
  std::size_t done = 0;
  for (std::size_t at = 0; (at = words.find(first, at)) != words.npos; at += first.size()) {
    std::size_t const shared = next_word(words, at + first.size());
    if (words.compare(shared, second.size(), second) != 0) continue;
    std::size_t const bracket = words.find('[', shared), end = words.find(';', shared);
    if (bracket == words.npos || end < bracket) continue;
    std::size_t type = next_word(words, shared + second.size());
    for (std::string_view const word : {"__align__", "alignas"})
      if (words.compare(type, word.size(), word) == 0 && words.find('(', type) < bracket)
        type = next_word(words, closing(words, words.find('(', type)) + 1);
    std::size_t const name = word_before(words, bracket),
                      name_end = end_of_word_before(words, bracket);
    made += source.substr(done, at - done);
    made += std::string(dynamic_shared) + '(' + words.substr(name, name_end - name) + ", " +
            words.substr(type, name - type) + ')';
    done = end;
  }
  made += source.substr(done);
  return made;
}

/// The text without spaces at its ends, and with one between words.
std::string tidy(std::string_view text)
{
  std::string made;
  for (std::size_t at = next_word(text, 0); at < text.size(); ++at) {
    if (!is_space(text[at]))
      made += text[at];
    else if (!made.empty() && made.back() != ' ')
      made += ' ';
  }
  if (!made.empty() && made.back() == ' ') made.pop_back();
  return made;
}

cuda_parameter parameter_of(std::string_view text)
{
  cuda_parameter p{tidy(text)};
  std::vector<std::string> words;
  bool inside = false;
  for (char const c : p.text) {
    if (c == '*') p.is_pointer = true;
    if (is_of_word(c) || c == ':') {
      if (!inside) words.emplace_back();
      words.back() += c;
    } else if (c != ' ' && c != '*') {
      return p;  // a template's type, or an array
    }
    inside = is_of_word(c) || c == ':';
  }
  if (words.size() > 1) words.pop_back();  // its name
  std::string type;
  for (std::string const& word : words)
    if (word != "const" && word != "volatile" && word != "__restrict__" && word != "__restrict" &&
        word != "int")
      type += (type.empty() ? "" : " ") + word;
    else if (word == "int" && words.size() == 1)
      type = "int";
  if (type.empty()) type = "int";
  if (type.starts_with("std::")) type.erase(0, 5);
  constexpr std::pair<std::string_view, dtype> names[] = {{"bool", dtype::boolean},
                                                          {"signed char", dtype::int8},
                                                          {"int8_t", dtype::int8},
                                                          {"unsigned char", dtype::uint8},
                                                          {"uint8_t", dtype::uint8},
                                                          {"short", dtype::int16},
                                                          {"int16_t", dtype::int16},
                                                          {"unsigned short", dtype::uint16},
                                                          {"uint16_t", dtype::uint16},
                                                          {"int", dtype::int32},
                                                          {"int32_t", dtype::int32},
                                                          {"unsigned", dtype::uint32},
                                                          {"uint32_t", dtype::uint32},
                                                          {"long", dtype::int64},
                                                          {"long long", dtype::int64},
                                                          {"int64_t", dtype::int64},
                                                          {"ptrdiff_t", dtype::int64},
                                                          {"unsigned long", dtype::uint64},
                                                          {"unsigned long long", dtype::uint64},
                                                          {"uint64_t", dtype::uint64},
                                                          {"size_t", dtype::uint64},
                                                          {"float", dtype::float32},
                                                          {"double", dtype::float64}};
  for (auto const& [name, known] : names)
    if (type == name) p.type = known;
  return p;
}

/// What stands between the brackets of a kernel's head.
std::vector<cuda_parameter> parameters_of(std::string_view text)
{
  std::vector<cuda_parameter> all;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size()) {
      depth += (text[at] == '(' || text[at] == '<' || text[at] == '[') -
               (text[at] == ')' || text[at] == '>' || text[at] == ']');
      if (text[at] != ',' || depth > 0) continue;
    }
    all.push_back(parameter_of(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  if (all.size() == 1 && (all[0].text.empty() || all[0].text == "void")) all.clear();
  return all;
}

/// The text of what is no kernel, with the preprocessor's lines or without them.
std::string without(std::string words,
                    std::vector<std::pair<std::size_t, std::size_t>> const& parts, bool keeps_lines)
{
  auto const blank = [&](std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin)
      if (words[begin] != '\n') words[begin] = ' ';
  };
  for (auto const& [begin, end] : parts) blank(begin, end);
  if (keeps_lines) return words;
  for (std::size_t at = 0; (at = words.find('#', at)) != words.npos; ++at) {
    std::size_t end = words.find('\n', at);
    while (end != words.npos && end > 0 && words[end - 1] == '\\') end = words.find('\n', end + 1);
    blank(at, std::min(end, words.size()));
  }
  return words;
}

}  // namespace

std::string without_includes(std::string_view source)
{
  constexpr std::string_view known[] = {
      "cupy/complex.cuh", "cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h",
      "math.h",           "cmath",          "stdint.h",           "cstdint",
      "stddef.h",         "cstddef"};
  std::string made(source);
  std::string const words = without_comments(source);
  for (std::size_t at = 0; (at = words.find('#', at)) != words.npos; ++at) {
    std::size_t const word = next_word(words, at + 1);
    if (words.compare(word, 7, "include") != 0) continue;
    std::size_t const begin = next_word(source, word + 7);  // what is quoted is in the source alone
    std::size_t const end = std::min(source.find('\n', begin), source.size());
    for (std::string_view const header : known)
      if (begin < end && source.substr(begin + 1, header.size()) == header &&
          (source[begin] == '<' || source[begin] == '"') &&
          std::string_view(">\"").find(source[begin + 1 + header.size()]) != std::string_view::npos)
        std::fill(made.begin() + static_cast<std::ptrdiff_t>(at),
                  made.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
  return made;
}

bool has_cuda_kernel(std::string_view source)
{
  return has_word(source, mark) && has_word(without_comments(source), mark);
}

cuda_text from_cuda(std::string_view given, std::string const& kernel)
{
  std::string const source_text = with_dynamic_shared(without_includes(given));
  std::string_view const source = source_text;
  std::string const words = without_comments(source);
  if (has_word(words, "cooperative_groups"))
    throw value_error("jit::module: kernel '" + kernel +
                      "' has cooperative_groups: threads wait for each other by __syncthreads, "
                      "__syncwarp and __shfl_sync here, which CPUs have too");
  std::string made;
  std::vector<std::pair<std::size_t, std::size_t>> kernels;
  std::vector<cuda_parameter> parameters;
  bool waits_itself = false, has_dynamic = false;
  std::size_t done = 0;
  auto const take_to = [&](std::size_t to) { made += source.substr(done, to - done), done = to; };
  auto const blank_to = [&](std::size_t to) {
    for (; done < to; ++done) made += source[done] == '\n' ? '\n' : ' ';
  };
  for (std::size_t at = 0; (at = words.find(mark, at)) != words.npos; at += mark.size()) {
    if (at < done) continue;
    take_to(extern_c_before(source, at));
    blank_to(at + mark.size());
    made += "KOKKOS_FUNCTION";
    std::size_t open = words.find('(', done);
    if (open == words.npos) break;
    std::size_t name = word_before(words, open);
    if (words.compare(name, 17, "__launch_bounds__") == 0) {
      take_to(name);
      blank_to(closing(words, open) + 1);
      open = words.find('(', done);
      if (open == words.npos) break;
      name = word_before(words, open);
    }
    take_to(open + 1);
    std::size_t first = next_word(words, done);
    if (words.compare(first, 4, "void") == 0 && words[next_word(words, first + 4)] == ')') {
      blank_to(first + 4);
      first = next_word(words, done);
    }
    made += "launch_thread const& acre_thread";
    if (first < words.size() && words[first] != ')') made += ", ";

    // lines of the preprocessor may stand between
    std::size_t const body = words.find_first_of("{;", closing(words, open));
    if (body == words.npos || words[body] != '{') continue;
    std::size_t const end = closing(words, body);
    kernels.emplace_back(body, end);
    if (words.compare(name, end_of_word_before(words, open) - name, kernel) == 0) {
      std::string_view const text = std::string_view(words).substr(body, end - body);
      waits_itself = waits(text);
      parameters =
          parameters_of(std::string_view(words).substr(open + 1, closing(words, open) - open - 1));
      has_dynamic = has_word(text, dynamic_shared);
    }
  }
  take_to(source.size());
  std::string const functions = without(words, kernels, false);
  for (char const* const word : thread_words)
    if (has_word(functions, word))
      throw value_error("jit::module: " + std::string(word) +
                        " stands outside of a kernel in the text of '" + kernel +
                        "': a __device__ function is handed what it needs of it");
  std::string const others = without(words, kernels, true);
  return {std::move(made), std::move(parameters), waits_itself || waits(others), waits(words),
          has_dynamic || has_word(others, dynamic_shared)};
}

std::string after_cuda()
{
  std::string text = "\n";
  for (char const* const word : thread_words) text += std::string("#undef ") + word + '\n';
  return text;
}

}  // namespace acre::detail::jit
