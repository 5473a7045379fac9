#include <acre/elementwise/elementary.hpp>
#include <acre/linalg/norm.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/root.hpp>
#include <acre/rearrange/sliding_window.hpp>
#include <acre/reduce/convolve.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/ptp.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/trapezoid.hpp>
#include <acre/reduce/variance.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

#include "baseline.hpp"

/// Reductions in the fixed order, whole and along axes; sums against the vendor's.
namespace acre::bench {

namespace {

/// sqrt(Σ x²) as a user would write it.
template <class T>
struct l2norm {
  using value_type = T;
  KOKKOS_FUNCTION T identity() const { return -T{0}; }
  KOKKOS_FUNCTION T empty() const { return T{0}; }
  KOKKOS_FUNCTION T combine(T a, T b) const { return a + b; }
  KOKKOS_FUNCTION T finish(T a) const { return math::sqrt(a); }
};

template <class Space, class T>
void add_sums(Space const& space, std::int64_t n)
{
  double const bytes = static_cast<double>(n) * sizeof(T);
  std::string const us = acre_name();
  using bar = baseline<Space, T>;
  add("sum", dtype_name<T>(), n, us, [=](benchmark::State& state) {
    auto const x = made_input<T>(space, shape(n), 1);
    measure(state, space, bytes, [&] { return sum(x); });
  });
  if constexpr (bar::sum_name != nullptr)
    add("sum", dtype_name<T>(), n, bar::sum_name, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1);
      auto const out = empty<T>(space, shape(1));
      typename bar::sum const reduce(space, x.data(), n);
      measure(state, space, bytes, [&] { reduce(x.data(), out.data(), n); });
    });
  if (n < (1 << 27)) return;
  add("abs_sum", dtype_name<T>(), n, us, [=](benchmark::State& state) {
    auto const x = made_input<T>(space, shape(n), 1);
    measure(state, space, bytes, [&] { return sum(abs(x)); });
  });
}

/// A sum whose number the host waits for, beside a kernel that does nothing and that is waited for;
/// and that kernel alone beside the sum.
template <class Space, class T>
void add_small_sums(Space const& space, std::int64_t n)
{
  double const bytes = static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  add("sum_item", dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    auto const x = made_input<T>(space, shape(n), 1);
    measure(state, space, bytes, [&] {
      T total = sum(x).item();
      benchmark::DoNotOptimize(total);
    });
  });
  if constexpr (requires { bar::launch_name; }) {
    add("sum", dtype_name<T>(), n, bar::launch_name, [=](benchmark::State& state) {
      measure(state, space, bytes, [&] { bar::launch(space); });
    });
    add("sum_item", dtype_name<T>(), n, bar::launch_name, [=](benchmark::State& state) {
      measure(state, space, bytes, [&] {
        bar::launch(space);
        space.fence();
      });
    });
  } else if constexpr (bar::sum_name != nullptr) {
    add("sum_item", dtype_name<T>(), n, bar::sum_name, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1);
      typename bar::sum const reduce(space, x.data(), n);
      measure(state, space, bytes, [&] {
        T total;
        reduce(x.data(), &total, n);
        benchmark::DoNotOptimize(total);
      });
    });
  }
}

/// Beside the vendor's own, and its sum, which reads the elements once; on a CPU beside a loop.
template <class Space, class T>
void add_argmax(Space const& space, std::int64_t n)
{
  double const bytes = static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  auto const row = [=](std::string const& who, auto const& make) {
    add("argmax", dtype_name<T>(), n, who, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1);
      measure(state, space, bytes, make(x));
    });
  };
  row(acre_name(), [](auto const& x) { return [=] { return argmax(x); }; });
  if constexpr (requires { typename bar::argmax; })
    row(std::string(bar::sum_name) + "-argmax", [=](auto const& x) {
      return [=, out = empty<T>(space, shape(1)), at = empty<std::int64_t>(space, shape(1)),
              find = typename bar::argmax(space, x.data(), n)] {
        find(x.data(), out.data(), at.data(), n);
      };
    });
  if constexpr (bar::sum_name != nullptr)
    row(std::string(bar::sum_name) + "-sum", [=](auto const& x) {
      return [=, out = empty<T>(space, shape(1)), reduce = typename bar::sum(space, x.data(), n)] {
        reduce(x.data(), out.data(), n);
      };
    });
  if constexpr (Space::host_accessible)
    row("loop", [=](auto const& x) {
      return [=, at = empty<std::int64_t>(space, shape(1))] {
        T const* const a = x.data();
        T most = a[0];
        for (std::int64_t i = 1; i < n; ++i) most = a[i] > most ? a[i] : most;
        std::int64_t first = 0;
        while (a[first] != most) ++first;
        *at.data() = first;
      };
    });
}

