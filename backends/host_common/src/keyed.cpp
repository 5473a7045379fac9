#include <acre/backends/host_common/keyed.hpp>
#include <acre/backends/host_common/tuning.hpp>

#include <algorithm>

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace acre::backends::host {

namespace {

template <class Block>
void write_past_caches(Block* to, Block const* from)
{
#ifdef __SSE2__
  auto* const into = reinterpret_cast<__m128i*>(to);
  auto const* const words = reinterpret_cast<__m128i const*>(from);
  for (std::size_t w = 0; w < sizeof(Block) / sizeof(__m128i); ++w)
    _mm_stream_si128(into + w, _mm_load_si128(words + w));
#else
  *to = *from;
#endif
}
void finish_writes()
{
#ifdef __SSE2__
  _mm_sfence();
#endif
}

/// Rows begin … end - 1 of a task, which collects those of each part in a block of its own.
template <class Key, int Bytes, int Columns>
void deal_some(dealt_rows<Bytes, Columns> const& to, int task, Key const* keys, Key first,
               int shift, typename deal<Key, Bytes, Columns>::columns const values,
               std::int64_t begin, std::int64_t end, bool past)
{
  using rows_of = dealt_rows<Bytes, Columns>;
  using block = typename rows_of::block;
  static_assert(sizeof(block) == block::size);
  struct place {
    std::uint32_t filled, at;  // rows of the block, and where that will be
  };
  auto const parts = static_cast<std::size_t>(to.parts());
  std::unique_ptr<block[]> const blocks(new block[parts]());
  std::unique_ptr<place[]> const places(new place[parts]);
  std::uint32_t free = to.first_chunk(task);
  int const bits = to.chunk_bits();
  for (std::size_t part = 0; part < parts; ++part, ++free) {
    places[part] = {0, free << bits};
    to.of(task, static_cast<int>(part)) = {0, free};
  }
  block* const out = to.blocks();
  auto const mask = static_cast<Key>((std::uint64_t{1} << shift) - 1);
  auto const end_block = [&](std::size_t part, place& own) {
    if (past)
      write_past_caches(out + own.at, &blocks[part]);
    else
      out[own.at] = blocks[part];
    own.filled = 0;
    to.of(task, static_cast<int>(part)).rows += block::rows;
    if (((++own.at) & ((1u << bits) - 1)) == 0) {
      to.next()[(own.at >> bits) - 1] = free;
      own.at = free++ << bits;
    }
  };
  for (std::int64_t i = begin; i < end; ++i) {
    auto const key = static_cast<Key>(keys[i] - first);
    auto const part = static_cast<std::size_t>(key >> shift);
    place& own = places[part];
    std::uint32_t const row = own.filled++;
    blocks[part].low[row] = static_cast<std::uint16_t>(key & mask);
    for (std::size_t c = 0; c < Columns; ++c) blocks[part].values[row].column[c] = values[c][i];
    if (row == block::rows - 1) end_block(part, own);
  }
  for (std::size_t part = 0; part < parts; ++part) {
    place const& own = places[part];
    if (own.filled == 0) continue;
    out[own.at] = blocks[part];
    to.of(task, static_cast<int>(part)).rows += own.filled;
  }
  finish_writes();
}

}  // namespace

template <class Key, int Bytes, int Columns>
dealt_rows<Bytes, Columns> deal<Key, Bytes, Columns>::rows(task_runner& on, Key const* keys,
                                                           Key first, int shift, int parts,
                                                           std::int64_t n, columns const& values)
{
  int const tasks = on.threads();
  dealt_rows<Bytes, Columns> dealt(on, n, parts, tasks);
  bool const past = n * (Bytes * Columns + 2) >= keyed_past_caches;
  on.for_tasks("deal", tasks, [&](std::int64_t task) {
    deal_some(dealt, static_cast<int>(task), keys, first, shift, values, n * task / tasks,
              n * (task + 1) / tasks, past);
  });
  return dealt;
}

template struct deal<std::uint8_t, 4, 1>;
template struct deal<std::uint8_t, 8, 1>;
template struct deal<std::uint32_t, 4, 1>;
template struct deal<std::uint32_t, 8, 1>;
template struct deal<std::uint32_t, 4, 2>;
template struct deal<std::uint32_t, 8, 2>;
template struct deal<std::uint32_t, 4, 4>;
template struct deal<std::uint32_t, 8, 4>;

}  // namespace acre::backends::host

namespace acre::backends {

void rows_keyed(host::task_runner& on, std::uint32_t const* keys, std::uint32_t first,
                std::int64_t places, std::int64_t n, bool last, std::int64_t* rows)
{
  // each task has its own rows, and places of its own but for the first
  std::int64_t const tasks =
      std::clamp<std::int64_t>(n / (2 * places), 1, std::int64_t{on.threads()});
  auto const more = tasks > 1 ? host::scratch<std::int64_t>(on, (tasks - 1) * places)
                              : decltype(host::scratch<std::int64_t>(on, 0))();
  auto const of_task = [&](std::int64_t task) {
    return task == 0 ? rows : more.get() + (task - 1) * places;
  };
  on.for_tasks("rows_keyed", tasks, [&](std::int64_t task) {
    std::int64_t* const own = of_task(task);
    std::int64_t const begin = n * task / tasks, end = n * (task + 1) / tasks;
    std::fill_n(own, places, std::int64_t{-1});
    if (last)
      for (std::int64_t i = begin; i < end; ++i) own[keys[i] - first] = i;
    else
      for (std::int64_t i = end; i-- > begin;) own[keys[i] - first] = i;
  });
  for (std::int64_t task = 1; task < tasks; ++task) {
    std::int64_t const* const own = of_task(task);
    for (std::int64_t p = 0; p < places; ++p)
      if (own[p] >= 0 && (last || rows[p] < 0)) rows[p] = own[p];
  }
}

}  // namespace acre::backends
