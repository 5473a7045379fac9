#include <acre/order/run_lengths.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre/order/topk.hpp>
#include <acre/order/unique.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/extrema.hpp>

#include <limits>

#include "baseline.hpp"

/// Sorting, searching and unique values against the vendor's radix sort and plain searches, on a
/// CPU against those of C++.
namespace acre::bench {

namespace {

/// Floating point in [0, 1), integers of all bits.
template <class T, class Space>
auto random_input(Space const& space, std::int64_t n, int seed)
{
  generator g(static_cast<std::uint64_t>(seed));
  if constexpr (std::is_floating_point_v<T>)
    return evaluate(g.uniform<T>(space, shape(n)));
  else
    return evaluate(g.integers<T>(space, shape(n), std::numeric_limits<T>::lowest(),
                                  std::numeric_limits<T>::max()));
}

template <class Space>
std::string acre_on()
{
  return acre_name();
}

template <class Space, class T>
void add_sort(Space const& space, std::int64_t n)
{
  double const bytes = 2.0 * static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  add("sort", dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
    auto const x = random_input<T>(space, n, 1);
    measure(state, space, bytes, [&] { return sort(x); });
  });
  if constexpr (requires { bar::sort_name; })
    add("sort", dtype_name<T>(), n, bar::sort_name, [=](benchmark::State& state) {
      auto const x = random_input<T>(space, n, 1);
      auto const y = empty<T>(space, shape(n));
      typename bar::sort const by(space, x.data(), n);
      measure(state, space, bytes, [&] { by(x.data(), y.data(), n); });
    });
}

template <class Space, class T>
void add_pairs(Space const& space, std::int64_t n)
{
  double const bytes = 2.0 * static_cast<double>(n) * (sizeof(T) + 4);
  using bar = baseline<Space, T>;
  add("argsort", dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
    auto const x = random_input<T>(space, n, 1);
    measure(state, space, static_cast<double>(n) * (sizeof(T) + 8), [&] { return argsort(x); });
  });
  add("sort_pairs", dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
    auto const x = random_input<T>(space, n, 1);
    auto const v = zeros<std::int32_t>(space, shape(n));
    measure(state, space, bytes, [&] { return sort_by_key(x, v); });
  });
  if constexpr (requires { bar::sort_name; })
    add("sort_pairs", dtype_name<T>(), n, bar::sort_name, [=](benchmark::State& state) {
      auto const x = random_input<T>(space, n, 1);
      auto const v = zeros<std::int32_t>(space, shape(n));
      auto const y = empty<T>(space, shape(n));
      auto const moved = empty<std::int32_t>(space, shape(n));
      typename bar::template sort_pairs<std::int32_t> by(space, n);
      measure(state, space, bytes, [&] { by(x.data(), y.data(), v.data(), moved.data(), n); });
    });
}

/// A few of many, whose floor is finding the kth (the row median of the chapter reduce).
template <class Space, class T>
void add_top(Space const& space, std::int64_t n)
{
  double const bytes = static_cast<double>(n) * sizeof(T);
  for (std::int64_t const k : {100, 10000})
    add("topk_" + std::to_string(k), dtype_name<T>(), n, acre_on<Space>(),
        [=](benchmark::State& state) {
          auto const x = random_input<T>(space, n, 1);
          measure(state, space, bytes, [&] { return topk(x, k).indices; });
        });
}
/// And of each row of many.
template <class Space, class T>
void add_top_of_rows(Space const& space, std::int64_t rows, std::int64_t length)
{
  double const bytes = static_cast<double>(rows * length) * sizeof(T);
  for (std::int64_t const k : {10, 100})
    add("topk_" + std::to_string(k) + "_axis1", dtype_name<T>(), rows * length, acre_on<Space>(),
        [=](benchmark::State& state) {
          auto const x = random_input<T>(space, rows * length, 1).reshape(shape(rows, length));
          measure(state, space, bytes, [&] { return topk(x, k).indices; });
        });
}

