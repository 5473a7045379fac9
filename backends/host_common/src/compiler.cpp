#include <acre/backends/host_common/compiler.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

/// The machine's own compiler as one of run time: a process that makes a shared library, which is
/// opened. No shell is asked.
namespace acre::backends {

namespace {

std::string variable(char const* name)
{
  char const* const value = std::getenv(name);
  return value ? value : "";
}

bool is_program(std::string const& path)
{
  struct stat s;
  return stat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode) && access(path.c_str(), X_OK) == 0;
}

/// Path of a program, as a shell would look for it; empty if there is none.
std::string find_program(std::string const& name)
{
  if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::string path = (folder.empty() ? "." : folder) + '/' + name; is_program(path))
      return path;
  return {};
}

std::string find_compiler()
{
  if (std::string const named = variable("ACRE_JIT_CXX"); !named.empty()) {
    if (std::string path = find_program(named); !path.empty()) return path;
    throw backend_error("jit: ACRE_JIT_CXX names '" + named +
                        "', which is no program here; kernels of the host are compiled "
                        "with it: name a C++ compiler, such as g++ or clang++");
  }
  for (char const* name : {"c++", "g++", "clang++"})
    if (std::string path = find_program(name); !path.empty()) return path;
  throw backend_error(
      "jit: no C++ compiler was found for kernels of the host: neither c++ nor g++ nor "
      "clang++ is in PATH; install one (Debian and Ubuntu: g++) or name one in ACRE_JIT_CXX");
}

/// The lines of /proc/cpuinfo that say what -march=native means here.
std::string const& processor()
{
  static std::string const text = [] {
    std::ifstream file("/proc/cpuinfo");
    std::string all;
    bool model = false, flags = false;
    for (std::string line; std::getline(file, line) && !(model && flags);) {
      bool const is_model = line.rfind("model name", 0) == 0,
                 is_flags = line.rfind("flags", 0) == 0 || line.rfind("Features", 0) == 0;
      if ((is_model && !model) || (is_flags && !flags)) all += line + '\n';
      model = model || is_model;
      flags = flags || is_flags;
    }
    return all;
  }();
  return text;
}

/// A folder that no other user can look into, removed at the end.
class private_folder {
 public:
  private_folder()
  {
    std::string const temporary = variable("TMPDIR");
    path_ = (temporary.empty() ? "/tmp" : temporary) + "/acre-jit-XXXXXX";
    if (!mkdtemp(path_.data()))
      throw backend_error("jit: cannot make a folder " + path_ + " for the compiler to work in: " +
                          std::strerror(errno) + "; TMPDIR names another place");
  }
  private_folder(private_folder const&) = delete;
  ~private_folder()
  {
    for (auto const& file : files_) unlink(file.c_str());
    rmdir(path_.c_str());
  }
  std::string file(char const* name) { return files_.emplace_back(path_ + '/' + name); }
  std::string const& path() const { return path_; }

 private:
  std::string path_;
  std::vector<std::string> files_;
};

void write_file(std::string const& path, std::string const& text)
{
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.flush()) throw backend_error("jit: cannot write " + path + ": " + std::strerror(errno));
}

std::string read_file(std::string const& path)
{
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Runs a program with its messages going to a file; the status that wait() gives.
int run_program(std::vector<std::string> words, std::string const& messages)
{
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t child = 0;
  int const failed = posix_spawn(&child, words[0].c_str(), &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed) throw backend_error("jit: cannot run " + words[0] + ": " + std::strerror(failed));
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      throw backend_error("jit: cannot wait for " + words[0] + ": " + std::strerror(errno));
  return status;
}

void replace_all(std::string& text, std::string const& what, std::string const& by)
{
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

class shared_library final : public kernel_library {
 public:
  /// By way of a file of its own: the loader takes a name that it has seen for the same library.
  explicit shared_library(std::string const& code)
  {
    private_folder folder;
    std::string const path = folder.file("kernel.so");
    write_file(path, code);
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library_)
      throw backend_error(std::string("jit: the compiled kernel cannot be opened: ") + dlerror() +
                          "; TMPDIR names another folder to open it from");
  }
  ~shared_library() override { dlclose(library_); }
  void* find(char const* exported) override { return dlsym(library_, exported); }

 private:
  void* library_ = nullptr;
};

class host_compiler final : public kernel_compiler {
 public:
  kernel_dialect dialect() const override { return kernel_dialect::host; }

  /// A program is known by its place, size and time, which costs no process.
  std::string identity(queue&) override
  {
    std::string const path = find_compiler();
    struct stat s{};
    stat(path.c_str(), &s);
    return path + ' ' + std::to_string(s.st_size) + ' ' + std::to_string(s.st_mtime) + '\n' +
           processor();
  }

  std::string compile(queue&, kernel_source const& source) override
  {
    std::string const program = find_compiler();
    private_folder folder;
    std::string const text = folder.file("kernel.cpp"), code = folder.file("kernel.so"),
                      messages = folder.file("log");
    write_file(text, source.text);
    std::vector<std::string> words{program,
                                   "-std=c++20",
                                   "-O3",
                                   "-march=native",
                                   source.contract ? "-ffp-contract=fast" : "-ffp-contract=off",
                                   "-fno-trapping-math",
                                   "-fno-math-errno",
                                   "-w",
                                   "-fPIC",
                                   "-shared",
                                   "-fvisibility=hidden"};
    words.insert(words.end(), source.flags.begin(), source.flags.end());
    words.insert(words.end(), {text, "-o", code});
    int const status = run_program(std::move(words), messages);
    std::string log = read_file(messages);
    replace_all(log, folder.path() + "/kernel.cpp", "acre");
    if (status != 0)
      throw compile_error("jit: " + source.name + " does not compile; " + program + " says\n" + log,
                          log);
    return read_file(code);
  }

  std::shared_ptr<kernel_library> load(queue&, std::string const& code) override
  {
    return std::make_shared<shared_library>(code);
  }

  void launch(queue& on, void* kernel, kernel_size const& size, void const* parameters,
              std::size_t) override
  {
    auto& host = static_cast<host::queue&>(on);
    auto const call = reinterpret_cast<void (*)(void const*, long long, long long, void*)>(kernel);
    std::int64_t const tasks =
        std::min<std::int64_t>(size.blocks, std::int64_t{16} * host.threads());
    host.for_tasks("kernel", tasks, [&](std::int64_t task) {
      std::unique_ptr<std::byte[]> const scratch(size.scratch ? new std::byte[size.scratch + 16]
                                                              : nullptr);
      call(parameters, size.blocks * task / tasks, size.blocks * (task + 1) / tasks, scratch.get());
    });
  }
};

}  // namespace

kernel_compiler& compiler_of(host::queue&)
{
  static host_compiler only;
  return only;
}

}  // namespace acre::backends
