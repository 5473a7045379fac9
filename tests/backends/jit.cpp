// Kernels that are compiled while the program runs: element by element.

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/print.hpp>
#include <acre/device/spaces.hpp>
#include <acre/elementwise.hpp>
#include <acre/jit.hpp>
#include <acre/random/philox.hpp>
#include <acre/reduce/reduction.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

using acre::shape;
using acre::jit::elementwise;
using acre_test::equals, acre_test::error_of, acre_test::noise;

namespace {

namespace fs = std::filesystem;

/// A cache of the test's own, so that it compiles.
class folder {
 public:
  folder() : before_(std::getenv("ACRE_CACHE_DIR") ? std::getenv("ACRE_CACHE_DIR") : "")
  {
    std::string path = (fs::temp_directory_path() / "acre-jit-test-XXXXXX").string();
    path_ = mkdtemp(path.data());
    setenv("ACRE_CACHE_DIR", cache().c_str(), 1);
  }
  ~folder()
  {
    std::error_code ignored;
    fs::permissions(path_, fs::perms::owner_all, ignored);
    fs::remove_all(path_, ignored);
    setenv("ACRE_CACHE_DIR", before_.c_str(), 1);
  }
  std::string cache() const { return (path_ / "deep" / "cache").string(); }
  fs::path const& path() const { return path_; }

