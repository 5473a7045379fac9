#pragma once

#include <acre/array/dtype.hpp>

#include <cstdint>

namespace acre_test {

/// A reducer of a user's own: a composition of maps, which shows any other order of the elements.
struct affine {
  std::uint64_t factor, term;
  affine() = default;
  KOKKOS_FUNCTION affine(std::uint64_t f, std::uint64_t t) : factor(f), term(t) {}
  KOKKOS_FUNCTION explicit affine(std::int32_t x)
      : factor(0x9e3779b97f4a7c15u), term(static_cast<std::uint64_t>(x))
  {}
};
struct composition {
  using value_type = affine;
  KOKKOS_FUNCTION affine identity() const { return {1, 0}; }
  KOKKOS_FUNCTION affine empty() const { return {1, 0}; }
  KOKKOS_FUNCTION affine combine(affine a, affine b) const
  {
    return {a.factor * b.factor, a.term * b.factor + b.term};
  }
  KOKKOS_FUNCTION std::uint64_t finish(affine a) const { return a.term; }
};

}  // namespace acre_test
