#pragma once

#include <acre/array/array.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/detail/evaluate.hpp>

#include <Kokkos_Macros.hpp>

#include <array>
#include <cstdint>

namespace acre {

/// Four 64-bit words: a counter, low word first, or the random block made from it.
struct philox4x64_words {
  std::uint64_t w[4];
};

namespace detail {

struct product128 {
  std::uint64_t high, low;
};
/// From 32-bit pieces: not every compiler has 128-bit integers for devices.
KOKKOS_INLINE_FUNCTION product128 multiply128(std::uint64_t a, std::uint64_t b)
{
  std::uint64_t const a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  std::uint64_t const low = a0 * b0, cross = a1 * b0 + (low >> 32),
                      other = a0 * b1 + (cross & 0xffffffffu);
  return {a1 * b1 + (cross >> 32) + (other >> 32), a * b};
}

}  // namespace detail

/// Philox4x64-10, the wide sister of philox4x32_10: a bijection of 256-bit counters for each
/// 128-bit key, the one behind NumPy's random.Philox.
KOKKOS_INLINE_FUNCTION philox4x64_words philox4x64_10(philox4x64_words x, std::uint64_t key0,
                                                      std::uint64_t key1)
{
  for (int round = 0; round < 10; ++round) {
    auto const p = detail::multiply128(0xD2E7470EE14C6C93u, x.w[0]),
               q = detail::multiply128(0xCA5A826395121157u, x.w[2]);
    x = {{q.high ^ x.w[1] ^ key0, q.low, p.high ^ x.w[3] ^ key1, p.low}};
    key0 += 0x9E3779B97F4A7C15u;
    key1 += 0xBB67AE8584CAA73Bu;
  }
  return x;
}

namespace detail {

struct philox4x64_blocks {
  philox4x64_words counter;
  std::uint64_t key0, key1;
  std::uint64_t* out;
  std::int64_t count;

  /// Block b comes from counter + b + 1, as NumPy counts.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t b) const
  {
    philox4x64_words x = counter;
    std::uint64_t add = static_cast<std::uint64_t>(b) + 1;
    for (int k = 0; k < 4; ++k) {
      x.w[k] += add;
      add = x.w[k] < add ? 1 : 0;
    }
    auto const words = philox4x64_10(x, key0, key1);
    for (int k = 0; k < 4; ++k)
      if (4 * b + k < count) out[4 * b + k] = words.w[k];
  }
};

}  // namespace detail

/// The first `count` words that NumPy's Philox(key=key, counter=counter).random_raw() gives, both
/// numbers as 64-bit words, the low one first: for results that must continue NumPy's. Queued.
/// Throws shape_error for a negative count. Same bits on every backend.
template <class Space>
array<std::uint64_t, 1, Space> philox4x64_raw(Space const& space,
                                              std::array<std::uint64_t, 2> const& key,
                                              std::array<std::uint64_t, 4> const& counter,
                                              std::int64_t count)
{
  array<std::uint64_t, 1, Space> const out(space, shape(count));
  launch(
      space, (count + 3) / 4,
      detail::philox4x64_blocks{
          {{counter[0], counter[1], counter[2], counter[3]}}, key[0], key[1], out.data(), count});
  return out;
}

}  // namespace acre
