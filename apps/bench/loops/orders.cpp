#include <acre/array/copy.hpp>
#include <acre/array/sequences.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/order/bincount.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/interp.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort.hpp>
#include <acre/order/unique.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "loops.hpp"

/// Sorts, searches and bins.
namespace acre::bench {

namespace {

template <class T>
void add_for_dtype(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  auto const in = [=](std::int64_t seed) { return made_input<T>(space, shape(n), seed); };
  add_in_turn("histogram of 100 bins", dtype, n, [=] {
    auto const x = in(1);
    return beside_loop{[=] { histogram(x, 100, 0, 1); },
                       [=, a = x.data(), count = std::vector<std::int64_t>(100)]() mutable {
                         std::fill(count.begin(), count.end(), 0);
                         std::int64_t* const to = count.data();
                         rows_of_thread(0, n, [=](std::int64_t i) {
                           if (!(a[i] >= 0 && a[i] <= 1)) return;
                           auto const bin = static_cast<std::int64_t>(a[i] * T(100));
                           ++to[bin < 100 ? bin : 99];
                         });
                         use(to);
                       }};
  });
  add_in_turn("bincount with weights", dtype, n, [=] {
    auto const w = in(1);
    array<std::int64_t, 1> const i = cast<std::int64_t>(in(2) * T(1000));
    return beside_loop{[=] { bincount(i, w, 1000); },
                       [=, a = w.data(), at = i.data(), y = zeros<double>(space, shape(1000))] {
                         y(ALL) = 0.0;
                         rows_of_thread(0, n, [=, to = y.data()](std::int64_t k) {
                           to[at[k]] += static_cast<double>(a[k]);
                         });
                       }};
  });
  add_in_turn("sort(x)", dtype, n, [=] {
    auto const x = in(1), y = in(1);
    return beside_loop{[=] { sort(x); },
                       [=, a = x.data(), to = y.data()] {
                         std::copy_n(a, n, to);
                         std::sort(to, to + n);
                       }};
  });
  add_in_turn("argsort(x)", dtype, n, [=] {
    auto const x = in(1);
    auto const y = empty<std::int64_t>(space, shape(n));
    return beside_loop{[=] { argsort(x); },
                       [=, a = x.data(), to = y.data()] {
                         std::iota(to, to + n, std::int64_t{0});
                         std::stable_sort(to, to + n, [=](auto i, auto j) { return a[i] < a[j]; });
                       }};
  });
  add_in_turn("unique(x)", dtype, n, [=] {
    array<T, 1> const x = cast<T>(cast<std::int64_t>(in(1) * T(1000)));
    auto const y = in(1);
    return beside_loop{[=] { unique(x); },
                       [=, a = x.data(), to = y.data()] {
                         std::copy_n(a, n, to);
                         std::sort(to, to + n);
                         use(std::unique(to, to + n));
                       }};
  });
  add_in_turn("searchsorted of 1000", dtype, n, [=] {
    auto const x = in(1);
    array<T, 1> const edges = linspace<T>(space, 0, 1, 1000);
    auto const y = empty<std::int64_t>(space, shape(n));
    return beside_loop{[=] { y(ALL) = searchsorted(edges, x); },
                       [=, a = x.data(), e = edges.data(), to = y.data()] {
                         for_rows(space, n, n, [=](std::int64_t i) {
                           to[i] = std::lower_bound(e, e + 1000, a[i]) - e;
                         });
                       }};
  });
}

}  // namespace

void add_orders(host const& space)
{
  for (std::int64_t const n : {100, 10000, 1000000}) {
    add_for_dtype<double>(space, n);
  }
}

}  // namespace acre::bench
