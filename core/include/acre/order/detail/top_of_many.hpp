#pragma once

#include <acre/index/detail/nonzero.hpp>
#include <acre/index/detail/take_along.hpp>
#include <acre/order/detail/nth_elements.hpp>
#include <acre/order/detail/top_of_rows.hpp>
#include <acre/order/sort.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>

/// The few largest of many elements, without sorting them: the kth is found by its digits
/// (nth_elements.hpp), and those that are no smaller are sorted. Fewer still, on a CPU: each thread
/// finds those of its own part as of a row (top_of_rows.hpp), which is read once.
namespace acre::detail {

/// Not for 8-bit types: too many ties to pay off.
template <class T>
inline constexpr bool selects_top = std::is_arithmetic_v<T> && sizeof(T) > 1;

/// The k-th largest number, NaNs left out; nothing if there are not so many numbers.
/// Waits.
template <class T, class Space>
std::optional<T> kth_largest(array<T, 1, Space> const& x, std::int64_t k)
{
  std::int64_t const last = x.size() - 1;
  auto const found = to_vector(selected("topk", x, std::array{last, last + 1 - k}));
  if (!is_nan_value(found[0])) return found[1];
  std::int64_t const numbers = x.size() - count_nan(x);
  if (numbers < k) return {};
  return to_vector(selected("topk", x, std::array{numbers - k}))[0];
}

/// Positions of the k largest, the largest first, of equal ones the first; nothing if there are
/// other ways that are faster. On a CPU; queued.
template <class T, class Space>
std::optional<array<std::int64_t, 1, Space>> top_by_parts(array<T, 1, Space> const& x,
                                                          std::int64_t k)
{
  constexpr std::int64_t least_part = 65536;
  auto const blocks = blocks_of_top<Space>(1, std::min(x.size(), least_part), k);
  if (!blocks.wanted || k > top_of_rows<T>::most_of_lanes) return {};
  std::int64_t const parts = std::clamp<std::int64_t>(x.size() / least_part, 1,
                                                      std::int64_t{x.space().queue().threads()}),
                     length = (x.size() + parts - 1) / parts;
  if (length > INT32_MAX) return {};
  auto const of_parts = positions_of_top(contiguous(x), parts, k, blocks);
  if (parts == 1) return of_parts.reshape(shape_t<1>{k});
  auto const begin = index_of(x.space(), shape_t<2>{parts, 1}) * length;
  auto const positions = evaluate(of_parts + begin).reshape(shape_t<1>{parts * k});
  auto const order = argsort(evaluate(take_known(x, positions, 0)), descending);
  return evaluate(take_known(positions, evaluate(order(slice(0, k))), 0));
}

/// Positions of the k largest, the largest first, of equal ones the first; nothing if sorting all
/// is no slower. Waits.
template <class T, class Space>
std::optional<array<std::int64_t, 1, Space>> top_of_many(array<T, 1, Space> const& x,
                                                         std::int64_t k)
{
  constexpr std::int64_t worth_sorting = 8;
  if (x.size() < worth_selecting || k == 0 || k > x.size() / worth_sorting) return {};
  auto const least = kth_largest(x, k);
  if (!least) return {};
  auto const m = mark_true(evaluate(x >= *least));
  if (m.count > x.size() / worth_sorting) return {};
  auto const positions = marked_positions(x.space(), m);
  auto const order = argsort(evaluate(take_known(x, positions, 0)), descending);
  return evaluate(take_known(positions, evaluate(order(slice(0, k))), 0));
}

}  // namespace acre::detail
