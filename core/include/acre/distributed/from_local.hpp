#pragma once

#include <acre/distributed/array.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace acre::distributed {

/// The array whose blocks the processes have already, each an array or expression of acre's own,
/// from_view() of a Kokkos::View too: the way back from x.local(). It is copied. Blocks lie one
/// behind the other along axis 0, in the processes' order and each as long as it is, none at all if
/// need be. Options are blocks()'s: other axes, halo, periodic; a grid() for blocks that lie side
/// by side along several, the processes in C order.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   auto const energies = full(host(), shape(2 + all.rank()), 1.0 * all.rank());
///   auto const x = from_local(all, energies, halo(1));
///   double const average = mean(x);
///   if (all.rank() == 2) std::cout << x.size() << ' ' << x.first()[0] << ' ' << average << '\n';
/// });
/// ```
/// ```text
/// 9 5 1.22222
/// ```
///
/// Together; a number an axis to all, and a word. Throws on all processes shape_error where blocks
/// that lie side by side have other lengths along the other axes, naming two; value_error for
/// cuts() and for several axes without a grid(), where dtypes or options differ, and as blocks()
/// does; index_error for a bad index that any process has met; out_of_memory where one has too
/// little.
template <acre::expression E, class... Option>
auto from_local(processes const& all, E const& block, Option const&... option)
{
  constexpr int rank = E::rank;
  using T = typename E::value_type;
  detail::next_call(all);
  auto failed = detail::take_pending(all);
  shape_t<rank> extent{};
  detail::wanted_blocks wanted;
  detail::try_to(failed, [&] {
    extent = block.shape();
    wanted = blocks(extent, option...).wanted();
  });
  auto const of_all = detail::values_of<std::int64_t>(
      detail::gather_all(all, {"from_local", dtype_name<T>(), nullptr},
                         detail::to_bytes(std::span<std::int64_t const>(extent)), failed));
  wanted = detail::blocks_of_lengths(
      std::move(wanted), std::span(of_all.data(), static_cast<std::size_t>(of_all.size())),
      all.size());
  auto const to = detail::array_access::to_be_written<array<T, rank, typename E::space_type>>(
      all, block.space(), wanted, "from_local");
  acre::detail::assign(to.local(), block);
  detail::note_failures_on(all, detail::array_access::layout_of(to), to.space());
  return to;
}

}  // namespace acre::distributed
