#pragma once

#include <acre/backends/compiler.hpp>
#include <acre/jit/detail/operand.hpp>
#include <acre/jit/options.hpp>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace acre {

namespace detail::jit {

class elementwise_kernel;  // core/jit/elementwise.cpp

/// Runs it: inputs, then outputs. Throws what jit::elementwise says.
void run(elementwise_kernel const& kernel, backends::kernel_compiler& compiler,
         std::span<operand const> arguments);
/// Writes the shape that the inputs give to `shape`; its rank.
int result_shape(elementwise_kernel const& kernel, std::span<operand const> inputs, int outputs,
                 std::span<std::int64_t> shape);

}  // namespace detail::jit

namespace jit {

/// A kernel from text, element by element, as CuPy's ElementwiseKernel; it runs on every space.
///
/// ```cpp
/// jit::elementwise const squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");
///
/// auto const x = arange(5.0f), y = ones<float>(shape(5));
/// std::cout << squared_diff.make<float>(x, y) << '\n';
/// ```
/// ```text
/// [1. 0. 1. 4. 9.]
/// ```
///
/// Inputs and outputs are "type name, type name, …": a dtype by NumPy's name or C++'s (float32 or
/// float, int64, bool), or a capital letter for a type that the arguments say. `operation` is C++
/// that reads the inputs and assigns the outputs, statements with ';' between them; an output holds
/// at first what its element held. float16 and bfloat16 are read as float, T of them too, and
/// rounded where an output is assigned. It may use `i`, the number of the element in C order, and
/// `_ind.size()`, how many there are; `continue` leaves it; CUDA's atomics (atomicAdd(&x[k], v) of a
/// raw operand x), whose sums of floating point come in any order;
/// acre's elementary functions by their names (exp, log, pow … on float and double: the bits are
/// those of the library's own); philox4x32_10 (<acre/random/philox.hpp>); and what options.preamble
/// defines. A `raw` operand is not taken element by element: "raw T x" is indexed, x[k] in C order
/// or x(i, j), its extents are x.extent[axis] and x.size().
///
///   kernel(x, y, z)             inputs, then outputs, which are written as assignments write them
///   kernel.make<float>(x, y)    new outputs of these dtypes; a tuple where there are several
///
/// Inputs are arrays, expressions and numbers, of one space, and broadcast; an array has exactly
/// the dtype that is declared, a number is converted to it unless that would lose its kind (2.5 as
/// an int). The kernel is compiled at its first call for these dtypes and layouts and kept in the
/// process and on disk (jit/cache.hpp): with the machine's C++ compiler for the host,
/// NVRTC for cuda, hipRTC for hip, which are looked for then and not before. No contraction, unless
/// options say so: the same bits on every space, as expressions have them. Queued as an operation.
///
/// Throws  value_error: declarations that are none, a wrong number of arguments, an output whose
///           memory another operand reads at other positions
///         dtype_error, shape_error: arguments that don't fit, before anything is compiled
///         compile_error: with the compiler's log; lines count from the operation's first
///         backend_error: no compiler, in a sentence that says which
class elementwise {
 public:
  elementwise(std::string_view inputs, std::string_view outputs, std::string_view operation,
              std::string_view name = "elementwise_kernel", options const& how = {});

  template <class... A>
  void operator()(A const&... arguments) const
  {
    if constexpr (acre::detail::jit::takes<A...>()) call(acre::detail::jit::settled(arguments)...);
  }

  template <element... Out, class... A>
  auto make(A const&... inputs) const
  {
    static_assert(sizeof...(Out) > 0, "acre: make<float>() names the dtypes of the outputs");
    if constexpr (acre::detail::jit::takes<A...>())
      return made<Out...>(acre::detail::jit::settled(inputs)...);
  }

 private:
  template <class... A>
  void call(A const&... arguments) const
  {
    namespace detail = acre::detail::jit;
    auto const& space = detail::space_of(arguments...);
    static_assert(detail::all_in<std::remove_cvref_t<decltype(space)>, A...>,
                  "acre: the operands live in different spaces; copy one with copy_to(space, x)");
    std::array<detail::operand, sizeof...(A)> const all{detail::operand_of(arguments)...};
    detail::run(*kernel_, backends::compiler_of(space.queue()), all);
  }

  template <class... Out, class... A>
  auto made(A const&... inputs) const
  {
    namespace detail = acre::detail::jit;
    constexpr int rank = detail::highest_rank<A...>();
    auto const& space = detail::space_of(inputs...);
    using space_type = std::remove_cvref_t<decltype(space)>;
    std::array<detail::operand, sizeof...(A)> const all{detail::operand_of(inputs)...};
    shape_t<rank> shape{};
    detail::result_shape(*kernel_, all, static_cast<int>(sizeof...(Out)), shape);
    std::tuple<array<Out, rank, space_type>...> const out{
        array<Out, rank, space_type>(space, shape)...};
    std::apply([&](auto const&... each) { call(inputs..., each...); }, out);
    if constexpr (sizeof...(Out) == 1)
      return std::get<0>(out);
    else
      return out;
  }

  std::shared_ptr<acre::detail::jit::elementwise_kernel const> kernel_;
};

}  // namespace jit

}  // namespace acre
