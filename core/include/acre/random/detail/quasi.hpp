#pragma once

#include <acre/error.hpp>
#include <acre/random/detail/draw.hpp>

#include <string>
#include <vector>

/// The laws of Sobol's and of Halton's sequence: element e is of point e / dimensions.
namespace acre::detail {

inline constexpr int sobol_dimensions = 10, halton_dimensions = 40;

/// Direction numbers × 2^32, 32 for each dimension: primitive polynomials and initial numbers of
/// S. Joe, F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections",
/// SIAM J. Sci. Comput. 30 (2008).
inline std::vector<std::uint32_t> sobol_directions()
{
  struct polynomial {
    int degree;
    std::uint32_t coefficients, initial[5];
  };
  constexpr polynomial table[sobol_dimensions - 1] = {{1, 0, {1}},
                                                      {2, 1, {1, 3}},
                                                      {3, 1, {1, 3, 1}},
                                                      {3, 2, {1, 1, 1}},
                                                      {4, 1, {1, 1, 3, 3}},
                                                      {4, 4, {1, 3, 5, 13}},
                                                      {5, 2, {1, 1, 5, 5, 17}},
                                                      {5, 4, {1, 1, 5, 5, 5}},
                                                      {5, 7, {1, 1, 7, 11, 1}}};
  std::vector<std::uint32_t> v(32 * sobol_dimensions);
  for (int k = 0; k < 32; ++k) v[k] = 0x80000000u >> k;
  for (int d = 1; d < sobol_dimensions; ++d) {
    auto const& p = table[d - 1];
    std::uint32_t* const row = &v[32 * d];
    for (int k = 0; k < 32; ++k) {
      if (k < p.degree) {
        row[k] = p.initial[k] << (31 - k);
        continue;
      }
      row[k] = row[k - p.degree] ^ row[k - p.degree] >> p.degree;
      for (int j = 1; j < p.degree; ++j)
        if ((p.coefficients >> (p.degree - 1 - j) & 1) != 0) row[k] ^= row[k - j];
    }
  }
  return v;
}

template <class T>
struct sobol_law {
  using value_type = T;
  static constexpr int group = 1;
  std::uint32_t const* direction;
  std::uint32_t dimensions;

  template <int N>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(prepared_draw const&, std::uint64_t e) const
  {
    std::uint64_t const point = e / dimensions;
    std::uint32_t const* const row = direction + 32 * (e - point * dimensions);
    auto gray = static_cast<std::uint32_t>(point ^ point >> 1);
    std::uint32_t x = 0;
    for (int k = 0; gray != 0; ++k, gray >>= 1)
      if ((gray & 1) != 0) x ^= row[k];
    if constexpr (sizeof(T) == 4)
      return {{static_cast<float>(static_cast<std::int32_t>(x >> 8)) * 0x1p-24f}};
    else
      return {{static_cast<double>(x) * 0x1p-32}};
  }
};

/// The k-th prime.
KOKKOS_INLINE_FUNCTION std::uint32_t prime(std::uint32_t k)
{
  constexpr std::uint8_t primes[halton_dimensions] = {
      2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,  43,
      47,  53,  59,  61,  67,  71,  73,  79,  83,  89,  97,  101, 103, 107,
      109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173};
  return primes[k];
}

template <class T>
struct halton_law {
  using value_type = T;
  static constexpr int group = 1;
  std::uint32_t dimensions;

  template <int N>
  KOKKOS_INLINE_FUNCTION packet<T, N> run(prepared_draw const&, std::uint64_t e) const
  {
    std::uint64_t point = e / dimensions;
    std::uint64_t const base = prime(static_cast<std::uint32_t>(e - point * dimensions));
    std::uint64_t reversed = 0, scale = 1;
    while (point != 0 && scale < (std::uint64_t{1} << 56)) {
      reversed = reversed * base + point % base;
      scale *= base;
      point /= base;
    }
    double const x = static_cast<double>(reversed) / static_cast<double>(scale);
    T const below_one = sizeof(T) == 4 ? T(1 - 0x1p-24) : T(1 - 0x1p-53);
    return {{static_cast<T>(x) < T(1) ? static_cast<T>(x) : below_one}};
  }
};

inline std::uint32_t require_points(char const* operation, std::int64_t points, int dimensions,
                                    int most, std::int64_t first, std::int64_t limit)
{
  auto const name = std::string(operation);
  if (dimensions < 1 || dimensions > most)
    throw value_error(name + ": " + std::to_string(dimensions) + " dimensions; there are 1 to " +
                      std::to_string(most));
  if (first < 0 || points > limit - first)
    throw value_error(name + ": points " + std::to_string(first) + " to " +
                      std::to_string(first + points) + " are not within 0 to " +
                      std::to_string(limit));
  return static_cast<std::uint32_t>(dimensions);
}

}  // namespace acre::detail
