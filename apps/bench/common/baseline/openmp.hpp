#pragma once

#include <acre/backends/openmp/queue.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "for_rows.hpp"
#include "vector_math.hpp"

/// The bars to reach on a CPU with threads: loops written by hand, vectorised.
namespace acre::bench {

template <class T>
struct baseline<host, T> {
  static constexpr char const* copy_name = "omp-loop";
  static void copy(host const&, T* to, T const* from, std::int64_t n)
  {
#pragma omp parallel for simd schedule(static)
    for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
  }

  static constexpr char const* gather_name = "omp-loop";
  template <class Index>
  static void gather(host const&, T* y, T const* a, Index const* i, std::int64_t n)
  {
#pragma omp parallel for schedule(static)
    for (std::int64_t k = 0; k < n; ++k) y[k] = a[i[k]];
  }

  /// Blocks that stay in a cache, and rows of the result as the vectorised loop.
  static constexpr char const* plain_matmul_name = "omp-blocked-loop";
  static void plain_matmul(host const&, T const* a, T const* b, T* c, std::int64_t n,
                           std::int64_t k, std::int64_t m)
  {
    constexpr std::int64_t side = 64;
#pragma omp parallel for schedule(static)
    for (std::int64_t i0 = 0; i0 < n; i0 += side) {
      std::int64_t const i1 = std::min(n, i0 + side);
      std::fill(c + i0 * m, c + i1 * m, T(0));
      for (std::int64_t p0 = 0; p0 < k; p0 += side)
        for (std::int64_t j0 = 0; j0 < m; j0 += 4 * side)
          for (std::int64_t i = i0; i < i1; ++i)
            for (std::int64_t p = p0; p < std::min(k, p0 + side); ++p) {
              T const x = a[i * k + p];
#pragma omp simd
              for (std::int64_t j = j0; j < std::min(m, j0 + 4 * side); ++j)
                c[i * m + j] += x * b[p * m + j];
            }
    }
  }

  static constexpr char const* math_name = "libm";
  template <class F, class... X>
  static void apply(host const&, F f, T* y, std::int64_t n, X const*... x)
  {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n; ++i) y[i] = f(x[i]...);
  }

  /// Libraries with vector functions; each has a name and exp, log, sin, cos of float64.
  using vector_math = vector_math_libraries;

  static constexpr char const* sum_name = "omp-loop";
  struct sum {
    sum(host const&, T const*, std::int64_t) {}
    void operator()(T const* x, T* out, std::int64_t n) const
    {
      T total = 0;
      if (n > worth_threads) {
#pragma omp parallel for simd schedule(static) reduction(+ : total)
        for (std::int64_t i = 0; i < n; ++i) total += x[i];
      } else {
#pragma omp simd reduction(+ : total)
        for (std::int64_t i = 0; i < n; ++i) total += x[i];
      }
      *out = total;
    }
  };

  static constexpr char const* counters_name = "omp-loop";
  static constexpr std::int64_t most_counters = std::numeric_limits<std::int64_t>::max();
  static void counters(host const&, T const* x, std::int64_t n, std::int32_t* out,
                       std::int64_t bins, double low, double high)
  {
    T const first = static_cast<T>(low), last = static_cast<T>(high),
            scale = static_cast<T>(static_cast<double>(bins) / (high - low));
    std::fill_n(out, bins, 0);
#pragma omp parallel
    {
      std::vector<std::int32_t> mine(static_cast<std::size_t>(bins));
#pragma omp for schedule(static)
      for (std::int64_t i = 0; i < n; ++i) {
        if (!(x[i] >= first && x[i] <= last)) continue;
        auto const bin = static_cast<std::int64_t>((x[i] - first) * scale);
        ++mine[static_cast<std::size_t>(bin < bins ? bin : bins - 1)];
      }
#pragma omp critical
      for (std::int64_t k = 0; k < bins; ++k) out[k] += mine[static_cast<std::size_t>(k)];
    }
  }

  static constexpr char const* sort_name = "std::sort";  // one thread: what users write
  struct sort {
    sort(host const&, T const*, std::int64_t) {}
    void operator()(T const* x, T* out, std::int64_t n) const
    {
      std::copy(x, x + n, out);
      std::sort(out, out + n);
    }
  };
  template <class V>
  struct sort_pairs {
    sort_pairs(host const&, std::int64_t n) : order(static_cast<std::size_t>(n)) {}
    void operator()(T const* keys, T* sorted, V const* values, V* moved, std::int64_t n)
    {
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [=](int i, int j) { return keys[i] < keys[j]; });
      for (std::int64_t i = 0; i < n; ++i) {
        sorted[i] = keys[order[static_cast<std::size_t>(i)]];
        moved[i] = values[order[static_cast<std::size_t>(i)]];
      }
    }
    std::vector<int> order;
  };
  struct unique {
    unique(host const&, T const*, std::int64_t) {}
    void operator()(T const* x, T* between, T* out, std::int64_t* count, std::int64_t n) const
    {
      std::copy(x, x + n, between);
      std::sort(between, between + n);
      *count = std::unique_copy(between, between + n, out) - out;
    }
  };
  static constexpr char const* search_name = "omp-lower-bound";
  static void search(host const&, T const* sorted, int m, T const* v, std::int64_t* place,
                     std::int64_t n)
  {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n; ++i)
      place[i] = std::lower_bound(sorted, sorted + m, v[i]) - sorted;
  }

  static constexpr char const* scan_name = "loop";  // one thread: what users write
  struct scan {
    scan(host const&, T const*, std::int64_t) {}
    void operator()(T const* x, T* out, std::int64_t n) const
    {
      T total = 0;
      for (std::int64_t i = 0; i < n; ++i) out[i] = total += x[i];
    }
  };
};

/// Groups by one thread, as users write it.
template <class T>
struct group_baseline<host, T> {
  static constexpr char const* atomics_name = "loop";
  static void sums(host const&, T* y, std::int64_t const* key, T const* x, std::int64_t n,
                   std::int64_t groups)
  {
    for (std::int64_t g = 0; g < groups; ++g) y[g] = 0;
    for (std::int64_t i = 0; i < n; ++i) y[key[i]] += x[i];
  }
};

}  // namespace acre::bench