 private:
  std::string before_;
  fs::path path_;
};

template <class Space>
class jit_kernels : public acre_test::on_space<Space> {
 protected:
  using acre_test::on_space<Space>::row;
  template <class T>
  auto row(std::vector<T> const& v) const
  {
    return acre::from_host<T>(this->space, v);
  }
  static void SetUpTestSuite() { cache_ = new folder; }
  static void TearDownTestSuite() { delete cache_; }
  void SetUp() override
  {
    static std::string const missing = [] {
      try {
        Space const space;
        acre::backends::compiler_of(space.queue()).identity(space.queue());
        return std::string();
      } catch (acre::backend_error const& e) {
        return std::string(e.what());
      }
    }();
    if (!missing.empty()) GTEST_SKIP() << missing;
  }
  static folder* cache_;
};
template <class Space>
folder* jit_kernels<Space>::cache_ = nullptr;
TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

template <class A, class B>
::testing::AssertionResult alike(A const& a, B const& b)
{
  return equals(a, acre::to_vector(b));
}

TYPED_TEST(jit_kernels, are_expressions_from_text)
{
  elementwise const squared_diff("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff");
  auto const x = this->row(noise<float>(1001)), y = this->row(noise<float>(1001, 1));
  auto const wanted = acre::evaluate((x - y) * (x - y));
  EXPECT_TRUE(alike(squared_diff.template make<float>(x, y), wanted));
  auto const z = acre::zeros<float>(this->space, shape(1001));
  squared_diff(x, y, z);
  EXPECT_TRUE(alike(z, wanted));
  squared_diff(x, y, x);  // in place
  EXPECT_TRUE(alike(x, wanted));
  auto const a = this->row(noise<double>(77)), b = this->row(noise<double>(77, 1));
  EXPECT_TRUE(alike(squared_diff.template make<double>(a, b), (a - b) * (a - b)));
  EXPECT_TRUE(alike(squared_diff.template make<double>(a + b, 2.0), (a + b - 2.0) * (a + b - 2.0)));
}

TYPED_TEST(jit_kernels, broadcast_and_take_any_layout)
{
  elementwise const f("T x, T y", "T z", "z = x * 2 - y", "f");
  auto const x = this->row(noise<float>(60)).reshape(shape(3, 4, 5));
  auto const y = this->row(noise<float>(5, 1));
  auto const column = this->row(noise<float>(4, 2)).reshape(shape(4, 1));
  EXPECT_TRUE(alike(f.template make<float>(x, y), x * 2 - y));
  EXPECT_TRUE(alike(f.template make<float>(column, y), column * 2 - y));
  EXPECT_TRUE(alike(f.template make<float>(y, x), y * 2 - x));
  EXPECT_TRUE(alike(f.template make<float>(x.transpose(), column.transpose().reshape(shape(4, 1))),
                    x.transpose() * 2 - column));
  acre::slice const reversed{{}, {}, -2};
  EXPECT_TRUE(alike(
      f.template make<float>(x(acre::ALL, reversed, acre::slice(1, 5)),
                             x(acre::ALL, reversed, acre::slice(0, 4))),
      x(acre::ALL, reversed, acre::slice(1, 5)) * 2 - x(acre::ALL, reversed, acre::slice(0, 4))));
  auto const z = acre::zeros<float>(this->space, shape(4, 5, 3));
  f(x, y, z.transpose(shape(2, 0, 1)));
  EXPECT_TRUE(alike(z.transpose(shape(2, 0, 1)), x * 2 - y));
  EXPECT_TRUE(alike(f.template make<float>(x(0, 0, 0), x(1, 1, 1)), x(0, 0, 0) * 2 - x(1, 1, 1)));
  EXPECT_EQ(f.template make<float>(x(acre::slice(0, 0)), y).shape(), shape(0, 4, 5));
  auto const large = this->row(noise<float>(40000)).reshape(shape(2, 20000));
  EXPECT_TRUE(alike(f.template make<float>(large, large(0)), large * 2 - large(0)));
}

TYPED_TEST(jit_kernels, have_several_outputs_dtypes_and_the_number_of_the_element)
{
  elementwise const split("float64 x, int32 k, S s", "int64 whole, float64 rest, bool odd",
                          "whole = static_cast<long long>(floor(x)); rest = x - whole;\n"
                          "odd = ((k + i) & 1) != 0; if (odd) rest += s",
                          "split");
  auto const x = this->row(noise<double>(15)).reshape(shape(3, 5));
  auto const k = this->row(std::vector<std::int32_t>{0, 1, 2, 3, 4});
  auto const [whole, rest, odd] = split.template make<std::int64_t, double, bool>(x, k, 1.5f);
  std::vector<std::int64_t> wholes;
  std::vector<double> rests;
  std::vector<unsigned char> odds;
  auto const xs = acre::to_vector(x);
  for (int i = 0; i < 15; ++i) {
    double const w = std::floor(xs[static_cast<std::size_t>(i)]);
    bool const is_odd = ((i % 5 + i) & 1) != 0;
    wholes.push_back(static_cast<std::int64_t>(w));
    rests.push_back(xs[static_cast<std::size_t>(i)] - w + (is_odd ? 1.5 : 0.0));
    odds.push_back(is_odd ? 1 : 0);
  }
  EXPECT_TRUE(equals(whole, wholes));
  EXPECT_TRUE(equals(rest, rests));
  EXPECT_EQ(acre::to_vector(odd), odds);

  // in an array that is written by columns, i counts in C order all the same
  elementwise const number("", "int64 n", "n = i", "number");
  auto const n = acre::zeros<std::int64_t>(this->space, shape(5, 3));
  number(n.transpose());
  EXPECT_TRUE(alike(n.transpose(), acre::arange(this->space, std::int64_t{15})));
  // and what is not assigned stays
  elementwise const some("T x", "T y", "if (x > 0) y = x", "some");
  auto const y = this->row({7.0, 8.0, 9.0});
  some(this->row({1.0, -1.0, 2.0}), y);
  EXPECT_TRUE(equals(y, {1.0, 8.0, 2.0}));
}

TYPED_TEST(jit_kernels, read_raw_operands_where_they_like)
{
  elementwise const pairs("raw T x", "T y", "y = x[i] + x[x.size() - 1 - i]", "pairs");
  auto const x = this->row(noise<float>(31)), y = acre::zeros<float>(this->space, shape(31));
  pairs(x, y);
  EXPECT_TRUE(alike(y, x + x(acre::slice({}, {}, -1))));
  elementwise const transposed("raw T x, int64 k", "T y", "y = x(i % k, i / k)", "transposed");
  auto const a = this->row(noise<double>(12)).reshape(shape(3, 4));
  auto const b = acre::zeros<double>(this->space, shape(4, 3));
  transposed(a, 3, b);
  EXPECT_TRUE(alike(b, a.transpose()));
  transposed(a.transpose().transpose(), 3, b);
  EXPECT_TRUE(alike(b, a.transpose()));
}

TYPED_TEST(jit_kernels, call_acres_functions_with_the_same_bits)
{
  elementwise const f("T x, T y", "T z",
                      "z = exp(-x * x) + sin(x) * pow(fabs(x), y) - acre::log1p(fabs(y)) * tanh(x)"
                      " + lgamma(x) * cbrt(y) + erf(x) / atan2(x, y)",
                      "f");
  auto const check = [&]<class T>(T) {
    auto const x = this->row(noise<T>(4099)), y = this->row(noise<T>(4099, 1));
    using namespace acre;
    EXPECT_TRUE(alike(f.template make<T>(x, y), exp(-x * x) + sin(x) * pow(abs(x), y) -
                                                    log1p(abs(y)) * tanh(x) + lgamma(x) * cbrt(y) +
                                                    erf(x) / arctan2(x, y)));
  };
  check(1.0f);
  check(1.0);
  // integers as in C++: in double
  elementwise const g("int32 n", "float64 z", "z = sqrt(n) + pow(n, 2) + max(n, 2.5) + abs(n - 3)",
                      "g");
  EXPECT_TRUE(equals(g.template make<double>(this->row({1, 4, 9})),
                     {1.0 + 1 + 2.5 + 2, 2.0 + 16 + 4 + 1, 3.0 + 81 + 9 + 6}));
  elementwise const random("uint32 key", "uint32 a, uint32 b",
                           "auto const r = philox4x32_10({{(std::uint32_t)i, 1, 2, 3}}, key, 5);"
                           " a = r.w[0]; b = r.w[3]",
                           "random_words");
  auto const a = acre::zeros<std::uint32_t>(this->space, shape(9)),
             b = acre::zeros<std::uint32_t>(this->space, shape(9));
  random(17, a, b);
  for (std::uint32_t i = 0; i < 9; ++i) {
    auto const r = acre::philox4x32_10({{i, 1, 2, 3}}, 17, 5);
    EXPECT_EQ(a(i).item(), r.w[0]);
    EXPECT_EQ(b(i).item(), r.w[3]);
  }
}

TYPED_TEST(jit_kernels, take_complex_numbers)
{
  auto const check = [&]<class R>(R) {
    using complex = acre::complex<R>;
    auto const z = acre::evaluate(acre::cast<complex>(this->row(noise<R>(1001))) +
                                  complex(0, 1) * this->row(noise<R>(1001, 1)));
    auto const w = acre::evaluate(z(acre::slice({}, {}, -1)) * complex(R(0.5), R(-2)));
    elementwise const all("Z z, Z w, Z s", "Z sum, Z product, Z quotient, R size",
                          "sum = z + w - s; product = z * w; quotient = z / w; size = abs(z)",
                          "arithmetic");
    auto const [sum, product, quotient, size] =
        all.template make<complex, complex, complex, R>(z, w, complex(1, 2));
    EXPECT_TRUE(alike(sum, z + w - complex(1, 2)));
    EXPECT_TRUE(alike(product, z * w));
    EXPECT_TRUE(alike(quotient, z / w));
    EXPECT_TRUE(alike(size, abs(z)));
    elementwise const functions("Z z", "Z e, Z l, Z root, R angle, Z mirrored",
                                "e = exp(z), l = log(z), root = sqrt(z); angle = arg(z); "
                                "mirrored = conj(z); mirrored.real(-z.real())",
                                "functions");
    auto const [e, l, root, angle, mirrored] =
        functions.template make<complex, complex, complex, R, complex>(z);
    EXPECT_TRUE(alike(e, exp(z)));
    EXPECT_TRUE(alike(l, log(z)));
    EXPECT_TRUE(alike(root, sqrt(z)));
    EXPECT_TRUE(alike(angle, acre::angle(z)));
    EXPECT_TRUE(alike(real(mirrored), -real(z)));
    EXPECT_TRUE(alike(imag(mirrored), -imag(z)));
    acre::jit::reduction const dot("Z z, Z w", "Z s", "conj(z) * w", "a + b", "", "Z(-0.0, -0.0)",
                                   "dot");
    EXPECT_TRUE(alike(dot.template make<complex>(z, w), acre::sum(conj(z) * w)));
    auto const table = z(acre::slice(0, 1000)).reshape(shape(10, 100));
    EXPECT_TRUE(alike(dot.template make<complex>(table, complex(1, 0), acre::axes(0)),
                      acre::sum(conj(table) * complex(1, 0), 0)));
  };
  check(double());
  check(float());
  // a real number beside complex ones, and a module's arrays
  auto const x = this->row({1.0, 2.0, 3.0});
  elementwise const turned("float64 x, complex128 by", "complex<double> z", "z = x * by; z += 1.0",
                           "turned");
  EXPECT_TRUE(equals(turned.template make<acre::complex<double>>(x, 2),
                     std::vector<acre::complex<double>>{{3, 0}, {5, 0}, {7, 0}}));
  acre::jit::module const lesson(R"(
    KOKKOS_FUNCTION void turn(launch_thread const& t, array_ref<complex<double>, 1> z,
                              complex<double> by)
    {
      if (t.x() < z.extent[0]) z(t.x()) *= by;
    })");
  auto const z = turned.template make<acre::complex<double>>(x, 2);
  lesson.kernel("turn")(this->space, {.grid = {1}, .block = {4}}, z, acre::complex<double>(0, 1));
  EXPECT_TRUE(equals(z, std::vector<acre::complex<double>>{{0, 3}, {0, 5}, {0, 7}}));
}

TYPED_TEST(jit_kernels, round_products_and_sums_apart_unless_asked)
{
  auto const x = this->row({1.0f + 0x1p-12f}), y = this->row({-1.0f - 0x1p-11f});
  elementwise const apart("T x, T y", "T z", "z = x * x + y", "apart");
  EXPECT_TRUE(equals(apart.template make<float>(x, y), {0.0f}));
  elementwise const once("T x, T y", "T z", "z = fma(x, x, y)", "once");
  EXPECT_TRUE(equals(once.template make<float>(x, y), {0x1p-24f}));
}

TYPED_TEST(jit_kernels, take_a_preamble_and_flags)
{
  elementwise const f("T x", "T y", "y = twice(x) + OFFSET", "f",
                      {.preamble = "template <class T> KOKKOS_INLINE_FUNCTION T twice(T x)\n"
                                   "{\n  return 2 * x;\n}",
                       .flags = {"-DOFFSET=3"}});
  EXPECT_TRUE(equals(f.template make<int>(this->row({1, 2})), {5, 7}));
}

TYPED_TEST(jit_kernels, say_what_does_not_compile_and_where)
{
  auto const x = this->row({1.0f});
  elementwise const wrong("T x", "T y", "T const a = x;\ny = a +* ;", "wrong_one");
  try {
    static_cast<void>(wrong.template make<float>(x));
    FAIL() << "it compiled";
  } catch (acre::compile_error const& e) {
    std::string const log = e.log();
    EXPECT_TRUE(log.find("wrong_one:2") != log.npos || log.find("wrong_one(2)") != log.npos) << log;
    EXPECT_EQ(std::string(e.what()).rfind("jit: jit::elementwise wrong_one does not compile; ", 0),
              0u);
  }
  // and the next one does
  EXPECT_TRUE(
      equals(elementwise("T x", "T y", "y = x + 1", "right").template make<float>(x), {2.0f}));
}

TYPED_TEST(jit_kernels, refuse_arguments_that_do_not_fit)
{
  elementwise const f("T x, float32 y, raw T r", "T z", "z = x + y + r[0]", "f");
  auto const x = acre::zeros<float>(this->space, shape(3)),
             z = acre::zeros<float>(this->space, shape(3));
  auto const d = acre::zeros<double>(this->space, shape(3));
  using acre::value_error, acre::dtype_error, acre::shape_error;
  EXPECT_EQ(error_of<value_error>([&] { f(x, x, z); }),
            "jit::elementwise f takes 4 arguments (T x, float32 y, raw T r, T z), and was given 3");
  EXPECT_EQ(error_of<dtype_error>([&] { f(x, x, x, d); }),
            "jit::elementwise f: T is float32 by 'x' and float64 by 'z'; convert one with astype");
  EXPECT_EQ(error_of<dtype_error>([&] { f(d, d, d, d); }),
            "jit::elementwise f: 'y' is float32, but the argument is an array of float64");
  EXPECT_EQ(error_of<value_error>([&] { f(x, x, x, 1.0f); }),
            "jit::elementwise f: the output 'z' is a number");
  EXPECT_EQ(error_of<shape_error>([&] { f(x, x(acre::slice(0, 2)), x, z); }),
            "jit::elementwise f: 'y' of shape (2,) does not broadcast to (3,) of 'z'");
  EXPECT_EQ(error_of<value_error>([&] { f(z(acre::slice(1, 3)), 1.0f, x, z(acre::slice(0, 2))); }),
            "jit::elementwise f: an output lies in memory that another operand reads at other "
            "positions; write to an array of its own");
  elementwise const g("int32 k, T x", "T y, T z", "y = x; z = k", "g");
  EXPECT_EQ(error_of<dtype_error>([&] { g(2.5, x, x, z); }),
            "jit::elementwise g: 'k' is int32, but the argument is a number of float64");
  EXPECT_EQ(error_of<shape_error>([&] { g(2, x, x, z(acre::slice(0, 2))); }),
            "jit::elementwise g: the outputs 'y' and 'z' have the shapes (3,) and (2,)");
  EXPECT_EQ(error_of<value_error>([&] { static_cast<void>(g.template make<float>(2, x)); }),
            "jit::elementwise g has 2 outputs, and make<…>() names 1");
  elementwise const h("T x", "T y", "y = x", "h");
  auto const c = acre::zeros<acre::complex<float>>(this->space, shape(3));
  EXPECT_EQ(
      error_of<dtype_error>([&] { h(c, x); }),
      "jit::elementwise h: T is complex64 by 'x' and float32 by 'y'; convert one with astype");
  EXPECT_EQ(error_of<dtype_error>([&] { g(2, acre::complex<double>(1, 2), x, x); }),
            "jit::elementwise g: 'x' is float32 as T, but the argument is a number of complex128");
}

struct times {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x, T y) const
  {
    return x * y;
  }
};
struct plus {
  template <class T>
  KOKKOS_FUNCTION T operator()(T a, T b) const
  {
    return a + b;
  }
};
struct root {
  template <class T>
  KOKKOS_FUNCTION T operator()(T a) const
  {
    return acre::math::sqrt(a);
  }
};

