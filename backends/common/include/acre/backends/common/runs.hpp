#pragma once

#include <acre/backends/common/select.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

/// Runs of equal neighbours.
///
///   mark_runs(on, rule, elements, n, marks, facts, words)    one look at n contiguous elements
///
/// marks those that begin a run (select.hpp): the first, and each that is not the same as the one
/// before by rule.same(a, b). If Rule::ranks, rule.rank(x) is an unsigned number, the same for
/// those that are the same, and *facts describes the ranks as well. Then the lower 32 bits of each
/// go to `words`, if these are not null, but for neighbours that are in order: so that keys to be
/// sorted need not be read again, and keys that need no sorting cost nothing. (Where one rank is
/// less than that before, a CPU's marks and facts->count tell nothing.)
///
///   visit_marked(on, n, marks, f)                     f(k, i) for the k-th marked element, i; or
///                                                     f(k, i, next), the one marked next, or n
///   visit_elements(on, n, marks, f)                   f(i, k) for each element i, which is of the
///                                                     k-th run
///
/// The facts are written once, by mark_runs' last step, so that they may be what read_back() gives.
///
/// n is 1 at least. GPUs queue these, a kernel each; CPUs are done when they return. Nothing
/// depends on the order of work. Scratch: 32 bytes for some thousand elements.
///
/// The kernels: host_common/runs.hpp, gpu_common/runs.hpp.
namespace acre::backends {

/// The least rank and the largest, whether one is less than that before, how many runs there are,
/// and whether some words were not written. (In memory of 8-byte words.)
struct run_facts {
  std::uint64_t low = ~std::uint64_t{0}, high = 0, falls = 0;
  std::int64_t count = 0;
  std::uint64_t left_out = 0;

  KOKKOS_INLINE_FUNCTION void add(run_facts const& other)
  {
    low = low < other.low ? low : other.low;
    high = high > other.high ? high : other.high;
    falls |= other.falls;
    count += other.count;
    left_out |= other.left_out;
  }
};

/// Whether a visitor asks for the element that is marked next.
template <class F>
inline constexpr bool asks_for_next =
    std::is_invocable_v<F const&, std::int64_t, std::int64_t, std::int64_t>;

/// Which tile has the first element marked behind a tile, where there is one.
KOKKOS_INLINE_FUNCTION std::int64_t next_marked_tile(marks const& m, std::int64_t tile,
                                                     std::int64_t tiles)
{
  std::int64_t const before = m.offsets[tile + 1];
  std::int64_t low = tile + 1, high = low + 1;  // as many before `low`, and more before `high`
  for (std::int64_t step = 2; m.offsets[high] == before; step *= 2) {
    low = high;
    high = high + step < tiles ? high + step : tiles;
  }
  while (high - low > 1) {
    std::int64_t const middle = low + (high - low) / 2;
    (m.offsets[middle] == before ? low : high) = middle;
  }
  return low;
}

/// Refuses in a sentence arguments that mark_runs cannot take.
template <class Rule, class T>
constexpr bool mark_runs_takes()
{
  static_assert(
      requires(Rule const& rule, T const& x) {
        { rule.same(x, x) } -> std::convertible_to<bool>;
        requires !Rule::ranks || requires { std::uint64_t{rule.rank(x)}; };
      }, "acre: mark_runs takes a rule of what is the same, see backends/common/runs.hpp");
  return true;
}

}  // namespace acre::backends
