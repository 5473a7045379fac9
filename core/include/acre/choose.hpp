#pragma once

#include <acre/creation.hpp>
#include <acre/functions.hpp>
#include <acre/take.hpp>

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
  return where(position == n, first, chosen_from(position, n + 1, rest...));
}

}  // namespace detail

/// choices[index[k]][k], as a term of an expression (NumPy's choose): index and choices broadcast
/// against each other, the dtype is the choices' promoted one. At least one choice is an array or
/// expression. Modes as index_mode; unlike NumPy's, `raise` counts -1 from the last choice and
/// throws index_error, at the next synchronisation: index 3 is out of bounds for axis 0 with size
/// 2. Scratch: one int64 an index. Same bits and same error on every backend.
template <expression I, operand A, operand... Choice>
auto choose(I const& index, index_mode mode, A const& first, Choice const&... others)
{
  constexpr std::int64_t count = 1 + sizeof...(Choice);
  auto const position = evaluate(take(arange<std::int64_t>(index.space(), 0, count), index, 0, mode));
  return detail::chosen_from(position, 0, first, others...);
}

}  // namespace acre
