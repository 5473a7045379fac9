#pragma once

#include <acre/backends.hpp>

#include <concepts>
#include <functional>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace acre {

/// How benchmark() calls.
struct benchmark_options {
  int n_repeat = 1000;  ///< timed calls at most
  int n_warmup = 10;    ///< calls before them
  /// No further call after so much timed work.
  double max_seconds = std::numeric_limits<double>::infinity();
  std::string name = "f";  ///< what the table calls it
};

/// Mean, standard deviation (of the calls, not of their mean), least, middle and most.
struct time_spread {
  double mean = 0, stddev = 0, min = 0, median = 0, max = 0;
};
/// Statistics of times in seconds; zeros without any.
time_spread spread_of(std::span<double const> seconds);

/// Measurements of benchmark(): for each call, in order, the seconds that the host spent in it and
/// those that the queue did from its beginning to its end. Printing it prints a table of both.
struct benchmark_result {
  std::string name, space;
  std::vector<double> cpu_times, queue_times;
};

/// Several results as one table, times with three digits: of times that were 2, 3 and 4 µs on the
/// host and 15, 16 and 26 µs on the queue
///
///   name  time on     mean      std      min   median      max  calls
///   sum   host     3.00 µs   816 ns  2.00 µs  3.00 µs  4.00 µs      3
///         cuda     19.0 µs  4.97 µs  15.0 µs  16.0 µs  26.0 µs
std::string benchmark_table(std::span<benchmark_result const> results);
std::ostream& operator<<(std::ostream& out, benchmark_result const& r);

namespace detail {

void check_options(benchmark_options const& options);
benchmark_result run_benchmark(backends::queue& on, std::function<void()> const& f,
                               benchmark_options const& options);

}  // namespace detail

/// The time of f(), which gives work to `space`'s queue: warm-up calls, then timed ones, each
/// between two events of the queue and waited for, as cupyx.profiler.benchmark does it. The time of
/// the host ends where f returns; on a GPU that is before the work is done. On a CPU the two are
/// the same but for the clock's own time.
///
/// Throws value_error for options that are none; what f throws, and the index errors that it
/// leaves.
///
/// ```cpp
/// default_space const space;
/// auto const x = arange(space, 1e5);
/// auto const r = benchmark(space, [&] { evaluate(sqrt(x)); }, {.n_repeat = 20, .name = "sqrt"});
/// std::cout << r.name << ' ' << r.cpu_times.size() << ' ' << (spread_of(r.queue_times).min > 0);
/// ```
/// ```text
/// sqrt 20 1
/// ```
template <class Space, class F>
  requires requires { typename Space::queue_type; }
benchmark_result benchmark(Space const& space, F const& f, benchmark_options const& options = {})
{
  static_assert(std::invocable<F const&>, "acre: benchmark's function is called without arguments");
  detail::check_options(options);
  return detail::run_benchmark(space.queue(), [&] { f(); }, options);
}
/// On the default space.
template <class F>
  requires(!requires { typename F::queue_type; })
benchmark_result benchmark(F const& f, benchmark_options const& options = {})
{
  return benchmark(detail::last_of<all_spaces>(), f, options);
}

/// A part of a program that profilers show by name, from here to the end of the scope: a region of
/// Kokkos Tools and, of a CUDA space, an NVTX range of the domain acre. Operations within lie in
/// it. Regions end in the reverse order of their beginnings, on one thread. Costs next to nothing
/// without a profiler.
///
/// ```cpp
/// profile_region const step("time step");
/// auto const y = sqrt(arange(1000.0));
/// ```
class profile_region {
 public:
  template <class Space>
    requires requires { typename Space::queue_type; }
  profile_region(Space const& space, std::string const& name) : profile_region(space.queue(), name)
  {}
  explicit profile_region(std::string const& name)
      : profile_region(detail::last_of<all_spaces>(), name)
  {}
  profile_region(profile_region const&) = delete;
  ~profile_region();

 private:
  profile_region(backends::queue& on, std::string const& name);

  backends::queue& on_;
  bool told_;
};

}  // namespace acre
