#include "gpus.hpp"

namespace acre::bench {

void measure_heat(gpu_run const& r)
{
  int const gpus = r.all.size();
  std::int64_t const n = r.side, cells = n * n;
  char note[80];
  heat<gpu> one(r.alone, r.space, n);
  double const t1 = seconds_of(r.all, r.space, 100, [&] { one.step(true); }),
               w1 = seconds_of(r.all, r.space, 100, [&] { one.step_by_windows(true); });
  r.out.row("heat_step", "acre", 1, cells, t1);
  r.out.row("heat_step", "acre.windows", 1, cells, w1);
  one = heat<gpu>(r.alone, r.space, 3);
  if (gpus == 1) return;
  double const best = std::min(t1, w1);

  heat<gpu> both(r.all, r.space, n);
  double const without = seconds_of(r.all, r.space, 100, [&] { both.step(false); }),
               with = seconds_of(r.all, r.space, 100, [&] { both.step(true); }),
               windows = seconds_of(r.all, r.space, 100, [&] { both.step_by_windows(true); }),
               beside = seconds_of(r.all, r.space, 100, [&] { both.step_beside(); }),
               known = seconds_of(r.all, r.space, 100, [&] { both.step_shifted(); }),
               one_call = seconds_of(r.all, r.space, 100, [&] { both.step_exchanged(); });
  std::snprintf(note, sizeof note, "%.2f us beyond the kernel, %s", 1e6 * (with - without),
                percent("weak scaling", best / with).c_str());
  r.out.row("heat_no_halo", r.way, gpus, cells * gpus, without);
  r.out.row("heat_step", r.way, gpus, cells * gpus, with, note);
  for (auto const& [what, t] : {std::pair(".windows", windows), std::pair(".beside", beside),
                                std::pair(".shifted", known), std::pair(".exchanged", one_call)})
    r.out.row("heat_step", r.way + what, gpus, cells * gpus, t, percent("weak scaling", best / t));

  // a row each way, queued one behind the other, and one that is waited for
  auto const from = zeros<double>(r.space, shape(n)), to = zeros<double>(r.space, shape(n));
  for (auto const& [workload, times] : {std::pair("halo", 200), std::pair("halo_waited", 1)}) {
    r.out.row(workload, r.way, gpus, n * gpus,
              seconds_of(r.all, r.space, times, [&] { exchange(both.now); }));
    if (r.bare)
      r.out.row(workload, "nccl", gpus, n * gpus, seconds_of(r.all, r.space, times, [&] {
                  r.bare->to_all(from.data(), to.data(),
                                 sizeof(double) * static_cast<std::size_t>(n));
                }));
  }
}

}  // namespace acre::bench
