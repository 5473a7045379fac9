#include "gpus.hpp"

namespace acre::bench {

void measure_sort(gpu_run const& r)
{
  int const gpus = r.all.size();
  std::int64_t const count = r.sorted * gpus;
  dist::array<double, 1, gpu> both(r.all, r.space, dist::blocks(shape(count)));
  generator g(1);
  both = own_part(both, g.uniform(both.space(), both.shape()));
  auto const local = both.local();
  double const t1 = seconds_of(r.all, r.space, 1, [&] { acre::sort(local); });
  r.out.row("sort", "acre", 1, r.sorted, t1);
  if (gpus == 1) return;
  double const t2 = seconds_of(r.all, r.space, 1, [&] { dist::sort(both); });
  std::string note;
  if (r.bare) {  // what each has for each other of random numbers
    auto const to = empty<double>(r.space, local.shape());
    double const exchanged = seconds_of(r.all, r.space, 1, [&] {
      r.bare->to_all(local.data(), to.data(), static_cast<std::size_t>(r.sorted / gpus) * 8);
    });
    r.out.row("sort_exchange", "nccl", gpus, count, exchanged);
    note = percent("of one GPU's sort of its part and that exchange", t2 / (t1 + exchanged));
  }
  r.out.row("sort", r.way, gpus, count, t2, note);
}

}  // namespace acre::bench
