#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/deal.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/distributed/elementwise.hpp>
#include <acre/index/compress.hpp>

#include <type_traits>

/// Elements that meet a condition, of all processes: acre's compress and flatnonzero.
namespace acre::distributed {

/// The elements of x whose condition is true, in C order: as x(x > 0) in NumPy, compress(x > 0, x).
/// Both have the same blocks (else shape_error), which are slabs (else value_error, which names
/// redistribute). The result's blocks are those of blocks(shape(n)), however many are chosen where.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 1> x(all, blocks(shape(1000)));
///   generator g(42);
///   x = own_part(x, g.normal(x.space(), x.shape()));
///   auto const large = compress(x > 2.5, x);
///   auto const where_they_are = gather_to(flatnonzero(x > 2.5), 0);
///   if (all.rank() == 0) std::cout << large.size() << ' ' << where_they_are << '\n';
/// });
/// ```
/// ```text
/// 3 [ 29 574 614]
/// ```
///
/// Together. Waits for the others: an element that is chosen crosses once at most. Throws on all
/// processes index_error for a bad index that any of them met before, out_of_memory where one has
/// too little.
template <detail::whole_operand C, detail::whole_operand E>
auto compress(C const& condition, E const& x)
{
  static_assert(std::is_same_v<typename C::value_type, bool>,
                "acre: compress wants a boolean condition");
  using T = typename E::value_type;
  auto const c = detail::as_term(condition);
  auto const t = detail::as_term(x);
  detail::require_same("compress", t.all, *t.where, c);
  detail::require_c_order("compress", *t.where);
  detail::next_call(t.all);
  acre::array<T, 1, typename E::space_type> mine(t.space(), shape_t<1>{0});
  auto const failed = detail::failure_of(t, [&] {
    if (t.where->owns(t.all.rank())) mine = acre::compress(c.local, t.local);
  });
  detail::gather_all(t.all, {"compress", dtype_name<T>(), t.where.get()}, {}, failed);
  return detail::dealt_out<T>("compress", t.all, t.space(), detail::told_to_all(t.all, mine.size()),
                              [&] { return mine; });
}

/// The positions of the elements that are not zero, int64, counted in C order over the whole array.
/// Otherwise as compress().
template <detail::whole_operand E>
auto flatnonzero(E const& x)
{
  auto const t = detail::as_term(x);
  return compress(cast<bool>(x), own_part(x, index_of(t.space(), t.shape())));
}

}  // namespace acre::distributed
