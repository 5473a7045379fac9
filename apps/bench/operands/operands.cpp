#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "for_rows.hpp"
#include "measure.hpp"

/// One expression, a * b + 1, of arrays of one to four axes whose second operand (in rows named
/// first_… the first one, once the result) lies in memory in every way: contiguous, the same along
/// an axis, strided, reversed, transposed, shifted. On a CPU, beside the loop that a user would
/// write for that way, compiled with the same flags; both run in turn, so that what else the
/// machine does hits either. On serial the thread's own time counts.
namespace acre::bench {

namespace {

double seconds(bool own)
{
  std::timespec t;
#ifdef CLOCK_THREAD_CPUTIME_ID
  if (own) {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
#endif
  std::timespec_get(&t, TIME_UTC);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Times of one call of each: of 15 turns the one whose ratio is the median.
std::pair<double, double> in_turn(bool own, std::function<void()> const& f,
                                  std::function<void()> const& g)
{
  auto const time = [&](std::function<void()> const& call, int calls) {
    double const start = seconds(own);
    for (int n = 0; n < calls; ++n) call();
    return (seconds(own) - start) / calls;
  };
  time(f, 1), time(g, 1);
  int const calls = static_cast<int>(std::clamp(1e-3 / (time(f, 1) + 1e-9), 1.0, 2000.0));
  std::vector<std::pair<double, double>> turn(15);
  for (auto& [a, b] : turn) a = time(f, calls), b = time(g, calls);
  std::nth_element(turn.begin(), turn.begin() + 7, turn.end(), [](auto const& x, auto const& y) {
    return x.first * y.second < y.first * x.second;
  });
  return turn[7];
}

template <class Space>
void add_pair(Space const&, std::string const& workload, char const* dtype, std::int64_t n,
              double bytes,
              std::function<std::pair<std::function<void()>, std::function<void()>>()> const& make)
{
  auto const loop = std::make_shared<double>(0);
  auto const report = [bytes](benchmark::State& state, double time) {
    for (auto _ : state) state.SetIterationTime(time);
    state.counters["bytes"] = benchmark::Counter(bytes);
    state.counters["GB/s"] =
        benchmark::Counter(bytes * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  };
  bool const own = chosen_space() == "serial";
  add(workload, dtype, n, acre_name(), [=](benchmark::State& state) {
    auto const [expression, plain] = make();
    auto const [a, b] = in_turn(own, expression, plain);
    *loop = b;
    report(state, a);
  });
  add(workload, dtype, n, "loop", [=](benchmark::State& state) {
    if (*loop == 0) state.SkipWithError("runs beside acre's row: filter for both");
    report(state, *loop);
  });
}

/// The loop's side: y[i] = a[i] * b(i) + 1 for neighbouring i of a row, b as the user writes it.
template <class Space, class T, class B>
std::function<void()> loop_of(Space const& s, T* y, T const* a, std::int64_t rows, std::int64_t n,
                              B const& b)
{
  return [=] {
    for_rows(s, rows, rows * n, [=](std::int64_t row) {
      T* const to = y + row * n;
      T const* const x = a + row * n;
      auto const other = b(row);
      for (std::int64_t i = 0; i < n; ++i) to[i] = x[i] * other(i) + T(1);
    });
  };
}

template <class Space, class T>
class cases {
 public:
  cases(Space const& space) : space_(space) {}

  void one_axis(std::int64_t n)
  {
    auto const parts = std::max<std::int64_t>(1, std::min<std::int64_t>(64, n / 1000)),
               per = n / parts;
    auto const with = [=, this](char const* name, std::int64_t length, auto const& view,
                                auto const& element) {
      add(std::string("1d_") + name, parts * per, [=, *this] {
        auto const x = input(shape(length), 1), y = input(shape(parts * per), 3);
        auto a = input(shape(parts * per), 2), b = view(x);
        T const *const p = x.data(), *const q = a.data();
        if (is_first(name)) a.swap(b);
        return both([=] { y(ALL) = a * b + T(1); },
                    loop_of(space_, y.data(), q, parts, per, [=](std::int64_t part) {
                      return [=](std::int64_t i) { return element(p, part * per + i); };
                    }));
      });
    };
    std::int64_t const m = parts * per;
    with(
        "contiguous", m, [](auto const& x) { return x; },
        [](T const* p, std::int64_t i) { return p[i]; });
    with(
        "shifted", m + 3, [](auto const& x) { return x(slice(3, none)); },
        [](T const* p, std::int64_t i) { return p[i + 3]; });
    for (char const* const name : {"reversed", "first_reversed"})
      with(
          name, m, [](auto const& x) { return x(slice(none, none, -1)); },
          [m](T const* p, std::int64_t i) { return p[m - 1 - i]; });
    for (char const* const name : {"every_second", "first_every_second"})
      with(
          name, 2 * m, [](auto const& x) { return x(slice(none, none, 2)); },
          [](T const* p, std::int64_t i) { return p[2 * i]; });
    with(
        "every_fifth", 5 * m, [](auto const& x) { return x(slice(none, none, 5)); },
        [](T const* p, std::int64_t i) { return p[5 * i]; });
    with(
        "one_for_all", 1, [](auto const& x) { return x; },
        [](T const* p, std::int64_t) { return p[0]; });
  }

  void two_axes(std::int64_t n)
  {
    auto const with = [=, this](char const* name, auto const& extent, auto const& view,
                                auto const& row) {
      add(std::string("2d_") + name, n * n, [=, *this] {
        auto const x = input(extent, 1);
        auto const y = input(shape(n, n), 3);
        auto a = input(shape(n, n), 2);
        auto b = view(x);
        T const *const p = x.data(), *const q = a.data();
        if constexpr (std::is_same_v<decltype(a), decltype(b)>)
          if (is_first(name)) a.swap(b);
        return both([=] { y(ALL, ALL) = a * b + T(1); },
                    loop_of(space_, y.data(), q, n, n, [=](std::int64_t i) { return row(p, i); }));
      });
    };
    with(
        "contiguous", shape(n, n), [](auto const& x) { return x; },
        [n](T const* p, std::int64_t i) { return [=](std::int64_t j) { return p[i * n + j]; }; });
    with(
        "row", shape(n), [](auto const& x) { return x; },
        [](T const* p, std::int64_t) { return [=](std::int64_t j) { return p[j]; }; });
    for (char const* const name : {"column", "first_column"})
      with(
          name, shape(n), [](auto const& x) { return x(ALL, newaxis); },
          [](T const* p, std::int64_t i) { return [v = p[i]](std::int64_t) { return v; }; });
    with(
        "inside", shape(n + 2, n + 2), [](auto const& x) { return x(slice(1, -1), slice(1, -1)); },
        [n](T const* p, std::int64_t i) {
          return [=](std::int64_t j) { return p[(i + 1) * (n + 2) + j + 1]; };
        });
    with(
        "rows_reversed", shape(n, n), [](auto const& x) { return x(slice(none, none, -1)); },
        [n](T const* p, std::int64_t i) {
          return [=](std::int64_t j) { return p[(n - 1 - i) * n + j]; };
        });
    with(
        "columns_reversed", shape(n, n),
        [](auto const& x) { return x(ALL, slice(none, none, -1)); },
        [n](T const* p, std::int64_t i) {
          return [=](std::int64_t j) { return p[i * n + n - 1 - j]; };
        });
    with(
        "every_second_column", shape(n, 2 * n),
        [](auto const& x) { return x(ALL, slice(none, none, 2)); },
        [n](T const* p, std::int64_t i) {
          return [=](std::int64_t j) { return p[i * 2 * n + 2 * j]; };
        });
    add("2d_transposed", n * n, [=, *this] {
      auto const x = input(shape(n, n), 1), a = input(shape(n, n), 2), y = input(shape(n, n), 3);
      T const *const p = a.data(), *const q = x.data();
      T* const to = y.data();
      return both([=] { y(ALL, ALL) = a * x.transpose() + T(1); },
                  [=, s = space_] {
                    for_rows(s, (n + 31) / 32, n * n, [=](std::int64_t block) {
                      for (std::int64_t j0 = 0; j0 < n; j0 += 32)
                        for (std::int64_t i = block * 32; i < std::min(n, block * 32 + 32); ++i)
                          for (std::int64_t j = j0; j < std::min(n, j0 + 32); ++j)
                            to[i * n + j] = p[i * n + j] * q[j * n + i] + T(1);
                    });
                  });
    });
    add("2d_into_inside", n * n, [=, *this] {
      auto const x = input(shape(n, n), 1), a = input(shape(n, n), 2),
                 y = input(shape(n + 2, n + 2), 3);
      T const *const p = a.data(), *const q = x.data();
      T* const to = y.data();
      return both([=] { y(slice(1, -1), slice(1, -1)) = a * x + T(1); },
                  [=, s = space_] {
                    for_rows(s, n, n * n, [=](std::int64_t i) {
                      T* const row = to + (i + 1) * (n + 2) + 1;
                      for (std::int64_t j = 0; j < n; ++j)
                        row[j] = p[i * n + j] * q[i * n + j] + T(1);
                    });
                  });
    });
  }

  void three_axes(std::int64_t n)
  {
    auto const with = [=, this](char const* name, auto const& extent, auto const& view,
                                auto const& row) {
      add(std::string("3d_") + name, n * n * n, [=, *this] {
        auto const x = input(extent, 1);
        auto const a = input(shape(n, n, n), 2), y = input(shape(n, n, n), 3);
        auto const b = view(x);
        T const* const p = x.data();
        return both([=] { y(ALL, ALL, ALL) = a * b + T(1); },
                    loop_of(space_, y.data(), a.data(), n * n, n,
                            [=](std::int64_t r) { return row(p, r / n, r % n); }));
      });
    };
    with(
        "plane", shape(n, n), [](auto const& x) { return x; },
        [n](T const* p, std::int64_t, std::int64_t j) {
          return [=](std::int64_t k) { return p[j * n + k]; };
        });
    with(
        "first_axis", shape(n), [](auto const& x) { return x(ALL, newaxis, newaxis); },
        [](T const* p, std::int64_t i, std::int64_t) {
          return [v = p[i]](std::int64_t) { return v; };
        });
    with(
        "outer_axes", shape(n, n), [](auto const& x) { return x(ALL, ALL, newaxis); },
        [n](T const* p, std::int64_t i, std::int64_t j) {
          return [v = p[i * n + j]](std::int64_t) { return v; };
        });
    with(
        "inside", shape(n + 2, n + 2, n + 2),
        [](auto const& x) { return x(slice(1, -1), slice(1, -1), slice(1, -1)); },
        [n](T const* p, std::int64_t i, std::int64_t j) {
          return [=](std::int64_t k) { return p[((i + 1) * (n + 2) + j + 1) * (n + 2) + k + 1]; };
        });
    with(
        "outer_axes_exchanged", shape(n, n, n),
        [](auto const& x) { return x.transpose({1, 0, 2}); },
        [n](T const* p, std::int64_t i, std::int64_t j) {
          return [=](std::int64_t k) { return p[(j * n + i) * n + k]; };
        });
  }

  void four_axes(std::int64_t n, std::int64_t last)
  {
    auto const with = [=, this](char const* name, auto const& extent, auto const& view,
                                auto const& row) {
      add(std::string("4d_") + name, n * n * n * last, [=, *this] {
        auto const full = shape(n, n, n, last);
        auto const x = input(extent, 1);
        auto const a = input(full, 2), y = input(full, 3);
        auto const b = view(x);
        T const* const p = x.data();
        return both([=] { y(ALL, ALL, ALL, ALL) = a * b + T(1); },
                    loop_of(space_, y.data(), a.data(), n * n * n, last,
                            [=](std::int64_t r) { return row(p, r / n / n, r / n % n, r % n); }));
      });
    };
    with(
        "middle_axes", shape(n, n), [](auto const& x) { return x(newaxis, ALL, ALL, newaxis); },
        [n](T const* p, std::int64_t, std::int64_t j, std::int64_t k) {
          return [v = p[j * n + k]](std::int64_t) { return v; };
        });
    with(
        "last_axis_reversed", shape(n, n, n, last),
        [](auto const& x) { return x(ellipsis, slice(none, none, -1)); },
        [n, last](T const* p, std::int64_t i, std::int64_t j, std::int64_t k) {
          return
              [=, q = p + (((i * n + j) * n + k) + 1) * last - 1](std::int64_t l) { return q[-l]; };
        });
    with(
        "every_second_of_axis_1", shape(n, 2 * n, n, last),
        [](auto const& x) { return x(ALL, slice(none, none, 2)); },
        [n, last](T const* p, std::int64_t i, std::int64_t j, std::int64_t k) {
          return [=](std::int64_t l) { return p[((i * 2 * n + 2 * j) * n + k) * last + l]; };
        });
  }

 private:
  static bool is_first(std::string_view name) { return name.starts_with("first_"); }
  template <std::size_t Rank>
  array<T, static_cast<int>(Rank), Space> input(std::array<std::int64_t, Rank> const& extent,
                                                std::int64_t seed) const
  {
    return made_input<T>(space_, shape(size_of(extent)), seed).reshape(extent);
  }
  static std::pair<std::function<void()>, std::function<void()>> both(std::function<void()> a,
                                                                      std::function<void()> b)
  {
    return {std::move(a), std::move(b)};
  }
  template <class Make>
  void add(std::string const& workload, std::int64_t n, Make const& make)
  {
    add_pair(space_, workload, dtype_name<T>(), n, 3.0 * static_cast<double>(n) * sizeof(T), make);
  }

  Space space_;
};

template <class Space>
void add_all(Space const& space)
{
  if constexpr (Space::host_accessible) {
    auto const of = [&]<class T>(cases<Space, T> c) {
      for (std::int64_t const n : {64, 1000, 100000, 10000000}) c.one_axis(n);
      for (std::int64_t const n : {64, 500, 3000}) c.two_axes(n);
      for (std::int64_t const n : {16, 64, 200}) c.three_axes(n);
      c.four_axes(8, 64);
      c.four_axes(30, 200);
    };
    of(cases<Space, float>(space));
    of(cases<Space, double>(space));
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
