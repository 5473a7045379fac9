// Kernels from text: expressions over whatever operands, and what is refused.
#include <acre/device/graph.hpp>
#include <acre/elementwise.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/jit_kernels.hpp>

using acre::shape;
using acre::jit::elementwise;
using acre_test::alike, acre_test::jit_kernels, acre_test::equals, acre_test::error_of,
    acre_test::noise;

namespace {

TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

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

TYPED_TEST(jit_kernels, know_calls_again_by_all_that_they_hang_on)
{
  elementwise const f("T x, T y", "T z", "z = x * 2 - y", "f");
  auto const x = this->row(noise<float>(64)), y = this->row(noise<float>(64, 1)),
             z = acre::zeros<float>(this->space, shape(64));
  auto const even = acre::slice({}, {}, 2);
  for (int round = 0; round < 3; ++round) {
    // alike but for addresses, and for numbers and their dtype
    for (std::int64_t from : {0, 16, 32}) {
      auto const part = acre::slice(from, from + 16);
      z(acre::ALL) = 0.0f;
      f(x(part), y(part), z(part));
      EXPECT_TRUE(alike(z(part), x(part) * 2 - y(part)));
      EXPECT_EQ(acre::to_vector(z(acre::slice((from + 16) % 64, (from + 16) % 64 + 16))),
                std::vector<float>(16));
    }
    for (float const number : {1.5f, 2.5f}) {
      f(x, number, z);
      EXPECT_TRUE(alike(z, x * 2 - number));
    }
    f(x, 7, z);
    EXPECT_TRUE(alike(z, x * 2 - 7.0f));
    f(x, true, z);
    EXPECT_TRUE(alike(z, x * 2 - 1.0f));
    // other alignment, strides, extents, rank
    f(x(acre::slice(1, 33)), y(acre::slice(0, 32)), z(acre::slice(3, 35)));
    EXPECT_TRUE(alike(z(acre::slice(3, 35)), x(acre::slice(1, 33)) * 2 - y(acre::slice(0, 32))));
    f(x(even), y(acre::slice(0, 32)), z(acre::slice(0, 32)));
    EXPECT_TRUE(alike(z(acre::slice(0, 32)), x(even) * 2 - y(acre::slice(0, 32))));
    f(x(acre::slice(0, 1)), y, z);
    EXPECT_TRUE(alike(z, x(acre::slice(0, 1)) * 2 - y));
    f(x.reshape(shape(8, 8)), y.reshape(shape(8, 8)).transpose(), z.reshape(shape(8, 8)));
    EXPECT_TRUE(alike(z.reshape(shape(8, 8)),
                      x.reshape(shape(8, 8)) * 2 - y.reshape(shape(8, 8)).transpose()));
  }
  // the same layouts, but what is written lies in what is read
  auto const head = acre::slice(0, 32), next = acre::slice(4, 36);
  f(x(head), y(head), z(next));
  EXPECT_EQ(error_of<acre::value_error>([&] { f(x(head), y(head), x(next)); }),
            "jit::elementwise f: an output lies in memory that another operand reads at other "
            "positions; write to an array of its own");
  auto const wanted = acre::evaluate(x(head) * 2 - y(head));
  f(x(head), y(head), x(head));
  EXPECT_TRUE(alike(x(head), wanted));

  acre::jit::reduction const total("T x, float32 y", "float32 s", "x * y", "a + b", "", "-0.0",
                                   "total");
  for (int round = 0; round < 3; ++round) {
    auto const a = x.reshape(shape(8, 8));
    EXPECT_TRUE(alike(total.template make<float>(a, 2.0f, acre::axes(0)),
                      acre::sum(a * 2.0f, acre::axes(0))));
    EXPECT_TRUE(alike(total.template make<float>(a, 3.0f, acre::axes(1)),
                      acre::sum(a * 3.0f, acre::axes(1))));
    EXPECT_TRUE(alike(total.template make<float>(y(head), y(head)), acre::sum(y(head) * y(head))));
    EXPECT_TRUE(alike(total.template make<float>(y(next), y(next)), acre::sum(y(next) * y(next))));
  }
}

/// On a GPU a kernel may start while the one before it ends.
TYPED_TEST(jit_kernels, read_what_the_kernel_before_them_wrote)
{
  elementwise const f("T x", "T z", "z = x + 1", "f");
  acre::jit::reduction const last("T x", "T y", "x", "max(a, b)", "", "0", "last");
  auto const space = this->space.new_queue();
  for (std::int64_t const n : {10, 100000}) {
    auto const a = acre::zeros<double>(space, shape(n)), b = acre::zeros<double>(space, shape(n));
    for (int round = 1; round <= 100; ++round) {
      f(a, b);
      f(b, a);
      auto const most = last.template make<double>(a);
      f(most, b(acre::slice(n - 1, n)));
      f(b(acre::slice(n - 1, n)), a(acre::slice(0, 1)));
      a(acre::slice(0, 1)) = a(acre::slice(0, 1)) - 2.0;
      ASSERT_EQ(acre::to_vector(a), std::vector<double>(static_cast<std::size_t>(n), 2.0 * round));
    }
  }
}

TYPED_TEST(jit_kernels, of_another_queue_wait_for_it)
{
  elementwise const f("T x", "T z", "z = x + 1", "f");
  auto const other = this->space.new_queue();
  auto const here = acre::zeros<double>(this->space, shape(100000)),
             there = acre::zeros<double>(other, shape(100000));
  for (int round = 0; round < 20; ++round) {
    f(here, there);
    f(there, here);
  }
  EXPECT_EQ(acre::to_vector(here), std::vector<double>(100000, 40.0));
}

TYPED_TEST(jit_kernels, may_be_called_first_where_a_graph_is_captured)
{
  auto const x = acre::from_host(this->space, {1.0, 2.0}), y = acre::zeros_like(x);
  elementwise const f("T x", "T y", "y = 7.125 * x + y", "first"), wrong("T x", "T y", "y = +* x");
  auto const steps = acre::capture(this->space, [=] { f(x, y); });
  steps.replay();
  EXPECT_EQ(acre::to_vector(y), (std::vector{14.25, 28.5}));
  EXPECT_NE(acre_test::error_of<acre::compile_error>(
                [&] { acre::capture(this->space, [=] { wrong(x, y); }); }),
            "nothing");
  steps.replay();
  EXPECT_EQ(acre::to_vector(y), (std::vector{21.375, 42.75})) << "the queue goes on";
}

/// Numbers of H in kernels from text, beside float32's and a rounding.
template <class H, class Space>
void halves_are_read_as_float_and_rounded_where_written(Space const& space)
{
  auto const row = [&]<class T>(std::vector<T> const& v) { return acre::from_host<T>(space, v); };
  using acre::evaluate, acre::to_vector;
  auto const wide = noise<float>(1001);
  auto const x = evaluate(acre::cast<H>(row(wide) * 100.0f)),
             y = evaluate(acre::cast<H>(row(noise<float>(1001, 1))));
  auto const fx = evaluate(acre::cast<float>(x)), fy = evaluate(acre::cast<float>(y));
  auto const same_bits = [](auto const& a, auto const& b) {
    auto const u = to_vector(a), v = to_vector(evaluate(b));
    if (u.size() != v.size()) return false;
    for (std::size_t k = 0; k < u.size(); ++k)
      if (u[k].bits() != v[k].bits() && u[k] == u[k]) return false;
    return true;
  };
  std::string const h = std::is_same_v<H, acre::float16> ? "float16" : "bfloat16";
  elementwise const f("T x, T y", "T z", "T const d = x - y; z = x > 0 ? d * d + 1 : 0.5", "f");
  EXPECT_TRUE(same_bits(f.template make<H>(x, y),
                        acre::cast<H>(where(fx > 0, (fx - fy) * (fx - fy) + 1, 0.5f))));
  elementwise const g("raw T x, " + h + " y, T a, int32 k", "float32 wide, T z",
                      "wide = exp(y) * a; z = x[x.size() - 1 - i]; z *= a + k; z += pow(y, 2)",
                      "g");
  auto const [e, z] = g.template make<float, H>(x, y, H(0.1f), 2);
  float const a = H(0.1f);
  EXPECT_TRUE(alike(e, exp(fy) * a));
  auto const flipped = evaluate(x(acre::slice({}, {}, -1)));
  auto const product = evaluate(acre::cast<H>(acre::cast<float>(flipped) * (a + 2)));
  EXPECT_TRUE(same_bits(z, acre::cast<H>(acre::cast<float>(product) + pow(fy, 2.0f))));
  auto const strided = x(acre::slice(1, {}, 2));
  elementwise const twice("T x", "T y", "y = 2 * x", "twice");
  EXPECT_TRUE(same_bits(twice.template make<H>(strided), strided + strided));
}

TYPED_TEST(jit_kernels, take_halves)
{
  halves_are_read_as_float_and_rounded_where_written<acre::float16>(this->space);
  halves_are_read_as_float_and_rounded_where_written<acre::bfloat16>(this->space);
  elementwise const f("float16 x", "float16 y", "y = x", "f");
  auto const x = acre::zeros<float>(this->space, shape(3));
  EXPECT_EQ(
      error_of<acre::dtype_error>([&] { static_cast<void>(f.template make<acre::float16>(x)); }),
      "jit::elementwise f: 'x' is float16, but the argument is an array of float32");
}

}  // namespace
