#include <acre/backends/reduce.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/moments.hpp>

#include <algorithm>

#include "processor_levels.hpp"

/// Short rows on a CPU, compiled for several processors of one kind like the elementary functions
/// (elementary_rows.hpp); bits are the same with all of them.
namespace acre::detail {

namespace {

/// The place of the first of the largest (smallest) values of a row of 2 × 64 bytes or more, where
/// none is a NaN.
template <bool Largest, class T>
std::int64_t place_in_row(T const* row, int length)
{
  constexpr int lanes = 64 / sizeof(T);
  auto const better = [](T a, T b) { return (Largest ? a < b : b < a) ? b : a; };
  T best[lanes];
  std::copy_n(row, lanes, best);
  auto const take = [&](T const* some) {
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) best[l] = better(best[l], some[l]);
  };
  for (int e = lanes; e + lanes <= length; e += lanes) take(row + e);
  take(row + length - lanes);
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l) best[l] = better(best[l], best[l + half]);
  T const value = best[0];
  auto const has = [&](T const* some) {
    int found = 0;
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) found |= some[l] == value ? 1 : 0;
    return found != 0;
  };
  int e = 0;
  while (e + 2 * lanes <= length && !has(row + e)) e += lanes;
  while (row[e] != value) ++e;
  return e;
}

template <class Reducer, class T>
void find_in_rows(Reducer const& reducer, T const* values, int length, int count, std::int64_t* out)
{
  using namespace backends::host::detail;
  // (up to 64 values, trees of which are in registers, take half the time that way)
  if (length <= backends::reduce_lanes || any_nan(values, length * count))
    return places_of_rows(reducer, values, length, count, out);
  constexpr bool largest = std::is_same_v<Reducer, arg_reducer<T, true>>;
  for (int r = 0; r < count; ++r) out[r] = place_in_row<largest>(values + r * length, length);
}

}  // namespace

/// (A macro, as g++ makes levels of one instance of a template alone.)
#define ACRE_ROWS(T)                                                                               \
  template <>                                                                                      \
  ACRE_PROCESSOR_LEVELS void variance_reducer<T>::reduce_rows(T const* values, int length,         \
                                                              int rows, T* out) const              \
  {                                                                                                \
    backends::host::detail::results_of_rows(*this, values, length, rows, out);                     \
  }                                                                                                \
  template <>                                                                                      \
  ACRE_PROCESSOR_LEVELS void arg_reducer<T, true>::reduce_rows(T const* values, int length,        \
                                                               int count, std::int64_t* out) const \
  {                                                                                                \
    find_in_rows(*this, values, length, count, out);                                               \
  }                                                                                                \
  template <>                                                                                      \
  ACRE_PROCESSOR_LEVELS void arg_reducer<T, false>::reduce_rows(                                   \
      T const* values, int length, int count, std::int64_t* out) const                             \
  {                                                                                                \
    find_in_rows(*this, values, length, count, out);                                               \
  }

ACRE_ROWS(float)
ACRE_ROWS(double)

}  // namespace acre::detail
