#pragma once

#include <acre/backends/gpu_common/accumulate.hpp>
#include <acre/backends/gpu_common/elementwise.hpp>
#include <acre/backends/gpu_common/reduce.hpp>
#include <acre/backends/gpu_common/select.hpp>
#include <acre/backends/gpu_common/sort.hpp>

namespace acre::backends::gpu {

/// How a GPU runs what core asks for; see each function for its contract.
struct patterns {
  template <class... Args>
  static void elementwise(Args const&... args)
  {
    gpu::elementwise(args...);
  }
  template <class... Args>
  static void reduce_rows(Args const&... args)
  {
    gpu::reduce_rows(args...);
  }
  template <class... Args>
  static void reduce_columns(Args const&... args)
  {
    gpu::reduce_columns(args...);
  }
  template <class... Args>
  static void accumulate(Args const&... args)
  {
    gpu::accumulate(args...);
  }
  template <class... Args>
  static void mark(Args const&... args)
  {
    gpu::mark(args...);
  }
  template <class... Args>
  static void pick(Args const&... args)
  {
    gpu::pick(args...);
  }
  template <class... Args>
  static void sort_keys(Args const&... args)
  {
    gpu::sort_keys(args...);
  }
};

}  // namespace acre::backends::gpu
