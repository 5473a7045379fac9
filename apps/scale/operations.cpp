#include "operations.hpp"

#include <acre/distributed.hpp>
#include <acre/random/generator.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include "counted.hpp"

namespace acre::scale {

namespace {

namespace dist = acre::distributed;
using dist::blocks;
using dist::processes;
using work = std::function<void()>;

constexpr int machine = 100000;       // what a process keeps doesn't grow with their number
constexpr int lists = 16384;          // a word for each other process
constexpr int lists_of_lists = 4096;  // a message for each other process
constexpr int cuts_of_lists = 1024;   // likewise, and counts for each cut: more take minutes
constexpr std::int64_t bins = 100;

dist::array<double, 1> row_of(processes const& all, sizes const& n)
{
  dist::array<double, 1> x(all, serial(), blocks(shape(n.elements * all.size())));
  generator g(42);
  x = own_part(x, g.uniform(x.space(), x.shape()));
  return x;
}
/// Ten rows of each process.
template <class... Option>
dist::array<double, 2> plate_of(processes const& all, sizes const& n, Option const&... option)
{
  std::int64_t const columns = std::max<std::int64_t>(n.elements / 10, 1);
  return {all, serial(), blocks(shape(10 * all.size(), columns), option...)};
}
dist::array<double, 2> square_of(processes const& all, sizes const& n)
{
  auto const side =
      static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(n.elements * all.size()))));
  return {all, serial(), blocks(shape(side, side))};
}

template <class F>
auto of_row(F const& f)
{
  return [f](processes const& all, sizes const& n) -> work {
    return [x = row_of(all, n), f] { f(x); };
  };
}

/// A tenth as many places as elements, anywhere in the array.
template <class F>
auto at_places(F const& f)
{
  return [f](processes const& all, sizes const& n) -> work {
    auto const x = row_of(all, n);
    dist::array<std::int64_t, 1> i(
        all, serial(), blocks(shape(std::max<std::int64_t>(n.elements / 10, 1) * all.size())));
    generator g(43);
    i = own_part(i, g.integers(i.space(), i.shape(), 0, x.size()));
    return [x, i, f] { f(x, i); };
  };
}

/// Elements of whose tiles nothing is computed: what is sent for arrays that no memory here has
/// room for, by the code that sends it.
struct counted_elements {
  void tiles(std::int64_t, std::int64_t, double*) {}
  template <class Note>
  void join(std::int64_t, std::int64_t, std::int64_t, bool begins, double* lanes, double* result,
            Note const&)
  {
    if (begins) std::fill_n(lanes, backends::reduce_lanes, 0.0);
    if (result) *result = 0;
  }
};

work large_sum(processes const& all, sizes const& n)
{
  auto const where =
      dist::detail::layout::shared(blocks(shape(n.large * all.size())).wanted(), all.size());
  return [all, where] {
    counted_elements elements;
    dist::detail::reduce_levels(all, {"sum", dtype_name<double>(), where.get()},
                                dist::detail::level_cuts(where), elements,
                                acre::detail::sum_reducer<double>{}, serial(),
                                dist::detail::most_gathered(all.size()), [] {});
  };
}

}  // namespace

std::vector<operation> const& operations()
{
  static std::vector<operation> const list{
      {"making an array",
       [](processes const& all, sizes const& n) -> work {
         return [all, n] {
           dist::array<double, 1>(all, serial(), blocks(shape(n.elements * all.size())));
         };
       },
       machine},
      {"sum", of_row([](auto const& x) { sum(x); }), machine},
      {"sum, large", large_sum, machine},
      {"var", of_row([](auto const& x) { var(x); }), machine},
      {"argmax", of_row([](auto const& x) { argmax(x); }), machine},
      {"sum of columns",
       [](processes const& all, sizes const& n) -> work {
         return [u = plate_of(all, n)] { sum(u, 0); };
       },
       lists_of_lists},
      {"cumsum", of_row([](auto const& x) { cumsum(x); }), machine},
      {"histogram", of_row([](auto const& x) { histogram(x, bins, 0.0, 1.0); }), lists_of_lists,
       [](int processes, sizes const&, parameters const& p) {
         return counted_histogram(processes, bins, p);
       },
       machine},
      {"sort", of_row([](auto const& x) { sort(x); }), cuts_of_lists,
       [](int processes, sizes const& n, parameters const& p) {
         return counted_sort(processes, n.elements, p);
       },
       machine},
      {"argsort", of_row([](auto const& x) { argsort(x); }), cuts_of_lists},
      {"unique", of_row([](auto const& x) { unique(floor(x * 1000)); }), cuts_of_lists},
      {"group_by, mean", of_row([](auto const& x) { group_by(floor(x * 1000)).mean(x); }),
       cuts_of_lists},
      {"median", of_row([](auto const& x) { median(x); }), lists_of_lists},
      {"take", at_places([](auto const& x, auto const& i) { take(x, i); }), lists_of_lists},
      {"scatter_add", at_places([](auto const& x, auto const& i) { scatter_add(x(i), 1.0); }),
       lists_of_lists},
      {"exchange, slabs",
       [](processes const& all, sizes const& n) -> work {
         return [u = plate_of(all, n, dist::halo(1))] { exchange(u); };
       },
       machine},
      {"exchange, blocks",
       [](processes const& all, sizes const& n) -> work {
         auto const side = static_cast<std::int64_t>(
             std::ceil(std::sqrt(static_cast<double>(n.elements * all.size()))));
         dist::array<double, 2> const u(
             all, serial(),
             blocks(shape(side, side), axes(0, 1), dist::halo(1), dist::periodic(0, 1)));
         return [u] { exchange(u); };
       },
       machine},
      {"redistribute",
       [](processes const& all, sizes const& n) -> work {
         return [u = square_of(all, n)] { redistribute(u, axes(1)); };
       },
       lists_of_lists},
      {"diff", of_row([](auto const& x) { diff(x); }), lists_of_lists},
      {"gather_to", of_row([](auto const& x) { gather_to(x, 0); }), lists},
  };
  return list;
}

cost cost_of(operation const& op, int count, sizes const& n, parameters const& p)
{
  if (count > op.most_processes) return op.counted(count, n, p);
  clocks all_clocks(p, count);
  backends::self::run_virtual_processes(count, [&](backends::self::virtual_process& one) {
    processes const all(std::make_shared<clocked>(one, all_clocks));
    auto const work_of = op.prepare(all, n);
    all.barrier();
    all_clocks.begin(all.rank());
    work_of();
  });
  return all_clocks.total();
}

}  // namespace acre::scale
