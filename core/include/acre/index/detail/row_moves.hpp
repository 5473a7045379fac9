#pragma once

#include <acre/array/shape.hpp>
#include <acre/backends/common/packet.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/runs_on_cpu.hpp>
#include <acre/device/launch.hpp>
#include <acre/index/detail/index_list.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

/// Whole rows moved: what decides where a row goes is asked once for a row (or a piece of it), and
/// its elements, which are neighbours on either side, are moved 16 bytes at a time.
namespace acre::detail {

/// Whether so many picks of rows of so many bytes are moved as rows: on a GPU what is worth some
/// threads each, and shorter rows of whole packets where they are worth a kernel for their keys. A
/// CPU asks for each index once, where that is worth a pass.
template <class Space>
bool moves_as_rows(std::int64_t picks, std::int64_t bytes)
{
  if (bytes >= 256) return picks >= 2;
  if constexpr (backends::runs_on_cpu<Space>)
    return bytes >= 8 && picks >= 64;
  else
    return bytes >= 64 && bytes % 16 == 0 && picks >= 4096;
}

/// The result's first axis behind the picks, if only axes of one element come before these: picks
/// name rows then, or elements where it is the result's rank. Else -1.
inline int first_axis_of_rows(index_plan const& plan)
{
  for (int axis = 0; axis < plan.picked_first; ++axis)
    if (plan.extent[axis] != 1) return -1;
  return plan.picked_first + plan.picked_rank;
}
inline std::int64_t row_length(index_plan const& plan, int first)
{
  std::int64_t length = 1;
  for (int axis = first; axis < plan.rank; ++axis) length *= plan.extent[axis];
  return length;
}

/// Whether axes [first, rank) of a layout are one row of neighbours.
inline bool is_row(extents_view extent, std::int64_t const* stride, int first)
{
  std::int64_t next = 1;
  for (int axis = static_cast<int>(extent.size()) - 1; axis >= first; --axis) {
    if (extent[axis] != 1 && stride[axis] != next) return false;
    next *= extent[axis];
  }
  return true;
}

/// A row's elements and their place; none where there is no place.
template <class T>
struct row_move {
  T const* from = nullptr;
  T* to = nullptr;
};

/// Bytes that a CPU moves as pieces of known sizes, which overlap.
inline constexpr std::size_t most_short_row = 64;
/// Moves 8 to most_short_row bytes, none of which is both read and written.
KOKKOS_INLINE_FUNCTION void move_short_row(void* to, void const* from, std::size_t bytes)
{
  struct two {
    std::uint64_t v[2];
  };
  auto* const out = static_cast<unsigned char*>(to);
  auto const* const in = static_cast<unsigned char const*>(from);
  if (bytes <= sizeof(two)) {
    std::uint64_t first, last;
    std::memcpy(&first, in, sizeof first);
    std::memcpy(&last, in + bytes - sizeof last, sizeof last);
    std::memcpy(out, &first, sizeof first);
    std::memcpy(out + bytes - sizeof last, &last, sizeof last);
    return;
  }
  std::size_t const half = bytes <= 2 * sizeof(two) ? 0 : sizeof(two);
  two first[2], last[2];
  std::memcpy(&first[0], in, sizeof(two));
  std::memcpy(&first[1], in + half, sizeof(two));
  std::memcpy(&last[0], in + bytes - half - sizeof(two), sizeof(two));
  std::memcpy(&last[1], in + bytes - sizeof(two), sizeof(two));
  std::memcpy(out, &first[0], sizeof(two));
  std::memcpy(out + half, &first[1], sizeof(two));
  std::memcpy(out + bytes - half - sizeof(two), &last[0], sizeof(two));
  std::memcpy(out + bytes - sizeof(two), &last[1], sizeof(two));
}

/// How rows are cut into pieces, each of which is moved by a team of neighbouring threads of a GPU,
/// or by one thread of a CPU.
struct row_pieces {
  std::int64_t rows, length;  // in elements
  std::int64_t pieces, piece;
  int team_bits;

  /// Pieces are whole multiples of `align` elements, and a GPU's of about `per_team` elements for
  /// each thread of a large team.
  row_pieces(std::int64_t row_count, std::int64_t row_length, std::int64_t align,
             std::int64_t per_thread, bool alone)
      : rows(row_count), length(row_length)
  {
    std::int64_t const most = alone ? std::int64_t{1} << 15 : block_threads * per_thread;
    pieces = (length + most - 1) / most;
    piece = ((length + pieces - 1) / pieces + align - 1) / align * align;
    std::int64_t const threads = std::clamp<std::int64_t>(piece / align, 1, block_threads);
    team_bits = alone ? 0 : std::bit_width(static_cast<std::uint64_t>(threads)) - 1;
  }
  static constexpr int block_threads = 256;

  std::int64_t count() const { return rows * pieces; }
  launch_size size(bool alone) const
  {
    if (alone) return {.grid = {count()}, .block = {1}};
    std::int64_t const per_block = block_threads >> team_bits;
    return {.grid = {(count() + per_block - 1) / per_block}, .block = {block_threads}};
  }

  /// A thread's work: elements [begin, end) of a row, for which it is one of a team.
  struct share {
    std::int64_t row, begin, end;
    int member, team;
  };
  KOKKOS_INLINE_FUNCTION share of(launch_thread const& t) const
  {
    std::int64_t const number = t.x() >> team_bits;
    std::int64_t const row = pieces == 1 ? number : backends::quotient(number, pieces),
                       begin = (number - row * pieces) * piece;
    return {row, begin, begin + piece < length ? begin + piece : length,
            static_cast<int>(t.x() & ((std::int64_t{1} << team_bits) - 1)), 1 << team_bits};
  }
};

/// where(row) is a row_move; from nowhere comes where.fallback, if there is such. `Alone`: by one
/// thread of a CPU.
template <class T, class Where, bool Alone>
struct move_rows {
  Where where;
  row_pieces pieces;
  bool packed;  // 16 bytes at a time are aligned on both sides, and fill a row

