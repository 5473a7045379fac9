// Kernels of CUDA's C whose threads wait for each other: the same text on every space.
#include <acre/reduce.hpp>
#include <acre_test/jit_kernels.hpp>

#include <numeric>

using acre::shape;
using acre_test::jit_kernels, acre_test::equals, acre_test::error_of, acre_test::noise;

namespace {

TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

TYPED_TEST(jit_kernels, fold_blocks_in_shared_memory)
{
  acre::jit::module const lesson(R"(
    // a sum for each block, by halves; the last warp by shuffles
    extern "C" __global__ void total(const float* x, float* sums, int n)
    {
      __shared__ float part[128];
      int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
      part[t] = i < n ? x[i] : 0.0f;
      __syncthreads();
      for (int step = blockDim.x / 2; step >= 32; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
      }
      if (t >= 32) return;
      float sum = part[t];
      for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
      if (t == 0) sums[blockIdx.x] = sum;
    })");
  for (int const n : {1, 127, 128, 1000, 40000}) {
    std::vector<float> const values = noise<float>(static_cast<std::size_t>(n));
    int const blocks = (n + 127) / 128;
    std::vector<float> wanted;
    for (int b = 0; b < blocks; ++b) {
      std::vector<float> part(128, 0.0F);
      for (int t = 0; t < 128 && b * 128 + t < n; ++t)
        part[static_cast<std::size_t>(t)] = values[static_cast<std::size_t>(b * 128 + t)];
      for (std::size_t step = 64; step > 0; step /= 2)
        for (std::size_t t = 0; t < step; ++t) part[t] += part[t + step];
      wanted.push_back(part[0]);
    }
    auto const sums = acre::zeros<float>(this->space, shape(blocks));
    lesson.kernel("total")(this->space, {.grid = {blocks}, .block = {128}}, this->row(values), sums,
                           n);
    EXPECT_TRUE(equals(sums, wanted)) << n;
  }
}

TYPED_TEST(jit_kernels, turn_tiles_in_two_dimensions)
{
  acre::jit::module const lesson(R"(
    #define TILE 16
    __global__ void turn(double const* from, double* to, int rows, int columns)
    {
      __shared__ double tile[TILE][TILE + 1];
      int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
      if (i < rows && j < columns) tile[threadIdx.y][threadIdx.x] = from[i * columns + j];
      __syncthreads();
      i = blockIdx.x * TILE + threadIdx.y, j = blockIdx.y * TILE + threadIdx.x;
      if (i < columns && j < rows) to[i * rows + j] = tile[threadIdx.x][threadIdx.y];
    })");
  int const rows = 37, columns = 53;
  auto const a = acre::arange<double>(this->space, rows * columns).reshape(shape(rows, columns));
  auto const b = acre::zeros<double>(this->space, shape(columns, rows));
  lesson.kernel("turn")(this->space, {.grid = {4, 3}, .block = {16, 16}}, a, b, rows, columns);
  EXPECT_TRUE(acre::all(b == a.transpose()).item());
}

TYPED_TEST(jit_kernels, share_as_much_memory_as_the_launch_says)
{
  acre::jit::module const lesson(R"(
    template <class T>
    __device__ void scan(T* part, int t, int n)
    {
      for (int step = 1; step < n; step *= 2) {
        T const more = t >= step ? part[t - step] : T(0);
        __syncthreads();
        part[t] += more;
        __syncthreads();
      }
    }
    __global__ void scans(int const* x, int* y)
    {
      extern __shared__ __align__(8) char bytes[];
      int* part = reinterpret_cast<int*>(bytes);
      part[threadIdx.x] = x[threadIdx.x];
      __syncthreads();
      scan(part, threadIdx.x, blockDim.x);
      y[threadIdx.x] = part[threadIdx.x];
    })");
  for (int const n : {1, 2, 31, 33, 300}) {
    std::vector<int> x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), -7);
    std::vector<int> wanted = x;
    std::partial_sum(x.begin(), x.end(), wanted.begin());
    auto const y = acre::zeros<int>(this->space, shape(n));
    lesson.kernel("scans")(this->space,
                           {.grid = {1}, .block = {n}, .scratch = static_cast<std::size_t>(4 * n)},
                           this->row(x), y);
    EXPECT_TRUE(equals(y, wanted)) << n;
  }
  auto const y = acre::zeros<int>(this->space, shape(4));
  EXPECT_EQ(error_of<acre::launch_error>(
                [&] { lesson.kernel("scans")(this->space, {.grid = {1}, .block = {4}}, y, y); }),
            "jit::module's kernel scans has extern __shared__ memory, and the launch gives it no "
            "bytes: say how many (jit::launch_size's scratch; shared_mem in Python)");
}

