#pragma once

#include <acre/array/array.hpp>
#include <acre/array/creation.hpp>
#include <acre/device/runtime.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

/// Parts that all benchmarks share. Each measures acre and a baseline of the space (the vendor's
/// library or a loop written by hand) in the same run, on the same arrays.
///
/// Names read workload/dtype/n/who, with the workload ids of the tables of peers, so that
/// --benchmark_filter picks them and JSON lines (--jsonl=FILE) can be laid beside theirs.
namespace acre::bench {

/// From now on times are processors' over `threads`, the least of the batches instead of the
/// median.
void measure_processor_time(int threads);

/// measure() of batch(n), which calls n times and waits.
void measure_batches(benchmark::State& state, double bytes, std::function<void(int)> const& batch);

/// The median of eleven batches of `f` with one wait each, as a program runs them back to back,
/// long enough that the wait does not count. `bytes` is the least that one call has to move.
template <class Space, class F>
void measure(benchmark::State& state, Space const& space, double bytes, F&& f)
{
  measure_batches(state, bytes, [&](int calls) {
    for (int call = 0; call < calls; ++call) f();
    space.fence();
  });
}

/// Whether a space's arrays are as large as a CPU's are: its own, and those of a build with
/// ACRE_GENERIC=ON on a CPU, which core takes for a device's.
template <class Space>
inline constexpr bool on_cpu =
    Space::host_accessible || requires { requires Space::queue_type::is_host; };

/// acre.serial, acre.openmp, acre.cuda: whose rows are registered.
inline std::string acre_name() { return "acre." + chosen_space(); }

/// Registers one row. `who` is acre_name() or the baseline's name.
void add(std::string const& workload, std::string const& dtype, std::int64_t n,
         std::string const& who, std::function<void(benchmark::State&)> row);

/// Numbers in [0, 1) that are not regular, for inputs.
template <element T, class Space, std::size_t Rank>
auto made_input(Space const& space, std::array<std::int64_t, Rank> const& shape, std::int64_t seed)
{
  auto x = empty<T>(space, shape);
  auto const word = (index_of(space, shape) + seed) * std::int64_t{0x5851f42d4c957f2d};
  x = cast<T>((word >> std::int64_t{40}) & std::int64_t{0xfffff}) * static_cast<T>(0x1p-20);
  return x;
}

/// A registered row.
struct bench_row {
  std::string what, who;  // workload/dtype/n, and acre_name() or another
  std::function<void(benchmark::State&)> run;
};
/// Those registered so far, which are the caller's then.
std::vector<bench_row> take_rows();

/// Runs what was registered: --acre-space, --jsonl=FILE, --cpu (processors' time over the number of
/// the space's threads, as cpu_peers --cpu, which other work on the machine changes little; set
/// OMP_WAIT_POLICY=passive, as threads that wait take time, too; OMP_NUM_THREADS=1 gives loops by
/// hand the one thread that serial has), and Google Benchmark's own options. `register_all(space)`
/// registers the rows of one space. Gives the exit status: 0, 1 for an error, 3 where
/// --benchmark_filter matches no row.
int run(int argc, char** argv, void (*register_for_chosen_space)());

}  // namespace acre::bench
