#pragma once

#include <acre/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

/// A target: a reader that is given any bytes, and reads them or throws an acre::error.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace acre_fuzz {

/// The bytes as a file, in memory.
class file {
 public:
  file(std::uint8_t const* data, std::size_t size)
  {
    if (descriptor() < 0 || ::ftruncate(descriptor(), 0) != 0 ||
        ::pwrite(descriptor(), data, size, 0) != static_cast<ssize_t>(size))
      std::abort();
  }
  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor()); }

 private:
  static int descriptor()
  {
    static int const d = ::memfd_create("fuzz", MFD_CLOEXEC);
    return d;
  }
};

/// An empty file with a name, in memory, for libraries that ask for a file's real path.
class named_file {
 public:
  named_file()
  {
    std::error_code ec;
    std::filesystem::path const memory = "/dev/shm";
    std::string name =
        (std::filesystem::is_directory(memory, ec) ? memory
                                                   : std::filesystem::temp_directory_path()) /
        "acre_fuzz.XXXXXX";
    int const descriptor = ::mkstemp(name.data());
    if (descriptor < 0) std::abort();
    ::close(descriptor);
    path_ = name;
  }
  named_file(named_file const&) = delete;
  ~named_file() { ::unlink(path_.c_str()); }
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs a reader; an error of acre's is an answer, anything else goes on.
template <class F>
int read(F const& f)
{
  try {
    f();
  } catch (acre::error const&) {
  }
  return 0;
}

}  // namespace acre_fuzz
