#pragma once

#include <acre_test/files.hpp>

#include <csignal>
#include <filesystem>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace acre_test {

/// While it lives, no file of this program grows beyond `bytes`: as a disk that is full there, with
/// another reason. Without it the system's signal would end the program.
class full_disk {
 public:
  explicit full_disk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN))
  {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit const now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  full_disk(full_disk const&) = delete;
  full_disk& operator=(full_disk const&) = delete;
  ~full_disk()
  {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// write(path) throws file_error with the file's name and the system's reason on a disk that is
/// full after each of `limits` bytes. What the file held is there still, and where there was none
/// there is none; nothing else is left in its folder.
template <class F>
void leaves_nothing_on_a_full_disk(std::filesystem::path const& file,
                                   std::initializer_list<rlim_t> limits, F const& write)
{
  namespace fs = std::filesystem;
  auto const refused = [&](fs::path const& path, std::string const& reason) {
    return "file_error: cannot write " + path.string() + ": " + reason;
  };
  bool const existed = fs::exists(file);
  std::string const held = content(file);
  auto const neighbours = [&] {
    return std::distance(fs::directory_iterator(file.parent_path()), {});
  };
  auto const before = neighbours();
  for (rlim_t const limit : limits) {
    std::string said;
    {
      full_disk const disk(limit);
      said = refusal([&] { write(file); });
    }
    EXPECT_EQ(said, refused(file, "File too large")) << limit;
    EXPECT_EQ(fs::exists(file), existed) << limit;
    EXPECT_EQ(content(file), held) << limit;
    EXPECT_EQ(neighbours(), before) << limit;
  }
  if (fs::path const full = "/dev/full"; fs::exists(full)) {
    EXPECT_EQ(refusal([&] { write(full); }), refused(full, "No space left on device"));
  }
}

}  // namespace acre_test
