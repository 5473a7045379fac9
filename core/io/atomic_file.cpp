#include <acre/io/atomic_file.hpp>
#include <acre/io/detail/in_parts.hpp>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "readable_file.hpp"
#include <fcntl.h>
#include <sys/stat.h>
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

// Runs body on the open file and hands what it wrote to the system; throws if not all of it came
// there.
void fill(std::FILE* file, fs::path const& path, std::function<void(std::FILE*)> const& body)
{
  errno = 0;
  body(file);
  bool const broken = std::ferror(file) != 0;
  int const before = errno;
  if (broken) fail(path, before != 0 ? before : EIO);
  errno = 0;
  if (std::fflush(file) != 0) fail(path, errno != 0 ? errno : EIO);
}

void close(std::unique_ptr<std::FILE, closer>& file, fs::path const& path)
{
  errno = 0;
  if (std::fclose(file.release()) != 0) fail(path, errno != 0 ? errno : EIO);
}

/// The file that is written for `path`: a link is followed, also one to what isn't there yet.
/// Throws for a folder, and for a file that may not be written.
struct destination {
  fs::path path;
  bool in_place = false;               ///< a device or pipe
  std::optional<struct stat> there{};  ///< the file that is there
};

destination destination_of(fs::path const& path)
{
  detail::require_file_name("write", path);
  std::error_code ec;
  struct stat facts{};
  if (::stat(path.c_str(), &facts) == 0) {
    if (S_ISDIR(facts.st_mode)) fail(path, EISDIR);
    if (!S_ISREG(facts.st_mode)) return {path, true};
    if (::access(path.c_str(), W_OK) != 0) fail(path, errno);
    fs::path const target = fs::canonical(path, ec);
    if (ec) fail(path, ec.value());
    return {target, false, facts};
  }
  if (errno != ENOENT) fail(path, errno);
  fs::path target = path;
  while (fs::is_symlink(fs::symlink_status(target, ec))) {  // none of a loop: that isn't ENOENT
    target = target.parent_path() / fs::read_symlink(target, ec);  // an absolute one replaces it
    if (ec) fail(path, ec.value());
  }
  return {target};
}

/// A name in the folder of another file, which nobody else has: a killed program, or one of another
/// machine, may have left files there.
fs::path name_beside(fs::path const& target)
{
  constexpr std::size_t most_characters = 200;  // a name may have 255
  std::random_device random;
  fs::path name = target.parent_path() / target.filename().native().substr(0, most_characters);
  name += ".tmp." + std::to_string(::getpid()) + "." +
          std::to_string(std::uint64_t{random()} << 32 | random());
  return name;
}

/// A new file in the folder of another, removed at the end unless it has taken that one's place. It
/// has no name until then where the system has such files (Linux, most file systems): a killed
/// program leaves nothing behind.
class file_beside {
 public:
  /// `path` is what messages name.
  file_beside(destination const& to, fs::path const& path, bool named = false)
      : file_beside(to, path, named, name_beside(to.path))
  {}
  /// `name`: of name_beside().
  file_beside(destination const& to, fs::path const& path, bool named, fs::path name)
      : target_(to.path), beside_(std::move(name)), path_(path)
  {
    if (!named) open_nameless();
    if (!file) {
      file.reset(std::fopen(beside_.c_str(), "w+bx"));
      if (!file) fail(path_, errno);
      named_ = true;
    }
    if (to.there) become(*to.there);
  }
  ~file_beside()
  {
    std::error_code ec;
    if (named_) fs::remove(beside_, ec);
  }
  file_beside(file_beside const&) = delete;
  file_beside& operator=(file_beside const&) = delete;

  void take_place(bool on_disk)
  {
    if (on_disk && ::fsync(::fileno(file.get())) != 0) fail(path_, errno);
    if (named_ || !give_name(target_)) {
      if (!named_ && !give_name(beside_)) fail(path_, errno);
      named_ = true;
      close(file, path_);  // some file systems tell here what they could not write
      std::error_code ec;
      fs::rename(beside_, target_, ec);
      if (ec) fail(path_, ec.value());
      named_ = false;
    }
    if (on_disk) sync_folder();
  }

