#include <acre/device/launch.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/elementary_pairs.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/pow.hpp>
#include <acre/math/trig.hpp>

#include <cmath>

#include "loops.hpp"

/// Functions of expressions, and in a kernel of one's own, beside the C library's in a loop.
namespace acre::bench {

namespace {

template <class T>
void add_for_dtype(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  auto const row = [=](std::string const& name, auto const& call, auto const& of, T low, T high) {
    add_in_turn(name, dtype, n, [=] {
      array<T, 1> const x = made_input<T>(space, shape(n), 1) * (high - low) + low,
                        z = made_input<T>(space, shape(n), 2) * (high - low) + low;
      auto const y = empty<T>(space, shape(n));
      return beside_loop{[=] { y(ALL) = call(x, z); },
                         [=, a = x.data(), b = z.data(), to = y.data()] {
                           for_rows(space, n, n, [=](std::int64_t i) { to[i] = of(a[i], b[i]); });
                         }};
    });
  };
#define ACRE_BENCH_ONE(f, low, high)                                                               \
  row(                                                                                             \
      #f "(x)", [](auto const& x, auto const&) { return f(x); }, [](T a, T) { return std::f(a); }, \
      T(low), T(high))
  ACRE_BENCH_ONE(exp, -20, 20);
  ACRE_BENCH_ONE(log, 0.001, 1000);
  ACRE_BENCH_ONE(sin, -10, 10);
  ACRE_BENCH_ONE(tan, -10, 10);
  ACRE_BENCH_ONE(tanh, -4, 4);
  ACRE_BENCH_ONE(cbrt, 0.001, 1000);
  ACRE_BENCH_ONE(sqrt, 0.001, 1000);
  ACRE_BENCH_ONE(floor, -10, 10);
#undef ACRE_BENCH_ONE
  row(
      "arctan2(x, z)", [](auto const& x, auto const& z) { return arctan2(x, z); },
      [](T a, T b) { return std::atan2(a, b); }, T(-2), T(2));
  row(
      "power(x, z)", [](auto const& x, auto const& z) { return power(x, z); },
      [](T a, T b) { return std::pow(a, b); }, T(0.1), T(4));
  row(
      "hypot(x, z)", [](auto const& x, auto const& z) { return hypot(x, z); },
      [](T a, T b) { return std::hypot(a, b); }, T(0.1), T(4));
  row(
      "logaddexp(x, z)", [](auto const& x, auto const& z) { return logaddexp(x, z); },
      [](T a, T b) {
        T const most = std::max(a, b);
        return most + std::log1p(std::exp(-std::abs(a - b)));
      },
      T(-4), T(4));
  auto const own = [=](std::string const& name, auto const& mine, auto const& theirs) {
    add_in_turn(name, dtype, n, [=] {
      array<T, 1> const x = made_input<T>(space, shape(n), 1) * T(4) + T(0.1),
                        z = made_input<T>(space, shape(n), 2) * T(4);
      auto const y = empty<T>(space, shape(n));
      return beside_loop{[=, a = x.ref(), b = z.ref(), to = y.ref()] {
                           launch(space, n, [=](std::int64_t i) { to(i) = mine(a(i), b(i)); });
                         },
                         [=, a = x.data(), b = z.data(), to = y.data()] {
                           for_rows(space, n, n,
                                    [=](std::int64_t i) { to[i] = theirs(a[i], b[i]); });
                         }};
    });
  };
  own(
      "a kernel's math::pow", [](T a, T b) { return math::pow(a, b); },
      [](T a, T b) { return std::pow(a, b); });
  own(
      "a kernel's math::exp", [](T a, T) { return math::exp(a); },
      [](T a, T) { return std::exp(a); });
  own(
      "a kernel's math::sin", [](T a, T) { return math::sin(a); },
      [](T a, T) { return std::sin(a); });
}

}  // namespace

void add_functions(host const& space)
{
  for (std::int64_t const n : {100, 100000}) {
    add_for_dtype<double>(space, n);
    add_for_dtype<float>(space, n);
  }
}

}  // namespace acre::bench
