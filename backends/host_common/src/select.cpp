#include <acre/backends/host_common/select.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace acre::backends::host {

namespace {

/// Marked elements of a tile up to which each is looked for among 64 at a time.
constexpr std::int64_t few_marks = 100;

/// The set bits of each byte, ascending; and how many there are.
struct set_bits {
  std::uint16_t place[256][8];
  std::uint8_t count[256];
};
constexpr set_bits made_set_bits()
{
  set_bits s{};
  for (int byte = 0; byte < 256; ++byte)
    for (int bit = 0; bit < 8; ++bit)
      if ((byte >> bit & 1) != 0) s.place[byte][s.count[byte]++] = static_cast<std::uint16_t>(bit);
  return s;
}
constexpr set_bits of_byte = made_set_bits();

/// The truth values of 64 neighbours as bits.
std::uint64_t packed_word(bool const* flags)
{
  std::uint64_t word = 0;
#ifdef __SSE2__
  for (int part = 0; part < 4; ++part) {
    // a byte's lowest bit becomes its highest, which movemask collects
    __m128i const bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(flags + 16 * part));
    auto const some = static_cast<unsigned>(_mm_movemask_epi8(_mm_slli_epi16(bytes, 7)));
    word |= std::uint64_t{some} << 16 * part;
  }
#else
  for (int k = 0; k < 64; ++k) word |= std::uint64_t{flags[k]} << k;
#endif
  return word;
}

/// How many bits are set: std::popcount is a call where the processor need not have it.
std::int64_t count_bits(std::uint64_t w)
{
  w -= w >> 1 & 0x5555555555555555;
  w = (w & 0x3333333333333333) + (w >> 2 & 0x3333333333333333);
  w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<std::int64_t>(w * 0x0101010101010101 >> 56);
}

}  // namespace

std::int64_t pack_flags(bool const* flags, std::uint8_t* bits)
{
  std::int64_t marked = 0;
  for (int first = 0; first < mark_tile; first += 64) {
    std::uint64_t const word = packed_word(flags + first);
    marked += count_bits(word);
    for (int byte = 0; byte < 8; ++byte)
      bits[first / 8 + byte] = static_cast<std::uint8_t>(word >> 8 * byte);
  }
  return marked;
}

void marked_places(std::uint8_t const* bits, std::int64_t count, marked_tile& places)
{
  std::uint16_t* to = places.place;
  if (count <= few_marks) {
    for (int first = 0; first < mark_tile; first += 64) {
      std::uint64_t word = marked_word(bits + first / 8);
      for (; word != 0; word &= word - 1)
        *to++ = static_cast<std::uint16_t>(first + std::countr_zero(word));
    }
    return;
  }
  // eight are written for each byte, and the next byte's begin behind those that it has
  for (int byte = 0; byte < mark_tile / 8; ++byte) {
    std::uint16_t const* const set = of_byte.place[bits[byte]];
    auto const first = static_cast<std::uint16_t>(byte * 8);
    std::uint16_t eight[8];
    for (int k = 0; k < 8; ++k) eight[k] = static_cast<std::uint16_t>(set[k] + first);
    std::memcpy(to, eight, sizeof eight);
    to += of_byte.count[bits[byte]];
  }
}

}  // namespace acre::backends::host
