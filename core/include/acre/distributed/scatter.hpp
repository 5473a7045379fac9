#pragma once

#include <acre/distributed/detail/route.hpp>
#include <acre/distributed/take.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>

#include <optional>
#include <source_location>
#include <utility>

namespace acre::distributed {

namespace detail {

/// Calls write(block, index, values, mode) on each process with what all have for its elements, in
/// the order of one process: that of processes, and of each one's indices. `look` as in
/// checked_index.
template <class T, int Rank, class Space, class I, class V, class Look, class F>
void write_at(char const* operation, array<T, Rank, Space> const& to, I const& index,
              V const& values, index_mode mode, Look const& look, F const& write)
{
  require_places<I>();
  auto const t = as_term(to);
  if (!(t.all == index.all))
    throw value_error(std::string("distributed::") + operation +
                      ": the operands are arrays of different processes");
  if (!t.where->is_slabs()) refuse_places(operation, "elements", *t.where);
  if (!index.where->is_slabs()) refuse_places(operation, "indices", *index.where);
  require_same(operation, index.all, *index.where, values);
  next_call(t.all);
  acre::array<T, 1, Space> mine, sorted, came;
  std::optional<failure> failed;
  if constexpr (whole_operand<V>)
    failed = failure_of(values, [&] {
      mine = acre::detail::contiguous(evaluate(acre::cast<T>(values.local))).reshape(shape(-1));
    });
  joint_name const name{operation, dtype_name<T>(), t.where.get()};
  if (t.all.size() == 1) {
    acre::array<typename I::value_type, 1, Space> row;
    failed =
        failure_of(index, [&] { row = checked_index(index.local, t.size(), mode, look); }, failed);
    gather_all(t.all, name, {}, failed);
    if constexpr (!whole_operand<V>)
      mine = full(t.space(), row.shape(), acre::detail::fitting<T>(values));
    write(to.local(), row, mine, acre::detail::without_report(mode));
    return;
  }
  auto const way = send_places(name, index, mode, failed, look, [&](std::int64_t count) {
    if constexpr (whole_operand<V>) sorted = acre::array<T, 1, Space>(t.space(), mine.shape());
    came = acre::array<T, 1, Space>(t.space(), shape_t<1>{count});
  });
  auto const& [routed, wanted] = way;
  if constexpr (whole_operand<V>) {
    acre::detail::assign(sorted, acre::detail::take_known(mine, routed.number, 0));
    send_pieces(operation, t.all, sorted, routed.out, came, wanted.in);
  } else {
    came = acre::detail::fitting<T>(values);
  }
  write(to.local(), wanted.place, came, index_mode::unchecked);
}

/// x(i): elements of a distributed array that others know by their places.
template <class T, class Space, class I>
struct places_of {
  array<T, 1, Space> target;
  I index;  // a term
  index_mode mode;
  std::source_location where;

  /// A new array, see take().
  operator array<T, I::rank, Space>() const
  {
    return taken(as_term(target), index, mode, T(0), where);
  }
  /// put().
  template <operand V>
  places_of const& operator=(V const& values) const
  {
    put(target, index, values, mode, where);
    return *this;
  }
  places_of const& operator=(places_of const& other) const
  {
    return *this = static_cast<array<T, I::rank, Space>>(other);
  }
};

template <class T, class Space, class I, class V, class Op>
void scatter(char const* operation, places_of<T, Space, I> const& at, V const& values, Op const& op)
{
  auto const here = term_or_scalar(values);
  write_at(
      operation, at.target, at.index, here, at.mode,
      [&](auto const& row, auto const& i) {
        return acre::detail::selected(row, {operation, at.where}, i, at.mode);
      },
      [&](auto const& block, auto const& i, auto const& v, index_mode mode) {
        op(block(i, mode), v);
      });
}

}  // namespace detail

/// x's elements at `index`, counted in C order over the whole array, become `values`: a distributed
/// array of index's blocks, or a number. Of several for one element the last one in C order of the
/// indices wins. Any integer dtype; modes as index_mode says.
///
/// Together. Waits for the others. An index and its value cross to the process that has the
/// element. Throws index_error on all processes for a bad index on any (mode raise), with its
/// position in the whole index, and then nothing is written anywhere; shape_error where values have
/// other blocks than index, value_error where x's or index's blocks are no slabs: both name
/// redistribute. Scratch: as take().
template <acre::element T, int Rank, class Space, detail::whole_operand I, detail::operand V>
void put(array<T, Rank, Space> const& x, I const& index, V const& values,
         index_mode mode = index_mode::raise,
         std::source_location where = std::source_location::current())
{
  auto const here = detail::term_or_scalar(values);
  detail::write_at(
      "put", x, detail::as_term(index), here, mode,
      [&](auto const& row, auto const& i) {
        if (row.size() == 0) throw index_error("cannot replace elements of an empty array");
        return acre::detail::picked_along({"put", where}, row, i, 0, mode);
      },
      [](auto const& block, auto const& i, auto const& v, index_mode known) {
        acre::put(block, i, v, known);
      });
}

/// x(index) += values where every duplicate counts, written as scatter_add(x(index), values); and
/// x(index) = minimum(x(index), values), maximum. One-dimensional x; values and errors as put().
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<double, 1> grid(all, blocks(shape(5)));
///   distributed::array<std::int64_t, 1> cell(all, blocks(shape(12)));
///   cell = coordinate(cell, 0) * coordinate(cell, 0) % 5;
///   scatter_add(grid(cell), 0.1);
///   auto const whole = gather_to(grid, 0);
///   if (all.rank() == 0) std::cout << whole << '\n';
/// });
/// ```
/// ```text
/// [0.3 0.5 0.  0.  0.4]
/// ```
///
/// An element becomes x[p] + sum(values where the index is p), as acre::scatter_add on one process
/// has it, with the same bits: its values come together on the process that has it, in C order of
/// the indices.
template <class T, class Space, class I, detail::operand V>
void scatter_add(detail::places_of<T, Space, I> const& at, V const& values)
{
  detail::scatter("scatter_add", at, values,
                  [](auto const& places, auto const& v) { acre::scatter_add(places, v); });
}
template <class T, class Space, class I, detail::operand V>
void scatter_min(detail::places_of<T, Space, I> const& at, V const& values)
{
  detail::scatter("scatter_min", at, values,
                  [](auto const& places, auto const& v) { acre::scatter_min(places, v); });
}
template <class T, class Space, class I, detail::operand V>
void scatter_max(detail::places_of<T, Space, I> const& at, V const& values)
{
  detail::scatter("scatter_max", at, values,
                  [](auto const& places, auto const& v) { acre::scatter_max(places, v); });
}

}  // namespace acre::distributed
