#pragma once

#include <acre/backends/cuda/space.hpp>

#include <cub/cub.cuh>
#include <cuda/std/functional>

#ifdef ACRE_BENCH_CURAND  // defined by CMake where the toolkit has it
#include <curand.h>
#endif

#ifdef ACRE_BENCH_CUBLAS  // the same
#include <cublas_v2.h>
#endif

/// The bars to reach on CUDA: the runtime's copy, a plain gather, CUB's sum, scan and sort, CUDA's
/// own functions, cuRAND's Philox, cuBLAS and the tiled kernel of textbooks.
namespace acre::bench {

/// y = f(x...) of operands that are aligned, 16 bytes a thread; each is read once.
template <class F, class T, class... X>
__global__ void __launch_bounds__(256) cuda_map(F f, T* y, std::int64_t n, X const*... x)
{
  constexpr int W = 16 / sizeof(T);
  struct alignas(16) packet {
    T v[W];
  };
  std::int64_t const i = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * W;
  auto const all = [&](auto const&... p) {
    packet q;
    for (int k = 0; k < W; ++k) q.v[k] = f(p.v[k]...);
    *reinterpret_cast<packet*>(y + i) = q;
  };
  if (i + W <= n)
    all(*reinterpret_cast<packet const*>(x + i)...);
  else
    for (std::int64_t k = i; k < n; ++k) y[k] = f(x[k]...);
}

/// Arguments of a launch.
template <class T>
__global__ void cuda_nothing()
{}

/// y = x / 2 + y, an element a thread.
template <class T>
__global__ void __launch_bounds__(256) cuda_step(T* y, T const* x, std::int64_t n)
{
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * T(0.5) + y[i];
}

/// Many small kernels: launched one by one, and captured in a CUDA graph by hand.
template <class T>
class cuda_steps {
 public:
  static constexpr char const* calls_name = "cuda-launches";
  static constexpr char const* graph_name = "cuda-graph";

  cuda_steps(cuda const& space, T* y, T const* x, std::int64_t n, int count)
      : stream_(space.stream()), y_(y), x_(x), n_(n), count_(count)
  {
    cudaGraph_t captured;
    cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal);
    call();
    cudaStreamEndCapture(stream_, &captured);
    cudaGraphInstantiate(&graph_, captured, 0);
    cudaGraphDestroy(captured);
  }
  cuda_steps(cuda_steps const&) = delete;
  ~cuda_steps() { cudaGraphExecDestroy(graph_); }
  void call() const
  {
    for (int k = 0; k < count_; ++k)
      cuda_step<<<static_cast<unsigned>((n_ + 255) / 256), 256, 0, stream_>>>(y_, x_, n_);
  }
  void replay() const { cudaGraphLaunch(graph_, stream_); }

 private:
  cudaStream_t stream_;
  T* y_;
  T const* x_;
  std::int64_t n_;
  int count_;
  cudaGraphExec_t graph_{};
};

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

/// Equal bins with counters of 32 bits in shared memory, eight sets of them where they are few; no
/// edge is looked at.
template <class T>
__global__ void cuda_counters(T const* x, std::int64_t n, std::int32_t* out, int bins, int sets,
                              T low, T high, T scale)
{
  constexpr int W = 16 / sizeof(T);
  struct alignas(16) packet {
    T v[W];
  };
  extern __shared__ std::int32_t counters[];
  for (int k = threadIdx.x; k < bins * sets; k += blockDim.x) counters[k] = 0;
  __syncthreads();
  std::int32_t* const mine = counters + threadIdx.x / 32 % sets * bins;
  auto const count_in = [&](T v) {
    if (v >= low && v <= high) {
      int const bin = static_cast<int>((v - low) * scale);
      atomicAdd(mine + (bin < bins ? bin : bins - 1), 1);
    }
  };
  std::int64_t const packets = n / W, step = std::int64_t{gridDim.x} * blockDim.x;
#pragma unroll 4
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < packets;
       i += step) {
    packet const p = reinterpret_cast<packet const*>(x)[i];
#pragma unroll
    for (int k = 0; k < W; ++k) count_in(p.v[k]);
  }
  if (blockIdx.x == 0 && threadIdx.x < n % W) count_in(x[packets * W + threadIdx.x]);
  __syncthreads();
  for (int k = threadIdx.x; k < bins; k += blockDim.x) {
    std::int32_t sum = 0;
    for (int set = 0; set < sets; ++set) sum += counters[set * bins + k];
    if (sum != 0) atomicAdd(out + k, sum);
  }
}

