namespace std {
using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned;
using uint64_t = unsigned long;
using size_t = decltype(sizeof 0);
using ptrdiff_t = long;
using uintptr_t = unsigned long;
}  // namespace std
using std::int8_t, std::int16_t, std::int32_t, std::int64_t;
using std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::uintptr_t;
#define ACRE_JIT_EXPORT extern "C" __global__
#define KOKKOS_INLINE_FUNCTION __device__ inline __attribute__((always_inline))
#define KOKKOS_FUNCTION __device__
#pragma clang force_cuda_host_device begin
