#include <acre/array/copy.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/rearrange/rearrange.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/gradient.hpp>
#include <acre/reduce/sum.hpp>

#include <cmath>

#include "loops.hpp"

/// The lines of a grid code: fields (n, n, n), slices shifted against each other.
namespace acre::bench {

namespace {

template <class T>
void add_fields(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  std::int64_t const n2 = n * n, n3 = n * n * n;
  auto const row = [=](std::string const& name, auto const& call, auto const& of_line) {
    add_in_turn(name, dtype, n3, [=] {
      auto const u = made_input<T>(space, shape(n, n, n), 1),
                 v = made_input<T>(space, u.shape(), 2);
      return beside_loop{[=] { call(u, v); },
                         [=, a = u.data(), b = v.data()] {
                           for_rows(space, n - 2, n3, [=](std::int64_t z) {
                             for (std::int64_t y = 1; y < n - 1; ++y)
                               of_line(a + (z + 1) * n2 + y * n, b + (z + 1) * n2 + y * n);
                           });
                         }};
    });
  };
  row(
      "laplacian of (n, n, n)",
      [](auto const& u, auto const& v) {
        slice const mid(1, -1), before(0, -2), after(2, none);
        v(mid, mid, mid) = u(before, mid, mid) + u(after, mid, mid) + u(mid, before, mid) +
                           u(mid, after, mid) + u(mid, mid, before) + u(mid, mid, after) -
                           T(6) * u(mid, mid, mid);
      },
      [=](T const* a, T* to) {
        for (std::int64_t i = 1; i < n - 1; ++i)
          to[i] = a[i - n2] + a[i + n2] + a[i - n] + a[i + n] + a[i - 1] + a[i + 1] - T(6) * a[i];
      });
  row(
      "upwind of (n, n, n)",
      [](auto const& u, auto const& v) {
        slice const mid(1, -1), before(0, -2), after(2, none);
        auto const c = u(mid, mid, mid);
        v(mid, mid, mid) =
            c - T(0.1) * where(c > T(0.5), c - u(mid, mid, before), u(mid, mid, after) - c);
      },
      [=](T const* a, T* to) {
        for (std::int64_t i = 1; i < n - 1; ++i)
          to[i] = a[i] - T(0.1) * (a[i] > T(0.5) ? a[i] - a[i - 1] : a[i + 1] - a[i]);
      });
  row(
      "difference along the first axis",
      [](auto const& u, auto const& v) {
        slice const mid(1, -1), before(0, -2), after(2, none);
        v(mid, mid, mid) = (u(after, mid, mid) - u(before, mid, mid)) * T(0.5);
      },
      [=](T const* a, T* to) {
        for (std::int64_t i = 1; i < n - 1; ++i) to[i] = (a[i + n2] - a[i - n2]) * T(0.5);
      });
  add_in_turn("max(abs(u - v))", dtype, n3, [=] {
    auto const u = made_input<T>(space, shape(n, n, n), 1), v = made_input<T>(space, u.shape(), 2);
    return beside_loop{[=] { use(max(abs(u - v)).item()); },
                       [=, a = u.data(), b = v.data()] {
                         T most = 0;
                         rows_of_thread(0, 1, [&](std::int64_t) {
                           for (std::int64_t i = 0; i < n3; ++i)
                             most = std::max(most, std::abs(a[i] - b[i]));
                         });
                         use(most);
                       }};
  });
  add_in_turn("sum(u(mid, mid, mid))", dtype, n3, [=] {
    auto const u = made_input<T>(space, shape(n, n, n), 1);
    return beside_loop{[=] {
                         slice const mid(1, -1);
                         use(sum(u(mid, mid, mid)).item());
                       },
                       [=, a = u.data()] {
                         T total = 0;
                         rows_of_thread(1, n - 1, [&](std::int64_t z) {
                           for (std::int64_t y = 1; y < n - 1; ++y)
                             for (std::int64_t i = 1; i < n - 1; ++i)
                               total += a[z * n2 + y * n + i];
                         });
                         use(total);
                       }};
  });
  for (int const axis : {0, 1, 2})
    add_in_turn("sum along axis " + std::to_string(axis), dtype, n3, [=] {
      auto const u = made_input<T>(space, shape(n, n, n), 1);
      auto const y = empty<T>(space, shape(n, n));
      return beside_loop{[=] { sum(u, axis); },
                         [=, a = u.data(), to = y.data()] {
                           for_rows(space, n, n3, [=](std::int64_t p) {
                             if (axis == 2) {
                               for (std::int64_t q = 0; q < n; ++q) {
                                 T total = 0;
                                 for (std::int64_t k = 0; k < n; ++k)
                                   total += a[p * n2 + q * n + k];
                                 to[p * n + q] = total;
                               }
                               return;
                             }
                             std::int64_t const step = axis == 0 ? n2 : n;
                             T const* const from = a + (axis == 0 ? p * n : p * n2);
                             for (std::int64_t q = 0; q < n; ++q) to[p * n + q] = from[q];
                             for (std::int64_t k = 1; k < n; ++k)
                               for (std::int64_t q = 0; q < n; ++q)
                                 to[p * n + q] += from[k * step + q];
                           });
                         }};
    });
  add_in_turn("faces set", dtype, n3, [=] {
    auto const u = made_input<T>(space, shape(n, n, n), 1);
    return beside_loop{[=] {
                         u(0, ALL, ALL) = u(1, ALL, ALL);
                         u(ALL, 0, ALL) = u(ALL, 1, ALL);
                         u(ALL, ALL, 0) = u(ALL, ALL, 1);
                       },
                       [=, a = u.data()] {
                         for_rows(space, n, n2, [=](std::int64_t p) {
                           for (std::int64_t q = 0; q < n; ++q) a[p * n + q] = a[n2 + p * n + q];
                         });
                         for_rows(space, n, n2, [=](std::int64_t p) {
                           for (std::int64_t q = 0; q < n; ++q) a[p * n2 + q] = a[p * n2 + n + q];
                         });
                         for_rows(space, n, n2, [=](std::int64_t p) {
                           for (std::int64_t q = 0; q < n; ++q)
                             a[p * n2 + q * n] = a[p * n2 + q * n + 1];
                         });
                       }};
  });
  add_in_turn("roll by 1 along the last axis", dtype, n3, [=] {
    auto const u = made_input<T>(space, shape(n, n, n), 1), v = made_input<T>(space, u.shape(), 2);
    return beside_loop{[=] { roll(u, 1, 2); },
                       [=, a = u.data(), b = v.data()] {
                         for_rows(space, n2, n3, [=](std::int64_t p) {
                           b[p * n] = a[p * n + n - 1];
                           for (std::int64_t q = 1; q < n; ++q) b[p * n + q] = a[p * n + q - 1];
                         });
                       }};
  });
}

}  // namespace

void add_grids(host const& space)
{
  for (std::int64_t const n : {8, 32, 160}) {
    add_fields<double>(space, n);
  }
}

}  // namespace acre::bench
