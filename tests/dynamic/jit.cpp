// Kernels from text on arrays whose dtype is known at run time only.
#include <acre/dynamic/jit.hpp>
#include <acre_test/jit_kernels.hpp>

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

}  // namespace
