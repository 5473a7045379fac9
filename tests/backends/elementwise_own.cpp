// Functions of one's own as terms of expressions.

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/own.hpp>
#include <acre/elementwise/tie.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/reduction.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/on_space.hpp>

#include <Kokkos_Pair.hpp>

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
/// The reduction by composed and at_one, in one struct.
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

struct three {
  float sum;
  std::int32_t more;
  bool less;
};
struct three_of {
  KOKKOS_FUNCTION three operator()(float x, std::int8_t n) const
  {
    return {x + static_cast<float>(n), n + 1000, x < static_cast<float>(n)};
  }
};
template <class T>
struct two {
  T sum, difference;
};
struct both_ways {
  template <class T>
  KOKKOS_FUNCTION two<T> operator()(T x, T y) const
  {
    return {x + y, x - y};
  }
};

struct kokkos_pair_of {
  KOKKOS_FUNCTION Kokkos::pair<double, int> operator()(double x) const
  {
    return {-x, static_cast<int>(100 * x)};
  }
};

TYPED_TEST(elementwise_own, have_several_results)
{
  using acre::tie;
  for (auto const& space : acre_test::instances<TypeParam>())
    for (std::int64_t const n : {0, 1, 3, 70, 5000, 70001}) {
      auto const x = place(space, noise<float>(n, 1));
      auto const k = evaluate(acre::cast<std::int8_t>(place(space, noise<float>(n, 2)) * 100.0F));
      auto const [a, b, c] = evaluate(elementwise(three_of{}, x, k));
      static_assert(acre_test::has_dtype<std::int32_t, decltype(b)>);
      static_assert(acre_test::has_dtype<bool, decltype(c)>);
      auto const as_float = evaluate(acre::cast<float>(k));
      EXPECT_TRUE(equals(a, to_vector(x + as_float))) << n;
      EXPECT_TRUE(equals(b, to_vector(acre::cast<std::int32_t>(k) + 1000))) << n;
      EXPECT_TRUE(equals(c, to_vector(x < as_float))) << n;

      // to slices of arrays of other dtypes, at any alignment, and in turn
      auto const sums = acre::full(space, shape(n + 1), -1.0);
      auto const more = acre::full<std::int64_t>(space, shape(2 * n), -1);
      auto const less = acre::full(space, shape(n), false);
      tie(sums(slice(1, acre::none)), more(slice(0, acre::none, 2)), less) =
          elementwise(three_of{}, x, k);
      EXPECT_TRUE(equals(sums(slice(1, acre::none)), to_vector(acre::cast<double>(a))));
      EXPECT_TRUE(equals(more(slice(0, acre::none, 2)), to_vector(acre::cast<std::int64_t>(b))));
      EXPECT_TRUE(equals(less, to_vector(c)));
      EXPECT_EQ(sums(0).item(), -1.0);
      EXPECT_EQ(sum(more(slice(1, acre::none, 2))).item(), -n);
    }
}

