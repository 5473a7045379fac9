// The batteries of TestU01 (P. L'Ecuyer, R. Simard, "TestU01: A C library for empirical testing of
// random number generators", ACM TOMS 33, 2007) over acre's random words, in the order of a draw:
// blocks 0, 1, 2, ... of generator(1), draw 0, words 0 to 3 of each (detail::random_draw says how
// the counter is made).
//
//   testu01 small|crush|big [reversed]
//
// reversed: the bits of each word from the lowest up, as TestU01 looks more at the highest.
// small takes seconds, crush about half an hour, big some hours, each on one core. Not part of the
// default tests; what it printed last stands in core/docs/accuracy.md.
//
// Build (TestU01 1.2.3 in PREFIX):
//   g++ -std=c++20 -O2 -march=x86-64-v3 -I core/include -isystem <Kokkos> -isystem PREFIX/include
//       tests/reference/testu01.cpp -L PREFIX/lib -ltestu01 -lprobdist -lmylib -lm
#include <acre/random/philox.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

extern "C" {
#include <bbattery.h>
#include <swrite.h>
#include <unif01.h>
}

namespace {

std::uint32_t next_word()
{
  static std::uint64_t block = 0;
  static unsigned left = 0;
  static acre::philox_words words;
  if (left == 0) {
    words = acre::philox4x32_10(
        {{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0, 0}}, 1, 0);
    ++block;
    left = 4;
  }
  return words.w[4 - left--];
}

std::uint32_t next_reversed()
{
  std::uint32_t x = next_word();
  x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
  x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
  x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
  return __builtin_bswap32(x);
}

}  // namespace

int main(int argc, char** argv)
{
  std::string const battery = argc > 1 ? argv[1] : "";
  bool const reversed = argc > 2 && std::string(argv[2]) == "reversed";
  std::string name = reversed ? "acre generator(1), bits reversed" : "acre generator(1)";
  unif01_Gen* const source =
      unif01_CreateExternGenBits(name.data(), reversed ? next_reversed : next_word);
  swrite_Basic = FALSE;  // the summary alone
  if (battery == "small")
    bbattery_SmallCrush(source);
  else if (battery == "crush")
    bbattery_Crush(source);
  else if (battery == "big")
    bbattery_BigCrush(source);
  else
    return std::fprintf(stderr, "usage: testu01 small|crush|big [reversed]\n"), 2;
  unif01_DeleteExternGenBits(source);
}
