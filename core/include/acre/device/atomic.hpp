#pragma once

#include <acre/backends/common/atomic.hpp>

#include <type_traits>

/// What threads of a kernel do to one element together, as kernels of one's own (launch) want it:
/// each value counts once, whatever the order, and no other memory is ordered by it.
///
/// ```cpp
/// struct count_bins {
///   array_ref<int, 1> bin, count;
///   KOKKOS_FUNCTION void operator()(std::int64_t i) const { atomic_add(count(bin(i)), 1); }
/// };
///
/// auto const bin = from_host({1, 0, 1, 1}), count = zeros<int>(shape(3));
/// launch(bin.space(), bin.size(), count_bins{bin.ref(), count.ref()});
/// std::cout << count << '\n';
/// ```
/// ```text
/// [1 3 0]
/// ```
///
///   atomic_add        integers and floating point of 4 and 8 bytes; integers wrap around
///   atomic_fetch_add  the same; gives what was there before
///   atomic_min        integers of 4 and 8 bytes
///   atomic_max
///   atomic_store      any number of 4 or 8 bytes; where several threads store, all store the same
///
/// The element is in an array's memory or in a block's scratch. Sums of integers, and extremes, are
/// the same on every space and run; sums of floating point depend on the order, which is chance:
/// for the same bits there are sum(), scatter_add() and histograms.
namespace acre {

template <class T>
  requires backends::has_atomic_add<T>
KOKKOS_INLINE_FUNCTION void atomic_add(T& to, std::type_identity_t<T> value)
{
  backends::atomic_add_anywhere(&to, value);
}
template <class T>
  requires backends::has_atomic_add<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_add(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_add(&to, value);
}
template <class T>
  requires backends::has_atomic_order<T>
KOKKOS_INLINE_FUNCTION void atomic_min(T& to, std::type_identity_t<T> value)
{
  backends::atomic_min(&to, value);
}
template <class T>
  requires backends::has_atomic_order<T>
KOKKOS_INLINE_FUNCTION void atomic_max(T& to, std::type_identity_t<T> value)
{
  backends::atomic_max(&to, value);
}
template <class T>
  requires(std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8))
KOKKOS_INLINE_FUNCTION void atomic_store(T& to, std::type_identity_t<T> value)
{
  backends::atomic_store(&to, value);
}

}  // namespace acre
