#pragma once

#include <acre/backends/host_common/accumulate.hpp>
#include <acre/backends/host_common/elementwise.hpp>
#include <acre/backends/host_common/reduce.hpp>
#include <acre/backends/host_common/select.hpp>
#include <acre/backends/host_common/sort.hpp>

namespace acre::backends::host {

/// How a CPU runs what core asks for; see each function for its contract.
struct patterns {
  template <class... Args>
  static void elementwise(Args const&... args)
  {
    host::elementwise(args...);
  }
  template <class... Args>
  static void reduce_rows(Args const&... args)
  {
    host::reduce_rows(args...);
  }
  template <class... Args>
  static void reduce_columns(Args const&... args)
  {
    host::reduce_columns(args...);
  }
  template <class... Args>
  static void accumulate(Args const&... args)
  {
    host::accumulate(args...);
  }
  template <class... Args>
  static void mark(Args const&... args)
  {
    host::mark(args...);
  }
  template <class... Args>
  static void pick(Args const&... args)
  {
    host::pick(args...);
  }
  template <class... Args>
  static void sort_keys(Args const&... args)
  {
    host::sort_keys(args...);
  }
};

}  // namespace acre::backends::host
