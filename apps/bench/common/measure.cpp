#include "measure.hpp"

#include <utility>

#include "seconds.hpp"

namespace acre::bench {

namespace {

std::vector<bench_row> rows;
int processors = 0;  // that processor's time is measured of; 0: the time is the clock's

}  // namespace

void measure_processor_time(int threads) { processors = threads; }

void measure_batches(benchmark::State& state, double bytes, std::function<void(int)> const& batch)
{
  auto const sample = seconds_a_call(processors, batch);
  // what other work on the machine takes of its caches only adds to processor's time
  for (auto _ : state) state.SetIterationTime(sample[processors > 0 ? 0 : 5]);
  state.counters["GB/s"] =
      benchmark::Counter(bytes * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes"] = benchmark::Counter(bytes);
}

void add(std::string const& workload, std::string const& dtype, std::int64_t n,
         std::string const& who, std::function<void(benchmark::State&)> row)
{
  rows.push_back({workload + '/' + dtype + '/' + std::to_string(n), who, std::move(row)});
}
std::vector<bench_row> take_rows() { return std::exchange(rows, {}); }

}  // namespace acre::bench
