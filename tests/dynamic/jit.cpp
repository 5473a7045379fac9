// Kernels from text on arrays whose dtype is known at run time only.
#include <acre/dynamic/fusion.hpp>
#include <acre/dynamic/jit.hpp>
#include <acre/dynamic/queue.hpp>
#include <acre/dynamic/reduce.hpp>
#include <acre_test/jit_kernels.hpp>

#include <array>
#include <cmath>
#include <optional>

using acre::dynamic_array, acre::shape;
using acre::dynamic::jit::argument;
using acre_test::equals, acre_test::error_of, acre_test::jit_kernels;

namespace {

TYPED_TEST_SUITE(jit_kernels, acre_test::spaces, acre_test::space_names);

TYPED_TEST(jit_kernels, make_outputs_of_the_dtypes_that_letters_say)
{
  acre::dynamic::jit::elementwise const f("T x, T y", "T sum, float32 half",
                                          "sum = x + y; half = 0.5f * x;", "f");
  EXPECT_EQ(f.inputs(), 2u);
  dynamic_array const x(acre::arange(this->space, 3.0)),
      y(acre::ones<double>(this->space, shape(2, 1)));
  auto const made = f.make(std::vector<argument>{x, y});
  ASSERT_EQ(made.size(), 2u);
  EXPECT_TRUE(equals((made[0].as<double, 2, TypeParam>()), {1.0, 2.0, 3.0, 1.0, 2.0, 3.0}));
  EXPECT_EQ(made[1].dtype(), acre::dtype::float32);
  dynamic_array const half(acre::zeros<float>(this->space, shape(3)));
  f(std::vector<argument>{x, acre::dynamic::scalar_value(2.0), x, half});
  EXPECT_TRUE(equals((x.as<double, 1, TypeParam>()), {2.0, 3.0, 4.0}));
  EXPECT_THROW(f.make(std::vector<argument>{acre::dynamic::scalar_value(2.0),
                                            acre::dynamic::scalar_value(2.0)}),
               acre::value_error);
  acre::dynamic::jit::elementwise const g("float32 x", "T y", "y = x", "g");
  EXPECT_EQ(error_of<acre::value_error>([&] { g.make(std::vector<argument>{made[1]}); }),
            "jit::elementwise g: no input says what 'T' is; pass the output 'y'");
}

TYPED_TEST(jit_kernels, launch_where_they_are_told)
{
  acre::dynamic::jit::kernel const increment(R"(
    KOKKOS_FUNCTION void increment(launch_thread const& t, array_ref<double, 1> x, double by)
    {
      for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += by;
    })",
                                             "increment");
  dynamic_array const x(acre::arange(this->space, 3.0));
  increment(this->space, {.grid = {1}, .block = {32}},
            std::vector<argument>{x, acre::dynamic::scalar_value(10.0)});
  EXPECT_TRUE(equals((x.as<double, 1, TypeParam>()), {10.0, 11.0, 12.0}));
}

