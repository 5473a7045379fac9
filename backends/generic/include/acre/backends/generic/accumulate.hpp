#pragma once

#include <acre/backends/common/accumulate.hpp>
#include <acre/backends/common/operands.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/generic/elementwise.hpp>
#include <acre/backends/generic/loops.hpp>
#include <acre/backends/generic/teams.hpp>

#include <algorithm>
#include <cstdint>

/// See backends/common/accumulate.hpp. Where there are many more elements than keys each core, or
/// team of narrow threads, has counters of its own, which are added up at the end; else all share
/// the target's, atomically.
namespace acre::backends::generic {

/// A program of keyed values is one as it stands.
struct as_it_is {
  template <class T>
  KOKKOS_INLINE_FUNCTION keyed<T> const& operator()(keyed<T> const& x) const
  {
    return x;
  }
};

/// add(x, n) for all elements of a core's piece, n is one of 0 … line_size - 1.
template <class Program, class Add>
KOKKOS_INLINE_FUNCTION void accumulate_piece(iteration const& it, Program const& program,
                                             row_piece const& piece, Add const& add)
{
  auto const row = program.bind(piece.at, piece.along);
  for (std::int64_t k = 0; k < piece.count; ++k) {
    std::int64_t i = piece.lo;
    for (; it.unit && k == 0 && i + line_size <= piece.hi; i += line_size) {
      typename Program::value_type some[line_size];
      read_neighbours<true, Program>(row, it.packed, i, line_size, some);
      for (int n = 0; n < line_size; ++n) add(some[n], n);
    }
    for (; i < piece.hi; ++i) add(row.template at<false>(i, k), 0);
  }
}

/// Elements of a row that a thread of a team has, `Apart` from each other, the first of them being
/// element i.
template <int Apart>
struct places_of_thread {
  std::int64_t i;