TYPED_TEST(jit_kernels, exchange_and_vote_in_warps)
{
  acre::jit::module const lesson(R"(
    __global__ void lanes(double const* x, double* next, double* before, double* other, double* first,
                          unsigned* positive, int* counts)
    {
      unsigned const all = 0xffffffffu;
      int t = threadIdx.x;
      double v = x[t];
      next[t] = __shfl_down_sync(all, v, 3);
      before[t] = __shfl_up_sync(all, v, 1, 8);
      other[t] = __shfl_xor_sync(all, v, 5);
      first[t] = __shfl_sync(all, v, 2, 16);
      unsigned bits = __ballot_sync(all, v > 0);
      if (t % warpSize == 0) positive[t / 32] = bits;
      int all_of = __all_sync(all, t < 64), any_of = __any_sync(all, t == 40);
      int many = __syncthreads_count(v > 0), some = __syncthreads_or(t == 95), each = __syncthreads_and(t < 95);
      if (t % 32 == 0) counts[t / 32] = 1000 * all_of + 100 * any_of + 10 * some + each;
      if (t == 0) counts[3] = many;
    })");
  std::vector<double> const x = noise<double>(96);
  std::vector<double> next(x), before(x), other(x), first(x);
  std::vector<std::uint32_t> positive(3, 0);
  int many = 0;
  for (std::size_t t = 0; t < 96; ++t) {
    if (t % 32 + 3 < 32) next[t] = x[t + 3];
    if (t % 8 > 0) before[t] = x[t - 1];
    other[t] = x[t ^ 5U];
    first[t] = x[t - t % 16 + 2];
    positive[t / 32] |= static_cast<std::uint32_t>(x[t] > 0) << t % 32;
    many += x[t] > 0;
  }
  std::vector<acre::array<double, 1, TypeParam>> out;
  for (int k = 0; k < 4; ++k) out.push_back(acre::zeros<double>(this->space, shape(96)));
  auto const bits = acre::zeros<std::uint32_t>(this->space, shape(3));
  auto const counts = acre::zeros<int>(this->space, shape(4));
  lesson.kernel("lanes")(this->space, {.grid = {1}, .block = {96}}, this->row(x), out[0], out[1],
                         out[2], out[3], bits, counts);
  EXPECT_TRUE(equals(out[0], next));
  EXPECT_TRUE(equals(out[1], before));
  EXPECT_TRUE(equals(out[2], other));
  EXPECT_TRUE(equals(out[3], first));
  EXPECT_TRUE(equals(bits, positive));
  EXPECT_TRUE(equals(counts, {1010, 1110, 10, many}));
}

TYPED_TEST(jit_kernels, stand_beside_others_that_wait)
{
  acre::jit::module const lesson(R"(
    struct pair { float2 a; };
    __constant__ int shift = 3;
    __global__ void plain(long long* x)
#ifdef ELSEWHERE
    // a comment
#endif
    { x[blockIdx.x * blockDim.x + threadIdx.x] += shift; }
    __global__ void halves(float const* x, float* y)
    {
      __shared__ float2 both[8];
      int t = threadIdx.x;
      both[t] = make_float2(x[t], -x[t]);
      __syncwarp(0xff);
      y[t] = both[7 - t].x + both[t].y;
    })");
  auto const n = acre::arange<std::int64_t>(this->space, 64);
  lesson.kernel("plain")(this->space, {.grid = {2}, .block = {32}}, n);
  EXPECT_TRUE(acre::all(n == acre::arange<std::int64_t>(this->space, 3, 67)).item());
  auto const y = acre::zeros<float>(this->space, shape(8));
  lesson.kernel("halves")(this->space, {.grid = {1}, .block = {8}},
                          this->row(std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}), y);
  EXPECT_TRUE(equals(y, {7.0F, 5.0F, 3.0F, 1.0F, -1.0F, -3.0F, -5.0F, -7.0F}));
}

TYPED_TEST(jit_kernels, that_no_cpu_understands_are_refused)
{
  auto const refused = [](char const* text) {
    return error_of<acre::value_error>(
        [&] { static_cast<void>(acre::jit::module(text).kernel("f")); });
  };
  EXPECT_EQ(refused("__device__ int me() { return threadIdx.x; }\n__global__ void f(int* x) { x[0] "
                    "= me(); }"),
            "jit::module: threadIdx stands outside of a kernel in the text of 'f': a __device__ "
            "function is handed what it needs of it");
  EXPECT_EQ(refused("#include <cooperative_groups.h>\n__global__ void f(int* x) { "
                    "cooperative_groups::this_grid().sync(); }"),
            "jit::module: kernel 'f' has cooperative_groups: threads wait for each other by "
            "__syncthreads, __syncwarp and __shfl_sync here, which CPUs have too");
}

TYPED_TEST(jit_kernels, that_wait_for_ever_are_an_error_on_a_cpu)
{
  if constexpr (TypeParam::host_accessible) {
    acre::jit::module const lesson(R"(
      __global__ void stuck(int* x)
      {
        if (threadIdx.x % 2 == 0) __syncwarp(0xf);
        if (threadIdx.x == 1) __syncthreads();
        x[threadIdx.x] = 1;
      })");
    auto const x = acre::zeros<int>(this->space, shape(4));
    EXPECT_EQ(error_of<acre::launch_error>([&] {
                lesson.kernel("stuck")(this->space, {.grid = {1}, .block = {4}}, x);
                this->space.fence();
              }),
              "threads of block (0,0,0) wait for each other and none goes on: thread (0,0,0) in "
              "__syncwarp, thread (1,0,0) in __syncthreads, thread (2,0,0) in __syncwarp");
    EXPECT_EQ(
        error_of<acre::launch_error>([&] {
          acre::jit::module(R"(__global__ void out(int* x) { x[0] = __any_sync(1u << 1, 1); })")
              .kernel("out")(this->space, {.grid = {1}, .block = {1}}, x);
          this->space.fence();
        }),
        "__any_sync: the mask leaves out lane 0, which calls it");
  } else {
    GTEST_SKIP() << "a GPU hangs";
  }
}

}  // namespace
