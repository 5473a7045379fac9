#pragma once

#include <acre/backends/common/atomic.hpp>

#include <type_traits>

/// Atomic operations of a kernel's threads on one element, for kernels of one's own (launch): each
/// value counts once, whatever the order, and no other memory is ordered by it.
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
/// Of numbers of 4 and 8 bytes, by the names that C++'s atomic_ref has them by:
///
///   atomic_add(x, value)              integers wrap around
///   atomic_min, atomic_max
///   atomic_store, atomic_load         where several threads store, all store the same
///   atomic_exchange                   writes the value; gives what was there before, as do
///   atomic_fetch_add, atomic_fetch_min, atomic_fetch_max
///   atomic_fetch_and, atomic_fetch_or, atomic_fetch_xor
///                                     integers
///   atomic_compare_exchange(x, expected, value)
///                                     writes the value where x has expected's bits, and is true;
///                                     else expected becomes what is there
///
/// An operation that is none of these, here a product:
///
/// ```cpp
/// struct multiply_all {
///   array_ref<double, 1> x, product;
///   KOKKOS_FUNCTION void operator()(std::int64_t i) const
///   {
///     double seen = atomic_load(product(0));
///     while (!atomic_compare_exchange(product(0), seen, seen * x(i))) {
///     }
///   }
/// };
///
/// auto const x = from_host({2.0, 3.0, 7.0}), product = ones(shape(1));
/// launch(x.space(), x.size(), multiply_all{x.ref(), product.ref()});
/// std::cout << product << '\n';
/// ```
/// ```text
/// [42.]
/// ```
///
/// The element is in an array's memory or in a block's scratch. Sums of integers, and extremes, are
/// the same on every space and run: of floating point -0 is below 0, and NaN wins, written as one
/// NaN. Sums of floating point depend on the order, which is chance: for the same bits there are
/// sum(), scatter_add() and histograms. No other memory is ordered, so that a thread must not wait
/// for what another writes (a lock); threads of a block do so between phases.
namespace acre {

template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION void atomic_add(T& to, std::type_identity_t<T> value)
{
  backends::atomic_add_anywhere(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION void atomic_min(T& to, std::type_identity_t<T> value)
{
  backends::atomic_min(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION void atomic_max(T& to, std::type_identity_t<T> value)
{
  backends::atomic_max(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION void atomic_store(T& to, std::type_identity_t<T> value)
{
  backends::atomic_store(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_load(T const& from)
{
  return backends::atomic_load(&from);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_exchange(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_exchange(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_add(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_add(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_min(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_min(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_max(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_max(&to, value);
}
template <class T>
  requires backends::has_integer_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_and(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_and(&to, value);
}
template <class T>
  requires backends::has_integer_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_or(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_or(&to, value);
}
template <class T>
  requires backends::has_integer_atomics<T>
KOKKOS_INLINE_FUNCTION T atomic_fetch_xor(T& to, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_xor(&to, value);
}
template <class T>
  requires backends::has_atomics<T>
KOKKOS_INLINE_FUNCTION bool atomic_compare_exchange(T& to, std::type_identity_t<T>& expected,
                                                    std::type_identity_t<T> value)
{
  return backends::atomic_compare_exchange(&to, expected, value);
}

}  // namespace acre
