#include <acre/backends/common/segments.hpp>
#include <acre/order/group_by.hpp>
#include <acre/random.hpp>
#include <acre/reduce.hpp>

#include <bit>
#include <memory>

#include "baseline.hpp"

/// Sums of lists against a loop over each; sums of groups against atomics, and against a sort and
/// reduce-by-key. Offsets, keys and values are random.
namespace acre::bench {

namespace {

template <class T>
struct store_sum {
  T* out;
  KOKKOS_FUNCTION void operator()(std::int64_t s, std::int64_t, T v) const { out[s] = v; }
};

/// Offsets of lists of about `mean` elements (Poisson), or of exactly so many.
template <class Space>
array<std::int64_t, 1, Space> list_offsets(Space const& space, std::int64_t lists, double mean)
{
  if (mean > 1000)
    return evaluate(arange<std::int64_t>(space, lists + 1) * static_cast<std::int64_t>(mean));
  array<std::int64_t, 1, Space> const counts = generator(3).poisson(space, shape(lists), mean);
  return cumulative_sum(counts, include_initial);
}

/// `longest`: the length that one list in the middle is given.
template <class Space, element T>
void add_lists(Space const& space, std::string const& workload, std::int64_t lists, double mean,
               std::int64_t longest = 0)
{
  auto const row = [&](std::string const& who, auto sums) {
    add(workload, dtype_name<T>(), lists, who, [=](benchmark::State& state) {
      auto offsets = list_offsets(space, lists, mean);
      auto after = offsets(slice(lists / 2 + 1, none));
      after += longest;
      std::int64_t const n = std::int64_t(offsets(-1));
      array<T, 1, Space> const x = generator(1).uniform<T>(space, shape(n));
      auto const y = empty<T>(space, shape(lists));
      double const bytes = static_cast<double>(n * static_cast<std::int64_t>(sizeof(T)) +
                                               lists * static_cast<std::int64_t>(8 + sizeof(T)));
      measure(state, space, bytes, [&] { sums(y, x, offsets, lists, n); });
    });
  };
  row(std::string("acre.") + Space::name, [=](auto& y, auto const& x, auto const& offsets,
                                              std::int64_t count, std::int64_t n) {
    detail::leaf_layout flat{};
    flat.inner_stride = 1;
    auto& on = space.queue();
    backends::operation const running("list_sum", on);
    backends::reduce_segments(on, backends::segment_list<std::int64_t>{offsets.data(), count, n},
                              detail::load_program<T>{x.data(), detail::row_offset(flat)},
                              detail::sum_reducer<T>{}, store_sum<T>{y.data()});
  });
  using bar = group_baseline<Space, T>;
  if constexpr (requires { bar::list_name; })
    if (mean < 1000 && longest == 0)
      row(bar::list_name,
          [=](auto& y, auto const& x, auto const& offsets, std::int64_t count, std::int64_t) {
            bar::list_sums(space, y.data(), x.data(), offsets.data(), count);
          });
}

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
  row(std::string("acre.") + Space::name, [=](auto const& key, auto const& x) {
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

template <class Space>
void add_all(Space const& space)
{
  add_lists<Space, float>(space, "list_sum", 10000000, 3);
  add_lists<Space, double>(space, "list_sum", 10000000, 3);
  add_lists<Space, float>(space, "list_sum_one_long", 10000000, 3, 10000000);
  add_lists<Space, float>(space, "list_sum_of_20", 5000000, 20);
  add_lists<Space, float>(space, "list_sum_of_100", 1000000, 100);
  add_lists<Space, double>(space, "list_sum_of_100", 1000000, 100);
  add_lists<Space, float>(space, "list_sum_of_1000", 100000, 1000);
  add_lists<Space, double>(space, "list_sum_of_1000", 100000, 1000);
  add_lists<Space, float>(space, "list_sum_of_10000", 10000, 10000);
  add_lists<Space, float>(space, "list_sum_of_1e6", 100, 1000000);
  add_lists<Space, double>(space, "list_sum_of_1e6", 100, 1000000);
  for (std::int64_t const n : {1000000, 100000000}) {
    add_groups<Space, double, 1>(space, "groupby_sum", n, 100000, false);
    add_groups<Space, double, 1>(space, "groupby_sum_sorted", n, 100000, true);
    add_groups<Space, double, 4>(space, "groupby_sum_of_4", n, 100000, false);
    add_groups<Space, double, 4>(space, "groupby_sum_of_4_sorted", n, 100000, true);
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
