#include <acre/io/detail/in_parts.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "npy_source.hpp"
#include "readable_file.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace acre::io::detail {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

file_parts::file_parts(std::filesystem::path const& name, std::filesystem::path const& shown,
                       use what_for)
    : shown_(shown.string()), use_(what_for)
{
  int const flags = use_ == use::write ? O_WRONLY : O_RDONLY;
  descriptor_ = ::open(name.c_str(), flags | O_CLOEXEC);
  if (descriptor_ >= 0) return;
  if (errno == ENOENT)
    fail("this process doesn't see the file " + name.string() +
         " that another has just seen: the folder is to be one that all processes share");
  fail(reason(errno));
}
file_parts::~file_parts()
{
  if (descriptor_ >= 0) ::close(descriptor_);
}

void file_parts::fail(std::string const& why) const
{
  throw file_error(std::string("cannot ") + (use_ == use::write ? "write " : "read ") + shown_ +
                   ": " + why);
}

void file_parts::write(std::uint64_t at, void const* from, std::uint64_t size) const
{
  auto const* p = static_cast<std::byte const*>(from);
  while (size > 0) {
    ssize_t const n = ::pwrite(descriptor_, p, std::min(size, most_a_call), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail(reason(n < 0 ? errno : EIO));
    p += n;
    at += static_cast<std::uint64_t>(n);
    size -= static_cast<std::uint64_t>(n);
  }
}

void file_parts::read(std::uint64_t at, void* to, std::uint64_t size) const
{
  auto* p = static_cast<std::byte*>(to);
  while (size > 0) {
    ssize_t const n = ::pread(descriptor_, p, std::min(size, most_a_call), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(reason(errno));
    if (n == 0) fail("truncated while it was read");
    p += n;
    at += static_cast<std::uint64_t>(n);
    size -= static_cast<std::uint64_t>(n);
  }
}

void file_parts::close()
{
  int const open = std::exchange(descriptor_, -1);
  if (::close(open) != 0 && errno != EINTR) fail(reason(errno));
}

std::string file_parts::version() const { return version_of(descriptor_); }

std::uint64_t begin_npy(new_file const& file, npy_array const& layout)
{
  std::string const start = make_npy_start(layout);
  std::fwrite(start.data(), 1, start.size(), file.stream());
  file.flush();
  return start.size();
}

}  // namespace acre::io::detail
