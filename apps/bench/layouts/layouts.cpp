#include <acre/array/copy.hpp>
#include <acre/elementwise/shifted.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>

#include "add_copy.hpp"
#include "baseline.hpp"
#include "for_rows.hpp"

/// Expressions whose operands are not simply contiguous: shifted, reversed, strided, transposed,
/// constant along an axis; small arrays in a loop; and reductions of such expressions. On a GPU
/// beside a copy of as many bytes (and kernels written by hand), on a CPU beside the loop that a
/// user would write, compiled with the same flags.
namespace acre::bench {

namespace {

/// A row of acre, and, where the space's memory is the host's, one of a loop.
template <class Space, class Make>
void add_pair(Space const& space, char const* workload, char const* dtype, std::int64_t n,
              double bytes, Make make)
{
  add(workload, dtype, n, acre_name(), [=](benchmark::State& state) {
    auto const [expression, loop] = make(space);
    measure(state, space, bytes, expression);
  });
  if constexpr (Space::host_accessible)
    add(workload, dtype, n, "loop", [=](benchmark::State& state) {
      auto const [expression, loop] = make(space);
      measure(state, space, bytes, loop);
    });
}
template <class A, class B>
std::pair<A, B> pair(A a, B b)
{
  return {a, b};
}

/// A copy is what a GPU's rows are beside.
template <class Space, class T>
void add_gpu_copy(Space const& space, char const* workload, std::int64_t items)
{
  if constexpr (!Space::host_accessible) add_copy<Space, T>(space, workload, items);
}

template <class Space, class T>
void add_shifted(Space const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  double const two = 2.0 * static_cast<double>(n) * sizeof(T);
  add_gpu_copy<Space, T>(space, "difference", n);
  add_pair(space, "difference", dtype, n, two, [n](Space const& s) {
    auto const x = made_input<T>(s, shape(n), 1);
    auto const y = empty<T>(s, shape(n - 1));
    return pair(
        [=] {
          auto const to = y;
          to(ALL) = x(slice(1, none)) - x(slice(0, -1));
        },
        [=] {
          T* const to = y.data();
          T const* const a = x.data();
          for_rows(s, n - 1, n - 1, [=](std::int64_t i) { to[i] = a[i + 1] - a[i]; });
        });
  });
  add_gpu_copy<Space, T>(space, "reversed", n);
  add_pair(space, "reversed", dtype, n, two, [n](Space const& s) {
    auto const x = made_input<T>(s, shape(n), 1);
    auto const y = empty<T>(s, shape(n));
    return pair(
        [=] {
          auto const to = y;
          to(ALL) = x(slice(none, none, -1)) + T(0);
        },
        [=] {
          T* const to = y.data();
          T const* const a = x.data();
          for_rows(s, n, n, [=](std::int64_t i) { to[i] = a[n - 1 - i] + T(0); });
        });
  });
  add_pair(space, "every_third", dtype, n, two, [n](Space const& s) {
    auto const x = made_input<T>(s, shape(3 * n), 1);
    auto const y = empty<T>(s, shape(n));
    return pair(
        [=] {
          auto const to = y;
          to(ALL) = x(slice(none, none, 3)) * T(2);
        },
        [=] {
          T* const to = y.data();
          T const* const a = x.data();
          for_rows(s, n, n, [=](std::int64_t i) { to[i] = a[3 * i] * T(2); });
        });
  });
  add_pair(space, "misaligned_product", dtype, n, 1.5 * two, [n](Space const& s) {
    auto const x = made_input<T>(s, shape(n + 1), 1), z = made_input<T>(s, shape(n + 3), 2);
    auto const y = empty<T>(s, shape(n));
    return pair(
        [=] {
          auto const to = y;
          to(ALL) = x(slice(1, none)) * z(slice(3, none)) + T(1);
        },
        [=] {
          T* const to = y.data();
          T const *const a = x.data() + 1, *const b = z.data() + 3;
          for_rows(s, n, n, [=](std::int64_t i) { to[i] = a[i] * b[i] + T(1); });
        });
  });
}

/// A step of the heat equation as loops.
template <class Space, class T>
void heat_step(Space const& s, T* b, T const* a, std::int64_t n)
{
  for_rows(s, n - 2, n * n, [=](std::int64_t row) {
    T const* const c = a + (row + 1) * n;
    T* const to = b + (row + 1) * n;
    for (std::int64_t i = 1; i < n - 1; ++i)
      to[i] = c[i] + T(0.1) * (c[i - n] + c[i + n] + c[i - 1] + c[i + 1] - T(4) * c[i]);
  });
}

/// One step of the heat equation over slices, `steps` times.
template <class Space, class T>
void add_heat(Space const& space, char const* workload, std::int64_t n, int steps)
{
  double const bytes = 2.0 * static_cast<double>(n) * static_cast<double>(n) * sizeof(T) * steps;
  if (steps == 1) add_gpu_copy<Space, T>(space, workload, n * n);
  add_pair(space, workload, dtype_name<T>(), n * n, bytes, [n, steps](Space const& s) {
    auto const u = made_input<T>(s, shape(n, n), 1), v = made_input<T>(s, shape(n, n), 1);
    return pair(
        [=] {
          auto a = u, b = v;
          for (int step = 0; step < steps; ++step) {
            slice const mid(1, -1), before(0, -2), after(2, none);
            auto const c = a(mid, mid);
            b(mid, mid) = c + T(0.1) * (a(before, mid) + a(after, mid) + a(mid, before) +
                                        a(mid, after) - T(4) * c);
            a.swap(b);
          }
        },
        [=] {
          T *a = u.data(), *b = v.data();
          for (int step = 0; step < steps; ++step) {
            heat_step(s, b, a, n);
            std::swap(a, b);
          }
        });
  });
  using bar = baseline<Space, T>;
  if constexpr (requires(T* p) { bar::heat(space, p, p, n); })
    if (steps == 1)
      add(workload, dtype_name<T>(), n * n, bar::heat_name, [=](benchmark::State& state) {
        auto const u = made_input<T>(space, shape(n, n), 1),
                   v = made_input<T>(space, shape(n, n), 1);
        measure(state, space, bytes, [&] { bar::heat(space, v.data(), u.data(), n); });
      });
}

/// One step with shifts that the compiler knows.
template <class Space, class T>
void add_heat_shifted(Space const& space, std::int64_t n)
{
  double const bytes = 2.0 * static_cast<double>(n) * static_cast<double>(n) * sizeof(T);
  add_gpu_copy<Space, T>(space, "heat_shifted", n * n);
  add_pair(space, "heat_shifted", dtype_name<T>(), n * n, bytes, [n](Space const& s) {
    auto const u = made_input<T>(s, shape(n, n), 1), v = made_input<T>(s, shape(n, n), 1);
    return pair(
        [=] {
          slice const mid(1, -1);
          auto const c = interior<1>(u);
          v(mid, mid) = c + T(0.1) * (shifted<-1, 0>(c) + shifted<1, 0>(c) + shifted<0, -1>(c) +
                                      shifted<0, 1>(c) - T(4) * c);
        },
        [=] { heat_step(s, v.data(), u.data(), n); });
  });
}

/// One step of heat in a block, with shifts that the compiler knows: what the program heat
/// computes.
template <class Space, class T>
void add_heat_3d(Space const& space, std::int64_t n)
{
  using bar = baseline<Space, T>;
  double const bytes = 2.0 * static_cast<double>(n * n * n) * sizeof(T);
  add_gpu_copy<Space, T>(space, "heat_3d", n * n * n);
  add_pair(space, "heat_3d", dtype_name<T>(), n * n * n, bytes, [n](Space const& s) {
    auto const u = made_input<T>(s, shape(n, n, n), 1), v = made_input<T>(s, shape(n, n, n), 1);
    return pair(
        [=] {
          slice const mid(1, -1);
          auto const t = interior<1>(u);
          v(mid, mid, mid) = t + T(0.1) * ((shifted<-1, 0, 0>(t) + shifted<1, 0, 0>(t)) +
                                           (shifted<0, -1, 0>(t) + shifted<0, 1, 0>(t)) +
                                           (shifted<0, 0, -1>(t) + shifted<0, 0, 1>(t)) - T(6) * t);
        },
        [=] {
          T const* const from = u.data();
          T* const into = v.data();
          for_rows(s, n - 2, n * n * n, [=](std::int64_t z) {
            for (std::int64_t y = 1; y < n - 1; ++y) {
              std::int64_t const at = ((z + 1) * n + y) * n;
              T const* const c = from + at;
              T* const to = into + at;
              for (std::int64_t i = 1; i < n - 1; ++i)
                to[i] = c[i] + T(0.1) * ((c[i - n * n] + c[i + n * n]) + (c[i - n] + c[i + n]) +
                                         (c[i - 1] + c[i + 1]) - T(6) * c[i]);
            }
          });
        });
  });
  if constexpr (requires(T* p) { bar::heat_3d(space, p, p, n); })
    add("heat_3d", dtype_name<T>(), n * n * n, bar::heat_name, [=](benchmark::State& state) {
      auto const u = made_input<T>(space, shape(n, n, n), 1),
                 v = made_input<T>(space, shape(n, n, n), 1);
      measure(state, space, bytes, [&] { bar::heat_3d(space, v.data(), u.data(), n); });
    });
}

template <class Space, class T>
void add_laplacian(Space const& space, std::int64_t n)
{
  double const bytes = 2.0 * static_cast<double>(n * n * n) * sizeof(T);
  add_gpu_copy<Space, T>(space, "laplacian_3d", n * n * n);
  add_pair(space, "laplacian_3d", dtype_name<T>(), n * n * n, bytes, [n](Space const& s) {
    auto const u = made_input<T>(s, shape(n, n, n), 1), v = made_input<T>(s, shape(n, n, n), 1);
    return pair(
        [=] {
          slice const mid(1, -1), before(0, -2), after(2, none);
          v(mid, mid, mid) = u(before, mid, mid) + u(after, mid, mid) + u(mid, before, mid) +
                             u(mid, after, mid) + u(mid, mid, before) + u(mid, mid, after) -
                             T(6) * u(mid, mid, mid);
        },
        [=] {
          T const* const from = u.data();
          T* const into = v.data();
          for_rows(s, n - 2, n * n * n, [=](std::int64_t z) {
            for (std::int64_t y = 1; y < n - 1; ++y) {
              std::int64_t const at = ((z + 1) * n + y) * n;
              T const* const c = from + at;
              T* const to = into + at;
              for (std::int64_t i = 1; i < n - 1; ++i)
                to[i] = c[i - n * n] + c[i + n * n] + c[i - n] + c[i + n] + c[i - 1] + c[i + 1] -
                        T(6) * c[i];
            }
          });
        });
  });
}

/// Three components of each of m points: each point's side by side, or each component's.
template <class Space, class T>
void add_components(Space const& space, std::int64_t m)
{
  char const* const dtype = dtype_name<T>();
  std::int64_t const n = 3 * m;
  double const two = 2.0 * static_cast<double>(n) * sizeof(T);
  auto const points = [m](Space const& s, auto const& f) {
    constexpr std::int64_t of_block = 4096;
    for_rows(s, (m + of_block - 1) / of_block, 3 * m, [=](std::int64_t block) {
      for (std::int64_t i = block * of_block; i < std::min(m, (block + 1) * of_block); ++i)
        for (std::int64_t c = 0; c < 3; ++c) f(i, c);
    });
  };
  add_gpu_copy<Space, T>(space, "components_apart", n);
  add_pair(space, "components_apart", dtype, n, two, [m, points](Space const& s) {
    auto const x = made_input<T>(s, shape(m, 3), 1), y = made_input<T>(s, shape(3, m), 2);
    return pair([=] { y(ALL, ALL) = x.transpose(); },
                [=, from = x.data(), to = y.data()] {
                  points(s,
                         [=](std::int64_t i, std::int64_t c) { to[c * m + i] = from[3 * i + c]; });
                });
  });
  add_gpu_copy<Space, T>(space, "components_together", n);
  add_pair(space, "components_together", dtype, n, two, [m, points](Space const& s) {
    auto const x = made_input<T>(s, shape(3, m), 1), y = made_input<T>(s, shape(m, 3), 2);
    return pair([=] { y(ALL, ALL) = x.transpose(); },
                [=, from = x.data(), to = y.data()] {
                  points(s,
                         [=](std::int64_t i, std::int64_t c) { to[3 * i + c] = from[c * m + i]; });
                });
  });
}

template <class Space, class T>
void add_planes(Space const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  std::int64_t const m = n * n;
  double const two = 2.0 * static_cast<double>(m) * sizeof(T);
  add_gpu_copy<Space, T>(space, "transposed_copy", m);
  add_pair(space, "transposed_copy", dtype, m, two, [n](Space const& s) {
    auto const x = made_input<T>(s, shape(n, n), 1), y = made_input<T>(s, shape(n, n), 2);
    return pair([=] { y(ALL, ALL) = x.transpose(); },
                [=] {
                  T const* const a = x.data();
                  T* const to = y.data();
                  for_rows(s, (n + 31) / 32, n * n, [=](std::int64_t block) {
                    for (std::int64_t j0 = 0; j0 < n; j0 += 32)
                      for (std::int64_t i = block * 32; i < std::min(n, block * 32 + 32); ++i)
                        for (std::int64_t j = j0; j < std::min(n, j0 + 32); ++j)
                          to[i * n + j] = a[j * n + i];
                  });
                });
  });
  using bar = baseline<Space, T>;
  if constexpr (requires(T* p) { bar::transpose(space, p, p, n); })
    add("transposed_copy", dtype, m, bar::transpose_name, [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n, n), 1), y = made_input<T>(space, shape(n, n), 1);
      measure(state, space, two, [&] { bar::transpose(space, y.data(), x.data(), n); });
    });
  add_pair(space, "plus_transposed", dtype, m, 1.5 * two, [n](Space const& s) {
    auto const x = made_input<T>(s, shape(n, n), 1), y = made_input<T>(s, shape(n, n), 2);
    return pair([=] { y(ALL, ALL) = x + x.transpose(); },
                [=] {
                  T const* const a = x.data();
                  T* const to = y.data();
                  for_rows(s, (n + 31) / 32, n * n, [=](std::int64_t block) {
                    for (std::int64_t j0 = 0; j0 < n; j0 += 32)
                      for (std::int64_t i = block * 32; i < std::min(n, block * 32 + 32); ++i)
                        for (std::int64_t j = j0; j < std::min(n, j0 + 32); ++j)
                          to[i * n + j] = a[i * n + j] + a[j * n + i];
                  });
                });
  });
  add_gpu_copy<Space, T>(space, "times_column", m);
  add_pair(space, "times_column", dtype, m, two, [n](Space const& s) {
    auto const d = made_input<T>(s, shape(n, n), 1), y = made_input<T>(s, shape(n, n), 2);
    auto const x = made_input<T>(s, shape(n), 3);
    return pair([=] { y(ALL, ALL) = d * x(ALL, newaxis) + T(1); },
                [=] {
                  T const *const a = d.data(), *const b = x.data();
                  T* const to = y.data();
                  for_rows(s, n, n * n, [=](std::int64_t i) {
                    for (std::int64_t j = 0; j < n; ++j) to[i * n + j] = a[i * n + j] * b[i] + T(1);
                  });
                });
  });
  add_gpu_copy<Space, T>(space, "times_row", m);
  add_pair(space, "times_row", dtype, m, two, [n](Space const& s) {
    auto const d = made_input<T>(s, shape(n, n), 1), y = made_input<T>(s, shape(n, n), 2);
    auto const x = made_input<T>(s, shape(n), 3);
    return pair([=] { y(ALL, ALL) = d * x + T(1); },
                [=] {
                  T const *const a = d.data(), *const b = x.data();
                  T* const to = y.data();
                  for_rows(s, n, n * n, [=](std::int64_t i) {
                    for (std::int64_t j = 0; j < n; ++j) to[i * n + j] = a[i * n + j] * b[j] + T(1);
                  });
                });
  });
  add_pair(space, "sum_axis1_times_row", dtype, m, two / 2, [n](Space const& s) {
    auto const d = made_input<T>(s, shape(n, n), 1);
    auto const x = made_input<T>(s, shape(n), 3), y = empty<T>(s, shape(n));
    return pair([=] { return sum(d * x, 1); },
                [=] {
                  T const *const a = d.data(), *const b = x.data();
                  T* const to = y.data();
                  for_rows(s, n, n * n, [=](std::int64_t i) {
                    T total = 0;
                    for (std::int64_t j = 0; j < n; ++j) total += a[i * n + j] * b[j];
                    to[i] = total;
                  });
                });
  });
  add_pair(space, "var_axis1", dtype, m, two / 2, [n](Space const& s) {
    auto const d = made_input<T>(s, shape(n, n), 1);
    auto const y = empty<T>(s, shape(n));
    return pair([=] { return var(d, 1); },
                [=] {
                  T const* const a = d.data();
                  T* const to = y.data();
                  for_rows(s, n, n * n, [=](std::int64_t i) {
                    T mean = 0, total = 0;
                    for (std::int64_t j = 0; j < n; ++j) mean += a[i * n + j];
                    mean /= static_cast<T>(n);
                    for (std::int64_t j = 0; j < n; ++j)
                      total += (a[i * n + j] - mean) * (a[i * n + j] - mean);
                    to[i] = total / static_cast<T>(n);
                  });
                });
  });
}

