#include <acre/backends/reduce.hpp>
#include <acre/reduce/detail/extrema.hpp>
#include <acre/reduce/detail/logic.hpp>
#include <acre/reduce/detail/moments.hpp>
#include <acre/reduce/detail/sum.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "processor_levels.hpp"

/// Short rows on a CPU, compiled for several processors of one kind like the elementary functions
/// (elementary_rows.hpp); bits are the same with all of them.
namespace acre::detail {

namespace {

/// f(count), a constant, for count of Most, its half, … 1.
template <int Most, class F>
void each_half(F const& f)
{
  f(std::integral_constant<int, Most>());
  if constexpr (Most > 1) each_half<Most / 2>(f);
}

/// The place of the first of the largest (smallest) values of a row of 4 × 64 bytes or more, where
/// none is a NaN.
template <bool Largest, class T>
int place_in_row(T const* row, int length)
{
  using index = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  constexpr int lanes = 256 / sizeof(T);
  T best[lanes];
  index first[lanes];  // where the block that has a lane's best begins
  for (int l = 0; l < lanes; ++l) best[l] = row[l];
  for (int l = 0; l < lanes; ++l) first[l] = 0;
  auto const take = [&](int begin) {
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) {
      T const x = row[begin + l];
      bool const wins = Largest ? x > best[l] : x < best[l];
      best[l] = wins ? x : best[l];
      first[l] = wins ? index{begin} : first[l];
    }
  };
  for (int e = lanes; e + lanes <= length; e += lanes) take(e);
  take(length - lanes);  // some of them again, which don't win
  T half[lanes / 2];
  auto const better = [](T a, T b) { return (Largest ? a < b : b < a) ? b : a; };
  for (int l = 0; l < lanes / 2; ++l) half[l] = better(best[l], best[l + lanes / 2]);
  each_half<lanes / 4>([&](auto few) {
#pragma GCC ivdep
    for (int l = 0; l < few; ++l) half[l] = better(half[l], half[l + few]);
  });
  T const value = half[0];
  index place = length;
  for (int l = 0; l < lanes; ++l)
    place = std::min(place, best[l] == value ? first[l] + l : index{length});
  return static_cast<int>(place);
}

template <class Reducer, class T>
void find_in_rows(Reducer const& reducer, T const* values, int length, int count, std::int64_t* out)
{
  using namespace backends::host::detail;
  // (up to 64 values, trees of which are in registers, take half the time that way)
  if (length <= backends::reduce_lanes) return places_of_rows(reducer, values, length, count, out);
  constexpr bool largest = std::is_same_v<Reducer, arg_reducer<T, true>>;
  for (int r = 0; r < count; ++r, values += length)
    out[r] = any_nan(values, length)
                 ? std::find_if(values, values + length, [](T x) { return x != x; }) - values
                 : place_in_row<largest>(values, length);
}

/// How many numbers the lanes of a row have, or neighbouring groups of `of` lanes: its first `more`
/// lanes have one more than `each`.
struct numbers_of_lanes {
  int each, more;
  int of(int group, int lanes) const
  {
    return lanes * each + std::clamp(more - group * lanes, 0, lanes);
  }
};
/// The same for pairs of groups in each level of the tree over the lanes, down to eight of them.
template <class T>
struct numbers_of_pairs {
  static constexpr int pairs = backends::reduce_lanes - 8;  // 32 of lanes, 16 of pairs, …
  T mine[pairs], theirs[pairs], part[pairs];

  explicit numbers_of_pairs(numbers_of_lanes const& numbers)
  {
    T *left = mine, *right = theirs, *of_right = part;
    std::fill_n(part, pairs, T(0.5));
    for (int lanes = 1, count = backends::reduce_lanes / 2; count >= 8; lanes *= 2, count /= 2) {
      for (int l = 0; l < count; ++l) left[l] = static_cast<T>(numbers.of(2 * l, lanes));
      for (int l = 0; l < count; ++l) right[l] = static_cast<T>(numbers.of(2 * l + 1, lanes));
      int const uneven = numbers.more / (2 * lanes);  // the only pair that may be
      if (left[uneven] != right[uneven])
        of_right[uneven] = right[uneven] / (left[uneven] + right[uneven]);
      left += count, right += count, of_right += count;
    }
  }
};

/// The moments of eight groups of lanes each of some rows, of more elements than there are lanes,
/// in the order of reduce_rows: of group g and row r in group[g].get(r).
template <class T>
struct groups_of_rows {
  static constexpr int lanes = backends::reduce_lanes, rows = backends::host::rows_beside;
  template <int N>
  using arrays = typename moments<T>::template arrays<N>;
  arrays<rows> group[8];

