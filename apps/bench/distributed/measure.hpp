#pragma once

#include <acre/acre.hpp>
#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

/// What the measurements of GPUs and of CPUs share.
namespace acre::bench {

namespace dist = acre::distributed;

/// Half of them are faster, half slower.
inline double median(std::vector<double> seconds)
{
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

/// Seconds of one f(), of which so many are queued before the space is waited for: the slowest
/// process', the median of 7 rounds.
template <class Space, class F>
double seconds_of(dist::processes const& all, Space const& space, int count, F const& f)
{
  constexpr int rounds = 7;
  for (int k = 0; k < std::min(count, 5); ++k) f();
  std::vector<double> taken;
  for (int round = 0; round < rounds; ++round) {
    space.fence();
    all.barrier();
    auto const start = std::chrono::steady_clock::now();
    for (int k = 0; k < count; ++k) f();
    space.fence();
    std::chrono::duration<double> const mine = std::chrono::steady_clock::now() - start;
    dist::array<double, 1, host> each(all, dist::blocks(shape(all.size())));
    each = mine.count() / count;
    taken.push_back(max(each));
  }
  return median(taken);
}

struct table {
  bool prints;
  char const* unit;
  void row(char const* what, char const* who, int units, double seconds,
           std::string const& note = {}) const
  {
    if (prints)
      std::printf("%-34s %-34s %d %s  %10.2f us  %s\n", what, who, units, unit, 1e6 * seconds,
                  note.c_str());
    std::fflush(stdout);
  }
};

inline std::string percent(char const* of, double part)
{
  char text[64];
  std::snprintf(text, sizeof text, "%.1f %% %s", 100 * part, of);
  return text;
}

template <class U>
auto heat_step(U const& u)
{
  return u + 0.1 * ((shifted(u, -1, 0) + shifted(u, 1, 0)) +
                    (shifted(u, 0, -1) + shifted(u, 0, 1)) - 4.0 * u);
}
template <class T>
auto window_step(T const& t)
{
  return t + 0.1 * ((shifted<-1, 0>(t) + shifted<1, 0>(t)) +
                    (shifted<0, -1>(t) + shifted<0, 1>(t)) - 4.0 * t);
}

/// A step of heat on `rows` rows of `columns` numbers a process, float64.
template <class Space>
struct heat {
  dist::array<double, 2, Space> now, next;
  heat(dist::processes const& all, Space const& space, std::int64_t rows, std::int64_t columns)
      : now(all, space, dist::blocks(shape(rows * all.size(), columns), dist::halo(1, 1))),
        next(now.all(), space, dist::blocks(now.shape(), dist::halo(1, 1)))
  {
    now = where((coordinate(now, 0) + coordinate(now, 1)) % 7 == 0, 100.0, 20.0);
  }
  heat(dist::processes const& all, Space const& space, std::int64_t n) : heat(all, space, n, n) {}
  void step(bool exchanges)
  {
    if (exchanges) exchange(now);
    next = heat_step(now);
    std::swap(now, next);
  }
  /// The rows that need no halo while it is on its way.
  void step_beside()
  {
    auto const step = heat_step(now);
    start(now);
    inner(next) = step;
    finish(now);
    rim(next) = step;
    std::swap(now, next);
  }
  void step_by_windows(bool exchanges)
  {
    if (exchanges) exchange(now);
    next.local()(ALL, ALL) = window_step(interior<1>(now.with_halo()));
    std::swap(now, next);
  }
};

}  // namespace acre::bench
