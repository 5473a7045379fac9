// Kernels from text are kept on disk; what they declare; compilers that are missing.
#include <acre/device/spaces.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/jit_kernels.hpp>

#include <cstdio>
#include <fstream>

#include <sys/stat.h>

using acre::jit::elementwise;
using acre_test::error_of, acre_test::jit_folder, acre_test::jit_kernels;
namespace fs = std::filesystem;

namespace {

/// x + number, by a kernel that no other space has.
template <class Space>
std::vector<float> added(acre::array<float, 1, Space> const& x, char const* number)
{
  elementwise const f("T x", "T y",
                      std::string("y = x + ") + number + "; // for " + acre::name_of(x.space()),
                      "add");
  return acre::to_vector(f.template make<float>(x));
}

TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

TYPED_TEST(jit_kernels, are_kept_on_disk)
{
  jit_folder const own;
  auto const x = this->row({1.0f, 2.0f});
  auto const add = [&](char const* number) { return added(x, number); };
  auto const before = acre::jit::cache_info();
  EXPECT_EQ(before.folder, own.cache());
  EXPECT_EQ(add("10.25f"), (std::vector<float>{11.25f, 12.25f}));
  auto const compiled = acre::jit::cache_info();
  EXPECT_EQ(compiled.misses, before.misses + 1);
  EXPECT_EQ(compiled.problem, "");
  add("10.25f");  // the process has it already
  EXPECT_EQ(acre::jit::cache_info().misses, compiled.misses);

  int files = 0;
  for (auto const& entry : fs::directory_iterator(own.cache())) {
    ++files;
    EXPECT_EQ(entry.path().filename().string().size(), 64u);
    struct stat s;
    ASSERT_EQ(stat(entry.path().c_str(), &s), 0);
    EXPECT_EQ(s.st_mode & 0077, 0u);
  }
  EXPECT_EQ(files, 1);
  struct stat s;
  ASSERT_EQ(stat(own.cache().c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0700u);
}

TYPED_TEST(jit_kernels, do_without_a_cache_that_cannot_be_used)
{
  jit_folder const own;
  auto const x = this->row({1.0f, 2.0f});
  auto const add = [&](char const* number) { return added(x, number); };
  std::ofstream(own.path() / "file") << "text";
  setenv("ACRE_CACHE_DIR", (own.path() / "file" / "below").c_str(), 1);
  EXPECT_EQ(add("20.5f"), (std::vector<float>{21.5f, 22.5f}));
  EXPECT_NE(acre::jit::cache_info().problem.find("cannot be made: Not a directory"),
            std::string::npos)
      << acre::jit::cache_info().problem;
  fs::create_directory(own.path() / "open");
  fs::permissions(own.path() / "open", fs::perms::all);
  setenv("ACRE_CACHE_DIR", (own.path() / "open").c_str(), 1);
  EXPECT_EQ(add("30.5f"), (std::vector<float>{31.5f, 32.5f}));
  EXPECT_EQ(acre::jit::cache_info().problem,
            (own.path() / "open").string() + " may be written to by others");
  EXPECT_TRUE(fs::is_empty(own.path() / "open"));
  setenv("ACRE_CACHE_DIR", "off", 1);
  EXPECT_EQ(add("40.5f"), (std::vector<float>{41.5f, 42.5f}));
  EXPECT_EQ(acre::jit::cache_info().folder, "");
}

/// The report of another process: the sum that its kernel gives, and what the cache did. It is
/// this program again, which runs the test below alone.
class other_process {
 public:
  other_process()
      : pipe_(popen(("ACRE_JIT_TEST_PROCESS=1 '" + fs::read_symlink("/proc/self/exe").string() +
                     "' --gtest_filter=jit_cache.is_filled_by_a_process")
                        .c_str(),
                    "r"))
  {}
  std::string said() const
  {
    std::string all, report;
    char some[256];
    while (std::fgets(some, sizeof some, pipe_) != nullptr) all += some;
    EXPECT_EQ(pclose(pipe_), 0) << all;
    auto const from = all.find("report:");
    return from == all.npos ? all : all.substr(from, all.find('\n', from) - from);
  }

 private:
  std::FILE* pipe_;
};

TEST(jit_cache, is_filled_by_a_process)
{
  if (std::getenv("ACRE_JIT_TEST_PROCESS") == nullptr) GTEST_SKIP() << "for other processes";
  auto const space = acre::serial();
  auto const x = acre::from_host(space, {1.0, 2.0, 3.0});
  elementwise const f("T x", "T y", "y = 3 * x + 0.25", "of_processes");
  double const value = sum(f.make<double>(x));
  auto const done = acre::jit::cache_info();
  std::printf("report: %g hits %d misses %d%s\n", value, static_cast<int>(done.hits),
              static_cast<int>(done.misses), done.problem.c_str());
}

TEST(jit_cache, is_filled_by_several_processes_at_once)
{
  jit_folder const own;
  std::string const made = "report: 18.75 hits 0 misses 1", found = "report: 18.75 hits 1 misses 0";
  for (int round = 0; round < 2; ++round) {
    std::vector<other_process> together(4);
    int compiled = 0;
    for (auto const& each : together) {
      std::string const said = each.said();
      EXPECT_TRUE(said == made || said == found) << said;
      compiled += said == made;
    }
    EXPECT_GE(compiled, 1);
    // one file, and nothing half-written beside it
    ASSERT_EQ(std::distance(fs::directory_iterator(own.cache()), fs::directory_iterator()), 1);
    fs::path const file = fs::directory_iterator(own.cache())->path();
    EXPECT_EQ(file.filename().string().size(), 64u);
    EXPECT_EQ(other_process().said(), found);
    // what is damaged is made anew
    fs::resize_file(file, fs::file_size(file) / 2);
    EXPECT_EQ(other_process().said(), made);
    EXPECT_EQ(other_process().said(), found);
    fs::remove(file);
  }
}

TEST(jit_declarations, are_checked_when_the_kernel_is_made)
{
  auto const made = [](char const* inputs, char const* outputs, char const* name = "f") {
    return error_of<acre::value_error>([&] { elementwise(inputs, outputs, "", name); });
  };
  EXPECT_EQ(made("T x", "T z"), "nothing");
  EXPECT_EQ(made("  unsigned   x,\n std::int8_t y, float64 w", "raw bool z"), "nothing");
  EXPECT_EQ(
      made("T x,", "T z"),
      "jit::elementwise f: '' is no declaration: it is a type and a name, such as 'float32 x', "
      "'T x' or 'raw T x'");
  EXPECT_EQ(made("T x y", "T z"),
            "jit::elementwise f: 'T x y' is no declaration: it is a type and a name, such as "
            "'float32 x', 'T x' or 'raw T x'");
  EXPECT_EQ(made("flaot x", "T z"),
            "jit::elementwise f: unknown type 'flaot' of 'x': it is a dtype (bool, int8 to int64, "
            "uint8 to uint64, float16, bfloat16, float32, float64, complex64, complex128, or int, "
            "float, double as in "
            "C++) or one capital letter, which stands for what the arguments have");
  EXPECT_EQ(made("T x", ""), "jit::elementwise f: no output is declared");
  EXPECT_EQ(made("T x", "T x"), "jit::elementwise f: two operands are named 'x'");
  EXPECT_EQ(made("T i", "T x"),
            "jit::elementwise f: no operand is named 'i', the number of the element");
  EXPECT_EQ(made("T x", "T z", "my kernel"),
            "jit::elementwise: the name 'my kernel' is none of C++");
}

TEST(jit_compilers, are_named_where_they_are_missing)
{
  auto const space = acre::serial();
  jit_folder const own;
  auto const x = acre::from_host(space, {1.0f});
  auto const run = [&](char const* text) {
    return error_of<acre::backend_error>(
        [&] { static_cast<void>(elementwise("T x", "T y", text, "f").make<float>(x)); });
  };
  setenv("ACRE_JIT_CXX", "/nowhere/c++", 1);
  EXPECT_EQ(run("y = x * 3"),
            "jit: ACRE_JIT_CXX names '/nowhere/c++', which is no program here; kernels of the "
            "host are compiled with it: name a C++ compiler, such as g++ or clang++");
  unsetenv("ACRE_JIT_CXX");
  std::string const path = std::getenv("PATH") ? std::getenv("PATH") : "";
  setenv("PATH", own.path().c_str(), 1);
  EXPECT_EQ(run("y = x * 3"),
            "jit: no C++ compiler was found for kernels of the host: neither c++ nor g++ nor "
            "clang++ is in PATH; install one (Debian and Ubuntu: g++) or name one in ACRE_JIT_CXX");
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
