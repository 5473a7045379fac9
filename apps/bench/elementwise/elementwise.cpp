#include <acre/array/copy.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/packs.hpp>
#include <acre/math.hpp>

#include <Kokkos_Core.hpp>

#include <tuple>

#include "add_copy.hpp"
#include "baseline.hpp"
#include "for_rows.hpp"

/// Fused elementwise expressions against the copy bandwidth, and a kernel of one's own that
/// computes.
namespace acre::bench {

namespace {

template <class Space, class T, class Make>
void add_row(Space const& space, char const* workload, std::int64_t n, double bytes, Make make)
{
  add(workload, dtype_name<T>(), n, acre_name(),
      [=](benchmark::State& state) { measure(state, space, bytes, make()); });
}

/// Computations of kernels and loops by hand, which read each operand once.
struct axpb_by_hand {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x1, T x2) const
  {
    return x1 * x2 + T(0.5);
  }
};
struct quadratic_by_hand {
  template <class T>
  KOKKOS_FUNCTION T operator()(T a, T b, T c) const
  {
    return (-b + Kokkos::sqrt(b * b - 4 * a * c)) / (2 * a);
  }
};
struct softplus_by_hand {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x) const
  {
    return Kokkos::fmax(x, T(0)) + Kokkos::log1p(Kokkos::exp(-Kokkos::fabs(x)));
  }
};

/// A function of one's own that calls one of acre::math's, beside the platform's.
#define ACRE_BENCH_OWN(f)                         \
  struct own_##f {                                \
    template <class... T>                         \
    KOKKOS_FUNCTION auto operator()(T... x) const \
    {                                             \
      return math::f(x...);                       \
    }                                             \
  };                                              \
  struct f##_by_hand {                            \
    template <class... T>                         \
    KOKKOS_FUNCTION auto operator()(T... x) const \
    {                                             \
      return Kokkos::f(x...);                     \
    }                                             \
  }
ACRE_BENCH_OWN(exp);
ACRE_BENCH_OWN(sin);
ACRE_BENCH_OWN(pow);
#undef ACRE_BENCH_OWN

/// y = f(x()...) by a kernel that is launched by hand, where the baseline has such, on a CPU by a
/// loop.
template <class Space, class T, class F, class... X>
void add_by_hand(Space const& space, char const* workload, std::int64_t n, double bytes, F f,
                 X... x)
{
  using bar = baseline<Space, T>;
  auto const row = [&](char const* who, auto const& map) {
    add(workload, dtype_name<T>(), n, who, [=](benchmark::State& state) {
      auto const y = made_input<T>(space, shape(n), 9);
      std::apply(
          [&](auto const&... each) {
            measure(state, space, bytes, [&] { map(y.data(), each.data()...); });
          },
          std::tuple(x()...));
    });
  };
  if constexpr (requires { bar::map_name; })
    row(bar::map_name, [=](T* y, auto const*... each) { bar::map(space, f, y, n, each...); });
  else if constexpr (Space::host_accessible)
    row("loop", [=](T* y, auto const*... each) {
      for_rows(space, n, n, [=](std::int64_t i) { y[i] = f(each[i]...); });
    });
}

