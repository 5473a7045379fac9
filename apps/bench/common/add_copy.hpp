#pragma once

#include "baseline.hpp"

namespace acre::bench {

/// A row of the space's own copy of n elements, if it has one: the floor of what reads and writes
/// as many.
template <class Space, class T>
void add_copy(Space const& space, std::string const& workload, std::int64_t n)
{
  using bar = baseline<Space, T>;
  if constexpr (bar::copy_name != nullptr)
    add(workload, dtype_name<T>(), n, bar::copy_name, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1), y = made_input<T>(space, shape(n), 2);
      measure(state, space, 2.0 * static_cast<double>(n) * sizeof(T),
              [&] { bar::copy(space, y.data(), x.data(), n); });
    });
}

}  // namespace acre::bench
