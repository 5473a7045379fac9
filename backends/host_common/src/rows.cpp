#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/rows.hpp>

#include <algorithm>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace acre::backends::host {

position row_position(iteration const& it, std::int64_t row) { return unravel(it, row); }

position row_position(reduction const& red, std::int64_t kept_index, std::int64_t reduced_index)
{
  return reduced_position(red, kept_index, reduced_index);
}

namespace {

/// Elements of so many bytes, at any alignment.
template <int Size>
struct item_of;
template <>
struct item_of<1> {
  using type = unsigned char;
};
template <>
struct item_of<2> {
  using type [[gnu::may_alias, gnu::aligned(1)]] = std::uint16_t;
};
template <>
struct item_of<4> {
  using type [[gnu::may_alias, gnu::aligned(1)]] = std::uint32_t;
};
template <>
struct item_of<8> {
  using type [[gnu::may_alias, gnu::aligned(1)]] = std::uint64_t;
};
template <>
struct item_of<16> {
  struct [[gnu::may_alias, gnu::packed]] type {
    std::uint64_t v[2];
  };
};

#ifdef __SSE2__
/// Items of 4 and 8 bytes in registers of 16, which compilers would move one by one.
template <int Size>
struct several {
  static constexpr int count = 0;
};
template <>
struct several<4> {
  static constexpr int count = 4;
  static int item(char const* from) { return *reinterpret_cast<item_of<4>::type const*>(from); }

  static void collect(char const* from, std::int64_t step, char* to)
  {
    _mm_storeu_si128(
        reinterpret_cast<__m128i*>(to),
        _mm_set_epi32(item(from + 3 * step), item(from + 2 * step), item(from + step), item(from)));
  }
  /// to[i][k] = from[k][i], `step` and `pitch` bytes between rows.
  static void transpose(char const* from, std::int64_t step, char* to, std::int64_t pitch)
  {
    auto const row = [&](int i) {
      return _mm_loadu_si128(reinterpret_cast<__m128i const*>(from + i * step));
    };
    __m128i const a = row(0), b = row(1), c = row(2), d = row(3);
    __m128i const ab = _mm_unpacklo_epi32(a, b), cd = _mm_unpacklo_epi32(c, d),
                  ef = _mm_unpackhi_epi32(a, b), gh = _mm_unpackhi_epi32(c, d);
    auto const put = [&](int k, __m128i v) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + k * pitch), v);
    };
    put(0, _mm_unpacklo_epi64(ab, cd));
    put(1, _mm_unpackhi_epi64(ab, cd));
    put(2, _mm_unpacklo_epi64(ef, gh));
    put(3, _mm_unpackhi_epi64(ef, gh));
  }
};
template <>
struct several<8> {
  static constexpr int count = 2;
  static __m128i item(char const* from)
  {
    return _mm_loadl_epi64(reinterpret_cast<__m128i const*>(from));
  }

  static void collect(char const* from, std::int64_t step, char* to)
  {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm_unpacklo_epi64(item(from), item(from + step)));
  }
  static void transpose(char const* from, std::int64_t step, char* to, std::int64_t pitch)
  {
    __m128i const a = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from)),
                  b = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from + step));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi64(a, b));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + pitch), _mm_unpackhi_epi64(a, b));
  }
};
#else
template <int Size>
struct several {
  static constexpr int count = 0;
};
#endif

template <int Size>
void lay_out_constant(lying const& rows, int count, std::int64_t many, int pitch, char* to)
{
  using item = typename item_of<Size>::type;
  for (std::int64_t row = 0; row < many; ++row) {
    item const value = *reinterpret_cast<item const*>(rows.from + row * rows.along);
    auto* const into = reinterpret_cast<item*>(to + row * pitch);
    int i = 0;
    for (; i + laid_out_chunk <= count; i += laid_out_chunk)
#pragma GCC ivdep
      for (int n = 0; n < laid_out_chunk; ++n) into[i + n] = value;
    for (; i < count; ++i) into[i] = value;
  }
}

template <int Size, int Step>
void lay_out_step(lying const& rows, int count, std::int64_t many, int pitch, char* to)
{
  using item = typename item_of<Size>::type;
  for (std::int64_t row = 0; row < many; ++row) {
    auto const* const items = reinterpret_cast<item const*>(rows.from + row * rows.along);
    auto* const into = reinterpret_cast<item*>(to + row * pitch);
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) into[i] = items[i * Step];
  }
}

