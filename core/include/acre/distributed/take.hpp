#pragma once

#include <acre/distributed/detail/route.hpp>
#include <acre/index/take.hpp>

#include <source_location>

namespace acre::distributed {

namespace detail {

template <class X, class Places>
auto taken(X const& x, Places const& places, typename X::value_type fallback = {})
{
  using T = typename X::value_type;
  using space = typename X::space_type;
  require_places("take", x, places, false);
  next_call(x.all);
  auto const& index = places.first();
  joint_name const name{"take", dtype_name<T>(), x.where.get()};
  array<T, Places::rank, space> result;
  acre::array<T, 1, space> here, found, back;
  auto failed =
      failure_of(x, [&] { here = acre::detail::contiguous(evaluate(x.local)).reshape(shape(-1)); });
  auto const make = [&] {
    result = array_access::fresh<array<T, Places::rank, space>>(x.all, x.space(), index.where);
  };
  if (x.all.size() == 1) {
    failed = failure_of(
        index,
        [&] {
          auto const numbers = places.numbers().reshape(index.local.shape());
          make();
          acre::detail::assign(result.local(), acre::take(here, numbers, 0, fill(fallback)));
        },
        failed);
    gather_all(x.all, name, {}, failed);
    return result;
  }
  auto const way = send_places(name, places, failed, [&](std::int64_t count) {
    make();
    found = acre::array<T, 1, space>(x.space(), shape_t<1>{count});
    back = acre::array<T, 1, space>(x.space(), shape_t<1>{size_of(index.local.shape())});
  });
  auto const& [routed, wanted] = way;
  acre::detail::assign(found, acre::detail::take_known(here, wanted.place, 0));
  send_pieces("take", x.all, found, wanted.in, back, routed.out);
  auto const& to = result.local();
  if (routed.out.back() < back.size()) to(ALL) = fallback;  // those of nobody
  auto const dense = to.is_contiguous() ? to : acre::detail::contiguous_copy(to);
  launch(x.space(), routed.out.back(),
         put_back<T>{routed.number.data(), back.data(), dense.data()});
  if (dense.data() != to.data()) acre::detail::assign(to, dense);
  return result;
}

/// Places counted in C order over an array of n elements.
template <class I>
auto flat_places(acre::detail::index_site site, std::int64_t n, I const& index, index_mode mode)
{
  return choose_places(
      shape(n),
      [=](auto const& row, auto const& i) {
        return acre::detail::picked_along(site, row, i, 0, mode);
      },
      mode, as_term(index));
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
  return detail::taken(detail::as_term(x),
                       detail::flat_places({"take", where}, x.size(), index, mode));
}
template <detail::whole_operand X, detail::whole_operand I, scalar S>
auto take(X const& x, I const& index, fill<S> f,
          std::source_location where = std::source_location::current())
{
  using T = typename X::value_type;
  return detail::taken(detail::as_term(x),
                       detail::flat_places({"take", where}, x.size(), index, index_mode::fill),
                       acre::detail::fitting<T>(f.value));
}

}  // namespace acre::distributed