template <class Space, class T>
void add_axes(Space const& space, shape_t<3> const& s)
{
  std::int64_t const n = size_of(s);
  double const bytes = static_cast<double>(n) * sizeof(T);
  std::string const us = acre_name();
  add("sum_all", dtype_name<T>(), n, us, [=](benchmark::State& state) {
    auto const x = made_input<T>(space, s, 1);
    measure(state, space, bytes, [&] { return sum(x); });
  });
  for (int axis = 0; axis < 3; ++axis)
    add("sum_axis" + std::to_string(axis), dtype_name<T>(), n, us, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, s, 1);
      measure(state, space, bytes + bytes / s[axis], [&] { return sum(x, axis); });
    });
}

template <class Space, class T>
void add_norm(Space const& space, char const* workload, std::int64_t rows, std::int64_t columns)
{
  double const bytes = static_cast<double>(rows) * (columns + 1) * sizeof(T);
  add(workload, dtype_name<T>(), rows * columns, acre_name(), [=](benchmark::State& state) {
    auto const x = made_input<T>(space, shape(rows, columns), 1);
    measure(state, space, bytes, [&] { return reduce(square(x), l2norm<T>{}, 1); });
  });
}

/// An operation along rows of few elements, which f(x) calls; on a CPU beside a loop, whose one row
/// is of_row(to, row, columns), of `results` numbers, on a GPU beside a copy of as many bytes.
template <class T, class Space, class F, class Loop>
void add_short_rows_of(Space const& space, char const* operation, std::int64_t rows,
                       std::int64_t columns, std::int64_t results, F const& f, Loop const& of_row)
{
  using result =
      std::conditional_t<std::is_invocable_v<Loop, T*, T const*, std::int64_t>, T, std::int64_t>;
  using bar = baseline<Space, T>;
  std::int64_t const read = rows * columns,
                     bytes = read * static_cast<std::int64_t>(sizeof(T)) +
                             rows * results * static_cast<std::int64_t>(sizeof(result));
  auto const row = [=](std::string const& who, auto const& make) {
    add(operation + ("_rows_of_" + std::to_string(columns)), dtype_name<T>(), read, who,
        [=](benchmark::State& state) {
          auto const x = made_input<T>(space, shape(rows, columns), 1);
          measure(state, space, static_cast<double>(bytes), make(x));
        });
  };
  row(acre_name(), [=](auto const& x) { return [=] { return evaluate(f(x)); }; });
  if constexpr (Space::host_accessible)
    row("loop", [=](auto const& x) {
      return [=, out = empty<result>(space, shape(rows * results))] {
        for (std::int64_t r = 0; r < rows; ++r)
          of_row(out.data() + r * results, x.data() + r * columns, columns);
      };
    });
  else if constexpr (bar::copy_name != nullptr)
    row(bar::copy_name, [=](auto const& x) {
      std::int64_t const n = bytes / 2 / static_cast<std::int64_t>(sizeof(T));
      return [=, out = empty<T>(space, shape(n))] { bar::copy(space, out.data(), x.data(), n); };
    });
}

template <class Space, class T>
void add_short_rows(Space const& space, std::int64_t n, std::int64_t columns)
{
  std::int64_t const rows = n / columns;
  auto const add = [&](char const* operation, std::int64_t results, auto const& f,
                       auto const& of_row) {
    add_short_rows_of<T>(space, operation, rows, columns, results, f, of_row);
  };
  auto const sum_of_squares = [](T const* a, std::int64_t m) {
    T total = 0;
    for (std::int64_t i = 0; i < m; ++i) total += a[i] * a[i];
    return total;
  };
  add(
      "sum", 1, [](auto const& x) { return sum(x, 1); },
      [](T* to, T const* a, std::int64_t m) {
        T total = 0;
        for (std::int64_t i = 0; i < m; ++i) total += a[i];
        *to = total;
      });
  add(
      "sum_squares", 1, [](auto const& x) { return sum(x * x, 1); },
      [=](T* to, T const* a, std::int64_t m) { *to = sum_of_squares(a, m); });
  add(
      "norm", 1, [](auto const& x) { return vector_norm(x, 2, 1); },
      [=](T* to, T const* a, std::int64_t m) { *to = std::sqrt(sum_of_squares(a, m)); });
  add(
      "max", 1, [](auto const& x) { return max(x, 1); },
      [](T* to, T const* a, std::int64_t m) {
        T most = a[0];
        for (std::int64_t i = 1; i < m; ++i) most = a[i] > most ? a[i] : most;
        *to = most;
      });
  add(
      "argmax", 1, [](auto const& x) { return argmax(x, 1); },
      [](std::int64_t* to, T const* a, std::int64_t m) {
        std::int64_t at = 0;
        for (std::int64_t i = 1; i < m; ++i)
          if (a[i] > a[at]) at = i;
        *to = at;
      });
  add(
      "var", 1, [](auto const& x) { return var(x, 1); },
      [](T* to, T const* a, std::int64_t m) {
        T total = 0, squares = 0;
        for (std::int64_t i = 0; i < m; ++i) total += a[i];
        T const mean = total / static_cast<T>(m);
        for (std::int64_t i = 0; i < m; ++i) squares += (a[i] - mean) * (a[i] - mean);
        *to = squares / static_cast<T>(m);
      });
  add(
      "cumsum", columns, [](auto const& x) { return cumsum(x, 1); },
      [](T* to, T const* a, std::int64_t m) {
        T total = 0;
        for (std::int64_t i = 0; i < m; ++i) to[i] = total += a[i];
      });
}

