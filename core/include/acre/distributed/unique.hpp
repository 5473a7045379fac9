#pragma once

#include <acre/distributed/detail/deal.hpp>
#include <acre/distributed/detail/sort.hpp>
#include <acre/order/run_lengths.hpp>
#include <acre/order/unique.hpp>

namespace acre::distributed {

namespace detail {

/// How different values are sorted with those of other processes: all NaNs are one.
template <class T>
struct unique_order : word_order {
  using key = typename to_word<T, false>::word;
  template <class Values>
  static auto keys(Values const& values)
  {
    return evaluate(acre::detail::make_unary<to_word<T, false>>(values));
  }
  template <class Keys>
  static auto elements(Keys const& keys)
  {
    return acre::detail::make_unary<from_word<T, false>>(keys);
  }
};
template <class T>
  requires acre::detail::is_complex<T>::value
struct unique_order<T> : complex_order<T, false, true> {
  using key = T;
  template <class Values>
  static Values const& keys(Values const& values)
  {
    return values;
  }
  template <class Values>
  static Values const& elements(Values const& values)
  {
    return values;
  }
};

}  // namespace detail

/// Values that occur, each once, in ascending order: of all elements, whatever the shape and the
/// blocks. As acre::unique has them: -0.0 and 0.0 are one value, which is 0.0, and all NaNs are
/// one, the last. The result's blocks are those of blocks(shape(n)), however many values there are.
/// Complex numbers that are equal have the first one's bits: where blocks are cut along another
/// axis than 0 that is a value_error, which names redistribute.
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
  using order = detail::unique_order<T>;
  auto const t = detail::as_term(e);
  if constexpr (acre::detail::is_complex<T>::value) detail::require_c_order("unique", *t.where);
  detail::next_call(t.all);
  acre::keyed_values<typename order::key, typename order::key, typename E::space_type> mine;
  auto failed = detail::failure_of(t, [&] { mine.keys = order::keys(acre::unique(t.local)); });
  detail::joint_name const name{"unique", dtype_name<T>(), t.where.get()};
  auto const share =
      detail::share_sorted<order>(name, t.all, mine, {}, detail::equal_keys::together, failed);
  acre::array<T, 1, typename E::space_type> values;
  detail::try_to(failed,
                 [&] { values = evaluate(order::elements(run_lengths(share.keys).values)); });
  detail::gather_all(t.all, name, {}, failed);
  return detail::dealt_out<T>("unique", t.all, t.space(), detail::told_to_all(t.all, values.size()),
                              [&] { return values; });
}

}  // namespace acre::distributed