TYPED_TEST(jit_kernels, reduce_with_the_bits_of_compiled_reductions)
{
  acre::jit::reduction const norm("T x, T y", "T z", "x * y", "a + b", "z = sqrt(a)", "-0.0",
                                  "norm");
  auto const wanted = acre::reduction(times{}, plus{}, root{}, -0.0f);
  auto const x = acre::evaluate(abs(this->row(noise<float>(600000)))), y = this->row({1.5f});
  EXPECT_TRUE(alike(norm.template make<float>(x, y), wanted(x, y)));
  for (auto const& extents : {shape(3, 4, 50000), shape(64, 65, 66)}) {
    auto const a = x(acre::slice(0, acre::size_of(extents))).reshape(extents);
    EXPECT_TRUE(alike(norm.template make<float>(a, a, acre::axes(2)), wanted(a, a, acre::axes(2))));
    EXPECT_TRUE(
        alike(norm.template make<float>(a, 2.0f, acre::axes(0)), wanted(a, 2.0f, acre::axes(0))));
    EXPECT_TRUE(alike(norm.template make<float>(a, 2.0f, acre::axes(0, 2), acre::keepdims),
                      wanted(a, 2.0f, acre::axes(0, 2), acre::keepdims)));
    EXPECT_TRUE(alike(norm.template make<float>(a.transpose(), 2.0f), wanted(a.transpose(), 2.0f)));
  }
  EXPECT_TRUE(equals(norm.template make<float>(x(acre::slice(0, 0)), 1.0f), {-0.0f}));
  auto const none = acre::zeros<float>(this->space, shape(3, 0));
  EXPECT_TRUE(equals(norm.template make<float>(none, 1.0f, acre::axes(1)), {-0.0f, -0.0f, -0.0f}));
}

