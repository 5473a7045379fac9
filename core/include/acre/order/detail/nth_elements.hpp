#pragma once

#include <acre/array/copy.hpp>
#include <acre/device/launch.hpp>
#include <acre/elementwise/predicates.hpp>
#include <acre/order/detail/ordered_bits.hpp>
#include <acre/order/detail/tally.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <span>

/// Elements by their number in order, from the digits of their keys: a pass over the data counts a
/// digit of those that agree with an element looked for in the digits before. No key is stored.
/// The kernels are those of backends/common/count.hpp.
namespace acre::detail {

inline constexpr int most_selected = 8, select_bits = 11, select_digits = 1 << select_bits,
                     select_parts = 64;

/// Facts about the elements looked for: for each, the digits so far (`prefix`), its number among
/// those that agree in them, and which group of counters they have.
struct select_state {
  std::uint64_t prefix[most_selected];
  std::int64_t number[most_selected];
  std::uint64_t group_prefix[most_selected];
  std::int32_t group[most_selected];
  std::int32_t groups, count;
};

/// A key's place among the counters of its digit.
template <class Key>
struct digit_place {
  select_state const* state;
  int shift, bits;
  bool first;

  template <class T>
  using argument = Key;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(Key key) const
  {
    auto const above = static_cast<std::uint64_t>(key) >> shift;
    auto const digit = static_cast<std::int64_t>(above & ((1u << bits) - 1));
    if (first) return digit;
    std::uint64_t const prefix = above >> bits;
    for (int g = 0; g < state->groups; ++g)
      if (state->group_prefix[g] == prefix) return g * select_digits + digit;
    return -1;
  }
};

/// Sums of neighbouring counters, so that one thread finds a digit among few.
struct sum_digits {
  std::int64_t const* counts;
  std::int64_t* parts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t part) const
  {
    constexpr int each = select_digits / select_parts;
    std::int64_t sum = 0;
    for (int k = 0; k < each; ++k) sum += counts[part * each + k];
    parts[part] = sum;
  }
};

/// Each element's next digit, and the groups of those that agree. One thread.
struct choose_digits {
  select_state* state;
  std::int64_t const *counts, *parts;
  int bits;

  KOKKOS_INLINE_FUNCTION static int pass_by(std::int64_t const* counts, int of,
                                            std::int64_t& number)
  {
    int k = 0;
    for (; k < of - 1 && number >= counts[k]; ++k) number -= counts[k];
    return k;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const
  {
    constexpr int each = select_digits / select_parts;
    select_state& s = *state;
    int groups = 0;
    for (int e = 0; e < s.count; ++e) {
      std::int64_t number = s.number[e];
      int const group = s.group[e];
      int const part = pass_by(parts + group * select_parts, select_parts, number);
      int const digit = pass_by(counts + group * select_digits + part * each, each, number);
      s.prefix[e] = s.prefix[e] << bits | static_cast<std::uint64_t>(part * each + digit);
      s.number[e] = number;
    }
    for (int e = 0; e < s.count; ++e) {
      int g = 0;
      while (g < groups && s.group_prefix[g] != s.prefix[e]) ++g;
      if (g == groups) s.group_prefix[groups++] = s.prefix[e];
      s.group[e] = g;
    }
    s.groups = groups;
  }
};

/// The elements looked for, by value, as the state to begin with.
struct begin_select {
  select_state* state;
  select_state first;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const { *state = first; }
};
template <class T>
struct take_selected {
  select_state const* state;
  T* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const
  {
    to[e] = from_ordered_bits<T>{}(static_cast<ordered_bits_t<T>>(state->prefix[e]));
  }
};

/// From how many elements on that is faster than sorting them.
inline constexpr std::int64_t worth_selecting = 131072;

/// How many elements are no numbers, which are last in order. Waits.
template <class E>
std::int64_t count_nan(E const& x)
{
  if constexpr (std::is_floating_point_v<typename E::value_type>)
    return reduce_with(sum_reducer<sum_t<bool>>{}, isnan(x)).item();
  else
    return 0;
}

/// At most 8 elements of x by their numbers in order, for an operation of that name. Queued; x is
/// read once for each 11 bits of its dtype, less for the last ones. Scratch: 128 KiB of counters at
/// most.
template <class E>
auto selected(char const* operation, E const& x, std::span<std::int64_t const> numbers)
{
  using T = typename E::value_type;
  using Key = ordered_bits_t<T>;
  using space = typename E::space_type;
  constexpr int width = 8 * sizeof(Key), passes = (width + select_bits - 1) / select_bits;
  space const& on = x.space();
  select_state first{};
  first.count = static_cast<std::int32_t>(numbers.size());
  first.groups = 1;
  for (std::size_t e = 0; e < numbers.size(); ++e) first.number[e] = numbers[e];

  array<std::uint8_t, 1, space> const memory(
      on, shape_t<1>{static_cast<std::int64_t>(sizeof(select_state))});
  auto* const state = reinterpret_cast<select_state*>(memory.data());
  array<std::int64_t, 1, space> const parts(on, shape_t<1>{most_selected * select_parts});
  launch(on, 1, begin_select{state, first});
  auto const keys = make_unary<to_ordered_bits<T>>(x);
  int done = 0;
  for (int pass = 0; pass < passes; ++pass) {
    int const bits = (width - done) / (passes - pass);
    done += bits;
    std::int64_t const groups = pass == 0 ? 1 : first.count;
    auto const counts =
        tally(operation, make_unary(keys, digit_place<Key>{state, width - done, bits, pass == 0}),
              groups * select_digits);
    launch(on, groups * select_parts, sum_digits{counts.data(), parts.data()});
    launch(on, 1, choose_digits{state, counts.data(), parts.data(), bits});
  }
  array<T, 1, space> const result(on, shape_t<1>{first.count});
  launch(on, first.count, take_selected<T>{state, result.data()});
  return result;
}

}  // namespace acre::detail
