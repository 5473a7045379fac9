#include <acre/array/copy.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/sum.hpp>

#include "loops.hpp"

/// Calls of few elements: what a call takes beside its work.
namespace acre::bench {

namespace {

template <class T>
void add_short(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  auto const in = [=](std::int64_t seed) { return made_input<T>(space, shape(n), seed); };
  auto const loop = [=](auto const& f) { return [=] { for_rows(space, n, n, f); }; };
  add_in_turn("y = x + y", dtype, n, [=] {
    auto const x = in(1), y = in(2);
    return beside_loop{[=, to = y]() mutable { to = x + to; },
                       loop([a = x.data(), b = y.data()](std::int64_t i) { b[i] = a[i] + b[i]; })};
  });
  add_in_turn("y += x", dtype, n, [=] {
    auto const x = in(1), y = in(2);
    return beside_loop{[=, to = y]() mutable { to += x; },
                       loop([a = x.data(), b = y.data()](std::int64_t i) { b[i] += a[i]; })};
  });
  add_in_turn("y = a * x + b", dtype, n, [=] {
    auto const x = in(1), a = in(2), b = in(3), y = in(4);
    return beside_loop{[=, to = y]() mutable { to = a * x + b; },
                       loop([p = a.data(), q = x.data(), r = b.data(),
                             to = y.data()](std::int64_t i) { to[i] = p[i] * q[i] + r[i]; })};
  });
  add_in_turn("y(ALL) = 2 * x", dtype, n, [=] {
    auto const x = in(1), y = in(2);
    return beside_loop{[=] { y(ALL) = T(2) * x; },
                       loop([a = x.data(), b = y.data()](std::int64_t i) { b[i] = T(2) * a[i]; })};
  });
  add_in_turn("y(1:) = x(1:) - x(:-1)", dtype, n, [=] {
    auto const x = in(1), y = in(2);
    return beside_loop{[=] { y(slice(1, none)) = x(slice(1, none)) - x(slice(0, -1)); },
                       [=, a = x.data(), b = y.data()] {
                         for_rows(space, n - 1, n,
                                  [=](std::int64_t i) { b[i + 1] = a[i + 1] - a[i]; });
                       }};
  });
  add_in_turn("sum(x)", dtype, n, [=] {
    auto const x = in(1);
    return beside_loop{[=] { use(sum(x).item()); },
                       [=, a = x.data()] {
                         T total = 0;
                         rows_of_thread(0, 1, [&](std::int64_t) {
                           for (std::int64_t i = 0; i < n; ++i) total += a[i];
                         });
                         use(total);
                       }};
  });
  add_in_turn("sum(x * y)", dtype, n, [=] {
    auto const x = in(1), y = in(2);
    return beside_loop{[=] { use(sum(x * y).item()); },
                       [=, a = x.data(), b = y.data()] {
                         T total = 0;
                         rows_of_thread(0, 1, [&](std::int64_t) {
                           for (std::int64_t i = 0; i < n; ++i) total += a[i] * b[i];
                         });
                         use(total);
                       }};
  });
  add_in_turn("max(x)", dtype, n, [=] {
    auto const x = in(1);
    return beside_loop{[=] { use(max(x).item()); },
                       [=, a = x.data()] {
                         T most = a[0];
                         rows_of_thread(0, 1, [&](std::int64_t) {
                           for (std::int64_t i = 0; i < n; ++i) most = std::max(most, a[i]);
                         });
                         use(most);
                       }};
  });
}

template <class T>
void add_planes(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  auto const in = [=](std::int64_t seed) { return made_input<T>(space, shape(n, n), seed); };
  add_in_turn("y(ALL, ALL) = d * x + 1, a row", dtype, n * n, [=] {
    auto const d = in(1), y = in(2);
    auto const x = made_input<T>(space, shape(n), 3);
    return beside_loop{[=] { y(ALL, ALL) = d * x + T(1); },
                       [=, a = d.data(), b = x.data(), to = y.data()] {
                         for_rows(space, n, n * n, [=](std::int64_t i) {
                           for (std::int64_t j = 0; j < n; ++j)
                             to[i * n + j] = a[i * n + j] * b[j] + T(1);
                         });
                       }};
  });
  add_in_turn("y(ALL, ALL) = d * x + 1, a column", dtype, n * n, [=] {
    auto const d = in(1), y = in(2);
    auto const x = made_input<T>(space, shape(n), 3);
    return beside_loop{[=] { y(ALL, ALL) = d * x(ALL, newaxis) + T(1); },
                       [=, a = d.data(), b = x.data(), to = y.data()] {
                         for_rows(space, n, n * n, [=](std::int64_t i) {
                           for (std::int64_t j = 0; j < n; ++j)
                             to[i * n + j] = a[i * n + j] * b[i] + T(1);
                         });
                       }};
  });
  add_in_turn("u(i, j) = v from the host", dtype, n * n, [=] {
    auto const u = in(1);
    return beside_loop{[=] {
                         for (std::int64_t i = 0; i < n; ++i)
                           for (std::int64_t j = 0; j < n; ++j) u(i, j) = T(2);
                       },
                       [=, to = u.data()] {
                         for_rows(space, n, n * n, [=](std::int64_t i) {
                           for (std::int64_t j = 0; j < n; ++j) to[i * n + j] = T(2);
                         });
                       }};
  });
  add_in_turn("heat step", dtype, n * n, [=] {
    auto const u = in(1), v = in(1);
    return beside_loop{
        [=] {
          slice const mid(1, -1), before(0, -2), after(2, none);
          auto const c = u(mid, mid);
          v(mid, mid) = c + T(0.1) * (u(before, mid) + u(after, mid) + u(mid, before) +
                                      u(mid, after) - T(4) * c);
        },
        [=, a = u.data(), b = v.data()] {
          for_rows(space, n - 2, n * n, [=](std::int64_t row) {
            T const* const c = a + (row + 1) * n;
            T* const to = b + (row + 1) * n;
            for (std::int64_t i = 1; i < n - 1; ++i)
              to[i] = c[i] + T(0.1) * (c[i - n] + c[i + n] + c[i - 1] + c[i + 1] - T(4) * c[i]);
          });
        }};
  });
  add_in_turn("edges set", dtype, n * n, [=] {
    auto const u = in(1);
    return beside_loop{[=] {
                         u(0, ALL) = u(1, ALL);
                         u(-1, ALL) = u(-2, ALL);
                         u(ALL, 0) = u(ALL, -2);
                         u(ALL, -1) = u(ALL, 1);
                       },
                       [=, a = u.data()] {
                         for_rows(space, n, n, [=](std::int64_t i) { a[i] = a[n + i]; });
                         for_rows(space, n, n,
                                  [=](std::int64_t i) { a[(n - 1) * n + i] = a[(n - 2) * n + i]; });
                         for_rows(space, n, n, [=](std::int64_t i) {
                           a[i * n] = a[i * n + n - 2];
                           a[i * n + n - 1] = a[i * n + 1];
                         });
                       }};
  });
}

}  // namespace

void add_calls(host const& space)
{
  for (std::int64_t const n : {10, 64, 1000, 100000}) {
    add_short<double>(space, n);
  }
  for (std::int64_t const n : {8, 66, 500}) add_planes<double>(space, n);
}

}  // namespace acre::bench
