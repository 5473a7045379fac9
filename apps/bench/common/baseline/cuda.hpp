#pragma once

#include <acre/backends/cuda/space.hpp>

#include <cub/cub.cuh>

#ifdef ACRE_BENCH_CURAND  // defined by CMake where the toolkit has it
#include <curand.h>
#endif

/// The bars to reach on CUDA: the runtime's copy, a plain gather, CUB's sum and scan, CUDA's own
/// functions, cuRAND's Philox.
namespace acre::bench {

/// y = f(x), 16 bytes a thread.
template <class F, class T>
__global__ void __launch_bounds__(256) cuda_apply(F f, T* y, T const* x, std::int64_t n)
{
  constexpr int W = 16 / sizeof(T);
  struct alignas(16) packet {
    T v[W];
  };
  std::int64_t const i = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * W;
  if (i + W <= n) {
    packet p = *reinterpret_cast<packet const*>(x + i);
    for (T& v : p.v) v = f(v);
    *reinterpret_cast<packet*>(y + i) = p;
  } else {
    for (std::int64_t k = i; k < n; ++k) y[k] = f(x[k]);
  }
}

/// y = a[i], no index checked, 16 bytes of indices a thread.
template <class T, class Index>
__global__ void __launch_bounds__(256) cuda_gather(T* y, T const* a, Index const* i, std::int64_t n)
{
  constexpr int W = 16 / sizeof(Index);
  struct alignas(16) indices {
    Index v[W];
  };
  struct alignas(W * sizeof(T) < 16 ? W * sizeof(T) : 16) values {
    T v[W];
  };
  std::int64_t const first = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * W;
  if (first + W <= n) {
    indices const at = *reinterpret_cast<indices const*>(i + first);
    values p;
    for (int k = 0; k < W; ++k) p.v[k] = a[at.v[k]];
    *reinterpret_cast<values*>(y + first) = p;
  } else {
    for (std::int64_t k = first; k < n; ++k) y[k] = a[i[k]];
  }
}

/// A step of the heat equation on the inside of n × n elements, n a multiple of a packet's: aligned
/// packets of each row are read once, two rows a thread, and neighbours come from registers.
template <class T>
__global__ void __launch_bounds__(256) cuda_heat(T* v, T const* u, std::int64_t n)
{
  constexpr int W = 16 / sizeof(T), R = 2;
  struct alignas(16) packet {
    T v[W];
  };
  std::int64_t const c = (std::int64_t{blockIdx.x} * 32 + threadIdx.x % 32) * W,
                     r0 = (std::int64_t{blockIdx.y} * 8 + threadIdx.x / 32) * R;
  if (c >= n || r0 >= n) return;
  auto const at = [&](std::int64_t r, std::int64_t i) {
    return *reinterpret_cast<packet const*>(u + r * n + i);
  };
  packet m[R + 2], left[R], right[R];
#pragma unroll
  for (int k = 0; k < R + 2; ++k)
    m[k] = r0 + k - 1 >= 0 && r0 + k - 1 < n ? at(r0 + k - 1, c) : packet{};
#pragma unroll
  for (int k = 0; k < R; ++k)
    if (r0 + k < n) {
      left[k] = c > 0 ? at(r0 + k, c - W) : packet{};
      right[k] = c + W < n ? at(r0 + k, c + W) : packet{};
    }
#pragma unroll
  for (int k = 0; k < R; ++k) {
    std::int64_t const r = r0 + k;
    if (r == 0 || r >= n - 1) continue;
    packet p;
#pragma unroll
    for (int w = 0; w < W; ++w) {
      T const centre = m[k + 1].v[w], west = w > 0 ? m[k + 1].v[w - 1] : left[k].v[W - 1],
              east = w + 1 < W ? m[k + 1].v[w + 1] : right[k].v[0];
      p.v[w] = centre + T(0.1) * (m[k].v[w] + m[k + 2].v[w] + west + east - T(4) * centre);
    }
    if (c > 0 && c + W < n)
      *reinterpret_cast<packet*>(v + r * n + c) = p;
    else
      for (int w = 0; w < W; ++w)
        if (c + w > 0 && c + w < n - 1) v[r * n + c + w] = p.v[w];
  }
}

/// y = the transpose of n × n elements, by tiles in shared memory.
template <class T>
__global__ void __launch_bounds__(256) cuda_transpose(T* y, T const* x, std::int64_t n)
{
  __shared__ T tile[32][33];
  int const a = threadIdx.x % 32, b = threadIdx.x / 32;
  std::int64_t const column = std::int64_t{blockIdx.x} * 32, row = std::int64_t{blockIdx.y} * 32;
  for (int k = b; k < 32; k += 8)
    if (row + k < n && column + a < n) tile[k][a] = x[(row + k) * n + column + a];
  __syncthreads();
  for (int k = b; k < 32; k += 8)
    if (column + k < n && row + a < n) y[(column + k) * n + row + a] = tile[a][k];
}

#ifdef ACRE_BENCH_CURAND
template <class T>
struct curand_philox {
  static constexpr char const* random_name = "curand-philox";
  class random {
   public:
    explicit random(cuda const& space)
    {
      curandGenerator_t made;
      if (curandCreateGenerator(&made, CURAND_RNG_PSEUDO_PHILOX4_32_10) != CURAND_STATUS_SUCCESS)
        throw backend_error("cuRAND makes no generator");
      generator_.reset(made, [](curandGenerator_t g) { curandDestroyGenerator(g); });
      curandSetStream(made, space.stream());
      curandSetPseudoRandomGeneratorSeed(made, 1);
    }
    void uniform(T* x, std::int64_t n) const
    {
      if constexpr (sizeof(T) == 4)
        curandGenerateUniform(generator_.get(), x, n);
      else
        curandGenerateUniformDouble(generator_.get(), x, n);
    }
    void normal(T* x, std::int64_t n) const
    {
      if constexpr (sizeof(T) == 4)
        curandGenerateNormal(generator_.get(), x, n, 0, 1);
      else
        curandGenerateNormalDouble(generator_.get(), x, n, 0, 1);
    }

