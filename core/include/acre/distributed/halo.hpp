#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/pack.hpp>
#include <acre/distributed/detail/transfer.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// The elements around a block: exchange() fills its halo, shifted() reads it.
namespace acre::distributed {

namespace detail {
inline constexpr int halo_tag = 16;  // and that of each axis behind it
}

/// Fills the halo of every block with the neighbours' elements, corners too; those beyond the array
/// come from its other end along periodic axes, and stay what they are along the others: 0, or what
/// the program has written to with_halo(). A halo may be wider than the neighbour's block.
///
/// Together; sends along each axis what the neighbours want, and waits for theirs: from device to
/// device it is queued, and the host goes on. Nothing is checked: processes that make other calls
/// at the same time meet in a communication_error.
template <acre::element T, int Rank, class Space>
void exchange(array<T, Rank, Space> const& a)
{
  auto const& l = detail::array_access::layout_of(a);
  auto const& padded = a.with_halo();
  auto& transport = detail::access::of(a.all());
  int const me = a.all().rank();
  detail::box const mine = l.block_of(me);
  // an axis after the other: later ones take along what earlier ones have brought, the corners
  shape_t<Rank> low{}, extent{};
  for (int axis = 0; axis < Rank; ++axis) {
    low[axis] = l.axis(axis).halo;
    extent[axis] = mine.extent(axis);
  }
  detail::next_call(a.all());
  bool const by_device = detail::goes_by_device(a.all(), a.space());
  for (int axis = 0; axis < Rank; ++axis) {
    std::int64_t const width = l.axis(axis).halo;
    if (width > 0) {
      auto const plan = detail::plan_halo(l, me, axis);
      int const tag = detail::halo_tag + axis;
      auto const part = [&](std::int64_t at, detail::halo_piece const& p) {
        auto from = low, count = extent;
        from[axis] = at;
        count[axis] = p.high - p.low;
        return detail::part_of(padded, from, count);
      };
      if (by_device) {
        std::vector<detail::array_part<acre::array<T, Rank, Space>>> sends, receives;
        for (auto const& p : plan.sends)
          sends.push_back({p.process, part(width + p.low - mine.low[axis], p)});
        for (auto const& p : plan.receives) receives.push_back({p.process, part(p.at, p)});
        detail::transfer_parts(a.all(), a.space(), sends, receives);
      } else {
        for (auto const& p : plan.sends)
          transport.send(p.process, tag, detail::packed(part(width + p.low - mine.low[axis], p)));
        for (auto const& p : plan.receives)
          detail::unpack(part(p.at, p), transport.receive(p.process, tag), "exchange", p.process);
      }
    }
    low[axis] = 0;
    extent[axis] += 2 * width;
  }
}

/// The array whose element (i, j) is a's (i + di, j + dj), as an expression: from the halo, where
/// that is another block's. One offset for each axis.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(2, [](processes const& all) {
///   distributed::array<double, 1> u(all, blocks(shape(6), halo(1), periodic(0)));
///   u = coordinate(u, 0);
///   exchange(u);
///   auto const whole = gather_to(shifted(u, 1) - shifted(u, -1), 0);
///   if (all.rank() == 0) std::cout << whole << '\n';
/// });
/// ```
/// ```text
/// [-4.  2.  2.  2.  2. -4.]
/// ```
///
/// Throws value_error for an offset beyond the halo. Sends nothing: the halo has what exchange()
/// left there.
template <acre::element T, int Rank, class Space, std::integral... Offset>
auto shifted(array<T, Rank, Space> const& a, Offset... offset)
{
  static_assert(sizeof...(Offset) == Rank, "acre: shifted takes an offset for each axis");
  shape_t<Rank> const by{static_cast<std::int64_t>(offset)...};
  auto const& l = detail::array_access::layout_of(a);
  shape_t<Rank> low{};
  for (int axis = 0; axis < Rank; ++axis) {
    std::int64_t const width = l.axis(axis).halo;
    if (by[axis] > width || -by[axis] > width)
      throw value_error("distributed::shifted: " + std::to_string(by[axis]) + " along axis " +
                        std::to_string(axis) + " is beyond the halo of " + std::to_string(width) +
                        ": blocks(…, halo(" + std::to_string(by[axis] < 0 ? -by[axis] : by[axis]) +
                        ")) has room for it");
    low[axis] = width + by[axis];
  }
  auto const whole = detail::as_term(a);
  return detail::term<acre::array<T, Rank, Space>, 1>(
      whole.all, whole.where, detail::part_of(a.with_halo(), low, a.local().shape()), whole.reads);
}

}  // namespace acre::distributed
