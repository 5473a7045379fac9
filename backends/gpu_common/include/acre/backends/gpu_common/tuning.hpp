#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// The numbers of the kernels that were chosen by measuring: threads of a block, elements that a
/// thread has under way, blocks that have to fit a multiprocessor (which bounds a thread's
/// registers), sizes from which on another kernel is taken. None of them changes a bit of a result;
/// the numbers that an order consists of stand in backends/common. All were measured on an H200,
/// in ms where no unit is given, and are taken for HIP as they are. Numbers without a figure have
/// none that was kept.
namespace acre::backends::gpu {

// Elementwise

/// Threads of a block that reads rows in packets or elements at any strides.
inline constexpr int block_threads = 256;

namespace tuning {

/// Packets of W elements that a thread of one contiguous row computes. One saturates the memory.
/// Long computations suffer from their own prologue and the wait for their operands: softplus of
/// 10^8 float32 takes 0.213 with one packet, 0.194 with four; of float64 0.574 and, with two,
/// 0.529. Long functions of two arguments hold twice as much, which float64 would spill.
constexpr int flat_packets(int width, bool prefers_packets, bool computes_in_blocks,
                           bool computes_pairs)
{
  return prefers_packets ? 4 : computes_pairs ? (width + 1) / 2 : computes_in_blocks ? width : 1;
}
/// Blocks of it that fit. 10^8 float64 take, with 5 and with 6: cos 0.386 and 0.434, exp 0.380 and
/// 0.390, sin 0.390 and 0.381, log the same; with 4 and with 5: cos 0.396 and 0.380, log 0.407 and
/// 0.387, but tanh, part of which lies in memory then, 0.437 and 0.666. Functions of two float64
/// take the registers of four.
constexpr int flat_blocks(int width, bool prefers_packets, bool computes_in_blocks, bool holds_much)
{
  if (prefers_packets) return 6;
  if (!computes_in_blocks) return 1;
  return width >= 4 || holds_much ? 4 : 5;
}

/// Rows a thread computes at once, whose operands of one row have `held` bytes: they fit 32
/// registers.
constexpr int rows_a_thread(std::size_t held) { return held <= 32 ? 4 : held <= 64 ? 2 : 1; }

/// Elements at any strides that a thread has under way, whose operands have `held` bytes each:
/// eight where operands are few (x[::-1] + 0 of 10^8 float32 takes 0.190 with eight, 0.260 with
/// four, of int8 0.114 and 0.213; two operands of float64 gain nothing). And blocks that fit.
constexpr int elements_items(int held) { return 8 * held <= 64 ? 8 : 4; }
constexpr int elements_blocks(int items) { return items == 8 ? 6 : 5; }

/// Elements of rows at any alignment that a thread has under way: four, eight where operands are
/// few (x[1:] - x[:-1] of 10^8 float32 takes 0.194 with eight, 0.222 with four), two where four of
/// each would not fit some 64 registers.
constexpr int alike_items(int held) { return 8 * held <= 64 ? 8 : 4 * held <= 256 ? 4 : 2; }
/// Likewise for a warp at an end of a row, whose elements have an address each: two if operands are
/// few, or else a thread's loads under way elsewhere no longer fit its registers.
constexpr int alike_items_at_ends(int held, int bytes)
{
  return held <= 4 * bytes ? 2 : alike_items(held);
}
/// Blocks of it that fit. A thread's loads under way fit the registers that six leave it, or else
/// they are done in turns anyway, and more blocks have more turns under way: heat on 8192^2 float32
/// takes 0.147 with eight, 0.157 with six, 0.166 with five. Not so where a block goes through
/// planes (not profiled): a Laplacian of 512^3, which holds as much, takes 0.352 with eight and
/// 0.310 with five. float64 has twice as much to hold: 0.263 with five, 0.278 with four.
constexpr int alike_blocks(int held, int bytes, bool computes_in_blocks, bool planes)
{
  int const under_way = alike_items(held) * held;
  if (computes_in_blocks) return 4;
  if (under_way <= 96) return 6;
  if (under_way <= 128 && !planes && bytes <= 4) return 8;
  return under_way <= 256 ? 5 : 4;
}

/// Rows and planes of windows that a thread computes at once, so that what it reads of the array
/// for them (numbers count, too) fits its registers. A step of heat in 512^3, of which a copy takes
/// 0.256 and 0.504: float32 two rows of four planes 0.280, two of two or four of two 0.287, going
/// through planes with neighbours in registers 0.299, in shared memory 0.331; float64 two rows of
/// three planes 0.547, of two 0.605, of four, which spill, 0.618. Without planes four rows: heat on
/// 8192^2 0.132 and 0.260, with two 0.138 and 0.263.
constexpr int window_planes(int axes, int held, int bytes)
{
  if (axes < 3) return 1;
  if (held > 12 * bytes) return 2;
  return bytes <= 4 ? 4 : bytes <= 8 ? 3 : 2;
}
constexpr int window_rows(int width, int planes, int held, int bytes)
{
  return width >= 2 && planes == 1 && held <= 8 * bytes ? 4 : 2;
}
constexpr int window_blocks(int rows, int planes) { return planes > 1 ? 2 : rows > 2 ? 3 : 1; }

}  // namespace tuning

/// Elements of a row up to which operands that lie across are read where they lie, and elements of
/// a thread there. (5 * 10^7 of exp of float32 in rows of 3: 0.131, in tiles 0.183, of 5 0.133 and
/// 0.211, times two 0.108 and 0.140; but of 2 0.126 and 0.116, of 8 0.132 and 0.116.)
inline constexpr int most_read_across = 8, read_across_elements = 32;
/// Elements that a thread computes in rows one after the other, with one outer axis and with more:
/// what was read for their neighbours is still in the L1 cache. (More take fewer instructions, and
/// yet longer: heat float32 0.164 with 32, with six blocks; a Laplacian of 512^3 float64 0.553 with
/// 16, 0.564 with 32.)
inline constexpr int alike_elements = 8, alike_elements_of_planes = 16;
/// Likewise for blocks that ask for lines before they read them, and how many planes ahead. A
/// Laplacian of 512^3 float32 by hand takes 0.287 when it asks two planes ahead and a thread has 32
/// elements (four planes ahead 0.297; 64 elements 0.299), 0.305 without, 0.312 with 16 elements.
inline constexpr int alike_elements_that_ask = 32, alike_planes_ahead = 2;

/// Threads of a block, and calls of a user's function by a thread, which lie a row's threads apart,
/// four at once: what they read of memory that nothing writes (array_ref<T const, Rank>) is under
/// way together. With eight calls a thread the Mandelbrot set of 9.6 * 10^7 points takes 0.480 in
/// float32 and 0.697 in float64, with four 0.491 and 0.716; copies of 2^26 float32 0.132 and 0.130.
inline constexpr int call_threads = 128, call_items = 8, calls_at_once = 4;

/// A block that looks up elements in shared memory: its threads, and how many bytes it has there.
/// The rest of a multiprocessor's memory caches what else is looked up.
inline constexpr int staged_threads = 1024;
inline constexpr std::int64_t staged_bytes = 131072;

/// A block that turns a tile of packets: its threads, and packets in a row of the tile.
inline constexpr int transposing_threads = 256, packets_across = 16;
/// A block that makes records of rows: its threads, and rows at most.
inline constexpr int record_threads = 128, most_copied_components = 16;

// Reductions

/// A block that brings short rows to shared memory: its threads, the bytes that it has there, and
/// how many elements rows have at most.
inline constexpr int staged_rows_threads = 128, staged_rows_bytes = 16384, staged_rows_length = 64;
/// Elements of a row that a thread has where threads share rows.
inline constexpr int staged_part = 16;
/// A block whose threads have a short row each: its threads, and so its rows.
inline constexpr int thread_rows = 256;
/// Teams a multiprocessor that rows are dealt to, where there is enough for them: several times as
/// many as run at once, so that those which end first take more.
inline constexpr int tile_teams = 32, row_teams = 256;
/// Threads of a block of teams, at most.
inline constexpr int long_row_threads = 64;
/// Tiles of a row from which on their results are reduced by a kernel of its own. A team that takes
/// a ticket waits until what it wrote is seen, and the last one for all others' tickets: of 2.5 ×
/// 10^7 float32 the tiles alone take 0.0248, with a second kernel 0.0250, with tickets 0.0310. Two
/// launches keep the host busy for 5 µs, though, which shorter rows don't take.
inline constexpr std::int64_t tiles_for_two_kernels = 2048;
/// Groups of 4096 tiles that a thread of that kernel takes at once.
inline constexpr int tile_groups_at_once = 8;
/// Pieces of a row that are under way to a warp by bulk copies, and their bytes. (10^4 rows of 10^4
/// take 98.4 µs in float32 and 188.4 in float64; with four pieces of 2 KiB 100.2 and 193.)
inline constexpr int bulk_pieces = 2, bulk_bytes = 4096;
/// Threads of a block that reduces columns, and of one that reduces those of eight elements at
/// most.
inline constexpr int column_threads = 128, short_column_threads = 256;
/// Likewise of few columns whose rows follow each other.
inline constexpr int dense_column_threads = 128;
/// A block whose warps, or parts of them, have rows in registers.
inline constexpr int weigh_rows_threads = 128;
/// A thread has all lanes of its columns where every multiprocessor then has a block of threads.
/// One item of each lane is under way if those of all threads are as many bytes, else four.
inline constexpr int column_bytes_under_way = 40960;

namespace tuning {

/// Blocks that reduce columns that fit, of so many items under way; 0 leaves it to the compiler.
constexpr int column_blocks(int items) { return items == 1 ? 3 : 0; }
/// Blocks of 256 threads that fit where elements are computed by packets or stacks. Counting pairs
/// of 10^9 float32 random numbers takes 1.30 with 5, 1.26 with 4.
constexpr int made_blocks(bool prefers_stacks) { return prefers_stacks ? 4 : 5; }

}  // namespace tuning

// Scans

namespace tuning {

/// Threads of a block that scans columns, of which 1024 fit a multiprocessor: 16 columns where all
/// chunks of a piece are there, 128 bytes of 8-byte numbers.
constexpr int scan_column_threads(std::size_t bytes) { return bytes <= 32 ? 512 : 256; }
/// Blocks that scan rows that fit: more where packets are copied to shared memory, which takes no
/// registers. (By hand, 10^8 float64: 0.448 for 0.468, float32 0.240 for 0.244.)
constexpr int scan_blocks(bool is_copied) { return is_copied ? 6 : 4; }
/// Blocks that scan columns of few elements, or of a few chunks, that fit.
constexpr int scan_short_blocks(bool few) { return few ? 4 : 2; }

}  // namespace tuning

/// Long columns up to which each is read once, in tiles of two or three of them
/// (scan_column_tiles.hpp), and bytes of a row of these. 5 * 10^7 float32, and 2.5 * 10^7 float64,
/// beside three kernels: columns of (n, 2) 0.176 (0.392), 0.165 (0.277); of (n, 4) 0.223 (0.386),
/// 0.218 (0.267); of (n, 6) 0.251 (0.402), 0.240 (0.275); of (n, 8) 0.304 (0.402), 0.288 (0.273);
/// of (n, 12) 0.346 (0.448), 0.349 (0.294); of (n, 16) 0.415 (0.412), 0.424 (0.283); of (10^4, 2)
/// 0.0074 (0.0219, as rows), 0.0070 (0.0143).
inline constexpr int tiled_columns = 12, tiled_columns_bytes = 48;
/// Elements from which on few long columns take three kernels (scan_few_columns.hpp). Not measured.
#if defined(ACRE_EMULATED)
inline constexpr std::int64_t few_columns_elements = 1 << 14;
#else
inline constexpr std::int64_t few_columns_elements = 1 << 21;
#endif

/// Columns that bulk copies bring: packets of a strip and stages of a ring at most, and rows of a
/// stage, which a thread has in registers. bulk_strips_for (scan_bulk_columns.hpp) has the figures.
inline constexpr int bulk_columns_most = 512, bulk_columns_most_stages = 32, bulk_columns_rows = 4;

// Segments and lists

/// Threads of a block of segments. A thread takes segments of up to 4 << segment_digits elements,
/// a warp longer ones.
inline constexpr int segment_threads = 256, segment_digits = 3;
inline constexpr int thread_segment = 4 << segment_digits;
/// A warp that has so few segments, or as many as it takes at once, takes those of more than 8
/// elements as a whole: its threads would wait for one. Variances of 10^6 float64 in groups of 20
/// take 0.044 (0.057 by threads), of 30 0.033 (0.108), of float32 0.013 (0.021); but with four, one
/// after the other, groups of 15 0.053 (0.034).
inline constexpr int few_of_warp = 2;
/// Values of more bytes are folded one segment at a time, with more items under way instead: four
/// of them side by side need more registers than there are.
inline constexpr std::size_t wide_segment_bytes = 16;

/// Visits of lists: threads of a block; elements of a list that a warp visits among others, and of
/// a tile that longer ones are cut into; threads of a block of these.
inline constexpr int visit_threads = 256, visit_most = 2048, visit_tile = 2048,
                     visit_long_threads = 512;
/// Walks of lists: threads of a block, lists of a thread, blocks that fit; packed places of a warp,
/// and of a list at most.
inline constexpr int walk_threads = 256, walk_each = 2, walk_blocks = 6;
inline constexpr int packed_room = 576, packed_most = 64;

/// reduce_dealt: threads of a block. A thread has two lists, as what a warp does but once is most
/// of the work otherwise, and as its last threads have nothing to do.
inline constexpr int dealt_threads = 256;
namespace tuning {

constexpr int dealt_each(std::size_t bytes) { return bytes <= 16 ? 2 : 1; }
/// Values that a warp has room for, whose lists have `most` at most.
constexpr int dealt_room(std::size_t bytes, int most)
{
  auto const needed = static_cast<std::size_t>(dealt_each(bytes) * most);
  return static_cast<int>(std::clamp(2048 / bytes, needed, std::size_t{512}));
}
/// Blocks that fit. (More have their registers spilled, 0.433 for 0.437; a multiprocessor issues
/// something in 0.85 of its cycles.)
constexpr int dealt_blocks(std::size_t bytes) { return bytes <= 4 ? 5 : 4; }

}  // namespace tuning

// Selecting and counting

/// Bytes of a block's shared memory that selected elements take at most; of HIP's 64 KiB other
/// things are in there, too.
#if defined(__HIPCC__) || defined(ACRE_EMULATED)
inline constexpr std::size_t most_held = 32768;
#else
inline constexpr std::size_t most_held = 65536;
#endif
inline constexpr int select_threads = 256;
namespace tuning {

/// Packets of 8 neighbours that a thread has, all loaded before the first is looked at. (With the
/// elements before them, too, 4 packets of float64 don't stay in 80 registers, of float32 in 64.)
constexpr int select_packets(std::size_t bytes, bool reads_before)
{
  if (bytes > 8) return 1;
  return reads_before || bytes * 8 * 4 * select_threads > most_held ? 2 : 4;
}
/// Blocks that fit. x(x > 0.5) of 10^8 elements, every second kept: float32, 128 bytes a thread,
/// 0.2080 with 5 (0.2028 with 6, but spilled); float64, 128 bytes and 5 blocks 0.3876, 256 bytes
/// and 3 blocks 0.3560.
constexpr int select_blocks(std::size_t bytes_of_block, bool reads_before)
{
  return bytes_of_block > 32768 ? 3 : reads_before ? 4 : 5;
}

}  // namespace tuning
/// Stored masks of more elements are selected by in two steps: 10^6 take 0.0110 in one and 0.0146
/// in two, 10^8 0.2276 and 0.2131.
inline constexpr std::int64_t most_stored_mask = 1 << 23;

/// Tiles of a block that marks runs, all loaded before the first is used.
inline constexpr int run_tiles = 2;
/// Threads of a block with counters of its own, in shared memory.
inline constexpr int count_threads = 1024;
/// Parts at most that they are counted in, each by blocks of its own: see count.hpp.
inline constexpr int most_count_parts = 8;
/// Threads of a block that accumulates for itself, where each has counters of its own, at most and,
/// where warps may share them instead, at least; and elements of a thread that are under way.
inline constexpr int private_threads = 512, private_items = 8, least_private_threads = 128;
/// Likewise where warps share counters; blocks of a multiprocessor, and bytes that a block has for
/// several sets of them. (Not measured.)
inline constexpr int block_place_threads = 512, block_place_items = 4, block_place_blocks = 2,
                     block_place_bytes = 49152;

// Sorting

/// Threads of a block that looks for NaNs.
inline constexpr int nan_threads = 1024;
/// Blocks that sort short rows: threads, and bytes of keys in shared memory.
inline constexpr int short_rows_threads = 256, short_rows_bytes = 32768;
/// Rows from here on are sorted one by one, as if there were no other.
inline constexpr std::int64_t long_row = 1 << 19;
/// Threads that rewrite keys of rows, and keys of each.
inline constexpr int row_words_threads = 256, row_words_each = 4;

// Products

/// Threads of a block that adds the sums of blocks: a warp, as they may be few.
inline constexpr int matmul_sum_threads = 32;
/// Matrices that a block brings to shared memory together: its threads and bytes there,
/// neighbouring elements of a row that a thread sums, and how large they are at most.
inline constexpr int small_matrices_threads = 128, small_matrices_bytes = 24576, small_strip = 4,
                     small_matrix_rows = 16, small_matrix_depth = 64;

// Copies and plans

/// Copies between a device and memory of the host that isn't pinned go through pinned buffers from
/// so many bytes on, below which the vendor's copy is the faster one: in parts, by so many threads.
/// An H200 and 16 cores, 1 GiB: the vendor's copy 7.2 GB/s up and 12.1 down, 4 threads 29 and 25, 8
/// threads 48 and 42, pinned memory 55; parts of 1 MiB are slower, of 4 MiB no faster.
inline constexpr std::size_t staging_least = std::size_t{8} << 20,
                             staging_part = std::size_t{2} << 20, staging_threads = 8;
/// Plans of transforms that are kept.
inline constexpr std::size_t fft_plans_kept = 32;

}  // namespace acre::backends::gpu
