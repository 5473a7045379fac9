/// CUDA's atomics, by the library's: <acre/device/atomic.hpp> stands before them.
namespace acre::math {

#define ACRE_JIT_ATOMIC(name, by)                                        \
  template <class T>                                                     \
  KOKKOS_INLINE_FUNCTION T name(T* where, std::type_identity_t<T> value) \
  {                                                                      \
    return backends::by(where, value);                                   \
  }
ACRE_JIT_ATOMIC(atomicAdd, atomic_fetch_add)
ACRE_JIT_ATOMIC(atomicMin, atomic_fetch_min)
ACRE_JIT_ATOMIC(atomicMax, atomic_fetch_max)
ACRE_JIT_ATOMIC(atomicAnd, atomic_fetch_and)
ACRE_JIT_ATOMIC(atomicOr, atomic_fetch_or)
ACRE_JIT_ATOMIC(atomicXor, atomic_fetch_xor)
ACRE_JIT_ATOMIC(atomicExch, atomic_exchange)
#undef ACRE_JIT_ATOMIC
template <class T>
KOKKOS_INLINE_FUNCTION T atomicSub(T* where, std::type_identity_t<T> value)
{
  return backends::atomic_fetch_add(where, static_cast<T>(-value));
}
template <class T>
KOKKOS_INLINE_FUNCTION T atomicCAS(T* where, std::type_identity_t<T> seen,
                                   std::type_identity_t<T> wanted)
{
  backends::atomic_compare_exchange(where, seen, wanted);
  return seen;
}

}  // namespace acre::math
