// Random operations on random arrays, cut at random over virtual processes, against one process to
// the bit: test_distributed_random_cases [CASES [FIRST]]. A case is its number: what differs is
// named by it, and found again with it alone.
#include <acre/device/runtime.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>

#include "cases.hpp"

namespace {

using namespace acre;
namespace dist = acre::distributed;
using acre_test::same_bits;
using dist::blocks;
using dist::processes;

struct difference {
  std::string text;
};

/// A case: of one array, `whole`, which the processes have in blocks.
struct drawn {
  std::mt19937_64 dice;
  host space = serial();
  std::int64_t n = 0;
  int count = 1;
  std::vector<std::int64_t> cut;
  std::uint64_t seed = 0;

  std::int64_t below(std::int64_t most)
  {
    return static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(most));
  }
};

template <class T>
void require(char const* what, T const& got, T const& wanted)
{
  if (std::memcmp(&got, &wanted, sizeof(T)) != 0 && !(got != got && wanted != wanted))
    throw difference{what};
}
/// This process' block, against that part of the whole.
template <class T>
void require_part(char const* what, dist::array<T, 1> const& got, array<T, 1> const& wanted)
{
  if (got.shape() != wanted.shape()) throw difference{std::string(what) + ": its shape"};
  auto const from = got.first()[0];
  if (auto const same =
          same_bits(got.local(), wanted(slice(from, from + got.local().size())), true);
      !same)
    throw difference{std::string(what) + ": " + same.message()};
}

template <class T, int Rank>
void require_block(char const* what, dist::array<T, Rank> const& got, array<T, Rank> const& wanted)
{
  if (got.shape() != wanted.shape()) throw difference{std::string(what) + ": its shape"};
  auto const same =
      same_bits(got.local(), dist::detail::part_of(wanted, got.first(), got.local().shape()), true);
  if (!same) throw difference{std::string(what) + ": " + same.message()};
}

/// f(distributed array) on every process.
template <class T, class F>
void on_all(drawn const& c, array<T, 1> const& whole, F const& f)
{
  dist::virtual_processes(
      c.count,
      [&](processes const& all) {
        f(acre_test::blocks_of(all, whole, blocks(shape(c.n), dist::cuts(0, c.cut))));
      },
      c.seed);
}