  std::unique_ptr<std::FILE, closer> file;

 private:
  fs::path folder() const
  {
    fs::path const parent = target_.parent_path();
    return parent.empty() ? fs::path(".") : parent;
  }
  void open_nameless()
  {
#ifdef O_TMPFILE
    if (::access("/proc/self/fd", X_OK) != 0) return;
    int const descriptor = ::open(folder().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor < 0) return;
    file.reset(::fdopen(descriptor, "w+b"));
    if (!file) ::close(descriptor);
#endif
  }
  /// Whose it is, where the system allows that, and who may do what with it; of a group that it
  /// can't be given there are none.
  void become(struct stat const& other) const
  {
    int const descriptor = ::fileno(file.get());
    struct stat own{};
    ::fstat(descriptor, &own);
    bool const same = own.st_uid == other.st_uid && own.st_gid == other.st_gid;
    bool const given = same || ::fchown(descriptor, other.st_uid, other.st_gid) == 0 ||
                       ::fchown(descriptor, own.st_uid, other.st_gid) == 0;  // its group at least
    ::fchmod(descriptor, other.st_mode & (given ? 0777 : 0707));
  }
  // False where something has that name.
  bool give_name(fs::path const& name) const
  {
    std::string const nameless = "/proc/self/fd/" + std::to_string(::fileno(file.get()));
    return ::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }
  void sync_folder() const
  {
    int const descriptor = ::open(folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;  // a folder that may be written and not read
    int const status = ::fsync(descriptor);
    int const error = errno;
    ::close(descriptor);
    if (status != 0 && error != EINVAL) fail(path_, error);  // EINVAL: not there for folders
  }

  fs::path target_, beside_;
  fs::path const& path_;
  bool named_ = false;
};

}  // namespace

void write_file_atomically(fs::path const& path, std::function<void(std::FILE*)> const& body,
                           write_options options)
{
  destination const to = destination_of(path);
  if (to.in_place) {
    std::unique_ptr<std::FILE, closer> file(std::fopen(path.c_str(), "wb"));
    if (!file) fail(path, errno);
    fill(file.get(), path, body);
    close(file, path);
    return;
  }
  file_beside beside(to, path, options.named);
  fill(beside.file.get(), path, body);
  beside.take_place(options.on_disk);
}

struct detail::new_file::beside {
  fs::path path;
  destination to;
  fs::path name;
  std::unique_ptr<file_beside> file{};
};

detail::new_file::new_file(fs::path const& path)
{
  destination to = destination_of(path);
  if (to.in_place)
    throw file_error("cannot write " + path.string() +
                     ": it is a device or a pipe, and several write each their part of a file");
  fs::path name = name_beside(fs::absolute(to.path));
  beside_ = std::make_unique<beside>(beside{path, std::move(to), std::move(name)});
}
detail::new_file::~new_file() = default;
fs::path const& detail::new_file::path() const { return beside_->path; }
fs::path const& detail::new_file::name() const { return beside_->name; }
void detail::new_file::make() const
{
  beside_->file = std::make_unique<file_beside>(beside_->to, beside_->path, true, beside_->name);
}
std::FILE* detail::new_file::stream() const { return beside_->file->file.get(); }
void detail::new_file::flush() const
{
  errno = 0;
  if (std::ferror(stream()) != 0 || std::fflush(stream()) != 0)
    fail(path(), errno != 0 ? errno : EIO);
}
void detail::new_file::take_place() const { beside_->file->take_place(false); }

void write_text_file(fs::path const& path, std::string_view text)
{
  write_file_atomically(path, [&](std::FILE* f) { std::fwrite(text.data(), 1, text.size(), f); });
}

void require_writable(std::string const& option, fs::path const& path)
{
  try {
    destination const to = destination_of(path);
    if (!to.in_place)
      file_beside const attempt(to, path);
    else if (::access(path.c_str(), W_OK) != 0)  // to open a pipe would wait for its reader
      fail(path, errno);
  } catch (file_error const& e) {
    throw file_error(option + ": " + e.message());
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
