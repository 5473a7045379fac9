#pragma once

#include <acre/array/creation.hpp>
#include <acre/array/detail/shape_rules.hpp>
#include <acre/device/launch.hpp>
#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/distributed/detail/pieces.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/index/index_mode.hpp>
#include <acre/order/searchsorted.hpp>
#include <acre/order/sort.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

/// Elements by their place in a whole array: which process has them, and the way there and back.
namespace acre::distributed::detail {

/// Throws value_error: places in blocks that are no slabs.
[[noreturn]] void refuse_places(char const* operation, char const* what, layout const& of);

template <class I>
constexpr void require_places()
{
  static_assert(acre::detail::kind_of<typename I::value_type>() == acre::detail::kind::integer,
                "acre: distributed arrays used as indices are of integers");
}

/// The place that an index means in a row of rule.size; that number for none.
struct resolved_place : acre::detail::same_type {
  acre::detail::index_rule rule;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const
  {
    std::int64_t const place = rule.resolve(i);
    return place < 0 || place > rule.size ? rule.size : place;
  }
};

/// Numbers of the elements in the order of their owners, those of each one in their own order.
template <class Owner, class Space, class E>
acre::array<std::int64_t, 1, Space> order_by_owner(E const& owner)
{
  return argsort(acre::array<Owner, 1, Space>(acre::cast<Owner>(owner)));
}
/// `owner`: terms of fewer than `count` processes, or `count` for none of them.
template <class Space, class E>
acre::array<std::int64_t, 1, Space> order_by_owner(E const& owner, std::size_t count)
{
  return count < 256 ? order_by_owner<std::uint8_t, Space>(owner)
                     : order_by_owner<std::uint32_t, Space>(owner);
}

/// What this process has sorted out: places by the process that has them.
template <class Space>
struct routed_places {
  acre::array<std::int64_t, 1, Space> number;  // which of them: in their order of each process
  acre::array<std::int64_t, 1, Space> place;
  piece_bounds out;  // of each process; behind them those that nobody has
};

/// The elements of an index that names elements of a row of n, in a row. `look(row, index)` picks
/// elements of such a row; bad ones are reported to the space.
template <class E, class Look>
auto checked_index(E const& index, std::int64_t n, index_mode mode, Look const& look)
{
  auto const flat = acre::detail::contiguous(evaluate(index)).reshape(shape(-1));
  if (flat.size() > 0) {
    auto const row = broadcast_to(zeros<bool>(index.space(), shape(1)), shape(n));
    auto const picked = look(row, flat);
    if (mode == index_mode::raise) acre::detail::check_picks(picked);
  }
  return flat;
}

/// The places of an index's elements among `where`'s, by process.
template <class Space, class I>
routed_places<Space> route_places(acre::array<I, 1, Space> const& index, layout const& where,
                                  index_mode mode)
{
  resolved_place const resolve{{}, {mode, where.size()}};
  acre::array<std::int64_t, 1, Space> const places(
      acre::detail::make_unary(acre::cast<std::int64_t>(index), resolve));
  auto const starts = where.starts();
  auto const ends = from_host(index.space(), std::vector(starts.begin() + 1, starts.end()));
  acre::array<std::int64_t, 1, Space> const owner(searchsorted(ends, places, search_side::right));
  routed_places<Space> routed;
  routed.number = order_by_owner<Space>(owner, starts.size());
  routed.place =
      acre::array<std::int64_t, 1, Space>(acre::detail::take_known(places, routed.number, 0));
  auto const of =
      acre::array<std::int64_t, 1, Space>(acre::detail::take_known(owner, routed.number, 0));
  std::vector<std::int64_t> processes(starts.size());
  std::iota(processes.begin(), processes.end(), 0);
  routed.out = to_vector(evaluate(searchsorted(of, from_host(index.space(), processes))));
  return routed;
}

/// What all processes want of this one.
template <class Space>
struct wanted_here {
  acre::array<std::int64_t, 1, Space> place;  // in this process' block
  piece_bounds in;
};

/// to[number[i]] = from[i], where no two numbers are the same.
template <class T>
struct put_back {
  std::int64_t const* number;
  T const* from;
  T* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { to[number[i]] = from[i]; }
};

/// The way of places to the processes that have them. `reserve(count)` makes room for as many as
/// come. Throws on all processes what any of them has met. Together.
template <class Local, std::size_t N, class Look, class Reserve>
auto send_places(joint_name const& name, term<Local, N> const& index, index_mode mode,
                 std::optional<failure> failed, Look const& look, Reserve const& reserve)
{
  using space = typename Local::space_type;
  auto const& all = index.all;
  std::pair<routed_places<space>, wanted_here<space>> way;
  auto& [routed, wanted] = way;
  failed = failure_of(
      index,
      [&] {
        auto const row = checked_index(index.local, name.where->size(), mode, look);
        routed = route_places(row, *name.where, mode);
      },
      failed);
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(all.size()));
  for (std::size_t p = 0; p < lengths.size() && !failed; ++p)
    lengths[p] = routed.out[p + 1] - routed.out[p];
  wanted.in = bounds_of(exchanged(all, lengths));
  try {
    wanted.place = acre::array<std::int64_t, 1, space>(index.space(), shape_t<1>{wanted.in.back()});
    reserve(wanted.in.back());
  } catch (error const&) {
    if (!failed) failed = current_failure();
  }
  gather_all(all, name, {}, failed);
  send_pieces(name.operation, all, routed.place, routed.out, wanted.place, wanted.in);
  wanted.place -= name.where->starts()[static_cast<std::size_t>(all.rank())];
  return way;
}

}  // namespace acre::distributed::detail
