#include <acre/backends/common/tools.hpp>
#include <acre/backends/gpu_common/vendor_compiler.hpp>
#include <acre/error.hpp>

#include <cstdlib>
#include <utility>

#include <dlfcn.h>

/// NVRTC and hipRTC have the same functions with the same arguments under two prefixes, and so have
/// the parts of the two drivers that load modules: they are declared here once, by shape. Every
/// status is an int, 0 where all is well.
namespace acre::backends::gpu {

namespace {

template <class F>
void find_function(F*& function, void* library, std::string const& name)
{
  function = reinterpret_cast<F*>(dlsym(library, name.c_str()));
  if (!function) throw backend_error("jit: " + name + " is not in the library that should have it");
}

}  // namespace

namespace {

/// CUlaunchAttribute and CUlaunchConfig.
struct launch_attribute {
  int id;
  alignas(8) unsigned char value[64];
};
struct launch_configuration {
  unsigned grid[3], block[3], scratch;
  void* stream;
  launch_attribute* attributes;
  unsigned count;
};

}  // namespace

struct vendor_compiler::functions {
  // the compiler
  void* library = nullptr;
  int (*version)(int* major, int* minor) = nullptr;
  int (*create)(void** program, char const* text, char const* name, int headers,
                char const* const* header_texts, char const* const* header_names) = nullptr;
  int (*compile)(void* program, int count, char const* const* options) = nullptr;
  int (*log_size)(void* program, std::size_t* bytes) = nullptr;
  int (*log)(void* program, char* text) = nullptr;
  int (*code_size)(void* program, std::size_t* bytes) = nullptr;
  int (*code)(void* program, char* bytes) = nullptr;
  int (*destroy)(void** program) = nullptr;
  char const* (*error_text)(int status) = nullptr;
  // the driver
  void* driver = nullptr;
  int (*load)(void** module, void const* code) = nullptr;
  int (*find)(void** function, void* module, char const* name) = nullptr;
  int (*launch)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                unsigned block_y, unsigned block_z, unsigned scratch, void* stream,
                void** parameters, void** extra) = nullptr;
  int (*launch_early)(launch_configuration const* how, void* function, void** parameters,
                      void** extra) = nullptr;
  int (*allow_scratch)(void* function, int attribute, int bytes) = nullptr;
  int (*driver_error_text)(int status, char const** text) = nullptr;

  void require(int status, std::string const& what, char const* product) const
  {
    if (status)
      throw backend_error("jit: " + std::string(product) + ": " + what + ": " + error_text(status));
  }
  void require_driver(int status, char const* what) const
  {
    if (status == 0) return;
    char const* text = nullptr;
    if (driver_error_text) driver_error_text(status, &text);
    throw backend_error(std::string("jit: ") + what + ": " +
                        (text ? text : "error " + std::to_string(status)));
  }
};

vendor_compiler::vendor_compiler(compiler_names names)
    : names_(std::move(names)), functions_(std::make_unique<functions>())
{}

// The libraries stay open: what they loaded may be in use until the process ends.
vendor_compiler::~vendor_compiler() = default;

vendor_compiler::functions& vendor_compiler::compiler()
{
  functions& f = *functions_;
  if (f.library) return f;
  void* library = nullptr;
  if (char const* const named = std::getenv(names_.variable.c_str()); named && *named) {
    library = dlopen(named, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      throw backend_error("jit: " + names_.variable + " names '" + named +
                          "', which cannot be opened: " + dlerror());
  } else {
    for (auto const& name : names_.libraries)
      if ((library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))) break;
    if (!library)
      throw backend_error(std::string("jit: ") + names_.product +
                          ", which compiles kernels while the program runs, was not found (" +
                          names_.libraries.front() + "): " + names_.way_out + ", or name it in " +
                          names_.variable);
  }
  auto const& p = names_.prefix;
  find_function(f.version, library, p + "Version");
  find_function(f.create, library, p + "CreateProgram");
  find_function(f.compile, library, p + "CompileProgram");
  find_function(f.log_size, library, p + "GetProgramLogSize");
  find_function(f.log, library, p + "GetProgramLog");
  find_function(f.code_size, library, p + names_.code_size);
  find_function(f.code, library, p + names_.code);
  find_function(f.destroy, library, p + "DestroyProgram");
  find_function(f.error_text, library, p + "GetErrorString");
  f.library = library;
  return f;
}

