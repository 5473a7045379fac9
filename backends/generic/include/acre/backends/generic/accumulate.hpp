#pragma once

#include <acre/backends/common/accumulate.hpp>
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

/// add(x, n) for all elements of a piece, n is one of 0 … line_size - 1.
template <bool Host, class Program, class Add>
KOKKOS_INLINE_FUNCTION void accumulate_piece(iteration const& it, Program const& program,
                                             row_piece const& piece, Add const& add)
{
  auto const row = program.bind(piece.at, piece.along);
  for (std::int64_t k = 0; k < piece.count; ++k) {
    std::int64_t i = piece.lo;
    if constexpr (Host)
      for (; it.unit && k == 0 && i + line_size <= piece.hi; i += line_size) {
        typename Program::value_type some[line_size];
        read_neighbours<Host, Program>(row, it.packed, i, line_size, some);
        for (int n = 0; n < line_size; ++n) add(some[n], n);
      }
    for (; i < piece.hi; ++i) add(row.template at<false>(i, k), 0);
  }
}

/// A team's counters, which go to all's when it has taken its pieces: few keys have several, as
/// neighbouring threads with the same key would wait for each other.
template <class Program, class T, class Op, class Keyed>
struct accumulate_in_team {
  static constexpr int threads = team_threads, most = 32 * 1024 / static_cast<int>(sizeof(T));
  struct shared {
    T counter[most];
  };
  Program program;
  Op op;
  Keyed keyed_of;
  iteration it;
  T* out;
  int keys, copies;
  std::int64_t of_team;  // pieces of `threads` elements

  template <class Team>
  KOKKOS_INLINE_FUNCTION void operator()(Team const& all, shared& own, std::int64_t turn) const
  {
    all.each([&](int rank) {
      for (int i = rank; i < keys * copies; i += threads)
        own.counter[i] = op.template identity<T>();
    });
    all.each([&](int rank) {
      T* const mine = own.counter + rank % copies * keys;
      std::int64_t const elements = it.rows * it.inner, first = turn * of_team * threads,
                         end = first + of_team * threads < elements ? first + of_team * threads
                                                                    : elements;
      if (it.outer_rank == 0) {
        auto const row = program.bind(position{});
        add(mine, first + rank, end, [&](std::int64_t i) {
          return it.unit ? row.template at<true>(i) : row.template at<false>(i);
        });
      } else {
        add(mine, first + rank, end, [&](std::int64_t i) {
          std::int64_t const row = quotient(i, it.inner);
          return program.bind(unravel(it, row)).template at<false>(i - row * it.inner);
        });
      }
    });
    all.each([&](int rank) {
      for (int key = rank; key < keys; key += threads) {
        T sum = own.counter[key];
        for (int c = 1; c < copies; ++c) sum = op(sum, own.counter[c * keys + key]);
        op.atomically(out + key, sum);
      }
    });
  }
  template <class At>
  KOKKOS_INLINE_FUNCTION void add(T* mine, std::int64_t first, std::int64_t end, At const& at) const
  {
    constexpr int held = 4;
    for (std::int64_t i = first; i < end; i += held * threads) {
      keyed<T> some[held];  // read before one is counted, which might change the next
      for (int h = 0; h < held; ++h) {
        some[h] = {-1, T{}};
        if (i + h * threads < end) some[h] = keyed_of(at(i + h * threads));
      }
      for (int h = 0; h < held; ++h)
        if (some[h].key >= 0) op.atomically(mine + some[h].key, some[h].value);
    }
  }
};
template <class Backend, class Program, class T, class Op, class Keyed>
bool accumulate_by_teams(queue<Backend>& on, iteration const& it, Program const& program,
                         std::int64_t keys, T* out, Op const& op, Keyed const& keyed_of)
{
  using kernel = accumulate_in_team<Program, T, Op, Keyed>;
  std::int64_t const elements = it.rows * it.inner,
                     pieces = (elements + kernel::threads - 1) / kernel::threads,
                     teams = std::min(pieces, 4 * on.threads() / kernel::threads);
  if (keys < 1 || keys > kernel::most || elements < 4 * keys * teams) return false;
  std::int64_t const of_team = (pieces + teams - 1) / teams;
  kernel const f{program,
                 op,
                 keyed_of,
                 it,
                 out,
                 static_cast<int>(keys),
                 static_cast<int>(std::clamp<std::int64_t>(kernel::most / keys, 1, 32)),
                 of_team};
  for_teams<kernel::threads, typename kernel::shared>(on, "counters",
                                                      (pieces + of_team - 1) / of_team, f);
  return true;
}

/// out[key(x)] = op(out[key(x)], value(x)) for every x of the program.
template <class Backend, class Program, class T, class Op, class Keyed>
void accumulate_by(queue<Backend>& on, iteration const& it, Program const& program,
                   std::int64_t keys, T* out, Op const& op, Keyed const& keyed_of)
{
  constexpr bool host = !queue<Backend>::is_wide;
  if constexpr (!host)
    if (accumulate_by_teams(on, it, program, keys, out, op, keyed_of)) return;
  constexpr std::int64_t most = 1 << 20, few_keys = 4096;  // elements of counters
  // few ones in turn, as neighbours with the same key would wait for each other
  int const turns = keys <= few_keys ? 4 : 1;
  std::int64_t const elements = it.rows * it.inner,
                     threads =
                         std::min(on.threads(), elements / (4 * std::max<std::int64_t>(keys, 1)));
  if (threads < 1 || threads * keys > most || !host) {
    for_rows(
        on, "counters", it, KOKKOS_LAMBDA(row_piece const& piece) {
          accumulate_piece<host>(it, program, piece, [&](auto const& x, int) {
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
          accumulate_piece<host>(it, program, all[p], [&](auto const& x, int n) {
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
  static_assert(accumulate_takes<Program, T, Op>());
  generic::accumulate_by(on, it, program, keys, out, op, generic::as_it_is());
}

}  // namespace acre::backends
