#pragma once

#include <cstddef>
#include <cstdint>

/// The numbers of the host's loops that were chosen by measuring: elements of a task, what is worth
/// a thread, what stays in a cache. None of them changes a bit of a result; the numbers that an
/// order consists of stand in backends/common, and vectors' widths beside the code that has them.
/// Numbers without a figure have none that was kept.
namespace acre::backends::host {

// Tasks of loops

/// Elements a task takes at most: small enough to balance, large enough to hide its start.
inline constexpr std::int64_t elements_per_task = 32768;
/// Likewise for a user's kernel, whose elements may take long: at least so many, and so many tasks
/// a thread, so that all threads get some.
inline constexpr std::int64_t least_calls = 256, tasks_of_calls = 16;
/// Elements that are worth one thread, and from which on a call is worth several. (Most calls are
/// one task, and a division takes as long as 10 elements.)
inline constexpr std::int64_t worth_a_thread = 8192, worth_threads = 3 * worth_a_thread;
/// Elements of a loop nest that are computed as they lie by the calling thread, as laying out
/// operands and giving out tasks would take longer: of what is computed element by element, and of
/// what is computed by blocks. And of a row that is not worth laying out.
inline constexpr std::int64_t short_loops = 128, short_blocks = 15, short_row = 16;
/// Rows of few elements that are reduced side by side.
inline constexpr int rows_beside = 16;
/// Elements of a row that is reduced together with others, at most, and of all of them, which the
/// L1 cache holds: rows of 100 float64 are summed in 19 ns so, in 79 one by one (EPYC, -O2).
inline constexpr int short_reduced_row = 128, short_rows_together = 1024;
/// Elements of a column that is reduced so, where they are read row by row.
inline constexpr int short_reduced_column = 64;
/// Columns of which all lanes are one row of accumulators.
inline constexpr int few_reduced_columns = 8;
/// Elements that are moved without a question between them.
inline constexpr int unrolled = 32;

// Caches

/// Bytes of a result from which on it is written past the caches: no later read finds it in them,
/// as a core's share of the last one has fewer; and of a scan's rows that then are long.
inline constexpr std::int64_t past_caches = std::int64_t{16} << 20, long_row_bytes = 8192;
/// Likewise for values that are dealt out by key.
inline constexpr std::int64_t keyed_past_caches = std::int64_t{8} << 20;
/// Bytes from which on blocks of memory are in pages of so many, and copies are cut into such parts
/// for the threads.
inline constexpr std::size_t huge_page = std::size_t{2} << 20, copied_part = std::size_t{1} << 20;
/// Bytes of accumulators of a strip of columns, of 8 lanes each, which stay in the L1 cache.
inline constexpr int column_lanes_bytes = 16384;
/// Bytes of rows side by side that are computed, and of those that are read twice, which the second
/// level cache holds.
inline constexpr int across_room_bytes = 64 << 10, across_twice_bytes = 256 << 10;
/// Lists and values that are combined side by side, and the bytes of their lanes, which stay there.
inline constexpr int lists_at_once = 256, values_at_once = 1024, list_lanes_bytes = 8192;

// Tasks of the other patterns

/// Elements of a task that counts, or accumulates, for itself.
inline constexpr std::int64_t counted_by_task = 262144;
/// Counters, of which a task has several sets in turn, so that neighbours of the same place don't
/// wait for each other.
inline constexpr std::int64_t few_counters = 4096;
/// Tiles of a task that marks runs.
inline constexpr std::int64_t run_tiles_of_task = 16;
/// Elements of a task that visits lists, and lists of one that reduces what they deal.
inline constexpr std::int64_t visited_by_task = 1 << 14, dealt_lists_of_task = 512;
/// Elements of a task of segments, about (an empty one counts as one, too); segments of more than
/// twice as many are dealt out tile by tile.
inline constexpr std::int64_t segment_work = 32768;
/// Reduced by key: bytes of results of a part of the keys, which the second level cache holds, and
/// parts at most.
inline constexpr std::int64_t keyed_part_bytes = 256 << 10, most_keyed_parts = 1024;
/// Likewise: rows of a part whose values become lists, which they do where places have less than
/// few_in_list in the mean.
inline constexpr std::int64_t listed_rows = 16384, few_in_list = 8;
/// Rows that are partitioned by counting their keys, by one thread, where there are several or one:
/// of more the moves miss the second level cache, and a sort by digits is as quick.
inline constexpr std::int64_t counted_rows = 1 << 15, counted_rows_alone = 1 << 17;
/// Sums of a task that adds blocks of a product.
inline constexpr std::int64_t sums_of_task = 4096;

// Sorting

/// Keys that are inserted one by one, and that one task sorts.
inline constexpr std::int64_t inserted_keys = 48, keys_for_one_task = 1 << 15;
/// Bits of a digit of the radix sort, and tasks at most.
inline constexpr int digit_bits = 8, most_sort_tasks = 256;
/// Buckets: bits of the cells that distinguish keys; keys that a bucket should have, and buckets at
/// most; bytes of a bucket that is dealt again, as the second level cache holds it; keys of those
/// that are sorted side by side.
inline constexpr int most_cell_bits = 14, most_wanted_keys = 512, most_buckets = 1024;
inline constexpr std::int64_t hot_bucket_bytes = std::int64_t{1} << 19, few_bucket_keys = 128;
/// Lists that leave so many times as many lanes empty as they fill are sorted one by one.
inline constexpr int few_of_lanes = 4;
/// Keys of a row that is sorted by a network, beside others or alone, and of one where keys don't
/// go into buckets.
inline constexpr int most_beside = 1024, most_of_short_row_by_one = 128;

// Matrices and transforms

/// Numbers of a matrix up to which those of a stack are decomposed as many at a time as there are
/// threads.
inline constexpr std::int64_t small_matrix = 256 * 256;
/// A task of a product copies so many rows of six, and so many columns.
inline constexpr std::int64_t product_strips = 16, most_product_columns = 1024;
/// Rows, columns and depth of real matrices that are multiplied where they lie (100 x 100 float32
/// in 24 us, 31 by copied tiles; of 128 whose lines lie across 73, 61), and the bytes of those of a
/// batch that are taken together, which the first level cache holds.
inline constexpr std::int64_t small_product = 120, small_products_bytes = 16384;
/// Up to so many rows go through a matrix whose lines have at least so many columns without a copy
/// of it; a vector through columns that are lines of so many elements at least.
inline constexpr std::int64_t rows_by_lines = 32, least_line = 64, least_column = 16;
/// Blocks of the depth that one task sums side by side, at most.
inline constexpr std::int64_t blocks_of_task = 16;
/// Numbers of a line that is transformed by all threads.
inline constexpr std::int64_t long_fft_line = 1 << 15;

}  // namespace acre::backends::host
