#include "python.hpp"

namespace acre::python {

namespace {

nb::list list_of(std::vector<double> const& numbers)
{
  nb::list all;
  for (double const each : numbers) all.append(each);
  return all;
}

}  // namespace

void bind_benchmark(nb::module_& m)
{
  // The times of each call on the host and on the queue, and the table of both.
  define(m, "benchmark",
         [](nb::handle f, int n_repeat, int n_warmup, double max_seconds, std::string name,
            nb::handle on) {
           auto const queue = current_queue() && on.is_none() ? *current_queue() : space_of(on);
           auto const call = [&] {
             nb::gil_scoped_acquire const locked;
             f();
           };
           auto const r = unlocked([&] {
             return dynamic::benchmark(queue, call, {n_repeat, n_warmup, max_seconds, name});
           });
           return nb::make_tuple(list_of(r.cpu_times), list_of(r.queue_times),
                                 benchmark_table({&r, 1}));
         });
}

}  // namespace acre::python