TYPED_TEST(jit_kernels, reduce_along_axes_that_are_known_then)
{
  acre::dynamic::jit::reduction const norm("T x, T w", "T y", "w * x * x", "a + b", "y = sqrt(a)",
                                           "-0.0", "norm");
  EXPECT_EQ(norm.inputs(), 2u);
  dynamic_array const x(acre::arange(this->space, 6.0).reshape(shape(2, 3)));
  std::vector<argument> const given{x, acre::dynamic::scalar_value(4.0)};
  EXPECT_TRUE(equals((norm.make(given, std::vector{0}).template as<double, 1, TypeParam>()),
                     {6.0, 2 * std::sqrt(17.0), 2 * std::sqrt(29.0)}));
  EXPECT_EQ(norm.make(given, std::vector{-1}, true).shape().size(), 2u);
  EXPECT_EQ(acre::dynamic::item<double>(norm.make(given)), 2 * std::sqrt(55.0));
  dynamic_array const column(acre::zeros<double>(this->space, shape(3, 2))(acre::ALL, 0));
  norm(given, column, std::vector{0});  // whose elements have gaps
  EXPECT_TRUE(equals((column.template as<double, 1, TypeParam>()),
                     {6.0, 2 * std::sqrt(17.0), 2 * std::sqrt(29.0)}));
  norm(given, x.view(0, std::array{std::int64_t{3}}, std::array{std::int64_t{1}}), std::vector{0});
  EXPECT_EQ(acre::dynamic::item<double>(x.view(0, {}, {})), 6.0);  // over what it reads
  EXPECT_THROW(norm.make(given, std::vector{2}), acre::index_error);
  EXPECT_THROW(norm.make(given, std::vector{0, 0}), acre::value_error);
  EXPECT_THROW(norm(given, column), acre::shape_error);
  dynamic_array const none(acre::zeros<double>(this->space, shape(0, 3)));
  std::vector<argument> const no_elements{none, acre::dynamic::scalar_value(4.0)};
  EXPECT_EQ(norm.make(no_elements, std::vector{1}).size(), 0);
  EXPECT_TRUE(equals((norm.make(no_elements, std::vector{0}).template as<double, 1, TypeParam>()),
                     {-0.0, -0.0, -0.0}));
  acre::dynamic::jit::reduction const g("float32 x", "T y", "x", "a + b", "", "0", "g");
  EXPECT_THROW(g.make(std::vector<argument>{acre::dynamic::astype(x, acre::dtype::float32)}),
               acre::value_error);
}

TYPED_TEST(jit_kernels, reduce_what_is_of_another_type)
{
  using acre::dynamic::jit::reduction;
  std::string const place = R"(
    struct place {
      KOKKOS_INLINE_FUNCTION place() : value(-1), at(-1) {}
      KOKKOS_INLINE_FUNCTION place(float v, std::int64_t i) : value(v), at(i) {}
      float value;
      std::int64_t at;
    };)";
  reduction const argmax("float32 x", "int64 y", "place(x, i)", "a.value < b.value ? b : a",
                         "y = a.at", "", "argmax", {.preamble = place}, "place");
  dynamic_array const x(acre::from_host(this->space, std::vector{3.0f, 9.0f, 4.0f})),
      none(acre::zeros<float>(this->space, shape(0)));
  EXPECT_EQ(acre::dynamic::item<std::int64_t>(argmax.make(std::vector<argument>{x})), 1);
  EXPECT_EQ(error_of<acre::value_error>([&] { argmax.make(std::vector<argument>{none}); }),
            "zero-size array to reduction operation argmax which has no identity");
  reduction const wide("T x", "T y", "x * 0x1p124f", "a + b", "y = a * 0x1p-124", "-0.0", "wide",
                       {}, "double");
  EXPECT_EQ(acre::dynamic::item<float>(wide.make(std::vector<argument>{x})), 16.0f);
  reduction const number("T x", "T y", "x", "a + b", "", "", "number", {}, "double");
  EXPECT_THROW(number.make(std::vector<argument>{x}), acre::compile_error);
}

TYPED_TEST(jit_kernels, are_functions_that_were_written_down)
{
  namespace dynamic = acre::dynamic;
  using acre::dtype;
  dynamic_array const x(acre::arange(this->space, 6.0f).reshape(shape(2, 3))),
      row(acre::ones<float>(this->space, shape(3)));
  dynamic::jit::fusion f;
  auto const a = f.input(dtype::float32), b = f.input(dtype::float32);
  auto const root = f.unary("sqrt", f.binary("add", f.binary("multiply", a, a), b));
  auto const half = f.astype(f.where(f.binary("less", a, 2.0), root, b), dtype::float16);
  auto const alone = f.binary("floor_divide", b, std::int64_t{3});
  EXPECT_EQ(root.dtype, dtype::float32);
  EXPECT_THROW(f.unary("bitwise_count", a), acre::dtype_error);
  EXPECT_THROW(f.binary("left_shift", a, b), acre::dtype_error);
  EXPECT_THROW(f.unary("nothing", a), acre::value_error);
  EXPECT_THROW(f.number(std::int64_t{300}, dtype::uint8), acre::value_error);
  EXPECT_THROW(f.finish({}), acre::value_error);
  auto const kernel = f.finish(std::array{root, half, alone}, "written");
  auto const made = kernel(std::array{x, row});
  auto const eager =
      dynamic::unary("sqrt", dynamic::binary("add", dynamic::binary("multiply", x, x), row));
  EXPECT_EQ(dynamic::to_host(made[0]), dynamic::to_host(eager));
  EXPECT_EQ(dynamic::to_host(made[1]),
            dynamic::to_host(dynamic::astype(
                dynamic::where(dynamic::binary("less", x, 2.0), eager, row), dtype::float16)));
  EXPECT_EQ(made[2].shape().size(), 1u);  // of row alone
  std::array<std::optional<dynamic_array>, 3> const targets{x, std::nullopt, std::nullopt};
  kernel(std::array{x, row}, targets);
  EXPECT_EQ(dynamic::to_host(x), dynamic::to_host(eager));
  EXPECT_EQ(
      error_of<acre::shape_error>([&] {
        kernel(std::array{x, x.view(0, std::array{std::int64_t{2}}, std::array{std::int64_t{1}})});
      }),
      "operands could not be broadcast together with shapes (2,3) (2,)");
  EXPECT_THROW(kernel(std::array{x}), acre::value_error);
}