template <class T>
void reductions(drawn& c, array<T, 1> const& w)
{
  auto const total = sum(w).item();
  auto const product = prod(w).item();
  auto const m = mean(w).item();
  auto const v = var(w, ddof(1)).item();
  bool const is_any = any(w).item(), are_all = all(w).item();
  auto const largest = c.n > 0 ? max(w).item() : T{};
  std::int64_t const at = c.n > 0 ? argmin(w).item() : 0;
  on_all(c, w, [&](auto const& x) {
    require("sum", sum(x), total);
    require("prod", prod(x), product);
    require("mean", mean(x), m);
    require("var", var(x, ddof(1)), v);
    require("any", any(x), is_any);
    require("all", all(x), are_all);
    if (c.n == 0) return;
    require("max", max(x), largest);
    require("argmin", argmin(x), at);
  });
}
template <class T>
void scans(drawn& c, array<T, 1> const& w)
{
  array<acre::sum_t<T>, 1> const sums = cumsum(w);
  array<T, 1> const largest = cummax(w);
  array<acre::sum_t<T>, 1> const before = cumulative_sum(w, include_initial);
  on_all(c, w, [&](auto const& x) {
    require_part("cumsum", cumsum(x), sums);
    require_part("cummax", cummax(x), largest);
    require_part("cumulative_sum", cumulative_sum(x, include_initial), before);
  });
}
template <class T>
void orders(drawn& c, array<T, 1> const& w)
{
  auto const up = sort(w), down = sort(w, descending), different = unique(w);
  auto const places = argsort(w);
  on_all(c, w, [&](auto const& x) {
    require_part("sort", sort(x), up);
    require_part("sort down", sort(x, descending), down);
    require_part("argsort", argsort(x), places);
    require_part("unique", unique(x), different);
  });
}
template <class T>
void quantiles(drawn& c, array<T, 1> const& w)
{
  if (c.n == 0) return;
  double const q = static_cast<double>(c.below(1001)) / 1000;
  auto const middle = median(w).item();
  auto const value = quantile(w, q).item();
  on_all(c, w, [&](auto const& x) {
    require("median", median(x), middle);
    require("quantile", quantile(x, q), value);
  });
}
/// Medians and quantiles of lines of a matrix whose rows or columns are cut.
template <class T>
void lines(drawn& c, array<T, 1> const& w)
{
  std::int64_t const short_one = 1 + c.below(6), long_one = c.n / short_one;
  bool const is_tall = c.below(2) == 0;
  auto const extent = is_tall ? shape(long_one, short_one) : shape(short_one, long_one);
  auto const whole = w(slice(0, short_one * long_one)).reshape(extent);
  int const cut_axis = static_cast<int>(c.below(2));
  auto const cut = acre_test::random_cuts(c.dice, extent[cut_axis], c.count, 64);
  std::vector<double> const q{static_cast<double>(c.below(1001)) / 1000, 0.5};
  dist::virtual_processes(
      c.count,
      [&](processes const& all) {
        dist::array<T, 2> x(all, w.space(), blocks(extent, dist::cuts(cut_axis, cut)));
        if (x.local().size() > 0)
          x.local()(ALL) = dist::detail::part_of(whole, x.first(), x.local().shape());
        for (int axis = 0; axis < 2; ++axis) {
          if (extent[axis] == 0) continue;
          require_block("median", median(x, axis), median(whole, axis));
          require_block("nanmedian", nanmedian(x, axis, keepdims),
                        nanmedian(whole, axis, keepdims));
          require_block("quantiles", quantile(x, q, axis), quantile(whole, q, axis));
        }
      },
      c.seed);
}
template <class T>
void moves(drawn& c, array<T, 1> const& w)
{
  std::int64_t const by = c.below(2 * c.n + 3) - c.n, times = c.below(3);
  auto const rolled = evaluate(roll(w, by, 0)), differences = evaluate(diff(w, times)),
             twice = concatenate({w, rolled});
  auto const cut = acre_test::random_cuts(c.dice, c.n, c.count, 64);
  on_all(c, w, [&](auto const& x) {
    require_part("roll", roll(x, by), rolled);
    require_part("diff", diff(x, times), differences);
    require_part("concatenate", dist::concatenate({x, roll(x, by)}), twice);
    auto const moved = redistribute(x, blocks(shape(c.n), dist::cuts(0, cut)));
    require_part("redistribute", moved, w);
    require_part("and back", redistribute(moved, blocks(shape(c.n), dist::cuts(0, c.cut))), w);
  });
}
template <class T>
void places(drawn& c, array<T, 1> const& w)
{
  if (c.n == 0) return;
  std::int64_t const m = c.below(2 * c.n + 1);
  generator g(c.seed);
  array<std::int64_t, 1> const i(g.integers(c.space, shape(m), -c.n, c.n));
  array<T, 1> const v = take(w, i);
  auto const sums = copy(w), written = copy(w);
  scatter_add(sums(i), v);
  put(written, i, v);
  on_all(c, w, [&](auto const& x) {
    auto const own = acre_test::blocks_of(x.all(), i, blocks(shape(m)));
    auto const taken = take(x, own);
    require_part("take", taken, v);
    auto const added = copy(x), put_in = copy(x);
    scatter_add(added(own), taken);
    require_part("scatter_add", added, sums);
    put(put_in, own, taken);
    require_part("put", put_in, written);
  });
}
template <class T>
void groups(drawn& c, array<T, 1> const& w)
{
  std::int64_t const keys = 1 + c.below(20);
  generator g(c.seed);
  array<std::int64_t, 1> const key(g.integers(c.space, shape(c.n), 0, keys));
  auto const of_whole = group_by(key);
  auto const names = of_whole.keys(), sizes = of_whole.count();
  auto const sums = of_whole.sum(w);
  auto const least = of_whole.min(w);
  on_all(c, w, [&](auto const& x) {
    auto const own = acre_test::blocks_of(x.all(), key, blocks(shape(c.n), dist::cuts(0, c.cut)));
    auto const by = group_by(own);
    require_part("keys", by.keys(), names);
    require_part("count", by.count(), sizes);
    require_part("sum of groups", by.sum(x), evaluate(sums));
    require_part("min of groups", by.min(x), evaluate(least));
  });
}
template <class T>
void bins(drawn& c, array<T, 1> const& w)
{
  array<double, 1> const finite(where(isfinite(cast<double>(w)), cast<double>(w), 1.0));
  std::int64_t const number = 1 + c.below(40);
  auto const counts = histogram(finite, number, -500.0, 900.0);
  array<std::int64_t, 1> const of(cast<std::int64_t>(abs(fmod(finite, 50.0))));
  auto const by_number = bincount(of);
  on_all(c, finite, [&](auto const& x) {
    if (auto const same = same_bits(histogram(x, number, -500.0, 900.0), counts); !same)
      throw difference{std::string("histogram: ") + same.message()};
    if (auto const same = same_bits(bincount(cast<std::int64_t>(abs(fmod(x, 50.0)))), by_number);
        !same)
      throw difference{std::string("bincount: ") + same.message()};
  });
}
template <class T>
void halos(drawn& c, array<T, 1> const& w)
{
  std::int64_t const width = 1 + c.below(3);
  if (c.n < width) return;
  auto const near = static_cast<int>(1 + c.below(width));
  array<T, 1> const shifted_sum(roll(w, -near, 0) + roll(w, static_cast<int>(width), 0));
  dist::virtual_processes(
      c.count,
      [&](processes const& all) {
        auto const x = acre_test::blocks_of(
            all, w, blocks(shape(c.n), dist::cuts(0, c.cut), dist::halo(width), dist::periodic(0)));
        exchange(x);
        require_part("a stencil",
                     dist::array<T, 1>(shifted(x, near) + shifted(x, -static_cast<int>(width))),
                     shifted_sum);
      },
      c.seed);
}

