#pragma once

#include <cstdint>

namespace acre {

/// NumPy's delta degrees of freedom: var and stddev divide by n - ddof instead of n (by 0 where
/// that is negative).
struct ddof {
  std::int64_t value;
  explicit constexpr ddof(std::int64_t v) : value(v) {}
};

}  // namespace acre
