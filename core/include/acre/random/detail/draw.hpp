#pragma once

#include <acre/elementwise/detail/program.hpp>
#include <acre/random/philox.hpp>

#include <cstdint>

/// The random words that are a draw's own: a pure function of the generator's key, the draw's
/// number and the block's index.
namespace acre::detail {

/// Version of the counters below. Increase it when they change, or the version of a law when its
/// numbers do, and record new hashes in tests/backends/order_hashes.cpp.
inline constexpr int random_counter_version = 1;

/// A bijection of 64-bit numbers that leaves 0: SplitMix64's output function (G. L. Steele,
/// D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
KOKKOS_INLINE_FUNCTION std::uint64_t scrambled(std::uint64_t x)
{
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// One draw: which blocks are its own. The counter of block `index`, part `part`, is
///
///   word 0   index, bits 0 to 31
///   word 1   index, bits 32 to 47, and above them bits 32 to 47 of the draw's number
///   word 2   part: 0 where elements share or own one block; 1, 2, … where they need more;
///            from engine_part on the blocks of random_engine
///   word 3   the draw's number, bits 0 to 31
struct random_draw {
  std::uint32_t key[2];
  std::uint32_t number_low, number_high;

  KOKKOS_INLINE_FUNCTION philox_words counter(std::uint64_t index, std::uint32_t part,
                                              std::uint32_t above) const
  {
    return {{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32) | above,
             part, number_low}};
  }
  KOKKOS_INLINE_FUNCTION philox_words block(std::uint64_t index, std::uint32_t part = 0) const
  {
    return philox4x32_10(counter(index, part, number_high << 16), key[0], key[1]);
  }
};

/// Likewise with the round keys, and the words above the index, made on the host: a GPU's threads
/// read them as constants instead of adding them up, a sixth of a block's instructions.
struct prepared_draw : random_draw {
  philox_keys keys;
  std::uint32_t above;

  prepared_draw(random_draw const& d)
      : random_draw(d), keys(d.key[0], d.key[1]), above(d.number_high << 16)
  {}
  KOKKOS_INLINE_FUNCTION philox_words block(std::uint64_t index, std::uint32_t part = 0) const
  {
    return philox_rounds(counter(index, part, above), keys);
  }
  /// A block that is one element's own.
  KOKKOS_INLINE_FUNCTION philox_words own_block(std::uint64_t element, std::uint32_t part) const
  {
    return block(element, part);
  }
};

/// How a law's elements share blocks: `elements` to a block, and a row may begin with every
/// `begins`th.
struct block_sharing {
  int elements, begins;
};
/// A law that says so of stacks (see law.hpp).
template <class Law>
concept stacked_law = requires { Law::stacks; };

/// Likewise for the elements from `first` on, where a row may begin, as long as the upper half of
/// the blocks' indices stays the same: its part of the first two rounds is computed on the host.
/// Elements and blocks are counted from there (so that GPUs compute 32 bits of an index alone).
class row_draw {
 public:
  row_draw(random_draw const& d, std::int64_t first, block_sharing const& by)
      : draw_(d),
        first_(static_cast<std::uint64_t>(first)),
        first_block_(static_cast<std::uint32_t>(first / by.elements)),
        row_(static_cast<std::uint32_t>(first / by.elements >> 32) | draw_.above, d.number_low,
             draw_.keys)
  {}
  static bool holds(std::int64_t first, std::int64_t count, block_sharing const& by)
  {
    std::int64_t const block = first / by.elements,
                       last = (first + count - 1) / by.begins * (by.begins / by.elements);
    return first % by.begins == 0 && block >> 32 == last >> 32;
  }
  /// `part` below philox_row::parts.
  KOKKOS_INLINE_FUNCTION philox_words block(std::uint64_t index, std::uint32_t part = 0) const
  {
    return row_.block(first_block_ + static_cast<std::uint32_t>(index), part, draw_.keys);
  }
  KOKKOS_INLINE_FUNCTION philox_words own_block(std::uint64_t element, std::uint32_t part) const
  {
    return draw_.block(first_ + element, part);
  }

 private:
  prepared_draw draw_;
  std::uint64_t first_;
  std::uint32_t first_block_;
  philox_row row_;
};

inline constexpr std::uint32_t engine_part = 0x80000000u;

/// N words of a block from word `from` on; N divides 4 and from.
template <int N>
KOKKOS_INLINE_FUNCTION packet<std::uint32_t, N> words_of(philox_words const& b, std::uint64_t from)
{
  if constexpr (N == 4) {
    return {{b.w[0], b.w[1], b.w[2], b.w[3]}};
  } else if constexpr (N == 2) {
    bool const upper = (from & 2) != 0;
    return {{upper ? b.w[2] : b.w[0], upper ? b.w[3] : b.w[1]}};
  } else {
    static_assert(N == 1);
    std::uint32_t const even = (from & 2) != 0 ? b.w[2] : b.w[0],
                        odd = (from & 2) != 0 ? b.w[3] : b.w[1];
    return {{(from & 1) != 0 ? odd : even}};
  }
}

KOKKOS_INLINE_FUNCTION std::uint64_t joined(std::uint32_t low, std::uint32_t high)
{
  return std::uint64_t{high} << 32 | low;
}

}  // namespace acre::detail
