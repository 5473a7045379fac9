#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/detail/evaluate.hpp>

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

/// Likewise on a queue, for memory that a kernel is handed as an address: no operation knows its
/// queue, so that an array of another one is copied.
template <class Space, class Array>
Array contiguous_on(Space const& space, Array const& a)
{
  if (a.space() == space) return contiguous(a);
  Array const there(space, a.shape());
  assign(there, a);
  return there;
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

/// An array whose elements lie in C order without gaps, as data() gives them out: x itself where it
/// is one (another name of the same elements, or the same place), else new elements. Queued.
/// NumPy's ascontiguousarray.
template <class... A>
  requires one_operand<A...>
auto contiguous(A... x)
{
  return detail::contiguous(evaluate(x)...);
}

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

namespace detail {

/// (Compiled once for the host and all ranks.)
template <class T, class Queue>
[[gnu::noinline]] auto elements_on_host(Queue& on, T* data, extents_view shape,
                                        extents_view strides)
{
  std::vector<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>> result(
      static_cast<std::size_t>(size_of(shape)));
  copy_to_host(on, result.data(), {data, shape, strides, sizeof(T), dtype_name<T>()});
  return result;
}
template <class T, int Rank, class Space>
auto host_elements(array<T, Rank, Space> const& a)
{
  return elements_on_host(a.space().queue(), detail::node::first(a), a.shape(), a.strides());
}

}  // namespace detail

/// The elements on the host in C order. Waits, and throws index errors pending on the space.
/// (bool as unsigned char: std::vector<bool> has no memory to copy to.)
template <expression E>
auto to_vector(E const& e)
{
  using evaluated = array<typename E::value_type, E::rank, typename E::space_type>;
  if constexpr (std::is_same_v<E, evaluated>)
    return detail::host_elements(e);
  else
    return detail::host_elements(evaluated(e));
}

}  // namespace acre