  KOKKOS_INLINE_FUNCTION void operator()(launch_thread const& t) const
  {
    row_pieces::share const mine = pieces.of(t);
    if (mine.row >= pieces.rows) return;
    row_move<T> const row = where(mine.row);
    if (row.to == nullptr || mine.begin >= mine.end) return;
    if constexpr (requires { where.fallback; })
      if (row.from == nullptr) {
        for (std::int64_t i = mine.begin + mine.member; i < mine.end; i += mine.team)
          row.to[i] = where.fallback;
        return;
      }
    if constexpr (Alone) {
      std::memcpy(static_cast<void*>(row.to + mine.begin),
                  static_cast<void const*>(row.from + mine.begin),
                  static_cast<std::size_t>(mine.end - mine.begin) * sizeof(T));
    } else if (packed) {
      move<backends::packet_width(sizeof(T)), 4>(row, mine);
    } else {
      move<1, 8>(row, mine);
    }
  }
  /// U packets are on their way at the same time.
  template <int W, int U>
  KOKKOS_INLINE_FUNCTION static void move(row_move<T> const& row, row_pieces::share const& mine)
  {
    using packet = backends::packet<T, W>;
    std::int64_t const step = std::int64_t{mine.team} * W;
    for (std::int64_t first = mine.begin + mine.member * W; first < mine.end; first += U * step) {
      packet held[U];
      for (int u = 0; u < U; ++u)
        if (std::int64_t const i = first + u * step; i < mine.end)
          held[u] = *reinterpret_cast<packet const*>(row.from + i);
      for (int u = 0; u < U; ++u)
        if (std::int64_t const i = first + u * step; i < mine.end)
          backends::store_packet(row.to + i, held[u]);
    }
  }
};

/// Likewise for rows of a few packets: a thread of a GPU has a packet of each of several rows,
/// whose places are all asked for before the first packet is loaded, and those before the first is
/// stored.
template <class T, class Where>
struct move_packets {
  static constexpr int W = backends::packet_width(sizeof(T)), most = 32, at_once = 4;
  using packet = backends::packet<T, W>;
  Where where;
  std::int64_t rows;
  int packets, team_bits;

  static constexpr int block_threads = row_pieces::block_threads;
  std::int64_t rows_apart() const { return block_threads >> team_bits; }
  launch_size size() const
  {
    std::int64_t const of_block = at_once * rows_apart();
    return {.grid = {(rows + of_block - 1) / of_block}, .block = {block_threads}};
  }

  KOKKOS_INLINE_FUNCTION void operator()(launch_thread const& t) const
  {
    auto const thread = static_cast<int>(t.x() % block_threads);
    int const member = thread & ((1 << team_bits) - 1), apart = block_threads >> team_bits;
    std::int64_t const first = t.x() / block_threads * (at_once * apart) + (thread >> team_bits);
    if (member >= packets) return;
    row_move<T> row[at_once];
    packet held[at_once];
    for (int n = 0; n < at_once; ++n)
      if (first + n * apart < rows) row[n] = where(first + n * apart);
    for (int n = 0; n < at_once; ++n) {
      if (row[n].from != nullptr) {
        held[n] = *reinterpret_cast<packet const*>(row[n].from + member * W);
      } else if constexpr (requires { where.fallback; }) {
        for (int w = 0; w < W; ++w) held[n].v[w] = where.fallback;
      }
    }
    for (int n = 0; n < at_once; ++n)
      if (row[n].to != nullptr) backends::store_packet(row[n].to + member * W, held[n]);
  }
};

/// Likewise for short rows on a CPU, a row a call.
template <class T, class Where>
struct move_short_rows {
  Where where;
  std::int64_t length;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number) const
  {
    row_move<T> const row = where(number);
    if (row.to == nullptr) return;
    if constexpr (requires { where.fallback; })
      if (row.from == nullptr) {
        for (std::int64_t i = 0; i < length; ++i) row.to[i] = where.fallback;
        return;
      }
    move_short_row(row.to, row.from, static_cast<std::size_t>(length) * sizeof(T));
  }
};

/// Moves rows of `length` elements. `aligned`: whatever where() names is aligned to 16 bytes.
template <class T, class Space, class Where>
void move_all_rows(Space const& space, std::int64_t rows, std::int64_t length, bool aligned,
                   Where const& where)
{
  constexpr bool alone = backends::runs_on_cpu<Space>;
  if constexpr (alone) {
    if (length * static_cast<std::int64_t>(sizeof(T)) <=
        static_cast<std::int64_t>(most_short_row)) {
      launch(space, rows, move_short_rows<T, Where>{where, length});
      return;
    }
  }
  constexpr int W = backends::packet_width(sizeof(T));
  bool const packed = aligned && length % W == 0;
  if constexpr (!alone) {
    if (packed && length / W <= move_packets<T, Where>::most) {
      auto const packets = static_cast<int>(length / W);
      move_packets<T, Where> const move{where, rows, packets,
                                        std::bit_width(static_cast<unsigned>(packets - 1))};
      launch(space, move.size(), move);
      return;
    }
  }
  row_pieces const pieces(rows, length, packed ? W : 1, packed ? 4 * W : 8, alone);
  launch(space, pieces.size(alone), move_rows<T, Where, alone>{where, pieces, packed});
}

}  // namespace acre::detail
