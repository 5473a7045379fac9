#include <acre/elementwise/elementary.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>

#include "loops.hpp"

/// Few elements along a first axis, and long columns of few.
namespace acre::bench {

namespace {

template <class T>
void add_down(host const& space, std::int64_t rows, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  auto const of = " down (" + std::to_string(rows) + ", n)";
  auto const in = [=] { return made_input<T>(space, shape(rows, n), 1); };
  add_in_turn("sum" + of, dtype, n, [=] {
    auto const x = in();
    auto const y = empty<T>(space, shape(n));
    return beside_loop{[=] { sum(x, 0); },
                       [=, a = x.data(), to = y.data()] {
                         for_rows(space, n, rows * n, [=](std::int64_t i) {
                           T total = 0;
                           for (std::int64_t j = 0; j < rows; ++j) total += a[j * n + i];
                           to[i] = total;
                         });
                       }};
  });
  add_in_turn("max" + of, dtype, n, [=] {
    auto const x = in();
    auto const y = empty<T>(space, shape(n));
    return beside_loop{[=] { max(x, 0); },
                       [=, a = x.data(), to = y.data()] {
                         for_rows(space, n, rows * n, [=](std::int64_t i) {
                           T most = a[i];
                           for (std::int64_t j = 1; j < rows; ++j)
                             most = std::max(most, a[j * n + i]);
                           to[i] = most;
                         });
                       }};
  });
  add_in_turn("cumsum" + of, dtype, n, [=] {
    auto const x = in(), y = empty<T>(space, shape(rows, n));
    return beside_loop{[=] { cumsum(x, 0); },
                       [=, a = x.data(), to = y.data()] {
                         for_rows(space, 1, 1, [=](std::int64_t) {
                           for (std::int64_t i = 0; i < n; ++i) to[i] = a[i];
                           for (std::int64_t j = 1; j < rows; ++j)
                             for (std::int64_t i = 0; i < n; ++i)
                               to[j * n + i] = to[(j - 1) * n + i] + a[j * n + i];
                         });
                       }};
  });
}

/// Long columns: what a bounding box and a centre of mass are made of.
template <class T>
void add_long(host const& space, std::int64_t n, std::int64_t w)
{
  char const* const dtype = dtype_name<T>();
  auto const of = " of columns of (n, " + std::to_string(w) + ")";
  auto const in = [=] { return made_input<T>(space, shape(n, w), 1); };
  auto const row = [=](std::string const& name, auto const& call, auto const& step, T first) {
    add_in_turn(name + of, dtype, n, [=] {
      auto const x = in();
      auto const y = empty<T>(space, shape(w));
      return beside_loop{[=] { call(x); },
                         [=, a = x.data(), to = y.data()] {
                           rows_of_thread(0, 1, [=](std::int64_t) {
                             T all[64];
                             for (std::int64_t j = 0; j < w; ++j) all[j] = first;
                             for (std::int64_t i = 0; i < n; ++i)
                               for (std::int64_t j = 0; j < w; ++j)
                                 all[j] = step(all[j], a[i * w + j]);
                             for (std::int64_t j = 0; j < w; ++j) to[j] = all[j];
                           });
                         }};
    });
  };
  row("sum", [](auto const& x) { return sum(x, 0); }, [](T a, T b) { return a + b; }, T(0));
  row(
      "max", [](auto const& x) { return max(x, 0); }, [](T a, T b) { return std::max(a, b); },
      T(0));
  add_in_turn("cumsum" + of, dtype, n, [=] {
    auto const x = in(), y = empty<T>(space, shape(n, w));
    return beside_loop{[=] { cumsum(x, 0); },
                       [=, a = x.data(), to = y.data()] {
                         rows_of_thread(0, 1, [=](std::int64_t) {
                           for (std::int64_t j = 0; j < w; ++j) to[j] = a[j];
                           for (std::int64_t i = w; i < n * w; ++i) to[i] = to[i - w] + a[i];
                         });
                       }};
  });
}

}  // namespace

void add_columns(host const& space)
{
  for (std::int64_t const n : {30, 3000, 1000000}) {
    for (std::int64_t const rows : {3, 8}) {
      add_down<double>(space, rows, n);
    }
    add_long<double>(space, n, 3);
  }
}

}  // namespace acre::bench
