#pragma once

#include <acre/random/detail/draw.hpp>

#include <cstdint>

/// Random blocks that a CPU makes side by side before a law takes its words from them.
namespace acre::detail {

/// Blocks index … index + count - 1 of a part. Writes a multiple of blocks_at_once of them.
inline constexpr int blocks_at_once = 4;
void make_blocks(prepared_draw const& draw, std::uint64_t index, std::uint32_t part, int count,
                 philox_words* out);

/// `count` blocks, `Most` at most, of parts 0 … Parts - 1, for the elements from `first` on, which
/// begins a block. Elements and blocks are counted from there, as in a row_draw; other parts are
/// made when they are asked for.
template <int Most, int Parts = 1>
class made_blocks {
 public:
  made_blocks(prepared_draw const& draw, std::uint64_t first, int elements_of_block,
              int count = Most)
      : draw_(draw), first_(first), first_block_(first / static_cast<unsigned>(elements_of_block))
  {
    for (int part = 0; part < Parts; ++part)
      make_blocks(draw, first_block_, static_cast<std::uint32_t>(part), count, made_[part]);
  }
  KOKKOS_INLINE_FUNCTION philox_words block(std::uint64_t index, std::uint32_t part = 0) const
  {
    return part < Parts ? made_[part][index] : draw_.block(first_block_ + index, part);
  }
  KOKKOS_INLINE_FUNCTION philox_words own_block(std::uint64_t element, std::uint32_t part) const
  {
    return draw_.block(first_ + element, part);
  }

 private:
  prepared_draw const& draw_;
  std::uint64_t first_, first_block_;
  philox_words made_[Parts][(Most + blocks_at_once - 1) / blocks_at_once * blocks_at_once];
};

}  // namespace acre::detail
