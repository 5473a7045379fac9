#pragma once

#include <acre/array/creation.hpp>
#include <acre/distributed/array.hpp>
#include <acre/distributed/detail/failures.hpp>
#include <acre/index/take.hpp>
#include <acre/order/topk.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace acre::distributed {

namespace detail {

template <class Local, std::size_t N>
auto top_of(term<Local, N> const& t, std::int64_t k)
{
  using T = typename Local::value_type;
  using space = typename Local::space_type;
  next_call(t.all);
  value_list<T> mine;
  value_list<std::int64_t> places;
  auto const failed = failure_of(t, [&] {
    acre::detail::require_top(k, t.shape()[0]);
    if (!t.where->owns(t.all.rank())) return;
    std::int64_t const count = std::min(k, t.local.shape()[0]);
    auto const top = acre::topk(t.local, count);
    auto const first = t.where->block_of(t.all.rank()).low[0];
    mine = value_list<T>(count);
    places = value_list<std::int64_t>(count);
    acre::array<std::int64_t, 1, space> const whole(top.indices + first);
    t.space().copy_to_host(mine.data(), top.values.data(),
                           static_cast<std::size_t>(count) * sizeof(T));
    t.space().copy_to_host(places.data(), whole.data(),
                           static_cast<std::size_t>(count) * sizeof(std::int64_t));
  });
  auto message = to_bytes(mine);
  auto const more = to_bytes(places);
  message.insert(message.end(), more.begin(), more.end());
  auto const all =
      gather_all(t.all, {"topk of " + std::to_string(k), dtype_name<T>(), t.where.get()},
                 std::move(message), failed);
  // in the processes' order, so that of equal ones the first in the whole comes first
  constexpr std::size_t each = sizeof(T) + sizeof(std::int64_t);
  std::int64_t count = 0;
  for (std::size_t p = 0; p < all.size(); ++p)
    count += static_cast<std::int64_t>(all.of(p).size() / each);
  acre::array<T, 1, host> value(host(), shape(count));
  acre::array<std::int64_t, 1, host> place(host(), shape(count));
  std::int64_t at = 0;
  for (std::size_t p = 0; p < all.size(); ++p) {
    auto const m = all.of(p);
    std::size_t const n = m.size() / each;
    if (n == 0) continue;
    std::memcpy(value.data() + at, m.data(), n * sizeof(T));
    std::memcpy(place.data() + at, m.data() + n * sizeof(T), n * sizeof(std::int64_t));
    at += static_cast<std::int64_t>(n);
  }
  auto const top = acre::topk(value, k);
  acre::array<std::int64_t, 1, host> const chosen(acre::detail::take_known(place, top.indices, 0));
  return top_elements<T, 1, space>{copy_to(t.space(), top.values), copy_to(t.space(), chosen)};
}

}  // namespace detail

/// The k largest elements of a one-dimensional array, the largest first, and where they stand in
/// the whole, as acre::topk gives them: of equal ones the first, NaN after all numbers. The same
/// two acre::arrays on every process.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> x(all, blocks(shape(8)));
///   x = coordinate(x, 0) * 5 % 8;
///   auto const [values, places] = topk(x, 3);
///   if (all.rank() == 2) std::cout << values << ' ' << places << '\n';
/// });
/// ```
/// ```text
/// [7 6 5] [3 6 1]
/// ```
///
/// Together. Waits for the others: each tells its own k largest to all, so that k is to be small
/// beside the whole (else take(x, argsort(x, descending)) sends each element once). Throws
/// value_error where the array is shorter than k, and on all where calls, dtypes or blocks differ;
/// index_error for a bad index that any of them met before; communication_error. Scratch: a value
/// and a position for each of k elements of each process, on the host, and acre::topk's.
template <detail::whole_operand E>
auto topk(E const& e, std::int64_t k)
{
  static_assert(E::rank == 1, "acre: topk of several processes is of arrays with one axis");
  if constexpr (E::rank == 1) return detail::top_of(detail::as_term(e), k);
}

}  // namespace acre::distributed