template <class Space, class T>
void add_for_size(Space const& space, std::int64_t n)
{
  auto const input = [=](int seed) { return made_input<T>(space, shape(n), seed); };
  auto const first = [=] { return input(1); };
  auto const second = [=] { return input(2); };
  auto const third = [=] { return input(3); };
  // whose square is more than 4 a c: roots of what is negative take as long as three others
  auto const large = [=] {
    auto b = input(2);
    b += T(2);
    return b;
  };
  double const size = static_cast<double>(n) * sizeof(T);

  add_row<Space, T>(space, "copy", n, 2 * size,
                    [=] { return [x = input(1), y = input(2)]() mutable { y(ALL) = x; }; });
  add_copy<Space, T>(space, "copy", n);
  add_row<Space, T>(space, "fill", n, size,
                    [=] { return [y = input(2)]() mutable { y = T(2.5); }; });
  add_row<Space, T>(space, "iadd1", n, 2 * size,
                    [=] { return [y = input(2)]() mutable { y += T(1); }; });
  add_row<Space, T>(space, "axpb", n, 3 * size, [=] {
    return [x1 = input(1), x2 = input(2), y = input(3)]() mutable { y = x1 * x2 + T(0.5); };
  });
  add_by_hand<Space, T>(space, "axpb", n, 3 * size, axpb_by_hand{}, first, second);
  add_row<Space, T>(space, "quadratic", n, 4 * size, [=] {
    return [a = input(1), b = large(), c = input(3), r = input(4)]() mutable {
      r = (-b + sqrt(b * b - 4 * a * c)) / (2 * a);
    };
  });
  add_by_hand<Space, T>(space, "quadratic", n, 4 * size, quadratic_by_hand{}, first, large, third);
  add_row<Space, T>(space, "softplus", n, 2 * size, [=] {
    return [x = input(1), y = input(2)]() mutable { y = maximum(x, 0) + log1p(exp(-abs(x))); };
  });
  add_by_hand<Space, T>(space, "softplus", n, 2 * size, softplus_by_hand{}, first);
  add_row<Space, T>(space, "own_exp", n, 2 * size, [=] {
    return [x = input(1), y = input(2)]() mutable { y = elementwise(own_exp{}, x); };
  });
  add_row<Space, T>(space, "own_exp_in_packs", n, 2 * size, [=] {
    return [x = input(1), y = input(2)]() mutable { y = elementwise(in_packs(own_exp{}), x); };
  });
  add_by_hand<Space, T>(space, "own_exp", n, 2 * size, exp_by_hand{}, first);
  add_by_hand<Space, T>(space, "own_exp_in_packs", n, 2 * size, exp_by_hand{}, first);
  add_row<Space, T>(space, "own_sin", n, 2 * size, [=] {
    return [x = input(1), y = input(2)]() mutable { y = elementwise(own_sin{}, x); };
  });
  add_row<Space, T>(space, "own_sin_in_packs", n, 2 * size, [=] {
    return [x = input(1), y = input(2)]() mutable { y = elementwise(in_packs(own_sin{}), x); };
  });
  add_by_hand<Space, T>(space, "own_sin", n, 2 * size, sin_by_hand{}, first);
  add_by_hand<Space, T>(space, "own_sin_in_packs", n, 2 * size, sin_by_hand{}, first);
  add_row<Space, T>(space, "own_pow", n, 3 * size, [=] {
    return
        [a = large(), b = input(2), y = input(3)]() mutable { y = elementwise(own_pow{}, a, b); };
  });
  add_row<Space, T>(space, "own_pow_in_packs", n, 3 * size, [=] {
    return [a = large(), b = input(2), y = input(3)]() mutable {
      y = elementwise(in_packs(own_pow{}), a, b);
    };
  });
  add_by_hand<Space, T>(space, "own_pow", n, 3 * size, pow_by_hand{}, large, second);
  add_by_hand<Space, T>(space, "own_pow_in_packs", n, 3 * size, pow_by_hand{}, large, second);
  add_row<Space, T>(space, "squared_diff", n, 3 * size, [=] {
    return [a = input(1), b = input(2), y = input(3)]() mutable { y = square(a - b); };
  });
  add_row<Space, T>(space, "where", n, 3 * size + n, [=] {
    array<bool, 1, Space> const mask = input(5) > T(0.5);
    return [mask, a = input(1), b = input(2), y = input(3)]() mutable { y = where(mask, a, b); };
  });
  std::int64_t const side = static_cast<std::int64_t>(std::sqrt(double(n)));
  if (side * side == n)
    add_row<Space, T>(space, "squared_diff_bcast", n, 2 * size + side * sizeof(T), [=] {
      auto a = made_input<T>(space, shape(side, side), 1),
           y = made_input<T>(space, shape(side, side), 2);
      return [a, y, b = made_input<T>(space, shape(side), 3)]() mutable { y = square(a - b); };
    });
}

/// Calls of a few elements on a CPU, into operands that are there.
template <class Space, class T>
void add_small(Space const& space, std::int64_t n)
{
  double const size = static_cast<double>(n) * sizeof(T);
  auto const row = [=](char const* workload, auto const& f) {
    add_row<Space, T>(space, workload, n, 3 * size, [=] {
      return [=, x = made_input<T>(space, shape(n), 1),
              y = made_input<T>(space, shape(n), 2)]() mutable { f(y, x); };
    });
    add(workload, dtype_name<T>(), n, "loop", [=](benchmark::State& state) {
      auto const x = made_input<T>(space, shape(n), 1), y = made_input<T>(space, shape(n), 2);
      measure(state, space, 3 * size, [&] {
        for_rows(space, n, n, [a = x.data(), b = y.data()](std::int64_t i) { b[i] += a[i]; });
      });
    });
  };
  row("add_into", [](auto& y, auto const& x) { y = x + y; });
  row("iadd", [](auto& y, auto const& x) { y += x; });
}

/// One element of a matrix, written and read by a CPU's host, beside plain memory.
template <class Space, class T>
void add_elements(Space const& space)
{
  std::int64_t const n = 66, size = sizeof(T);
  auto const row = [=](char const* workload, auto const& with_array, auto const& with_memory) {
    add(workload, dtype_name<T>(), 1, acre_name(), [=](benchmark::State& state) {
      auto const u = made_input<T>(space, shape(n, n), 1);
      std::int64_t i = 5, j = 7;
      measure(state, space, size, [&] {
        benchmark::DoNotOptimize(i);
        with_array(u, i, j);
      });
    });
    add(workload, dtype_name<T>(), 1, "loop", [=](benchmark::State& state) {
      auto const u = made_input<T>(space, shape(n, n), 1);
      std::int64_t i = 5, j = 7;
      measure(state, space, size, [&, memory = u.data()] {
        benchmark::DoNotOptimize(i);
        with_memory(memory[i * n + j]);
        benchmark::ClobberMemory();
      });
    });
  };
  row(
      "element_written", [](auto const& u, std::int64_t i, std::int64_t j) { u(i, j) = T(1.5); },
      [](T& element) { element = T(1.5); });
  row(
      "element_read",
      [](auto const& u, std::int64_t i, std::int64_t j) {
        T value = u(i, j);
        benchmark::DoNotOptimize(value);
      },
      [](T& element) {
        T value = element;
        benchmark::DoNotOptimize(value);
      });
}

