/// Words for the kernels of a jit::module: threads, blocks, atomics and arrays, by the names that
/// they have in programs.
namespace acre {

using backends::extent3;
using backends::launch_thread;
using backends::thread_block;

template <class T, int Rank>
struct array_ref {
  T* data;
  std::int64_t extent[Rank > 0 ? Rank : 1];
  std::int64_t stride[Rank > 0 ? Rank : 1];

  template <class... Index>
    requires(sizeof...(Index) == Rank)
  KOKKOS_INLINE_FUNCTION T& operator()(Index... index) const
  {
    std::int64_t const at[] = {static_cast<std::int64_t>(index)..., 0};
    std::int64_t offset = 0;
    for (int axis = 0; axis < Rank; ++axis) offset += at[axis] * stride[axis];
    return data[offset];
  }
  /// A kernel's address: that of the first element; of 64 bits also by C's other name of them.
  KOKKOS_INLINE_FUNCTION operator T*() const { return data; }
  KOKKOS_INLINE_FUNCTION operator long long*() const
    requires(std::is_same_v<T, long>)
  {
    return reinterpret_cast<long long*>(data);
  }
  KOKKOS_INLINE_FUNCTION operator unsigned long long*() const
    requires(std::is_same_v<T, unsigned long>)
  {
    return reinterpret_cast<unsigned long long*>(data);
  }
  KOKKOS_INLINE_FUNCTION operator char*() const
    requires(std::is_same_v<T, signed char>)
  {
    return reinterpret_cast<char*>(data);
  }
  /// A kernel's number: an array of no axes is one.
  KOKKOS_INLINE_FUNCTION operator T() const
    requires(Rank == 0)
  {
    return *data;
  }
};

}  // namespace acre
