#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/read.hpp>
#include <acre/ragged/detail/list_structure.hpp>

#include <concepts>
#include <cstdint>

namespace acre {

template <class T, detail::list_index Index = std::int64_t>
struct ragged_ref;

namespace detail {

/// A kernel's view of the elements of lists: an array_ref of numbers, lists themselves.
template <class T>
struct content_ref {
  using type = array_ref<T, 1>;
};
template <class T, class Index>
struct content_ref<ragged_ref<T, Index>> {
  using type = ragged_ref<T, Index>;
};

}  // namespace detail

/// One of the lists of a ragged_ref: what a device function takes.
template <class T>
struct list_ref {
  typename detail::content_ref<T>::type elements;  // of all lists
  std::int64_t first, count;

  KOKKOS_INLINE_FUNCTION std::int64_t size() const { return count; }
  /// Element j, from 0; of nested lists a list_ref, or the element of that at further indices.
  template <std::integral... Deeper>
  KOKKOS_INLINE_FUNCTION decltype(auto) operator()(std::int64_t j, Deeper... deeper) const
  {
    return elements(first + j, static_cast<std::int64_t>(deeper)...);
  }
  template <class U>
    requires(!std::same_as<U, T> && std::convertible_to<typename detail::content_ref<T>::type,
                                                        typename detail::content_ref<U>::type>)
  KOKKOS_INLINE_FUNCTION operator list_ref<U>() const
  {
    return {elements, first, count};
  }
};

/// Lists as a kernel captures them, x.ref(): pointers and numbers, which own nothing. Trivially
/// copyable. x(k) is list k, x(k, j) its element j, which may be written; indices are not checked,
/// but those of elements as array_ref's. A ragged_ref<T const>, to which one of T converts, is of
/// elements that no thread of the launch writes. For nested lists: ragged_ref<ragged_ref<T>>.
///
/// ```cpp
/// struct spreads {
///   ragged_ref<double const> x;
///   array_ref<double, 1> out;
///   KOKKOS_FUNCTION static double of(list_ref<double const> x)  // a device function of one list
///   {
///     double low = x(0), high = x(0);
///     for (std::int64_t j = 1; j < x.size(); ++j) {
///       low = x(j) < low ? x(j) : low;
///       high = x(j) > high ? x(j) : high;
///     }
///     return high - low;
///   }
///   KOKKOS_FUNCTION void operator()(std::int64_t k) const
///   {
///     out(k) = x(k).size() > 0 ? of(x(k)) : 0;
///   }
/// };
///
/// auto const x = from_lists<double>({{4, 1, 2}, {}, {5}});
/// auto const out = zeros(shape(x.size()));
/// launch(x.space(), x.size(), spreads{x.ref(), out.ref()});
/// std::cout << out << '\n';
/// ```
/// ```text
/// [3. 0. 0.]
/// ```
template <class T, detail::list_index Index>
struct ragged_ref {
  using content_type = typename detail::content_ref<T>::type;
  content_type elements;  // of all lists
  Index const* offset;    // of each list, and the end of the last one
  std::int64_t count, first;

  /// How many lists there are.
  KOKKOS_INLINE_FUNCTION std::int64_t size() const { return count; }
  KOKKOS_INLINE_FUNCTION list_ref<T> operator()(std::int64_t k) const
  {
    auto const begin = static_cast<std::int64_t>(backends::read_unwritten(offset + k)),
               end = static_cast<std::int64_t>(backends::read_unwritten(offset + k + 1));
    return {elements, begin - first, end - begin};
  }
  template <std::integral... Deeper>
    requires(sizeof...(Deeper) > 0)
  KOKKOS_INLINE_FUNCTION decltype(auto) operator()(std::int64_t k, Deeper... deeper) const
  {
    return (*this)(k)(deeper...);
  }
  template <class U>
    requires(!std::same_as<U, T> &&
             std::convertible_to<content_type, typename detail::content_ref<U>::type>)
  KOKKOS_INLINE_FUNCTION operator ragged_ref<U, Index>() const
  {
    return {elements, offset, count, first};
  }
};

}  // namespace acre
