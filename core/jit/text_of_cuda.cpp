#include "text_of_cuda.hpp"

#include <acre/error.hpp>

#include <algorithm>
#include <cctype>

#include "signature.hpp"

namespace acre::detail::jit {

namespace {

constexpr std::string_view mark = "__global__";

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

std::size_t closing(std::string_view text, std::size_t open)
{
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += (text[at] == '(') - (text[at] == ')');
    if (depth == 0) return at;
  }
  return text.size();
}

void require_no_barrier(std::string_view text, std::string const& kernel)
{
  for (char const* const word :
       {"__syncthreads", "__syncwarp", "__shared__", "__shfl_sync", "__shfl_down_sync",
        "__shfl_up_sync", "__shfl_xor_sync", "__ballot_sync", "cooperative_groups"})
    if (has_word(text, word))
      throw value_error("jit::module: kernel '" + kernel + "' has " + word +
                        ": threads that wait for each other are written with thread_block's "
                        "phases, which CPUs have too (thread_block& block; "
                        "block.for_each_thread(…), block.scratch<T>(n), block.sum(x))");
}

}  // namespace

bool has_cuda_kernel(std::string_view source)
{
  return has_word(source, mark) && has_word(without_comments(source), mark);
}

std::string from_cuda(std::string_view source, std::string const& kernel)
{
  std::string const words = without_comments(source);
  require_no_barrier(words, kernel);
  std::string made;
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
    std::size_t const name_end = end_of_word_before(words, open);
    std::size_t name = name_end;
    while (name > done && is_of_word(words[name - 1])) --name;
    if (std::string_view(words).substr(name, name_end - name) == "__launch_bounds__") {
      take_to(name);
      blank_to(closing(words, open) + 1);
      open = words.find('(', done);
      if (open == words.npos) break;
    }
    take_to(open + 1);
    std::size_t first = next_word(words, done);
    if (words.compare(first, 4, "void") == 0 && words[next_word(words, first + 4)] == ')') {
      blank_to(first + 4);
      first = next_word(words, done);
    }
    made += "launch_thread const& acre_thread";
    if (first < words.size() && words[first] != ')') made += ", ";
  }
  take_to(source.size());
  return made;
}

std::string after_cuda()
{
  std::string text = "\n";
  for (char const* const word : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
    text += std::string("#undef ") + word + '\n';
  return text;
}

}  // namespace acre::detail::jit
