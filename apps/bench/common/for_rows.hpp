#pragma once

#include <cstdint>

namespace acre::bench {

/// f(begin) … f(end - 1). Compiled once, for one thread and for several, and not into what measures
/// it.
template <class F>
[[gnu::noinline]] void rows_of_thread(std::int64_t begin, std::int64_t end, F const& f)
{
  F const rows = f;
  for (std::int64_t i = begin; i < end; ++i) rows(i);
}

/// f(0) … f(n - 1): the loop that a user would write, on all threads of a CPU's space where it goes
/// over more than `worth_threads` elements in all. (Threads take 1 to 2 µs to start, an `if` clause
/// of OpenMP's that says no 0.5.)
inline constexpr std::int64_t worth_threads = 20000;
template <class Space, class F>
void for_rows(Space const& space, std::int64_t n, std::int64_t elements, F const& f)
{
  if constexpr (requires { space.queue().threads(); }) {
    if (elements > worth_threads && space.queue().threads() > 1) {
      constexpr std::int64_t most = 64;  // parts that rows are dealt out in
      std::int64_t const parts = n < most ? n : most;
#pragma omp parallel for schedule(static)
      for (std::int64_t part = 0; part < parts; ++part)
        rows_of_thread(n * part / parts, n * (part + 1) / parts, f);
      return;
    }
  }
  rows_of_thread(0, n, f);
}

}  // namespace acre::bench