  /// `behind`: as many elements as there are lanes from the last whole item on, those of the row
  /// first.
  void take(int r, T const* row, int length, T const* behind, numbers_of_pairs<T> const& numbers)
  {
    constexpr int settling = variance_reducer<T>::settling;
    arrays<lanes> lane;
    int const full = length / lanes, rest = length % lanes;
    auto const settle = [&](int count) {
#pragma GCC ivdep
      for (int l = 0; l < count; ++l) {
        T const from = lane.origin[l] + lane.sum[l] * (T(1) / settling), d = lane.origin[l] - from,
                all = d * T(settling);
        lane.squares[l] = lane.squares[l] + dot_product(d, lane.sum[l] + lane.sum[l] + all);
        lane.sum[l] = lane.sum[l] + all;
        lane.origin[l] = from;
      }
    };
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) lane.set_one(l, row[l]);
    for (int item = 1; item < full; ++item) {
      if (item == settling) settle(lanes);
      T const* const x = row + item * lanes;
#pragma GCC ivdep
      for (int l = 0; l < lanes; ++l) lane.append_more(l, x[l]);
    }
    if (full == settling) settle(rest);
    if (rest > 0) {
#pragma GCC ivdep
      for (int l = 0; l < lanes; ++l) {  // an origin adds nothing
        T const x = behind[l];
        lane.append_more(l, l < rest ? x : lane.origin[l]);
      }
    }
    arrays<lanes / 2> left, right;
    int level = 0;
    auto const combine = [&](auto const& from, auto pairs) {
#pragma GCC ivdep
      for (int l = 0; l < pairs; ++l) {
        left.origin[l] = from.origin[2 * l], right.origin[l] = from.origin[2 * l + 1];
        left.sum[l] = from.sum[2 * l], right.sum[l] = from.sum[2 * l + 1];
        left.squares[l] = from.squares[2 * l], right.squares[l] = from.squares[2 * l + 1];
      }
#pragma GCC ivdep
      for (int l = 0; l < pairs; ++l)
        left.combine_one(l, right, numbers.mine[level + l], numbers.theirs[level + l],
                         numbers.part[level + l]);
      level += pairs;
    };
    combine(lane, std::integral_constant<int, 32>());
    combine(left, std::integral_constant<int, 16>());
    combine(left, std::integral_constant<int, 8>());
    for (int g = 0; g < 8; ++g) {
      group[g].origin[r] = left.origin[g];
      group[g].sum[r] = left.sum[g];
      group[g].squares[r] = left.squares[g];
    }
  }
  /// Those of all lanes are in group[0] then.
  void combine(numbers_of_lanes const& numbers)
  {
    for (int stride = 1; stride < 8; stride *= 2)
      for (int g = 0; g < 8; g += 2 * stride)
        group[g].combine_alike(group[g + stride], numbers.of(g / stride, 8 * stride),
                               numbers.of(g / stride + 1, 8 * stride));
  }
};

template <class T>
void variances_of_rows(variance_reducer<T> const& reducer, T const* values, int length, int count,
                       T* out)
{
  using groups = groups_of_rows<T>;
  constexpr int lanes = groups::lanes;
  if (length <= lanes)
    return backends::host::detail::results_of_rows(reducer, values, length, count, out);
  numbers_of_lanes const numbers{length / lanes, length % lanes};
  numbers_of_pairs<T> const of_pairs(numbers);
  T last[lanes] = {};  // behind which nothing may be read
  int const whole = length - numbers.more;
  std::copy_n(values + (count - 1) * length + whole, numbers.more, last);
  groups of_rows = {};
  for (int first = 0; first < count; first += groups::rows) {
    int const beside = std::min(groups::rows, count - first);
    for (int r = 0; r < beside; ++r) {
      T const* const row = values + (first + r) * length;
      of_rows.take(r, row, length, first + r + 1 < count ? row + whole : last, of_pairs);
    }
    of_rows.combine(numbers);
    for (int r = 0; r < beside; ++r)
      out[first + r] = reducer.finish({of_rows.group[0].origin[r], of_rows.group[0].sum[r],
                                       of_rows.group[0].squares[r], static_cast<T>(length)});
  }
}

