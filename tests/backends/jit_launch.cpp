// Launches from text.
#include <acre/elementwise/elementary.hpp>
#include <acre/reduce.hpp>
#include <acre_test/jit_kernels.hpp>

using acre::shape;
using acre_test::jit_kernels, acre_test::equals, acre_test::error_of, acre_test::noise;

namespace {

TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

constexpr char const* increment_text = R"(
    template <class T>
    KOKKOS_FUNCTION void increment(launch_thread const& t, array_ref<T, 1> x, T by)
    {
      for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += by;
    }
)";
constexpr char const* sums_text = R"(
    KOKKOS_FUNCTION void sums(thread_block& block, double const* x, array_ref<double, 1> out,
                              std::int64_t n, array_ref<unsigned, 1> count)
    {
      double* const part = block.scratch<double>(64);
      block.for_each_thread([&](launch_thread const& t) {
        part[t.rank()] = t.x() < n ? fabs(x[t.x()]) : 0.0;
        if (t.x() < n) atomic_add(count(0), 1u);
        atomic_fetch_or(count(1), 1u << t.x() % 32);
        unsigned seen = atomic_load(count(2));
        while (!atomic_compare_exchange(count(2), seen, 3 * seen)) {
        }
      });
      double const all = block.sum(part);
      block.for_each_thread([&](launch_thread const& t) {
        if (t.rank() == 0) out(block.index().x) = all;
      });
    }
)";

TYPED_TEST(jit_kernels, are_launched_in_blocks)
{
  acre::jit::module const increment(increment_text);
  acre::jit::module const lesson(std::string(increment_text) + sums_text + R"(
    KOKKOS_FUNCTION void wrong(launch_thread const& t, array_ref<double, 1> x)
    {
      x(t.x()) = nonsense;
    })");
  auto const n = this->row({1, 2, 3, 4, 5});
  increment.kernel("increment")(this->space, {.grid = {2}, .block = {2}}, n, 10);
  EXPECT_TRUE(equals(n, {11, 12, 13, 14, 15}));
  EXPECT_EQ(error_of<acre::launch_error>([&] {
              increment.kernel("increment")(this->space, {.grid = {1}, .block = {2048}}, n, 1);
            }).substr(0, 38),
            "block size 2048 exceeds the limit of 1");
  EXPECT_EQ(error_of<acre::value_error>([&] { static_cast<void>(lesson.kernel("missing")); }),
            "jit::module: the text has no kernel 'missing'");
  auto const x = this->row(noise<double>(150));
  auto const out = acre::zeros<double>(this->space, shape(3));
  auto const count = acre::zeros<std::uint32_t>(this->space, shape(3));
  EXPECT_NE(error_of<acre::compile_error>([&] {
              lesson.kernel("sums")(this->space, {.grid = {3}, .block = {64}, .scratch = 512}, x,
                                    out, x.size(), count);
            }).find("nonsense"),
            std::string::npos);
}

TYPED_TEST(jit_kernels, share_scratch_and_count_with_atomics)
{
  acre::jit::module const lesson(sums_text);
  auto const values = noise<double>(150);
  auto const x = this->row(values);
  auto const out = acre::zeros<double>(this->space, shape(3));
  auto const count = this->row(std::vector<std::uint32_t>{0, 0, 1});
  lesson.kernel("sums")(this->space, {.grid = {3}, .block = {64}, .scratch = 512}, x, out, x.size(),
                        count);
  std::uint32_t power = 1;  // of 3, by all 192 threads
  for (int k = 0; k < 192; ++k) power *= 3;
  EXPECT_TRUE(equals(count, {150u, 0xffffffffu, power}));
  std::vector<double> wanted;
  for (std::size_t b = 0; b < 3; ++b) {
    std::vector<double> part(64, 0.0);
    for (std::size_t i = 0; i < 64 && b * 64 + i < 150; ++i)
      part[i] = std::fabs(values[b * 64 + i]);
    for (std::size_t step = 1; step < 64; step *= 2)
      for (std::size_t i = 0; i + step < 64; i += 2 * step) part[i] += part[i + step];
    wanted.push_back(part[0]);
  }
  EXPECT_TRUE(equals(out, wanted));
}

