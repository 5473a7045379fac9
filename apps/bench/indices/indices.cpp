#include <acre/error.hpp>
#include <acre/index/advanced.hpp>
#include <acre/index/compress.hpp>
#include <acre/index/index_mode.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/index/take.hpp>
#include <acre/random/generator.hpp>
#include <acre/rearrange/rearrange.hpp>

#include "baseline.hpp"

/// Gathers under every mode against a plain one, writes through indices, selection against the
/// vendor's, scatter_add in order and with atomics. Indices and values are random.
namespace acre::bench {

namespace {

template <class Index, element T, class Space>
void add_take(Space const& space, std::string const& workload, std::int64_t n, std::int64_t from)
{
  // row(peer, gather): gather(y, a, i) is timed
  auto const row = [&](std::string const& peer, auto gather) {
    add(workload, dtype_name<T>(), n, peer, [=](benchmark::State& state) {
      array<T, 1, Space> const a = generator(1).uniform<T>(space, shape(from));
      array<Index, 1, Space> const i =
          generator(2).integers<Index>(space, shape(n), 0, static_cast<Index>(from));
      auto y = empty<T>(space, shape(n));
      measure(state, space, static_cast<double>(n) * (2 * sizeof(T) + sizeof(Index)),
              [&] { gather(y, a, i); });
    });
  };
  auto const ours = [&](char const* mode_name, auto mode) {
    row(acre_name() + "." + mode_name,
        [=](auto& y, auto const& a, auto const& i) { y = take(a, i, mode); });
  };
  ours("unchecked", index_mode::unchecked);
  ours("raise", index_mode::raise);
  ours("wrap", index_mode::wrap);
  ours("clip", index_mode::clip);
  ours("fill", fill<T>(T(0)));
  ours("drop", index_mode::drop);
  using bar = baseline<Space, T>;
  if constexpr (requires { bar::gather_name; })
    row(bar::gather_name, [=](auto& y, auto const& a, auto const& i) {
      bar::gather(space, y.data(), a.data(), i.data(), n);
    });
}

/// The last of the values for a place stays there.
template <element T, class Space>
void add_put(Space const& space, std::string const& workload, std::int64_t n, std::int64_t places)
{
  add(workload, dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    array<T, 1, Space> const v = generator(1).uniform<T>(space, shape(n));
    array<std::int64_t, 1, Space> const i =
        generator(2).integers<std::int64_t>(space, shape(n), 0, places);
    auto y = zeros<T>(space, shape(places));
    measure(state, space, static_cast<double>(n) * (sizeof(T) + 8), [&] { y(i) = v; });
  });
}

/// Rows of 40 KB through indices, and elements as often as counts say.
template <class Space>
void add_rows(Space const& space, std::int64_t rows)
{
  std::int64_t const columns = 10000, n = rows * columns;
  std::string const us = acre_name();
  auto const row = [=](char const* workload, auto const& f) {
    add(workload, "float32", n, us, [=](benchmark::State& state) {
      auto const x = made_input<float>(space, shape(rows, columns), 1);
      auto const y = copy(x);
      array<std::int64_t, 1, Space> const i =
          generator(2).integers<std::int64_t>(space, shape(rows), 0, rows);
      measure(state, space, 8.0 * static_cast<double>(n), [&] { return f(x, y, i); });
    });
  };
  row("take_rows", [](auto const& x, auto const&, auto const& i) { return evaluate(x(i)); });
  row("put_rows", [](auto const& x, auto const& y, auto const& i) { y(i) = x; });
  row("add_rows", [](auto const& x, auto const& y, auto const& i) { scatter_add(y(i), x); });
  add("repeat_counts", "float32", n / 10, us, [=](benchmark::State& state) {
    auto const x = made_input<float>(space, shape(n / 10), 1);
    array<std::int64_t, 1, Space> const counts =
        generator(2).integers<std::int64_t>(space, shape(n / 10), 0, 20);
    measure(state, space, 1.2 * 4 * static_cast<double>(n), [&] { return repeat(x, counts); });
  });
}

/// Cost of an error if every index is bad: kernel, wait and message.
template <class Space>
void add_all_bad(Space const& space, std::int64_t n)
{
  add("take_all_bad", dtype_name<float>(), n, acre_name(), [=](benchmark::State& state) {
    array<float, 1, Space> const a = zeros<float>(space, shape(6));
    array<std::int64_t, 1, Space> const i = arange<std::int64_t>(space, 6, n + 6);
    auto y = empty<float>(space, shape(n));
    measure(state, space, static_cast<double>(n) * 12, [&] {
      y = take(a, i);
      try {
        space.fence();
      } catch (index_error const&) {
      }
    });
  });
}

template <class Space, element T>
void add_select(Space const& space, std::int64_t n)
{
  double const bytes = static_cast<double>(n) * (1 + 1.5 * sizeof(T));
  add("mask_select", dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    array<T, 1, Space> const x = generator(1).uniform<T>(space, shape(n));
    array<bool, 1, Space> const mask = x > T(0.5);
    measure(state, space, bytes, [&] { compress(mask, x); });
  });
  add("select_if", dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    array<T, 1, Space> const x = generator(1).uniform<T>(space, shape(n));
    measure(state, space, static_cast<double>(n) * 1.5 * sizeof(T),
            [&] { compress(x > T(0.5), x); });
  });
  using bar = baseline<Space, T>;
  if constexpr (requires { typename bar::select; })
    add("mask_select", dtype_name<T>(), n, bar::select_name, [=](benchmark::State& state) {
      array<T, 1, Space> const x = generator(1).uniform<T>(space, shape(n));
      array<bool, 1, Space> const mask = x > T(0.5);
      auto const y = empty<T>(space, shape(n));
      auto const count = zeros<std::int64_t>(space, shape(1));
      typename bar::select const select(space, x.data(), mask.data(), n);
      measure(state, space, bytes,
              [&] { select(x.data(), mask.data(), y.data(), count.data(), n); });
    });
}

