#pragma once

#include <acre/distributed/detail/route.hpp>

#include <source_location>

namespace acre::distributed {

namespace detail {

template <class X, class I>
auto taken(X const& x, I const& index, index_mode mode, typename X::value_type fallback,
           std::source_location where)
{
  using T = typename X::value_type;
  using space = typename X::space_type;
  require_places<I>();
  if (!(x.all == index.all))
    throw value_error("distributed::take: the operands are arrays of different processes");
  if (!x.where->is_slabs()) refuse_places("take", "elements", *x.where);
  next_call(x.all);
  array<T, I::rank, space> result;
  acre::array<T, 1, space> here, found, back;
  auto const failed =
      failure_of(x, [&] { here = acre::detail::contiguous(evaluate(x.local)).reshape(shape(-1)); });
  joint_name const name{"take", dtype_name<T>(), x.where.get()};
  if (x.all.size() == 1) {
    auto const missed = failure_of(
        index,
        [&] {
          auto const whole = acre::detail::take_along(here, index.local, 0, mode, fallback, where);
          result = array_access::make<array<T, I::rank, space>>(x.all, x.space(), index.where);
          acre::detail::assign(result.local(), whole);
        },
        failed);
    gather_all(x.all, name, {}, missed);
    return result;
  }
  auto const way = send_places(
      name, index, mode, failed,
      [&](auto const& row, auto const& i) {
        return acre::detail::picked_along({"take", where}, row, i, 0, mode);
      },
      [&](std::int64_t count) {
        result = array_access::make<array<T, I::rank, space>>(x.all, x.space(), index.where);
        found = acre::array<T, 1, space>(x.space(), shape_t<1>{count});
        back = acre::array<T, 1, space>(x.space(), shape_t<1>{size_of(index.local.shape())});
      });
  auto const& [routed, wanted] = way;
  acre::detail::assign(found, acre::detail::take_known(here, wanted.place, 0));
  send_pieces("take", x.all, found, wanted.in, back, routed.out);
  auto const& to = result.local();
  if (fallback != T(0)) to(ALL) = fallback;
  auto const dense = to.is_contiguous() ? to : acre::detail::contiguous_copy(to);
  launch(x.space(), routed.out.back(),
         put_back<T>{routed.number.data(), back.data(), dense.data()});
  if (dense.data() != to.data()) acre::detail::assign(to, dense);
  return result;
}

}  // namespace detail

/// x's elements at `index`, wherever they are: an array of index's blocks. `index` counts x's
/// elements in C order over the whole array; any integer dtype and rank, blocks of its own. What an
/// index out of bounds means says index_mode, as in acre::take.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 1> x(all, blocks(shape(10)));
///   x = coordinate(x, 0) * 0.5;
///   distributed::array<std::int64_t, 1> i(all, blocks(shape(4)));
///   i = 9 - 3 * coordinate(i, 0);
///   auto const whole = gather_to(take(x, i), 0);
///   if (all.rank() == 0) std::cout << whole << '\n';
/// });
/// ```
/// ```text
/// [4.5 3.  1.5 0. ]
/// ```
///
/// Together. Waits for the others. An index crosses to the process that has its element, and the
/// element back. Throws index_error on all processes for a bad index on any (mode raise), with its
/// position in the whole index: the text is that of one process' acre::take; value_error where x's
/// blocks are no slabs (redistribute). Scratch: some 50 bytes for each index, and as much for each
/// that others have of this process' elements.
template <detail::whole_operand X, detail::whole_operand I>
auto take(X const& x, I const& index, index_mode mode = index_mode::raise,
          std::source_location where = std::source_location::current())
{
  return detail::taken(detail::as_term(x), detail::as_term(index), mode, typename X::value_type(0),
                       where);
}
template <detail::whole_operand X, detail::whole_operand I, scalar S>
auto take(X const& x, I const& index, fill<S> f,
          std::source_location where = std::source_location::current())
{
  using T = typename X::value_type;
  return detail::taken(detail::as_term(x), detail::as_term(index), index_mode::fill,
                       acre::detail::fitting<T>(f.value), where);
}

}  // namespace acre::distributed
