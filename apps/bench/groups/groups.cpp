#include <acre/order/group_by.hpp>
#include <acre/random/generator.hpp>

#include <bit>
#include <memory>

#include "baseline.hpp"

/// Sums of groups against atomics, and against a sort and reduce-by-key. Keys and values are
/// random.
namespace acre::bench {

namespace {

/// int64 keys below `groups`; `columns` of values at once.
template <class Space, element T, int Columns>
void add_groups(Space const& space, std::string const& workload, std::int64_t n,
                std::int64_t groups, bool sorted)
{
  auto const row = [&](std::string const& who, auto make) {
    add(workload, dtype_name<T>(), n, who, [=](benchmark::State& state) {
      array<std::int64_t, 1, Space> key;
      if (sorted)
        key = floor_divide(arange<std::int64_t>(space, n), (n + groups - 1) / groups);
      else
        key = generator(2).integers<std::int64_t>(space, shape(n), 0, groups);
      array<T, 1, Space> const x = generator(1).uniform<T>(space, shape(n));
      auto run = make(key, x);
      measure(state, space, static_cast<double>(n) * (8 + Columns * sizeof(T)), [&] { run(); });
    });
  };
  row(acre_name(), [=](auto const& key, auto const& x) {
    return [=] {
      auto const g = group_by(key);
      if constexpr (Columns == 1)
        g.sum(x);
      else
        g.sum(x, x, x, x);
    };
  });
  using bar = group_baseline<Space, T>;
  if constexpr (Columns == 1 && requires { bar::atomics_name; })
    row(bar::atomics_name, [=](auto const& key, auto const& x) {
      auto const y = empty<T>(space, shape(groups));
      return [=] { bar::sums(space, y.data(), key.data(), x.data(), n, groups); };
    });
  if constexpr (Columns == 1 && requires { bar::sorted_name; }) {
    int const bits = sorted ? 0 : std::bit_width(static_cast<std::uint64_t>(groups - 1));
    row(bar::sorted_name, [=](auto const& key, auto const& x) {
      auto const y = empty<T>(space, shape(groups));
      auto const sums = std::make_shared<typename bar::sort_and_reduce>(space, n, groups, bits);
      return [=] { (*sums)(key.data(), x.data(), y.data(), n); };
    });
  }
}

/// run(groups, values) of random int64 keys below `groups`.
template <class Space, element T, class Run>
void add_other(Space const& space, std::string const& workload, std::int64_t n, std::int64_t groups,
               Run const& run)
{
  add(workload, dtype_name<T>(), n, acre_name(), [=](benchmark::State& state) {
    array<std::int64_t, 1, Space> const key =
        generator(2).integers<std::int64_t>(space, shape(n), 0, groups);
    array<T, 1, Space> const x = generator(1).uniform<T>(space, shape(n));
    measure(state, space, static_cast<double>(n) * (8 + sizeof(T)), [&] { run(group_by(key), x); });
  });
}

template <class Space>
void add_all(Space const& space)
{
  for (std::int64_t const n : {1000000, on_cpu<Space> ? 10000000 : 100000000}) {
    add_groups<Space, double, 1>(space, "groupby_sum", n, 100000, false);
    add_groups<Space, double, 1>(space, "groupby_sum_sorted", n, 100000, true);
    add_groups<Space, double, 4>(space, "groupby_sum_of_4", n, 100000, false);
    add_groups<Space, double, 4>(space, "groupby_sum_of_4_sorted", n, 100000, true);
    add_other<Space, double>(space, "groupby_var", n, 100000,
                             [](auto const& g, auto const& x) { return g.var(x); });
    add_other<Space, double>(space, "groupby_last", n, 100000,
                             [](auto const& g, auto const& x) { return g.last(x); });
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