template <int Size>
void lay_out_strided(lying const& rows, int count, std::int64_t many, int pitch, char* to)
{
  using item = typename item_of<Size>::type;
  std::int64_t const step = rows.step;
  for (std::int64_t row = 0; row < many; ++row) {
    char const* const from = rows.from + row * rows.along;
    auto* const into = reinterpret_cast<item*>(to + row * pitch);
    int i = 0;
    if constexpr (constexpr int some = several<Size>::count; some > 0)
      for (; i + some <= count; i += some)
        several<Size>::collect(from + i * step, step, reinterpret_cast<char*>(into + i));
    for (; i < count; ++i) into[i] = *reinterpret_cast<item const*>(from + i * step);
  }
}

/// Rows that lie side by side across the inner axis: `step` bytes along it, `Size` from row to row.
template <int Size>
void lay_out_across(lying const& lie, int count, std::int64_t rows, int pitch, char* to)
{
  char const* const from = lie.from;
  std::int64_t const step = lie.step;
  using item = typename item_of<Size>::type;
  auto const move = [&](int first, int behind, std::int64_t row, std::int64_t end) {
    for (int i = first; i < behind; ++i) {
      auto const* const items = reinterpret_cast<item const*>(from + i * step);
      for (std::int64_t k = row; k < end; ++k)
        reinterpret_cast<item*>(to + k * pitch)[i] = items[k];
    }
  };
  int i = 0;
  if constexpr (constexpr int some = several<Size>::count; some > 0)
    for (; i + some <= count; i += some) {
      std::int64_t row = 0;
      for (; row + some <= rows; row += some)
        several<Size>::transpose(from + i * step + row * Size, step, to + row * pitch + i * Size,
                                 pitch);
      if (row < rows) move(i, i + some, row, rows);
    }
  move(i, count, 0, rows);
}

using mover = void (*)(lying const& rows, int count, std::int64_t many, int pitch, char* to);

/// What lays out elements `step` bytes apart; steps that the compiler knows become shuffles.
template <int Size>
mover mover_of(std::int64_t step)
{
  switch (step) {
    case 0:
      return lay_out_constant<Size>;
    case -Size:
      return lay_out_step<Size, -1>;
    case 2 * Size:
      return lay_out_step<Size, 2>;
    case 3 * Size:
      return lay_out_step<Size, 3>;
    case 4 * Size:
      return lay_out_step<Size, 4>;
    default:
      return lay_out_strided<Size>;
  }
}

template <template <int> class F, class... Argument>
auto for_size(int size, Argument... argument)
{
  switch (size) {
    case 1:
      return F<1>()(argument...);
    case 2:
      return F<2>()(argument...);
    case 4:
      return F<4>()(argument...);
    case 8:
      return F<8>()(argument...);
    default:
      return F<16>()(argument...);
  }
}
template <int Size>
struct find_mover {
  mover operator()(std::int64_t step) const { return mover_of<Size>(step); }
};
template <int Size>
struct find_across {
  mover operator()() const { return lay_out_across<Size>; }
};

char const* begin_of(laid_out const& part, position const& at)
{
  std::int64_t offset = 0;
  for (int axis = 0; axis < at.rank; ++axis) offset += at.index[axis] * part.outer[axis];
  return reinterpret_cast<char const*>(part.from + static_cast<std::uintptr_t>(offset));
}

/// Rows that follow each other from `at` on, row `row` of all, before row `end`.
std::int64_t following(iteration const& it, position const& at, std::int64_t row, std::int64_t end)
{
  int const last = it.outer_rank - 1;
  return last < 0 ? 1 : std::min(end - row, it.outer[last] - at.index[last]);
}

