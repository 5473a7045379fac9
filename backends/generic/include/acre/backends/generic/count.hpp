#pragma once

#include <acre/backends/common/count.hpp>
#include <acre/backends/generic/accumulate.hpp>
#include <acre/backends/generic/count_teams.hpp>

#include <cstdint>

/// See backends/common/count.hpp: ones are accumulated. Teams of narrow threads have counters of
/// their own kind (count_teams.hpp).
namespace acre::backends::generic {

struct one_of_each {
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
};

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program>
void count(generic::queue<Backend>& on, iteration const& it, Program const& program,
           std::int64_t places, std::int64_t* out)
{
  using namespace generic;
  static_assert(count_takes<Program>());
  if constexpr (!generic::queue<Backend>::is_wide)
    accumulate_by_cores(on, it, program, places, out, add_counts(), one_of_each());
  else if (!count_by_teams(on, it, program, places, out))
    elementwise(on, it, program,
                accumulate_sink<std::int64_t, add_counts, one_of_each>{out, {}, {}});
}

}  // namespace acre::backends
