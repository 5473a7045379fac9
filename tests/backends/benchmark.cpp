// benchmark() and what its tables look like; regions for profilers.
#include <acre/device/benchmark.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index/take.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <sstream>
#include <stdexcept>

namespace {

using acre_test::error_of;

template <class Space>
class benchmarks : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(benchmarks, acre_test::spaces, acre_test::space_names);

TYPED_TEST(benchmarks, times_each_call)
{
  auto const x = acre::arange<double>(this->space, 200000);
  int calls = 0;
  auto const r = acre::benchmark(this->space,
                                 [&] {
                                   auto const total = acre::sum(x);
                                   ++calls;
                                 },
                                 {.n_repeat = 20, .n_warmup = 3, .name = "sum"});
  EXPECT_EQ(calls, 23);
  EXPECT_EQ(r.name, "sum");
  EXPECT_EQ(r.space, acre::name_of(this->space));
  ASSERT_EQ(r.cpu_times.size(), 20u);
  ASSERT_EQ(r.queue_times.size(), 20u);
  for (double const t : r.cpu_times) EXPECT_GT(t, 0);
  for (double const t : r.queue_times) EXPECT_GT(t, 0);
  for (std::size_t k = 0; k < 20 && TypeParam::host_accessible; ++k)
    EXPECT_GE(r.queue_times[k], r.cpu_times[k]);

  calls = 0;
  auto const brief =
      acre::benchmark(this->space, [&] { ++calls; }, {.n_warmup = 0, .max_seconds = 1e-12});
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(brief.cpu_times.size(), 1u);
}

TYPED_TEST(benchmarks, refuses_what_cannot_be_timed_and_passes_errors_on)
{
  auto const of = [&](acre::benchmark_options const& o) {
    return error_of<acre::value_error>([&] { acre::benchmark(this->space, [] {}, o); });
  };
  EXPECT_EQ(of({.n_repeat = 0}), "benchmark: n_repeat 0 is not a positive number");
  EXPECT_EQ(of({.n_warmup = -1}), "benchmark: n_warmup -1 is negative");
  EXPECT_EQ(of({.max_seconds = 0}), "benchmark: max_seconds is not a positive number");
  EXPECT_EQ(of({.max_seconds = std::nan("")}), "benchmark: max_seconds is not a positive number");
  EXPECT_EQ(error_of<std::runtime_error>(
                [&] { acre::benchmark(this->space, [] { throw std::runtime_error("no"); }); }),
            "no");
  auto const x = acre::arange<double>(this->space, 3);
  auto const bad = acre_test::place(this->space, std::vector<std::int64_t>{7});
  EXPECT_EQ(error_of<acre::index_error>([&] {
              acre::benchmark(this->space, [&] { acre::evaluate(take(x, bad)); }, {.n_repeat = 2});
            }).substr(0, 47),
            "index 7 is out of bounds for axis 0 with size 3");
  this->space.fence();
}

TEST(benchmark_tables, are_aligned)
{
  std::vector<acre::benchmark_result> const results{
      {"sum", "cuda", {2e-6, 3e-6, 4e-6}, {1.5e-5, 1.6e-5, 2.6e-5}},
      {"a longer name", "cuda", {1.0}, {2e-9}}};
  EXPECT_EQ(acre::benchmark_table(results),
            "name           time on     mean      std      min   median      max  calls\n"
            "sum            host     3.00 µs   816 ns  2.00 µs  3.00 µs  4.00 µs      3\n"
            "               cuda     19.0 µs  4.97 µs  15.0 µs  16.0 µs  26.0 µs\n"
            "a longer name  host      1.00 s  0.00 ns   1.00 s   1.00 s   1.00 s      1\n"
            "               cuda     2.00 ns  0.00 ns  2.00 ns  2.00 ns  2.00 ns\n");
  std::ostringstream out;
  out << results[0];
  EXPECT_EQ(out.str(), acre::benchmark_table({results.data(), 1}));
  auto const s = acre::spread_of(std::vector{3.0, 1.0, 2.0, 2.0});
  EXPECT_EQ(s.mean, 2);
  EXPECT_EQ(s.median, 2);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.max, 3);
  EXPECT_DOUBLE_EQ(s.stddev, std::sqrt(0.5));
  EXPECT_EQ(acre::spread_of({}).max, 0);
}

std::vector<std::string> regions;

TYPED_TEST(benchmarks, regions_are_told_to_tools)
{
  namespace api = Kokkos::Tools::Experimental;
  auto const before = api::get_callbacks();
  api::set_push_region_callback([](char const* name) { regions.emplace_back(name); });
  api::set_pop_region_callback([]() { regions.emplace_back("end"); });
  regions.clear();
  {
    acre::profile_region const step(this->space, "time step");
    auto const x = acre::arange<int>(this->space, 3);
  }
  api::set_callbacks(before);
  EXPECT_EQ(regions.front(), "time step");
  EXPECT_EQ(regions.back(), "end");
  EXPECT_NE(std::find(regions.begin(), regions.end(), "acre::assign"), regions.end());
}

}  // namespace
