#pragma once

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/backends/compiler.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/jit.hpp>
#include <acre_test/on_space.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

/// Tests of kernels from text.
namespace acre_test {

namespace fs = std::filesystem;

/// A cache of the test's own, so that it compiles.
class jit_folder {
 public:
  jit_folder() : before_(std::getenv("ACRE_CACHE_DIR") ? std::getenv("ACRE_CACHE_DIR") : "")
  {
    std::string path = (fs::temp_directory_path() / "acre-jit-test-XXXXXX").string();
    path_ = mkdtemp(path.data());
    setenv("ACRE_CACHE_DIR", cache().c_str(), 1);
  }
  ~jit_folder()
  {
    std::error_code ignored;
    fs::permissions(path_, fs::perms::owner_all, ignored);
    fs::remove_all(path_, ignored);
    setenv("ACRE_CACHE_DIR", before_.c_str(), 1);
  }
  std::string cache() const { return (path_ / "deep" / "cache").string(); }
  fs::path const& path() const { return path_; }

 private:
  std::string before_;
  fs::path path_;
};

template <class Space>
class jit_kernels : public on_space<Space> {
 public:
  static void SetUpTestSuite() { cache_ = new jit_folder; }
  static void TearDownTestSuite() { delete cache_; }

 protected:
  using on_space<Space>::row;
  template <class T>
  auto row(std::vector<T> const& v) const
  {
    return acre::from_host<T>(this->space, v);
  }
  void SetUp() override
  {
    static std::string const missing = [] {
      try {
        Space const space;
        acre::backends::compiler_of(space.queue()).identity(space.queue());
        return std::string();
      } catch (acre::backend_error const& e) {
        return std::string(e.message());
      }
    }();
    if (!missing.empty()) GTEST_SKIP() << missing;
  }
  static jit_folder* cache_;
};
template <class Space>
jit_folder* jit_kernels<Space>::cache_ = nullptr;

template <class A, class B>
::testing::AssertionResult alike(A const& a, B const& b)
{
  return equals(a, acre::to_vector(b));
}

}  // namespace acre_test