/// All pairs of n places in three dimensions.
template <class Space, class T>
void add_pairs(Space const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  double const bytes = static_cast<double>(n) * static_cast<double>(n) * sizeof(T);
  auto const squared = [](auto const& x, auto const& y, auto const& z) {
    auto const d = [](auto const& a) { return square(a(ALL, newaxis) - a(newaxis, ALL)); };
    return d(x) + d(y) + d(z);
  };
  for (bool const stored : {true, false})
    add_pair(space, stored ? "pairs_stored" : "pairs_sum_axis1", dtype, n * n,
             stored ? bytes : bytes / static_cast<double>(n), [=](Space const& s) {
               auto const x = made_input<T>(s, shape(n), 1), y = made_input<T>(s, shape(n), 2),
                          z = made_input<T>(s, shape(n), 3), total = empty<T>(s, shape(n));
               auto const all = stored ? empty<T>(s, shape(n, n)) : empty<T>(s, shape(0, 0));
               return pair(
                   [=] {
                     if (stored)
                       all(ALL, ALL) = squared(x, y, z);
                     else
                       total(ALL) = sum(squared(x, y, z), 1);
                   },
                   [=] {
                     T const *const a = x.data(), *const b = y.data(), *const c = z.data();
                     for_rows(s, n, n * n, [=](std::int64_t i) {
                       T* const to = stored ? all.data() + i * n : total.data() + i;
                       T t = 0;
                       for (std::int64_t j = 0; j < n; ++j) {
                         T const u = a[i] - a[j], v = b[i] - b[j], w = c[i] - c[j];
                         T const d = u * u + v * v + w * w;
                         if (stored)
                           to[j] = d;
                         else
                           t += d;
                       }
                       if (!stored) *to = t;
                     });
                   });
             });
}

template <class Space, class T>
void add_for_dtype(Space const& space)
{
  bool const gpu = !on_cpu<Space>;
  if (!gpu) add_shifted<Space, T>(space, 10);
  for (std::int64_t const n : {1000, 10000000})
    add_shifted<Space, T>(space, gpu && n > 1000 ? 100000000 : n);
  add_heat<Space, T>(space, "heat_66_1000_steps", 66, 1000);
  add_heat<Space, T>(space, "heat", gpu ? 8192 : 2048, 1);
  add_heat_shifted<Space, T>(space, gpu ? 8192 : 2048);
  add_heat_3d<Space, T>(space, gpu ? 512 : 160);
  add_laplacian<Space, T>(space, gpu ? 512 : 160);
  for (std::int64_t const n : {64, 1000}) add_planes<Space, T>(space, n);
  add_planes<Space, T>(space, gpu ? 16384 : 3000);
  if (gpu) add_planes<Space, T>(space, 10000);
  add_components<Space, T>(space, gpu ? 33333332 : 3333332);
  add_pairs<Space, T>(space, gpu ? 10000 : 2000);
}

template <class Space>
void add_all(Space const& space)
{
  add_for_dtype<Space, float>(space);
  add_for_dtype<Space, double>(space);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
