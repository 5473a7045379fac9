#pragma once

#include <acre/distributed/detail/deal.hpp>
#include <acre/distributed/detail/sort.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/unique.hpp>

namespace acre::distributed {

/// Values that occur, each once, in ascending order: of all elements, whatever the shape and the
/// blocks. As acre::unique has them: -0.0 and 0.0 are one value, which is 0.0, and all NaNs are
/// one, the last. The result's blocks are those of blocks(shape(n)), however many values there are.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> x(all, blocks(shape(100)));
///   x = coordinate(x, 0) * coordinate(x, 0) % 11;
///   auto const values = gather_to(unique(x), 0);
///   if (all.rank() == 0) std::cout << values << '\n';
/// });
/// ```
/// ```text
/// [0 1 3 4 5 9]
/// ```
///
/// Together. Waits for the others. Costs what sort() of each process' different values does, of
/// which each crosses once, and the result's once more.
template <detail::whole_operand E>
auto unique(E const& e)
{
  using T = typename E::value_type;
  using space = typename E::space_type;
  using map = detail::to_word<T, false>;
  using word = typename map::word;
  detail::require_order<T>();
  auto const t = detail::as_term(e);
  detail::next_call(t.all);
  acre::keyed_values<word, word, space> mine;
  auto failed = detail::failure_of(
      t, [&] { mine.keys = evaluate(acre::detail::make_unary<map>(acre::unique(t.local))); });
  detail::joint_name const name{"unique", dtype_name<T>(), t.where.get()};
  auto const share =
      detail::share_sorted(name, t.all, mine, {}, detail::equal_keys::together, failed);
  acre::array<T, 1, space> values;
  try {
    values = evaluate(
        acre::detail::make_unary<detail::from_word<T, false>>(run_lengths(share.keys).values));
  } catch (error const&) {
    failed = detail::current_failure();
  }
  detail::gather_all(t.all, name, {}, failed);
  return detail::dealt_out<T>("unique", t.all, t.space(), detail::told_to_all(t.all, values.size()),
                              [&] { return values; });
}

}  // namespace acre::distributed
