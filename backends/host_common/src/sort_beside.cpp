#include "sort_network.hpp"
#include "vector_bytes.hpp"

namespace acre::backends::host {

namespace {

// Compiled for several processors of one kind where the compiler can, like fft/lines.cpp.
#define ACRE_BESIDE(name, bytes, target)                                                        \
  template <class Word>                                                                         \
  struct name {                                                                                 \
    target static void sort(Word* lists, std::int64_t pitch, int n)                             \
    {                                                                                           \
      network<Word, bytes>::sort_lists(lists, pitch, n);                                        \
    }                                                                                           \
    target static void sort_one(Word* list, int n) { network<Word, bytes>::sort_one(list, n); } \
    static constexpr beside_functions<Word> all{network<Word, bytes>::count, sort, sort_one};   \
  }

#ifdef __AVX2__
ACRE_BESIDE(beside_code, 32, );
#else
ACRE_BESIDE(beside_code, 16, );
#endif
#ifdef ACRE_CHOOSES_VECTORS
#ifndef __AVX2__
ACRE_BESIDE(beside_code_avx2, 32, ACRE_AVX2_CODE);
#endif
ACRE_BESIDE(beside_code_avx512, 64, ACRE_AVX512_CODE);
#endif
#undef ACRE_BESIDE

}  // namespace

template <class Word>
beside_functions<Word> const& beside()
{
#ifdef ACRE_CHOOSES_VECTORS
  if (vector_bytes() == 64) return beside_code_avx512<Word>::all;
#ifndef __AVX2__
  if (vector_bytes() == 32) return beside_code_avx2<Word>::all;
#endif
#endif
  return beside_code<Word>::all;
}
template beside_functions<std::int32_t> const& beside<std::int32_t>();
template beside_functions<std::int64_t> const& beside<std::int64_t>();

}  // namespace acre::backends::host
