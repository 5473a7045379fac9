#pragma once

#include <acre/array/array.hpp>

#include <vector>

namespace acre {

/// A deep copy in memory of its own, C-contiguous, on the same space. Queued.
template <expression E>
auto copy(E const& e)
{
  array<typename E::value_type, E::rank, typename E::space_type> result(e.space(), e.shape());
  detail::assign(result, e);
  return result;
}

namespace detail {

/// The array itself if its elements lie in C order without gaps, else a copy that does.
template <class Array>
Array contiguous(Array const& a)
{
  return a.is_contiguous() ? a : contiguous_copy(a);
}

/// Copies contiguous elements between spaces; waits for both sides.
template <class From, class To>
void transfer(From const& from, To const& to, void* target, void const* source, std::size_t bytes)
{
  if constexpr (From::host_accessible && To::host_accessible) {
    from.copy_to_host(target, source, bytes);
  } else if constexpr (To::host_accessible) {
    from.copy_to_host(target, source, bytes);
  } else if constexpr (From::host_accessible) {
    from.fence();
    to.copy_from_host(target, source, bytes);
  } else {
    from.fence();
    to.copy(target, source, bytes);
    to.fence();
  }
}

}  // namespace detail

/// The elements on another space (a deep copy also where both are the same). Strided arrays are
/// made contiguous on their own space first. Waits.
template <class To, expression E>
auto copy_to(To const& space, E const& e)
{
  auto const source = detail::contiguous(evaluate(e));
  array<typename E::value_type, E::rank, To> result(space, source.shape());
  if (source.size() > 0)
    detail::transfer(source.space(), space, result.data(), source.data(),
                     source.size() * sizeof(typename E::value_type));
  return result;
}

/// The elements on the host in C order. Waits, and throws index errors pending on the space.
/// (bool as unsigned char: std::vector<bool> has no memory to copy to.)
template <expression E>
auto to_vector(E const& e)
{
  using T = typename E::value_type;
  auto const source = detail::contiguous(evaluate(e));
  std::vector<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>> result(source.size());
  if (source.size() > 0)
    source.space().copy_to_host(result.data(), source.data(), source.size() * sizeof(T));
  else
    source.space().fence();
  return result;
}

}  // namespace acre
