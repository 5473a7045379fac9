#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/cast.hpp>

#include <type_traits>

namespace acre::detail {

/// An expression's value in dtype T: an array of it itself, which a cast would copy.
template <class T, expression E>
auto evaluated_as(E const& e)
{
  if constexpr (std::is_same_v<T, typename E::value_type>)
    return evaluate(e);
  else
    return evaluate(acre::cast<T>(e));
}

}  // namespace acre::detail
