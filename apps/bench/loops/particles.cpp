#include <acre/array/copy.hpp>
#include <acre/array/sequences.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre/order/bincount.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>

#include <cmath>

#include "loops.hpp"

/// The lines of a particle code: positions (n, 3), masses (n), pairs by index.
namespace acre::bench {

namespace {

template <class T>
struct state {
  array<T, 2> x, v, f;
  array<T, 1> m;
  array<std::int64_t, 1> i, j;  // ten pairs of each particle, near each other
  state(host const& space, std::int64_t n)
      : x(made_input<T>(space, shape(n, 3), 1)),
        v(made_input<T>(space, shape(n, 3), 2)),
        f(made_input<T>(space, shape(n, 3), 3)),
        m(made_input<T>(space, shape(n), 4) + T(1)),
        i(arange(space, 10 * n) / std::int64_t{10}),
        j(array<std::int64_t, 1>(space, shape(10 * n)))
  {
    i = arange(space, 10 * n) / std::int64_t{10};
    array<std::int64_t, 1> const away =
        cast<std::int64_t>(made_input<T>(space, shape(10 * n), 5) * T(200));
    j = (i + away + std::int64_t{1}) % n;
  }
};

template <class T>
void add_steps(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  using all = state<T>;
  auto const row = [=](std::string const& name, auto const& call, auto const& of) {
    add_in_turn(name, dtype, n, [=] {
      auto const s = std::make_shared<all>(space, n);
      return beside_loop{[=] { call(*s); }, [=, loop = of(*s)] { loop(); }};
    });
  };
  row(
      "v += dt * f / m", [](all& s) { s.v += T(0.01) * s.f / s.m(ALL, newaxis); },
      [=](all const& s) {
        return [=, v = s.v.data(), f = s.f.data(), m = s.m.data()] {
          for_rows(space, n, 3 * n, [=](std::int64_t i) {
            for (int c = 0; c < 3; ++c) v[3 * i + c] += T(0.01) * f[3 * i + c] / m[i];
          });
        };
      });
  row(
      "x += dt * v", [](all& s) { s.x += T(0.01) * s.v; },
      [=](all const& s) {
        return [=, x = s.x.data(), v = s.v.data()] {
          for_rows(space, n, 3 * n, [=](std::int64_t i) {
            for (int c = 0; c < 3; ++c) x[3 * i + c] += T(0.01) * v[3 * i + c];
          });
        };
      });
  row(
      "x = x - box * floor(x / box)",
      [](all& s) { s.x(ALL, ALL) = s.x - T(3) * floor(s.x / T(3)); },
      [=](all const& s) {
        return [=, x = s.x.data()] {
          for_rows(space, n, 3 * n, [=](std::int64_t i) {
            for (int c = 0; c < 3; ++c)
              x[3 * i + c] = x[3 * i + c] - T(3) * std::floor(x[3 * i + c] / T(3));
          });
        };
      });
  row(
      "sum(m * sum(v * v, 1))", [](all& s) { use((T(0.5) * sum(s.m * sum(s.v * s.v, 1))).item()); },
      [=](all const& s) {
        return [=, v = s.v.data(), m = s.m.data()] {
          T total = 0;
          rows_of_thread(0, 1, [&](std::int64_t) {
            for (std::int64_t i = 0; i < n; ++i)
              total += m[i] * (v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] +
                               v[3 * i + 2] * v[3 * i + 2]);
          });
          use(total);
        };
      });
  row(
      "sum(m(ALL, newaxis) * x, 0)", [](all& s) { sum(s.m(ALL, newaxis) * s.x, 0); },
      [=](all const& s) {
        return [=, x = s.x.data(), m = s.m.data()] {
          T total[3] = {};
          rows_of_thread(0, 1, [&](std::int64_t) {
            for (std::int64_t i = 0; i < n; ++i)
              for (int c = 0; c < 3; ++c) total[c] += m[i] * x[3 * i + c];
          });
          use(total[0] + total[1] + total[2]);
        };
      });
  row(
      "x(ALL, 0) * x(ALL, 1)", [](all& s) { s.m(ALL) = s.x(ALL, 0) * s.x(ALL, 1); },
      [=](all const& s) {
        return [=, x = s.x.data(), m = s.m.data()] {
          for_rows(space, n, n, [=](std::int64_t i) { m[i] = x[3 * i] * x[3 * i + 1]; });
        };
      });
  row(
      "cells of x",
      [](all& s) {
        array<std::int64_t, 2> const at = cast<std::int64_t>(s.x * T(10));
        array<std::int64_t> const cell =
            (at(ALL, 0) * std::int64_t{10} + at(ALL, 1)) * std::int64_t{10} + at(ALL, 2);
        bincount(cell, 1000);
      },
      [=](all const& s) {
        return [=, x = s.x.data(), cell = std::make_shared<std::vector<std::int64_t>>(n)] {
          auto* const to = cell->data();
          for_rows(space, n, 3 * n, [=](std::int64_t i) {
            to[i] = (static_cast<std::int64_t>(x[3 * i] * T(10)) * 10 +
                     static_cast<std::int64_t>(x[3 * i + 1] * T(10))) *
                        10 +
                    static_cast<std::int64_t>(x[3 * i + 2] * T(10));
          });
          std::int64_t count[1000] = {};
          for (std::int64_t i = 0; i < n; ++i) ++count[to[i]];
          use(&count[0]);
        };
      });
}

template <class T>
void add_pairs(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  using all = state<T>;
  std::int64_t const pairs = 10 * n;
  auto const row = [=](std::string const& name, auto const& call, auto const& of) {
    add_in_turn(name, dtype, pairs, [=] {
      auto const s = std::make_shared<all>(space, n);
      return beside_loop{[=] { call(*s); }, [=, loop = of(*s)] { loop(); }};
    });
  };
  row(
      "d = x(i, ALL) - x(j, ALL)", [](all& s) { evaluate(take(s.x, s.i, 0) - take(s.x, s.j, 0)); },
      [=](all const& s) {
        return [=, x = s.x.data(), i = s.i.data(), j = s.j.data(),
                d = empty<T>(space, shape(pairs, 3))] {
          for_rows(space, pairs, 3 * pairs, [=, to = d.data()](std::int64_t p) {
            for (int c = 0; c < 3; ++c) to[3 * p + c] = x[3 * i[p] + c] - x[3 * j[p] + c];
          });
        };
      });
  row(
      "sum(square(x(i, ALL) - x(j, ALL)), 1)",
      [](all& s) { sum(square(take(s.x, s.i, 0) - take(s.x, s.j, 0)), 1); },
      [=](all const& s) {
        return
            [=, x = s.x.data(), i = s.i.data(), j = s.j.data(), d = empty<T>(space, shape(pairs))] {
              for_rows(space, pairs, 3 * pairs, [=, to = d.data()](std::int64_t p) {
                T total = 0;
                for (int c = 0; c < 3; ++c) {
                  T const apart = x[3 * i[p] + c] - x[3 * j[p] + c];
                  total += apart * apart;
                }
                to[p] = total;
              });
            };
      });
  add_in_turn("scatter_add(f(i, ALL), d)", dtype, pairs, [=] {
    all const s(space, n);
    auto const d = made_input<T>(space, shape(pairs, 3), 7);
    return beside_loop{[=] { scatter_add(s.f(s.j, ALL), d); },
                       [=, f = s.f.data(), j = s.j.data(), from = d.data()] {
                         rows_of_thread(0, pairs, [=](std::int64_t p) {
                           for (int c = 0; c < 3; ++c) f[3 * j[p] + c] += from[3 * p + c];
                         });
                       }};
  });
  add_in_turn("scatter_add(m(j), w)", dtype, pairs, [=] {
    all const s(space, n);
    auto const w = made_input<T>(space, shape(pairs), 7);
    return beside_loop{[=] { scatter_add(s.m(s.j), w); },
                       [=, f = s.m.data(), j = s.j.data(), from = w.data()] {
                         rows_of_thread(0, pairs, [=](std::int64_t p) { f[j[p]] += from[p]; });
                       }};
  });
}

/// Squared distances of all pairs of n points (n, 3).
template <class T>
void add_all_pairs(host const& space, std::int64_t n)
{
  auto const row = [=](char const* name, bool reduced) {
    add_in_turn(name, dtype_name<T>(), n * n, [=] {
      auto const x = made_input<T>(space, shape(n, 3), 1);
      auto const y = empty<T>(space, shape(reduced ? n : n * n));
      return beside_loop{[=] {
                           auto const squared =
                               sum(square(x(ALL, newaxis, ALL) - x(newaxis, ALL, ALL)), 2);
                           if (reduced)
                             sum(squared, 1);
                           else
                             evaluate(squared);
                         },
                         [=, a = x.data(), to = y.data()] {
                           for_rows(space, n, 3 * n * n, [=](std::int64_t i) {
                             T all = 0;
                             for (std::int64_t j = 0; j < n; ++j) {
                               T total = 0;
                               for (int c = 0; c < 3; ++c) {
                                 T const apart = a[3 * i + c] - a[3 * j + c];
                                 total += apart * apart;
                               }
                               if (reduced)
                                 all += total;
                               else
                                 to[i * n + j] = total;
                             }
                             if (reduced) to[i] = all;
                           });
                         }};
    });
  };
  row("sum(square(x(ALL, newaxis) - x), 2)", false);
  row("sum(sum(square(x(ALL, newaxis) - x), 2), 1)", true);
}

}  // namespace

void add_particles(host const& space)
{
  for (std::int64_t const n : {30, 3000, 1000000}) {
    add_steps<double>(space, n);
  }
  for (std::int64_t const n : {30, 3000, 300000}) {
    add_pairs<double>(space, n);
  }
  for (std::int64_t const n : {30, 1000}) {
    add_all_pairs<double>(space, n);
  }
}

}  // namespace acre::bench