vendor_compiler::functions& vendor_compiler::driver()
{
  functions& f = *functions_;
  if (f.driver) return f;
  void* const library =
      dlopen(names_.driver.empty() ? nullptr : names_.driver.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw backend_error("jit: " + names_.driver + " cannot be opened: " + dlerror());
  find_function(f.load, library, names_.load);
  find_function(f.find, library, names_.find);
  find_function(f.launch, library, names_.launch);
  if (names_.launch_early) find_function(f.launch_early, library, names_.launch_early);
  if (names_.allow_scratch) find_function(f.allow_scratch, library, names_.allow_scratch);
  if (names_.error_text) find_function(f.driver_error_text, library, names_.error_text);
  f.driver = library;
  return f;
}

std::string vendor_compiler::architecture(backends::queue& on) const
{
  std::string const capability = capability_of(on);
  if (names_.dialect == kernel_dialect::hip) return "--offload-arch=" + capability;
  std::string digits;
  for (char const c : capability)
    if (c != '.') digits += c;
  return "--gpu-architecture=sm_" + digits;
}

std::vector<std::string> vendor_compiler::options(backends::queue& on,
                                                  kernel_source const& source) const
{
  std::vector<std::string> all{"-std=c++20", "-w", architecture(on)};
  if (names_.dialect == kernel_dialect::cuda) {
    // functions without a word about it are the device's
    all.insert(all.end(), {"--device-as-default-execution-space", "--ftz=false", "--prec-div=true",
                           "--prec-sqrt=true", source.contract ? "--fmad=true" : "--fmad=false"});
    if (starts_early(on)) all.push_back("--define-macro=ACRE_JIT_EARLY");
  } else {
    all.insert(all.end(), {"-O3", source.contract ? "-ffp-contract=fast" : "-ffp-contract=off"});
  }
  all.insert(all.end(), source.flags.begin(), source.flags.end());
  return all;
}

bool vendor_compiler::starts_early(backends::queue& on) const
{
  return names_.launch_early && std::atof(capability_of(on).c_str()) >= names_.early_since;
}

std::string vendor_compiler::identity(backends::queue& on)
{
  functions const& f = compiler();
  int major = 0, minor = 0;
  f.require(f.version(&major, &minor), "its version", names_.product);
  return std::string(names_.product) + ' ' + std::to_string(major) + '.' + std::to_string(minor) +
         ' ' + architecture(on);
}

std::string vendor_compiler::compile(backends::queue& on, kernel_source const& source)
{
  functions const& f = compiler();
  void* program = nullptr;
  f.require(f.create(&program, source.text.c_str(), "acre", 0, nullptr, nullptr), "a program",
            names_.product);
  struct owner {
    functions const& f;
    void*& program;
    ~owner() { f.destroy(&program); }
  } const owned{f, program};
  auto const words = options(on, source);
  std::vector<char const*> argv;
  for (auto const& word : words) argv.push_back(word.c_str());
  int const status = f.compile(program, static_cast<int>(argv.size()), argv.data());
  std::size_t bytes = 0;
  if (status) {
    std::string log;
    if (f.log_size(program, &bytes) == 0 && bytes > 1) {
      log.resize(bytes);
      f.log(program, log.data());
      log.resize(bytes - 1);
    } else {
      log = f.error_text(status);
    }
    throw compile_error(
        "jit: " + source.name + " does not compile; " + names_.product + " says\n" + log, log);
  }
  f.require(f.code_size(program, &bytes), "the code's size", names_.product);
  std::string code(bytes, '\0');
  f.require(f.code(program, code.data()), "the code", names_.product);
  return code;
}

namespace {

/// A module of one device, which is the current one when it is made.
class loaded_module final : public kernel_library {
 public:
  loaded_module(vendor_compiler::functions const& f, std::string const& code) : f_(f)
  {
    f.require_driver(f.load(&module_, code.data()), "the compiled kernel cannot be loaded");
  }
  void* find(char const* exported) override
  {
    void* function = nullptr;
    return f_.find(&function, module_, exported) == 0 ? function : nullptr;
  }
  // It stays loaded: the driver may be gone before the last static object is.

 private:
  vendor_compiler::functions const& f_;
  void* module_ = nullptr;
};

}  // namespace

std::shared_ptr<kernel_library> vendor_compiler::load(backends::queue& on, std::string const& code)
{
  static_cast<void>(on);
  return std::make_shared<loaded_module>(driver(), code);
}

void vendor_compiler::launch(backends::queue& on, void* kernel, kernel_size const& size,
                             void const* parameters, std::size_t)
{
  if (size.blocks == 0) return;
  functions const& f = *functions_;
  tools::kernel const seen(on, "kernel");
  if (size.blocks > 2147483647)
    throw launch_error("jit: a kernel of " + std::to_string(size.blocks) +
                       " blocks exceeds the limit of 2147483647");
  if (size.scratch > 48 * 1024 && f.allow_scratch)
    f.require_driver(
        f.allow_scratch(kernel, names_.scratch_attribute, static_cast<int>(size.scratch)),
        "a block's scratch");
  void* arguments[] = {const_cast<void*>(parameters)};
  void* const stream = stream_of(on);
  // (not on the default streams, nor in a graph: gpu_common/early_start.hpp)
  if (size.early && reinterpret_cast<std::uintptr_t>(stream) > 2 && !on.capturing()) {
    launch_attribute early{names_.early_attribute, {}};
    early.value[0] = 1;  // an int
    launch_configuration const how{{static_cast<unsigned>(size.blocks), 1, 1},
                                   {static_cast<unsigned>(size.threads), 1, 1},
                                   static_cast<unsigned>(size.scratch),
                                   stream,
                                   &early,
                                   1};
    f.require_driver(f.launch_early(&how, kernel, arguments, nullptr),
                     "a kernel cannot be launched");
    return;
  }
  f.require_driver(f.launch(kernel, static_cast<unsigned>(size.blocks), 1, 1,
                            static_cast<unsigned>(size.threads), 1, 1,
                            static_cast<unsigned>(size.scratch), stream, arguments, nullptr),
                   "a kernel cannot be launched");
}

}  // namespace acre::backends::gpu
