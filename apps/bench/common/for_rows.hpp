#pragma once

#include <cstdint>
#include <string_view>

namespace acre::bench {

/// f(0) … f(n - 1), on all threads of a CPU's space: the loop that a user would write.
template <class Space, class F>
void for_rows(Space const&, std::int64_t n, F const& f)
{
  if constexpr (std::string_view(Space::name) == "openmp") {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n; ++i) f(i);
  } else {
    for (std::int64_t i = 0; i < n; ++i) f(i);
  }
}

}  // namespace acre::bench
