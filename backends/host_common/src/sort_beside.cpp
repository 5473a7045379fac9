#include "sort_network.hpp"

namespace acre::backends::host {

namespace {

// As fft/lines.cpp: compiled for several processors of one kind where the compiler can.
#define ACRE_BESIDE(name, bytes, target)                                            \
  template <class Word>                                                             \
  struct name {                                                                     \
    target static void sort(Word* lists, std::int64_t pitch, int n)                 \
    {                                                                               \
      network<Word, bytes>::sort_lists(lists, pitch, n);                            \
    }                                                                               \
    static constexpr beside_functions<Word> all{network<Word, bytes>::count, sort}; \
  }

#ifdef __AVX2__
ACRE_BESIDE(beside_code, 32, );
#else
ACRE_BESIDE(beside_code, 16, );
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define ACRE_CHOOSES_BESIDE
#ifndef __AVX2__
ACRE_BESIDE(beside_code_avx2, 32, __attribute__((target("avx2"))));
#endif
ACRE_BESIDE(beside_code_avx512, 64, __attribute__((target("avx2,avx512f,avx512dq,avx512vl"))));
#endif
#undef ACRE_BESIDE

}  // namespace

template <class Word>
beside_functions<Word> const& beside()
{
#ifdef ACRE_CHOOSES_BESIDE
  static beside_functions<Word> const& chosen = []() -> beside_functions<Word> const& {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      return beside_code_avx512<Word>::all;
#ifndef __AVX2__
    if (__builtin_cpu_supports("avx2")) return beside_code_avx2<Word>::all;
#endif
    return beside_code<Word>::all;
  }();
  return chosen;
#else
  return beside_code<Word>::all;
#endif
}
template beside_functions<std::int32_t> const& beside<std::int32_t>();
template beside_functions<std::int64_t> const& beside<std::int64_t>();

}  // namespace acre::backends::host
