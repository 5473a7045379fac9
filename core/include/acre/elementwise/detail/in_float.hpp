#pragma once

#include <acre/array/array.hpp>
#include <acre/elementwise/cast.hpp>

#include <type_traits>

namespace acre::detail {

/// f(x in float32) of an x of float16 or bfloat16, as float32 results are rounded to x's dtype: for
/// compositions of several operations.
template <expression E, class F>
auto in_float(E const& x, F const& f)
{
  using half = typename E::value_type;
  auto const result = f(acre::cast<float>(x));
  if constexpr (std::is_same_v<typename decltype(result)::value_type, float>)
    return evaluate(acre::cast<half>(result));
  else
    return result;
}

}  // namespace acre::detail