template <class Space, class T>
void add_rows(Space const& space, std::int64_t rows, std::int64_t length)
{
  std::int64_t const n = rows * length;
  std::string const of = std::to_string(rows) + 'x' + std::to_string(length);
  double const bytes = 2.0 * static_cast<double>(n) * sizeof(T);
  add("sort_rows_" + of, dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
    auto const x = random_input<T>(space, n, 1).reshape(shape(rows, length));
    measure(state, space, bytes, [&] { return sort(x); });
  });
  add("argsort_rows_" + of, dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
    auto const x = random_input<T>(space, n, 1).reshape(shape(rows, length));
    measure(state, space, bytes, [&] { return argsort(x); });
  });
}

template <class Space>
void add_search(Space const& space, std::int64_t n, std::int64_t m)
{
  using T = double;
  double const bytes = 16.0 * static_cast<double>(n) + 8.0 * static_cast<double>(m);
  using bar = baseline<Space, T>;
  for (bool const in_order : {false, true}) {
    char const* const workload = in_order ? "searchsorted_sortedq" : "searchsorted";
    auto const queries = [=] {
      auto const v = random_input<T>(space, n, 2);
      return in_order ? sort(v) : v;
    };
    add(workload, dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
      auto const sorted = sort(random_input<T>(space, m, 1));
      auto const v = queries();
      measure(state, space, bytes, [&] { return evaluate(searchsorted(sorted, v)); });
    });
    if constexpr (requires { bar::search_name; })
      add(workload, dtype_name<T>(), n, bar::search_name, [=](benchmark::State& state) {
        auto const sorted = sort(random_input<T>(space, m, 1));
        auto const v = queries();
        auto const place = empty<std::int64_t>(space, shape(n));
        measure(state, space, bytes, [&] {
          bar::search(space, sorted.data(), static_cast<int>(m), v.data(), place.data(), n);
        });
      });
  }
}

template <class Space>
void add_unique(Space const& space, std::int64_t n)
{
  using T = std::int32_t;
  double const bytes = 4.0 * static_cast<double>(n);
  using bar = baseline<Space, T>;
  auto const input = [=](double values = 100000) {
    return evaluate(cast<T>(random_input<double>(space, n, 1) * values));
  };
  // of some values, which are counted, and of as many as there are numbers, which are sorted
  for (bool const wide : {false, true}) {
    double const values = wide ? 0x1p31 : 100000;
    std::string const workload = wide ? "unique_wide" : "unique";
    add(workload, dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
      auto const x = input(values);
      measure(state, space, bytes, [&] { return unique(x); });
    });
    if constexpr (requires { bar::sort_name; })
      add(workload, dtype_name<T>(), n, bar::sort_name, [=](benchmark::State& state) {
        auto const x = input(values);
        auto const sorted = empty<T>(space, shape(n)), out = empty<T>(space, shape(n));
        auto const count = empty<std::int64_t>(space, shape(1));
        typename bar::unique const by(space, x.data(), n);
        measure(state, space, bytes,
                [&] { by(x.data(), sorted.data(), out.data(), count.data(), n); });
      });
  }
  add("unique_all", dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
    auto const x = input();
    measure(state, space, bytes, [&] { return unique_all(x); });
  });
  add("run_length", dtype_name<T>(), n, acre_on<Space>(), [=](benchmark::State& state) {
    auto const x = sort(input());
    measure(state, space, bytes, [&] { return run_lengths(x); });
  });
}

template <class Space>
void add_all(Space const& space)
{
  constexpr std::int64_t most = on_cpu<Space> ? 10000000 : 100000000;
  for (std::int64_t const n : {std::int64_t{1000000}, most}) {
    add_sort<Space, float>(space, n);
    add_sort<Space, double>(space, n);
    add_sort<Space, std::int32_t>(space, n);
    add_sort<Space, std::uint64_t>(space, n);
  }
  for (std::int64_t const n : {1000000, 10000000}) {
    add_pairs<Space, float>(space, n);
    add_pairs<Space, double>(space, n);
  }
  add_top<Space, float>(space, most);
  add_top<Space, double>(space, most);
  add_top_of_rows<Space, float>(space, most / 10000, 10000);
  add_rows<Space, float>(space, most / 100, 100);
  add_rows<Space, float>(space, most / 1000, 1000);
  add_rows<Space, float>(space, most / 10000, 10000);
  add_rows<Space, float>(space, 10, most / 10);
  add_search(space, 10000000, 1000000);
  add_unique(space, 10000000);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
