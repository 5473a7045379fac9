#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/rows.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <immintrin.h>
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
  static constexpr int count = 0, square = 0;
};
template <>
struct several<4> {
  static constexpr int count = 4, square = 4;
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
#ifdef __AVX__
  static constexpr int square = 4;
  static void transpose(char const* from, std::int64_t step, char* to, std::int64_t pitch)
  {
    auto const row = [&](int i) {
      return _mm256_loadu_pd(reinterpret_cast<double const*>(from + i * step));
    };
    __m256d const a = row(0), b = row(1), c = row(2), d = row(3);
    __m256d const ab = _mm256_unpacklo_pd(a, b), cd = _mm256_unpacklo_pd(c, d),
                  ef = _mm256_unpackhi_pd(a, b), gh = _mm256_unpackhi_pd(c, d);
    auto const put = [&](int k, __m256d v) {
      _mm256_storeu_pd(reinterpret_cast<double*>(to + k * pitch), v);
    };
    put(0, _mm256_permute2f128_pd(ab, cd, 0x20));
    put(1, _mm256_permute2f128_pd(ef, gh, 0x20));
    put(2, _mm256_permute2f128_pd(ab, cd, 0x31));
    put(3, _mm256_permute2f128_pd(ef, gh, 0x31));
  }
#else
  static constexpr int square = 2;
  static void transpose(char const* from, std::int64_t step, char* to, std::int64_t pitch)
  {
    __m128i const a = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from)),
                  b = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from + step));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi64(a, b));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + pitch), _mm_unpackhi_epi64(a, b));
  }
#endif
};
#else
template <int Size>
struct several {
  static constexpr int count = 0, square = 0;
};
#endif

template <int Size>
void lay_out_constant(row_addresses const& rows, int count, std::int64_t many, int pitch, char* to)
{
  using item = typename item_of<Size>::type;
  constexpr int some = laid_out_slack / Size;
  if (count == laid_out_chunk) {  // for each row of many
    for (std::int64_t row = 0; row < many; ++row) {
      item const value = *reinterpret_cast<item const*>(rows.from + row * rows.along);
      auto* const into = reinterpret_cast<item*>(to + row * pitch);
#pragma GCC ivdep
      for (int i = 0; i < laid_out_chunk; ++i) into[i] = value;
    }
    return;
  }
  constexpr int few = some < 4 ? some : 4;  // the coordinates of points
  if (count <= few) {
    for (std::int64_t row = 0; row < many; ++row) {
      item const value = *reinterpret_cast<item const*>(rows.from + row * rows.along);
      auto* const into = reinterpret_cast<item*>(to + row * pitch);
#pragma GCC ivdep
      for (int n = 0; n < few; ++n) into[n] = value;
    }
    return;
  }
  for (std::int64_t row = 0; row < many; ++row) {
    item const value = *reinterpret_cast<item const*>(rows.from + row * rows.along);
    auto* const into = reinterpret_cast<item*>(to + row * pitch);
    int i = 0;
    for (; i + unrolled <= count; i += unrolled) {
#pragma GCC ivdep
      for (int j = 0; j < unrolled; ++j) into[i + j] = value;
    }
    // whole registers: what is behind a row is the next one's, or slack
    for (; i < count; i += some)
#pragma GCC ivdep
      for (int n = 0; n < some; ++n) into[i + n] = value;
  }
}

template <int Size, int Step>
void lay_out_step(row_addresses const& rows, int count, std::int64_t many, int pitch, char* to)
{
  using item = typename item_of<Size>::type;
  for (std::int64_t row = 0; row < many; ++row) {
    auto const* const items = reinterpret_cast<item const*>(rows.from + row * rows.along);
    auto* const into = reinterpret_cast<item*>(to + row * pitch);
    int i = 0;
    for (; i + unrolled <= count; i += unrolled) {
#pragma GCC ivdep
      for (int j = 0; j < unrolled; ++j) into[i + j] = items[(i + j) * Step];
    }
#pragma GCC ivdep
    for (; i < count; ++i) into[i] = items[i * Step];
  }
}

template <int Size>
void lay_out_strided(row_addresses const& rows, int count, std::int64_t many, int pitch, char* to)
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
void lay_out_across(row_addresses const& lie, int count, std::int64_t rows, int pitch, char* to)
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
  if constexpr (constexpr int some = several<Size>::square; some > 0)
    for (; i + some <= count; i += some) {
      std::int64_t row = 0;
      for (; row + some <= rows; row += some)
        several<Size>::transpose(from + i * step + row * Size, step, to + row * pitch + i * Size,
                                 pitch);
      if (row < rows) move(i, i + some, row, rows);
    }
  move(i, count, 0, rows);
}

