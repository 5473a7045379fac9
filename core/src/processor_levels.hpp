#pragma once

#include <cstdlib>

/// A function compiled for several processors of one kind, of which one is chosen when a program
/// starts.
///
/// By the loader, which takes g++ and glibc; else there is what the flags say. (clang does not
/// combine clones with flatten, and without it calls what the clones are for, compiled for none of
/// the processors: exp of float32 28 ns an element by clang 21, 0.42 by g++.)
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__CUDACC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#ifdef __AVX2__
#define ACRE_PROCESSOR_LEVELS [[gnu::target_clones("default", "arch=x86-64-v4"), gnu::flatten]]
#else
#define ACRE_PROCESSOR_LEVELS \
  [[gnu::target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4"), gnu::flatten]]
#endif
#else
#define ACRE_PROCESSOR_LEVELS
#endif
