#include <acre/backends/common/reduce.hpp>
#include <acre/backends/host_common/rows.hpp>

#include <algorithm>

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

template <int Size>
void lay_out_constant(char const* from, std::int64_t, int count, char* to)
{
  using item = typename item_of<Size>::type;
  item const value = *reinterpret_cast<item const*>(from);
  auto* const into = reinterpret_cast<item*>(to);
  for (int i = 0; i < count; ++i) into[i] = value;
}

template <int Size, int Step>
void lay_out_step(char const* from, std::int64_t, int count, char* to)
{
  using item = typename item_of<Size>::type;
  auto const* const items = reinterpret_cast<item const*>(from);
  auto* const into = reinterpret_cast<item*>(to);
  for (int i = 0; i < count; ++i) into[i] = items[i * Step];
}

template <int Size>
void lay_out_strided(char const* from, std::int64_t step, int count, char* to)
{
  using item = typename item_of<Size>::type;
  auto* const into = reinterpret_cast<item*>(to);
  for (int i = 0; i < count; ++i) into[i] = *reinterpret_cast<item const*>(from + i * step);
}

/// Rows that lie side by side across the inner axis: `step` bytes along it, `Size` from row to row.
template <int Size>
void lay_out_across(char const* from, std::int64_t step, int count, std::int64_t rows, int pitch,
                    char* to)
{
  using item = typename item_of<Size>::type;
  constexpr int block = 8;
  auto const move = [&](int some, std::int64_t row) {
    char* const into = to + row * pitch;
    for (int i = 0; i < count; ++i) {
      auto const* const items = reinterpret_cast<item const*>(from + i * step) + row;
      for (int k = 0; k < some; ++k) reinterpret_cast<item*>(into + k * pitch)[i] = items[k];
    }
  };
  std::int64_t row = 0;
  for (; row + block <= rows; row += block) move(block, row);
  move(static_cast<int>(rows - row), row);
}

using mover = void (*)(char const* from, std::int64_t step, int count, char* to);

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
struct across {
  void operator()(char const* from, std::int64_t step, int count, std::int64_t rows, int pitch,
                  char* to) const
  {
    lay_out_across<Size>(from, step, count, rows, pitch, to);
  }
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
    std::int64_t const begin = task * per_task, end = std::min(it.rows, begin + per_task);
    for (std::int64_t row = begin, follow = 1; row < end; row += follow) {
      position at = unravel(it, row);
      if (together) {
        follow = following(it, at, row, end);
        if (rows.rows > 0) follow = std::min<std::int64_t>(follow, rows.rows);
        bool const is_tail =
            rows.piece_axis >= 0 && at.index[rows.piece_axis] == it.outer[rows.piece_axis] - 1;
        std::int64_t const n = is_tail ? rows.tail : it.inner;
        laid_out_rows const operands(
            rows, at, follow, static_cast<int>(std::min<std::int64_t>(n, rows.columns)), memory);
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
    for_size<find_mover>(part.size, part.inner)(begin_of(part, at) + first * part.inner, part.inner,
                                                count, to + part.offset);
  }
}

laid_out_rows::laid_out_rows(laid_out_operands const& rows, position const& at, std::int64_t follow,
                             int count, char* to)
{
  for (int n = 0; n < rows.count; ++n) {
    laid_out const& part = rows.part[n];
    char const* const from = begin_of(part, at);
    if (part.pitch != 0)
      for_size<across>(part.size, from, part.inner, count, follow, part.pitch, to + part.offset);
    else
      source_[count_++] = {from, part.inner, at.rank > 0 ? part.outer[at.rank - 1] : 0,
                           for_size<find_mover>(part.size, part.inner), to + part.offset};
  }
}

void laid_out_rows::lay_out(std::int64_t k, std::int64_t first, int count) const
{
  for (int n = 0; n < count_; ++n) {
    source const& s = source_[n];
    if (s.inner == 0 && (first > 0 || (k > 0 && s.along == 0))) continue;
    s.move(s.from + k * s.along + first * s.inner, s.inner, count, s.to);
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
