#pragma once

#include <algorithm>
#include <utility>

#include "fft/lanes.hpp"
#include "sort_beside.hpp"

/// Sorting networks over vectors, whose lanes are lists.
///
/// All of it is inlined into functions for one kind of processor each (sort_beside.cpp).
namespace acre::backends::host {

#define ACRE_INLINE [[gnu::always_inline]] inline

template <class Word, int Bytes>
struct network {
  using lane = fft::lanes<Word, Bytes>;
  using vector = typename lane::vector;
  static constexpr int count = lane::count;

  ACRE_INLINE static void exchange(vector& a, vector& b)
  {
    vector const x = a, y = b;
#ifdef __CUDACC__
    for (int l = 0; l < count; ++l) {
      a[l] = x[l] < y[l] ? x[l] : y[l];
      b[l] = x[l] < y[l] ? y[l] : x[l];
    }
#else
    auto const less = x < y;
    a = less ? x : y;
    b = less ? y : x;
#endif
  }

  /// Eight vectors in registers: in any order, and what is left to do of a merge.
  ACRE_INLINE static void sort_eight(vector* v)
  {
    constexpr int pairs[19][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6},
                                  {3, 7}, {0, 1}, {2, 3}, {4, 5}, {6, 7}, {2, 4}, {3, 5},
                                  {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}};
    vector held[8];
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) held[k] = v[k];
#pragma GCC unroll 19
    for (int k = 0; k < 19; ++k) exchange(held[pairs[k][0]], held[pairs[k][1]]);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) v[k] = held[k];
  }
  ACRE_INLINE static void merge_eight(vector* v)
  {
    vector held[8];
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) held[k] = v[k];
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) exchange(held[k], held[k + 4]);
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) exchange(held[k + k / 2 * 2], held[k + k / 2 * 2 + 2]);
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) exchange(held[2 * k], held[2 * k + 1]);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) v[k] = held[k];
  }

  /// v[i] and v[i + d] of blocks of d, without what is behind n.
  ACRE_INLINE static void exchange_at(vector* v, int d, int n)
  {
    for (int begin = 0; begin + d < n; begin += 2 * d) {
      int const some = std::min(d, n - begin - d);
      for (int i = begin; i < begin + some; ++i) exchange(v[i], v[i + d]);
    }
  }
  /// exchange_at(d) and exchange_at(d / 2).
  ACRE_INLINE static void exchange_twice(vector* v, int d, int n)
  {
    int const e = d / 2, whole = n / (2 * d) * (2 * d);
    for (int begin = 0; begin < whole; begin += 2 * d)
      for (int i = begin; i < begin + e; ++i) {
        vector a = v[i], b = v[i + e], x = v[i + d], y = v[i + d + e];
        exchange(a, x), exchange(b, y), exchange(a, b), exchange(x, y);
        v[i] = a, v[i + e] = b, v[i + d] = x, v[i + d + e] = y;
      }
    exchange_at(v + whole, d, n - whole);
    exchange_at(v + whole, e, n - whole);
  }

  /// n vectors, a multiple of 8: Batcher's bitonic sort, whose two sorted halves meet at their ends
  /// so that every comparator has the smaller one first. Items after n need none then.
  ACRE_INLINE static void sort(vector* v, int n)
  {
    for (int i = 0; i < n; i += 8) sort_eight(v + i);
    for (int half = 8; half < n; half *= 2) {
      for (int middle = half; middle < n; middle += 2 * half) {
        int const some = std::min(half, n - middle);
        for (int i = 0; i < some; ++i) exchange(v[middle - 1 - i], v[middle + i]);
      }
      merge(v, half / 2, n);
    }
  }
  /// Merges are gone on with from distance d.
  ACRE_INLINE static void merge(vector* v, int d, int n)
  {
    for (; d >= 16; d /= 4) exchange_twice(v, d, n);
    if (d == 8) exchange_at(v, d, n);
    for (int i = 0; i < n; i += 8) merge_eight(v + i);
  }

  using all_lanes = std::make_integer_sequence<int, count>;
  /// Lane l gets the smaller number of lane l of a and lane l ^ Other of b, where l has the bit
  /// `Upper` the larger one.
  template <int Other, int Upper, int... L>
  ACRE_INLINE static void choose(vector const& a, vector const& b, vector& to,
                                 std::integer_sequence<int, L...>)
  {
    vector least = a, most;
    lane::template picked<(L ^ Other)...>(b, b, most);
    exchange(least, most);
    lane::template picked<(L & Upper ? count + L : L)...>(least, most, to);
  }
  /// Merges the sorted lists of each `Group` lanes, of n numbers a lane, from those of their
  /// halves.
  template <int Group>
  ACRE_INLINE static void merge_lanes(vector* v, int n)
  {
    if constexpr (Group > 2) merge_lanes<Group / 2>(v, n);
    for (int i = 0; i < n / 2; ++i) {
      vector const a = v[i], b = v[n - 1 - i];
      choose<Group - 1, Group / 2>(a, b, v[i], all_lanes());
      choose<Group - 1, Group / 2>(b, a, v[n - 1 - i], all_lanes());
    }
    clean_lanes<Group / 4>(v, n);
    merge(v, n / 2, n);
  }
  template <int Distance>
  ACRE_INLINE static void clean_lanes([[maybe_unused]] vector* v, [[maybe_unused]] int n)
  {
    if constexpr (Distance > 0) {
      for (int i = 0; i < n; ++i) choose<Distance, Distance>(v[i], v[i], v[i], all_lanes());
      clean_lanes<Distance / 2>(v, n);
    }
  }

  ACRE_INLINE static void sort_lists(Word* lists, std::int64_t pitch, int n)
  {
    vector v[most_beside];
    static_assert(beside_step % count == 0 && beside_step % 8 == 0);
    for (int i = 0; i < n; i += count) {
      vector square[count];
#pragma GCC unroll 16
      for (int l = 0; l < count; ++l) lane::load(lists + l * pitch + i, square[l]);
      lane::transpose(square);
#pragma GCC unroll 16
      for (int l = 0; l < count; ++l) v[i + l] = square[l];
    }
    sort(v, n);
    store_lists(v, lists, pitch, n);
  }
  ACRE_INLINE static void store_lists(vector const* v, Word* lists, std::int64_t pitch, int n)
  {
    for (int i = 0; i < n; i += count) {
      vector square[count];
#pragma GCC unroll 16
      for (int l = 0; l < count; ++l) square[l] = v[i + l];
      lane::transpose(square);
#pragma GCC unroll 16
      for (int l = 0; l < count; ++l) lane::store(square[l], lists + l * pitch + i);
    }
  }

  /// Each lane takes a part, and then lanes are merged.
  ACRE_INLINE static void sort_one(Word* list, int n)
  {
    vector v[most_beside / count];
    int const of_lane = n / count;
    for (int i = 0; i < of_lane; ++i) lane::load(list + i * count, v[i]);
    sort(v, of_lane);
    merge_lanes<count>(v, of_lane);
    store_lists(v, list, of_lane, of_lane);
  }
};

#undef ACRE_INLINE

}  // namespace acre::backends::host
