#include <acre/backends/common/tools.hpp>
#include <acre/device/benchmark.hpp>
#include <acre/error.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <ostream>
#include <string_view>

namespace acre {

time_spread spread_of(std::span<double const> seconds)
{
  time_spread s;
  if (seconds.empty()) return s;
  std::vector<double> sorted(seconds.begin(), seconds.end());
  std::sort(sorted.begin(), sorted.end());
  auto const n = static_cast<double>(sorted.size());
  s.min = sorted.front();
  s.max = sorted.back();
  std::size_t const half = sorted.size() / 2;
  s.median = sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
  for (double const t : sorted) s.mean += t / n;
  for (double const t : sorted) s.stddev += (t - s.mean) * (t - s.mean) / n;
  s.stddev = std::sqrt(s.stddev);
  return s;
}

namespace {

/// Three significant digits: 12.3 ms.
std::string time_text(double seconds)
{
  static constexpr std::array<char const*, 4> unit{" s", " ms", " µs", " ns"};
  std::size_t u = 0;
  double shown = seconds;
  for (; u + 1 < unit.size() && std::abs(shown) < 0.9995; ++u) shown *= 1000;
  int const digits = std::abs(shown) < 9.995 ? 2 : std::abs(shown) < 99.95 ? 1 : 0;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, shown);
  return text + std::string(unit[u]);
}

/// Columns of UTF-8 text without wide letters.
std::size_t columns_of(std::string_view text)
{
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

using table_row = std::array<std::string, 8>;

table_row row_of(std::string name, std::string on, std::span<double const> times)
{
  auto const s = spread_of(times);
  return {std::move(name),  std::move(on),       time_text(s.mean), time_text(s.stddev),
          time_text(s.min), time_text(s.median), time_text(s.max),  std::to_string(times.size())};
}

}  // namespace

std::string benchmark_table(std::span<benchmark_result const> results)
{
  std::vector<table_row> rows{{"name", "time on", "mean", "std", "min", "median", "max", "calls"}};
  for (auto const& r : results) {
    rows.push_back(row_of(r.name, "host", r.cpu_times));
    rows.push_back(row_of("", r.space, r.queue_times));
    rows.back().back().clear();
  }
  std::array<std::size_t, 8> width{};
  for (auto const& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], columns_of(row[c]));
  std::string text;
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::string const gap(width[c] - columns_of(row[c]), ' ');
      line += (c > 0 ? "  " : "") + (c < 2 ? row[c] + gap : gap + row[c]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, benchmark_result const& r)
{
  return out << benchmark_table({&r, 1});
}

namespace detail {

void check_options(benchmark_options const& o)
{
  if (o.n_repeat < 1)
    throw value_error("benchmark: n_repeat " + std::to_string(o.n_repeat) +
                      " is not a positive number");
  if (o.n_warmup < 0)
    throw value_error("benchmark: n_warmup " + std::to_string(o.n_warmup) + " is negative");
  if (!(o.max_seconds > 0)) throw value_error("benchmark: max_seconds is not a positive number");
}

benchmark_result run_benchmark(backends::queue& on, std::function<void()> const& f,
                               benchmark_options const& options)
{
  using clock = std::chrono::steady_clock;
  auto const record = [&] {
    std::lock_guard const calls(on.lock());
    return on.record();
  };
  for (int k = 0; k < options.n_warmup; ++k) f();
  on.fence();
  benchmark_result r{options.name, on.space_name(), {}, {}};
  double total = 0;
  for (int k = 0; k < options.n_repeat && total < options.max_seconds; ++k) {
    auto const begin = record();
    auto const from = clock::now();
    f();
    auto const to = clock::now();
    auto const end = record();
    r.cpu_times.push_back(std::chrono::duration<double>(to - from).count());
    r.queue_times.push_back(end->seconds_since(*begin));
    total += std::max(r.cpu_times.back(), r.queue_times.back());
  }
  on.fence();
  return r;
}

}  // namespace detail

profile_region::profile_region(backends::queue& on, std::string const& name)
    : on_(on), told_(backends::tools::listening())
{
  on_.begin_range(name.c_str());
  if (told_) backends::tools::push_users_region(name);
}

profile_region::~profile_region()
{
  if (told_) backends::tools::pop_region();
  on_.end_range();
}

}  // namespace acre
