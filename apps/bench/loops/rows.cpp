#include <acre/elementwise/elementary.hpp>
#include <acre/linalg/norm.hpp>
#include <acre/order/topk.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>

#include <cmath>
#include <functional>

#include "loops.hpp"

/// Rows of a few elements.
namespace acre::bench {

namespace {

template <class T>
void add_along(host const& space, std::int64_t n, std::int64_t w)
{
  char const* const dtype = dtype_name<T>();
  auto const of = " of rows of " + std::to_string(w);
  auto const in = [=] { return made_input<T>(space, shape(n, w), 1); };
  auto const row = [=](std::string const& name, auto const& call, auto const& of_row) {
    add_in_turn(name + of, dtype, n, [=] {
      auto const x = in();
      auto const y = empty<T>(space, shape(n));
      return beside_loop{[=] { call(x); },
                         [=, a = x.data(), to = y.data()] {
                           for_rows(space, n, n * w,
                                    [=](std::int64_t i) { to[i] = of_row(a + i * w); });
                         }};
    });
  };
  row(
      "sum", [](auto const& x) { return sum(x, 1); },
      [=](T const* a) {
        T total = 0;
        for (std::int64_t j = 0; j < w; ++j) total += a[j];
        return total;
      });
  row(
      "sum(x * x)", [](auto const& x) { return sum(x * x, 1); },
      [=](T const* a) {
        T total = 0;
        for (std::int64_t j = 0; j < w; ++j) total += a[j] * a[j];
        return total;
      });
  row(
      "norm", [](auto const& x) { return vector_norm(x, 2, 1); },
      [=](T const* a) {
        T total = 0;
        for (std::int64_t j = 0; j < w; ++j) total += a[j] * a[j];
        return std::sqrt(total);
      });
  row(
      "max", [](auto const& x) { return max(x, 1); },
      [=](T const* a) {
        T most = a[0];
        for (std::int64_t j = 1; j < w; ++j) most = std::max(most, a[j]);
        return most;
      });
  row(
      "argmax", [](auto const& x) { return argmax(x, 1); },
      [=](T const* a) {
        std::int64_t at = 0;
        for (std::int64_t j = 1; j < w; ++j)
          if (a[at] < a[j]) at = j;
        return static_cast<T>(at);
      });
  row(
      "var", [](auto const& x) { return var(x, 1); },
      [=](T const* a) {
        T mean = 0, total = 0;
        for (std::int64_t j = 0; j < w; ++j) mean += a[j];
        mean /= static_cast<T>(w);
        for (std::int64_t j = 0; j < w; ++j) total += (a[j] - mean) * (a[j] - mean);
        return total / static_cast<T>(w);
      });
  add_in_turn("cumsum" + of, dtype, n, [=] {
    auto const x = in(), y = empty<T>(space, shape(n, w));
    return beside_loop{[=] { cumsum(x, 1); },
                       [=, a = x.data(), to = y.data()] {
                         for_rows(space, n, n * w, [=](std::int64_t i) {
                           T total = 0;
                           for (std::int64_t j = i * w; j < (i + 1) * w; ++j) to[j] = total += a[j];
                         });
                       }};
  });
  if (w == 32)
    add_in_turn("topk(10)" + of, dtype, n, [=] {
      auto const x = in(), y = empty<T>(space, shape(n, 10));
      return beside_loop{[=] { topk(x, 10); },
                         [=, a = x.data(), to = y.data()] {
                           for_rows(space, n, n * w, [=](std::int64_t i) {
                             T kept[64];
                             std::copy_n(a + i * w, w, kept);
                             std::partial_sort(kept, kept + 10, kept + w, std::greater<>());
                             std::copy_n(kept, 10, to + i * 10);
                           });
                         }};
    });
}

}  // namespace

void add_rows(host const& space)
{
  for (std::int64_t const n : {30, 3000, 1000000})
    for (std::int64_t const w : {3, 8, 32}) {
      if (n > 3000 && w == 8) continue;
      std::int64_t const rows = w == 32 ? (n + 9) / 10 : n;
      add_along<double>(space, rows, w);
      if (n > 30) add_along<float>(space, rows, w);
    }
}

}  // namespace acre::bench
