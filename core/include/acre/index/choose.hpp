#pragma once

#include <acre/array/creation.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/index/detail/take_along.hpp>

#include <initializer_list>
#include <source_location>

namespace acre {

namespace detail {

template <class P, class A>
auto chosen_from(P const&, std::int64_t, A const& last)
{
  return last;
}
template <class P, class A, class... Rest>
auto chosen_from(P const& position, std::int64_t n, A const& first, Rest const&... rest)
{
  return acre::where(position == n, first, chosen_from(position, n + 1, rest...));
}

/// A mode with the line that gave it, where no argument can follow the choices.
struct called_mode {
  index_mode mode;
  std::source_location where;
  called_mode(index_mode m, std::source_location w = std::source_location::current())
      : mode(m), where(w)
  {}
};

}  // namespace detail

/// choices[index[k]][k], as a term of an expression (NumPy's choose): index and choices broadcast
/// against each other, the dtype is the choices' promoted one. At least one choice is an array or
/// expression. Modes as index_mode; unlike NumPy's, `raise` counts -1 from the last choice and
/// throws index_error, at the next synchronisation: index 3 is out of bounds for axis 0 with size
/// 2; fill and drop take the first choice. Scratch: one int64 an index. Same bits and same error on
/// every backend.
template <expression I, operand A, operand... Choice>
auto choose(I const& index, detail::called_mode mode, A const& first, Choice const&... others)
{
  constexpr std::int64_t count = 1 + sizeof...(Choice);
  // shapes that don't fit are reported before a kernel looks at the indices
  static_cast<void>(
      detail::chosen_from(index_of(index.space(), index.shape()), 0, first, others...));
  auto lookup = detail::take_along(arange<std::int64_t>(index.space(), 0, count), index, 0,
                                   mode.mode, std::int64_t{0}, mode.where);
  lookup.site.operation = "choose";
  return detail::chosen_from(evaluate(lookup), 0, first, others...);
}

}  // namespace acre

#include <acre/index/detail/refusals/choose.hpp>
