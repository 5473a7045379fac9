#pragma once

#include <acre/distributed/nccl.hpp>

#include <cstdlib>

#include "measure.hpp"

/// GPUs of one host against one of them. With NCCL, a process a GPU, its bare calls are the bars.
namespace acre::bench {

/// NCCL by hand, the bars; of one process nothing.
template <class Space>
class bare_nccl {
 public:
  bare_nccl(dist::processes const& all, Space const& space)
      : rank_(all.rank()), size_(all.size()), stream_(space.stream())
  {
    ncclUniqueId id{};
    if (rank_ == 0) ncclGetUniqueId(&id);
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (size_ > 1 && ncclCommInitRank(&comm_, size_, id, rank_) != ncclSuccess) std::abort();
  }
  bare_nccl(bare_nccl const&) = delete;
  ~bare_nccl()
  {
    if (comm_) ncclCommDestroy(comm_);
  }
  /// `bytes` to each other process, and from each.
  void to_all(char const* from, char* to, std::size_t bytes) const
  {
    ncclGroupStart();
    for (int p = 0; p < size_; ++p) {
      if (p == rank_) continue;
      ncclSend(from, bytes, ncclUint8, p, comm_, stream_);
      ncclRecv(to, bytes, ncclUint8, p, comm_, stream_);
    }
    ncclGroupEnd();
  }
  void sum(double* value) const
  {
    ncclAllReduce(value, value, 1, ncclDouble, ncclSum, comm_, stream_);
  }

