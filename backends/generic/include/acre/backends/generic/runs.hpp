#pragma once

#include <acre/backends/common/runs.hpp>
#include <acre/backends/generic/select.hpp>

#include <cstdint>

/// See backends/common/runs.hpp. A core has a tile, or a team of narrow threads
/// (select_teams.hpp).
namespace acre::backends::generic {

/// The ranks of `count` elements, which `begin` all or have another before them, and their words.
template <class Rule, class T>
KOKKOS_INLINE_FUNCTION void look_at_ranks(Rule const& rule, T const* elements, int count,
                                          bool begin, run_facts& seen, std::uint32_t* words)
{
  auto low = rule.rank(elements[0]), high = low;
  auto falls = static_cast<decltype(low)>(!begin && rule.rank(elements[-1]) > low ? 1 : 0);
  for (int i = 1; i < count; ++i) {
    auto const rank = rule.rank(elements[i]);
    falls |= static_cast<decltype(low)>(rule.rank(elements[i - 1]) > rank ? 1 : 0);
    low = rank < low ? rank : low;
    high = rank > high ? rank : high;
  }
  seen.low = low;
  seen.high = high;
  seen.falls = falls;
  if (words)
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) words[i] = static_cast<std::uint32_t>(rule.rank(elements[i]));
}

/// A tile's facts; its marks, unless ranks fall in it, and its words.
template <class Rule, class T>
KOKKOS_INLINE_FUNCTION run_facts look_at_tile(Rule const& rule, T const* elements, std::int64_t n,
                                              std::int64_t tile, marks const& m,
                                              std::uint32_t* words)
{
  run_facts seen;
  std::int64_t const begin = tile * mark_tile;
  if constexpr (Rule::ranks) {
    std::int64_t const count = n - begin < mark_tile ? n - begin : mark_tile;
    look_at_ranks(rule, elements + begin, static_cast<int>(count), tile == 0, seen,
                  words ? words + begin : nullptr);
  }
  if (seen.falls == 0)
    seen.count = mark_one_tile(m, tile, n, [&](std::int64_t i) {
      return i == 0 || !rule.same(elements[i - 1], elements[i]);
    });
  m.offsets[tile] = seen.count;
  if (!words) seen.left_out = 1;
  return seen;
}

/// The facts of all tiles together.
struct add_facts {
  using value_type = run_facts;
  run_facts const* of_tiles;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile, run_facts& sum) const
  {
    sum.add(of_tiles[tile]);
  }
  KOKKOS_INLINE_FUNCTION void init(run_facts& sum) const { sum = {}; }
  KOKKOS_INLINE_FUNCTION void join(run_facts& sum, run_facts const& other) const { sum.add(other); }
};

/// All facts that there are where elements have no ranks.
struct put_count_of_runs {
  std::int64_t const* count;
  bool left_out;
  run_facts* facts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const
  {
    run_facts seen;
    seen.count = *count;
    seen.left_out = left_out ? 1 : 0;
    *facts = seen;
  }
};

/// The first marked element behind a tile, or n.
KOKKOS_INLINE_FUNCTION std::int64_t marked_behind(marks const& m, std::int64_t tile, std::int64_t n)
{
  std::int64_t const tiles = mark_tiles(n);
  if (m.offsets[tile + 1] == m.offsets[tiles]) return n;
  std::int64_t first = n;
  for_marked(m, next_marked_tile(m, tile, tiles),
             [&](std::int64_t i) { first = i < first ? i : first; });
  return first;
}

template <class F>
KOKKOS_INLINE_FUNCTION void visit_marks(std::int64_t n, marks const& m, std::int64_t tile,
                                        F const& f)
{
  std::int64_t k = m.offsets[tile];
  if (m.offsets[tile + 1] == k) return;
  if constexpr (asks_for_next<F>) {
    std::int64_t before = -1;
    for_marked(m, tile, [&](std::int64_t i) {
      if (before >= 0) f(k++, before, i);
      before = i;
    });
    f(k, before, marked_behind(m, tile, n));
  } else {
    for_marked(m, tile, [&](std::int64_t i) { f(k++, i); });
  }
}

