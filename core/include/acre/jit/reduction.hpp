#pragma once

#include <acre/backends/compiler.hpp>
#include <acre/jit/detail/operand.hpp>
#include <acre/jit/options.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/detail/reduced_axes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace acre {

namespace detail::jit {

class reduction_kernel;  // core/jit/reduction.cpp

/// The shape that the inputs broadcast to; its rank.
int mapped_shape(reduction_kernel const& kernel, std::span<operand const> inputs,
                 std::span<std::int64_t> shape);
/// Writes the results. `allocate` gives memory of the queue.
void run(reduction_kernel const& kernel, backends::kernel_compiler& compiler,
         std::span<operand const> arguments, extents_view shape, std::span<bool const> reduced,
         std::function<std::shared_ptr<void>(std::int64_t values)> const& allocate);

template <class T>
inline constexpr int axes_named = -1;
template <std::size_t N>
inline constexpr int axes_named<axis_list<N>> = static_cast<int>(N);

/// How the arguments of a reduction end: with axes, with keepdims, with both or neither.
template <class... A>
struct reduction_arguments {
  static constexpr bool keeps = (std::same_as<A, keepdims_t> || ...);
  static constexpr int named = std::max({-1, axes_named<A>...});
  static constexpr std::size_t operands = sizeof...(A) - keeps - (named >= 0);
};

}  // namespace detail::jit

namespace jit {

/// A reduction from text, as CuPy's ReductionKernel: finish(combine of map of all elements).
///
/// ```cpp
/// jit::reduction const norm("T x, T w", "T y", "w * x * x", "a + b", "y = sqrt(a)", "-0.0",
/// "norm");
///
/// auto const x = from_host(std::vector{3.0, 4.0, 6.0, 8.0}, shape(2, 2));
/// std::cout << norm.make<double>(x, 4.0, axes(1)) << ' ' << norm.make<double>(x(0), 1.0) << '\n';
/// ```
/// ```text
/// [10. 20.] 5.0
/// ```
///
/// Operands are declared as for jit::elementwise, with one output; `map` is an expression of the
/// inputs (and `i`), `combine` one of `a` and `b`, which has to commute, `finish` a
/// statement that assigns the output from `a` (empty: the output is a), `identity` an expression.
/// Combined values have the output's dtype, float for float16 and bfloat16, which `finish` rounds.
/// The order is that of all reductions (acre/reduce/axes.hpp): the same bits on every space, and
/// those of reduction(map, combine, finish, identity) that is compiled with the program, given the
/// same functions. combine(a, identity) is a to the bit: -0.0 for sums of floating point.
///
///   kernel.make<float>(x, y)                    of everything, of rank 0
///   kernel.make<float>(x, y, axes(0))           along axes; then keepdims, if they are to stay
///
/// Bits, errors, compiling and what is kept as for jit::elementwise; index_error for an axis that
/// is not there, value_error for one named twice. Without elements: finish(identity). Scratch: a
/// value for each 4096 elements (512 where the last axis stays).
class reduction {
 public:
  reduction(std::string_view inputs, std::string_view output, std::string_view map,
            std::string_view combine, std::string_view finish, std::string_view identity,
            std::string_view name = "reduction_kernel", options const& how = {});

  template <element Out, class... A>
  auto make(A const&... arguments) const
  {
    using split = acre::detail::jit::reduction_arguments<A...>;
    return made<Out>(std::tie(arguments...), std::make_index_sequence<split::operands>());
  }

 private:
  template <class Out, class... A, std::size_t... Operand>
  auto made(std::tuple<A const&...> const& all, std::index_sequence<Operand...>) const
  {
    using split = acre::detail::jit::reduction_arguments<A...>;
    using tuple = std::tuple<A...>;
    if constexpr (acre::detail::jit::takes<std::tuple_element_t<Operand, tuple>...>()) {
      if constexpr (split::named >= 0)
        return reduced<Out, split::keeps>(std::get<split::operands>(all).axis,
                                          acre::detail::jit::settled(std::get<Operand>(all))...);
      else
        return reduced<Out, split::keeps>(std::array<int, 0>(),
                                          acre::detail::jit::settled(std::get<Operand>(all))...);
    }
  }

  template <class Out, bool Keeps, std::size_t N, class... A>
  auto reduced(std::array<int, N> const& axes, A const&... inputs) const
  {
    namespace detail = acre::detail::jit;
    constexpr int rank = detail::highest_rank<A...>();
    static_assert(static_cast<int>(N) <= rank, "acre: more axes are named than the operands have");
    constexpr int left = Keeps ? rank : N > 0 ? std::max(0, rank - static_cast<int>(N)) : 0;
    auto const& space = detail::space_of(inputs...);
    using space_type = std::remove_cvref_t<decltype(space)>;
    static_assert(detail::all_in<space_type, A...>,
                  "acre: the operands live in different spaces; copy one with copy_to(space, x)");
    std::array<detail::operand, sizeof...(A) + 1> all{detail::operand_of(inputs)...};
    shape_t<rank> shape{};
    detail::mapped_shape(*kernel_, std::span(all).first(sizeof...(A)), shape);
    std::array<bool, rank + 1> mask{};
    std::span<bool> const marked(mask.data(), static_cast<std::size_t>(rank));
    if constexpr (N > 0)
      acre::detail::mark_axes(marked, axes, rank);
    else
      mask.fill(true);
    shape_t<left> results{};
    acre::detail::reduced_shape(shape, marked, results);
    array<Out, left, space_type> const out(space, results);
    all.back() = detail::operand_of(out);
    detail::run(*kernel_, backends::compiler_of(space.queue()), all, shape, marked,
                [&](std::int64_t values) {
                  return acre::detail::allocate<acre::detail::computed_t<Out>>(space,
                                                                               std::array{values});
                });
    return out;
  }

  std::shared_ptr<acre::detail::jit::reduction_kernel const> kernel_;
};

}  // namespace jit

}  // namespace acre
