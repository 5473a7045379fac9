#include <acre/elementwise/elementary.hpp>
#include <acre/order/digitize.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/histogram_rules.hpp>
#include <acre/order/quantile.hpp>
#include <acre/order/sort.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/sum.hpp>

#include "baseline.hpp"

/// Histograms with few and many bins, against the vendor's, counters written by hand and the time
/// that reading the data takes; medians against sorting.
namespace acre::bench {

namespace {

enum class numbers { uniform, normal };

template <class T, class Space>
auto drawn(Space const& space, std::int64_t n, numbers kind)
{
  array<T, 1, Space> x;
  if (kind == numbers::uniform)
    x = generator(1).template uniform<T>(space, shape(n));
  else
    x = generator(1).template normal<T>(space, shape(n));
  return x;
}

template <class Space, class T>
void add_bins(Space const& space, std::string const& name, std::int64_t n, numbers kind,
              std::int64_t bins, double low, double high)
{
  double const bytes = static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  add(name, dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    auto const x = drawn<T>(space, n, kind);
    measure(state, space, bytes, [&] { return histogram(x, bins, low, high); });
  });
  if constexpr (requires { bar::histogram_name; })
    add(name, dtype_name<T>(), n, bar::histogram_name, [=](benchmark::State& state) {
      auto const x = drawn<T>(space, n, kind);
      typename bar::histogram const count(space, x.data(), n, bins, low, high);
      measure(state, space, bytes, [&] { count(x.data(), n); });
    });
  if constexpr (requires { bar::counters_name; })
    if (bins <= bar::most_counters)
      add(name, dtype_name<T>(), n, bar::counters_name, [=](benchmark::State& state) {
        auto const x = drawn<T>(space, n, kind);
        auto const counts = empty<std::int32_t>(space, shape(bins));
        measure(state, space, bytes,
                [&] { bar::counters(space, x.data(), n, counts.data(), bins, low, high); });
      });
  if constexpr (requires { bar::atomics_name; })
    add(name, dtype_name<T>(), n, bar::atomics_name, [=](benchmark::State& state) {
      auto const x = drawn<T>(space, n, kind);
      auto const counts = empty<std::int32_t>(space, shape(bins));
      measure(state, space, bytes,
              [&] { bar::atomics(space, x.data(), n, counts.data(), bins, low, high); });
    });
}

/// Reading alone: the vendor's sum, or the loop's.
template <class Space, class T>
void add_read(Space const& space, std::int64_t n)
{
  using bar = baseline<Space, T>;
  if constexpr (requires { typename bar::sum; })
    add("read", dtype_name<T>(), n, bar::sum_name, [=](benchmark::State& state) {
      auto const x = drawn<T>(space, n, numbers::uniform);
      auto const out = empty<T>(space, shape(1));
      typename bar::sum const sum(space, x.data(), n);
      measure(state, space, static_cast<double>(n) * sizeof(T),
              [&] { sum(x.data(), out.data(), n); });
    });
}

template <class Space, class T>
void add_for_dtype(Space const& space, std::int64_t n)
{
  std::string const who = acre_name();
  double const bytes = static_cast<double>(n) * sizeof(T);
  add_read<Space, T>(space, n);
  add_bins<Space, T>(space, "histogram_100", n, numbers::uniform, 100, 0, 1);
  add_bins<Space, T>(space, "histogram_1e4", n, numbers::uniform, 10000, 0, 1);
  add_bins<Space, T>(space, "histogram_5e4", n, numbers::uniform, 50000, 0, 1);
  add_bins<Space, T>(space, "histogram_1e6", n, numbers::uniform, 1000000, 0, 1);
  add_bins<Space, T>(space, "histogram_normal", n, numbers::normal, 100, -4, 4);
  add_bins<Space, T>(space, "histogram_normal_1e4", n, numbers::normal, 10000, -4, 4);
  for (std::int64_t const bins : {100, 10000})
    add("histogram_edges_" + std::to_string(bins), dtype_name<T>(), n, who,
        [=](benchmark::State& state) {
          auto const x = drawn<T>(space, n, numbers::uniform);
          array<T, 1, Space> const edges = sqrt(linspace<T>(space, 0, 1, bins + 1));
          measure(state, space, bytes, [&] { return histogram(x, edges); });
        });
  add("digitize_1000", dtype_name<T>(), n, who, [=](benchmark::State& state) {
    auto const x = drawn<T>(space, n, numbers::uniform);
    array<T, 1, Space> const edges = linspace<T>(space, 0, 1, 1001);
    array<std::int64_t, 1, Space> const y(space, x.shape());
    measure(state, space, bytes + 8.0 * static_cast<double>(n),
            [&] { y(ALL) = digitize(x, edges); });
  });
  add("median", dtype_name<T>(), n, who, [=](benchmark::State& state) {
    auto const x = drawn<T>(space, n, numbers::uniform);
    measure(state, space, bytes, [&] { return median(x); });
  });
  add("median_axis1", dtype_name<T>(), n, who, [=](benchmark::State& state) {
    auto const x = drawn<T>(space, n, numbers::uniform).reshape(shape(n / 10000, 10000));
    measure(state, space, bytes, [&] { return median(x, 1); });
  });
  add("median_normal", dtype_name<T>(), n, who, [=](benchmark::State& state) {
    auto const x = drawn<T>(space, n, numbers::normal);
    measure(state, space, bytes, [&] { return median(x); });
  });
  add("median", dtype_name<T>(), n, who + ".sort", [=](benchmark::State& state) {
    auto const x = drawn<T>(space, n, numbers::uniform);
    measure(state, space, bytes, [&] { return sort(x); });
  });
  add("histogram_weighted_100", dtype_name<T>(), n, who, [=](benchmark::State& state) {
    auto const x = drawn<T>(space, n, numbers::uniform);
    auto const w = drawn<T>(space, n, numbers::normal);
    measure(state, space, 2 * bytes, [&] { return histogram(x, 100, 0, 1, w); });
  });
}

template <class Space>
void add_all(Space const& space)
{
  std::int64_t const n = on_cpu<Space> ? 25000000 : 100000000;
  add_for_dtype<Space, float>(space, n);
  add_for_dtype<Space, double>(space, n);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
