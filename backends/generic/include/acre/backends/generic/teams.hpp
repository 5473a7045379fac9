#pragma once

#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/queue.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

/// Teams of threads, for queues whose threads are many and narrow (queue::is_wide): a team shares
/// memory, and takes in turn all steps of a tile that a thread of a CPU takes alone.
///
///   for_teams<Threads, Shared>(on, step, n, f)   f(team, shared, i), i < n: a Shared (trivial, not
///                                                initialised) for each, while it runs
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
      g(of_.team_rank());
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
  F f;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(Member const& member) const
  {
    auto& shared = *static_cast<Shared*>(member.team_shmem().get_shmem_aligned(sizeof(Shared), 16));
    for (std::int64_t i = member.league_rank(); i < n; i += teams)
      f(team<Backend, Threads>(member), shared, i);
  }
};

template <int Threads, class Shared, class Backend, class F>
void for_teams(queue<Backend>& on, char const* step, std::int64_t n, F const& f)
{
  if (n == 0) return;
  if constexpr (queue<Backend>::is_host) {
    for_each(on, step, n, [=](std::int64_t i) {
      Shared shared;
      int const none = 0;
      f(team<Backend, Threads>(none), shared, i);
    });
  } else {
    static_assert(sizeof(Shared) <= 48 * 1024 - 64, "acre: every device has so much for a team");
    // (so that the registers of two teams are at hand in a multiprocessor)
    using policy =
        Kokkos::TeamPolicy<typename Backend::execution_space, Kokkos::LaunchBounds<Threads, 2>>;
    std::int64_t const teams = std::min<std::int64_t>(n, 1 << 30);
    Kokkos::parallel_for(
        tools::listening() ? tools::kernel_name(on, step) : "acre",
        policy(on.instance(), static_cast<int>(teams), Threads)
            .set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(sizeof(Shared)) + 64)),
        team_turns<Backend, Threads, Shared, F>{n, teams, f});
  }
}

}  // namespace acre::backends::generic