/// Steps of z = z² + c until |z| > 2, c from a grid over [-1.5, 0] x [-1, 0].
template <class T, class Steps>
struct escape_time {
  Steps steps;
  T across, down;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j) const
  {
    T const x = T(-1.5) + static_cast<T>(j) * across, y = T(-1) + static_cast<T>(i) * down;
    T re = x, im = y, a = re * re, b = im * im;
    std::int32_t k = 0;
    for (; k < 20; ++k) {
      im = (re + re) * im + y;
      re = a - b + x;
      a = re * re;
      b = im * im;
      if (a + b > T(4)) break;
    }
    steps(i, j) = k;
  }
};

template <class Space, class T>
void add_mandelbrot(Space const& space, std::int64_t rows, std::int64_t columns)
{
  std::int64_t const n = rows * columns;
  add_row<Space, T>(space, "mandelbrot", n, 4.0 * static_cast<double>(n), [=] {
    array<std::int32_t, 2, Space> const steps(space, shape(rows, columns));
    escape_time<T, decltype(steps.ref())> const kernel{
        steps.ref(), T(1.5) / static_cast<T>(columns - 1), T(1) / static_cast<T>(rows - 1)};
    return [steps, kernel, space] { launch(space, steps.shape(), kernel); };
  });
}

/// Numbers by place, as a loop by hand has them.
template <class T>
struct elements_by_hand {
  T* data;
  KOKKOS_FUNCTION T& operator()(std::int64_t i) const { return data[i]; }
};

/// Lennard-Jones' force on a particle, of all others; softened, so that itself does nothing.
template <class T, class In, class Out>
struct forces {
  In x, y, z;
  Out fx, fy, fz;
  std::int64_t n;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    T const xi = x(i), yi = y(i), zi = z(i);
    T a = 0, b = 0, c = 0;
    for (std::int64_t j = 0; j < n; ++j) {
      T const dx = xi - x(j), dy = yi - y(j), dz = zi - z(j);
      T const s = 1 / (dx * dx + dy * dy + dz * dz + T(0.01)), s3 = s * s * s,
              f = 24 * s * s3 * (2 * s3 - 1);
      a += f * dx;
      b += f * dy;
      c += f * dz;
    }
    fx(i) = a;
    fy(i) = b;
    fz(i) = c;
  }
};

template <class Space, class T>
void add_forces(Space const& space, std::int64_t n)
{
  double const bytes = 6.0 * static_cast<double>(n) * sizeof(T);
  // the arrays, and the kernel of what in() and out() make of them
  auto const kernel = [=](auto const& in, auto const& out) {
    auto const places = [&](int seed) {
      array<T, 1, Space> const made = made_input<T>(space, shape(n), seed) * T(10);
      return made;
    };
    std::array const a{places(1), places(2), places(3), places(4), places(5), places(6)};
    return std::pair(a, forces<T, decltype(in(a[0])), decltype(out(a[0]))>{
                            in(a[0]), in(a[1]), in(a[2]), out(a[3]), out(a[4]), out(a[5]), n});
  };
  add_row<Space, T>(space, "lennard_jones", n, bytes, [=] {
    auto const made =
        kernel([](auto const& x) { return x.ref(); }, [](auto const& x) { return x.ref(); });
    return [=] { launch(space, n, made.second); };
  });
  if constexpr (Space::host_accessible)
    add("lennard_jones", dtype_name<T>(), n, "loop", [=](benchmark::State& state) {
      auto const made = kernel([](auto const& x) { return elements_by_hand<T const>{x.data()}; },
                               [](auto const& x) { return elements_by_hand<T>{x.data()}; });
      measure(state, space, bytes, [&] { for_rows(space, n, n * n, made.second); });
    });
}

template <class Space>
void add_all(Space const& space)
{
  bool const cpu = on_cpu<Space>;
  add_mandelbrot<Space, float>(space, 8000, 12000);
  add_mandelbrot<Space, double>(space, 8000, 12000);
  add_forces<Space, float>(space, 2000);
  add_forces<Space, double>(space, 2000);
  if constexpr (Space::host_accessible) {
    add_elements<Space, double>(space);
    for (std::int64_t const n : {1, 10, 1000}) {
      add_small<Space, float>(space, n);
      add_small<Space, double>(space, n);
    }
  }
  for (std::int64_t const n : {1, 10, 1000, 1000000, 100000000, 1 << 27}) {
    if (cpu ? n == 100000000 : n < 1000) continue;
    add_for_size<Space, float>(space, n);
    add_for_size<Space, double>(space, n);
  }
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
