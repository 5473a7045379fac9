#include <acre/random/xoroshiro.hpp>

#include <vector>

namespace acre::detail {

std::span<std::uint64_t const> xoroshiro_jumps()
{
  constexpr std::size_t matrix = 256;
  static std::vector<std::uint64_t> const all = [] {
    std::vector<std::uint64_t> powers(64 * matrix);
    for (int bit = 0; bit < 128; ++bit) {
      xoroshiro128p engine(bit < 64 ? std::uint64_t{1} << bit : 0,
                           bit < 64 ? 0 : std::uint64_t{1} << (bit - 64));
      engine.jump();
      powers[static_cast<std::size_t>(2 * bit)] = engine.s0();
      powers[static_cast<std::size_t>(2 * bit + 1)] = engine.s1();
    }
    for (std::size_t at = matrix; at < powers.size(); at += matrix)
      for (std::size_t column = 0; column < matrix; column += 2) {
        std::uint64_t s0 = powers[at - matrix + column], s1 = powers[at - matrix + column + 1];
        jump_by(&powers[at - matrix], s0, s1);
        powers[at + column] = s0;
        powers[at + column + 1] = s1;
      }
    return powers;
  }();
  return all;
}

}  // namespace acre::detail
