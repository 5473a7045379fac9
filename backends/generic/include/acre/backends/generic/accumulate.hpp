#pragma once

#include <acre/backends/common/accumulate.hpp>
#include <acre/backends/generic/loops.hpp>

#include <algorithm>
#include <cstdint>

/// See backends/common/accumulate.hpp. Where there are many more elements than keys each thread has
/// counters of its own, which are added up at the end; else all share the target's, atomically.
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

/// out[key(x)] = op(out[key(x)], value(x)) for every x of the program.
template <class Backend, class Program, class T, class Op, class Keyed>
void accumulate_by(queue<Backend>& on, iteration const& it, Program const& program,
                   std::int64_t keys, T* out, Op const& op, Keyed const& keyed_of)
{
  constexpr bool host = !queue<Backend>::is_wide;
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
