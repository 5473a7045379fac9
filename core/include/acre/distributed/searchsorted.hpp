#pragma once

#include <acre/array/creation.hpp>
#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/order/searchsorted.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace acre::distributed {

namespace detail {

template <class Local, std::size_t N, class V>
auto places_among(term<Local, N> const& t, V const& values, search_side side)
{
  using space = typename Local::space_type;
  next_call(t.all);
  std::string const call = "searchsorted of " + std::string(dtype_name<typename V::value_type>()) +
                           ' ' + acre::to_string(values.shape()) +
                           (side == search_side::right ? ", right" : "");
  std::int64_t const count = size_of(values.shape());
  value_list<std::int64_t> mine(count);
  auto const failed = failure_of(t, [&] {
    if (!t.where->owns(t.all.rank())) return;
    acre::array<std::int64_t, V::rank, space> const before(
        acre::searchsorted(evaluate(t.local), values, side));
    t.space().copy_to_host(mine.data(), before.data(),
                           static_cast<std::size_t>(count) * sizeof(std::int64_t));
  });
  auto const all = values_of<std::int64_t>(
      gather_all(t.all, {call, dtype_name<typename Local::value_type>(), t.where.get()},
                 to_bytes(mine), failed));
  acre::array<std::int64_t, V::rank, host> sum(host(), values.shape());
  for (std::int64_t k = 0; k < count; ++k) {
    std::int64_t before = 0;
    for (std::int64_t at = k; at < all.size(); at += count) before += all.data()[at];
    sum.data()[k] = before;
  }
  return copy_to(t.space(), sum);
}

}  // namespace detail

/// The position at which each value belongs among the elements of a one-dimensional array, which
/// are in order over all processes (sort()), as acre::searchsorted gives it: int64, an acre::array
/// of the values' shape, the same on every process. `values` is an acre::array or an expression of
/// such, of the same elements on all processes.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   auto const n = arange(all, 6);
///   auto const places = searchsorted(n * n, from_host({0, 10, 99}));
///   if (all.rank() == 1) std::cout << places << '\n';
/// });
/// ```
/// ```text
/// [0 4 6]
/// ```
///
/// Together. Waits for the others: each tells, of each value, how many of its elements are before
/// it. Throws on all value_error where calls, shapes, dtypes or blocks differ, index_error for a
/// bad index that any of them met before; communication_error. Scratch: 8 bytes a value for each
/// process.
template <detail::whole_operand E, acre::expression V>
auto searchsorted(E const& sorted, V const& values, search_side side = search_side::left)
{
  static_assert(E::rank == 1, "acre: searchsorted of several processes takes an array of one axis");
  static_assert(std::is_same_v<typename E::space_type, typename V::space_type>,
                "acre: the values live in another space than the array; use copy_to(space, x)");
  constexpr bool fits =
      E::rank == 1 && std::is_same_v<typename E::space_type, typename V::space_type>;
  if constexpr (fits) return detail::places_among(detail::as_term(sorted), values, side);
}
/// The position of one number: the number itself.
template <detail::whole_operand E, acre::scalar V>
std::int64_t searchsorted(E const& sorted, V value, search_side side = search_side::left)
{
  return searchsorted(sorted, full(sorted.space(), shape(), value), side).item();
}

}  // namespace acre::distributed