template <class T>
char const* operate(drawn& c)
{
  auto const whole = from_host(c.space, acre_test::draw<T>(c.dice, c.n));
  using operation = std::pair<char const*, void (*)(drawn&, array<T, 1> const&)>;
  static operation const all[] = {{"reductions", reductions<T>},
                                  {"scans", scans<T>},
                                  {"orders", orders<T>},
                                  {"quantiles", quantiles<T>},
                                  {"lines", lines<T>},
                                  {"moves", moves<T>},
                                  {"places", places<T>},
                                  {"groups", groups<T>},
                                  {"bins", bins<T>},
                                  {"halos", halos<T>}};
  auto const& one = all[c.dice() % std::size(all)];
  one.second(c, whole);
  return one.first;
}

/// What the case has tried.
char const* run(std::uint64_t number, std::vector<host> const& on)
{
  drawn c;
  c.dice.seed(number);
  c.space = on[number % on.size()];
  c.n = c.below(number % 50 == 0 ? 20000 : number % 4 == 0 ? 700 : 20);
  c.count = 1 + static_cast<int>(c.below(number % 25 == 0 ? 40 : 8));
  c.cut = acre_test::random_cuts(c.dice, c.n, c.count, 64);
  c.seed = c.dice();
  auto const kind = c.dice() % 12;
  if (kind == 11) {
    orders(c, from_host(c.space, acre_test::draw<complex<double>>(c.dice, c.n)));
    return "orders of complex numbers";
  }
  return kind % 3 == 0 ? operate<std::int32_t>(c) : operate<double>(c);
}

}  // namespace

int main(int argc, char** argv)
{
  acre::runtime const running(argc, argv);
  std::uint64_t const cases = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100,
                      first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  auto const on = acre_test::queues();
  std::map<std::string, std::uint64_t> tried;
  std::uint64_t differ = 0;
  auto const begin = std::chrono::steady_clock::now();
  for (std::uint64_t k = first; k < first + cases; ++k) try {
      ++tried[run(k, on)];
    } catch (difference const& d) {
      ++differ;
      std::printf("case %llu: %s\n", static_cast<unsigned long long>(k), d.text.c_str());
    } catch (std::exception const& e) {
      ++differ;
      std::printf("case %llu: %s\n", static_cast<unsigned long long>(k), e.what());
    }
  std::chrono::duration<double> const took = std::chrono::steady_clock::now() - begin;
  for (auto const& [what, how_often] : tried)
    std::printf("%8llu %s\n", static_cast<unsigned long long>(how_often), what.c_str());
  std::printf("%llu cases in %.1f s on %zu queues: %llu differ\n",
              static_cast<unsigned long long>(cases), took.count(), on.size(),
              static_cast<unsigned long long>(differ));
  return differ == 0 ? 0 : 1;
}
