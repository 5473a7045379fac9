#pragma once

#include <acre_test/compare.hpp>

#include <cstdint>

namespace acre_test {

/// Numbers from a seed, one after the other.
class dice {
 public:
  explicit dice(std::uint64_t seed) : state_(seed << 32) {}
  std::int64_t below(std::int64_t n)
  {
    return static_cast<std::int64_t>(mix(state_++) % static_cast<std::uint64_t>(n));
  }

 private:
  std::uint64_t state_;
};

}  // namespace acre_test