TYPED_TEST(jit_kernels, of_cuda_s_c_run_on_every_space)
{
  acre::jit::module const lesson(R"(
    /* the __global__ of a comment, and a "(" */
    __device__ double twice(double x) { return x + x; }
    extern "C" __global__ void __launch_bounds__(128)
    table(double const* __restrict__ x, double* y, long long* rows, unsigned* count, int nx, int ny)
    {
      int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
      if (i >= nx || j >= ny) return;
      y[i * ny + j] = twice(exp(x[j])) + i;
      if (j == 0) rows[i] = gridDim.y * 100 + blockDim.y;
      atomicAdd(count, 1u);
    }
    extern "C" {
    __global__ void mark( void ) {}
    __global__ void third(float x, double* y) { y[threadIdx.x] = expf(x) / sqrtf(rsqrtf(4.0f) * 8); }
    })");
  auto const x = this->row(noise<double>(5));
  auto const y = acre::zeros<double>(this->space, shape(3, 5));
  auto const rows = acre::zeros<std::int64_t>(this->space, shape(3));
  auto const count = acre::zeros<std::uint32_t>(this->space, shape(1));
  lesson.kernel("table")(this->space, {.grid = {2, 2}, .block = {4, 2}}, x, y, rows, count, 3, 5);
  lesson.kernel("mark")(this->space, {.grid = {1}, .block = {32}});
  auto const column = acre::arange<double>(this->space, 3)(acre::ALL, acre::newaxis);
  EXPECT_TRUE(acre::all(y == acre::exp(x) * 2 + column).item());
  EXPECT_TRUE(equals(rows, {202L, 202L, 202L}));
  EXPECT_TRUE(equals(count, {15u}));
  lesson.kernel("third")(this->space, {.grid = {1}, .block = {3}}, 1.5f, y);
  auto const e = acre::evaluate(acre::exp(this->row(std::vector<float>{1.5f})));
  EXPECT_EQ(y(0, 2).item(), static_cast<double>(e(0).item() / 2));
}

TYPED_TEST(jit_kernels, of_cuda_s_c_say_what_they_take)
{
  acre::jit::module const lesson(R"(
    __global__ void add(const float* __restrict__ x, unsigned int const n, long long *y) { y[0] = n; })");
  auto const add = lesson.kernel("add");
  auto const run = [&](auto const&... a) {
    add(this->space, {.grid = {1}, .block = {1}}, a...);
    this->space.fence();
  };
  auto const x = acre::zeros<float>(this->space, shape(6));
  auto const y = acre::zeros<std::int64_t>(this->space, shape(2));
  run(x, 7, y);
  EXPECT_EQ(y(0).item(), 7);
  std::string const add_takes = "jit::module's kernel add: argument ";
  EXPECT_EQ(error_of<acre::value_error>([&] { run(x, y); }),
            "jit::module's kernel add takes 3 arguments (const float* __restrict__ x, unsigned int "
            "const n, long long *y), and was given 2");
  EXPECT_EQ(error_of<acre::dtype_error>([&] { run(x, 7, x); }),
            add_takes + "3 is 'long long *y', and was given an array of float32");
  EXPECT_EQ(
      error_of<acre::value_error>([&] { run(1.5F, 7, y); }),
      add_takes + "1 is 'const float* __restrict__ x', and was given a number: it takes an array");
  EXPECT_EQ(error_of<acre::value_error>([&] { run(x, x, y); }),
            add_takes + "2 is 'unsigned int const n', and was given an array: it takes a number");
  EXPECT_EQ(error_of<acre::value_error>([&] {
              run(x(acre::slice(acre::none, acre::none, 2)), 7, y);
            }).substr(0, 132),
            add_takes +
                "1 is 'const float* __restrict__ x', and was given an array whose elements do "
                "not lie side by side");
}

