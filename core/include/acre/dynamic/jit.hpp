#pragma once

#include <acre/backends/common/thread_block.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre/jit/options.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace acre::detail::jit {
class elementwise_kernel;
class module_kernel;
class reduction_kernel;
}  // namespace acre::detail::jit

/// Kernels from text on arrays whose dtype, rank and space are known at run time only: what
/// <acre/jit/elementwise.hpp>, <acre/jit/reduction.hpp> and <acre/jit/module.hpp> say, with the
/// same texts, bits and errors. A library of its own: link acre::dynamic_jit.
namespace acre::dynamic::jit {

/// An array, or a number, which is converted to the dtype that is declared. A kernel runs where its
/// first array with axes is. An array of rank 0 on another device is a number where the kernel
/// takes one: its element is read, which waits. Any other array of another kind of space is refused
/// (backend_error) before anything is done.
using argument = std::variant<dynamic_array, scalar_value>;

/// Element by element, as acre::jit::elementwise.
class elementwise {
 public:
  elementwise(std::string_view inputs, std::string_view outputs, std::string_view operation,
              std::string_view name = "elementwise_kernel", acre::jit::options const& how = {});

  /// How many inputs are declared.
  std::size_t inputs() const;
  /// Writes outputs, which stand behind the inputs.
  void operator()(std::span<argument const> arguments) const;
  /// New outputs, of the dtypes that are declared or that the inputs' letters say; of a shape that
  /// is given where all inputs are raw.
  std::vector<dynamic_array> make(std::span<argument const> inputs) const;
  std::vector<dynamic_array> make(std::span<argument const> inputs, extents_view shape) const;

 private:
  std::shared_ptr<acre::detail::jit::elementwise_kernel const> kernel_;
};

/// finish(combine of map of all elements), as acre::jit::reduction: in the order of all reductions.
/// `type` is that of what is combined, where it is not the output's: of C++, a letter that stands
/// for a dtype or a struct of the preamble, of 16 bytes at most. An empty identity is a struct as
/// its constructor without arguments makes it; there value_error is thrown where there are no
/// elements.
class reduction {
 public:
  reduction(std::string_view inputs, std::string_view output, std::string_view map,
            std::string_view combine, std::string_view finish, std::string_view identity,
            std::string_view name = "reduction_kernel", acre::jit::options const& how = {},
            std::string_view type = {});

  std::size_t inputs() const;
  /// A new array: of everything without axes, which stay with extent 1 if they are kept.
  dynamic_array make(std::span<argument const> inputs,
                     std::optional<std::vector<int>> const& axes = {}, bool keepdims = false) const;
  /// Writes `to`, of that shape and the dtype that is declared.
  void operator()(std::span<argument const> inputs, dynamic_array const& to,
                  std::optional<std::vector<int>> const& axes = {}, bool keepdims = false) const;

 private:
  std::shared_ptr<acre::detail::jit::reduction_kernel const> kernel_;
};

/// A kernel of a text, launched on a grid, as those of acre::jit::module.
class kernel {
 public:
  kernel(std::string_view source, std::string_view name, acre::jit::options const& how = {});
  void operator()(dynamic_space const& space, backends::launch_size const& size,
                  std::span<argument const> arguments) const;

 private:
  std::shared_ptr<acre::detail::jit::module_kernel const> kernel_;
};

}  // namespace acre::dynamic::jit
