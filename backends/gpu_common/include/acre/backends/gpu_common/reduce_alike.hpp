#pragma once

#include <acre/backends/common/reduce.hpp>

#include <type_traits>

/// Rows and columns of few elements, a lane each, whose reducer combines all of them alike.
///
/// How many elements an accumulator has depends on the length alone, which all rows share: for up
/// to eight it is known when it is compiled, and no row divides by it.
namespace acre::backends::gpu {

/// The tree over Count neighbours, the first at(First).
template <int Count, int First = 0, class Reducer, class At>
__device__ typename Reducer::value_type alike_tree(Reducer const& reducer, At const& at)
{
  if constexpr (Count == 1) {
    return reducer.alone(at(First));
  } else if constexpr (Count == 2) {
    return reducer.pair(at(First), at(First + 1));
  } else {
    constexpr int left = Count > 4 ? 4 : 2;
    return reducer.combine_alike(alike_tree<left, First>(reducer, at), left,
                                 alike_tree<Count - left, First + left>(reducer, at), Count - left);
  }
}

/// f(n) for a count n of 1 … 8, the same for all threads, as a constant.
template <class F>
__device__ auto with_few(int count, F const& f)
{
  switch (count) {
    case 1:
      return f(std::integral_constant<int, 1>());
    case 2:
      return f(std::integral_constant<int, 2>());
    case 3:
      return f(std::integral_constant<int, 3>());
    case 4:
      return f(std::integral_constant<int, 4>());
    case 5:
      return f(std::integral_constant<int, 5>());
    case 6:
      return f(std::integral_constant<int, 6>());
    case 7:
      return f(std::integral_constant<int, 7>());
    default:
      return f(std::integral_constant<int, 8>());
  }
}

/// The elements of a row, 64 at most: eight at a time, what is left, and the tree over those.
template <class Reducer, class Element>
__device__ typename Reducer::value_type alike_row(Reducer const& reducer, Element const* row,
                                                  int count)
{
  using value = typename Reducer::value_type;
  auto const few = [&](int n, int from) {
    return with_few(n, [&](auto known) {
      return alike_tree<decltype(known)::value>(reducer, [&](int e) { return row[from + e]; });
    });
  };
  if (count <= 8) return few(count, 0);
  constexpr int levels = 4;
  value waiting[levels];  // what is combined of 8, 16, 32, 64 elements, for as many more
  int const parts = count / 8;
  value result;
#pragma unroll 1
  for (int part = 0; part < parts; ++part) {
    result = alike_tree<8>(reducer, [&](int e) { return row[part * 8 + e]; });
    bool goes_up = true;
#pragma unroll
    for (int level = 0; level < levels; ++level) {
      if (goes_up) {
        goes_up = (part >> level & 1) != 0;
        if (goes_up)
          result = reducer.combine_alike(waiting[level], 8 << level, result, 8 << level);
        else
          waiting[level] = result;
      }
    }
  }
  int behind = count % 8;
  if (behind > 0) result = few(behind, parts * 8);
#pragma unroll
  for (int level = 0; level < levels; ++level)
    if ((parts >> level & 1) != 0) {
      result = behind > 0 ? reducer.combine_alike(waiting[level], 8 << level, result, behind)
                          : waiting[level];
      behind += 8 << level;
    }
  return result;
}

}  // namespace acre::backends::gpu
