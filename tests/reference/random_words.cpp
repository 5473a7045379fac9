// acre's random words as raw bytes on standard output (each word's lowest byte first), for
// batteries that read a stream: random_words draw | RNG_test stdin32 (PractRand). Ends when nobody
// reads.
//
//   random_words draw|draws|streams
//
// draw     draw 0 of generator(1): blocks 0, 1, 2, …, words 0 to 3 of each
// draws    block 0 of the draws 0, 1, 2, … of generator(1)
// streams  block 0 of draw 0 of generator(1).stream(s), s = 0, 1, 2, …
//
// Not part of the tests; what a battery said last stands in core/docs/accuracy.md.
//
// Build: tests/reference/testu01.cpp's line without TestU01, with -I of the backends' headers.
#include <acre/random/detail/draw.hpp>

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

using acre::detail::random_draw;

acre::philox_words block(std::string_view order, std::uint64_t n)
{
  if (order == "draw") return random_draw{{1, 0}, 0, 0}.block(n);
  auto const low = static_cast<std::uint32_t>(n), high = static_cast<std::uint32_t>(n >> 32);
  if (order == "draws") return random_draw{{1, 0}, low, high}.block(0);
  std::uint64_t const key = 1 ^ acre::detail::scrambled(n);
  return random_draw{{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}, 0, 0}
      .block(0);
}

}  // namespace

int main(int argc, char** argv)
{
  std::string_view const order = argc == 2 ? argv[1] : "";
  if (order != "draw" && order != "draws" && order != "streams")
    return std::fprintf(stderr, "usage: random_words draw|draws|streams\n"), 2;
  std::vector<std::uint32_t> words(1 << 16);
  for (std::uint64_t n = 0;;) {
    for (std::size_t w = 0; w < words.size(); w += 4, ++n) {
      auto const b = block(order, n);
      for (std::size_t k = 0; k < 4; ++k) words[w + k] = b.w[k];
    }
    if (std::fwrite(words.data(), sizeof words[0], words.size(), stdout) != words.size()) return 0;
  }
}
