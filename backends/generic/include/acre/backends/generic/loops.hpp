#pragma once

#include <acre/backends/common/iteration.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/generic/queue.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <iterator>
#include <type_traits>

/// What the patterns are made of: loops whose turns run in any order and many at the same time.
///
///   for_each(on, step, n, f)      f(i), i < n
///   for_pieces(on, step, n, f)    f(first, last) for pieces of n neighbours: on a CPU some
///                                 thousand, which a core runs through, else one
///   for_rows(on, step, it, f)     f(piece) for the pieces of a loop nest (row_piece)
namespace acre::backends::generic {

/// Elements of a piece on a CPU: what a core does between two questions for more.
inline constexpr std::int64_t host_piece = 4096;
template <class Queue>
inline constexpr std::int64_t piece_of = Queue::is_wide ? 1 : host_piece;
/// Results that one thread computes side by side: a CPU's vectors want several.
template <class Queue>
inline constexpr int side_by_side = Queue::is_wide ? 1 : 16;

/// A GPU's kernels have what they are called with as arguments: what is larger than 512 bytes would
/// be copied to a memory of constants first, for which the host waits until an earlier such kernel
/// has ended.
template <class Backend>
using launched_at_once =
    std::conditional_t<queue<Backend>::is_host, Kokkos::Experimental::WorkItemProperty::None_t,
                       Kokkos::Experimental::WorkItemProperty::HintLightWeight_t>;

/// Whether a CPU's calling thread runs that many turns: one, which takes less time than a
/// parallel region most often, or all of them where no other thread would. (Profilers hear of
/// regions.) The work in front of them is done then.
template <class Backend>
bool runs_here(queue<Backend>& on, std::int64_t turns)
{
  if ((turns > 1 && on.threads() > 1) || tools::listening()) return false;
  on.instance().fence("acre");
  return true;
}

/// Index: int where n is one, as a GPU's numbers of 32 bits are the quicker ones.
template <class Index = std::int64_t, class Backend, class F>
void for_each(queue<Backend>& on, char const* step, std::int64_t n, F const& f)
{
  using policy = Kokkos::RangePolicy<typename Backend::execution_space, Kokkos::IndexType<Index>,
                                     launched_at_once<Backend>>;
  if constexpr (queue<Backend>::is_host)
    if (runs_here(on, n)) {
      for (Index i = 0; i < static_cast<Index>(n); ++i) f(i);
      return;
    }
  if (n > 0)
    Kokkos::parallel_for(tools::listening() ? tools::kernel_name(on, step) : "acre",
                         policy(on.instance(), 0, static_cast<Index>(n)), f);
}

template <class Backend, class F>
void for_pieces(queue<Backend>& on, char const* step, std::int64_t n, F const& f)
{
  constexpr std::int64_t piece = piece_of<queue<Backend>>;
  if constexpr (queue<Backend>::is_host)
    if (n > 0 && n <= piece && runs_here(on, 1)) return f(0, n);  // without a copy of f
  for_each(
      on, step, (n + piece - 1) / piece,
      KOKKOS_LAMBDA(std::int64_t p) { f(p * piece, (p + 1) * piece < n ? (p + 1) * piece : n); });
}

/// Elements lo … hi - 1 of `count` rows that follow each other along the outer axis `along`, from
/// the one at `at` on.
struct row_piece {
  position at;
  int along;
  std::int64_t lo, hi, count;
};

/// The pieces of a loop nest: long rows are cut, short ones taken together. Those whose elements
/// are no neighbours are cut to pieces as wide as high, so that what lies across is in a cache.
class row_pieces {
 public:
  row_pieces(iteration const& it, std::int64_t piece)
      : it_(it),
        along_(it.outer_rank > 0 ? it.outer_rank - 1 : 0),
        rows_(it.outer_rank > 0 ? it.outer[along_] : 1),
        piece_(it.unit || it.outer_rank == 0 || piece < host_piece ? piece : 64),
        pieces_((it.inner + piece_ - 1) / piece_)
  {
    std::int64_t const width = it.inner < piece_ ? it.inner : piece_,
                       wanted = width > 0 ? piece / width : 1;
    together_ = wanted < 1 ? 1 : wanted < rows_ ? wanted : rows_;
    groups_ = rows_ > 0 ? (rows_ + together_ - 1) / together_ : 0;
    count = rows_ > 0 ? it.rows / rows_ * groups_ * pieces_ : 0;
  }
  KOKKOS_INLINE_FUNCTION row_piece operator[](std::int64_t number) const
  {
    std::int64_t const block = quotient(number, pieces_), lo = (number - block * pieces_) * piece_,
                       outer = quotient(block, groups_),
                       first = (block - outer * groups_) * together_;
    return {unravel(it_, outer * rows_ + first), along_, lo,
            lo + piece_ < it_.inner ? lo + piece_ : it_.inner,
            first + together_ < rows_ ? together_ : rows_ - first};
  }
  std::int64_t count;

