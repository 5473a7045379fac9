#include <acre/array/copy.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/logic.hpp>

#include <array>
#include <concepts>
#include <tuple>

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
  add(workload, dtype, n, acre_name(),
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

/// Layout of an operand's numbers.
struct range {
  double low, high;
};

/// y = f(x...), by acre and by the space's vendor.
template <class Space, class T, class Function, class... Range>
void add_function(Space const& space, std::int64_t n, Range... ranges)
{
  double const bytes = (1.0 + sizeof...(ranges)) * static_cast<double>(n) * sizeof(T);
  using bar = baseline<Space, T>;
  auto const inputs = [=] {
    std::int64_t seed = 0;
    auto const input = [&](range r) {
      array<T, 1, Space> const x =
          made_input<T>(space, shape(n), ++seed) * static_cast<T>(r.high - r.low) +
          static_cast<T>(r.low);
      return x;
    };
    return std::array{input(ranges)...};
  };
  add_row(space, Function::name, dtype_name<T>(), n, bytes, [=] {
    return [x = inputs(), y = empty<T>(space, shape(n))]() mutable {
      std::apply([&](auto const&... each) { y = Function()(each...); }, x);
    };
  });
  if constexpr (requires { bar::math_name; })
    add(Function::name, dtype_name<T>(), n, bar::math_name, [=](benchmark::State& state) {
      auto const x = inputs();
      auto const y = empty<T>(space, shape(n));
      std::apply(
          [&](auto const&... each) {
            measure(state, space, bytes,
                    [&] { bar::apply(space, Function(), y.data(), n, each.data()...); });
          },
          x);
    });
}

/// No C library has logaddexp: as its users write it.
template <class T>
KOKKOS_INLINE_FUNCTION T log_of_sum(T a, T b)
{
  return ::fmax(a, b) + ::log1p(::exp(-::fabs(a - b)));
}

/// A function by name: acre's of expressions, the platform's of numbers.
#define ACRE_BENCH_FUNCTION(f, platform)                                   \
  struct f##_function {                                                    \
    static constexpr char const* name = #f;                                \
    auto operator()(expression auto const&... e) const { return f(e...); } \
    template <std::floating_point T, std::same_as<T>... More>              \
    KOKKOS_INLINE_FUNCTION T operator()(T x, More... more) const           \
    {                                                                      \
      return platform(x, more...);                                         \
    }                                                                      \
  }
ACRE_BENCH_FUNCTION(exp, ::exp);
ACRE_BENCH_FUNCTION(log, ::log);
ACRE_BENCH_FUNCTION(sin, ::sin);
ACRE_BENCH_FUNCTION(cos, ::cos);
ACRE_BENCH_FUNCTION(tan, ::tan);
ACRE_BENCH_FUNCTION(tanh, ::tanh);
ACRE_BENCH_FUNCTION(power, ::pow);
ACRE_BENCH_FUNCTION(arctan2, ::atan2);
ACRE_BENCH_FUNCTION(logaddexp, log_of_sum);
#undef ACRE_BENCH_FUNCTION

template <class Space, class T>
void add_functions(Space const& space, std::int64_t n)
{
  add_copy<Space, T>(space, "copy", n);
  add_function<Space, T, exp_function>(space, n, range{-20, 20});
  add_function<Space, T, log_function>(space, n, range{1e-6, 1e6});
  add_function<Space, T, sin_function>(space, n, range{-10, 10});
  add_function<Space, T, cos_function>(space, n, range{-10, 10});
  add_function<Space, T, tan_function>(space, n, range{-10, 10});
  add_function<Space, T, tanh_function>(space, n, range{-10, 10});
  add_function<Space, T, power_function>(space, n, range{1e-3, 1e3}, range{-5, 5});
  add_function<Space, T, arctan2_function>(space, n, range{-10, 10}, range{-10, 10});
  add_function<Space, T, logaddexp_function>(space, n, range{-20, 20}, range{-20, 20});
}

template <class Space>
void add_all(Space const& space)
{
  std::int64_t const n = on_cpu<Space> ? 10'000'000 : 100'000'000;
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