TYPED_TEST(jit_kernels, reduce_anything_and_refuse_the_rest)
{
  acre::jit::reduction const last_even("int32 n", "int64 k", "n % 2 == 0 ? i : -1", "a > b ? a : b",
                                       "", "-1", "last_even");
  EXPECT_TRUE(equals(last_even.template make<std::int64_t>(this->row({3, 4, 6, 5, 8, 1})),
                     {std::int64_t{4}}));
  auto const x = acre::zeros<float>(this->space, shape(3));
  acre::jit::reduction const f("T x", "T y", "x", "a + b", "", "0", "f");
  EXPECT_EQ(error_of<acre::dtype_error>([&] { static_cast<void>(f.template make<double>(x)); }),
            "jit::reduction f: T is float32 by 'x' and float64 by 'y'; convert one with astype");
  EXPECT_EQ(error_of<acre::value_error>([&] { static_cast<void>(f.template make<float>(x, x)); }),
            "jit::reduction f takes 1 inputs (T x), and was given 2");
  EXPECT_EQ(error_of<acre::index_error>(
                [&] { static_cast<void>(f.template make<float>(x, acre::axes(1))); }),
            "axis 1 is out of bounds for array of dimension 1");
  acre::jit::reduction const wrong("T x", "T y", "x", "a + ", "", "0", "wrong");
  EXPECT_NE(error_of<acre::compile_error>([&] {
              static_cast<void>(wrong.template make<float>(x));
            }).find("wrong"),
            std::string::npos);
  EXPECT_EQ(error_of<acre::value_error>(
                [] { acre::jit::reduction("T x", "T y, T z", "x", "a + b", "", "0", "f"); }),
            "jit::reduction f: a reduction has one output, which is not raw");
  EXPECT_EQ(error_of<acre::value_error>(
                [] { acre::jit::reduction("T x", "T y", "x", "a + b", "", "", "f"); }),
            "jit::reduction f: a reduction has an identity, such as '0' or '-0.0' of a sum");
}

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