/// Equal bins, an atomic addition in the device's memory for each element.
template <class T>
__global__ void __launch_bounds__(256)
    cuda_atomics(T const* x, std::int64_t n, std::int32_t* out, int bins, T low, T high, T scale)
{
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n || !(x[i] >= low && x[i] <= high)) return;
  int const bin = static_cast<int>((x[i] - low) * scale);
  atomicAdd(out + (bin < bins ? bin : bins - 1), 1);
}

/// A thread a query.
template <class T>
__global__ void __launch_bounds__(256)
    cuda_search(T const* sorted, int m, T const* v, std::int64_t* place, std::int64_t n)
{
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T const value = v[i];
  int low = 0, left = m;
  while (left > 0) {
    int const half = left / 2;
    if (sorted[low + half] < value) {
      low += half + 1;
      left -= half + 1;
    } else {
      left = half;
    }
  }
  place[i] = low;
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

/// Likewise for n × n × n elements, the edges staying as they are: two rows of four planes a
/// thread, all read before the first is computed; elements beside a packet come from the L1 cache.
/// It is the fastest on an H200 of the forms that were tried (planes gone through with neighbours
/// in registers or in shared memory, by cp.async, with shuffles).
template <class T>
__global__ void __launch_bounds__(256, 2) cuda_heat_3d(T* v, T const* u, std::int64_t n)
{
  constexpr int W = 16 / sizeof(T), R = 2, P = 4;
  struct alignas(16) packet {
    T v[W];
  };
  std::int64_t const i = (std::int64_t{blockIdx.x} * 32 + threadIdx.x % 32) * W,
                     j = 1 + (std::int64_t{blockIdx.y} * 8 + threadIdx.x / 32) * R,
                     k = 1 + std::int64_t{blockIdx.z} * P, plane = n * n;
  if (i >= n || j >= n - 1) return;
  auto const row = [&](int p, int r) {
    return u + ::min(k + p, n - 1) * plane + ::min(j + r, n - 1) * n + i;
  };
  packet a[P + 2][R + 2];
  T left[P][R], right[P][R];
#pragma unroll
  for (int p = -1; p <= P; ++p)
#pragma unroll
    for (int r = -1; r <= R; ++r)
      if ((p >= 0 && p < P) || (r >= 0 && r < R))
        a[p + 1][r + 1] = *reinterpret_cast<packet const*>(row(p, r));
#pragma unroll
  for (int p = 0; p < P; ++p)
#pragma unroll
    for (int r = 0; r < R; ++r) {
      left[p][r] = i > 0 ? row(p, r)[-1] : T(0);
      right[p][r] = i + W < n ? row(p, r)[W] : T(0);
    }
#pragma unroll
  for (int p = 0; p < P; ++p)
#pragma unroll
    for (int r = 0; r < R; ++r) {
      if (k + p >= n - 1 || j + r >= n - 1) continue;
      packet const& c = a[p + 1][r + 1];
      packet made;
#pragma unroll
      for (int w = 0; w < W; ++w)
        made.v[w] = c.v[w] + T(0.1) * ((a[p][r + 1].v[w] + a[p + 2][r + 1].v[w]) +
                                       (a[p + 1][r].v[w] + a[p + 1][r + 2].v[w]) +
                                       ((w > 0 ? c.v[w > 0 ? w - 1 : 0] : left[p][r]) +
                                        (w + 1 < W ? c.v[w + 1 < W ? w + 1 : 0] : right[p][r])) -
                                       T(6) * c.v[w]);
      T* const to = v + (k + p) * plane + (j + r) * n + i;
      if (i > 0 && i + W < n)
        *reinterpret_cast<packet*>(to) = made;
      else
#pragma unroll
        for (int w = 0; w < W; ++w)
          if (i + w > 0 && i + w < n - 1) to[w] = made.v[w];
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

#ifdef ACRE_BENCH_CUBLAS
template <class T>
struct cublas_products {
  static constexpr char const* matmul_name = "cublas";
  class matmul {
   public:
    explicit matmul(cuda const& space)
    {
      cublasHandle_t made;
      if (cublasCreate(&made) != CUBLAS_STATUS_SUCCESS)
        throw backend_error("cuBLAS does not start");
      handle_.reset(made, [](cublasHandle_t h) { cublasDestroy(h); });
      cublasSetStream(made, space.stream());
    }
    /// Column by column, as it has it, c's transpose is b's times a's.
    void operator()(T const* a, T const* b, T* c, std::int64_t n, std::int64_t k,
                    std::int64_t m) const
    {
      T const one = 1, zero = 0;
      int const rows = static_cast<int>(m), columns = static_cast<int>(n),
                depth = static_cast<int>(k);
      if constexpr (sizeof(T) == 4)
        cublasSgemm(handle_.get(), CUBLAS_OP_N, CUBLAS_OP_N, rows, columns, depth, &one, b, rows, a,
                    depth, &zero, c, rows);
      else
        cublasDgemm(handle_.get(), CUBLAS_OP_N, CUBLAS_OP_N, rows, columns, depth, &one, b, rows, a,
                    depth, &zero, c, rows);
    }

   private:
    std::shared_ptr<cublasContext> handle_;
  };
};
template <>
struct cublas_products<std::int32_t> {};
#else
template <class T>
struct cublas_products {};
#endif

/// c = a × b in tiles of 32 × 32, an element a thread.
template <class T>
__global__ void __launch_bounds__(1024)
    cuda_tiled_product(T const* a, T const* b, T* c, std::int64_t n, std::int64_t k, std::int64_t m)
{
  __shared__ T x[32][32], y[32][32];
  int const i = threadIdx.y, j = threadIdx.x;
  std::int64_t const row = std::int64_t{blockIdx.y} * 32 + i,
                     column = std::int64_t{blockIdx.x} * 32 + j;
  T sum = 0;
  for (std::int64_t p = 0; p < k; p += 32) {
    x[i][j] = row < n && p + j < k ? a[row * k + p + j] : T(0);
    y[i][j] = column < m && p + i < k ? b[(p + i) * m + column] : T(0);
    __syncthreads();
    for (int q = 0; q < 32; ++q) sum += x[i][q] * y[q][j];
    __syncthreads();
  }
  if (row < n && column < m) c[row * m + column] = sum;
}

template <class T>
struct baseline<cuda, T> : curand_philox<T>, cublas_products<T> {
  using steps = cuda_steps<T>;
  static constexpr char const* allocate_name = "cudaMallocAsync";
  static void allocate_and_free(cuda const& space, std::size_t bytes)
  {
    void* data = nullptr;
    cudaMallocAsync(&data, bytes, space.stream());
    cudaFreeAsync(data, space.stream());
  }
  static constexpr char const* host_copy_name = "cudaMemcpy";
  static void host_copy(T* to, T const* from, std::int64_t n)
  {
    cudaMemcpy(to, from, static_cast<std::size_t>(n) * sizeof(T), cudaMemcpyDefault);
  }

  static constexpr char const* plain_matmul_name = "cuda-tiled";
  static void plain_matmul(cuda const& space, T const* a, T const* b, T* c, std::int64_t n,
                           std::int64_t k, std::int64_t m)
  {
    dim3 const grid(static_cast<unsigned>((m + 31) / 32), static_cast<unsigned>((n + 31) / 32));
    cuda_tiled_product<<<grid, dim3(32, 32), 0, space.stream()>>>(a, b, c, n, k, m);
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
  static void heat_3d(cuda const& space, T* v, T const* u, std::int64_t n)
  {
    auto const blocks = [&](std::int64_t a) { return static_cast<unsigned>((n + a - 1) / a); };
    cuda_heat_3d<<<dim3(blocks(32 * (16 / sizeof(T))), blocks(16), blocks(4)), 256, 0,
                   space.stream()>>>(v, u, n);
  }
  static constexpr char const* transpose_name = "cuda-tiles";
  static void transpose(cuda const& space, T* y, T const* x, std::int64_t n)
  {
    auto const blocks = static_cast<unsigned>((n + 31) / 32);
    cuda_transpose<<<dim3(blocks, blocks), 256, 0, space.stream()>>>(y, x, n);
  }

  static constexpr char const* launch_name = "launch";
  static void launch(cuda const& space) { cuda_nothing<T><<<1, 32, 0, space.stream()>>>(); }

  static constexpr char const* map_name = "cuda-kernel";
  template <class F, class... X>
  static void map(cuda const& space, F f, T* y, std::int64_t n, X const*... x)
  {
    constexpr std::int64_t in_block = 256 * 16 / sizeof(T);
    cuda_map<<<static_cast<unsigned>((n + in_block - 1) / in_block), 256, 0, space.stream()>>>(
        f, y, n, x...);
  }
  static constexpr char const* math_name = "cuda-math";
  template <class F, class... X>
  static void apply(cuda const& space, F f, T* y, std::int64_t n, X const*... x)
  {
    map(space, f, y, n, x...);
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

  struct argmax {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    argmax(cuda const& s, T const* x, std::int64_t n) : space(s)
    {
      cub::DeviceReduce::ArgMax(nullptr, bytes, x, static_cast<T*>(nullptr),
                                static_cast<std::int64_t*>(nullptr), n, s.stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, T* most, std::int64_t* at, std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceReduce::ArgMax(scratch.get(), size, x, most, at, n, space.stream());
    }
  };

  static constexpr char const* histogram_name = "cub";
  struct histogram {
    cuda space;
    int bins;
    T low, high;
    array<std::int32_t, 1, cuda> counts;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    histogram(cuda const& s, T const* x, std::int64_t n, std::int64_t b, double l, double h)
        : space(s),
          bins(static_cast<int>(b)),
          low(static_cast<T>(l)),
          high(static_cast<T>(h)),
          counts(s, shape_t<1>{b})
    {
      cub::DeviceHistogram::HistogramEven(nullptr, bytes, x, counts.data(), bins + 1, low, high, n,
                                          s.stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceHistogram::HistogramEven(scratch.get(), size, x, counts.data(), bins + 1, low,
                                          high, n, space.stream());
    }
  };
  static constexpr char const* counters_name = "cuda-counters";
  static constexpr std::int64_t most_counters = 227 * 1024 / sizeof(std::int32_t);
  static void counters(cuda const& space, T const* x, std::int64_t n, std::int32_t* out,
                       std::int64_t bins, double low, double high)
  {
    int const sets = bins <= 1000 ? 8 : 1, threads = bins <= 1000 ? 256 : 1024;
    auto const shared = static_cast<std::size_t>(bins) * sets * sizeof(std::int32_t);
    auto* const kernel = cuda_counters<T>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         static_cast<int>(shared));
    int resident = 0, device = 0, multiprocessors = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, shared);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaMemsetAsync(out, 0, bins * sizeof(std::int32_t), space.stream());
    kernel<<<resident * multiprocessors, threads, shared, space.stream()>>>(
        x, n, out, static_cast<int>(bins), sets, static_cast<T>(low), static_cast<T>(high),
        static_cast<T>(static_cast<double>(bins) / (high - low)));
  }
  static constexpr char const* atomics_name = "cuda-atomics";
  static void atomics(cuda const& space, T const* x, std::int64_t n, std::int32_t* out,
                      std::int64_t bins, double low, double high)
  {
    cudaMemsetAsync(out, 0, bins * sizeof(std::int32_t), space.stream());
    cuda_atomics<<<static_cast<unsigned>((n + 255) / 256), 256, 0, space.stream()>>>(
        x, n, out, static_cast<int>(bins), static_cast<T>(low), static_cast<T>(high),
        static_cast<T>(static_cast<double>(bins) / (high - low)));
  }

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

  static constexpr char const* sort_name = "cub";
  struct sort {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    sort(cuda const& s, T const* x, std::int64_t n) : space(s)
    {
      cub::DeviceRadixSort::SortKeys(nullptr, bytes, x, static_cast<T*>(nullptr), n, 0,
                                     8 * static_cast<int>(sizeof(T)), s.stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, T* out, std::int64_t n) const
    {
      std::size_t size = bytes;
      cub::DeviceRadixSort::SortKeys(scratch.get(), size, x, out, n, 0,
                                     8 * static_cast<int>(sizeof(T)), space.stream());
    }
  };
  template <class V>
  struct sort_pairs {
    cuda space;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    sort_pairs(cuda const& s, std::int64_t n) : space(s)
    {
      (*this)(nullptr, nullptr, nullptr, nullptr, n);
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* keys, T* sorted, V const* values, V* moved, std::int64_t n)
    {
      cub::DeviceRadixSort::SortPairs(scratch.get(), bytes, keys, sorted, values, moved, n, 0,
                                      8 * static_cast<int>(sizeof(T)), space.stream());
    }
  };
  struct unique {
    cuda space;
    sort sorted;
    std::size_t bytes = 0;
    std::shared_ptr<unsigned char> scratch;
    unique(cuda const& s, T const* x, std::int64_t n) : space(s), sorted(s, x, n)
    {
      cub::DeviceSelect::Unique(nullptr, bytes, x, static_cast<T*>(nullptr),
                                static_cast<std::int64_t*>(nullptr), n, s.stream());
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(T const* x, T* between, T* out, std::int64_t* count, std::int64_t n) const
    {
      sorted(x, between, n);
      std::size_t size = bytes;
      cub::DeviceSelect::Unique(scratch.get(), size, between, out, count, n, space.stream());
    }
  };
  static constexpr char const* search_name = "cuda-lower-bound";
  static void search(cuda const& space, T const* sorted, int m, T const* v, std::int64_t* place,
                     std::int64_t n)
  {
    cuda_search<<<static_cast<unsigned>((n + 255) / 256), 256, 0, space.stream()>>>(sorted, m, v,
                                                                                    place, n);
  }

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

/// Atomics, an element a thread.
template <class T>
__global__ void __launch_bounds__(256)
    cuda_group_sums(T* y, std::int64_t const* key, T const* x, std::int64_t n)
{
  std::int64_t const i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(y + key[i], x[i]);
}

/// The bars of groups: atomics; CUB's sort by the keys' bits and
/// reduce-by-key.
template <class T>
struct group_baseline<cuda, T> {
  static constexpr char const* atomics_name = "atomics";
  static void sums(cuda const& space, T* y, std::int64_t const* key, T const* x, std::int64_t n,
                   std::int64_t groups)
  {
    cudaMemsetAsync(y, 0, groups * sizeof(T), space.stream());
    cuda_group_sums<<<static_cast<unsigned>((n + 255) / 256), 256, 0, space.stream()>>>(y, key, x,
                                                                                        n);
  }
  static constexpr char const* sorted_name = "cub-sort-reduce-by-key";
  struct sort_and_reduce {
    using key = std::int64_t;
    cuda space;
    int bits;  // of the keys; 0: they are sorted
    std::size_t sort_bytes = 0, reduce_bytes = 0;
    array<key, 1, cuda> sorted_keys, unique;
    array<T, 1, cuda> sorted;
    array<std::int64_t, 1, cuda> count;
    std::shared_ptr<unsigned char> scratch;

    sort_and_reduce(cuda const& s, std::int64_t n, std::int64_t groups, int key_bits)
        : space(s),
          bits(key_bits),
          sorted_keys(s, shape_t<1>{n}),
          unique(s, shape_t<1>{groups}),
          sorted(s, shape_t<1>{n}),
          count(s, shape_t<1>{1})
    {
      run(nullptr, nullptr, nullptr, n);
      std::size_t const bytes = std::max(sort_bytes, reduce_bytes);
      scratch = detail::allocate<unsigned char>(s, shape_t<1>{static_cast<std::int64_t>(bytes)});
    }
    void operator()(key const* k, T const* x, T* y, std::int64_t n) { run(k, x, y, n); }

   private:
    void run(key const* k, T const* x, T* y, std::int64_t n)
    {
      void* const memory = scratch.get();
      if (bits > 0) {
        cub::DeviceRadixSort::SortPairs(memory, sort_bytes, k, sorted_keys.data(), x, sorted.data(),
                                        n, 0, bits, space.stream());
        k = sorted_keys.data();
        x = sorted.data();
      }
      cub::DeviceReduce::ReduceByKey(memory, reduce_bytes, k, unique.data(), x, y, count.data(),
                                     ::cuda::std::plus<>{}, n, space.stream());
    }
  };
};

}  // namespace acre::bench