template <class Space, element T>
void add_scatter(Space const& space, std::string const& workload, std::int64_t n,
                 std::int64_t places)
{
  auto const row = [&](char const* how, bool atomics) {
    add(workload, dtype_name<T>(), n, acre_name() + how, [=](benchmark::State& state) {
      array<T, 1, Space> const v = generator(1).uniform<T>(space, shape(n));
      array<std::int64_t, 1, Space> const i =
          generator(2).integers<std::int64_t>(space, shape(n), 0, places);
      auto const y = zeros<T>(space, shape(places));
      measure(state, space, static_cast<double>(n) * (sizeof(T) + 8), [&] {
        if (atomics)
          fast::scatter_add(y(i, index_mode::unchecked), v);
        else
          scatter_add(y(i), v);
      });
    });
  };
  row(".atomics", true);
  row("", false);
}

template <class Space>
void add_all(Space const& space)
{
  std::int64_t const n = 100000000;
  add_take<std::int64_t, float>(space, "take", n, n);
  add_take<std::int64_t, double>(space, "take", n, n);
  add_take<std::int32_t, float>(space, "take_i32", n, n);
  add_take<std::int64_t, float>(space, "take_1e6", n, 1000000);
  add_take<std::int64_t, double>(space, "take_1e6", n, 1000000);
  add_put<float>(space, "put", n, n);
  add_put<double>(space, "put", n, n);
  add_put<float>(space, "put_1e6", n, 1000000);
  add_put<double>(space, "put_1e6", n, 1000000);
  add_rows(space, n / 10000);
  add_all_bad(space, 10000000);
  add_select<Space, float>(space, n);
  add_select<Space, double>(space, n);
  for (std::int64_t const places : {std::int64_t{1000000}, std::int64_t{100}}) {
    std::string const name = places == 100 ? "scatter_add_100" : "scatter_add_1e6";
    add_scatter<Space, float>(space, name, n, places);
    add_scatter<Space, double>(space, name, n, places);
  }
}

}  // namespace
}  // namespace acre::bench

int main(int argc, char** argv)
{
  return acre::bench::run(argc, argv, [] {
    acre::dispatch(acre::chosen_space(), [](auto const& space) { acre::bench::add_all(space); });
  });
}
