#pragma once

/// Misuses of <acre/rearrange/concatenate.hpp>, refused with a sentence; that header opens this one
/// last.
namespace acre {

namespace detail {

/// Parts in braces whose types differ, to be refused with a sentence.
struct mixed_parts {
  template <expression E, expression... Rest>
    requires(sizeof...(Rest) > 0)
  mixed_parts(E const&, Rest const&...)
  {
    static_assert(never<E>,
                  "acre: parts in braces are of one type, those of several types stand in a tuple: "
                  "concatenate(std::tuple(a, b + 1))");
  }
};

}  // namespace detail

/// concatenate({a, b + 1}), concatenate(a, b).
inline array<double> concatenate(detail::mixed_parts, axis_number = 0) { return {}; }
inline array<double> concat(detail::mixed_parts, axis_number = 0) { return {}; }
inline array<double> stack(detail::mixed_parts, axis_number = 0) { return {}; }
template <expression E, expression Other, class... Rest>
auto concatenate(E const& e, Other const&, Rest const&...)
{
  static_assert(detail::never<E>,
                "acre: parts stand in braces or in a tuple: concatenate({a, b}), "
                "concatenate(std::tuple(a, b + 1), 1)");
  return evaluate(e);
}
template <expression E, expression Other, class... Rest>
auto stack(E const& e, Other const&, Rest const&...)
{
  static_assert(detail::never<E>, "acre: parts stand in braces or in a tuple: stack({a, b}, 1)");
  return array<typename E::value_type, std::min(E::rank + 1, max_rank), typename E::space_type>();
}

}  // namespace acre
