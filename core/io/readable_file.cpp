#include "readable_file.hpp"

#include <acre/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace acre::io::detail {

void require_file_name(std::string const& what_for, std::filesystem::path const& path)
{
  if (path.empty()) throw file_error("cannot " + what_for + " a file whose name is empty");
  if (auto const at = path.native().find('\0'); at != std::string::npos)
    throw file_error("cannot " + what_for + " " + path.native().substr(0, at) +
                     ": behind that its name has a zero byte");
}

std::string name_of(int descriptor)
{
  std::error_code ec;
  return (std::filesystem::exists("/proc/self/fd", ec) ? "/proc/self/fd/" : "/dev/fd/") +
         std::to_string(descriptor);
}
std::string name_of(std::FILE* file) { return name_of(::fileno(file)); }

std::string version_of(int descriptor)
{
  struct stat facts{};
  if (::fstat(descriptor, &facts) != 0) return "unknown";
  return std::to_string(facts.st_size) + " bytes of " + std::to_string(facts.st_mtim.tv_sec) + "." +
         std::to_string(facts.st_mtim.tv_nsec);
}

readable_file::readable_file(std::filesystem::path const& path) : path_(path)
{
  require_file_name("read", path);
  // a pipe without a writer is refused, not waited for
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) fail(std::generic_category().message(errno));
  struct stat facts{};
  bool const known = ::fstat(descriptor_, &facts) == 0;
  int const error = errno;
  auto const refuse = [&](std::string const& why) {
    ::close(descriptor_);
    fail(why);
  };
  if (!known) refuse(std::generic_category().message(error));
  if (S_ISDIR(facts.st_mode)) refuse("is a directory");
  if (!S_ISREG(facts.st_mode)) refuse("it can't be sought in (a pipe?)");
  size_ = static_cast<std::uint64_t>(facts.st_size);
}
readable_file::~readable_file() { ::close(descriptor_); }

void readable_file::fail(std::string const& why) const
{
  throw file_error("cannot read " + path_.string() + ": " + why);
}

void readable_file::read(std::uint64_t at, void* to, std::uint64_t size) const
{
  if (at > size_ || size > size_ - at)
    fail("truncated: bytes " + std::to_string(at) + " to " + std::to_string(at + size) +
         " of a file that has " + std::to_string(size_));
  auto* p = static_cast<std::byte*>(to);
  while (size > 0) {
    ssize_t const n = ::pread(descriptor_, p, std::min(size, most_a_call), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(std::generic_category().message(errno));
    if (n == 0) fail("truncated while it was read");
    p += n;
    at += static_cast<std::uint64_t>(n);
    size -= static_cast<std::uint64_t>(n);
  }
}

std::shared_ptr<void> readable_file::map(std::uint64_t at, std::uint64_t size) const
{
  if (size == 0) return {};
  auto const page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::uint64_t const before = at % page, all = size + before;
  void* const pages =
      ::mmap(nullptr, all, PROT_READ, MAP_SHARED, descriptor_, static_cast<off_t>(at - before));
  if (pages == MAP_FAILED) fail("it can't be mapped: " + std::generic_category().message(errno));
  std::shared_ptr<void> const whole(pages, [all](void* p) { ::munmap(p, all); });
  ::madvise(pages, all, MADV_WILLNEED);
  return {whole, static_cast<std::byte*>(pages) + before};
}

}  // namespace acre::io::detail
