#include <acre/array/copy.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/nonzero.hpp>
#include <acre/index/take.hpp>
#include <acre/rearrange/concatenate.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>

#include "loops.hpp"

/// What a user of NumPy writes: masks, index arrays, sums along an array.
namespace acre::bench {

namespace {

template <class T>
void add_for_dtype(host const& space, std::int64_t n)
{
  char const* const dtype = dtype_name<T>();
  auto const in = [=](std::int64_t seed) { return made_input<T>(space, shape(n), seed); };
  auto const places = [=] {
    array<std::int64_t, 1> const i =
        cast<std::int64_t>(made_input<double>(space, shape(n), 9) * static_cast<double>(n));
    return i;
  };
  auto const once = [](auto const& f) { rows_of_thread(0, 1, [&](std::int64_t) { f(); }); };
  add_in_turn("x(x > 0.5)", dtype, n, [=] {
    auto const x = in(1), y = empty<T>(space, shape(n));
    return beside_loop{[=] { x(x > T(0.5)); },
                       [=, a = x.data(), to = y.data()] {
                         std::int64_t kept = 0;
                         once([&] {
                           for (std::int64_t i = 0; i < n; ++i)
                             if (a[i] > T(0.5)) to[kept++] = a[i];
                         });
                         use(kept);
                       }};
  });
  add_in_turn("x(x > 0.5) = 0", dtype, n, [=] {
    auto const x = in(1), y = in(1);
    return beside_loop{[=] { x(x > T(0.5)) = T(0); },
                       [=, to = y.data()] {
                         for_rows(space, n, n, [=](std::int64_t i) {
                           if (to[i] > T(0.5)) to[i] = T(0);
                         });
                       }};
  });
  add_in_turn("where(x > 0.5, x, y)", dtype, n, [=] {
    auto const x = in(1), y = in(2), z = in(3);
    return beside_loop{[=] { z(ALL) = where(x > T(0.5), x, y); },
                       [=, a = x.data(), b = y.data(), to = z.data()] {
                         for_rows(space, n, n,
                                  [=](std::int64_t i) { to[i] = a[i] > T(0.5) ? a[i] : b[i]; });
                       }};
  });
  add_in_turn("count_nonzero(x > 0.5)", dtype, n, [=] {
    auto const x = in(1);
    return beside_loop{[=] { use(count_nonzero(x > T(0.5)).item()); },
                       [=, a = x.data()] {
                         std::int64_t count = 0;
                         once([&] {
                           for (std::int64_t i = 0; i < n; ++i) count += a[i] > T(0.5);
                         });
                         use(count);
                       }};
  });
  add_in_turn("nonzero(x > 0.5)", dtype, n, [=] {
    auto const x = in(1);
    auto const y = empty<std::int64_t>(space, shape(n));
    return beside_loop{[=] { nonzero(x > T(0.5)); },
                       [=, a = x.data(), to = y.data()] {
                         std::int64_t kept = 0;
                         once([&] {
                           for (std::int64_t i = 0; i < n; ++i)
                             if (a[i] > T(0.5)) to[kept++] = i;
                         });
                         use(kept);
                       }};
  });
  add_in_turn("take(x, i)", dtype, n, [=] {
    auto const x = in(1), y = empty<T>(space, shape(n));
    auto const i = places();
    return beside_loop{[=] { y(ALL) = take(x, i); },
                       [=, a = x.data(), at = i.data(), to = y.data()] {
                         for_rows(space, n, n, [=](std::int64_t k) { to[k] = a[at[k]]; });
                       }};
  });
  add_in_turn("y(i) = x", dtype, n, [=] {
    auto const x = in(1), y = in(2);
    auto const i = places();
    return beside_loop{[=] { y(i) = x; },
                       [=, a = x.data(), at = i.data(), to = y.data()] {
                         rows_of_thread(0, n, [=](std::int64_t k) { to[at[k]] = a[k]; });
                       }};
  });
  add_in_turn("cumsum(x)", dtype, n, [=] {
    auto const x = in(1), y = empty<T>(space, shape(n));
    return beside_loop{[=] { cumsum(x); },
                       [=, a = x.data(), to = y.data()] {
                         once([&] {
                           T total = 0;
                           for (std::int64_t i = 0; i < n; ++i) to[i] = total += a[i];
                         });
                       }};
  });
  add_in_turn("mean, var", dtype, n, [=] {
    auto const x = in(1);
    return beside_loop{[=] { use(var(x).item()); },
                       [=, a = x.data()] {
                         T total = 0;
                         once([&] {
                           T mean = 0;
                           for (std::int64_t i = 0; i < n; ++i) mean += a[i];
                           mean /= static_cast<T>(n);
                           for (std::int64_t i = 0; i < n; ++i)
                             total += (a[i] - mean) * (a[i] - mean);
                         });
                         use(total);
                       }};
  });
  add_in_turn("argmax(x)", dtype, n, [=] {
    auto const x = in(1);
    return beside_loop{[=] { use(argmax(x).item()); },
                       [=, a = x.data()] {
                         std::int64_t at = 0;
                         once([&] {
                           for (std::int64_t i = 1; i < n; ++i)
                             if (a[at] < a[i]) at = i;
                         });
                         use(at);
                       }};
  });
  add_in_turn("any(x > 2)", dtype, n, [=] {
    auto const x = in(1);
    return beside_loop{[=] { use(any(x > T(2)).item()); },
                       [=, a = x.data()] {
                         bool found = false;
                         once([&] {
                           for (std::int64_t i = 0; i < n && !found; ++i) found = a[i] > T(2);
                         });
                         use(found);
                       }};
  });
  add_in_turn("concatenate", dtype, 2 * n, [=] {
    auto const x = in(1), y = in(2), z = empty<T>(space, shape(2 * n));
    return beside_loop{[=] { concatenate({x, y}); },
                       [=, a = x.data(), b = y.data(), to = z.data()] {
                         std::copy_n(a, n, to);
                         std::copy_n(b, n, to + n);
                       }};
  });
  add_in_turn("zeros(n)", dtype, n, [=] {
    return beside_loop{[=] { zeros<T>(space, shape(n)); },
                       [=] { use(std::vector<T>(static_cast<std::size_t>(n)).data()); }};
  });
}

}  // namespace

void add_selections(host const& space)
{
  for (std::int64_t const n : {100, 10000, 3000000}) {
    add_for_dtype<double>(space, n);
  }
}

}  // namespace acre::bench
