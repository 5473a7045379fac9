#pragma once

#include <acre/distributed/detail/sort.hpp>

/// Elements of one-dimensional arrays in order, over all processes, in acre's order (see
/// acre/order/sort.hpp): -0.0 before 0.0, NaNs last, `descending` the order of the negated numbers,
/// complex numbers by real part, then imaginary part. The results have the operand's blocks,
/// however it is cut, and the bits of one process.
///
/// Together. Waits for the others. On CPUs, of 2^16 elements a process and more (less than 2^31 in
/// all), up to 16 processes sort numbers of 4 or 8 bytes without a merge: all deal their elements
/// into the same buckets by what they tell each other of them (64 KiB each at most), and each sorts
/// the buckets of its block, to which an element crosses once; a bucket that goes on in the next
/// block is dealt again if it is large, and otherwise sorted by both. Scratch: the elements' bytes
/// twice, 0.8 MB for each thread. Else each process sorts its own elements; where the blocks' ends
/// lie in the order of all is found by the keys' bits, in rounds (at most 8 on up to 256 processes,
/// 16 on up to 1024, else 32, twice as many of complex128; fewer where all keys begin with the same
/// bits or few are alike) of log2 P messages, of 256 (16, 4) numbers for each process in all; each
/// element then crosses once, and the pieces that come are merged. Throws index_error on all
/// processes for a bad index that any of them met before, out_of_memory on all where one has too
/// little, value_error on all where calls, dtypes or blocks differ, communication_error. Scratch:
/// the elements' bytes twice, of more than two processes three times (of argsort those of keys and
/// of positions, and the keys once more), and that of acre::sort (sort_by_key).
namespace acre::distributed {

/// The elements in order.
///
/// ```cpp
/// using namespace distributed;
/// virtual_processes(3, [](processes const& all) {
///   distributed::array<std::int64_t, 1> x(all, blocks(shape(7)));
///   x = coordinate(x, 0) * 5 % 7;
///   auto const up = gather_to(sort(x), 0), down = gather_to(sort(x, descending), 0);
///   auto const places = gather_to(argsort(x), 0);
///   if (all.rank() == 0) std::cout << up << ' ' << down << ' ' << places << '\n';
/// });
/// ```
/// ```text
/// [0 1 2 3 4 5 6] [6 5 4 3 2 1 0] [0 3 6 2 5 1 4]
/// ```
template <detail::whole_operand E>
auto sort(E const& e, axis_number axis = -1)
{
  return detail::sorted_along<false>(e, axis);
}
template <detail::whole_operand E>
auto sort(E const& e, axis_number axis, descending_t)
{
  return detail::sorted_along<true>(e, axis);
}
template <detail::whole_operand E>
auto sort(E const& e, descending_t)
{
  return detail::sorted_along<true>(e, -1);
}

/// The positions, in the whole array, of the elements that sort() puts in order: int64. Stable:
/// equal elements keep their order, and -0.0 equals 0.0 here, NaN equals NaN.
template <detail::whole_operand E>
auto argsort(E const& e, axis_number axis = -1)
{
  return detail::argsorted_along<false>(e, axis);
}
template <detail::whole_operand E>
auto argsort(E const& e, axis_number axis, descending_t)
{
  return detail::argsorted_along<true>(e, axis);
}
template <detail::whole_operand E>
auto argsort(E const& e, descending_t)
{
  return detail::argsorted_along<true>(e, -1);
}

}  // namespace acre::distributed
