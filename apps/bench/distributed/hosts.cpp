#include "hosts.hpp"

#include <chrono>
#include <thread>

namespace acre::bench {

namespace {

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

/// What the measurements share.
struct host_run {
  dist::processes const& all;
  host const &space, &one;
  records& out;

  dist::processes alone = {};

  /// Seconds of f() on process 0.
  template <class F>
  double of_first(int times, F const& f) const
  {
    double t = 0;
    by_the_first(all, [&] { t = seconds_of(alone, one, times, f); });
    return t;
  }
};

std::string of_one(double t1, double t) { return percent("of one process", t1 / t); }

void measure_heat(host_run const& r, std::int64_t n)
{
  int const count = r.all.size();
  std::int64_t const cells = n * n;
  char note[80];
  heat<host> whole(r.alone, r.one, n);
  double const t1 = r.of_first(5, [&] { whole.step(true); });
  r.out.row("heat_step", "acre", 1, cells, t1);
  whole = heat<host>(r.alone, r.one, 3);
  heat<host> parts(r.all, r.space, n / count, n);
  double const without = seconds_of(r.all, r.space, 5, [&] { parts.step(false); }),
               with = seconds_of(r.all, r.space, 5, [&] { parts.step(true); }),
               beside = seconds_of(r.all, r.space, 5, [&] { parts.step_beside(); }),
               one_call = seconds_of(r.all, r.space, 5, [&] { parts.step_exchanged(); });
  std::snprintf(note, sizeof note, "%s, halos %.1f %% of it", of_one(t1, with).c_str(),
                100 * (with - without) / with);
  r.out.row("heat_step", "acre.mpi", count, cells, with, note);
  r.out.row("heat_step", "acre.mpi.beside", count, cells, beside, of_one(t1, beside));
  r.out.row("heat_step", "acre.mpi.exchanged", count, cells, one_call, of_one(t1, one_call));
  double const only = seconds_of(r.all, r.space, 100, [&] { exchange(parts.now); });
  r.out.row("halo", "acre.mpi", count, n * count, only);
  bare_heat bare(r.all, n);
  double const b = seconds_of(r.all, r.space, 5, [&] { bare.step(); });
  r.out.row("heat_step", "loops", count, cells, b, of_one(t1, b) + ", a thread each");
}

void measure_sum(host_run const& r, std::int64_t elements)
{
  int const count = r.all.size();
  double total = 0;
  dist::array<double, 1, host> whole(r.alone, r.one, dist::blocks(shape(elements)));
  whole = 1.0;
  double const t1 = r.of_first(1, [&] { total += acre::sum(whole.local()).item(); });
  r.out.row("sum", "acre", 1, elements, t1);
  whole = dist::array<double, 1, host>();
  dist::array<double, 1, host> parts(r.all, r.space, dist::blocks(shape(elements)));
  parts = 1.0;
  auto const local = parts.local();
  double const t = seconds_of(r.all, r.space, 1, [&] { total += dist::sum(parts); });
  r.out.row("sum", "acre.mpi", count, elements, t, of_one(t1, t));
  double const by_mpi = seconds_of(r.all, r.space, 1, [&] {
    double mine = acre::sum(local).item();
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    total += mine;
  });
  r.out.row("sum", "mpi", count, elements, by_mpi,
            "acre's sum and MPI_Allreduce: not the bits of one");
  dist::array<double, 1, host> few(r.all, r.space, dist::blocks(shape(8 * count)));
  r.out.row("sum_of_few", "acre.mpi", count, 8 * count,
            seconds_of(r.all, r.space, 100, [&] { total += dist::sum(few); }));
  r.out.row("sum_of_few", "mpi", count, count, seconds_of(r.all, r.space, 100, [&] {
              double mine = 1;
              MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
              total += mine;
            }));
  if (total == 0) std::printf("nothing was added\n");
}

void measure_sort(host_run const& r, std::int64_t sorted)
{
  generator g(1);
  dist::array<double, 1, host> parts(r.all, r.space, dist::blocks(shape(sorted)));
  parts = own_part(parts, g.uniform(parts.space(), parts.shape()));
  acre::array<double, 1, host> const whole(
      generator(1).uniform(r.one, shape(r.all.rank() == 0 ? sorted : 1)));
  double const t1 = r.of_first(1, [&] { acre::sort(whole); }),
               t = seconds_of(r.all, r.space, 1, [&] { dist::sort(parts); }),
               by_std = r.of_first(1, [&] {
                 std::vector<double> x(whole.data(), whole.data() + whole.size());
                 std::sort(x.begin(), x.end());
               });
  r.out.row("sort", "acre", 1, sorted, t1);
  r.out.row("sort", "std", 1, sorted, by_std, "and a copy, one thread");
  r.out.row("sort", "acre.mpi", r.all.size(), sorted, t, of_one(t1, t));
}

}  // namespace

void measure_hosts(dist::processes const& all, host const& space, host const& one,
                   host_sizes const& n, records& out)
{
  host_run const r{all, space, one, out};
  measure_heat(r, n.side);
  measure_sum(r, n.elements);
  measure_sort(r, n.sorted);
}

}  // namespace acre::bench
