#pragma once

#include <acre/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

/// What a target is: a reader that is given any bytes, and reads them or throws an acre::error.
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

/// The same with a name, for libraries that ask for a file's real path.
class named_file {
 public:
  named_file(std::uint8_t const* data, std::size_t size)
  {
    static one const open;
    one_ = &open;
    if (open.descriptor < 0 || ::ftruncate(open.descriptor, 0) != 0 ||
        ::pwrite(open.descriptor, data, size, 0) != static_cast<ssize_t>(size))
      std::abort();
  }
  std::filesystem::path const& path() const { return one_->path; }

 private:
  struct one {
    one()
    {
      std::error_code ec;
      std::filesystem::path const memory = "/dev/shm";
      std::string name =
          (std::filesystem::is_directory(memory, ec) ? memory
                                                     : std::filesystem::temp_directory_path()) /
          "acre_fuzz.XXXXXX";
      descriptor = ::mkstemp(name.data());
      path = name;
    }
    ~one() { ::unlink(path.c_str()); }
    int descriptor = -1;
    std::filesystem::path path;
  };
  one const* one_ = nullptr;
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
