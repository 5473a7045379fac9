// Kernels from text are taken by the compilers of GPUs that are there, whether a GPU is or not.

#include <acre/array/creation.hpp>
#include <acre/backends.hpp>
#include <acre/error.hpp>
#include <acre/jit.hpp>
#include <acre/jit/detail/untyped.hpp>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>

using acre::shape;

namespace {

/// Opens a private member of a jit kernel: an explicit instantiation of a template may name
/// one.
template <class Kernel, auto Inside>
struct opened {
  friend auto inside(Kernel const& kernel) { return kernel.*Inside; }
};
auto inside(acre::jit::elementwise const&);
auto inside(acre::jit::reduction const&);
auto inside(acre::jit::kernel const&);
template struct opened<acre::jit::elementwise, &acre::jit::elementwise::kernel_>;
template struct opened<acre::jit::reduction, &acre::jit::reduction::kernel_>;
template struct opened<acre::jit::kernel, &acre::jit::kernel::kernel_>;

/// NVRTC or hipRTC, which compiles and keeps nothing.
class vendor : public acre::backends::kernel_compiler {
 public:
  vendor(acre::backends::kernel_dialect dialect, char const* prefix,
         std::vector<char const*> libraries, std::vector<char const*> options)
      : dialect_(dialect), prefix_(prefix), options_(std::move(options))
  {
    for (char const* const name : libraries)
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  bool is_there() const { return library_ != nullptr; }
  int compiled = 0;

  acre::backends::kernel_dialect dialect() const override { return dialect_; }
  std::string identity(acre::backends::queue&) override { return prefix_; }
  std::string compile(acre::backends::queue&, acre::backends::kernel_source const& source) override
  {
    void* program = nullptr;
    call<void**, char const*, char const*, int, char const* const*, char const* const*>(
        "CreateProgram", &program, source.text.c_str(), "acre", 0, nullptr, nullptr);
    int const status = call<void*, int, char const* const*>(
        "CompileProgram", program, static_cast<int>(options_.size()), options_.data());
    std::size_t bytes = 0;
    call<void*, std::size_t*>("GetProgramLogSize", program, &bytes);
    std::string log(bytes, '\0');
    if (bytes > 0) call<void*, char*>("GetProgramLog", program, log.data());
    EXPECT_EQ(status, 0) << prefix_ << ": " << source.name << '\n' << log;
    if (dialect_ == acre::backends::kernel_dialect::cuda) {
      call<void*, std::size_t*>("GetPTXSize", program, &bytes);
      std::string ptx(bytes, '\0');
      call<void*, char*>("GetPTX", program, ptx.data());
      expect_early_start(source.name, ptx);
    }
    call<void**>("DestroyProgram", &program);
    ++compiled;
    return "code";
  }
  std::shared_ptr<acre::backends::kernel_library> load(acre::backends::queue&,
                                                       std::string const&) override
  {
    struct found : acre::backends::kernel_library {
      void* find(char const*) override { return this; }
    };
    return std::make_shared<found>();
  }
  void launch(acre::backends::queue&, void*, acre::backends::kernel_size const&, void const*,
              std::size_t) override
  {}
  /// backends/gpu_common/early_start.hpp, rules 1 and 2: a kernel waits before it reads memory, and
  /// reads it as memory that others write. (A module's kernels are launched as usual.)
  static void expect_early_start(std::string const& name, std::string const& ptx)
  {
    if (name.find("module") != name.npos) return;
    std::size_t const kernel = ptx.find(".entry"), wait = ptx.find("griddepcontrol.wait", kernel);
    EXPECT_LT(kernel, wait) << name;
    EXPECT_LT(wait, ptx.find("ld.global", kernel)) << name;
    EXPECT_EQ(ptx.find("ld.global.nc"), ptx.npos) << name;
  }

 private:
  template <class... A>
  int call(char const* name, A... arguments) const
  {
    auto* const f = reinterpret_cast<int (*)(A...)>(dlsym(library_, (prefix_ + name).c_str()));
    if (f == nullptr) throw acre::backend_error("no " + prefix_ + name);
    return f(arguments...);
  }

  acre::backends::kernel_dialect dialect_;
  std::string prefix_;
  std::vector<char const*> options_;
  void* library_ = nullptr;
};

template <class... A>
std::vector<acre::detail::jit::operand> operands_of(A const&... a)
{
  return {acre::detail::jit::operand_of(a)...};
}

/// Each of these functions of NumPy's once.
std::string calls(char const* to, char const* arguments, std::vector<char const*> const& names)
{
  std::string text;
  for (char const* const name : names)
    text += std::string(to) + " += vocabulary::" + name + '(' + arguments + ");\n";
  return text;
}
void compile_vocabulary(vendor& by)
{
  std::vector<char const*> const of_one{
      "negative", "absolute",      "sign",       "square",         "reciprocal",
      "isnan",    "isfinite",      "isinf",      "isposinf",       "isneginf",
      "signbit",  "floor",         "ceil",       "trunc",          "rint",
      "round",    "modf_fraction", "modf_whole", "frexp_mantissa", "frexp_exponent",
      "spacing",  "fabs",          "real",       "imag",           "conjugate",
      "angle",    "deg2rad",       "rad2deg",    "sinc",           "sqrt",
      "cbrt",     "exp",           "exp2",       "expm1",          "log",
      "log2",     "log10",         "log1p",      "softplus",       "sin",
      "cos",      "tan",           "arcsin",     "arccos",         "arctan",
      "sinh",     "cosh",          "tanh",       "arcsinh",        "arccosh",
      "arctanh",  "erf",           "erfc",       "lgamma",         "tgamma",
      "i0"},
      of_two{"add",         "subtract",   "multiply",     "true_divide",   "equal",   "not_equal",
             "less",        "less_equal", "greater",      "greater_equal", "maximum", "minimum",
             "fmax",        "fmin",       "floor_divide", "remainder",     "fmod",    "power",
             "float_power", "heaviside",  "logaddexp2",   "arctan2",       "hypot",   "logaddexp",
             "copysign",    "nextafter",  "ldexp"},
      of_integers{"add",        "subtract",    "multiply",    "floor_divide", "remainder",
                  "fmod",       "gcd",         "lcm",         "power",        "maximum",
                  "left_shift", "right_shift", "bitwise_and", "bitwise_or",   "bitwise_xor",
                  "less",       "equal"},
      of_complex{"negative", "square", "reciprocal", "sign", "rint",    "round",   "conjugate",
                 "sinc",     "sqrt",   "exp",        "exp2", "expm1",   "log",     "log2",
                 "log10",    "log1p",  "sin",        "cos",  "tan",     "arcsin",  "arccos",
                 "arctan",   "sinh",   "cosh",       "tanh", "arcsinh", "arccosh", "arctanh"};
  auto const space = acre::serial();
  auto const x = acre::zeros<double>(space, shape(100)), y = acre::zeros<double>(space, shape(100));
  auto const f = acre::zeros<float>(space, shape(100));
  auto const z = acre::zeros<acre::complex<double>>(space, shape(100));
  auto const n = acre::zeros<std::int8_t>(space, shape(100));
  auto const u = acre::zeros<std::uint64_t>(space, shape(100));
  auto const h = acre::zeros<acre::float16>(space, shape(100));
  auto const b = acre::zeros<bool>(space, shape(100));
  acre::jit::elementwise const reals("", "float64 y, float32 f",
                                     calls("y", "y", of_one) + calls("y", "y, y", of_two) +
                                         calls("f", "f", of_one) + calls("f", "f, f", of_two),
                                     "reals");
  run(*inside(reals), by, operands_of(y, f));
  acre::jit::elementwise const others(
      "float64 x", "int8 n, uint64 u, complex128 z, float16 h, bool b",
      calls("n", "n, n", of_integers) + calls("u", "u, u", of_integers) +
          calls("z", "z", of_complex) +
          "n = vocabulary::bitwise_count(n) + vocabulary::invert(n) + vocabulary::absolute(n);\n"
          "z = vocabulary::power(vocabulary::true_divide(z, z), z);\n"
          "u += vocabulary::less(n, u);  // as they are\n"
          "b = vocabulary::less(z, z) || vocabulary::iscomplex(z) || vocabulary::logical_not(b);\n"
          "h = acre::float16(vocabulary::converted<double>(vocabulary::exp(h)));\n"
          "n = vocabulary::converted<std::int8_t>(x);\n"
          "h = vocabulary::where<float>(b, h, vocabulary::multiple_of(f(h), 100.0, true));\n"
          "z = vocabulary::nan_to_num(z, x, x, x)",
      "others",
      {.preamble = "#include <stdint.h>\n#include <cmath>\n"
                   "__device__ float f(float x) { return x + float(int8_t(0)); }"});
  run(*inside(others), by, operands_of(x, n, u, z, h, b));
}

void compile_all(vendor& by)
{
  using acre::complex;
  auto const space = acre::serial();
  auto const x = acre::zeros<float>(space, shape(100)), y = acre::zeros<float>(space, shape(100));
  auto const z = acre::zeros<complex<double>>(space, shape(10, 10)),
             w = acre::zeros<complex<double>>(space, shape(10, 10));
  auto const r = acre::zeros<double>(space, shape(10, 10));
  auto const n = acre::zeros<std::int64_t>(space, shape(100));
  auto const u = acre::zeros<std::uint32_t>(space, shape(100));
  auto const small = acre::zeros<std::int8_t>(space, shape(100));

  acre::jit::elementwise const real(
      "T x, int8 k, raw int64 n", "T y, uint32 u",
      "y = pow(exp(x), k) + lgamma(x) + sin(x) * erf(x) + atan2(x, y) + n[i]; u = max(k, 3)",
      "real");
  run(*inside(real), by, operands_of(x, small, n, y, u));
  acre::jit::elementwise const complex_one(
      "Z z, complex64 s", "Z w, float64 r",
      "w = exp(z) * 2.0 / (z + s) - log(z) * sqrt(conj(z)); w *= 3; r = abs(z) + arg(w)",
      "complex_one");
  run(*inside(complex_one), by, operands_of(z, complex<float>(1, 2), w, r));
  run(*inside(complex_one), by, operands_of(z.transpose(), complex<float>(1, 2), w, r));

  acre::jit::reduction const norm("Z z", "Z s", "z * conj(z)", "a + b", "", "Z(-0.0, -0.0)",
                                  "norm");
  auto const out = acre::zeros<complex<double>>(space, shape(10));
  std::int64_t const extents[] = {10, 10};
  for (int axis : {0, 1}) {
    bool const reduced[] = {axis == 0, axis == 1};
    run(*inside(norm), by, operands_of(z, out), extents, reduced, [](std::int64_t count) {
      return std::shared_ptr<void>(std::malloc(static_cast<std::size_t>(16 * count)), std::free);
    });
  }

  // what a reduction combines: a struct; and an element's index along each axis
  auto const least = acre::detail::jit::make_reduction(
      "T x", "int64 at", "least(x, i)", "a.value < b.value ? a : b", "at = a.at", "", "least_at",
      {.preamble = "struct least {\n"
                   "  __device__ least() : value(INFINITY), at(-1) {}\n"
                   "  __device__ least(double v, std::int64_t k) : value(v), at(k) {}\n"
                   "  double value;\n  std::int64_t at;\n};\n"},
      "least");
  auto const places = acre::zeros<std::int64_t>(space, shape(10));
  for (int axis : {0, 1}) {
    bool const reduced[] = {axis == 0, axis == 1};
    run(*least, by, operands_of(r, places), extents, reduced, [](std::int64_t count) {
      return std::shared_ptr<void>(std::malloc(static_cast<std::size_t>(16 * count)), std::free);
    });
  }
  acre::jit::elementwise const placed(
      "raw T x", "T y",
      "y = x[_ind.get()] + x[0] * _ind.size() * _ind.ndim * _ind.shape()[1] * M_PI", "placed");
  run(*inside(placed), by, operands_of(r, acre::zeros<double>(space, shape(10, 10))));

  acre::jit::module const lesson(R"(
    KOKKOS_FUNCTION void turn(launch_thread const& t, array_ref<complex<double>, 2> z,
                              complex<double> by)
    {
      if (t.x() < z.extent[0]) z(t.x(), 0) *= by;
    }
    KOKKOS_FUNCTION void count(thread_block& block, array_ref<std::int64_t, 1> n,
                               array_ref<unsigned, 1> u, float* x)
    {
      float* const part = block.scratch<float>(64);
      block.for_each_thread([&](launch_thread const& t) {
        part[t.rank()] = fabs(x[t.x()]);
        atomic_add(u(0), 1u);
        atomic_max(n(0), n(1));
        atomic_min(u(1), u(2));
        atomic_fetch_or(u(1), atomic_exchange(n(0), n(1)) > 2 ? 1u : 2u);
        atomic_fetch_max(x[1], x[2]);
        float seen = atomic_load(x[3]);
        while (!atomic_compare_exchange(x[3], seen, 2 * seen)) {
        }
      });
      float const all = block.sum(part);
      block.for_each_thread([&](launch_thread const& t) {
        if (t.rank() == 0) atomic_add(x[0], all);
      });
    })");
  acre::launch_size const size{.grid = {1}, .block = {64}, .scratch = 256};
  run(*inside(lesson.kernel("turn")), by, space.queue(), size,
      operands_of(z, complex<double>(1, 2)));
  run(*inside(lesson.kernel("count")), by, space.queue(), size, operands_of(n, u, x));
  acre::jit::module const of_cuda(R"(
    __device__ __forceinline__ int cut(int v, int most) { return max(0, min(v, most)); }
    extern "C" __global__ void __launch_bounds__(256)
    grid(float const* __restrict__ x, float* y, long long* n, unsigned* u, int count, float by)
    {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= count) return;
      y[cut(i, gridDim.y * count)] = by * expf(x[i]) + rsqrtf(powf(x[i], 2)) + sqrtf(x[i]);
      atomicAdd(&u[0], 1);
      atomicMax(n, n[1]);
      atomicAdd(y, 1.0f);
      atomicCAS(u, 1u, atomicExch(u + 1, 2u));
    })");
  run(*inside(of_cuda.kernel("grid")), by, space.queue(), size,
      operands_of(x, x, n, u, std::int64_t{9}, 2.0));
  compile_vocabulary(by);
  EXPECT_EQ(by.compiled, 13);
}

class jit_texts : public testing::Test {
 protected:
  void SetUp() override { setenv("ACRE_CACHE_DIR", "off", 1); }
  void TearDown() override { unsetenv("ACRE_CACHE_DIR"); }
};

TEST_F(jit_texts, compile_with_hiprtc)
{
  vendor hiprtc(acre::backends::kernel_dialect::hip, "hiprtc",
                {"libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so", "/opt/rocm/lib/libhiprtc.so"},
                {"-std=c++20", "-w", "--offload-arch=gfx942", "-O1", "-ffp-contract=off"});
  if (!hiprtc.is_there()) GTEST_SKIP() << "hipRTC isn't there";
  compile_all(hiprtc);
}

TEST_F(jit_texts, compile_with_nvrtc)
{
  // which opens a library beside it, by its own rules
  vendor nvrtc(
      acre::backends::kernel_dialect::cuda, "nvrtc", {"libnvrtc.so.13", "libnvrtc.so.12"},
      {"-std=c++20", "-w", "--gpu-architecture=compute_90", "--define-macro=ACRE_JIT_EARLY",
       "--device-as-default-execution-space", "--fmad=false"});
  if (!nvrtc.is_there()) GTEST_SKIP() << "NVRTC isn't there";
  compile_all(nvrtc);
}

}  // namespace
