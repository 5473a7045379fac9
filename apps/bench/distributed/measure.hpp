#pragma once

#include <acre/distributed.hpp>
#include <acre/distributed/mpi.hpp>
#include <acre/random.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
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

/// What was measured, in milliseconds a call: told, and written as lines of JSON, by process 0.
class records {
 public:
  /// `unit`: of which there are so many.
  records(bool writes, char const* unit, std::string const& file) : writes_(writes), unit_(unit)
  {
    if (!writes || file.empty()) return;
    lines_.open(file, std::ios::app);
    if (!lines_) throw value_error("--jsonl: cannot write " + file);
  }
  /// A workload of n elements in all, on so many units.
  void row(char const* workload, std::string const& who, int units, std::int64_t n, double seconds,
           std::string const& note = {})
  {
    if (!writes_) return;
    std::printf("%-18s %12lld  %-22s %d %s %11.2f us  %s\n", workload, static_cast<long long>(n),
                who.c_str(), units, unit_, 1e6 * seconds, note.c_str());
    std::fflush(stdout);
    if (!lines_.is_open()) return;
    char ms[32];
    std::snprintf(ms, sizeof ms, "%.6g", 1e3 * seconds);
    lines_ << "{\"peer\":\"" << who << "\",\"workload\":\"" << workload << "\",\"n\":" << n
           << ",\"dtype\":\"float64\",\"units\":" << units << ",\"ms_median\":" << ms << "}\n"
           << std::flush;
  }

 private:
  bool writes_;
  char const* unit_;
  std::ofstream lines_;
};

inline std::string percent(char const* of, double part)
{
  char text[80];
  std::snprintf(text, sizeof text, "%.1f %% %s", 100 * part, of);
  return text;
}

template <class U>
auto heat_step(U const& u)
{
  return u + 0.1 * ((shifted(u, -1, 0) + shifted(u, 1, 0)) +
                    (shifted(u, 0, -1) + shifted(u, 0, 1)) - 4.0 * u);
}
/// The same of offsets that the compiler knows.
template <class T>
auto window_step(T const& t)
{
  auto const c = shifted<0, 0>(t);
  return c + 0.1 * ((shifted<-1, 0>(t) + shifted<1, 0>(t)) +
                    (shifted<0, -1>(t) + shifted<0, 1>(t)) - 4.0 * c);
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
  void step_shifted()
  {
    exchange(now);
    next = window_step(now);
    std::swap(now, next);
  }
  /// Likewise, and all of it in one call.
  void step_exchanged()
  {
    next = exchanged(window_step(now));
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