  KOKKOS_INLINE_FUNCTION std::int64_t column(int m) const { return i + m * Apart; }
  KOKKOS_INLINE_FUNCTION std::int64_t row(int) const { return 0; }
  template <int W, bool Unit, class T>
  KOKKOS_INLINE_FUNCTION packet<T, W> read(T const* data, std::int64_t inner, std::int64_t) const
  {
    packet<T, W> p;
    for (int m = 0; m < W; ++m) p.v[m] = data[Unit ? column(m) : column(m) * inner];
    return p;
  }
};

/// All add to the target's.
template <class T, class Op, class Keyed>
struct accumulate_sink {
  static constexpr int width = sizeof(T);
  static constexpr bool packable = false;
  T* out;
  Op op;
  Keyed keyed_of;
  KOKKOS_INLINE_FUNCTION accumulate_sink const& bind(position const&, int = 0) const
  {
    return *this;
  }
  template <bool Unit, class X>
  KOKKOS_INLINE_FUNCTION void put(std::int64_t, X const& x, std::int64_t = 0) const
  {
    auto const one = keyed_of(x);
    if (one.key >= 0) op.atomically(out + one.key, one.value);
  }
};

/// A team's counters, which go to all's when it has taken its pieces: few keys have several, each
/// in a bank of its own, as neighbouring threads with the same key would wait for each other. Where
/// a team has no room for all keys, several teams take the same pieces one after the other, each
/// for keys of its own, so that all but the first one read from a cache.
template <class Program, class T, class Op>
struct accumulate_in_team {
  static constexpr int threads = 4 * team_threads, most_copies = 32, few_bytes = 32 * 1024;
  static constexpr std::int64_t most_elements = std::int64_t{1} << 31;  // of a team
  struct counters_of_thread {
    Op const& op;
    T* to;
    int apart, first, count;
    KOKKOS_INLINE_FUNCTION void add(keyed<T> const& x) const
    {
      auto const key = static_cast<std::uint32_t>(x.key) - static_cast<std::uint32_t>(first);
      if (x.key >= 0 && key < static_cast<std::uint32_t>(count))
        op.atomically_in_block(to + key * apart, x.value);
    }
  };
  Program program;
  Op op;
  iteration it;
  T* out;
  int all_keys, keys, copies, parts;  // of a team; a power of two; of the keys
  std::int64_t of_team, teams;        // pieces of `threads` elements

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, T* own, std::int64_t number) const
  {
    std::int64_t const turn = quotient(number, parts);
    int const first_key = static_cast<int>(number - turn * parts) * keys;
    all.each([&](int rank) {
      for (int i = rank; i < keys * copies; i += threads) own[i] = op.template identity<T>();
    });
    all.each([&](int rank) {
      counters_of_thread const mine{op, own + (rank & (copies - 1)), copies, first_key, keys};
      std::int64_t const elements = it.rows * it.inner, first = turn * of_team * threads,
                         end = first + of_team * threads < elements ? first + of_team * threads
                                                                    : elements;
      if (it.outer_rank == 0) {
        auto const row = program.bind(position{});
        if (it.unit)
          add_row<true>(mine, row, first + rank, end);
        else
          add_row<false>(mine, row, first + rank, end);
      } else {
        add(mine, first + rank, end, [&](std::int64_t i) {
          std::int64_t const row = quotient(i, it.inner);
          return program.bind(unravel(it, row)).template at<false>(i - row * it.inner);
        });
      }
    });
    all.each([&](int rank) {
      // teams begin at different keys, as they end at the same time
      int const from = static_cast<int>(keys * turn / teams);
      for (int k = rank; k < keys; k += threads) {
        int const key = k + from < keys ? k + from : k + from - keys;
        if (first_key + key >= all_keys) continue;
        T sum = op.template identity<T>();
        for (int c = 0; c < copies; ++c)
          sum = op(sum, own[key * copies + ((c + rank) & (copies - 1))]);
        if (sum != op.template identity<T>()) op.atomically(out + first_key + key, sum);
      }
    });
  }
  static constexpr int held = 8;  // read before one is counted, which might change the next
  /// (Operands are read before a key is computed, as a question in between would have each read
  /// wait for the one before.)
  template <bool Unit, class Row>
  KOKKOS_INLINE_FUNCTION void add_row(counters_of_thread const& mine, Row const& row,
                                      std::int64_t i, std::int64_t end) const
  {
    for (; i + (held - 1) * threads < end; i += held * threads) {
      auto const some =
          computed<held>(row, fetched_at<held, Unit>(row, places_of_thread<threads>{i}));
      for (int h = 0; h < held; ++h) mine.add(some.v[h]);
    }
    for (; i < end; i += threads) mine.add(row.template at<Unit>(i));
  }
  template <class At>
  KOKKOS_INLINE_FUNCTION void add(counters_of_thread const& mine, std::int64_t i, std::int64_t end,
                                  At const& at) const
  {
    for (; i + (held - 1) * threads < end; i += held * threads) {
      keyed<T> some[held];
      for (int h = 0; h < held; ++h) some[h] = at(i + h * threads);
      for (int h = 0; h < held; ++h) mine.add(some[h]);
    }
    for (; i < end; i += threads) mine.add(at(i));
  }
};
template <class Backend, class Program, class T, class Op>
bool accumulate_by_teams(queue<Backend>& on, iteration const& it, Program const& program,
                         std::int64_t keys, T* out, Op const& op)
{
  using kernel = accumulate_in_team<Program, T, Op>;
  // Where the keys are many it is the cache's atomic operations that take the time, as much as five
  // or six looks at the elements.
  constexpr std::int64_t most_parts = 5;
  std::int64_t const elements = it.rows * it.inner, room = team_room<kernel::threads, T>(on);
  if (elements < 1 || keys < 1 || keys > most_parts * room) return false;
  std::int64_t const parts = (keys + room - 1) / room, of_part = (keys + parts - 1) / parts,
                     pieces = (elements + kernel::threads - 1) / kernel::threads,
                     occupied = std::clamp<std::int64_t>(on.threads() / kernel::threads / parts, 1,
                                                         pieces),
                     // what a team adds up at its end is little beside what it counts
      worth = std::min(occupied, elements / (16 * of_part)),
                     teams = std::max(worth, elements / kernel::most_elements + 1);
  if (8 * worth < occupied) return false;
  int copies = 1;
  for (std::int64_t bytes = of_part * static_cast<std::int64_t>(sizeof(T));
       copies < kernel::most_copies && 2 * copies * bytes <= kernel::few_bytes;)
    copies *= 2;
  std::int64_t const of_team = (pieces + teams - 1) / teams,
                     turns = (pieces + of_team - 1) / of_team;
  for_teams_with<kernel::threads, T>(
      on, "counters", of_part * copies, turns * parts,
      kernel{program, op, it, out, static_cast<int>(keys), static_cast<int>(of_part), copies,
             static_cast<int>(parts), of_team, turns});
  return true;
}

