#include <acre/elementwise/maximum.hpp>

#include <algorithm>
#include <array>
#include <span>

#include "common_dtype.hpp"
#include "functions.hpp"

namespace acre::dynamic::detail {

namespace {

constexpr auto maximum_pairs_entries = binary_entries(acre::detail::maximum_pairs());

/// Whether a limit broadcasts to a's shape.
bool broadcasts_to(dynamic_array const& limit, dynamic_array const& a)
{
  if (limit.rank() > a.rank()) return false;
  auto const over = a.shape().last(limit.shape().size());
  return std::ranges::equal(limit.shape(), over, [](std::int64_t have, std::int64_t want) {
    return have == want || have == 1;
  });
}

/// clip() of three arrays of one dtype, in one kernel.
dynamic_array clipped(dynamic_array const& a, dynamic_array const& low, dynamic_array const& high)
{
  using acre::detail::make_binary, acre::detail::make_unary;
  using acre::detail::maximum_op, acre::detail::minimum_op;
  auto const limits = compiled_as<minimum_op>(high);
  auto const limited = with_arrays<compiled_dtypes<minimum_op>>(
      "clip", compiled_as<minimum_op>(a), compiled_as<minimum_op>(low),
      [&]<class T, class Space>(array<T, max_rank, Space> const& x,
                                array<T, max_rank, Space> const& least) {
        auto const most = limits.as<T, max_rank, Space>();
        if constexpr (acre::detail::is_integer<T>) {
          auto const flip = ordering<T>(a.dtype());
          auto const ordered = [&](auto const& y) { return make_unary<flip_bits<T>>(y, flip); };
          return computed_into(
              nullptr,
              ordered(make_binary<minimum_op>(make_binary<maximum_op>(ordered(x), ordered(least)),
                                              ordered(most))),
              a.rank());
        } else {
          return computed_into(
              nullptr, make_binary<minimum_op>(make_binary<maximum_op>(x, least), most), a.rank());
        }
      });
  return seen_as(a.dtype(), limited);
}

}  // namespace

std::span<binary_entry const> maximum_pairs() { return maximum_pairs_entries; }

}  // namespace acre::dynamic::detail

namespace acre::dynamic {

dynamic_array clip(dynamic_array const& a, dynamic_array const& low, dynamic_array const& high)
{
  using namespace detail;
  std::array<std::int64_t, max_rank> whole;
  acre::detail::broadcast_into(std::span(whole).first(static_cast<std::size_t>(
                                   std::max({a.rank(), low.rank(), high.rank()}))),
                               std::array{a.shape(), low.shape(), high.shape()});
  dtype const common = common_dtype(std::array{a, low, high}),
              type = binary_dtype("maximum", common, common);
  auto const x = astype(a, type), least = astype(low, type), most = astype(high, type);
  if (!is_half(type) && broadcasts_to(low, a) && broadcasts_to(high, a))
    return clipped(x, least, most);
  return binary("minimum", binary("maximum", x, least), most);
}

}  // namespace acre::dynamic