template <class Backend, class Rule, class T>
void look_at_tiles(queue<Backend>& on, Rule const& rule, T const* elements, std::int64_t n,
                   marks const& m, std::uint32_t* words, run_facts* of_tiles)
{
  for_each(
      on, "mark_runs", mark_tiles(n), KOKKOS_LAMBDA(std::int64_t tile) {
        of_tiles[tile] = look_at_tile(rule, elements, n, tile, m, words);
      });
}
template <class Backend, class F>
void visit_marked_on_cores(queue<Backend>& on, std::int64_t n, marks const& m, F const& f)
{
  for_each(
      on, "visit_marked", mark_tiles(n),
      KOKKOS_LAMBDA(std::int64_t tile) { visit_marks(n, m, tile, f); });
}
template <class Backend, class F>
void visit_elements_on_cores(queue<Backend>& on, std::int64_t n, marks const& m, F const& f)
{
  for_each(
      on, "visit_elements", mark_tiles(n), KOKKOS_LAMBDA(std::int64_t tile) {
        std::int64_t k = m.offsets[tile] - 1;
        std::int64_t const end = (tile + 1) * mark_tile < n ? (tile + 1) * mark_tile : n;
        for (std::int64_t i = tile * mark_tile; i < end; ++i) {
          k += m.bits[i / 8] >> (i % 8) & 1;
          f(i, k);
        }
      });
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Rule, class T>
void mark_runs(generic::queue<Backend>& on, Rule const& rule, T const* elements, std::int64_t n,
               marks const& m, run_facts* facts, std::uint32_t* words = nullptr)
{
  static_assert(mark_runs_takes<Rule, T>());
  using space = typename Backend::execution_space;
  constexpr bool wide = generic::queue<Backend>::is_wide;
  std::int64_t const tiles = mark_tiles(n);
  auto const memory = generic::scratch_of<run_facts>(on, Rule::ranks || !wide ? tiles : 0);
  run_facts* const of_tiles = memory.data();
  if constexpr (wide)
    // (more teams, which wait for memory, are worth more than a thread's registers)
    generic::for_teams<generic::team_threads, typename generic::mark_runs_by_teams<Rule, T>::shared,
                       2 * generic::team_threads>(
        on, "mark_runs", tiles,
        generic::mark_runs_by_teams<Rule, T>{rule, elements, n,
                                             reinterpret_cast<std::uintptr_t>(elements) % 16 == 0,
                                             m, words, of_tiles});
  else
    generic::look_at_tiles(on, rule, elements, n, m, words, of_tiles);
  if constexpr (wide)
    if (generic::are_few_counts(on, tiles))
      return generic::for_teams<generic::team_threads, generic::add_few_facts::shared>(
          on, "facts", 1,
          generic::add_few_facts{{tiles, m.offsets}, of_tiles, words == nullptr, facts});
  generic::sum_counts(on, tiles, m.offsets);
  if constexpr (wide && !Rule::ranks)
    generic::for_each(on, "facts", 1,
                      generic::put_count_of_runs{m.offsets + tiles, words == nullptr, facts});
  else
    Kokkos::parallel_reduce(
        tools::listening() ? tools::kernel_name(on, "facts") : "acre",
        Kokkos::RangePolicy<space, Kokkos::IndexType<std::int64_t>>(on.instance(), 0, tiles),
        generic::add_facts{of_tiles},
        Kokkos::View<run_facts, typename space::memory_space,
                     Kokkos::MemoryTraits<Kokkos::Unmanaged>>(facts));
}

template <class Backend, class F>
void visit_marked(generic::queue<Backend>& on, std::int64_t n, marks const& m, F const& f)
{
  if constexpr (generic::queue<Backend>::is_wide) {
    using one_tile = generic::visit_marked_by_teams<F>;
    using some_tiles = generic::visit_some_marked_by_teams<F>;
    std::int64_t const tiles = mark_tiles(n);
    if (tiles * generic::team_threads < some_tiles::together * on.threads())
      return generic::for_tiles_of_marks(on, "visit_marked", n, one_tile{n, m, f});
    generic::for_teams<generic::team_threads, typename some_tiles::shared>(
        on, "visit_marked", (tiles + some_tiles::together - 1) / some_tiles::together,
        some_tiles{{n, m, f}});
  } else {
    generic::visit_marked_on_cores(on, n, m, f);
  }
}

template <class Backend, class F>
void visit_elements(generic::queue<Backend>& on, std::int64_t n, marks const& m, F const& f)
{
  if constexpr (generic::queue<Backend>::is_wide)
    generic::for_tiles_of_marks(on, "visit_elements", n,
                                generic::visit_elements_by_teams<F>{n, m, f});
  else
    generic::visit_elements_on_cores(on, n, m, f);
}

}  // namespace acre::backends