TYPED_TEST(jit_kernels, take_any_name_and_the_words_of_other_compilers)
{
  auto const y = acre::zeros<double>(this->space, shape(3));
  for (std::string const name : {"a", "A", "t", "block"}) {
    acre::jit::module const lesson(
        "__global__ void " + name + "(double* y) { y[threadIdx.x] += N; }",
        {.flags = {"-DN=3", "-std=c++17", "--generate-line-info"}});
    lesson.kernel(name)(this->space, {.grid = {1}, .block = {3}}, y);
  }
  EXPECT_TRUE(equals(y, {12.0, 12.0, 12.0}));
  acre::jit::elementwise const plain(
      "float32 x", "float32 y", "y = twice_of(x)", "plain",
      {.preamble = "__device__ __forceinline__ float twice_of(float x) { return N * x; }",
       .flags = {"-DN=2"}});
  EXPECT_TRUE(
      equals(plain.template make<float>(this->row(std::vector<float>{1, 2})), {2.0F, 4.0F}));
  EXPECT_EQ(error_of<acre::value_error>([&] {
              acre::jit::elementwise("float32 x", "float32 y", "y = x", "f",
                                     {.flags = {"--use_fast_math"}})
                  .template make<float>(this->row(std::vector<float>{1, 2}));
            }),
            "jit: --use_fast_math gives other bits on each device; options' contract = true lets a "
            "product and a sum be rounded once");
}

TYPED_TEST(jit_kernels, that_are_templates_have_names_with_arguments)
{
  acre::jit::module const lesson(R"(
    #include <cuda_runtime.h>
    #include "math.h"
    namespace of_user {
    template <class T, int by>
    __global__ void scaled(T const* x, T* y) { y[threadIdx.x] = by * x[threadIdx.x]; }
    }
    __global__ void letters(char* c) { c[threadIdx.x] = 'a' + threadIdx.x; }
  )");
  acre::launch_size const size{.grid = {1}, .block = {3}};
  auto const x = this->row(std::vector<double>{1, 2, 3});
  auto const y = acre::zeros<double>(this->space, shape(3));
  lesson.kernel("of_user::scaled<double, 4>")(this->space, size, x, y);
  EXPECT_TRUE(equals(y, {4.0, 8.0, 12.0}));
  auto const text = acre::zeros<std::int8_t>(this->space, shape(3));
  lesson.kernel("letters")(this->space, size, text);
  EXPECT_EQ(text(2).item(), 'c');
  for (char const* const name :
       {"scaled<double", "scaled<double>>", "scaled<f();>", "of_user::", "7", ""})
    EXPECT_EQ(error_of<acre::value_error>([&] { lesson.kernel(name); }),
              "jit::module: the text has no kernel '" + std::string(name) + "'");
  EXPECT_THROW(lesson.kernel("of_user::scaled<none, 4>")(this->space, size, x, y),
               acre::compile_error);
}

TYPED_TEST(jit_kernels, of_elements_have_cupy_s_words)
{
  auto const x = this->row(std::vector<float>{0.5F, 2, 3, 4});
  acre::jit::elementwise const reversed(
      "float32 x, raw float32 y", "float32 z",
      "z = 0; if (x < 1) continue; z = x - y[_ind.size() - 1 - i]");
  EXPECT_TRUE(equals(reversed.template make<float>(x, x), {0.0F, -1.0F, 1.0F, 3.5F}));
  auto const counts = acre::zeros<std::int32_t>(this->space, shape(2));
  acre::jit::elementwise const count("float32 x", "raw int32 counts",
                                     "atomicAdd(&counts[x > 2], 1)");
  count(x, counts);
  EXPECT_TRUE(equals(counts, {2, 2}));
  // C's names of functions of float are acre's
  acre::jit::elementwise const of_float("float32 x", "float32 y", "y = expf(x) * sinf(x)");
  auto const expected = acre::evaluate(acre::exp(x) * acre::sin(x));
  EXPECT_TRUE(acre::array_equal(of_float.template make<float>(x), expected));
  acre::jit::elementwise const inverse("float64 p", "float64 y",
                                       "y = erfinv(erf(p)) + normcdfinv(normcdf(p))");
  EXPECT_NEAR(inverse.template make<double>(this->row(std::vector<double>{0.75}))(0).item(), 1.5,
              1e-14);
}

}  // namespace