/// Few elements along the first axis, of many columns.
template <class Space, class T>
void add_short_columns(Space const& space, std::int64_t n, std::int64_t length)
{
  std::int64_t const columns = n / length;
  auto const row = [=](std::string const& who, auto const& make) {
    add("sum_axis0_of_" + std::to_string(length), dtype_name<T>(), length * columns, who,
        [=](benchmark::State& state) {
          auto const x = made_input<T>(space, shape(length, columns), 1);
          measure(state, space, static_cast<double>(columns) * (length + 1) * sizeof(T), make(x));
        });
  };
  row(acre_name(), [](auto const& x) { return [=] { return sum(x, 0); }; });
  if constexpr (Space::host_accessible)
    row("loop", [=](auto const& x) {
      return [=, out = empty<T>(space, shape(columns))] {
        for (std::int64_t i = 0; i < columns; ++i) {
          T total = 0;
          for (std::int64_t r = 0; r < length; ++r) total += x.data()[r * columns + i];
          out.data()[i] = total;
        }
      };
    });
}

template <class Space, class T>
void add_for_dtype(Space const& space)
{
  add_sums<Space, T>(space, 1000);
  if constexpr (Space::host_accessible)
    for (std::int64_t const n : {10, 100}) add_small_sums<Space, T>(space, n);
  add_small_sums<Space, T>(space, 1000);
  for (int const log2 : {12, 16, 20, 24, 27}) add_sums<Space, T>(space, std::int64_t{1} << log2);
  add_axes<Space, T>(space, {100, 500, 500});
  add_axes<Space, T>(space, {256, 256, 256});
  add_norm<Space, T>(space, "l2norm_axis1", 10000, 10000);
  add_norm<Space, T>(space, "l2norm_axis1_short", 1000000, 100);
  for (std::int64_t const columns : {2, 3, 7, 16, 33, 64})
    add_short_rows<Space, T>(space, on_cpu<Space> ? 3'000'000 : 100'000'000, columns);
  for (std::int64_t const length : {3, 16, 64})
    add_short_columns<Space, T>(space, on_cpu<Space> ? 3'000'000 : 48'000'000, length);
  for (std::int64_t const n : {100000, 10000000})
    add_argmax<Space, T>(space, on_cpu<Space> ? n : 10 * n);
}

/// One reduction of an array, which the workload is named after.
template <class T, class Space, class F>
void add_one(Space const& space, char const* workload, std::int64_t n, F const& f)
{
  add(workload, dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    array<T, 1, Space> const x = cast<T>(made_input<float>(space, shape(n), 1) * 100.0f);
    measure(state, space, static_cast<double>(n) * sizeof(T), [&] { return f(x); });
  });
}

/// Elements of a byte each, and what isn't a plain sum of numbers.
template <class Space>
void add_others(Space const& space)
{
  std::int64_t const n = on_cpu<Space> ? 10'000'000 : 100'000'000;
  auto const table = [=](auto const& x) { return x.reshape(shape(n / 10000, 10000)); };
  add_one<std::int8_t>(space, "sum_bytes", n, [](auto const& x) { return sum(x); });
  add_one<std::int8_t>(space, "max_bytes", n, [](auto const& x) { return max(x); });
  add_one<bool>(space, "all_bytes", n, [](auto const& x) { return all(x); });
  add_one<bool>(space, "any_axis1_bytes", n, [=](auto const& x) { return any(table(x), 1); });
  add_one<float>(space, "ptp_axis1", n, [=](auto const& x) { return evaluate(ptp(table(x), 1)); });
  add_one<float>(space, "trapezoid_axis1", n,
                 [=](auto const& x) { return trapezoid(table(x), 1.0, 1); });
  add_one<float>(space, "sum_axes02", n, [=](auto const& x) {
    return sum(x.reshape(shape(100, n / 10000, 100)), axes(0, 2));
  });
  add_one<float>(space, "mean_of_windows", n / 10,
                 [](auto const& x) { return evaluate(mean(sliding_window_view(x, 16), -1)); });
  add_one<float>(space, "convolve_11", n / 10,
                 [](auto const& x) { return convolve(x, x(slice(0, 11))); });
  add_one<float>(space, "convolve_1001", n / 10,
                 [](auto const& x) { return convolve(x, x(slice(0, 1001))); });
}

template <class Space>
void add_all(Space const& space)
{
  add_for_dtype<Space, float>(space);
  add_for_dtype<Space, double>(space);
  add_others(space);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
