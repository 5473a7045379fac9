#include "gpus.hpp"

namespace acre::bench {

void measure_sum(gpu_run const& r)
{
  int const gpus = r.all.size();
  double total = 0;
  auto local = acre::array<double, 1, gpu>(r.space, shape(r.elements));
  local = 1.0;
  double const t1 = seconds_of(r.all, r.space, 1, [&] { total += acre::sum(local).item(); });
  r.out.row("sum", "acre", 1, r.elements, t1);
  if (r.bare && gpus > 1)
    r.out.row("sum", "nccl", gpus, r.elements * gpus,
              seconds_of(r.all, r.space, 1,
                         [&] {
                           auto const mine = acre::sum(local);
                           r.bare->sum(mine.data());
                           total += mine.item();
                         }),
              "acre's sum and ncclAllReduce: not the bits of one");
  local = acre::array<double, 1, gpu>();
  if (gpus > 1) {
    dist::array<double, 1, gpu> both(r.all, r.space, dist::blocks(shape(r.elements * gpus)));
    both = 1.0;
    double const t2 = seconds_of(r.all, r.space, 1, [&] { total += dist::sum(both); });
    r.out.row("sum", r.way, gpus, r.elements * gpus, t2, percent("weak scaling", t1 / t2));
  }
  if (total == 0) std::printf("nothing was added\n");
}

}  // namespace acre::bench
