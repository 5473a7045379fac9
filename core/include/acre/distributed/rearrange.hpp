#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/translate.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/rearrange/concatenate.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Elements at other places: acre's roll, flip, concatenate and diff, with its dtypes, bits and
/// errors. New arrays, whose elements cross once at most: from device to device where the transport
/// takes their memory, else through the host.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> x(all, blocks(shape(6)));
///   x = coordinate(x, 0) * coordinate(x, 0);
///   auto const text = to_string(roll(x, 2)) + ' ' + to_string(diff(x)) + ' ' +
///                     to_string(concatenate({x, x}));
///   if (all.rank() == 0) std::cout << text << '\n';
/// });
/// ```
/// ```text
/// [16 25  0  1  4  9] [1 3 5 7 9] [ 0  1  4  9 16 25  0  1  4  9 16 25]
/// ```
///
/// Together. Waits for the others. Throws index_error for an axis that is not there, and on all
/// processes for a bad index that any of them met before, out_of_memory on all where one has too
/// little, value_error on all where calls, dtypes, blocks or numbers differ, communication_error.
namespace acre::distributed {

/// Moves the elements towards higher indices, those behind the end to the beginning, along an axis
/// (of one, the only one). The result has x's blocks and halos (which are 0). Where a process'
/// block is no longer than the way, all of it crosses, else what leaves it.
template <detail::whole_operand E>
auto roll(E const& e, std::int64_t shift, axis_number axis)
{
  using result = array<typename E::value_type, E::rank, typename E::space_type>;
  auto const t = detail::as_term(e);
  int const a = acre::detail::normalized_axis(axis, E::rank);
  std::int64_t const n = t.shape()[a], by = n == 0 ? 0 : (shift % n + n) % n;
  std::string const call = "roll by " + std::to_string(shift) + " along axis " + std::to_string(a);
  return detail::translated(
      call, t,
      {detail::along_axis(*t.where, a, 0, n - by, by),
       detail::along_axis(*t.where, a, n - by, n, by - n)},
      [&] { return detail::array_access::fresh<result>(t.all, t.space(), t.where); });
}
template <detail::whole_operand E>
auto roll(E const& e, std::int64_t shift)
{
  static_assert(E::rank == 1,
                "acre: arrays of several processes are rolled along an axis: roll(x, 1, 0)");
  return roll(e, shift, 0);
}

/// The elements in reverse along every axis, one or several: flip(x, axes(0, 1)). A new array with
/// x's blocks and halos (which are 0). Throws value_error for an axis named twice: repeated axis
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   auto const text = to_string(flip(arange(all, 7)));
///   if (all.rank() == 0) std::cout << text << '\n';
/// });
/// ```
/// ```text
/// [6 5 4 3 2 1 0]
/// ```
template <detail::whole_operand E, std::size_t N>
auto flip(E const& e, axis_list<N> const& which)
{
  using result = array<typename E::value_type, E::rank, typename E::space_type>;
  auto const t = detail::as_term(e);
  std::array<int, N> axis{};
  std::string call = "flip along axis";
  for (std::size_t k = 0; k < N; ++k) {
    axis[k] = acre::detail::normalized_axis(which.axis[k], E::rank);
    for (std::size_t other = 0; other < k; ++other)
      if (axis[other] == axis[k]) throw value_error("repeated axis");
    call += ' ' + std::to_string(axis[k]);
  }
  return detail::translated(
      call, t, {{detail::box_of(*t.where), {}}},
      [&] { return detail::array_access::fresh<result>(t.all, t.space(), t.where); }, axis);
}
template <detail::whole_operand E>
auto flip(E const& e, axis_number axis)
{
  return flip(e, axes(axis));
}
template <detail::whole_operand E>
auto flip(E const& e)
{
  axis_list<static_cast<std::size_t>(E::rank)> every{};
  int next = 0;
  for (int& axis : every.axis) axis = next++;
  return flip(e, every);
}

/// x[1:] - x[:-1] along an axis, n times over; of bool, whether they differ. In x's blocks, of
/// which the last ones are shorter: an element crosses to the process before. Throws value_error
/// (order must be non-negative but got -1).
template <detail::whole_operand E>
auto diff(E const& e, std::int64_t n = 1, axis_number axis = -1)
{
  using T = typename E::value_type;
  using result = array<T, E::rank, typename E::space_type>;
  int const a = acre::detail::normalized_axis(axis, E::rank);
  if (n < 0) throw value_error("order must be non-negative but got " + std::to_string(n));
  result x(detail::as_term(e));
  std::string const call = "diff along axis " + std::to_string(a);
  for (std::int64_t k = 0; k < n && (k == 0 || x.shape()[a] > 0); ++k) {
    auto const t = detail::as_term(x);
    std::int64_t const length = t.shape()[a], left = std::max<std::int64_t>(length - 1, 0);
    auto cuts = t.where->axis(a).cuts;
    for (auto& cut : cuts) cut = std::min(cut, left);
    auto const where = std::make_shared<detail::layout const>(t.where->with_cuts(a, cuts));
    x = detail::translated(
        call, t, {detail::along_axis(*t.where, a, std::min<std::int64_t>(length, 1), length, -1)},
        [&] { return detail::array_access::fresh<result>(t.all, t.space(), where); });
    auto const later = x.local();
    auto const earlier = detail::part_of(t.local, shape_t<E::rank>{}, later.shape());
    if constexpr (std::is_same_v<T, bool>)
      later(ALL) = later != earlier;
    else
      later(ALL) = later - earlier;
  }
  return x;
}

namespace detail {

/// Blocks of an array that is `length` along an axis and otherwise like another: evenly along the
/// axes that are cut there.
inline layout lengthened(layout const& like, int axis, std::int64_t length)
{
  wanted_blocks wanted;
  wanted.rank = like.rank();
  wanted.shape = like.shape();
  wanted.shape[axis] = length;
  wanted.cuts.resize(static_cast<std::size_t>(like.rank()));
  bool any = false;
  for (int a = 0; a < like.rank(); ++a) any = (wanted.cut[a] = like.axis(a).parts() > 1) || any;
  if (!any) wanted.cut[0] = true;
  return {wanted, like.processes()};
}

template <class T, int Rank, class First, class Parts>
auto joined_along(First const& first, int axis, std::vector<shape_t<Rank>> const& each,
                  Parts const& for_each_part)
{
  using result = array<T, Rank, typename First::space_type>;
  shape_t<Rank> whole{};
  std::vector<acre::extents_view> const shapes(each.begin(), each.end());
  acre::detail::joined_shape(whole, shapes, axis);
  auto const where = std::make_shared<layout const>(lengthened(*first.where, axis, whole[axis]));
  std::string const call = "concatenate along axis " + std::to_string(axis);
  result to;
  std::int64_t at = 0;
  for_each_part([&](auto const& part) {
    auto const t = cast<T>(part);
    if (!(t.all == first.all))
      throw value_error("distributed::concatenate: the parts are arrays of different processes");
    std::int64_t const count = t.shape()[axis];
    to = translated(call, t, {along_axis(*t.where, axis, 0, count, at)}, [&] {
      return to.has_shape() ? to : array_access::fresh<result>(first.all, first.space(), where);
    });
    at += count;
  });
  return to;
}

}  // namespace detail

/// Arrays one behind the other along an axis: concatenate({a, b}), of a vector, or of a tuple,
/// concatenate(std::tuple(a, b + 1), 1), whose dtypes may differ (the result has the one that they
/// promote to). In even blocks along the axes that are cut in the first one. Each element crosses
/// once, in a call for each part. Throws shape_error where other axes' lengths differ, value_error
/// for an empty vector.
template <detail::whole_operand E, detail::whole_operand... More>
auto concatenate(std::tuple<E, More...> const& parts, axis_number axis = 0)
{
  using T = typename acre::detail::join_type<E, More...>::type;
  constexpr bool is_one_rank = ((More::rank == E::rank) && ...);
  static_assert(is_one_rank, "acre: concatenate of several processes takes parts of one rank");
  if constexpr (is_one_rank)
    return std::apply(
        [&](auto const&... part) {
          return detail::joined_along<T, E::rank>(detail::as_term(std::get<0>(parts)), axis,
                                                  {part.shape()...},
                                                  [&](auto const& f) { (f(part), ...); });
        },
        parts);
}
template <detail::whole_operand E>
auto concatenate(std::vector<E> const& parts, axis_number axis = 0)
{
  std::vector<shape_t<E::rank>> each;
  for (E const& part : parts) each.push_back(part.shape());
  if (parts.empty()) throw value_error("need at least one array to concatenate");
  return detail::joined_along<typename E::value_type, E::rank>(detail::as_term(parts[0]), axis,
                                                               each, [&](auto const& f) {
                                                                 for (E const& part : parts)
                                                                   f(part);
                                                               });
}
template <detail::whole_operand E>
auto concatenate(std::initializer_list<E> parts, axis_number axis = 0)
{
  return concatenate(std::vector<E>(parts), axis);
}

}  // namespace acre::distributed
