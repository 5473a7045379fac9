#pragma once

#include <acre/backends/common/queue.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Kernels that are compiled while the program runs:
///
///   compiler_of(on)      what compiles for a queue's device, loads and launches
///
/// host_common: the machine's C++ compiler and dlopen. gpu_common: the vendor's library (NVRTC,
/// hipRTC), opened when the first kernel is compiled; nothing is linked for it.
namespace acre::backends {

/// A whole text, with the words that every kernel needs. `name` is what its user calls it.
struct kernel_source {
  std::string name, text;
  std::vector<std::string> flags;  // the user's
  bool contract = false;           // a product and a sum may be rounded once
};

/// Code that was loaded; what it holds may be launched as long as it lives.
class kernel_library {
 public:
  virtual ~kernel_library() = default;
  /// A kernel by the name that the text exports (extern "C"); null if it has none such.
  virtual void* find(char const* exported) = 0;
};

/// How much work a kernel is: blocks are numbered 0 … blocks - 1. On a GPU each has so many
/// threads, and scratch; a CPU hands its kernel ranges of numbers.
struct kernel_size {
  std::int64_t blocks = 0;
  int threads = 1;
  std::size_t scratch = 0;
  bool early = false;  // it may start while the kernel before it ends, for which it waits itself
};

/// Language of a text; each has its own prelude (core/jit/prelude/).
enum class kernel_dialect { host, cuda, hip };

/// Calls from several threads are in order, by the one who calls (core/jit).
class kernel_compiler {
 public:
  virtual ~kernel_compiler() = default;
  virtual kernel_dialect dialect() const = 0;
  /// All that the code depends on beside its source: compiler, version, device. Throws
  /// backend_error where there is no compiler: which one is missing, and what helps.
  virtual std::string identity(queue& on) = 0;
  /// The code. Throws compile_error with the compiler's log.
  virtual std::string compile(queue& on, kernel_source const& source) = 0;
  virtual std::shared_ptr<kernel_library> load(queue& on, std::string const& code) = 0;
  /// Queues a kernel; a CPU has done it when this returns. `parameters` is what the kernel takes:
  /// on a GPU by value, so many bytes; a CPU's kernel is
  ///
  ///   extern "C" void f(void const* parameters, long long first, long long last, void* scratch)
  virtual void launch(queue& on, void* kernel, kernel_size const& size, void const* parameters,
                      std::size_t bytes) = 0;
  /// GPUs only; ask in the operation that launches. `count` zeros that a kernel counts up and
  /// leaves as zeros.
  virtual std::uint32_t* tickets(queue&, std::int64_t /*count*/) { return nullptr; }
  virtual int multiprocessors(queue&) const { return 1; }
  /// Whether kernels may start early (gpu_common/early_start.hpp), if texts are compiled with
  /// ACRE_JIT_EARLY defined and begin with await_work_before().
  virtual bool starts_early(queue&) const { return false; }
};

}  // namespace acre::backends
