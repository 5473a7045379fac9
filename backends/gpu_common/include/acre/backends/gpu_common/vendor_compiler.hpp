#pragma once

#include <acre/backends/common/compiler.hpp>

#include <memory>
#include <string>
#include <vector>

namespace acre::backends::gpu {

/// Names of a vendor's run-time compiler and of its driver, whose functions have one shape.
struct compiler_names {
  kernel_dialect dialect;
  char const* product;                 // "NVRTC"
  std::vector<std::string> libraries;  // tried in this order
  std::string variable;                // of the environment: a library to take instead
  std::string way_out;                 // what installs it
  std::string prefix;                  // of the compiler's functions
  char const *code_size, *code;        // that give the code, without the prefix
  std::string driver;                  // the library
  char const *load, *find, *launch, *allow_scratch, *error_text;  // of the driver
  int scratch_attribute;               // bytes of a block's scratch, as allow_scratch knows it
  char const* launch_early = nullptr;  // of the driver: cuLaunchKernelEx
  int early_attribute = 0;             // of a launch: it starts early
  double early_since = 0;              // compute capability
};

/// Opens both when the first kernel is asked for. `Api` adds stream and architecture.
class vendor_compiler : public kernel_compiler {
 public:
  explicit vendor_compiler(compiler_names names);
  ~vendor_compiler() override;
  kernel_dialect dialect() const override { return names_.dialect; }
  std::string identity(backends::queue& on) override;
  std::string compile(backends::queue& on, kernel_source const& source) override;
  std::shared_ptr<kernel_library> load(backends::queue& on, std::string const& code) override;
  void launch(backends::queue& on, void* kernel, kernel_size const& size, void const* parameters,
              std::size_t bytes) override;
  bool starts_early(backends::queue& on) const override;

  struct functions;

 protected:
  virtual void* stream_of(backends::queue& on) const = 0;
  /// "9.0", "gfx942": device_info::compute_capability.
  virtual std::string capability_of(backends::queue& on) const = 0;

 private:
  functions& compiler();
  functions& driver();
  std::vector<std::string> options(backends::queue& on, kernel_source const& source) const;
  std::string architecture(backends::queue& on) const;

  compiler_names names_;
  std::unique_ptr<functions> functions_;
};

}  // namespace acre::backends::gpu
