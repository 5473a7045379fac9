// Meaning of reductions: the expected values and messages are NumPy's (2.4).

#include <acre/elementwise/elementary.hpp>
#include <acre/math/complex.hpp>
#include <acre/math/exp.hpp>
#include <acre/math/log.hpp>
#include <acre/reduce/axes.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre/reduce/reduce.hpp>
#include <acre/reduce/sum.hpp>
#include <acre/reduce/variance.hpp>
#include <acre_test/on_space.hpp>

using acre::axes, acre::keepdims, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::place;

namespace {

/// The square root of a sum of squares, as a user would write it.
template <class T>
struct l2_norm {
  using value_type = T;
  KOKKOS_FUNCTION T identity() const { return T(0); }
  KOKKOS_FUNCTION T empty() const { return T(0); }
  KOKKOS_FUNCTION T combine(T a, T b) const { return a + b; }
  KOKKOS_FUNCTION T finish(T a) const { return Kokkos::sqrt(a); }
};

/// A reduction whose input, accumulator and result are of three types.
struct extremes {
  std::int32_t low, high;
};
struct range_reducer {
  using value_type = extremes;
  KOKKOS_FUNCTION extremes identity() const { return {2147483647, -2147483647 - 1}; }
  KOKKOS_FUNCTION extremes empty() const { return {0, 0}; }
  KOKKOS_FUNCTION extremes combine(extremes a, extremes b) const
  {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  }
  KOKKOS_FUNCTION std::int64_t finish(extremes a) const { return std::int64_t{a.high} - a.low; }
};
struct as_extremes : acre::detail::same_type {
  template <class T>
  KOKKOS_FUNCTION extremes operator()(T x) const
  {
    return {x, x};
  }
};

template <class Space>
class reduce : public acre_test::on_space<Space> {
 protected:
  auto matrix() const
  {
    return place(this->space, std::vector<double>{1.5, -2.25, 3, 0.1, 7, -11.75}, shape(2, 3));
  }
};
TYPED_TEST_SUITE(reduce, acre_test::spaces, acre_test::space_names);

TYPED_TEST(reduce, finds_the_first_of_ties)
{
  auto const i = this->template row<double>({2, 7, 7, 2});
  EXPECT_EQ(argmax(i).item(), 1);
  EXPECT_EQ(argmin(i).item(), 0);
  // reversed and strided, positions count along the slice
  EXPECT_EQ(argmax(i(slice(none, none, -1))).item(), 1);
  EXPECT_EQ(argmax(i(slice(none, none, 2))).item(), 1);

  // many equal ones over several tiles and columns
  std::int64_t const n = 20000;
  std::vector<double> v(static_cast<std::size_t>(n), 5);
  for (std::size_t k : {4097u, 4098u, 12345u, 19999u}) v[k] = 9;
  for (std::size_t k : {64u, 128u, 19998u}) v[k] = 1;
  std::vector<std::int64_t> lowest_in_column;
  for (std::size_t c = 0; c < 100; ++c) {
    std::size_t best = 0;
    for (std::size_t r = 1; r < 200; ++r)
      if (v[r * 100 + c] < v[best * 100 + c]) best = r;
    lowest_in_column.push_back(static_cast<std::int64_t>(best));
  }
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = place(space, v);
    EXPECT_EQ(argmax(x).item(), 4097);
    EXPECT_EQ(argmin(x).item(), 64);
    EXPECT_EQ(argmin(x(slice(65, none))).item(), 63);
    // the first of equals, also where a later one is in an earlier lane; of NaNs likewise
    auto const ties = acre::full(space, shape(n), 1.0);
    ties(11) = 3.0;
    ties(64) = 3.0;
    ties(257) = 3.0;
    EXPECT_EQ(argmax(ties).item(), 11);
    EXPECT_EQ(argmin(ties).item(), 0);
    ties(192) = NAN;
    ties(5000) = NAN;
    ties(130) = NAN;
    EXPECT_EQ(argmax(ties).item(), 130);
    EXPECT_EQ(argmin(ties).item(), 130);
    auto const columns = x.reshape(shape(n / 4, 4));
    EXPECT_TRUE(equals<std::int64_t>(argmax(columns, 0), {0, 1024, 1024, 4999}));
    EXPECT_TRUE(equals<std::int64_t>(argmin(columns, 0), {16, 0, 4999, 0}));
    // over several axes the position is in C order along them
    auto const box = x.reshape(shape(100, 2, 100));
    EXPECT_TRUE(equals<std::int64_t>(argmax(box, axes(0, 2)), {2097, 6145}));
    EXPECT_TRUE(equals(argmin(box, axes(0, 1)), lowest_in_column));
  }
}

