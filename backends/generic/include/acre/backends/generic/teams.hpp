#pragma once

#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/queue.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

/// Teams of threads, for queues whose threads are many and narrow (queue::is_wide): a team shares
/// memory, and takes in turn all steps of a tile that a thread of a CPU takes alone.
///
///   for_teams<Threads, Shared>(on, step, n, f)   f(team, shared, i), i < n: a Shared (trivial, not
///                                                initialised) for each, while it runs
///   for_teams_with<Threads, T>(on, step, count, n, f)  the same with `count` T, f(team, T*, i), of
///                                                which a team has room for team_room<T>(on)
///   team.each(g)                                 g(rank) for each thread; behind it all see what
///                                                each has written
///   per_thread<T, Team> x;  x[rank]              what a thread keeps from one step to another
///
/// Kokkos' TeamPolicy on a device. On a CPU, where tests run it, one thread takes a step for all.
namespace acre::backends::generic {

inline constexpr int team_threads = 256;

template <class Backend, int Threads>
class team {
 public:
  static constexpr int threads = Threads;
  static constexpr bool by_one_thread = queue<Backend>::is_host;
  using member = std::conditional_t<
      by_one_thread, int,
      typename Kokkos::TeamPolicy<typename Backend::execution_space>::member_type>;
  KOKKOS_INLINE_FUNCTION explicit team(member const& of) : of_(of) {}

  template <class G>
  KOKKOS_INLINE_FUNCTION void each(G const& g) const
  {
    if constexpr (by_one_thread) {
      for (int rank = 0; rank < Threads; ++rank) g(rank);
    } else {
      int rank = of_.team_rank();
#if defined(__CUDA_ARCH__)
      // else a step's addresses are computed before all steps, and take registers until then
      asm volatile("" : "+r"(rank));
      __builtin_assume(rank >= 0 && rank < Threads);
#endif
      g(rank);
      of_.team_barrier();
    }
  }

 private:
  member const& of_;
};

/// What each thread keeps from one step to another.
template <class T, class Team>
class per_thread {
 public:
  KOKKOS_INLINE_FUNCTION T& operator[]([[maybe_unused]] int rank)
  {
    return value_[Team::by_one_thread ? rank : 0];
  }

 private:
  T value_[Team::by_one_thread ? Team::threads : 1];
};

/// What Kokkos calls: a team's turns.
template <class Backend, int Threads, class Shared, class F>
struct team_turns {
  std::int64_t n, teams;
  int bytes;
  F f;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const
  {
    auto* const shared = static_cast<Shared*>(member.team_shmem().get_shmem_aligned(bytes, 16));
    for (std::int64_t i = member.league_rank(); i < n; i += teams)
      f(team<Backend, Threads>(member), shared, i);
  }
};

/// `Least` teams have room in a multiprocessor: Kokkos refuses a kernel of which they have none.
/// Registers are bounded as if teams were of `Most` threads.
template <class Backend, int Most, int Least>
using team_policy =
    Kokkos::TeamPolicy<typename Backend::execution_space, Kokkos::LaunchBounds<Most, Least>,
                       launched_at_once<Backend>>;

/// f for a team that has one.
template <class F>
struct of_one {
  F f;
  template <class Team, class Shared>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, Shared* shared, std::int64_t i) const
  {
    f(all, *shared, i);
  }
};

/// Room for alignment in what a team asks for.
inline constexpr int team_slack = 64;

template <int Threads, class T, int Least = 1, int Most = Threads, class Backend, class F>
void for_teams_with(queue<Backend>& on, char const* step, std::int64_t count, std::int64_t n,
                    F const& f)
{
  if (n == 0) return;
  if constexpr (queue<Backend>::is_host) {
    for_each(on, step, n, [=](std::int64_t i) {
      std::vector<T> shared(static_cast<std::size_t>(count));
      int const none = 0;
      f(team<Backend, Threads>(none), shared.data(), i);
    });
  } else {
    std::int64_t const teams = std::min<std::int64_t>(n, 1 << 30);
    int const bytes = static_cast<int>(count * static_cast<std::int64_t>(sizeof(T)));
    Kokkos::parallel_for(
        tools::listening() ? tools::kernel_name(on, step) : "acre",
        team_policy<Backend, Most, Least>(on.instance(), static_cast<int>(teams), Threads)
            .set_scratch_size(0, Kokkos::PerTeam(bytes + team_slack)),
        team_turns<Backend, Threads, T, F>{n, teams, bytes, f});
  }
}
/// How many T a team may ask for: Kokkos says it, and newer ones know of more.
template <int Threads, class T, class Backend>
std::int64_t team_room(queue<Backend>& on)
{
  std::int64_t bytes = 48 * 1024;
  if constexpr (!queue<Backend>::is_host)
    bytes = team_policy<Backend, Threads, 1>(on.instance(), 1, Threads).scratch_size_max(0);
  // (twice: Kokkos asks for some bytes more of its own than it says)
  return (bytes - 2 * team_slack) / static_cast<std::int64_t>(sizeof(T));
}

/// Most: twice as many threads where more teams are worth more than a thread's registers.
template <int Threads, class Shared, int Most = Threads, class Backend, class F>
void for_teams(queue<Backend>& on, char const* step, std::int64_t n, F const& f)
{
  static_assert(sizeof(Shared) <= 48 * 1024 - team_slack,
                "acre: every device has so much for a team");
  if constexpr (queue<Backend>::is_host)
    for_each(on, step, n, [=](std::int64_t i) {
      Shared shared;
      int const none = 0;
      f(team<Backend, Threads>(none), shared, i);
    });
  else
    // (so that the registers of 512 threads are at hand)
    for_teams_with<Threads, Shared, (Threads < 256 ? 512 / Threads : 2), Most>(on, step, 1, n,
                                                                               of_one<F>{f});
}

}  // namespace acre::backends::generic
