#pragma once

#include <acre/array/array.hpp>
#include <acre/backends/common/atomic.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/device/launch.hpp>
#include <acre/order/detail/nth_elements.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

/// Elements of each of many rows by their numbers in order, as nth_elements.hpp finds those of one
/// row: a block has a row and counts a digit of its keys at a time, in memory that its threads
/// share. Kernels of blocks are those of backends/common/launch.hpp.
namespace acre::detail {

/// A block's facts about the element that it looks for: the digits so far, its number among those
/// that agree in them, and how many do.
struct row_select_state {
  std::uint64_t prefix;
  std::int32_t number, agree;
};

template <class T>
struct nth_of_rows {
  using key = ordered_bits_t<T>;
  static constexpr int width = 8 * sizeof(key), passes = (width + select_bits - 1) / select_bits;

  T const* rows;
  std::int64_t length;  // of a row, less than 2^31
  int count;
  std::int64_t number[most_selected];  // ascending
  T* to;                               // count for each row

  static std::size_t scratch(int threads)
  {
    return select_digits * sizeof(std::int32_t) + static_cast<std::size_t>(threads) * 16 + 64;
  }

  KOKKOS_INLINE_FUNCTION void operator()(thread_block& block) const
  {
    auto* const counts = block.template scratch<std::int32_t>(select_digits);
    auto* const states = block.template scratch<row_select_state>(2);
    auto* const least = block.template scratch<key>(block.size().x);
    auto* const part = block.template scratch<std::int32_t>(block.size().x);
    T const* const row = rows + block.index().x * length;
    row_select_state* state = states;
    std::int32_t ahead = -1;  // of the element that was found by digits; less than 0: there is none
    for (int e = 0; e < count; ++e) {
      if (ahead < 0 || number[e] != number[e - 1] + 1) {
        state = find(block, row, number[e], counts, part, states);
        ahead = 0;
      } else if (state->number + ahead + 1 < state->agree) {
        ++ahead;  // an equal one
      } else {
        step(block, row, state, least);
        ahead = -1;
      }
      block.for_each_thread([&](launch_thread const& t) {
        if (t.rank() == 0)
          to[block.index().x * count + e] = from_ordered_bits<T>{}(static_cast<key>(state->prefix));
      });
    }
  }

 private:
  /// The state of the element with that number, one of two.
  KOKKOS_INLINE_FUNCTION row_select_state* find(thread_block& block, T const* row,
                                                std::int64_t wanted, std::int32_t* counts,
                                                std::int32_t* part, row_select_state* states) const
  {
    block.for_each_thread([&](launch_thread const& t) {
      if (t.rank() == 0) states[0] = {0, static_cast<std::int32_t>(wanted), 0};
    });
    int done = 0;
    for (int pass = 0; pass < passes; ++pass) {
      int const bits = (width - done) / (passes - pass), digits = 1 << bits;
      done += bits;
      row_select_state const* const now = states + pass % 2;
      count_digit(block, row, width - done, bits, pass == 0, counts, now);
      // each thread has neighbouring digits, and their sum in part
      auto const threads = static_cast<int>(block.size().x);
      int const each = (digits + threads - 1) / threads;
      block.for_each_thread([&](launch_thread const& t) {
        auto const first = static_cast<int>(t.rank()) * each;
        std::int32_t sum = 0;
        for (int d = first; d < first + each && d < digits; ++d) sum += counts[d];
        part[t.rank()] = sum;
      });
      block.inclusive_scan(part, [](std::int32_t a, std::int32_t b) { return a + b; });
      block.for_each_thread([&](launch_thread const& t) {
        std::int32_t const before = t.rank() == 0 ? 0 : part[t.rank() - 1];
        std::int32_t left = now->number - before;
        if (left < 0 || now->number >= part[t.rank()]) return;
        auto d = static_cast<int>(t.rank()) * each;
        for (; left >= counts[d]; ++d) left -= counts[d];
        states[(pass + 1) % 2] = {now->prefix << bits | static_cast<std::uint64_t>(d), left,
                                  counts[d]};
      });
    }
    return states + passes % 2;
  }

  KOKKOS_INLINE_FUNCTION void count_digit(thread_block& block, T const* row, int shift, int bits,
                                          bool first, std::int32_t* counts,
                                          row_select_state const* state) const
  {
    block.for_each_thread([&](launch_thread const& t) {
      for (std::int64_t d = t.rank(); d < select_digits; d += block.size().x) counts[d] = 0;
    });
    block.for_each_thread([&](launch_thread const& t) {
      std::uint64_t const prefix = state->prefix, mask = (std::uint64_t{1} << bits) - 1;
      bool const alone = block.size().x == 1;
      for (std::int64_t i = t.rank(); i < length; i += block.size().x) {
        std::uint64_t const above = std::uint64_t{to_ordered_bits<T>{}(row[i])} >> shift;
        if (!first && above >> bits != prefix) continue;
        std::int32_t& counter = counts[above & mask];
        if (alone)
          ++counter;
        else
          backends::atomic_add_anywhere(&counter, std::int32_t{1});
      }
    });
  }

  /// To the least element that is larger; how many agree with it isn't known.
  KOKKOS_INLINE_FUNCTION void step(thread_block& block, T const* row, row_select_state* state,
                                   key* least) const
  {
    block.for_each_thread([&](launch_thread const& t) {
      key lowest = static_cast<key>(~key{0});
      for (std::int64_t i = t.rank(); i < length; i += block.size().x) {
        key const k = to_ordered_bits<T>{}(row[i]);
        if (k > state->prefix && k < lowest) lowest = k;
      }
      least[t.rank()] = lowest;
    });
    key const next = block.reduce(least, [](key a, key b) { return b < a ? b : a; });
    block.for_each_thread([&](launch_thread const& t) {
      if (t.rank() == 0) state->prefix = next;
    });
  }
};

/// Whether finding elements of so many rows by digits is faster than sorting them: a GPU's blocks
/// have a row each.
template <class Space>
constexpr bool selects_rows(std::int64_t rows, std::int64_t length)
{
  if constexpr (backends::runs_on_cpu<Space>)
    return length >= 8192 && length < INT32_MAX;
  else
    return length >= 128 && length <= (rows >= 256 ? 1 << 20 : 1 << 16);
}

/// Elements of each row, at most 8, by their numbers in order, which ascend: `numbers.size()` for
/// each row. Queued; a row is read once for each 11 bits of its dtype, once more for a neighbour.
template <class T, class Space>
auto selected_of_rows(array<T, 2, Space> const& lines, std::span<std::int64_t const> numbers)
{
  auto const count = static_cast<std::int64_t>(numbers.size());
  std::int64_t const rows = lines.shape()[0], length = lines.shape()[1];
  array<T, 1, Space> const result(lines.space(), shape_t<1>{rows * count});
  nth_of_rows<T> kernel{lines.data(), length, static_cast<int>(count), {}, result.data()};
  std::copy(numbers.begin(), numbers.end(), kernel.number);
  int const threads = backends::runs_on_cpu<Space> ? 1 : length > 16384 ? 1024 : 256;
  launch(lines.space(),
         {.grid = {rows}, .block = {threads}, .scratch = nth_of_rows<T>::scratch(threads)}, kernel);
  return result;
}

}  // namespace acre::detail
