#include "library.hpp"

#include <acre/error.hpp>
#include <acre/jit/cache.hpp>
#include <acre/version.hpp>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "hash.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace acre::detail::jit {

namespace {

std::atomic<std::int64_t> hits, misses;

std::string variable(char const* name)
{
  char const* const value = std::getenv(name);
  return value ? value : "";
}

/// Folder of compiled kernels; empty for none.
std::string cache_folder()
{
  if (std::string const named = variable("ACRE_CACHE_DIR"); !named.empty())
    return named == "off" ? "" : named;
  if (std::string const cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return cache + "/acre/jit";
  if (std::string const home = variable("HOME"); !home.empty()) return home + "/.cache/acre/jit";
  return {};
}

/// Makes a folder and those above it, for its owner alone; what is wrong with it, or nothing.
std::string prepare_folder(std::string const& folder)
{
  for (std::size_t at = 1; at != std::string::npos;) {
    at = folder.find('/', at + 1);
    std::string const part = folder.substr(0, at);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST)
      return part + " cannot be made: " + std::strerror(errno);
  }
  struct stat s;
  if (stat(folder.c_str(), &s) != 0) return folder + ": " + std::strerror(errno);
  if (!S_ISDIR(s.st_mode)) return folder + " is no folder";
  // what lies there is run: no other user may have put it there
  if (s.st_uid != geteuid()) return folder + " belongs to another user";
  if (s.st_mode & (S_IWGRP | S_IWOTH)) return folder + " may be written to by others";
  return {};
}

constexpr char const* file_mark = "acre-jit 1 ";

/// Code from a file of the cache; none where it isn't there or is damaged.
std::optional<std::string> read_code(std::string const& path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream all;
  all << file.rdbuf();
  std::string text = std::move(all).str();
  std::size_t const mark = std::strlen(file_mark), head = mark + 64 + 1;
  if (text.size() <= head || text.compare(0, mark, file_mark) != 0) return std::nullopt;
  std::string const hash = text.substr(mark, 64);
  text.erase(0, head);
  if (sha256(text) != hash) return std::nullopt;
  return text;
}

/// Under a name of its own first, so that others see the whole file or none.
std::string write_code(std::string const& folder, std::string const& name, std::string const& code)
{
  std::string temporary = folder + "/." + name + "-XXXXXX";
  int const file = mkstemp(temporary.data());  // readable by its owner alone
  if (file < 0) return folder + " cannot be written to: " + std::strerror(errno);
  std::string const all = file_mark + sha256(code) + '\n' + code;
  bool written = true;
  for (std::size_t at = 0; written && at < all.size();) {
    auto const n = write(file, all.data() + at, all.size() - at);
    written = n > 0 || (n < 0 && errno == EINTR);
    if (n > 0) at += static_cast<std::size_t>(n);
  }
  int failed = written ? 0 : errno;
  if (close(file) != 0 && !failed) failed = errno;
  if (!failed && rename(temporary.c_str(), (folder + '/' + name).c_str()) != 0) failed = errno;
  if (!failed) return {};
  unlink(temporary.c_str());
  return folder + " cannot be written to: " + std::strerror(failed);
}

std::string& last_problem()
{
  static std::string text;
  return text;
}

std::string key_of(backends::kernel_source const& source, std::string const& identity)
{
  std::string all = std::string(build_info()) + '\n' + identity + '\n';
  for (auto const& flag : source.flags) all += flag + '\n';
  all += source.contract ? "contract\n" : "exact\n";
  return sha256(all + source.text);
}

std::string code_of(backends::kernel_compiler& compiler, backends::queue& on,
                    backends::kernel_source const& source, std::string const& key)
{
  std::string const folder = cache_folder();
  std::string problem = folder.empty() ? "" : prepare_folder(folder);
  bool const usable = !folder.empty() && problem.empty();
  if (usable)
    if (auto code = read_code(folder + '/' + key)) {
      ++hits;
      last_problem().clear();
      return std::move(*code);
    }
  std::string code = compiler.compile(on, source);
  ++misses;
  if (usable) problem = write_code(folder, key, code);
  last_problem() = problem;
  return code;
}

}  // namespace

std::recursive_mutex& compiling()
{
  static std::recursive_mutex only;
  return only;
}

std::shared_ptr<backends::kernel_library> library_of(backends::kernel_compiler& compiler,
                                                     backends::queue& on,
                                                     backends::kernel_source const& source)
{
  std::lock_guard const one(compiling());
  // kept until the process ends: kernels that a queue still runs must not go
  static auto& loaded =
      *new std::map<std::pair<std::string, int>, std::shared_ptr<backends::kernel_library>>;
  std::string const key = key_of(source, compiler.identity(on));
  auto& library = loaded[{key, on.device_index()}];
  if (!library) library = compiler.load(on, code_of(compiler, on, source, key));
  return library;
}

void* kernel_of(backends::kernel_library& library, char const* exported)
{
  if (void* const found = library.find(exported)) return found;
  throw backend_error(std::string("jit: the compiled text has no kernel ") + exported);
}

}  // namespace acre::detail::jit

namespace acre::jit {

cache_report cache_info()
{
  std::lock_guard const one(acre::detail::jit::compiling());
  using namespace acre::detail::jit;
  return {cache_folder(), last_problem(), hits.load(), misses.load()};
}

}  // namespace acre::jit