using mover = void (*)(row_addresses const& rows, int count, std::int64_t many, int pitch,
                       char* to);

/// Lays out elements `step` bytes apart; steps that the compiler knows become shuffles.
template <int Size>
mover mover_of(std::int64_t step)
{
  switch (step) {
    case 0:
      return lay_out_constant<Size>;
    case Size:
      return lay_out_step<Size, 1>;
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
/// Lays out one row by what find_mover finds, known here where it often is that.
template <int Size>
struct lay_out_row {
  void operator()(char const* from, std::int64_t step, int count, char* to) const
  {
    row_addresses const row{from, step, 0};
    switch (step) {
      case 0:
        return lay_out_constant<Size>(row, count, 1, 0, to);
      case -Size:
        return lay_out_step<Size, -1>(row, count, 1, 0, to);
      case 2 * Size:
        return lay_out_step<Size, 2>(row, count, 1, 0, to);
      default:
        return mover_of<Size>(step)(row, count, 1, 0, to);
    }
  }
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

/// How rows are cut into pieces, and how many rows or pieces a task takes.
struct shares {
  std::int64_t pieces;     // of a row
  std::int64_t per_piece;  // elements
  std::int64_t per_task;   // rows, or pieces of rows
};

/// Tasks of `most` elements at most, as even as they can be: threads take the same number of them,
/// or fewer threads one each where there are few elements. `whole`: rows are not cut.
shares shared_out(task_runner const& on, iteration const& it, std::int64_t most, bool whole)
{
  std::int64_t const n = it.rows * it.inner;
  if (n <= most && n < worth_threads) return {1, it.inner, it.rows};
  auto const parts = [](std::int64_t of, std::int64_t size) { return (of + size - 1) / size; };
  std::int64_t const threads = on.threads();
  std::int64_t tasks = std::max(parts(n, most), std::min(threads, n / worth_a_thread));
  if (tasks > threads) tasks = parts(tasks, threads) * threads;
  if (whole || (it.rows >= tasks && it.inner <= most)) {
    std::int64_t const fit = std::max<std::int64_t>(1, most / it.inner);
    return {1, it.inner, std::min(fit, parts(it.rows, tasks))};
  }
  // pieces begin where packets do, and numbers that are made together
  std::int64_t const even = parts(it.inner, parts(tasks, it.rows)),
                     elements = parts(even, stack_size) * stack_size;
  return {parts(it.inner, elements), elements, 1};
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

void lay_out(strided_operands const& rows, std::int64_t first, int count, char* to)
{
  for (int n = 0; n < rows.count; ++n) {
    strided_operands::operand const& part = rows.part[n];
    if (part.step == 0 && first > 0) continue;
    for_size<lay_out_row>(part.size, part.from + first * part.step, part.step, count,
                          to + n * strided_operands::bytes);
  }
}

void lay_out(row_addresses const& rows, int size, int elements, std::int64_t count, char* to)
{
  for_size<find_mover>(size, rows.step)(rows, elements, count, elements * size, to);
}

laid_out_rows::laid_out_rows(laid_out_operands const& rows, std::int64_t inner, char* memory)
    : rows_(rows), memory_(memory), inner_(inner)
{
  for (int n = 0; n < rows.count; ++n) {
    laid_out const& part = rows.part[n];
    source_[n].from.step = part.inner;
    source_[n].move = part.across ? for_size<find_across>(part.size)
                                  : for_size<find_mover>(part.size, part.inner);
  }
}

void laid_out_rows::begin(position const& at, std::int64_t first, std::int64_t count)
{
  begin_ = first;
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
    laid_out const& part = rows_.part[n];
    char* const to = memory_ + part.offset;
    if (rows_.flat) {
      if (s.from.along == 0 && first > begin_) continue;  // rows are all alike
      s.move({s.from.from + first / inner_ * s.from.along, s.from.step, s.from.along},
             static_cast<int>(inner_), elements / inner_, part.pitch, to);
    } else if (s.from.step == 0) {
      if (first == begin_) s.move(s.from, laid_out_chunk, s.count, part.pitch, to);
    } else {
      s.move({s.from.from + first * s.from.step, s.from.step, s.from.along}, elements, s.count,
             part.pitch, to);
    }
  }
}

void write_past_caches(void* to, void const* from, std::size_t bytes)
{
#ifdef __SSE2__
  auto* into = static_cast<char*>(to);
  auto const* out = static_cast<char const*>(from);
  std::size_t const head = std::min(bytes, -reinterpret_cast<std::uintptr_t>(into) % 64);
  std::memcpy(into, out, head);
  for (into += head, out += head, bytes -= head; bytes >= 64; into += 64, out += 64, bytes -= 64)
    for (int n = 0; n < 64; n += 16)
      _mm_stream_si128(reinterpret_cast<__m128i*>(into + n),
                       _mm_loadu_si128(reinterpret_cast<__m128i const*>(out + n)));
  std::memcpy(into, out, bytes);
#else
  std::memcpy(to, from, bytes);
#endif
}

pieces_past_caches::~pieces_past_caches()
{
  if (next_ == nullptr) return;
  end();
#ifdef __SSE2__
  _mm_sfence();
#endif
}
void pieces_past_caches::write(void* to, void const* from, std::size_t bytes)
{
  auto* into = static_cast<char*>(to);
  auto const* out = static_cast<char const*>(from);
  if (into != next_ && next_ != nullptr) end();
  next_ = into + bytes;
  std::size_t const of_line = -reinterpret_cast<std::uintptr_t>(into) % 64,
                    head = std::min(bytes, of_line);
  if (waiting_ > 0) {
    std::memcpy(line_ + waiting_, out, head);
    waiting_ += head;
    if (head < of_line) return;
    write_past_caches(into + head - 64, line_, 64);
    waiting_ = 0;
  } else {
    std::memcpy(into, out, head);
  }
  std::size_t const lines = (bytes - head) / 64 * 64;
  write_past_caches(into + head, out + head, lines);
  waiting_ = bytes - head - lines;
  std::memcpy(line_, out + head + lines, waiting_);
}
void pieces_past_caches::end()
{
  std::memcpy(next_ - waiting_, line_, waiting_);
  waiting_ = 0;
}

void for_rows(task_runner& on, iteration const& it, laid_out_operands const& rows,
              std::int64_t most, bool together, rows_function const& f)
{
  int const last = std::max(0, it.outer_rank - 1);
  auto const [pieces, per_piece, per_task] =
      shared_out(on, it, most, rows.flat || rows.piece_axis >= 0);
  std::int64_t const units = it.rows * pieces;
  std::int64_t const tasks = units <= per_task ? 1 : (units + per_task - 1) / per_task;
  // f of some rows that follow each other, as many as those before `end`; returns how many
  auto const call = [&](std::int64_t u, std::int64_t end, laid_out_rows* operands, char* memory) {
    position at = unravel(it, pieces > 1 ? u / pieces : u);
    bool const is_tail =
        rows.piece_axis >= 0 && at.index[rows.piece_axis] == it.outer[rows.piece_axis] - 1;
    std::int64_t const lo = pieces > 1 ? u % pieces * per_piece : 0,
                       hi = is_tail ? rows.tail : std::min(it.inner, lo + per_piece),
                       follow = together && pieces == 1 ? following(it, at, u, end) : 1;
    if (operands == nullptr) {
      f.call(f.object, {at, at, lo, hi, follow, last, it.unit, it.packed});
      return follow;
    }
    if (together) {
      std::int64_t const some =
          rows.flat ? follow : std::min<std::int64_t>(follow, rows.rows_at_once);
      operands->begin(at, lo, some);
      at.gathered = memory;
      f.call(f.object, {at, at, lo, rows.flat ? some * hi : hi, rows.flat ? 1 : some, last, true,
                        false, operands});
      return some;
    }
    position from = at;
    from.gathered = memory;
    if (rows.flat) {
      std::int64_t const rows_here = following(it, at, u, end);
      operands->begin(at, 0, rows_here);
      for (from.first = 0; from.first < rows_here * hi; from.first += rows.columns) {
        std::int64_t const behind = std::min(rows_here * hi, from.first + rows.columns);
        operands->lay_out(from.first, static_cast<int>(behind - from.first));
        f.call(f.object, {at, from, from.first, behind, 1, 0, true, false});
      }
      return rows_here;
    }
    for (from.first = lo; from.first < hi; from.first += rows.columns) {
      std::int64_t const behind = std::min(hi, from.first + rows.columns);
      lay_out(rows, from, from.first, static_cast<int>(behind - from.first), from.first == lo,
              memory);
      f.call(f.object, {at, from, from.first, behind, 1, 0, true, false});
    }
    return follow;
  };
  on.for_tasks("elements", tasks, [&](std::int64_t task) {
    std::int64_t const begin = task * per_task, end = std::min(units, begin + per_task);
    if (!rows.any()) {
      for (std::int64_t u = begin; u < end;) u += call(u, end, nullptr, nullptr);
      return;
    }
    alignas(64) char memory[laid_out_bytes];
    laid_out_rows operands(rows, it.inner, memory);
    for (std::int64_t u = begin; u < end;) u += call(u, end, &operands, memory);
#ifdef __SSE2__
    if (rows.result >= 0) _mm_sfence();
#endif
  });
}

}  // namespace acre::backends::host
