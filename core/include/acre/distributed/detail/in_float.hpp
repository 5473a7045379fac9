#pragma once

#include <acre/distributed/elementwise.hpp>

#include <type_traits>

namespace acre::distributed::detail {

/// f(e); of float16 and bfloat16 f(e in float32), whose float32 results are rounded to e's dtype:
/// for compositions of several operations, as acre's in_float().
template <whole_operand E, class F>
auto in_float(E const& e, F const& f)
{
  using T = typename E::value_type;
  if constexpr (acre::detail::is_half<T>) {
    auto const result = f(cast<float>(e));
    using type = std::remove_const_t<decltype(result)>;
    if constexpr (std::is_same_v<type, float>)
      return T(result);
    else if constexpr (whole_operand<type>) {
      if constexpr (std::is_same_v<typename type::value_type, float>)
        return copy(cast<T>(result));
      else
        return result;
    } else
      return result;
  } else {
    return f(e);
  }
}

}  // namespace acre::distributed::detail
