// Functions of one's own as terms of expressions.

#include <acre/array/copy.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/reduction.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

using acre::elementwise, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

namespace {

template <class Space>
using elementwise_own = acre_test::on_space<Space>;
TYPED_TEST_SUITE(elementwise_own, acre_test::spaces, acre_test::space_names);

struct squared_difference {
  template <class T>
  KOKKOS_FUNCTION T operator()(T x, T y) const
  {
    T const d = x - y;
    return d * d;
  }
};
struct choose {
  KOKKOS_FUNCTION double operator()(bool c, float x, std::int64_t n, double y) const
  {
    return c ? static_cast<double>(x) * static_cast<double>(n) : y;
  }
};
struct scaled {
  float factor;
  KOKKOS_FUNCTION float operator()(float x) const { return x * factor; }
};
struct longer {
  KOKKOS_FUNCTION long long operator()(int x) const { return x + 1LL; }
};
struct look_up {
  acre::array_ref<double, 1> table;
  KOKKOS_FUNCTION double operator()(int i) const { return table(i); }
};

TYPED_TEST(elementwise_own, are_terms_of_expressions)
{
  for (std::int64_t const n : {1, 7, 1000, 70001}) {
    auto const vx = noise<double>(n, 1), vy = noise<double>(n, 2);
    auto const x = place(this->space, vx), y = place(this->space, vy);
    std::vector<double> wanted;
    for (std::size_t i = 0; i < vx.size(); ++i)
      wanted.push_back((vx[i] + 1 - vy[i]) * (vx[i] + 1 - vy[i]) * 2);
    auto const z = evaluate(elementwise(squared_difference{}, x + 1.0, y) * 2.0);
    EXPECT_TRUE(equals(z, wanted)) << n;
    EXPECT_EQ(sum(elementwise(squared_difference{}, x + 1.0, y) * 2.0).item(), sum(z).item());
    EXPECT_TRUE(equals(elementwise(scaled{3}, place(this->space, noise<float>(n))),
                       to_vector(place(this->space, noise<float>(n)) * 3.0F)));
  }
}

TYPED_TEST(elementwise_own, take_each_operand_in_its_dtype)
{
  auto const c = this->template row<bool>({true, false, true});
  auto const x = this->template row<float>({0.5F, 1, 2});
  auto const n = this->template row<std::int8_t>({100, -3, 7});
  auto const r = elementwise(choose{}, c, x, n, 0.25);
  static_assert(acre_test::has_dtype<double, decltype(r)>);
  EXPECT_TRUE(equals(r, {50.0, 0.25, 14.0}));
  static_assert(acre_test::has_dtype<std::int64_t, decltype(elementwise(longer{}, n))>);
  EXPECT_TRUE(equals<std::int64_t>(elementwise(longer{}, n), {101, -2, 8}));
  auto const table = this->template row<double>({5, 6, 7, 8});
  EXPECT_TRUE(
      equals(elementwise(look_up{table.ref()}, this->template row<int>({3, 0})), {8.0, 5.0}));
}

TYPED_TEST(elementwise_own, broadcast_and_take_any_strides)
{
  auto const a = place(this->space, noise<double>(35), shape(5, 7));
  auto const b = place(this->space, noise<double>(7, 1));
  EXPECT_TRUE(equals(elementwise(squared_difference{}, a, b), to_vector((a - b) * (a - b))));
  auto const t = a.transpose();
  EXPECT_TRUE(equals(elementwise(squared_difference{}, t, b.reshape(shape(7, 1))),
                     to_vector((t - b.reshape(shape(7, 1))) * (t - b.reshape(shape(7, 1))))));
  auto const s = a(acre::ALL, slice(acre::none, acre::none, -2));
  EXPECT_TRUE(equals(elementwise(squared_difference{}, s, 1.0), to_vector((s - 1.0) * (s - 1.0))));
  EXPECT_EQ(error_of<acre::shape_error>([&] { elementwise(squared_difference{}, a, t); }),
            "operands could not be broadcast together with shapes (5,7) (7,5)");
}

TYPED_TEST(elementwise_own, of_long_and_random_operands)
{
  // blocks of long functions, and random numbers, which come in packets
  auto const x = place(this->space, noise<double>(5000));
  EXPECT_TRUE(equals(elementwise(squared_difference{}, exp(x), x),
                     to_vector(square(evaluate(exp(x)) - x))));
  acre::generator g(1), again(1);
  auto const random = g.uniform<float>(this->space, shape(5000));
  auto const known = evaluate(again.uniform<float>(this->space, shape(5000)));
  EXPECT_TRUE(equals(elementwise(scaled{2}, random), to_vector(known * 2.0F)));
  double const value = elementwise(squared_difference{}, sum(x), 1.0);
  EXPECT_EQ(value, (sum(x).item() - 1) * (sum(x).item() - 1));
}

struct add_two {
  KOKKOS_FUNCTION double operator()(double a, double b) const { return a + b; }
};
struct times {
  double factor;
  KOKKOS_FUNCTION double operator()(double a) const { return factor * a; }
};
/// x -> a x + b: does not commute.
struct affine {
  double a, b;
};
struct affine_of {
  KOKKOS_FUNCTION affine operator()(double a, float b) const { return {a, b}; }
};
struct composed {
  KOKKOS_FUNCTION affine operator()(affine f, affine g) const
  {
    return {f.a * g.a, f.b * g.a + g.b};
  }
};
struct at_one {
  KOKKOS_FUNCTION double operator()(affine f) const { return f.a + f.b; }
};
/// The same in one struct.
struct composition {
  using value_type = affine;
  KOKKOS_FUNCTION affine identity() const { return {1, 0}; }
  KOKKOS_FUNCTION affine empty() const { return {1, 0}; }
  KOKKOS_FUNCTION affine combine(affine f, affine g) const { return composed{}(f, g); }
  KOKKOS_FUNCTION double finish(affine f) const { return at_one{}(f); }
};

TYPED_TEST(elementwise_own, functions_make_reductions)
{
  auto const mean_square = acre::reduction(squared_difference{}, add_two{}, times{1.0 / 70}, -0.0);
  auto const whole = acre::reduction(affine_of{}, composed{}, at_one{}, affine{1, 0});
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, noise<double>(5 * 70 * 300, 1), shape(5, 70, 300));
    auto const y = place(space, noise<double>(70 * 300, 2), shape(70, 300));
    auto const difference = x - y;
    EXPECT_TRUE(equals(mean_square(x, y, acre::axes(1)),
                       to_vector(sum(difference * difference, 1) * (1.0 / 70))));
    EXPECT_EQ(mean_square(x, 0.5).item(), sum((x - 0.5) * (x - 0.5)).item() * (1.0 / 70));
    EXPECT_EQ(mean_square(x, y, acre::axes(0, -1), acre::keepdims).shape(), shape(1, 70, 1));
    std::vector<int> const which{0, 2};
    EXPECT_EQ(mean_square(x, y, acre::axis_set{which}, acre::keepdims).shape(), shape(1, 70, 1));
    EXPECT_EQ(mean_square(x(slice(0, 0)), y).item(), 0.0);
    EXPECT_EQ(error_of<acre::shape_error>([&] { mean_square(x, y.transpose()); }).substr(0, 8),
              "operands");
    EXPECT_EQ(error_of<acre::index_error>([&] { mean_square(x, y, acre::axes(3)); }),
              "axis 3 is out of bounds for array of dimension 3");

    auto const b = place(space, noise<float>(300, 3));
    for (int const axis : {0, 2})
      EXPECT_TRUE(equals(whole(0.9 + 0.1 * x, b, acre::axes(axis)),
                         to_vector(reduce(acre::elementwise(affine_of{}, 0.9 + 0.1 * x, b),
                                          composition{}, axis))));
  }
}

}  // namespace