template <class Space>
using jit_operands = acre_test::on_space<Space>;
TYPED_TEST_SUITE(jit_operands, acre_test::spaces, acre_test::space_names);

TYPED_TEST(jit_operands, of_another_device_are_refused_or_numbers)
{
  namespace jit = acre::dynamic::jit;
  using first_space = std::variant_alternative_t<0, acre::dynamic_space>;
  first_space const first;
  dynamic_array const here(acre::ones<double>(first, shape(3))),
      there(acre::ones<double>(this->space, shape(3))),
      number(acre::full(this->space, shape(), 2.5)),
      half(acre::dynamic::astype(number, acre::dtype::float16));
  if (acre::dynamic::is_same_device(here.space(), there.space())) GTEST_SKIP() << "no other device";
  jit::elementwise const times("T x, T by", "T y", "y = x * by", "times");
  jit::reduction const total("T x, T by", "T y", "x * by", "a + b", "", "-0.0", "total");
  jit::kernel const scale(
      "extern \"C\" __global__ void scale(double* x, double by) { x[0] *= by; }", "scale");
  acre::dynamic::scalar_value const two = 2.0;
  acre::backends::launch_size const one{.grid = {1}, .block = {1}};
  std::string const text = std::string("the operands live on ") + acre::name(here.space()) +
                           " and " + acre::name(there.space()) +
                           "; copy one with copy_to(space, x)";
  auto const refused = [&](auto const& f) { EXPECT_EQ(error_of<acre::backend_error>(f), text); };
  refused([&] { times.make(std::vector<argument>{here, there}); });
  refused([&] { times(std::vector<argument>{here, two, there}); });
  refused([&] { times(std::vector<argument>{here, two, number}); });  // an output
  refused([&] { total.make(std::vector<argument>{here, there}); });
  refused([&] { total(std::vector<argument>{here, two}, number); });
  refused([&] { scale(here.space(), one, std::vector<argument>{there, two}); });
  refused([&] { scale(here.space(), one, std::vector<argument>{number, two}); });  // an address

  try {
    acre::backends::compiler_of(first.queue()).identity(first.queue());
  } catch (acre::backend_error const& e) {  // the next thing that is asked for
    EXPECT_EQ(
        error_of<acre::backend_error>([&] { times.make(std::vector<argument>{number, here}); }),
        e.message());
    GTEST_SKIP() << e.message();
  }
  for (dynamic_array const& by : {number, half}) {
    auto const made = times.make(std::vector<argument>{by, here});
    EXPECT_TRUE(equals((made[0].as<double, 1, first_space>()), {2.5, 2.5, 2.5}));
    EXPECT_EQ(acre::dynamic::item<double>(total.make(std::vector<argument>{here, by})), 7.5);
  }
  scale(here.space(), one, std::vector<argument>{here, number});
  EXPECT_TRUE(equals((here.as<double, 1, first_space>()), {2.5, 1.0, 1.0}));
}

}  // namespace