TYPED_TEST(jit_kernels, are_kept_on_disk)
{
  folder const own;
  auto const x = this->row({1.0f, 2.0f});
  auto const add = [&](char const* number) {
    elementwise const f("T x", "T y",
                        std::string("y = x + ") + number + "; // for " + TypeParam::name, "add");
    return acre::to_vector(f.template make<float>(x));
  };
  auto const before = acre::jit::cache_info();
  EXPECT_EQ(before.folder, own.cache());
  EXPECT_EQ(add("10.25f"), (std::vector<float>{11.25f, 12.25f}));
  auto const compiled = acre::jit::cache_info();
  EXPECT_EQ(compiled.misses, before.misses + 1);
  EXPECT_EQ(compiled.problem, "");
  add("10.25f");  // the process has it already
  EXPECT_EQ(acre::jit::cache_info().misses, compiled.misses);

  int files = 0;
  for (auto const& entry : fs::directory_iterator(own.cache())) {
    ++files;
    EXPECT_EQ(entry.path().filename().string().size(), 64u);
    struct stat s;
    ASSERT_EQ(stat(entry.path().c_str(), &s), 0);
    EXPECT_EQ(s.st_mode & 0077, 0u);
  }
  EXPECT_EQ(files, 1);
  struct stat s;
  ASSERT_EQ(stat(own.cache().c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0700u);
}

TYPED_TEST(jit_kernels, do_without_a_cache_that_cannot_be_used)
{
  folder const own;
  auto const x = this->row({1.0f, 2.0f});
  auto const add = [&](char const* number) {
    elementwise const f("T x", "T y",
                        std::string("y = x + ") + number + "; // for " + TypeParam::name, "add");
    return acre::to_vector(f.template make<float>(x));
  };
  std::ofstream(own.path() / "file") << "text";
  setenv("ACRE_CACHE_DIR", (own.path() / "file" / "below").c_str(), 1);
  EXPECT_EQ(add("20.5f"), (std::vector<float>{21.5f, 22.5f}));
  EXPECT_NE(acre::jit::cache_info().problem.find("cannot be made: Not a directory"),
            std::string::npos)
      << acre::jit::cache_info().problem;
  fs::create_directory(own.path() / "open");
  fs::permissions(own.path() / "open", fs::perms::all);
  setenv("ACRE_CACHE_DIR", (own.path() / "open").c_str(), 1);
  EXPECT_EQ(add("30.5f"), (std::vector<float>{31.5f, 32.5f}));
  EXPECT_EQ(acre::jit::cache_info().problem,
            (own.path() / "open").string() + " may be written to by others");
  EXPECT_TRUE(fs::is_empty(own.path() / "open"));
  setenv("ACRE_CACHE_DIR", "off", 1);
  EXPECT_EQ(add("40.5f"), (std::vector<float>{41.5f, 42.5f}));
  EXPECT_EQ(acre::jit::cache_info().folder, "");
}

/// What a process of its own says: the sum that its kernel gives, and what the cache did. It is
/// this program again, which runs the test below alone.
class other_process {
 public:
  other_process()
      : pipe_(popen(("ACRE_JIT_TEST_PROCESS=1 '" + fs::read_symlink("/proc/self/exe").string() +
                     "' --gtest_filter=jit_cache.is_filled_by_a_process")
                        .c_str(),
                    "r"))
  {}
  std::string said() const
  {
    std::string all, report;
    char some[256];
    while (std::fgets(some, sizeof some, pipe_) != nullptr) all += some;
    EXPECT_EQ(pclose(pipe_), 0) << all;
    auto const from = all.find("report:");
    return from == all.npos ? all : all.substr(from, all.find('\n', from) - from);
  }

 private:
  std::FILE* pipe_;
};

TEST(jit_cache, is_filled_by_a_process)
{
  if (std::getenv("ACRE_JIT_TEST_PROCESS") == nullptr) GTEST_SKIP() << "for other processes";
  acre::serial const space;
  auto const x = acre::from_host(space, {1.0, 2.0, 3.0});
  elementwise const f("T x", "T y", "y = 3 * x + 0.25", "of_processes");
  double const value = sum(f.make<double>(x));
  auto const done = acre::jit::cache_info();
  std::printf("report: %g hits %d misses %d%s\n", value, static_cast<int>(done.hits),
              static_cast<int>(done.misses), done.problem.c_str());
}

TEST(jit_cache, is_filled_by_several_processes_at_once)
{
  folder const own;
  std::string const made = "report: 18.75 hits 0 misses 1", found = "report: 18.75 hits 1 misses 0";
  for (int round = 0; round < 2; ++round) {
    std::vector<other_process> together(4);
    int compiled = 0;
    for (auto const& each : together) {
      std::string const said = each.said();
      EXPECT_TRUE(said == made || said == found) << said;
      compiled += said == made;
    }
    EXPECT_GE(compiled, 1);
    // one file, and nothing half-written beside it
    ASSERT_EQ(std::distance(fs::directory_iterator(own.cache()), fs::directory_iterator()), 1);
    fs::path const file = fs::directory_iterator(own.cache())->path();
    EXPECT_EQ(file.filename().string().size(), 64u);
    EXPECT_EQ(other_process().said(), found);
    // what is damaged is made anew
    fs::resize_file(file, fs::file_size(file) / 2);
    EXPECT_EQ(other_process().said(), made);
    EXPECT_EQ(other_process().said(), found);
    fs::remove(file);
  }
}

TEST(jit_declarations, are_checked_when_the_kernel_is_made)
{
  auto const made = [](char const* inputs, char const* outputs, char const* name = "f") {
    return error_of<acre::value_error>([&] { elementwise(inputs, outputs, "", name); });
  };
  EXPECT_EQ(made("T x", "T z"), "nothing");
  EXPECT_EQ(made("  unsigned   x,\n std::int8_t y, float64 w", "raw bool z"), "nothing");
  EXPECT_EQ(
      made("T x,", "T z"),
      "jit::elementwise f: '' is no declaration: it is a type and a name, such as 'float32 x', "
      "'T x' or 'raw T x'");
  EXPECT_EQ(made("T x y", "T z"),
            "jit::elementwise f: 'T x y' is no declaration: it is a type and a name, such as "
            "'float32 x', 'T x' or 'raw T x'");
  EXPECT_EQ(made("flaot x", "T z"),
            "jit::elementwise f: unknown type 'flaot' of 'x': it is a dtype (bool, int8 to int64, "
            "uint8 to uint64, float32, float64, complex64, complex128, or int, float, double as in "
            "C++) or one capital letter, which stands for what the arguments have");
  EXPECT_EQ(made("T x", ""), "jit::elementwise f: no output is declared");
  EXPECT_EQ(made("T x", "T x"), "jit::elementwise f: two operands are named 'x'");
  EXPECT_EQ(made("T i", "T x"),
            "jit::elementwise f: no operand is named 'i', the number of the element");
  EXPECT_EQ(made("T x", "T z", "my kernel"),
            "jit::elementwise: the name 'my kernel' is none of C++");
}

TEST(jit_compilers, are_named_where_they_are_missing)
{
  acre::serial const space;
  folder const own;
  auto const x = acre::from_host(space, {1.0f});
  auto const run = [&](char const* text) {
    return error_of<acre::backend_error>(
        [&] { static_cast<void>(elementwise("T x", "T y", text, "f").make<float>(x)); });
  };
  setenv("ACRE_JIT_CXX", "/nowhere/c++", 1);
  EXPECT_EQ(
      run("y = x * 3"),
      "jit: ACRE_JIT_CXX names '/nowhere/c++', which is no program here; kernels of serial and "
      "openmp are compiled with it: name a C++ compiler, such as g++ or clang++");
  unsetenv("ACRE_JIT_CXX");
  std::string const path = std::getenv("PATH") ? std::getenv("PATH") : "";
  setenv("PATH", own.path().c_str(), 1);
  EXPECT_EQ(
      run("y = x * 3"),
      "jit: no C++ compiler was found for kernels of serial and openmp: neither c++ nor g++ nor "
      "clang++ is in PATH; install one (Debian and Ubuntu: g++) or name one in ACRE_JIT_CXX");
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
