#pragma once

#include <acre/backends/compiler.hpp>
#include <acre/backends/launch.hpp>
#include <acre/device/launch.hpp>
#include <acre/jit/detail/operand.hpp>
#include <acre/jit/options.hpp>

#include <array>
#include <memory>
#include <span>
#include <string_view>

namespace acre {

namespace detail::jit {

class module_kernel;  // core/jit/module.cpp

/// Queues it.
void run(module_kernel const& kernel, backends::kernel_compiler& compiler, backends::queue& on,
         launch_size const& size, std::span<operand const> arguments);

}  // namespace detail::jit

namespace jit {

/// A kernel of a module, launched as launch() launches.
class kernel {
 public:
  explicit kernel(std::shared_ptr<acre::detail::jit::module_kernel const> made)
      : kernel_(std::move(made))
  {}

  /// Throws launch_error for a block that the device does not run, compile_error; queued on
  /// `space`, which the queues of the arrays are joined with.
  template <class Space, class... A>
  void operator()(Space const& space, launch_size const& size, A const&... arguments) const
  {
    namespace detail = acre::detail::jit;
    static_assert(((detail::array_argument<A> || scalar<A>) && ...),
                  "acre: a kernel of a module takes arrays and numbers");
    static_assert(detail::all_in<Space, A...>,
                  "acre: the operands live in different spaces; copy one with copy_to(space, x)");
    auto& on = space.queue();
    acre::detail::require_launchable(size, backends::limits_of(on));
    std::array<detail::operand, sizeof...(A)> const all{detail::operand_of(arguments)...};
    detail::run(*kernel_, backends::compiler_of(on), on, size, all);
  }

 private:
  std::shared_ptr<acre::detail::jit::module_kernel const> kernel_;
};

/// Kernels from one text, as CuPy's RawModule, written as those that are compiled with a program
/// (acre/device/launch.hpp):
///
/// ```cpp
/// jit::module const lesson(R"(
///   template <class T>
///   KOKKOS_FUNCTION void increment(launch_thread const& t, array_ref<T, 1> x, T by)
///   {
///     for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += by;
///   }
///   KOKKOS_FUNCTION void reverse(thread_block& block, float* x)
///   {
///     float* const part = block.scratch<float>(4);
///     block.for_each_thread([&](launch_thread const& t) { part[t.rank()] = x[t.x()]; });
///     block.for_each_thread([&](launch_thread const& t) { x[t.x()] = part[3 - t.rank()]; });
///   }
/// )");
///
/// auto const x = arange(8.0f);
/// lesson.kernel("increment")(x.space(), {.grid = {1}, .block = {32}}, x, 10.0f);
/// lesson.kernel("reverse")(x.space(), {.grid = {2}, .block = {4}, .scratch = 16}, x);
/// std::cout << x << '\n';
/// ```
/// ```text
/// [13. 12. 11. 10. 17. 16. 15. 14.]
/// ```
///
/// A kernel is a function whose first argument is a launch_thread const&, or a thread_block& where
/// threads work together. An array comes as an array_ref<T, rank>, which becomes a T* (of a
/// contiguous array's elements) where the kernel takes that; a number as what it is. Kernels may be
/// templates, whose arguments are those of the call or stand in the name: "scale<float, 4>". acre's
/// elementary functions, philox4x32_10 and atomics have their names there; includes stand in no
/// text, but for those of a kernel in CUDA's C whose words are there already (<cuda_runtime.h>,
/// <cmath>, <cstdint>, CuPy's <cupy/complex.cuh>). Compiled at the first call for some types of
/// arguments; bits, errors and what is kept as for jit::elementwise.
class module {
 public:
  explicit module(std::string_view source, options const& how = {});
  /// Throws value_error for a name that the text does not have.
  jit::kernel kernel(std::string_view name) const;

 private:
  struct text;
  std::shared_ptr<text const> text_;
};

}  // namespace jit

}  // namespace acre
