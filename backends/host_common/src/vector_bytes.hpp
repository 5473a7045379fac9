#pragma once

/// Code that is compiled for several processors of one kind, where the compiler can: with vectors
/// of 16 bytes (32 where the flags say AVX2), and with wider ones in functions that say
/// ACRE_AVX2_CODE or ACRE_AVX512_CODE.
#if defined(__x86_64__) && defined(__GNUC__)
#define ACRE_CHOOSES_VECTORS
#define ACRE_AVX2_CODE __attribute__((target("avx2")))
#define ACRE_AVX512_CODE __attribute__((target("avx2,avx512f,avx512dq,avx512vl")))

namespace acre::backends::host {

/// How wide the vectors of this processor are: 64, 32 or 16 bytes.
inline int vector_bytes()
{
  static int const bytes = __builtin_cpu_supports("avx512f") &&
                                   __builtin_cpu_supports("avx512dq") &&
                                   __builtin_cpu_supports("avx512vl")
                               ? 64
                           : __builtin_cpu_supports("avx2") ? 32
                                                            : 16;
  return bytes;
}

}  // namespace acre::backends::host
#endif
