#pragma once

#include <acre/array/creation.hpp>
#include <acre/order/detail/reader.hpp>
#include <acre/order/searchsorted.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

/// Looking values up among edges that no one else writes to.
namespace acre::detail {

/// find_place of contiguous edges on a CPU, where each halving would wait for a branch that nobody
/// foresees: equal cells from the first to the last edge say how many edges lie before each, and
/// those in the value's own cell are halved, of which there are none mostly, and few unless edges
/// are very unevenly apart. A value's cell doesn't fall where the value rises, rounded as it is, so
/// the place is exact.
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
  /// `before`, for which there is room for cells + 1.
  void count_edges(std::uint32_t* counts)
  {
    std::uint32_t c = 0;
    auto const count = static_cast<std::uint32_t>(this->n);
    for (std::uint32_t i = 0; i < count; ++i)
      for (std::uint32_t const own = cell(this->sorted[i]); c <= own; ++c) counts[c] = i;
    for (; c <= cells; ++c) counts[c] = count;
    before = counts;
  }

 private:
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

/// How values are looked up among `edges`: make(find, memory…), where find is a find_place or, on a
/// CPU, a find_by_cells for `values` of them, and memory what it reads. Scratch on a CPU: for each
/// edge 8 counts of four bytes, 16 KiB at least, and none where values are fewer than those.
template <class T, class Space, class Make>
auto looked_up(array<T, 1, Space> const& edges, bool right, std::int64_t values, Make const& make)
{
  find_place<T, T> const plain{edges.data(), edges.size(), 1, right};
  if constexpr (Space::host_accessible) {
    find_by_cells<T> find{plain};
    std::int64_t const n = edges.size(), cells = std::max<std::int64_t>(8 * n, 4096);
    if (n > 1 && values >= 2 * cells && cells < std::int64_t{1} << 30) {
      find.first = static_cast<double>(edges.data()[0]);
      find.scale =
          static_cast<double>(cells) / (static_cast<double>(edges.data()[n - 1]) - find.first);
      bool const finite =
          find.scale > std::numeric_limits<double>::min() && std::isfinite(find.scale);
      find.cells = finite ? static_cast<std::uint32_t>(cells) : 0;
    }
    array<std::uint32_t, 1, Space> const counts(
        edges.space(), shape_t<1>{find.cells > 0 ? find.cells + std::int64_t{1} : 0});
    if (find.cells > 0) find.count_edges(counts.data());
    return make(find, edges, counts);
  } else {
    return make(plain, edges);
  }
}

}  // namespace acre::detail