TYPED_TEST(reduce, keeps_the_sign_of_zero)
{
  auto const sign_of_sum = [&](std::initializer_list<double> v) {
    return std::signbit(sum(this->row(v)).item());
  };
  EXPECT_TRUE(sign_of_sum({-0.0}));
  EXPECT_TRUE(sign_of_sum({-0.0, -0.0}));
  EXPECT_FALSE(sign_of_sum({-0.0, 0.0}));
  for (std::int64_t const n : {63, 65, 4097, 9000}) {
    auto const x = acre::full<double>(this->space, shape(n), -0.0);
    EXPECT_TRUE(std::signbit(sum(x).item())) << n;
    EXPECT_TRUE(std::signbit(sum(x(acre::ALL, acre::newaxis), 0).item())) << n;
  }
  EXPECT_FALSE(std::signbit(sum(acre::empty<double>(this->space, shape(0))).item()));
}

TYPED_TEST(reduce, gives_numpys_answer_for_nothing)
{
  auto const none_at_all = acre::empty<double>(this->space, shape(0));
  EXPECT_EQ(sum(none_at_all).item(), 0.0);
  EXPECT_EQ(prod(none_at_all).item(), 1.0);
  EXPECT_TRUE(std::isnan(mean(none_at_all).item()));
  EXPECT_TRUE(std::isnan(var(none_at_all).item()));
  EXPECT_FALSE(any(none_at_all).item());
  EXPECT_TRUE(all(none_at_all).item());
  EXPECT_EQ(count_nonzero(none_at_all).item(), 0);

  auto const wide = acre::empty<double>(this->space, shape(3, 0));
  EXPECT_TRUE(equals(sum(wide, 1), std::vector<double>{0, 0, 0}));
  EXPECT_EQ(sum(wide, 0).shape(), shape(0));
  EXPECT_EQ(max(wide, 0).shape(), shape(0));
  EXPECT_EQ(argmax(wide, 0).shape(), shape(0));
  EXPECT_EQ(sum(wide, 1, keepdims).shape(), shape(3, 1));

  auto const of = [](auto const& f) { return error_of<acre::value_error>(f); };
  char const* const no_maximum =
      "zero-size array to reduction operation maximum which has no identity";
  char const* const no_minimum =
      "zero-size array to reduction operation minimum which has no identity";
  EXPECT_EQ(of([&] { max(none_at_all); }), no_maximum);
  EXPECT_EQ(of([&] { min(none_at_all); }), no_minimum);
  EXPECT_EQ(of([&] { max(wide, 1); }), no_maximum);
  EXPECT_EQ(of([&] { argmax(none_at_all); }), "attempt to get argmax of an empty sequence");
  EXPECT_EQ(of([&] { argmin(none_at_all); }), "attempt to get argmin of an empty sequence");
  EXPECT_EQ(of([&] { argmin(wide, 1); }), "attempt to get argmin of an empty sequence");
  EXPECT_EQ(of([&] { max(acre::empty<double>(this->space, shape(2, 0, 3)), 1); }), no_maximum);
}

TYPED_TEST(reduce, refuses_axes_that_are_not_there)
{
  auto const a = this->matrix();
  EXPECT_EQ(error_of<acre::index_error>([&] { sum(a, 2); }),
            "axis 2 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::index_error>([&] { argmax(a, -3); }),
            "axis -3 is out of bounds for array of dimension 2");
  EXPECT_EQ(error_of<acre::value_error>([&] { sum(a, axes(0, -2)); }), "duplicate value in 'axis'");
  EXPECT_DOUBLE_EQ(sum(a).item(), -2.4) << "the space works on";
}

TYPED_TEST(reduce, keeps_reduced_axes_on_demand)
{
  auto const a = this->matrix();
  EXPECT_EQ(sum(a, keepdims).shape(), shape(1, 1));
  EXPECT_EQ(mean(a, 1, keepdims).shape(), shape(2, 1));
  EXPECT_EQ(max(a, axes(0, 1), keepdims).shape(), shape(1, 1));
  EXPECT_EQ(argmin(a, 0, keepdims).shape(), shape(1, 3));
  auto const centred = acre::evaluate(a - mean(a, 1, keepdims));
  EXPECT_NEAR(acre::to_vector(sum(acre::evaluate(abs(centred)), 1))[0], 6.0, 1e-12);
}

TYPED_TEST(reduce, takes_a_single_element)
{
  auto const scalar = acre::full<double>(this->space, shape(), 3.5);
  EXPECT_EQ(sum(scalar).item(), 3.5);
  EXPECT_EQ(argmax(scalar).item(), 0);
  EXPECT_EQ(var(scalar).item(), 0.0);
  double const converted = sum(scalar);
  EXPECT_EQ(converted, 3.5);
  EXPECT_EQ(max(scalar, keepdims).shape(), shape());
}