 private:
  iteration it_;
  int along_;
  std::int64_t rows_, piece_, pieces_, together_, groups_;
};

template <class Backend, class F>
void for_rows(queue<Backend>& on, char const* step, iteration const& it, F const& f)
{
  row_pieces const all(it, piece_of<queue<Backend>>);
  for_each(on, step, all.count, KOKKOS_LAMBDA(std::int64_t number) { f(all[number]); });
}

/// f(row, i, e, length) for the runs of elements first + e … of result `kept`, in C order of the
/// reduced axes of `red`: element first + e + j is element i + j of the row.
template <class Program, class F>
KOKKOS_INLINE_FUNCTION void for_runs(reduction const& red, Program const& program,
                                     std::int64_t kept, std::int64_t first, std::int64_t count,
                                     F const& f)
{
  if (red.it.outer_rank == red.kept_rank) {
    f(program.bind(reduced_position(red, kept, 0)), first, std::int64_t{0}, count);
    return;
  }
  std::int64_t const inner = red.it.inner;
  for (std::int64_t e = 0; e < count;) {
    std::int64_t const run = quotient(first + e, inner), i = first + e - run * inner,
                       left = count - e < inner - i ? count - e : inner - i;
    f(program.bind(reduced_position(red, kept, run)), i, e, left);
    e += left;
  }
}

/// A number that the compiler knows. (std::integral_constant's is the host's, to nvcc.)
template <int N>
struct constant {
  KOKKOS_INLINE_FUNCTION constexpr operator int() const { return N; }
};

/// Neighbours that are computed together where one by one they take longer: functions that a CPU
/// computes in vectors, or that the library has for it, random numbers that share a block or a
/// stack.
inline constexpr int line_size = 64;
template <class Program>
inline constexpr int longest_line =
    hints_of<typename aligned_form<Program>::type>::prefers_stacks ? stack_size : line_size;
template <class Program>
inline constexpr bool has_blocks =
    hints_of<Program>::computes_in_blocks || hints_of<Program>::has_compiled_rows ||
    longest_line<Program> == stack_size;
template <bool Host, class Program>
inline constexpr bool by_lines =
    Host && (has_blocks<Program> || hints_of<Program>::prefers_packets);
/// `Size` elements from i on of a row at unit stride; `packed`: multiples of a packet's width are
/// aligned for it.
template <int Size, class Program, class Row>
packet<typename Program::value_type, Size> read_line(Row const& row, [[maybe_unused]] bool packed,
                                                     std::int64_t i)
{
  if constexpr (hints_of<Program>::prefers_packets && !hints_of<Program>::has_compiled_rows &&
                Size < stack_size) {
    constexpr int W = packet_width(Program::width);
    if (packed && i % W == 0) {
      packet<typename Program::value_type, Size> made;
      for (int j = 0; j < Size; j += W) {
        auto const some = row.template load<W, true>(i + j);
        for (int w = 0; w < W; ++w) made.v[j + w] = some.v[w];
      }
      return made;
    }
  }
  if constexpr (has_blocks<Program>) {
    return row.template block<Size>(i);
  } else {
    packet<typename Program::value_type, Size> made;
    for (int j = 0; j < Size; ++j) made.v[j] = row.template at<true>(i + j);
    return made;
  }
}
/// put(j, line) for the lines of elements i + j … of a row at unit stride, of which there are
/// `count`, and for what is less than a line, `Least` at a time, if the library has it; gives how
/// many elements are in none.
template <class Program, int Least = 8, class Row, class Put>
std::int64_t for_lines(Row const& row, bool packed, std::int64_t i, std::int64_t count,
                       Put const& put)
{
  std::int64_t j = 0;
  auto const lines = [&](auto size) {
    for (; j + size <= count; j += size) put(j, read_line<int(size), Program>(row, packed, i + j));
  };
  if constexpr (longest_line<Program> > line_size) lines(constant<longest_line<Program>>());
  lines(constant<line_size>());
  if constexpr (hints_of<Program>::has_compiled_rows && Least < line_size) lines(constant<Least>());
  return count - j;
}

/// to[j] = element i + j of a row at unit stride, j < count.
template <bool Host, class Program, class Row, class T>
KOKKOS_INLINE_FUNCTION void read_neighbours(Row const& row, bool packed, std::int64_t i,
                                            std::int64_t count, T* to)
{
  std::int64_t j = 0;
  if constexpr (by_lines<Host, Program>) {
    j = count -
        for_lines<Program>(row, packed, i, count, [&](std::int64_t first, auto const& made) {
          for (int l = 0; l < static_cast<int>(std::size(made.v)); ++l)
            to[first + l] = static_cast<T>(made.v[l]);
        });
  } else {
    for (; j + line_size <= count; j += line_size)
#pragma GCC ivdep
      for (int l = 0; l < line_size; ++l)
        to[j + l] = static_cast<T>(row.template at<true>(i + j + l));
  }
  for (; j < count; ++j) to[j] = static_cast<T>(row.template at<true>(i + j));
}

/// f(n), n from 1 to 8 as a constant.
inline constexpr int few = 8;
template <int N = 1, class F>
KOKKOS_INLINE_FUNCTION auto with_few(int n, F const& f)
{
  if constexpr (N < few)
    if (n != N) return with_few<N + 1>(n, f);
  return f(constant<N>());
}

/// f(0) … f(N - 1), each as a constant: what is indexed by it lies in registers, where a compiler
/// that leaves a loop has an array in memory.
template <int N, int I = 0, class F>
KOKKOS_INLINE_FUNCTION void unrolled(F const& f)
{
  if constexpr (I < N) {
    f(constant<I>());
    unrolled<N, I + 1>(f);
  }
}

/// Rows of few elements along one axis, some of them by one thread of a CPU: their elements lie in
/// memory of its own, one row's after the other's.
inline constexpr int short_row = 128, values_of_short_rows = 1024;
template <class Queue>
bool has_short_rows(reduction const& red)
{
  return !Queue::is_wide && red.length <= short_row && red.kept_rank > 0 && red.kept > 1 &&
         red.it.outer_rank == red.kept_rank;
}
/// f(row, count) for rows row … row + count - 1, which follow each other along the last kept axis.
template <class Backend, class F>
void for_short_rows(queue<Backend>& on, reduction const& red, F const& f)
{
  std::int64_t const rows = red.it.outer[red.kept_rank - 1],
                     together = values_of_short_rows / red.length,
                     groups = (rows + together - 1) / together;
  for_each(
      on, "rows", red.kept / rows * groups, KOKKOS_LAMBDA(std::int64_t task) {
        std::int64_t const outer = task / groups, first = (task - outer * groups) * together;
        f(outer * rows + first,
          static_cast<int>(first + together < rows ? together : rows - first));
      });
}
/// Their elements; `from` is bound to the first one along that axis.
template <class Program, class Row, class T>
KOKKOS_INLINE_FUNCTION void read_short_rows(reduction const& red, Row const& from, int count, T* to)
{
  int const length = static_cast<int>(red.length);
  if (red.dense && red.length == red.it.inner) {
    read_neighbours<true, Program>(from, red.it.packed, 0, count * length, to);
  } else if (red.it.unit && length >= 16) {
    for (int k = 0; k < count; ++k)
#pragma GCC ivdep
      for (int e = 0; e < length; ++e)
        to[k * length + e] = static_cast<T>(from.template at<true>(e, k));
  } else {
    for (int e = 0; e < length; ++e)
#pragma GCC ivdep
      for (int k = 0; k < count; ++k)
        to[k * length + e] = static_cast<T>(from.template at<false>(e, k));
  }
}

}  // namespace acre::backends::generic
