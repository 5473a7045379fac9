#include "stacks.hpp"

#include <acre/array/creation.hpp>
#include <acre/backends/linear_algebra.hpp>
#include <acre/elementwise/complex.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/predicates.hpp>
#include <acre/rearrange/triangle.hpp>
#include <acre/reduce/logic.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "with_space.hpp"

namespace acre::detail {

namespace {

bool is_of_cpu(backends::queue& on)
{
  bool found = false;
  with_space(on, [&]<class Space>(Space const&) { found = Space::host_accessible; });
  return found;
}

template <class Word, class Space>
array<Word, max_rank, Space> words_of(Space const&, matrix_stack const& s)
{
  return {space_of<Space>(*s.queue), nullptr, static_cast<Word*>(s.data), s.extent, s.stride};
}

/// f(word) with a type of the size of the stack's numbers.
template <class F>
void with_word(matrix_stack const& s, F const& f)
{
  switch (backends::bytes_of(s.type)) {
    case 4:
      return f(std::uint32_t());
    case 8:
      return f(std::uint64_t());
    default:
      return f(complex<double>());
  }
}

template <class F>
void with_words(matrix_stack const& to, F const& f)
{
  with_space(*to.queue, [&]<class Space>(Space const& space) {
    with_word(to, [&]<class Word>(Word word) { f(space, word); });
  });
}

/// Whether both lie without gaps and in the same order, so that a copy is one of memory.
bool lie_alike(matrix_stack const& to, matrix_stack const& from)
{
  std::int64_t reach = 1;
  for (int axis = 0; axis < max_rank; ++axis) {
    if (to.extent[axis] == 1) continue;
    if (from.extent[axis] != to.extent[axis] || from.stride[axis] != to.stride[axis] ||
        to.stride[axis] < 1)
      return false;
    reach += (to.extent[axis] - 1) * to.stride[axis];
  }
  return reach == size_of(to.extent);
}

/// Numbers that a CPU reads in the time that a kernel takes to begin.
constexpr std::int64_t few_numbers = 4096;
/// Numbers that one thread of a CPU moves though others could help: once woken, they go on waiting
/// busily for some milliseconds, on the cores that the library's own threads want next. (Cholesky
/// of 256 × 256 on two cores: 8.0 ms for 0.31.)
constexpr std::int64_t alone_numbers = std::int64_t{1} << 20;

/// The stack, to be moved by this thread alone if that is better.
matrix_stack for_one_thread(matrix_stack s)
{
  auto const numbers = size_of(s.extent);
  if (numbers > few_numbers && numbers <= alone_numbers && is_of_cpu(*s.queue))
    s.queue = &serial().queue();
  return s;
}

/// Offset of matrix `number` of so many; axes of extent 1 are broadcast.
std::int64_t offset_of(matrix_stack const& s, shape_t<max_rank> const& extent, std::int64_t number)
{
  std::int64_t at = 0;
  for (int axis = max_rank - 3; number > 0; --axis) {
    if (s.extent[axis] != 1) at += number % extent[axis] * s.stride[axis];
    number /= extent[axis];
  }
  return at;
}

/// Which of a row's elements are copied; the others become zeros.
struct columns {
  std::int64_t first, last;
};
template <class Word>
void write_row(Word* to, std::int64_t step, Word const* from, std::int64_t step_of_from,
               std::int64_t count, columns const& kept)
{
  for (std::int64_t j = 0; j < kept.first; ++j) to[j * step] = Word{};
  if (to != from)
    for (std::int64_t j = kept.first; j < kept.last; ++j) to[j * step] = from[j * step_of_from];
  for (std::int64_t j = kept.last; j < count; ++j) to[j * step] = Word{};
}

/// Writes to's matrices row by row, kept(i) of row i, where that is faster than the general kernel:
/// few numbers, or rows that are contiguous. False where it isn't. `from` lies apart from `to` or
/// is the same.
template <class Word, class Space, class Kept>
bool write_rows(Space const& space, matrix_stack const& to, matrix_stack const& from,
                Kept const& kept)
{
  constexpr int row = max_rank - 2, column = max_rank - 1;
  auto const rows = to.rows(), count = to.count();
  bool const few = rows * count * to.columns() <= few_numbers;
  if (!few && (to.stride[column] != 1 || from.stride[column] != 1)) return false;
  auto const write = [&](std::int64_t at, std::int64_t at_from, std::int64_t i) {
    write_row(static_cast<Word*>(to.data) + at + i * to.stride[row], to.stride[column],
              static_cast<Word const*>(from.data) + at_from + i * from.stride[row],
              from.stride[column], to.columns(), kept(i));
  };
  if (few)
    for (std::int64_t number = 0; number < count; ++number) {
      auto const at = offset_of(to, to.extent, number),
                 at_from = offset_of(from, to.extent, number);
      for (std::int64_t i = 0; i < rows; ++i) write(at, at_from, i);
    }
  else
    space.queue().for_tasks("rows", rows * count, [&](std::int64_t number) {
      std::int64_t const each = number / rows;
      write(offset_of(to, to.extent, each), offset_of(from, to.extent, each), number % rows);
    });
  return true;
}

/// One value everywhere.
template <class Word, class Space>
void fill(Space const& space, matrix_stack const& to, Word const& value)
{
  if constexpr (Space::host_accessible)
    if (size_of(to.extent) <= few_numbers) {
      if (lie_alike(to, to)) {
        std::fill_n(static_cast<Word*>(to.data), size_of(to.extent), value);
        return;
      }
      for (std::int64_t number = 0; number < to.count(); ++number) {
        auto* const first = static_cast<Word*>(to.data) + offset_of(to, to.extent, number);
        for (std::int64_t i = 0; i < to.rows(); ++i)
          for (std::int64_t j = 0; j < to.columns(); ++j)
            first[i * to.stride[max_rank - 2] + j * to.stride[max_rank - 1]] = value;
      }
      return;
    }
  auto words = words_of<Word>(space, to);
  words = value;
}

template <class Real>
bool all_finite_of(Real const* numbers, std::int64_t count)
{
  bool finite = true;
  for (std::int64_t k = 0; k < count; ++k) finite &= std::isfinite(numbers[k]);
  return finite;
}

}  // namespace

std::shared_ptr<void> scratch_memory(backends::queue& on, std::size_t bytes)
{
  std::shared_ptr<void> owner;
  with_space(on, [&]<class Space>(Space const& space) {
    owner = array<std::uint64_t, 1, Space>(space, shape(static_cast<std::int64_t>(bytes / 8 + 1)))
                .owner();
  });
  return owner;
}

scratch_stack make_stack(matrix_stack const& like, std::int64_t rows, std::int64_t columns,
                         std::size_t more_bytes, small_room* room)
{
  scratch_stack made{like, nullptr, nullptr};
  made.extent[max_rank - 2] = rows;
  made.extent[max_rank - 1] = columns;
  made.stride = row_major_strides(made.extent);
  constexpr std::size_t line = 256;
  std::size_t bytes =
      static_cast<std::size_t>(size_of(made.extent)) * backends::bytes_of(like.type);
  if (more_bytes > 0) bytes = (bytes + line - 1) / line * line;
  if (room && bytes + more_bytes <= sizeof(room->bytes) && is_of_cpu(*like.queue)) {
    made.data = room->bytes;
  } else {
    made.owner = scratch_memory(*like.queue, bytes + more_bytes);
    made.data = made.owner.get();
  }
  if (more_bytes > 0) made.more = {made.owner, static_cast<std::byte*>(made.data) + bytes};
  return made;
}

scratch_stack diagonals_of(matrix_stack const& s, small_room* room)
{
  matrix_stack diagonal = part(s, std::min(s.rows(), s.columns()), 1);
  diagonal.stride[max_rank - 2] += s.stride[max_rank - 1];
  auto const made = make_stack(s, diagonal.rows(), 1, 0, room);
  copy_stack(made, diagonal);
  return made;
}

void copy_stack(matrix_stack const& target, matrix_stack const& from, bool conjugate)
{
  if (target.is_empty()) return;
  matrix_stack const to = for_one_thread(target);
  if (conjugate && backends::is_complex(to.type))
    with_space(*to.queue, [&]<class Space>(Space const& space) {
      if (to.type == backends::linear_type::complex64)
        assign(words_of<complex<float>>(space, to), conj(words_of<complex<float>>(space, from)));
      else
        assign(words_of<complex<double>>(space, to), conj(words_of<complex<double>>(space, from)));
    });
  else
    with_space(*to.queue, [&]<class Space>(Space const& space) {
      if constexpr (Space::host_accessible)
        if (lie_alike(to, from))
          return space.copy(
              to.data, from.data,
              static_cast<std::size_t>(size_of(to.extent)) * backends::bytes_of(to.type));
      with_word(to, [&]<class Word>(Word) {
        if constexpr (Space::host_accessible)
          if (size_of(to.extent) <= few_numbers &&
              write_rows<Word>(space, to, from,
                               [&](std::int64_t) { return columns{0, to.columns()}; }))
            return;
        assign(words_of<Word>(space, to), words_of<Word>(space, from));
      });
    });
}

void copy_lower(matrix_stack const& target, matrix_stack const& from, std::int64_t k)
{
  if (target.is_empty()) return;
  matrix_stack const to = for_one_thread(target);
  with_words(to, [&]<class Space, class Word>(Space const& space, Word) {
    if constexpr (Space::host_accessible)
      if (write_rows<Word>(space, to, from, [&](std::int64_t i) {
            return columns{0, std::clamp<std::int64_t>(i + k + 1, 0, to.columns())};
          }))
        return;
    assign(words_of<Word>(space, to), tril(words_of<Word>(space, from), k));
  });
}

void copy_upper(matrix_stack const& target, matrix_stack const& from, std::int64_t k)
{
  if (target.is_empty()) return;
  matrix_stack const to = for_one_thread(target);
  with_words(to, [&]<class Space, class Word>(Space const& space, Word) {
    if constexpr (Space::host_accessible)
      if (write_rows<Word>(space, to, from, [&](std::int64_t i) {
            return columns{std::clamp<std::int64_t>(i + k, 0, to.columns()), to.columns()};
          }))
        return;
    assign(words_of<Word>(space, to), triu(words_of<Word>(space, from), k));
  });
}

void set_diagonal(matrix_stack const& to)
{
  if (to.is_empty()) return;
  matrix_stack diagonal = part(to, std::min(to.rows(), to.columns()), 1);
  diagonal.stride[max_rank - 2] += to.stride[max_rank - 1];
  with_words(to, [&]<class Space, class Word>(Space const& space, Word) {
    Word one{};
    using backends::linear_type;
    if constexpr (sizeof(Word) == 4)
      one = std::bit_cast<std::uint32_t>(1.0F);
    else if constexpr (sizeof(Word) == 16)
      one = Word(1.0);
    else if (to.type == linear_type::float64)
      one = std::bit_cast<std::uint64_t>(1.0);
    else
      one = std::bit_cast<std::uint64_t>(std::array{1.0F, 0.0F});
    fill(space, diagonal, one);
  });
}

void set_zero(matrix_stack const& target)
{
  if (target.is_empty()) return;
  matrix_stack const to = for_one_thread(target);
  with_words(to,
             [&]<class Space, class Word>(Space const& space, Word) { fill(space, to, Word{}); });
}

bool all_finite(matrix_stack const& numbers)
{
  matrix_stack const a = for_one_thread(numbers);
  // contiguous memory, a complex number as two
  auto const count = size_of(a.extent) << backends::is_complex(a.type);
  bool finite = true;
  with_space(*a.queue, [&]<class Space>(Space const& space) {
    auto const ask = [&]<class Real>(Real) {
      if constexpr (Space::host_accessible)
        if (count <= few_numbers) {
          finite = all_finite_of(static_cast<Real const*>(a.data), count);
          return;
        }
      array<Real, 1, Space> const reals(space, nullptr, static_cast<Real*>(a.data), shape(count),
                                        shape(1));
      finite = all(isfinite(reals)).item();
    };
    if (backends::bytes_of_real(a.type) == 4)
      ask(float());
    else
      ask(double());
  });
  return finite;
}

backends::linear_algebra& algebra_of(backends::queue& on)
{
  backends::linear_algebra* found = nullptr;
  with_space(on, [&](auto const& space) { found = &linear_algebra_of(space.queue()); });
  return *found;
}

void read_memory(backends::queue& on, void* to, void const* from, std::size_t bytes)
{
  with_space(on, [&](auto const& space) { space.copy_to_host(to, from, bytes); });
}

void write_memory(backends::queue& on, void* to, void const* from, std::size_t bytes)
{
  with_space(on, [&](auto const& space) { space.copy_from_host(to, from, bytes); });
}

}  // namespace acre::detail