/// Rows of laid-out operands; each is one piece of a task's work.
void for_laid_out_rows(queue& on, iteration const& it, laid_out_operands const& rows, bool together,
                       rows_function const& f)
{
  int const last = std::max(0, it.outer_rank - 1);
  std::int64_t const per_task = std::max<std::int64_t>(1, elements_per_task / it.inner);
  on.for_tasks("elements", (it.rows + per_task - 1) / per_task, [&](std::int64_t task) {
    alignas(64) char memory[laid_out_bytes];
    laid_out_rows operands(rows, memory);
    std::int64_t const begin = task * per_task, end = std::min(it.rows, begin + per_task);
    for (std::int64_t row = begin, follow = 1; row < end; row += follow) {
      position at = unravel(it, row);
      if (together) {
        follow = std::min<std::int64_t>(following(it, at, row, end), rows.rows_at_once);
        bool const is_tail =
            rows.piece_axis >= 0 && at.index[rows.piece_axis] == it.outer[rows.piece_axis] - 1;
        std::int64_t const n = is_tail ? rows.tail : it.inner;
        operands.begin(at, follow);
        at.gathered = memory;
        f.call(f.object, {at, at, 0, n, follow, last, true, false, &operands});
      } else {
        position from = at;
        from.gathered = memory;
        for (from.first = 0; from.first < it.inner; from.first += rows.columns) {
          std::int64_t const behind = std::min<std::int64_t>(it.inner, from.first + rows.columns);
          lay_out(rows, from, from.first, static_cast<int>(behind - from.first), from.first == 0,
                  memory);
          f.call(f.object, {at, from, from.first, behind, 1, 0, true, false});
        }
      }
    }
  });
}

}  // namespace

void lay_out(laid_out_operands const& rows, position const& at, std::int64_t first, int count,
             bool begins, char* to)
{
  for (int n = 0; n < rows.count; ++n) {
    laid_out const& part = rows.part[n];
    // what is constant is written for the row's pieces to come, none longer than its first
    if (part.inner == 0 && !begins) continue;
    for_size<find_mover>(part.size, part.inner)(
        {begin_of(part, at) + first * part.inner, part.inner, 0}, count, 1, 0, to + part.offset);
  }
}

laid_out_rows::laid_out_rows(laid_out_operands const& rows, char* to) : rows_(rows), to_(to)
{
  for (int n = 0; n < rows.count; ++n) {
    laid_out const& part = rows.part[n];
    source_[n].from.step = part.inner;
    source_[n].move = part.across ? for_size<find_across>(part.size)
                                  : for_size<find_mover>(part.size, part.inner);
  }
}

void laid_out_rows::begin(position const& at, std::int64_t count)
{
  for (int n = 0; n < rows_.count; ++n) {
    laid_out const& part = rows_.part[n];
    source_[n].from.from = begin_of(part, at);
    source_[n].from.along = at.rank > 0 ? part.outer[at.rank - 1] : 0;
    source_[n].count = part.pitch == 0 ? 1 : count;
  }
}

void laid_out_rows::lay_out(std::int64_t first, int elements) const
{
  for (int n = 0; n < rows_.count; ++n) {
    source const& s = source_[n];
    bool const constant = s.from.step == 0;
    if (constant && first > 0) continue;
    s.move({s.from.from + first * s.from.step, s.from.step, s.from.along},
           constant ? laid_out_chunk : elements, s.count, rows_.part[n].pitch,
           to_ + rows_.part[n].offset);
  }
}

void for_rows(queue& on, iteration const& it, laid_out_operands const& rows, bool together,
              rows_function const& f)
{
  if (rows.count > 0) {
    for_laid_out_rows(on, it, rows, together, f);
    return;
  }
  int const last = std::max(0, it.outer_rank - 1);
  std::int64_t const pieces =
      it.inner <= elements_per_task ? 1 : (it.inner + elements_per_task - 1) / elements_per_task;
  std::int64_t const units = it.rows * pieces;
  std::int64_t const per_task =
      pieces > 1 ? 1 : std::max<std::int64_t>(1, elements_per_task / it.inner);
  std::int64_t const tasks = units <= per_task ? 1 : (units + per_task - 1) / per_task;
  on.for_tasks("elements", tasks, [&](std::int64_t task) {
    std::int64_t const end = std::min(units, (task + 1) * per_task);
    for (std::int64_t u = task * per_task, follow = 1; u < end; u += follow) {
      position const at = unravel(it, pieces > 1 ? u / pieces : u);
      std::int64_t const lo = pieces > 1 ? u % pieces * elements_per_task : 0;
      std::int64_t const hi = std::min(it.inner, lo + elements_per_task);
      if (together && pieces == 1) follow = following(it, at, u, end);
      f.call(f.object, {at, at, lo, hi, follow, last, it.unit, it.packed});
    }
  });
}

}  // namespace acre::backends::host