template <class Backend, class Program, class T, class Op, class Keyed>
void accumulate_by_cores(queue<Backend>& on, iteration const& it, Program const& program,
                         std::int64_t keys, T* out, Op const& op, Keyed const& keyed_of)
{
  constexpr std::int64_t most = 1 << 20, few_keys = 4096;  // elements of counters
  // few ones in turn, as neighbours with the same key would wait for each other
  int const turns = keys <= few_keys ? 4 : 1;
  std::int64_t const elements = it.rows * it.inner,
                     threads =
                         std::min(on.threads(), elements / (4 * std::max<std::int64_t>(keys, 1)));
  if (threads < 1 || threads * keys > most) {
    for_rows(
        on, "counters", it, KOKKOS_LAMBDA(row_piece const& piece) {
          accumulate_piece(it, program, piece, [&](auto const& x, int) {
            auto const one = keyed_of(x);
            if (one.key >= 0) op.atomically(out + one.key, one.value);
          });
        });
    return;
  }
  auto const memory = scratch_of<T>(on, threads * turns * keys);
  T* const counters = memory.data();
  row_pieces const all(it, piece_of<queue<Backend>>);
  for_each(
      on, "counters", threads, KOKKOS_LAMBDA(std::int64_t thread) {
        T* const own = counters + thread * turns * keys;
        for (std::int64_t key = 0; key < turns * keys; ++key) own[key] = op.template identity<T>();
        for (std::int64_t p = all.count * thread / threads; p < all.count * (thread + 1) / threads;
             ++p)
          accumulate_piece(it, program, all[p], [&](auto const& x, int n) {
            auto const one = keyed_of(x);
            T* const to = own + (n & (turns - 1)) * keys;
            if (one.key >= 0) to[one.key] = op(to[one.key], one.value);
          });
      });
  for_pieces(
      on, "sums", keys, KOKKOS_LAMBDA(std::int64_t first, std::int64_t last) {
        for (std::int64_t set = 0; set < threads * turns; ++set)
          for (std::int64_t key = first; key < last; ++key)
            out[key] = op(out[key], counters[set * keys + key]);
      });
}

}  // namespace acre::backends::generic

namespace acre::backends {

template <class Backend, class Program, class T, class Op>
void accumulate(generic::queue<Backend>& on, iteration const& it, Program const& program,
                std::int64_t keys, T* out, Op const& op)
{
  using generic::as_it_is;
  static_assert(accumulate_takes<Program, T, Op>());
  if constexpr (!generic::queue<Backend>::is_wide)
    generic::accumulate_by_cores(on, it, program, keys, out, op, as_it_is());
  else if (!generic::accumulate_by_teams(on, it, program, keys, out, op))
    elementwise(on, it, program, generic::accumulate_sink<T, Op, as_it_is>{out, op, {}});
}

}  // namespace acre::backends
