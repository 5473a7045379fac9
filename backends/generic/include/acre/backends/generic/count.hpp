#pragma once

#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/count.hpp>
#include <acre/backends/generic/accumulate.hpp>

#include <cstdint>

/// See backends/common/count.hpp: ones are accumulated.
namespace acre::backends::generic {

struct one_of_each {
  using counter = std::uint32_t;  // which devices add to in a team's memory
  KOKKOS_INLINE_FUNCTION keyed<std::int64_t> operator()(std::int64_t place) const
  {
    return {place, 1};
  }
};
struct add_counts {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return a + b;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION T identity() const
  {
    return 0;
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically(T* to, T x) const
  {
    Kokkos::atomic_add(to, x);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION void atomically_in_block(T* to, T x) const
  {
    atomic_fetch_add(to, x);
  }
};

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program>
void count(generic::queue<Backend>& on, iteration const& it, Program const& program,
           std::int64_t places, std::int64_t* out)
{
  static_assert(count_takes<Program>());
  generic::accumulate_by(on, it, program, places, out, generic::add_counts(),
                         generic::one_of_each());
}

}  // namespace acre::backends