TYPED_TEST(reduce, runs_a_users_own_reducer)
{
  auto const a = this->matrix();
  auto const rows = acre::to_vector(acre::reduce(square(a), l2_norm<double>{}, 1));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_DOUBLE_EQ(rows[0], 4.038873605350878);
  EXPECT_DOUBLE_EQ(rows[1], 13.677444936829392);
  auto const columns = acre::to_vector(acre::reduce(square(a), l2_norm<double>{}, 0));
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_DOUBLE_EQ(columns[0], 1.5033296378372907);
  EXPECT_DOUBLE_EQ(columns[1], 7.352720584926371);
  EXPECT_DOUBLE_EQ(columns[2], 12.126932835634904);
  EXPECT_EQ(
      acre::reduce(square(acre::empty<double>(this->space, shape(0))), l2_norm<double>{}).item(),
      0.0);

  auto const v = acre_test::noise<std::int16_t>(70001);
  auto const [low, high] = std::minmax_element(v.begin(), v.end());
  for (auto const& space : acre_test::instances<TypeParam>()) {
    auto const x = acre::detail::make_unary<as_extremes>(place(space, v));
    EXPECT_EQ(acre::reduce(x, range_reducer{}).item(), *high - *low);
  }
}

TYPED_TEST(reduce, agrees_with_serial_to_the_bit)
{
  std::int64_t const n = 100, m = 777;
  auto const v = acre_test::noise<double>(n * m);
  auto const check = [&](auto const& of) {
    auto const wanted = acre::to_vector(of(place(acre::serial(), v, shape(n, m))));
    for (auto const& space : acre_test::instances<TypeParam>())
      EXPECT_TRUE(equals(of(place(space, v, shape(n, m))), wanted));
  };
  check([](auto const& x) { return mean(x, 0); });
  check([](auto const& x) { return var(x); });
  check([](auto const& x) { return var(x, 1); });
  check([](auto const& x) { return prod(x, 1); });
  check([](auto const& x) { return min(x, 0); });
  check([](auto const& x) { return argmax(x, 1); });
  check([](auto const& x) { return acre::reduce(square(x), l2_norm<double>{}, 1); });
  check([](auto const& x) { return sum(where(x > 0, x, -2 * x), 1); });
}

// GPUs reduce the tiles' results of long rows by a kernel of its own; CPUs do nothing else there
TYPED_TEST(reduce, of_millions_agrees_with_serial_to_the_bit)
{
  std::int64_t const tile = TypeParam::host_accessible ? 64 : 4096;
  auto const v = acre_test::noise<float>(4097 * tile + 77);
  auto const x = place(this->space, v);
  auto const of_serial = place(acre::serial(), v);
  auto const check = [&](std::int64_t n, auto const& of) {
    EXPECT_TRUE(equals(of(x(slice(0, n))), acre::to_vector(of(of_serial(slice(0, n)))))) << n;
  };
  for (std::int64_t const n : {2047 * tile + 3, 4097 * tile + 77})
    check(n, [](auto const& y) { return sum(y); });
  check(2048 * tile + 1, [](auto const& y) { return var(y); });
  check(2049 * tile - 1, [](auto const& y) { return acre::reduce(y * y, l2_norm<float>{}); });
  std::int64_t const many = TypeParam::host_accessible ? 3 * tile : 9 * tile * tile + 5;
  EXPECT_EQ(sum(index_of(this->space, shape(many))).item(), many * (many - 1) / 2);
}

// CPUs compute functions by blocks, with a quick form where all arguments of a block allow it
TYPED_TEST(reduce, computes_functions_as_they_are_alone)
{
  for (std::int64_t const n : {1, 63, 64, 65, 127, 128, 4095, 4100, 70001}) {
    SCOPED_TRACE(n);
    auto v = acre_test::noise<double>(n, 5);
    for (std::size_t const i : {0, 62, 66, 4097})  // beyond what the quick forms take
      if (i < v.size()) v[i] = i % 2 == 0 ? 1e-320 : -800;
    std::vector<double> exponential, logarithm;
    for (double const x : v) {
      exponential.push_back(acre::math::exp(x));
      logarithm.push_back(acre::math::log(std::abs(x)));
    }
    auto const x = place(this->space, v);
    EXPECT_EQ(static_cast<double>(sum(exp(x))),
              static_cast<double>(sum(place(this->space, exponential))));
    EXPECT_EQ(static_cast<double>(sum(log(abs(x)))),
              static_cast<double>(sum(place(this->space, logarithm))));
  }
}

TYPED_TEST(reduce, works_at_every_short_length)
{
  // whole rows of 1 to 40 elements, at every offset from an aligned address
  auto const v = acre_test::noise<double>(100);
  auto const x = place(this->space, v);
  for (std::int64_t n = 1; n <= 40; ++n)
    for (std::int64_t at = 0; at < 5; ++at) {
      auto const s = x(slice(at, at + n));
      auto const first = v.begin() + at;
      EXPECT_EQ(max(s).item(), *std::max_element(first, first + n)) << n << " at " << at;
      EXPECT_EQ(argmin(s).item(), std::min_element(first, first + n) - first) << n << " at " << at;
    }
}

}  // namespace
