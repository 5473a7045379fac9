#include <acre_apps/atomic_file.hpp>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace acre::apps {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(fs::path const& path, int error)
{
  throw std::runtime_error("cannot write " + path.string() + ": " + std::strerror(error));
}

struct closer {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

// Runs body on the open file; says whether everything reached it by throwing if not.
void fill(std::unique_ptr<std::FILE, closer> file, fs::path const& path,
          std::function<void(std::FILE*)> const& body)
{
  errno = 0;
  body(file.get());
  bool const broken = std::ferror(file.get()) != 0;
  int const before = errno;
  errno = 0;
  bool const closed = std::fclose(file.release()) == 0;
  if (!closed) fail(path, errno != 0 ? errno : EIO);
  if (broken) fail(path, before != 0 ? before : EIO);
}

}  // namespace

void write_file_atomically(fs::path const& path, std::function<void(std::FILE*)> const& body)
{
  std::error_code ec;
  fs::file_status const status = fs::status(path, ec);
  if (fs::is_directory(status)) fail(path, EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    std::unique_ptr<std::FILE, closer> file(std::fopen(path.c_str(), "wb"));
    if (!file) fail(path, errno);
    fill(std::move(file), path, body);
    return;
  }
  fs::path const target = fs::is_regular_file(status) ? fs::canonical(path, ec) : path;
  if (ec && target.empty()) fail(path, ec.value());

  static std::atomic<unsigned> counter{0};
  fs::path beside = target;
  beside += ".tmp." + std::to_string(::getpid()) + "." + std::to_string(counter++);
  std::unique_ptr<std::FILE, closer> file(std::fopen(beside.c_str(), "wbx"));
  if (!file) fail(path, errno);
  try {
    fill(std::move(file), path, body);
    fs::rename(beside, target, ec);
    if (ec) fail(path, ec.value());
  } catch (...) {
    fs::remove(beside, ec);
    throw;
  }
}

void write_text_file(fs::path const& path, std::string_view text)
{
  write_file_atomically(path, [&](std::FILE* f) { std::fwrite(text.data(), 1, text.size(), f); });
}

}  // namespace acre::apps
