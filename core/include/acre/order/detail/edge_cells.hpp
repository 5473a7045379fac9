#pragma once

#include <acre/array/creation.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/order/detail/reader.hpp>
#include <acre/order/searchsorted.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

/// Looking values up among edges that no one else writes to.
namespace acre::detail {

/// find_place of contiguous edges where each halving would wait, on a CPU for a branch that no
/// predictor foresees, on a GPU for memory: equal cells from the first to the last edge say how
/// many edges lie before each, and those in the value's own cell are halved, of which there are
/// none mostly, and few unless edges are very unevenly apart. A value's cell doesn't fall where the
/// value rises, rounded as it is, so the place is exact.
template <class T>
struct find_by_cells : find_place<T, T> {
  double first = 0, scale = 0;
  std::uint32_t cells = 0;  // 0: none, such as between edges that are infinite
  std::uint32_t const* before = nullptr;

  template <class V>
  using argument = T;

  KOKKOS_INLINE_FUNCTION std::uint32_t cell(T x) const
  {
    auto const c = static_cast<std::uint32_t>((static_cast<double>(x) - first) * scale);
    return c < cells ? c : cells - 1;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(T x) const
  {
    return this->right ? place<true>(x) : place<false>(x);
  }
  /// So many cells, or none; `edges` on the host.
  void divide(T const* edges, std::int64_t count)
  {
    first = static_cast<double>(edges[0]);
    scale = static_cast<double>(count) / (static_cast<double>(edges[this->n - 1]) - first);
    bool const finite = scale > std::numeric_limits<double>::min() && std::isfinite(scale);
    cells = finite ? static_cast<std::uint32_t>(count) : 0;
  }
  /// Fills `before`, which has cells + 1 entries.
  void count_edges(T const* edges, std::uint32_t* counts) const
  {
    std::uint32_t c = 0;
    auto const count = static_cast<std::uint32_t>(this->n);
    for (std::uint32_t i = 0; i < count; ++i)
      for (std::uint32_t const own = cell(edges[i]); c <= own; ++c) counts[c] = i;
    for (; c <= cells; ++c) counts[c] = count;
  }

  /// Edges, and counts behind them (backends/common/program.hpp).
  using staged_type = find_by_cells;
  backends::staged_count staged_values(std::int64_t most, std::int64_t most_bytes) const
  {
    std::int64_t const counts = cells + std::int64_t{1},
                       bytes = edge_bytes() + counts * std::int64_t{sizeof(std::uint32_t)};
    if (cells == 0 || this->n + counts > most || bytes > most_bytes) return {};
    return {static_cast<int>(this->n + counts), bytes};
  }
  KOKKOS_INLINE_FUNCTION void stage(int v, void* memory) const
  {
    auto* const counts = static_cast<char*>(memory) + edge_bytes();
    if (v < this->n)
      static_cast<T*>(memory)[v] = this->sorted[v];
    else
      reinterpret_cast<std::uint32_t*>(counts)[v - this->n] = before[v - this->n];
  }
  KOKKOS_INLINE_FUNCTION find_by_cells staged(int, void const* memory) const
  {
    find_by_cells there = *this;
    there.sorted = static_cast<T const*>(memory);
    there.before =
        reinterpret_cast<std::uint32_t const*>(static_cast<char const*>(memory) + edge_bytes());
    return there;
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t edge_bytes() const
  {
    constexpr std::int64_t of_count = sizeof(std::uint32_t);
    return (this->n * std::int64_t{sizeof(T)} + of_count - 1) / of_count * of_count;
  }
  template <bool Right>
  KOKKOS_INLINE_FUNCTION std::int64_t place(T x) const
  {
    if (cells == 0) return find_place<T, T>::operator()(x);
    if (x < this->sorted[0]) return 0;
    if (!(x <= this->sorted[this->n - 1])) return this->n;  // NaN, too
    std::uint32_t const c = cell(x);
    std::uint32_t passed = before[c];
    for (std::uint32_t half, left = before[c + 1] - passed; left > 0; left -= half) {
      half = (left + 1) / 2;
      T const edge = this->sorted[passed + half - 1];
      passed += (Right ? edge <= x : edge < x) ? half : 0;
    }
    return passed;
  }
};

/// Edges on a space, and the same on the host.
template <class T, class Space>
struct known_edges {
  array<T, 1, Space> on_space;
  std::vector<T> on_host;

  known_edges(Space const& space, std::vector<T> edges)
      : on_space(from_host(space, edges)), on_host(std::move(edges))
  {}
  T const* data() const
  {
    if constexpr (std::is_same_v<T, bool>)
      return nullptr;  // a vector's are bits
    else
      return on_host.data();
  }
};

/// How values are looked up among `edges`: make(find, memory…), where find is a find_by_cells and
/// memory what it reads. Cells are for so many `values` that they are worth it; on a GPU `on_host`
/// has the edges, or there are none. Scratch: for each edge 8 counts of four bytes (4 on a GPU), 16
/// KiB at least (1).
template <class T, class Space, class Make>
auto looked_up(array<T, 1, Space> const& edges, T const* on_host, bool right, std::int64_t values,
               Make const& make)
{
  constexpr bool on_cpu = backends::runs_on_cpu<Space>;
  constexpr std::int64_t of_edge = on_cpu ? 8 : 4, least = on_cpu ? 4096 : 256,
                         worth_a_cell = on_cpu ? 2 : 256;
  find_by_cells<T> find{{edges.data(), edges.size(), 1, right}};
  if constexpr (Space::host_accessible) on_host = edges.data();
  std::int64_t const n = edges.size(), cells = std::max<std::int64_t>(of_edge * n, least);
  if (n > 1 && on_host && values / worth_a_cell >= cells && cells < std::int64_t{1} << 30)
    find.divide(on_host, cells);
  std::vector<std::uint32_t> counts(find.cells > 0 ? find.cells + std::size_t{1} : 0);
  if (find.cells > 0) find.count_edges(on_host, counts.data());
  auto const before = from_host(edges.space(), counts);
  find.before = before.data();
  return make(find, edges, before);
}

template <class T, class Space, class Make>
auto looked_up(known_edges<T, Space> const& edges, bool right, std::int64_t values,
               Make const& make)
{
  return looked_up(edges.on_space, edges.data(), right, values, make);
}

}  // namespace acre::detail
