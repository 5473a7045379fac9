#pragma once

#include <acre/distributed/detail/route.hpp>
#include <acre/distributed/take.hpp>
#include <acre/index/put.hpp>
#include <acre/index/scatter_add.hpp>

#include <optional>
#include <source_location>
#include <tuple>
#include <utility>

namespace acre::distributed {

namespace detail {

/// Calls write(elements, places, values, mode) on each process with what all have for its elements,
/// in the order of one process: that of processes, and of each one's indices.
template <class T, int Rank, class Space, class Places, class V, class F>
void write_at(char const* operation, array<T, Rank, Space> const& to, Places const& places,
              V const& values, F const& write)
{
  auto const t = as_term(to);
  require_places(operation, t, places, true);
  auto const& index = places.first();
  if constexpr (whole_operand<V>) require_same(operation, index.all, *index.where, values);
  next_call(t.all);
  acre::array<T, 1, Space> mine, sorted, came;
  std::optional<failure> failed;
  if constexpr (whole_operand<V>)
    failed = failure_of(values, [&] {
      mine = acre::detail::contiguous(evaluate(acre::cast<T>(values.local))).reshape(shape(-1));
    });
  auto const finish = [&](auto const& place, auto const& v, index_mode mode) {
    auto const& block = to.local();
    auto const elements = block.reshape(shape(-1));
    write(elements, place, v, mode);
    if (elements.owner() != block.owner())
      acre::detail::assign(block, elements.reshape(block.shape()));
  };
  joint_name const name{operation, dtype_name<T>(), t.where.get()};
  if (t.all.size() == 1) {
    acre::array<std::int64_t, 1, Space> numbers;
    failed = failure_of(
        index,
        [&] {
          numbers = places.numbers();
          if constexpr (!whole_operand<V>)
            mine = full(t.space(), numbers.shape(), acre::detail::fitting<T>(values));
        },
        failed);
    gather_all(t.all, name, {}, failed);
    if (t.size() > 0) finish(numbers, mine, index_mode::drop);  // (those of nobody)
    return;
  }
  auto const way = send_places(name, places, failed, [&](std::int64_t count) {
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
  finish(wanted.place, came, index_mode::unchecked);
}

inline constexpr auto put_values = [](auto const& elements, auto const& place, auto const& v,
                                      index_mode mode) { acre::put(elements, place, v, mode); };

/// x(i, …): elements of a distributed array that others know by their places.
template <class T, int Rank, class Space, class... I>
struct places_of : selected_tag {
  array<T, Rank, Space> target;
  std::tuple<I...> index;  // terms
  index_mode mode;
  std::source_location where;

  using first_type = std::tuple_element_t<0, std::tuple<I...>>;
  using value_type = T;
  using space_type = Space;
  static constexpr int rank = first_type::rank;

  auto places(char const* operation) const
  {
    return std::apply(
        [&](auto const&... i) {
          acre::detail::index_site const site{operation, where};
          return choose_places(
              target.shape(),
              [site, m = mode](auto const& row, auto const&... a) {
                return acre::detail::selected(row, site, a..., m);
              },
              mode, i...);
        },
        index);
  }
  /// A new array, see take().
  auto read() const { return taken(as_term(target), places("operator()")); }
  operator array<T, rank, Space>() const { return read(); }
  /// As put() writes.
  template <operand V>
  places_of const& operator=(V const& values) const
  {
    auto const here = term_or_scalar(values);
    write_at("operator=", target, places("operator="), here, put_values);
    return *this;
  }
  places_of const& operator=(places_of const& other) const { return *this = other.read(); }
  template <class F, class V>
  places_of const& change(F const& f, V const& values) const
  {
    return *this = f(read(), values);
  }
};

template <class T, int Rank, class Space, class... I, class V, class Op>
void scatter(char const* operation, places_of<T, Rank, Space, I...> const& at, V const& values,
             Op const& op)
{
  auto const here = term_or_scalar(values);
  write_at(operation, at.target, at.places(operation), here,
           [&](auto const& elements, auto const& place, auto const& v, index_mode mode) {
             op(elements(place, mode), v);
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
  auto const places = detail::choose_places(
      shape(x.size()),
      [=](auto const& row, auto const& i) {
        if (row.size() == 0) throw index_error("cannot replace elements of an empty array");
        return acre::detail::picked_along({"put", where}, row, i, 0, mode);
      },
      mode, detail::as_term(index));
  detail::write_at("put", x, places, here, detail::put_values);
}

/// x(i) += values where every duplicate counts, written as scatter_add(x(i), values), of two axes
/// scatter_add(x(i, j), values); and x(i) = minimum(x(i), values), maximum. Indices have the same
/// blocks, one for each of x's axes; values and errors as put().
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
template <class T, int Rank, class Space, class... I, detail::operand V>
void scatter_add(detail::places_of<T, Rank, Space, I...> const& at, V const& values)
{
  detail::scatter("scatter_add", at, values,
                  [](auto const& places, auto const& v) { acre::scatter_add(places, v); });
}
template <class T, int Rank, class Space, class... I, detail::operand V>
void scatter_min(detail::places_of<T, Rank, Space, I...> const& at, V const& values)
{
  detail::scatter("scatter_min", at, values,
                  [](auto const& places, auto const& v) { acre::scatter_min(places, v); });
}
template <class T, int Rank, class Space, class... I, detail::operand V>
void scatter_max(detail::places_of<T, Rank, Space, I...> const& at, V const& values)
{
  detail::scatter("scatter_max", at, values,
                  [](auto const& places, auto const& v) { acre::scatter_max(places, v); });
}

}  // namespace acre::distributed
