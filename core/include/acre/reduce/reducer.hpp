#pragma once

#include <concepts>

namespace acre {

/// A reduction's values: how they begin, are combined and become the result. A user's own reduction
/// models this too, see reduce().
template <class R>
concept reducer = requires(R const r, typename R::value_type v) {
  { r.identity() } -> std::convertible_to<typename R::value_type>;
  { r.empty() } -> std::convertible_to<typename R::value_type>;
  { r.combine(v, v) } -> std::convertible_to<typename R::value_type>;
  r.finish(v);
};

}  // namespace acre
