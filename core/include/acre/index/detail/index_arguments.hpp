#pragma once

#include <acre/array/slice.hpp>
#include <acre/elementwise/detail/expression.hpp>
#include <acre/index/index_mode.hpp>

#include <source_location>
#include <type_traits>

/// Arguments of an array's parentheses besides the basic indices.
namespace acre::detail {

/// An argument that was not given.
struct absent {};

/// An array (or expression) of integers, or a boolean mask.
template <class E>
concept array_index = expression<E> && (kind_of<typename E::value_type>() == kind::integer ||
                                        kind_of<typename E::value_type>() == kind::boolean);

template <class... Index>
concept any_array_index = (expression<Index> || ...);

template <class T>
constexpr bool is_fill = false;
template <class S>
constexpr bool is_fill<fill<S>> = true;

/// How out of bounds is meant, as the last argument.
template <class T>
concept mode_argument = std::is_same_v<T, index_mode> || is_fill<T>;

template <class E>
concept mask_index = array_index<E> && kind_of<typename E::value_type>() == kind::boolean;

/// Axes of the source that an argument uses up, index arrays it makes, and axes it adds to the
/// result if it is basic.
template <class E>
consteval int used_by()
{
  if constexpr (mask_index<E>)
    return E::rank;
  else if constexpr (array_index<E> || std::is_same_v<E, slice> || std::is_integral_v<E>)
    return 1;
  else
    return 0;
}
template <class E>
consteval int arrays_of()
{
  return array_index<E> ? used_by<E>() : 0;
}
template <class E>
consteval int picked_rank_of()
{
  if constexpr (mask_index<E>)
    return 1;
  else if constexpr (array_index<E>)
    return E::rank;
  else
    return 0;
}

/// An operation's description of itself in an index_error.
struct index_site {
  char const* operation;
  std::source_location where;
  char const* when_written = operation;  // its name where the selection is assigned to
};

/// a(index...) with arrays among the indices; defined in <acre/index/advanced.hpp>, which a file
/// that writes it includes.
template <class Array>
struct advanced_index;

}  // namespace acre::detail
