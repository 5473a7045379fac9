#include <acre/array/copy.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/logic.hpp>

#include "add_copy.hpp"
#include "baseline.hpp"

/// Random numbers against the vendor's generator, and elementary functions from memory against the
/// vendor's functions and the copy.
namespace acre::bench {

namespace {

template <class Space, class Make>
void add_row(Space const& space, char const* workload, std::string const& dtype, std::int64_t n,
             double bytes, Make make)
{
  add(workload, dtype, n, std::string("acre.") + Space::name,
      [=](benchmark::State& state) { measure(state, space, bytes, make()); });
}

template <class Space, class T>
void add_random(Space const& space, std::int64_t n)
{
  double const bytes = static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  auto const output = [=] { return empty<T>(space, shape(n)); };
  auto const add_uniform = [=](char const* workload, std::int64_t first) {
    add_row(space, workload, dtype_name<T>(), n, bytes, [=] {
      return [=, x = output(), g = generator(1)]() mutable {
        x = g.template uniform<T>(space, shape(n), first);
      };
    });
    if constexpr (requires { bar::random_name; })
      add(workload, dtype_name<T>(), n, bar::random_name, [=](benchmark::State& state) {
        auto const x = output();
        typename bar::random const made(space);
        measure(state, space, bytes, [&] { made.uniform(x.data(), n); });
      });
  };
  add_uniform("rng_uniform", 0);
  if (sizeof(T) == 4) {  // float32's are quickest from a multiple of 256
    add_uniform("rng_uniform_from_1", 1);
    add_uniform("rng_uniform_from_4", 4);
  }
  add_row(space, "rng_normal", dtype_name<T>(), n, bytes, [=] {
    return [=, x = output(), g = generator(1)]() mutable {
      x = g.template normal<T>(space, shape(n));
    };
  });
  if constexpr (requires { bar::random_name; })
    add("rng_normal", dtype_name<T>(), n, bar::random_name, [=](benchmark::State& state) {
      auto const x = output();
      typename bar::random const made(space);
      measure(state, space, bytes, [&] { made.normal(x.data(), n); });
    });
}

template <class Space>
void add_pi(Space const& space, std::int64_t n)
{
  add_row(space, "monte_carlo_pi", "float32", n, 0, [=] {
    return [=, g = generator(1)]() mutable {
      auto const x = g.template uniform<float>(space, shape(n)),
                 y = g.template uniform<float>(space, shape(n));
      auto const inside = count_nonzero(square(x) + square(y) < 1);
    };
  });
}

/// y = f(x) for x in [low, high), by acre and by the space's vendor.
template <class Space, class T, class Function>
void add_function(Space const& space, std::int64_t n, double low, double high)
{
  double const bytes = 2.0 * static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  auto const input = [=] {
    array<T, 1, Space> const x =
        made_input<T>(space, shape(n), 1) * static_cast<T>(high - low) + static_cast<T>(low);
    return x;
  };
  add_row(space, Function::name, dtype_name<T>(), n, bytes, [=] {
    return [x = input(), y = empty<T>(space, shape(n))]() mutable { y = Function()(x); };
  });
  if constexpr (requires { bar::math_name; })
    add(Function::name, dtype_name<T>(), n, bar::math_name, [=](benchmark::State& state) {
      auto const x = input();
      auto const y = empty<T>(space, shape(n));
      measure(state, space, bytes, [&] { bar::apply(space, Function(), y.data(), n, x.data()); });
    });
}

/// y = f(a, b) for a in [low, high), b in [low2, high2), the same.
template <class Space, class T, class Function>
void add_function(Space const& space, std::int64_t n, double low, double high, double low2,
                  double high2)
{
  double const bytes = 3.0 * static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  auto const input = [=](std::int64_t seed, double from, double to) {
    array<T, 1, Space> const x =
        made_input<T>(space, shape(n), seed) * static_cast<T>(to - from) + static_cast<T>(from);
    return x;
  };
  auto const first = [=] { return input(1, low, high); };
  auto const second = [=] { return input(2, low2, high2); };
  add_row(space, Function::name, dtype_name<T>(), n, bytes, [=] {
    return [a = first(), b = second(), y = empty<T>(space, shape(n))]() mutable {
      y = Function()(a, b);
    };
  });
  if constexpr (requires { bar::math_name; })
    add(Function::name, dtype_name<T>(), n, bar::math_name, [=](benchmark::State& state) {
      auto const a = first(), b = second(), y = empty<T>(space, shape(n));
      measure(state, space, bytes,
              [&] { bar::apply(space, Function(), y.data(), n, a.data(), b.data()); });
    });
}

/// A function by name: acre's of an expression, the platform's of a number.
#define ACRE_BENCH_FUNCTION(f)                                       \
  struct f##_function {                                              \
    static constexpr char const* name = #f;                          \
    auto operator()(expression auto const& e) const { return f(e); } \
    template <std::floating_point T>                                 \
    KOKKOS_INLINE_FUNCTION T operator()(T x) const                   \
    {                                                                \
      return ::f(x);                                                 \
    }                                                                \
  }
ACRE_BENCH_FUNCTION(exp);
ACRE_BENCH_FUNCTION(log);
ACRE_BENCH_FUNCTION(sin);
ACRE_BENCH_FUNCTION(cos);
ACRE_BENCH_FUNCTION(tan);
ACRE_BENCH_FUNCTION(tanh);
#undef ACRE_BENCH_FUNCTION

struct power_function {
  static constexpr char const* name = "power";
  template <expression A, expression B>
  auto operator()(A const& a, B const& b) const
  {
    return power(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return ::pow(a, b);
  }
};
struct arctan2_function {
  static constexpr char const* name = "arctan2";
  template <expression A, expression B>
  auto operator()(A const& a, B const& b) const
  {
    return arctan2(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return ::atan2(a, b);
  }
};
/// No C library has it: as its users write it.
struct logaddexp_function {
  static constexpr char const* name = "logaddexp";
  template <expression A, expression B>
  auto operator()(A const& a, B const& b) const
  {
    return logaddexp(a, b);
  }
  template <std::floating_point T>
  KOKKOS_INLINE_FUNCTION T operator()(T a, T b) const
  {
    return ::fmax(a, b) + ::log1p(::exp(-::fabs(a - b)));
  }
};

template <class Space, class T>
void add_functions(Space const& space, std::int64_t n)
{
  add_copy<Space, T>(space, "copy", n);
  add_function<Space, T, exp_function>(space, n, -20, 20);
  add_function<Space, T, log_function>(space, n, 1e-6, 1e6);
  add_function<Space, T, sin_function>(space, n, -10, 10);
  add_function<Space, T, cos_function>(space, n, -10, 10);
  add_function<Space, T, tan_function>(space, n, -10, 10);
  add_function<Space, T, tanh_function>(space, n, -10, 10);
  add_function<Space, T, power_function>(space, n, 1e-3, 1e3, -5, 5);
  add_function<Space, T, arctan2_function>(space, n, -10, 10, -10, 10);
  add_function<Space, T, logaddexp_function>(space, n, -20, 20, -20, 20);
}

template <class Space>
void add_all(Space const& space)
{
  std::int64_t const n = Space::host_accessible ? 10'000'000 : 100'000'000;
  add_random<Space, float>(space, n);
  add_random<Space, double>(space, n);
  add_pi(space, 10 * n);
  add_functions<Space, float>(space, n);
  add_functions<Space, double>(space, n);
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
