#pragma once

#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/linalg/matmul.hpp>

#include <string>
#include <utility>

namespace acre::distributed {

/// The product of a matrix that is cut along axis 0 alone and one that every process has, of
/// acre::matmul's dtype: slabs as a's. A vector behind it gives a vector.
///
/// ```cpp
/// using namespace distributed;
/// auto const turn = from_host({{0.0, -1.0}, {1.0, 0.0}});
/// virtual_processes(3, [&](processes const& all) {
///   distributed::array<double, 2> x(all, blocks(shape(4, 2)));
///   x = coordinate(x, 0) + 10 * coordinate(x, 1);
///   auto const turned = gather_to(matmul(x, turn), 0);
///   if (all.rank() == 0) std::cout << turned << '\n';
/// });
/// ```
/// ```text
/// [[10.  0.]
///  [11. -1.]
///  [12. -2.]
///  [13. -3.]]
/// ```
///
/// Sends nothing: an element is a row's and a column's sum in acre::matmul's order, on one process
/// or on many. That all have the same b isn't looked at. Throws shape_error as acre::matmul does,
/// value_error where a is cut along its last axis: redistribute(a, axes(0)).
template <detail::whole_operand A, expression B>
  requires(!detail::whole_operand<B>)
auto matmul(A const& a, B const& b)
{
  static_assert(
      A::rank == 2 && (B::rank == 1 || B::rank == 2),
      "acre: matmul of several processes takes a matrix, and a matrix or vector that each "
      "process has");
  using T = promote_t<typename A::value_type, typename B::value_type>;
  using space = typename A::space_type;
  auto const t = detail::as_term(a);
  if (!t.where->is_slabs())
    throw value_error("distributed::matmul: blocks of " + t.where->text() +
                      ", and a row is multiplied by the process that has all of it: "
                      "redistribute(a, axes(0)) makes slabs of them first");
  detail::wanted_blocks wanted;
  wanted.rank = B::rank;
  wanted.shape[0] = t.shape()[0];
  if constexpr (B::rank == 2) wanted.shape[1] = b.shape()[1];
  wanted.cuts.resize(B::rank);
  wanted.cuts[0] = t.where->axis(0).cuts;
  wanted.cut[0] = true;
  detail::next_call(t.all);
  detail::note_failures_on(t.all, *t.where, t.space());
  auto const product = acre::matmul(t.local, b);
  detail::note_failures_on(t.all, *t.where, t.space());
  auto result = detail::array_access::fresh<array<T, B::rank, space>>(
      t.all, t.space(), std::make_shared<detail::layout const>(wanted, t.all.size()));
  acre::detail::assign(result.local(), product);
  return result;
}

}  // namespace acre::distributed
