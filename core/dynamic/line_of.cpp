#include <acre/dynamic/queue.hpp>

#include <bit>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace acre::dynamic {

namespace {

/// What a std::source_location points to with libstdc++ and libc++: the compilers write these, in
/// this order, for __builtin_source_location().
struct location_text {
  char const* file;
  char const* function;
  unsigned line;
  unsigned column;
};
static_assert(sizeof(std::source_location) == sizeof(location_text const*));

}  // namespace

std::source_location line_of(std::string_view file, std::uint32_t line)
{
  // (Never ended: errors may be thrown by whatever ends last.)
  static auto& lock = *new std::mutex;
  static auto& files = *new std::set<std::string, std::less<>>;
  static auto& lines = *new std::map<std::pair<char const*, std::uint32_t>, location_text>;
  std::lock_guard const only_one(lock);
  auto named = files.find(file);
  if (named == files.end()) named = files.emplace(file).first;
  char const* const text = named->c_str();
  auto const& found =
      lines.try_emplace({text, line}, location_text{text, "", line, 0}).first->second;
  return std::bit_cast<std::source_location>(&found);
}

}  // namespace acre::dynamic
