// Reductions from text.
#include <acre/elementwise.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/reduction.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/jit_kernels.hpp>

using acre::shape;
using acre_test::alike, acre_test::jit_kernels, acre_test::equals, acre_test::error_of,
    acre_test::noise;

namespace {

TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

struct times {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x, T y) const
  {
    return x * y;
  }
};
struct same {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x) const
  {
    return x;
  }
};
struct plus {
  template <class T>
  KOKKOS_FUNCTION T operator()(T a, T b) const
  {
    return static_cast<T>(a + b);
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

/// Rows of whole tiles, of parts of one, of a few more elements than some, and of several levels.
TYPED_TEST(jit_kernels, reduce_rows_of_any_length_and_dtype)
{
  auto const check = [&]<class T>(T, std::int64_t length) {
    acre::jit::reduction const total("T x", "T y", "x", "a + b", "",
                                     std::is_integral_v<T> ? "0" : "-0.0", "total");
    auto const wanted =
        acre::reduction(same{}, plus{}, same{}, std::is_integral_v<T> ? T(0) : T(-0.0));
    std::vector<T> values(static_cast<std::size_t>(2 * length + 3));
    std::uint32_t state = 12345;
    for (T& v : values) {
      state = state * 1664525 + 1013904223;
      v = static_cast<T>(static_cast<double>(state >> 25) / 8);
    }
    auto const all = this->row(values);
    for (std::int64_t const first : {0, 1, 3})
      for (std::int64_t const rows : {1, 2}) {
        auto const x = all(acre::slice(first, first + rows * length)).reshape(shape(rows, length));
        EXPECT_TRUE(alike(total.template make<T>(x, acre::axes(1)), wanted(x, acre::axes(1))))
            << rows << " rows of " << length << " from " << first;
      }
  };
  for (std::int64_t const length : {1, 7, 63, 64, 65, 1000, 4095, 4096, 4097, 8192, 70001}) {
    check(std::int8_t(), length);
    check(float(), length);
    check(double(), length);
  }
  check(float(), 4096 * 4096 + 4099);
  auto const x = this->row(noise<float>(3000 * 64)).reshape(shape(3000, 64));  // many short rows
  acre::jit::reduction const norm("T x", "T y", "x * x", "a + b", "", "-0.0", "norm");
  EXPECT_TRUE(alike(norm.template make<float>(x, acre::axes(1)), acre::sum(x * x, acre::axes(1))));
  EXPECT_TRUE(alike(norm.template make<float>(x, acre::axes(0)), acre::sum(x * x, acre::axes(0))));
}

TYPED_TEST(jit_kernels, reduce_halves_in_float32)
{
  acre::jit::reduction const total("T x", "T y", "x", "a + b", "", "-0.0", "total"),
      largest("T x", "T y", "x", "a > b ? a : b", "y = 2 * a", "-1", "largest");
  auto const check = [&]<class H>(H) {
    for (int const n : {1, 63, 4097, 300001}) {
      auto const x = acre::evaluate(acre::cast<H>(this->row(noise<float>(n)) * 0.01f));
      EXPECT_EQ(total.template make<H>(x).item().bits(), acre::sum(x).item().bits()) << n;
    }
    auto const x =
        acre::evaluate(acre::cast<H>(this->row(noise<float>(999)))).reshape(shape(3, 333));
    auto const rows = largest.template make<H>(x, acre::axes(1)),
               columns = total.template make<H>(x, acre::axes(0));
    auto const wanted_rows = acre::evaluate(acre::cast<float>(acre::max(x, acre::axes(1))) * 2.0f);
    EXPECT_TRUE(alike(acre::evaluate(acre::cast<float>(rows)), wanted_rows));
    EXPECT_TRUE(alike(acre::evaluate(acre::cast<float>(columns)),
                      acre::evaluate(acre::cast<float>(acre::sum(x, acre::axes(0))))));
  };
  check(acre::float16());
  check(acre::bfloat16());
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

}  // namespace
