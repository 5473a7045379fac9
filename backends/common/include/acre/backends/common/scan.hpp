#pragma once

#include <acre/backends/common/device_code.hpp>
#include <acre/backends/common/program.hpp>
#include <acre/backends/common/reduce.hpp>
#include <acre/backends/common/sink.hpp>

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

/// Scans: what has been combined so far, at every element.
///
///   scan_rows(on, red, program, op, sink)       along the scanned axes of red, which come last
///   scan_columns(on, red, program, op, sink)    along one axis, for all columns of it.inner
///
/// `red` is a reduction's loop nest (the "reduced" axes are those scanned), planned with the sink
/// as an operand: sink and program have the same positions. The sink is handed
/// finish(x0 ∘ … ∘ xi) for the first red.length elements. GPUs queue it, CPUs are done when it
/// returns. One pass over the elements: the program computes each once. Scratch: on a GPU 8 to 16
/// bytes a tile (below) where rows are longer than one, on CPUs 128 KiB a thread.
///
/// The order of every scan along every axis, the same on all backends: it depends on the size of
/// the accumulator and on nothing else. The result at element i depends on elements 0 … i alone, so
/// that a scan's beginning is its beginning's scan, and parts can be computed apart.
///
/// The elements, in C order of the scanned axes, form
///
///   chunks   of `items` neighbours                        scanned one after the other
///   pieces   of 32 chunks                                 folded by halves
///   tiles    of 8 pieces                                  folded in order
///   lines    of 32 tiles                                  folded by halves
///   groups   of `group` tiles, which are group / 32 lines folded in order
///   supergroups of `supergroup` groups                    folded in order
///   the whole                                             supergroups folded in order
///
/// with items, group and supergroup from scan_order. To fold by halves: (first half) ∘ (second
/// half), the first half having the largest power of two of values that is less than all. The
/// folds before a chunk are joined from the inside out,
///
///   before = (supergroups ∘ (groups ∘ (lines ∘ tiles))) ∘ (pieces ∘ chunks)
///
/// each standing for those of its level that end before the chunk does, within the next larger
/// level (of lines and tiles, of pieces and chunks: the fold of full ones and that of the rest).
/// Nothing is combined with the first. Element i is before ∘ (its chunk's scan at i).
///
/// Chosen by measuring on an H200, where tiles wait for their group's tiles and for the group
/// before: 128 bytes a thread, loaded at once, are at the speed of the memory and 64 are not. On a
/// CPU the chunks are chains of additions that run side by side.
///
/// A *scan operator* provides
///
///   using value_type = ...;                            // the accumulator; trivially copyable
///   value_type combine(value_type, value_type) const;  // associative; the earlier on the left
///   auto finish(value_type) const;                     // what the sink takes
///
/// and the program's value_type converts to the accumulator. Every reducer is one.
///
/// The kernels: host_common/scan.hpp; gpu_common/scan.hpp, with a header for each way.
namespace acre::backends {

/// Version of this order. Increase it when the order changes, and record new hashes in
/// tests/backends/scan_order.cpp.
inline constexpr int scan_order_version = 1;

inline constexpr int scan_lanes = 32, scan_pieces = 8, scan_threads = scan_lanes * scan_pieces;
inline constexpr int scan_most_bytes = 128;  // of an accumulator

/// The sizes that the order is made of: powers of two, `group` a multiple of 32. (Tests have some
/// of their own for types of their own.)
template <class Value>
struct scan_order {
  static constexpr int items = [] {
    int n = 32;
    while (n > 1 && n * static_cast<int>(sizeof(Value)) > 128) n /= 2;
    return n;
  }();
  static constexpr int group = sizeof(Value) <= 4 ? 256 : 128;
  static constexpr int supergroup = 4096;
};

template <class Value>
inline constexpr int scan_items = scan_order<Value>::items;
template <class Value>
inline constexpr int scan_tile = scan_threads * scan_items<Value>;

template <class Op>
concept scan_operator =
    std::copy_constructible<Op> && std::is_trivially_copyable_v<typename Op::value_type> &&
    std::default_initializable<typename Op::value_type> &&
    requires(Op const& op, typename Op::value_type const& x) {
      { op.combine(x, x) } -> std::convertible_to<typename Op::value_type>;
      op.finish(x);
    };

/// Refuses in a sentence arguments that scan_rows and scan_columns cannot take.
template <class Program, class Op, class Sink>
constexpr void require_scan()
{
  static_assert(packed_program<Program>,
                "acre: a scan takes a program whose rows have load, see "
                "backends/common/program.hpp");
  static_assert(scan_operator<Op>,
                "acre: a scan takes an operator on a trivially copyable type, see "
                "backends/common/scan.hpp");
  static_assert(sizeof(typename Op::value_type) <= scan_most_bytes,
                "acre: a scan's accumulator has at most 128 bytes");
  static_assert(
      requires(Op const& op, typename Program::value_type const& x) {
        op.finish(static_cast<typename Op::value_type>(x));
      } &&
          sink_of<Sink, decltype(std::declval<Op const&>().finish(
                            std::declval<typename Op::value_type>()))>,
      "acre: a scan's operator takes what the program computes and gives what the sink takes");
}

/// W folds side by side, of as many columns, that may not be there yet.
template <class Value, int W>
struct scan_fold {
  Value v[W] = {};
  bool there = false;

