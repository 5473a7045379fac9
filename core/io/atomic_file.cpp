#include <acre/io/atomic_file.hpp>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace acre::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(fs::path const& path, int error)
{
  throw file_error("cannot write " + path.string() + ": " + std::strerror(error));
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

/// Where what is written to `path` goes: a link is followed. Throws for a folder.
struct destination {
  fs::path path;
  bool in_place = false;  ///< a device or pipe
};

destination destination_of(fs::path const& path)
{
  std::error_code ec;
  fs::file_status const status = fs::status(path, ec);
  if (fs::is_directory(status)) fail(path, EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) return {path, true};
  fs::path const target = fs::is_regular_file(status) ? fs::canonical(path, ec) : path;
  if (ec && target.empty()) fail(path, ec.value());
  return {target};
}

/// A new file beside another, removed at the end unless it has taken that one's place.
class file_beside {
 public:
  /// `path` is what messages name.
  file_beside(fs::path target, fs::path const& path) : target_(std::move(target)), path_(path)
  {
    static std::atomic<unsigned> counter{0};
    beside_ = target_;
    beside_ += ".tmp." + std::to_string(::getpid()) + "." + std::to_string(counter++);
    file.reset(std::fopen(beside_.c_str(), "wbx"));
    if (!file) fail(path_, errno);
  }
  ~file_beside()
  {
    std::error_code ec;
    if (!beside_.empty()) fs::remove(beside_, ec);
  }
  file_beside(file_beside const&) = delete;
  file_beside& operator=(file_beside const&) = delete;

  void take_place()
  {
    std::error_code ec;
    fs::rename(beside_, target_, ec);
    if (ec) fail(path_, ec.value());
    beside_.clear();
  }

  std::unique_ptr<std::FILE, closer> file;

 private:
  fs::path target_, beside_;
  fs::path const& path_;
};

}  // namespace

void write_file_atomically(fs::path const& path, std::function<void(std::FILE*)> const& body)
{
  destination const to = destination_of(path);
  if (to.in_place) {
    std::unique_ptr<std::FILE, closer> file(std::fopen(path.c_str(), "wb"));
    if (!file) fail(path, errno);
    fill(std::move(file), path, body);
    return;
  }
  file_beside beside(to.path, path);
  fill(std::move(beside.file), path, body);
  beside.take_place();
}

void write_text_file(fs::path const& path, std::string_view text)
{
  write_file_atomically(path, [&](std::FILE* f) { std::fwrite(text.data(), 1, text.size(), f); });
}

void require_writable(std::string const& option, fs::path const& path)
{
  try {
    destination const to = destination_of(path);
    if (!to.in_place)
      file_beside const attempt(to.path, path);
    else if (::access(path.c_str(), W_OK) != 0)  // to open a pipe would wait for its reader
      fail(path, errno);
  } catch (file_error const& e) {
    throw file_error(option + ": " + e.what());
  }
}

void require_writable_folder(std::string const& option, fs::path const& path)
{
  struct folders {
    std::vector<fs::path> made;  // from the deepest up
    ~folders()
    {
      std::error_code ignored;
      for (fs::path const& p : made) fs::remove(p, ignored);
    }
  } missing;
  std::error_code ec;
  auto const there = [&](fs::path const& p) { return fs::exists(fs::symlink_status(p, ec)); };
  for (fs::path p = path; !p.empty() && !there(p); p = p.parent_path()) missing.made.push_back(p);
  fs::create_directories(path, ec);
  if (ec)
    throw file_error(option + ": cannot make the folder " + path.string() + ": " + ec.message());
  require_writable(option, path / "picture.png");
}

}  // namespace acre::io