/// Eight truths of a row.
std::uint64_t eight(bool const* row)
{
  std::uint64_t word;
  std::memcpy(&word, row, sizeof word);
  return word;
}

/// Words of a row's truths joined by `join`, the last ones, of which there may be less than eight,
/// by last(row + e, how many).
template <class Join, class Last>
std::uint64_t joined_words(bool const* row, int length, std::uint64_t none, Join const& join,
                           Last const& last)
{
  constexpr int words = 8, size = 8;
  std::uint64_t word[words];
  for (int w = 0; w < words; ++w) word[w] = none;
  int e = 0;
  for (; e + words * size <= length; e += words * size)
    for (int w = 0; w < words; ++w) word[w] = join(word[w], eight(row + e + w * size));
  std::uint64_t all = none;
  for (int w = 0; w < words; ++w) all = join(all, word[w]);
  for (; e + size <= length; e += size) all = join(all, eight(row + e));
  return e < length ? join(all, last(row + e, length - e)) : all;
}
constexpr std::uint64_t ones = 0x0101010101010101;

/// Truths behind the last whole word with some before them, which changes no any() or all().
std::uint64_t with_some_before(bool const* row, int count) { return eight(row + count - 8); }

int count_in_row(bool const* row, int length)
{
  constexpr int most = 248;  // whose sum a byte holds
  int sum = 0;
  for (; length > 0; row += most, length -= most) {
    std::uint64_t const bytes = joined_words(
        row, std::min(length, most), 0, [](std::uint64_t a, std::uint64_t b) { return a + b; },
        [](bool const* some, int count) {
          std::uint64_t word = 0;
          for (int e = 0; e < count; ++e) word += some[e];
          return word;
        });
    sum += static_cast<int>(bytes * ones >> 56);
  }
  return sum;
}

}  // namespace

/// (A macro, as g++ makes levels of one instance of a template alone.)
#define ACRE_ROWS(T)                                                                               \
  template <>                                                                                      \
  ACRE_PROCESSOR_LEVELS void variance_reducer<T>::reduce_rows(T const* values, int length,         \
                                                              int rows, T* out) const              \
  {                                                                                                \
    variances_of_rows(*this, values, length, rows, out);                                           \
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

ACRE_PROCESSOR_LEVELS void any_reducer::reduce_rows(bool const* values, int length, int count,
                                                    bool* out) const
{
  if (length < 8) return backends::host::detail::results_of_rows(*this, values, length, count, out);
  for (int r = 0; r < count; ++r, values += length)
    out[r] = joined_words(
                 values, length, 0, [](std::uint64_t a, std::uint64_t b) { return a | b; },
                 with_some_before) != 0;
}
ACRE_PROCESSOR_LEVELS void all_reducer::reduce_rows(bool const* values, int length, int count,
                                                    bool* out) const
{
  if (length < 8) return backends::host::detail::results_of_rows(*this, values, length, count, out);
  for (int r = 0; r < count; ++r, values += length)
    out[r] = joined_words(
                 values, length, ones, [](std::uint64_t a, std::uint64_t b) { return a & b; },
                 with_some_before) == ones;
}
template <>
ACRE_PROCESSOR_LEVELS void sum_reducer<std::int64_t>::reduce_rows(bool const* values, int length,
                                                                  int count,
                                                                  std::int64_t* out) const
{
  if (length < 8) return backends::host::detail::results_of_rows(*this, values, length, count, out);
  for (int r = 0; r < count; ++r) out[r] = count_in_row(values + r * length, length);
}

}  // namespace acre::detail