TYPED_TEST(elementwise_own, several_results_broadcast_and_may_be_operands)
{
  using acre::tie;
  auto const a = place(this->space, noise<double>(40 * 70, 1), shape(40, 70));
  auto const b = place(this->space, noise<double>(70, 2));
  auto const sum = evaluate(a + b), difference = evaluate(a - b);
  acre::array<double, 2, TypeParam> p, q;
  tie(p, q) = elementwise(both_ways{}, a, b);
  EXPECT_TRUE(equals(p, to_vector(sum)));
  EXPECT_TRUE(equals(q, to_vector(difference)));
  // across, reversed, from columns
  auto const t = acre::zeros<double>(this->space, shape(70, 40));
  tie(t.transpose(), q(slice(acre::none, acre::none, -1))) = elementwise(both_ways{}, a, b);
  EXPECT_TRUE(equals(t.transpose(), to_vector(sum)));
  EXPECT_TRUE(equals(q(slice(acre::none, acre::none, -1)), to_vector(difference)));
  // in place, at the same positions and at others
  p = copy(a);
  tie(p, q) = elementwise(both_ways{}, p, b);
  EXPECT_TRUE(equals(p, to_vector(sum)));
  EXPECT_TRUE(equals(q, to_vector(difference)));
  auto const line = place(this->space, noise<double>(5000, 3)), was = copy(line);
  auto const rest = acre::zeros<double>(this->space, shape(4999));
  tie(line(slice(1, acre::none)), rest) = elementwise(both_ways{}, line(slice(0, -1)), 1.0);
  EXPECT_TRUE(equals(line(slice(1, acre::none)), to_vector(was(slice(0, -1)) + 1.0)));
  EXPECT_TRUE(equals(rest, to_vector(was(slice(0, -1)) - 1.0)));
  // of two that are the same, or overlap, the last one stays
  tie(rest, rest) = elementwise(both_ways{}, was(slice(0, -1)), 1.0);
  EXPECT_TRUE(equals(rest, to_vector(was(slice(0, -1)) - 1.0)));
  tie(line(slice(1, acre::none)), line(slice(0, -1))) =
      elementwise(both_ways{}, was(slice(0, -1)), 1.0);
  EXPECT_TRUE(equals(line(slice(0, -1)), to_vector(was(slice(0, -1)) - 1.0)));
  EXPECT_EQ(line(4999).item(), was(4998).item() + 1.0);

  EXPECT_EQ(error_of<acre::shape_error>([&] { tie(p, t) = elementwise(both_ways{}, a, b); }),
            "tie: arrays that are written together have one shape, not (40,70) and (70,40)");
  EXPECT_EQ(error_of<acre::shape_error>([&] { tie(rest, rest) = elementwise(both_ways{}, b, b); }),
            "could not broadcast input array from shape (70,) into shape (4999,)");
  EXPECT_EQ(error_of<acre::value_error>([&] {
              auto const wide = acre::broadcast_to(b, shape(40, 70));
              tie(p, wide) = elementwise(both_ways{}, a, b);
            }).substr(0, 40),
            "assignment destination is read-only: alo");
}

TYPED_TEST(elementwise_own, expressions_are_computed_together)
{
  auto const x = place(this->space, noise<double>(3000, 1), shape(30, 100));
  auto const y = place(this->space, noise<double>(100, 2));
  auto const [q, r] = evaluate(divmod(x, y));
  EXPECT_TRUE(equals(q, to_vector(acre::floor_divide(x, y))));
  EXPECT_TRUE(equals(r, to_vector(x % y)));
  auto const [e, s, both] = evaluate(std::tuple(exp(y), sqrt(y * y), x > y));
  EXPECT_EQ(e.shape(), shape(30, 100));
  EXPECT_TRUE(equals(e(3), to_vector(exp(y))));
  EXPECT_TRUE(equals(s(29), to_vector(acre::abs(y))));
  EXPECT_TRUE(equals(both, to_vector(x > y)));
  auto const f = acre::zeros<float>(this->space, shape(30, 100)), g = copy(f);
  acre::tie(f, g) = std::pair(x + 1.0, x - y);
  EXPECT_TRUE(equals(f, to_vector(acre::cast<float>(x + 1.0))));
  EXPECT_TRUE(equals(g, to_vector(acre::cast<float>(x - y))));
  auto const [minus, hundred] = evaluate(elementwise(kokkos_pair_of{}, y));
  EXPECT_TRUE(equals(minus, to_vector(-y)));
  EXPECT_TRUE(equals(hundred, to_vector(acre::cast<std::int32_t>(100.0 * y))));
  acre::generator g1(1), g2(1);
  auto const uniform = g1.uniform<float>(this->space, shape(5000));
  auto const normal = g1.normal<float>(this->space, shape(5000));
  auto const [u, v] = evaluate(std::pair(uniform, normal));
  EXPECT_TRUE(equals(u, to_vector(g2.uniform<float>(this->space, shape(5000)))));
  EXPECT_TRUE(equals(v, to_vector(g2.normal<float>(this->space, shape(5000)))));
}

}  // namespace
