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

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Elements by their place in a whole array: which process has them, and the way there and back.
namespace acre::distributed::detail {

/// Throws value_error: places in blocks that are no slabs.
[[noreturn]] void refuse_places(char const* operation, char const* what, layout const& of);

/// The place that an index means along an axis; the axis' size for none.
struct resolved_place : acre::detail::same_type {
  acre::detail::index_rule rule;
  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t i) const
  {
    std::int64_t const place = rule.resolve(i);
    return place < 0 || place > rule.size ? rule.size : place;
  }
};

/// The number, in C order of an array of these extents, of the place along each of its axes; the
/// number of all for none.
template <class Space>
auto numbers_of_places(std::span<std::int64_t const> sizes,
                       std::span<acre::array<std::int64_t, 1, Space> const> axis)
{
  using numbers = acre::array<std::int64_t, 1, Space>;
  if (axis.size() == 1) return axis[0];
  std::int64_t all = 1;
  for (auto const n : sizes) all *= n;
  auto number = copy(axis[0]);
  acre::array<bool, 1, Space> nowhere(axis[0] == sizes[0]);
  for (std::size_t a = 1; a < axis.size(); ++a) {
    number = number * sizes[a] + axis[a];
    nowhere = nowhere | (axis[a] == sizes[a]);
  }
  return numbers(where(nowhere, all, number));
}

/// Elements of an array of `extent` by their places: an index for each of its axes, of the same
/// blocks. `look(row, index…)` picks elements of such an array, and reports bad ones to the space.
template <int Axes, class Look, class... I>
struct chosen_places {
  static_assert((... &&
                 (acre::detail::kind_of<typename I::value_type>() == acre::detail::kind::integer)),
                "acre: distributed arrays used as indices are of integers");
  shape_t<Axes> extent;
  Look look;
  index_mode mode;
  std::tuple<I...> index;  // terms

  using first_type = std::tuple_element_t<0, std::tuple<I...>>;
  using space_type = typename first_type::space_type;
  static constexpr int rank = first_type::rank;
  first_type const& first() const { return std::get<0>(index); }

  /// Numbers of the places, in C order of the array; size_of(extent) for none.
  acre::array<std::int64_t, 1, space_type> numbers() const
  {
    return std::apply([this](auto const&... i) { return of(flat(i.local)...); }, index);
  }

 private:
  template <class E>
  static auto flat(E const& e)
  {
    return acre::detail::contiguous(evaluate(e)).reshape(shape(-1));
  }
  template <class... A>
  acre::array<std::int64_t, 1, space_type> of(A const&... a) const
  {
    auto const& space = first().space();
    if (size_of(first().local.shape()) > 0) {
      auto const picked = look(broadcast_to(zeros<bool>(space, shape(1)), extent), a...);
      if (mode == index_mode::raise) acre::detail::check_picks(picked);
    }
    int axis = 0;
    std::array<acre::array<std::int64_t, 1, space_type>, sizeof...(A)> const places{
        acre::array<std::int64_t, 1, space_type>(acre::detail::make_unary(
            acre::cast<std::int64_t>(a), resolved_place{{}, {mode, extent[axis++]}}))...};
    return numbers_of_places<space_type>(extent, places);
  }
};
template <std::size_t Axes, class Look, class... I>
auto choose_places(std::array<std::int64_t, Axes> const& extent, Look const& look, index_mode mode,
                   I const&... index)
{
  return chosen_places<static_cast<int>(Axes), Look, I...>{extent, look, mode, {index...}};
}

/// Throws value_error: the index is of other processes, the elements lie in blocks that are no
/// slabs, or the indices where their order counts; shape_error where the indices' blocks differ.
template <class Array, int Axes, class Look, class... I>
void require_places(char const* operation, Array const& a,
                    chosen_places<Axes, Look, I...> const& places, bool in_order)
{
  auto const& first = places.first();
  if (!(a.all == first.all))
    throw value_error(std::string("distributed::") + operation +
                      ": the operands are arrays of different processes");
  if (!a.where->is_slabs()) refuse_places(operation, "elements", *a.where);
  if (in_order && !first.where->is_slabs()) refuse_places(operation, "indices", *first.where);
  std::apply([&](auto const&... i) { (require_same(operation, first.all, *first.where, i), ...); },
             places.index);
}

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

/// Places, given by their numbers in C order of `where`'s elements, by process.
template <class Space>
routed_places<Space> route_places(acre::array<std::int64_t, 1, Space> const& places,
                                  layout const& where)
{
  auto const& space = places.space();
  auto const starts = where.starts();
  auto const ends = from_host(space, std::vector(starts.begin() + 1, starts.end()));
  acre::array<std::int64_t, 1, Space> const owner(searchsorted(ends, places, search_side::right));
  routed_places<Space> routed;
  routed.number = order_by_owner<Space>(owner, starts.size());
  routed.place =
      acre::array<std::int64_t, 1, Space>(acre::detail::take_known(places, routed.number, 0));
  auto const of =
      acre::array<std::int64_t, 1, Space>(acre::detail::take_known(owner, routed.number, 0));
  std::vector<std::int64_t> processes(starts.size());
  std::iota(processes.begin(), processes.end(), 0);
  routed.out = to_vector(evaluate(searchsorted(of, from_host(space, processes))));
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
template <int Axes, class Look, class... I, class Reserve>
auto send_places(joint_name const& name, chosen_places<Axes, Look, I...> const& places,
                 std::optional<failure> failed, Reserve const& reserve)
{
  using space = typename chosen_places<Axes, Look, I...>::space_type;
  auto const& index = places.first();
  auto const& all = index.all;
  std::pair<routed_places<space>, wanted_here<space>> way;
  auto& [routed, wanted] = way;
  failed = failure_of(index, [&] { routed = route_places(places.numbers(), *name.where); }, failed);
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(all.size()));
  for (std::size_t p = 0; p < lengths.size() && !failed; ++p)
    lengths[p] = routed.out[p + 1] - routed.out[p];
  wanted.in = bounds_of(exchanged(all, lengths));
  try_to(failed, [&] {
    wanted.place = acre::array<std::int64_t, 1, space>(index.space(), shape_t<1>{wanted.in.back()});
    reserve(wanted.in.back());
  });
  gather_all(all, name, {}, failed);
  send_pieces(name.operation.c_str(), all, routed.place, routed.out, wanted.place, wanted.in);
  wanted.place -= name.where->starts()[static_cast<std::size_t>(all.rank())];
  return way;
}

}  // namespace acre::distributed::detail
