// Kernels from text: functions, complex numbers, flags and what the compiler says.
#include <acre/elementwise.hpp>
#include <acre/random/philox.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/jit_kernels.hpp>

using acre::shape;
using acre::jit::elementwise;
using acre_test::alike, acre_test::jit_kernels, acre_test::equals, acre_test::error_of,
    acre_test::noise;

namespace {

TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

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

/// The word of a kernel for a function of the table: C's.
std::string word_of(std::string name)
{
  return name.rfind("arc", 0) == 0 ? "a" + name.substr(3) : name;
}

TYPED_TEST(jit_kernels, call_every_elementary_function_of_integers)
{
  std::string text = "switch (which) {";
  std::vector<acre::array<double, 1, TypeParam>> wanted;
  auto const n = this->row({-3, 0, 1, 2, 7});
  auto const add = [&](std::string const& call, auto const& values) {
    text += " case " + std::to_string(wanted.size()) + ": z = " + call + "; break;";
    wanted.push_back(acre::evaluate(values));
  };
  auto const unary = [&]<class Op>(Op op) {
    if (Op::name == std::string("softplus")) return;  // acre::math has none
    add(word_of(Op::name) + "(n)", acre::detail::make_unary(acre::cast<double>(n), op));
  };
  auto const binary = [&]<class Op>(Op op) {
    if constexpr (requires { op(1.0, 2.0); })
      add(word_of(Op::name) + "(n, 2)", acre::detail::make_binary(acre::cast<double>(n), 2.0, op));
  };
  [&]<class... Op>(acre::detail::type_list<Op...>) {
    (unary(Op()), ...);
  }(acre::detail::elementary_functions());
  [&]<class... Op>(acre::detail::type_list<Op...>) {
    (binary(Op()), ...);
  }(acre::detail::elementary_pairs());
  elementwise const f("int32 n, int32 which", "float64 z", text + " default: z = 0; }",
                      "of_integers");
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_TRUE(alike(f.template make<double>(n, static_cast<int>(i)), wanted[i])) << text << i;
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
    EXPECT_EQ(
        std::string(e.message()).rfind("jit: jit::elementwise wrong_one does not compile; ", 0),
        0u);
  }
  // and the next one does
  EXPECT_TRUE(
      equals(elementwise("T x", "T y", "y = x + 1", "right").template make<float>(x), {2.0f}));
}

}  // namespace
