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
  add_row(space, "rng_uniform", dtype_name<T>(), n, bytes, [=] {
    return [=, x = output(), g = generator(1)]() mutable {
      x = g.template uniform<T>(space, shape(n));
    };
  });
  if constexpr (requires { bar::random_name; })
    add("rng_uniform", dtype_name<T>(), n, bar::random_name, [=](benchmark::State& state) {
      auto const x = output();
      typename bar::random const made(space);
      measure(state, space, bytes, [&] { made.uniform(x.data(), n); });
    });
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