 private:
  int rank_, size_;
  typename Space::queue_type::api::stream stream_;
  ncclComm_t comm_ = nullptr;
};

template <class Space>
void measure_all(dist::processes const& all, dist::processes const& alone, Space const& space,
                 bare_nccl<Space> const* bare, std::int64_t n, std::int64_t elements)
{
  table const out{all.rank() == 0, "GPU"};
  int const gpus = all.size();

  {  // heat and its halos
    heat<Space> one(alone, space, n);
    double const t1 = seconds_of(all, space, 100, [&] { one.step(true); }),
                 w1 = seconds_of(all, space, 100, [&] { one.step_by_windows(true); }),
                 bare_step = seconds_of(all, space, 100, [&] { one.step_by_windows(false); });
    out.row("heat, a step", "acre, shifted()", 1, t1);
    out.row("heat, a step", "acre, shifted<>() of interior", 1, w1);
    out.row("heat, a step without halos", "acre, shifted<>() of interior", 1, bare_step);
    one = heat<Space>(alone, space, 3);
    heat<Space> both(all, space, n);
    double const without = seconds_of(all, space, 100, [&] { both.step(false); }),
                 t2 = seconds_of(all, space, 100, [&] { both.step(true); }),
                 w2 = seconds_of(all, space, 100, [&] { both.step_by_windows(true); });
    out.row("heat, a step", "acre, shifted()", gpus, t2, percent("weak scaling", t1 / t2));
    out.row("heat, a step", "acre, shifted<>() of interior", gpus, w2,
            percent("weak scaling", w1 / w2));
    char note[64];
    std::snprintf(note, sizeof note, "%.2f us beyond the kernel's %.2f", 1e6 * (t2 - without),
                  1e6 * without);
    out.row("halo of a step, 64 KiB each way", "acre, exchange()", gpus, t2 - without, note);
    double const only = seconds_of(all, space, 200, [&] { exchange(both.now); });
    out.row("halo alone, 64 KiB each way", "acre, exchange()", gpus, only);
    double const waited = seconds_of(all, space, 1, [&] { exchange(both.now); });
    out.row("halo alone, waited for", "acre, exchange()", gpus, waited);
    if (bare) {
      auto const from = zeros<double>(space, shape(n)), to = zeros<double>(space, shape(n));
      auto const move = [&] {
        bare->to_all(reinterpret_cast<char const*>(from.data()), reinterpret_cast<char*>(to.data()),
                     sizeof(double) * static_cast<std::size_t>(n));
      };
      out.row("halo alone, 64 KiB each way", "ncclSend and ncclRecv", gpus,
              seconds_of(all, space, 200, move));
      out.row("halo alone, waited for", "ncclSend and ncclRecv", gpus,
              seconds_of(all, space, 1, move));
    }
  }

  {  // sum
    dist::array<double, 1, Space> one(alone, space, dist::blocks(shape(elements)));
    one = 1.0;
    double total = 0;
    auto const local = one.local();
    double const t1 = seconds_of(all, space, 1, [&] { total += acre::sum(local).item(); });
    out.row("sum of 2^27 float64 a GPU", "acre, sum().item()", 1, t1);
    double const d1 = seconds_of(all, space, 1, [&] { total += dist::sum(one); });
    out.row("sum of 2^27 float64 a GPU", "acre, distributed", 1, d1);
    if (bare)
      out.row("sum of 2^27 float64 a GPU", "acre's sum, ncclAllReduce", gpus,
              seconds_of(all, space, 1,
                         [&] {
                           auto const mine = acre::sum(local);
                           bare->sum(mine.data());
                           total += mine.item();
                         }),
              "(not the bits of one)");
    one = dist::array<double, 1, Space>();
    dist::array<double, 1, Space> both(all, space, dist::blocks(shape(elements * gpus)));
    both = 1.0;
    double const t2 = seconds_of(all, space, 1, [&] { total += dist::sum(both); });
    out.row("sum of 2^27 float64 a GPU", "acre, distributed", gpus, t2,
            percent("weak scaling", t1 / t2));
    if (total == 0) std::printf("nothing was added\n");
  }

  {  // redistribute
    std::int64_t const side = gpus * n;
    dist::array<double, 2, Space> rows(all, space, dist::blocks(shape(side, side)));
    rows = coordinate(rows, 0) * side + coordinate(rows, 1);
    double const moved =
        8.0 * static_cast<double>(side / gpus) * static_cast<double>(side) / gpus * (gpus - 1);
    auto const rate = [&](double seconds) {
      char text[64];
      std::snprintf(text, sizeof text, "%.1f GB/s a GPU and way", moved / seconds * 1e-9);
      return std::string(text);
    };
    double const t = seconds_of(all, space, 3, [&] { redistribute(rows, axes(1)); });
    auto const columns = redistribute(rows, axes(1));
    double const back = seconds_of(all, space, 3, [&] { redistribute(columns, axes(0)); });
    std::string const size = "redistribute, " + std::to_string(side) + " squared";
    out.row(size.c_str(), "acre, rows to columns", gpus, t, rate(t));
    out.row(size.c_str(), "acre, columns to rows", gpus, back, rate(back));
    if (bare && gpus > 1) {
      auto const bytes = static_cast<std::size_t>(moved) / static_cast<std::size_t>(gpus - 1);
      auto const to = rows.local();
      auto const from = columns.local();
      double const b = seconds_of(all, space, 3, [&] {
        bare->to_all(reinterpret_cast<char const*>(from.data()), reinterpret_cast<char*>(to.data()),
                     bytes);
      });
      out.row(size.c_str(), "ncclSend and ncclRecv of as much", gpus, b,
              rate(b) + ", acre " + percent("and ", b / t) + percent("of it", b / back));
    }
  }
}

/// As virtual processes, or with NCCL and through the host.
template <class Space>
void measure_gpus(dist::processes const& world, Space const& space, int virtual_count,
                  std::int64_t n, std::int64_t elements)
{
  if (virtual_count > 0) {
    std::printf("%d virtual processes, %d devices\n", virtual_count,
                static_cast<int>(Space::devices().size()));
    dist::virtual_processes(virtual_count, [&](dist::processes const& all) {
      measure_all(all, dist::processes(), dist::own_space<Space>(all),
                  static_cast<bare_nccl<Space> const*>(nullptr), n, elements);
    });
    return;
  }
  auto const all = dist::with_nccl(world, space);
  bare_nccl<Space> const bare(world, space);
  if (world.rank() == 0) std::printf("%d processes with NCCL\n", world.size());
  measure_all(all, dist::processes(), space, &bare, n, elements);
  if (world.rank() == 0) std::printf("%d processes through the host\n", world.size());
  measure_all(world, dist::processes(), space, static_cast<bare_nccl<Space> const*>(nullptr), n,
              elements);
}

}  // namespace acre::bench
