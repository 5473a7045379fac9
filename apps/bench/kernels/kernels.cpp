// A user's own kernels beside the library's expression and the kernel by hand: a function as a term
// of an expression, as a launch over the elements, and from text; and what the first call of a
// kernel from text costs a new process that finds it on disk.
#include <acre/elementwise/own.hpp>
#include <acre/jit.hpp>
#include <acre/reduce/sum.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <tuple>

#include "baseline.hpp"

namespace acre::bench {
namespace {

struct axpb {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x1, T x2) const
  {
    return x1 * x2 + T(0.5);
  }
};

template <class T>
struct axpb_of_element {
  array_ref<T const, 1> x1, x2;
  array_ref<T, 1> y;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { y(i) = x1(i) * x2(i) + T(0.5); }
};

jit::elementwise const& axpb_text()
{
  static jit::elementwise const made("T x1, T x2", "T y", "y = x1 * x2 + T(0.5)", "axpb");
  return made;
}
jit::reduction const& square_sum_text()
{
  static jit::reduction const made("T x", "T y", "x * x", "a + b", "", "-0.0", "square_sum");
  return made;
}

template <class T, class Space>
void add_kernels(Space const& space, std::int64_t n)
{
  using bar = baseline<Space, T>;
  double const bytes = 3.0 * sizeof(T) * static_cast<double>(n);
  std::string const acre = acre_name();
  // row(workload, who, f): f(x1, x2, y)
  auto const row = [=](char const* workload, std::string const& who, auto const& f) {
    add(workload, dtype_name<T>(), n, who, [=](benchmark::State& state) {
      auto const x1 = made_input<T>(space, shape(n), 1), x2 = made_input<T>(space, shape(n), 2),
                 y = made_input<T>(space, shape(n), 3);
      measure(state, space, bytes, [&] { f(x1, x2, y); });
    });
  };
  auto const beside = [&](char const* workload) {
    row(workload, "expression",
        [](auto const& x1, auto const& x2, auto const& y) { y(ALL) = x1 * x2 + T(0.5); });
    if constexpr (requires { bar::map_name; })
      row(workload, bar::map_name, [=](auto const& x1, auto const& x2, auto const& y) {
        bar::map(space, axpb{}, y.data(), n, x1.data(), x2.data());
      });
  };
  row("axpb_own", acre,
      [](auto const& x1, auto const& x2, auto const& y) { y(ALL) = elementwise(axpb{}, x1, x2); });
  beside("axpb_own");
  row("axpb_launch", acre, [=](auto const& x1, auto const& x2, auto const& y) {
    launch(space, n, axpb_of_element<T>{x1.ref(), x2.ref(), y.ref()});
  });
  beside("axpb_launch");
  row("axpb_text", acre,
      [](auto const& x1, auto const& x2, auto const& y) { axpb_text()(x1, x2, y); });
  beside("axpb_text");

  row("square_sum_text", acre,
      [](auto const& x, auto const&, auto const&) { return square_sum_text().make<T>(x); });
  row("square_sum_text", "expression",
      [](auto const& x, auto const&, auto const&) { return evaluate(sum(x * x)); });
}

constexpr char const* only_the_first = "ACRE_BENCH_FIRST_CALL";

/// Prints the seconds that the first call of a kernel takes, and whether it was on disk.
int first_call(int argc, char** argv)
{
  runtime const started(argc, argv);
  dispatch(chosen_space(), [](auto const& space) {
    auto const x = made_input<float>(space, shape(1000), 1);
    space.fence();
    auto const start = std::chrono::steady_clock::now();
    jit::elementwise const f("T x", "T y", "y = (x - 1) * (x - 1)", "first_call");
    auto const y = f.make<float>(x);
    space.fence();
    std::chrono::duration<double> const took = std::chrono::steady_clock::now() - start;
    std::printf("%.9f %d\n", took.count(), static_cast<int>(jit::cache_info().hits));
  });
  return 0;
}

/// Seconds of first_call() in a process of its own; negative where the kernel was not on disk.
double first_call_elsewhere(std::string const& program, std::string const& space)
{
  std::string const command =
      std::string(only_the_first) + "=1 '" + program + "' --acre-space=" + space;
  std::FILE* const said = popen(command.c_str(), "r");
  if (said == nullptr) return -1;
  double seconds = -1;
  int hits = 0;
  if (std::fscanf(said, "%lf %d", &seconds, &hits) != 2 || hits == 0) seconds = -1;
  pclose(said);
  return seconds;
}

template <class Space>
void add_first_call(Space const&)
{
  add("text_first_call", "float32", 1000, acre_name(), [](benchmark::State& state) {
    namespace fs = std::filesystem;
    std::string folder = (fs::temp_directory_path() / "acre-bench-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) {
      state.SkipWithError("no folder for the cache can be made");
      return;
    }
    setenv("ACRE_CACHE_DIR", folder.c_str(), 1);
    std::string const program = fs::read_symlink("/proc/self/exe").string();
    first_call_elsewhere(program, chosen_space());  // compiles
    std::array<double, 5> seconds;
    for (double& each : seconds) each = first_call_elsewhere(program, chosen_space());
    std::sort(seconds.begin(), seconds.end());
    unsetenv("ACRE_CACHE_DIR");
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    if (seconds[0] < 0) {
      state.SkipWithError("the kernel was not found on disk");
      return;
    }
    for (auto _ : state) state.SetIterationTime(seconds[2]);
  });
}

template <class Space>
void add_all(Space const& space)
{
  for (std::int64_t const n : {1000, on_cpu<Space> ? 10000000 : 100000000}) {
    add_kernels<float>(space, n);
    add_kernels<double>(space, n);
  }
  add_first_call(space);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  using namespace acre::bench;
  try {
    if (std::getenv(only_the_first) != nullptr) return first_call(argc, argv);
  } catch (std::exception const& e) {
    std::cerr << "benchmark: " << e.what() << '\n';
    return 1;
  }
  return run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { add_all(space); });
  });
}
