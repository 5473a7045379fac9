#pragma once

#include <acre/backends/common/iteration.hpp>

#include <cstdint>

/// Operands that are brought to where a loop reads them best.
///
/// On a GPU, to shared memory. Loops are run in tiles: `columns` elements along the inner axis by
/// `rows` along the first outer one. A tile has a *rectangle* of memory for several operands that
/// read one array a few elements apart (the windows of a stencil), and for one that lies across the
/// inner axis (a transposed operand). A block of threads brings it to shared memory in the order of
/// the memory, each element once; operands then read it there, at strides of their own.
namespace acre::backends {

/// Places of an operand's elements in a tile's shared memory.
struct gathered_operand {
  int offset = -1;          // bytes, of the tile's first element; negative: it reads memory itself
  int inner = 0, step = 0;  // elements, along the inner axis and the first outer one
};

/// In place of that `inner`, for operands that a CPU laid out piece by piece.
inline constexpr int in_pieces = 0, in_chunks = -1;

/// Elements lie side by side along its *fast* axis.
struct rectangle {
  std::uintptr_t from = 0;           // its first element for the tile at the origin
  std::uintptr_t low = 0, high = 0;  // the memory that may be read
  std::int64_t inner = 0;            // bytes from a tile's element to the next along the inner axis
  std::int64_t outer[max_rank] = {};   // and along the outer ones
  int size = 0;                        // bytes of an element
  bool across = false;                 // the fast axis is the first outer one, not the inner one
  bool packets = false;                // rows are brought in aligned packets of 16 bytes
  bool has_corners = false;            // it may hold what no operand reads, outside of [low, high)
  int more_inner = 0, more_outer = 0;  // elements beyond the tile's, along either axis
  int pitch = 0;   // bytes between neighbours along the slow axis, when gathered
  int offset = 0;  // where in shared memory it begins
};

inline constexpr int max_rectangles = 3;
/// Rows of fewer elements are whole in their tiles, which have the more rows.
inline constexpr int few_columns = 32;

/// An array of which windows are read, at shifts known when a program is compiled: the element that
/// belongs to the result's first, without a shift, and the strides along its own axes. Before and
/// behind a row of the result the array has `margin` elements more.
struct window_site {
  void const* centre = nullptr;
  int rank = 0, margin = 0;
  std::int64_t stride[max_rank] = {};
};

struct tiling {
  bool alike = false;  // operands in memory advance alike, by 1 along the innermost axis
  std::int64_t stride[max_rank] = {};    // and by these along the outer ones
  window_site const* windows = nullptr;  // alike, and: whose windows are read; packets lie alike
  int count = 0;                         // of rectangles; 0: the loops are not tiled
  int columns = 0, rows = 0;
  int shared_bytes = 0;
  rectangle part[max_rectangles];
};

/// Operands that a CPU lays out side by side, a piece of a row at a time, so that one loop over
/// neighbouring elements serves all: those that are constant along the inner axis, reversed,
/// strided or transposed. gathered_operand says where they are found, at a stride of 1.
struct laid_out {
  std::uintptr_t from;           // element 0 of row 0
  std::int64_t inner;            // bytes between neighbours along the inner axis
  std::int64_t outer[max_rank];  // and along the outer ones
  int size;                      // bytes of an element
  int offset;                    // where in the piece's memory
  int pitch;                     // bytes between rows there; 0: one serves all, or comes at once
  bool across;                   // neighbours lie along the last outer axis
};

/// Operands that are constant along rows have so many elements, which a loop over pieces reads
/// again and again.
inline constexpr int laid_out_chunk = 16;

inline constexpr int max_laid_out = 8;
inline constexpr int laid_out_bytes = 16384;  // half of an L1 cache, of all operands' pieces
inline constexpr int laid_out_slack = 32;     // bytes behind an operand's that may be overwritten

struct laid_out_operands {
  int count = 0;
  std::int64_t columns = 0;  // elements of a piece of a row
  int rows_at_once = 1;      // that follow each other along the last outer axis
  bool flat = false;         // to all else such rows are one: a piece has rows_at_once of them
  int piece_axis = -1;       // the outer axis that pieces of rows lie along, if they became one
  std::int64_t tail = 0;     // elements of the last of them
  int result = -1;           // where in the piece's memory the result is computed, to be written
                             // past the caches from there; negative: it is written where it lies
  laid_out part[max_laid_out];

  laid_out_operands() {}  // parts are written as they are counted

  bool any() const { return count > 0 || result >= 0; }
};

/// Operands of one row that are no neighbours: what a CPU lays out piece by piece, each in a place
/// of its own.
struct strided_operands {
  static constexpr int most = 4, bytes = laid_out_bytes / most;  // of each
  struct operand {
    char const* from;
    std::int64_t step;  // bytes
    int size;           // of an element
    int number;         // among all operands
  };
  int count = 0;
  int columns = bytes;  // elements of a piece
  operand part[most];

  strided_operands() {}  // parts are written as they are counted
};

/// Addresses for the piece that begins with element `first`.
struct strided_places {
  char* memory;
  std::int64_t first;

  /// The n-th one's element 0, which the piece may not have.
  void const* place(strided_operands const& all, int n) const
  {
    return reinterpret_cast<void const*>(
        reinterpret_cast<std::uintptr_t>(memory) +
        static_cast<std::uintptr_t>(n * strided_operands::bytes - first * all.part[n].size));
  }
};

}  // namespace acre::backends