  /// `width`, here as in what follows: the columns that there are. (A GPU has them in registers,
  /// and always W.)
  KOKKOS_INLINE_FUNCTION void set(scan_fold const& other, int width = W)
  {
    for (int w = 0; w < (is_device_code ? W : width); ++w) v[w] = other.v[w];
    there = other.there;
  }
  /// this ∘ later
  template <class Op>
  KOKKOS_INLINE_FUNCTION void append(Op const& op, scan_fold const& later, int width = W)
  {
    if (!later.there) return;
    if (there)
      for (int w = 0; w < (is_device_code ? W : width); ++w) v[w] = op.combine(v[w], later.v[w]);
    else
      set(later, width);
  }
  /// earlier ∘ this
  template <class Op>
  KOKKOS_INLINE_FUNCTION void prepend(Op const& op, scan_fold const& earlier, int width = W)
  {
    if (!earlier.there) return;
    if (there)
      for (int w = 0; w < (is_device_code ? W : width); ++w) v[w] = op.combine(earlier.v[w], v[w]);
    else
      set(earlier, width);
  }
  KOKKOS_INLINE_FUNCTION scan_fold taken()
  {
    scan_fold const all = *this;
    there = false;
    return all;
  }
};

/// Up to 32 values, one after the other, folded by halves.
template <class Value, int W>
class scan_halves {
 public:
  scan_fold<Value, W> all;

  /// Whether these were the 32; it begins anew then.
  template <class Op>
  KOKKOS_INLINE_FUNCTION bool add(Op const& op, scan_fold<Value, W> const& next, int width = W)
  {
    all.set(next, width);
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#pragma unroll
#endif
    for (int level = 0; level < 5; ++level) {
      int const half = 1 << level;
      if ((count_ & half) != 0)
        all.prepend(op, first_[level], width);
      else if ((count_ & (half - 1)) == half - 1)
        first_[level].set(all, width);  // a first half is complete
    }
    count_ = (count_ + 1) % scan_lanes;
    return count_ == 0;
  }

 private:
  scan_fold<Value, W> first_[5];
  int count_ = 0;
};

/// Folds of all elements before each tile, for a loop through the tiles in order.
template <class Value, int W>
class scan_tiles_walk {
 public:
  scan_fold<Value, W> before;

  template <class Op>
  KOKKOS_INLINE_FUNCTION void next(Op const& op, scan_fold<Value, W> const& tile, int width = W)
  {
    using order = scan_order<Value>;
    if (tiles_.add(op, tile, width)) {
      lines_.append(op, tiles_.all, width);
      if (++line_ == order::group / scan_lanes) {
        line_ = 0;
        groups_.append(op, lines_.taken(), width);
        if (++group_ == order::supergroup) {
          group_ = 0;
          supergroups_.append(op, groups_.taken(), width);
        }
      }
      before.set(lines_, width);
    } else {
      before.set(tiles_.all, width);
      before.prepend(op, lines_, width);
    }
    before.prepend(op, groups_, width);
    before.prepend(op, supergroups_, width);
  }

 private:
  scan_halves<Value, W> tiles_;
  scan_fold<Value, W> lines_, groups_, supergroups_;
  int line_ = 0, group_ = 0;
};

/// Folds of a tile's elements before each of its chunks, for a loop through them in order.
template <class Value, int W>
class scan_chunks_walk {
 public:
  scan_fold<Value, W> before;  // behind the last chunk: the tile

  /// Whether this was the tile's last chunk.
  template <class Op>
  KOKKOS_INLINE_FUNCTION bool next(Op const& op, scan_fold<Value, W> const& chunk, int width = W)
  {
    if (chunks_.add(op, chunk, width)) {
      pieces_.append(op, chunks_.all, width);
      before.set(pieces_, width);
      piece_ = (piece_ + 1) % scan_pieces;
      if (piece_ == 0) {
        pieces_.there = false;
        return true;
      }
    } else {
      before.set(chunks_.all, width);
      before.prepend(op, pieces_, width);
    }
    return false;
  }

 private:
  scan_halves<Value, W> chunks_;
  scan_fold<Value, W> pieces_;
  int piece_ = 0;
};

/// Folds of all elements before each chunk, for a loop through all of them in order.
template <class Value, int W>
class scan_walk {
 public:
  scan_fold<Value, W> before;

  template <class Op>
  KOKKOS_INLINE_FUNCTION void next(Op const& op, scan_fold<Value, W> const& chunk, int width = W)
  {
    if (chunks_.next(op, chunk, width)) {
      tiles_.next(op, chunks_.before, width);
      before.set(tiles_.before, width);
    } else {
      before.set(chunks_.before, width);
      before.prepend(op, tiles_.before, width);
    }
  }

 private:
  scan_chunks_walk<Value, W> chunks_;
  scan_tiles_walk<Value, W> tiles_;
};

}  // namespace acre::backends
