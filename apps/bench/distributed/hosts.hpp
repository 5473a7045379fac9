#pragma once

#include <chrono>
#include <random>
#include <thread>

#include "measure.hpp"

/// Processes of a CPU against one process with as many threads as all of them have, and against MPI
/// by hand: the same problem, shared.
namespace acre::bench {

/// f() on process 0, while the others sleep: waiting by MPI takes a core.
template <class F>
void by_the_first(dist::processes const& all, F const& f)
{
  constexpr int tag = 77;
  if (all.rank() == 0) {
    f();
    for (int p = 1; p < all.size(); ++p) MPI_Send(nullptr, 0, MPI_BYTE, p, tag, MPI_COMM_WORLD);
    return;
  }
  for (int is_there = 0; is_there == 0;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    MPI_Iprobe(0, tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
  }
  MPI_Recv(nullptr, 0, MPI_BYTE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// The step of heat by two loops on rows of this process, with a row of each neighbour.
class bare_heat {
 public:
  bare_heat(dist::processes const& all, std::int64_t side)
      : up_(all.rank() > 0 ? all.rank() - 1 : MPI_PROC_NULL),
        down_(all.rank() + 1 < all.size() ? all.rank() + 1 : MPI_PROC_NULL),
        rows_(side / all.size()),
        columns_(side + 2),
        now_(static_cast<std::size_t>((rows_ + 2) * columns_), 20.0),
        next_(now_)
  {}
  void step()
  {
    auto const row = [this](std::int64_t r) { return now_.data() + r * columns_; };
    auto const n = static_cast<int>(columns_);
    MPI_Sendrecv(row(1), n, MPI_DOUBLE, up_, 0, row(rows_ + 1), n, MPI_DOUBLE, down_, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(row(rows_), n, MPI_DOUBLE, down_, 1, row(0), n, MPI_DOUBLE, up_, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (std::int64_t r = 1; r <= rows_; ++r) {
      double const *const u = row(r), *const above = u - columns_, *const below = u + columns_;
      double* const to = next_.data() + r * columns_;
      for (std::int64_t c = 1; c + 1 < columns_; ++c)
        to[c] = u[c] + 0.1 * ((above[c] + below[c]) + (u[c - 1] + u[c + 1]) - 4.0 * u[c]);
    }
    std::swap(now_, next_);
  }

 private:
  int up_, down_;
  std::int64_t rows_, columns_;
  std::vector<double> now_, next_;
};

/// `one`: the space of a process by itself.
inline void measure_hosts(dist::processes const& all, host const& space, host const& one,
                          std::int64_t n, std::int64_t elements, std::int64_t sorted)
{
  table const out{all.rank() == 0, all.size() == 1 ? "process  " : "processes"};
  dist::processes const alone;
  int const count = all.size();
  std::string const one_name =
      "acre, one process, " + std::to_string(one.queue().threads()) + " threads";
  auto const of_one = [](double t1, double t) { return percent("of one process", t1 / t); };
  auto const of_first = [&](int times, auto const& f) {  // seconds, on process 0
    double t = 0;
    by_the_first(all, [&] { t = seconds_of(alone, one, times, f); });
    return t;
  };
  char note[80];

  {  // heat and its halos
    std::string const name = "heat, a step of " + std::to_string(n) + " squared";
    heat<host> whole(alone, one, n);
    double const t1 = of_first(5, [&] { whole.step(true); });
    out.row(name.c_str(), one_name.c_str(), 1, t1);
    whole = heat<host>(alone, one, 3);
    heat<host> parts(all, space, n / count, n);
    double const without = seconds_of(all, space, 5, [&] { parts.step(false); }),
                 with = seconds_of(all, space, 5, [&] { parts.step(true); }),
                 beside = seconds_of(all, space, 5, [&] { parts.step_beside(); });
    std::snprintf(note, sizeof note, "%s, halos %.1f %% of it", of_one(t1, with).c_str(),
                  100 * (with - without) / with);
    out.row(name.c_str(), "acre, exchange()", count, with, note);
    out.row(name.c_str(), "acre, start() and finish()", count, beside, of_one(t1, beside));
    double const only = seconds_of(all, space, 100, [&] { exchange(parts.now); });
    out.row("halo alone", "acre, exchange()", count, only);
    bare_heat bare(all, n);
    double const b = seconds_of(all, space, 5, [&] { bare.step(); });
    out.row(name.c_str(), "loops, MPI_Sendrecv, a thread each", count, b, of_one(t1, b));
  }

  {  // sum
    std::string const name = "sum of " + std::to_string(elements) + " float64";
    double total = 0;
    dist::array<double, 1, host> whole(alone, one, dist::blocks(shape(elements)));
    whole = 1.0;
    double const t1 = of_first(1, [&] { total += acre::sum(whole.local()).item(); });
    out.row(name.c_str(), one_name.c_str(), 1, t1);
    whole = dist::array<double, 1, host>();
    dist::array<double, 1, host> parts(all, space, dist::blocks(shape(elements)));
    parts = 1.0;
    auto const local = parts.local();
    double const t = seconds_of(all, space, 1, [&] { total += dist::sum(parts); });
    out.row(name.c_str(), "acre, distributed", count, t, of_one(t1, t));
    double const by_mpi = seconds_of(all, space, 1, [&] {
      double mine = acre::sum(local).item();
      MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      total += mine;
    });
    out.row(name.c_str(), "acre's sum, MPI_Allreduce", count, by_mpi, "(not the bits of one)");
    dist::array<double, 1, host> few(all, space, dist::blocks(shape(8 * count)));
    out.row("sum of 8 elements a process", "acre, distributed", count,
            seconds_of(all, space, 100, [&] { total += dist::sum(few); }));
    out.row("an all-reduce of 8 bytes", "MPI_Allreduce", count, seconds_of(all, space, 100, [&] {
              double mine = 1;
              MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
              total += mine;
            }));
    if (total == 0) std::printf("nothing was added\n");
  }

  {  // sort
    std::string const name = "sort of " + std::to_string(sorted) + " float64";
    generator g(1);
    dist::array<double, 1, host> parts(all, space, dist::blocks(shape(sorted)));
    parts = own_part(parts, g.uniform(parts.space(), parts.shape()));
    acre::array<double, 1, host> const whole(
        generator(1).uniform(one, shape(all.rank() == 0 ? sorted : 1)));
    double const t1 = of_first(1, [&] { acre::sort(whole); }),
                 t = seconds_of(all, space, 1, [&] { dist::sort(parts); }),
                 by_std = of_first(1, [&] {
                   std::vector<double> x(whole.data(), whole.data() + whole.size());
                   std::sort(x.begin(), x.end());
                 });
    out.row(name.c_str(), one_name.c_str(), 1, t1);
    out.row(name.c_str(), "std::sort and a copy, one thread", 1, by_std);
    out.row(name.c_str(), "acre, distributed", count, t, of_one(t1, t));
  }
}

}  // namespace acre::bench
