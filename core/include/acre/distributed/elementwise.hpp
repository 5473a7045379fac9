#pragma once

#include <acre/distributed/detail/elementwise.hpp>

#include <utility>

/// acre's elementwise operators and functions, of distributed arrays of the same blocks and of
/// numbers: by the same names, with the same dtypes, bits and errors (detail/elementwise.hpp lists
/// them). An expression, computed by each process for its block where it is assigned or reduced;
/// nothing is sent. x += y writes elements, which other names of x see. Throws shape_error, which
/// names redistribute, where the blocks differ.
///
/// Operands broadcast where every process' blocks do, as what is left of a reduction does: last
/// axes are each other's, with the same cuts, and an axis of extent 1 that isn't cut goes with any.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 2> u(all, blocks(shape(6, 4)));
///   u = coordinate(u, 0) * coordinate(u, 1);
///   auto const v = copy((u - mean(u, 0)) / (sum(u, 1, keepdims) + 1));
///   if (all.rank() == 2) std::cout << v.local() << '\n';
/// });
/// ```
/// ```text
/// [[0.         0.06       0.12       0.18      ]
///  [0.         0.08064516 0.16129032 0.24193548]]
/// ```
namespace acre::distributed {

/// cast<float>(x): the elements in another dtype.
template <acre::element T, detail::whole_operand A>
auto cast(A&& a)
{
  return detail::combined(
      "cast", [](auto x) { return acre::cast<T>(std::move(x)); }, std::forward<A>(a));
}

/// f(x, …) of what each process has of x, …, arrays and expressions of acre's own: for any
/// elementwise function of acre's that isn't listed here, a lookup in a table that every process
/// has, or elementwise() with a function of one's own. What f returns is an expression of the
/// block's shape (else shape_error), whose elements depend on those of the same place alone: it is
/// each process' own matter.
///
/// ```cpp
/// using namespace distributed;
/// auto const table = from_host({0.5, 1.5, 2.5});
/// virtual_processes(2, [&](processes const& all) {
///   distributed::array<std::int64_t, 1> i(all, blocks(shape(4)));
///   i = coordinate(i, 0) % 3;
///   double const total = sum(on_blocks([&](auto const& mine) { return take(table, mine); }, i));
///   if (all.rank() == 0) std::cout << total << '\n';
/// });
/// ```
/// ```text
/// 5
/// ```
template <class F, class... X>
  requires detail::operands<X...>
auto on_blocks(F const& f, X&&... x)
{
  auto t = detail::combined("on_blocks", f, std::forward<X>(x)...);
  static_assert(acre::expression<decltype(t.local)>,
                "acre: on_blocks' function returns an array or an expression");
  auto const b = t.where->block_of(t.all.rank());
  for (int axis = 0; axis < t.rank; ++axis)
    if (t.local.shape()[axis] != b.extent(axis))
      throw shape_error("distributed::on_blocks: the function made shape " +
                        acre::to_string(t.local.shape()) + " of a block of another one");
  return t;
}

}  // namespace acre::distributed
