#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace acre {

/// Four 32-bit words: a counter, or the random block made from it.
struct philox_words {
  std::uint32_t w[4];
};

namespace detail {

/// The round keys of Philox4x32-10.
struct philox_keys {
  std::uint32_t k[20];

  KOKKOS_INLINE_FUNCTION philox_keys(std::uint32_t key0, std::uint32_t key1)
  {
    for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9u, key1 += 0xBB67AE85u)
      k[2 * round] = key0, k[2 * round + 1] = key1;
  }
};

inline constexpr std::uint64_t philox_factor_0 = 0xD2511F53u, philox_factor_2 = 0xCD9E8D57u;

/// Rounds `Round` to 9, written out so that the loop around them can be vectorised.
template <int Round = 0>
KOKKOS_INLINE_FUNCTION philox_words philox_rounds(philox_words x, philox_keys const& key)
{
  if constexpr (Round == 10) {
    return x;
  } else {
    std::uint64_t const p = philox_factor_0 * x.w[0], q = philox_factor_2 * x.w[2];
    std::uint32_t const a = static_cast<std::uint32_t>(q >> 32) ^ x.w[1] ^ key.k[2 * Round];
    std::uint32_t const c = static_cast<std::uint32_t>(p >> 32) ^ x.w[3] ^ key.k[2 * Round + 1];
    return philox_rounds<Round + 1>(
        {{a, static_cast<std::uint32_t>(q), c, static_cast<std::uint32_t>(p)}}, key);
  }
}

/// Blocks whose counters differ in word 0 and in word 2, which is below `parts`. Two of the first
/// two rounds' four products do not depend on word 0 and are made here; the other two do not depend
/// on word 2, so that the compiler makes them once for the parts of one word 0.
struct philox_row {
  static constexpr int parts = 3;
  std::uint32_t third;         // word 3 with its key, for round 0
  std::uint32_t first[parts];  // lower half of round 0's product of word 2, with a key
  std::uint32_t upper[parts], lower[parts];  // of round 1's product of word 0, upper with its key

  philox_row(std::uint32_t word_1, std::uint32_t word_3, philox_keys const& key)
      : third(word_3 ^ key.k[1])
  {
    for (std::uint32_t part = 0; part < parts; ++part) {
      std::uint64_t const q = philox_factor_2 * part;
      first[part] = static_cast<std::uint32_t>(q) ^ key.k[2];
      std::uint64_t const p =
          philox_factor_0 * (static_cast<std::uint32_t>(q >> 32) ^ word_1 ^ key.k[0]);
      upper[part] = static_cast<std::uint32_t>(p >> 32) ^ key.k[3];
      lower[part] = static_cast<std::uint32_t>(p);
    }
  }
  KOKKOS_INLINE_FUNCTION philox_words block(std::uint32_t word_0, std::uint32_t part,
                                            philox_keys const& key) const
  {
    std::uint64_t const p = philox_factor_0 * word_0;
    std::uint64_t const q = philox_factor_2 * (static_cast<std::uint32_t>(p >> 32) ^ third);
    return philox_rounds<2>(
        {{static_cast<std::uint32_t>(q >> 32) ^ first[part], static_cast<std::uint32_t>(q),
          upper[part] ^ static_cast<std::uint32_t>(p), lower[part]}},
        key);
  }
};

}  // namespace detail

/// Philox4x32-10 of J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers:
/// as easy as 1, 2, 3", SC'11: a bijection of 128-bit counters for each 64-bit key. Agrees with
/// the known answers that Random123 publishes (tests/core/random_generator.cpp).
///
/// Written here because Random123's own header needs host functions in device code
/// (std::array's operators, so nvcc's --expt-relaxed-constexpr), which acre does not ask of
/// those who link it; a round is three lines.
KOKKOS_INLINE_FUNCTION philox_words philox4x32_10(philox_words counter, std::uint32_t key0,
                                                  std::uint32_t key1)
{
  return detail::philox_rounds(counter, detail::philox_keys(key0, key1));
}

}  // namespace acre
