#pragma once

#include <cstdint>
#include <string>

namespace acre::jit {

/// Compiled kernels on disk, so that the next process needs no compiler's time: one file each,
/// known by a hash of the whole text, the options, compiler, version and device. The folder is
/// $ACRE_CACHE_DIR or $XDG_CACHE_HOME/acre/jit or ~/.cache/acre/jit; ACRE_CACHE_DIR=off is none. It
/// is made for its owner alone; one that others may write to, and files that are damaged, are not
/// used. Several processes may use it at once. Files may be removed at any time.
struct cache_report {
  std::string folder;       // empty: none
  std::string problem;      // why nothing could be kept there; empty where all is well
  std::int64_t hits = 0;    // kernels that this process took from disk
  std::int64_t misses = 0;  // kernels that this process compiled
};

/// Statistics of the cache in this process.
cache_report cache_info();

}  // namespace acre::jit
