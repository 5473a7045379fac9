#pragma once

#include <acre/random/detail/draw.hpp>

/// A random order of 0 … count - 1 that is nowhere stored: element e of the permutation is
/// computed from e alone, so that it can be a term of an expression and an index of take().
namespace acre::detail {

/// A Feistel network of eight rounds over 2 × half bits (M. Luby, C. Rackoff, "How to construct
/// pseudorandom permutations from pseudorandom functions", SIAM J. Comput. 17, 1988), applied
/// again until the result is below count (J. Black, P. Rogaway, "Ciphers with arbitrary finite
/// domains", CT-RSA 2002): fewer than four times on average. A round function is SplitMix64's
/// output of the half, the round and the key (words 0 to 3 of block 0).
struct permutation_law {
  using value_type = std::int64_t;
  static constexpr int group = 1;
  std::uint64_t count, key_low, key_high;
  int half;

  permutation_law(std::int64_t n, philox_words const& key)
      : count(static_cast<std::uint64_t>(n)),
        key_low(joined(key.w[0], key.w[1])),
        key_high(joined(key.w[2], key.w[3]) | 1),
        half(4)
  {
    while (std::uint64_t{1} << 2 * half < count) ++half;
  }
  KOKKOS_INLINE_FUNCTION std::uint64_t network(std::uint64_t x) const
  {
    std::uint64_t const mask = (std::uint64_t{1} << half) - 1;
    std::uint64_t left = x >> half, right = x & mask;
    for (std::uint64_t round = 1; round <= 8; ++round) {
      std::uint64_t const f = scrambled((right + key_low) ^ round * key_high) >> 32;
      std::uint64_t const swapped = left ^ (f & mask);
      left = right;
      right = swapped;
    }
    return left << half | right;
  }
  template <int N>
  KOKKOS_INLINE_FUNCTION packet<std::int64_t, N> run(prepared_draw const&, std::uint64_t e) const
  {
    std::uint64_t x = e;
    do x = network(x);
    while (x >= count);
    return {{static_cast<std::int64_t>(x)}};
  }
  /// Elements e … e + n - 1, on a CPU. (One by one each waits for its own rounds, and for
  /// the answer whether it is done: 5 * 10^6 in 670 ms, in rows by AVX-512 in 110.)
  void row(std::uint64_t e, int n, std::int64_t* out) const;
};

}  // namespace acre::detail
