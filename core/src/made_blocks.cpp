#include <acre/random/detail/made_blocks.hpp>

#if defined(__x86_64__) && defined(__GNUC__)
#define ACRE_CHOOSES_VECTORS
#include <immintrin.h>
#endif

namespace acre::detail {

namespace {

#ifdef ACRE_CHOOSES_VECTORS
/// Blocks from `index` on, as many as Sets vectors have lanes. A word is the lower half of a lane,
/// and above it may be anything: products are of lower halves alone. (Compilers make products of
/// whole lanes of three of these, and take twice the time with words side by side.)
template <int Sets>
__attribute__((target("avx2"))) void make_in_vectors(prepared_draw const& draw, std::uint64_t index,
                                                     std::uint32_t part, philox_words* out)
{
  __m256i const factor_0 = _mm256_set1_epi64x(philox_factor_0),
                factor_2 = _mm256_set1_epi64x(philox_factor_2);
  __m256i x[Sets][4];
  for (int s = 0; s < Sets; ++s) {
    x[s][0] = _mm256_add_epi64(_mm256_set1_epi64x(static_cast<std::int64_t>(index) + 4 * s),
                               _mm256_setr_epi64x(0, 1, 2, 3));
    x[s][1] = _mm256_or_si256(_mm256_srli_epi64(x[s][0], 32), _mm256_set1_epi64x(draw.above));
    x[s][2] = _mm256_set1_epi64x(part);
    x[s][3] = _mm256_set1_epi64x(draw.number_low);
  }
  for (int round = 0; round < 10; ++round) {
    __m256i const key_0 = _mm256_set1_epi64x(draw.keys.k[2 * round]),
                  key_1 = _mm256_set1_epi64x(draw.keys.k[2 * round + 1]);
    for (int s = 0; s < Sets; ++s) {
      __m256i const p = _mm256_mul_epu32(x[s][0], factor_0),
                    q = _mm256_mul_epu32(x[s][2], factor_2);
      x[s][0] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(q, 32), x[s][1]), key_0);
      x[s][2] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p, 32), x[s][3]), key_1);
      x[s][1] = q;
      x[s][3] = p;
    }
  }
  for (int s = 0; s < Sets; ++s) {
    __m256i const first = _mm256_blend_epi32(x[s][0], _mm256_slli_epi64(x[s][1], 32), 0xaa),
                  second = _mm256_blend_epi32(x[s][2], _mm256_slli_epi64(x[s][3], 32), 0xaa);
    __m256i const even = _mm256_unpacklo_epi64(first, second),
                  odd = _mm256_unpackhi_epi64(first, second);
    auto* const to = reinterpret_cast<__m256i*>(out + 4 * s);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
  }
}

__attribute__((target("avx2"))) void make_by_avx2(prepared_draw const& draw, std::uint64_t index,
                                                  std::uint32_t part, int count, philox_words* out)
{
  int b = 0;
  for (; b + 8 <= count; b += 8)
    make_in_vectors<2>(draw, index + static_cast<unsigned>(b), part, out + b);
  for (; b < count; b += 4)
    make_in_vectors<1>(draw, index + static_cast<unsigned>(b), part, out + b);
}
#endif

}  // namespace

void make_blocks(prepared_draw const& draw, std::uint64_t index, std::uint32_t part, int count,
                 philox_words* out)
{
#ifdef ACRE_CHOOSES_VECTORS
  static_assert(blocks_at_once == 4);
  static bool const avx2 = __builtin_cpu_supports("avx2");
  if (avx2) return make_by_avx2(draw, index, part, count, out);
#endif
  for (int b = 0; b < count; ++b) out[b] = draw.block(index + static_cast<unsigned>(b), part);
}

}  // namespace acre::detail