   private:
    std::shared_ptr<curandGenerator_st> generator_;
  };
};
#else
template <class T>
struct curand_philox {};
#endif

template <class T>
struct baseline<cuda, T> : curand_philox<T> {
  static constexpr char const* math_name = "cuda-math";
  template <class F>
  static void apply(cuda const& space, F f, T* y, T const* x, std::int64_t n)
  {
    std::int64_t const in_block = 256 * (16 / sizeof(T));
    cuda_apply<<<static_cast<unsigned>((n + in_block - 1) / in_block), 256, 0, space.stream()>>>(
        f, y, x, n);
  }

  static constexpr char const* gather_name = "cuda-gather";
  template <class Index>
  static void gather(cuda const& space, T* y, T const* a, Index const* i, std::int64_t n)
  {
    std::int64_t const in_block = 256 * (16 / sizeof(Index));
    cuda_gather<<<static_cast<unsigned>((n + in_block - 1) / in_block), 256, 0, space.stream()>>>(
        y, a, i, n);
  }

  static constexpr char const* heat_name = "cuda-stencil";
  static void heat(cuda const& space, T* v, T const* u, std::int64_t n)
  {
    auto const blocks = [&](std::int64_t a) { return static_cast<unsigned>((n + a - 1) / a); };
    cuda_heat<<<dim3(blocks(32 * (16 / sizeof(T))), blocks(16)), 256, 0, space.stream()>>>(v, u, n);
  }
  static constexpr char const* transpose_name = "cuda-tiles";
  static void transpose(cuda const& space, T* y, T const* x, std::int64_t n)
  {
    auto const blocks = static_cast<unsigned>((n + 31) / 32);
    cuda_transpose<<<dim3(blocks, blocks), 256, 0, space.stream()>>>(y, x, n);
  }

  static constexpr char const* copy_name = "cudaMemcpy";
  static void copy(cuda const& space, T* to, T const* from, std::int64_t n)
  {
    cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice, space.stream());
  }

  static constexpr char const* sum_name = "cub";
  struct sum {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    sum(cuda const& s, T const* x, std::int64_t n) : space(s)
    {
      cub::DeviceReduce::Sum(nullptr, bytes, x, static_cast<T*>(nullptr), n, s.stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, T* out, std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceReduce::Sum(scratch.get(), size, x, out, n, space.stream());
    }
  };

  static constexpr char const* scan_name = "cub";
  struct scan {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    scan(cuda const& s, T const* x, std::int64_t n) : space(s)
    {
      cub::DeviceScan::InclusiveSum(nullptr, bytes, x, static_cast<T*>(nullptr), n, s.stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, T* out, std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceScan::InclusiveSum(scratch.get(), size, x, out, n, space.stream());
    }
  };

  static constexpr char const* select_name = "cub";
  struct select {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    select(cuda const& s, T const* x, bool const* flags, std::int64_t n) : space(s)
    {
      cub::DeviceSelect::Flagged(nullptr, bytes, x, flags, static_cast<T*>(nullptr),
                                 static_cast<std::int64_t*>(nullptr), n, s.stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, bool const* flags, T* out, std::int64_t* count,
                    std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceSelect::Flagged(scratch.get(), size, x, flags, out, count, n, space.stream());
    }
  };
};

}  // namespace acre::bench
