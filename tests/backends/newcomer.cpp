// Mistakes of a first program: arrays without a shape, dtypes and results of its own, calls from
// where acre cannot run, each answered or told in a sentence.

#include <acre/acre.hpp>
#include <acre/array/span.hpp>
#include <acre_test/on_space.hpp>

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>

using acre::shape;
using acre_test::equals, acre_test::error_of;

namespace {

template <class Space>
class newcomer : public acre_test::on_space<Space> {};
TYPED_TEST_SUITE(newcomer, acre_test::spaces, acre_test::space_names);

TYPED_TEST(newcomer, cannot_write_to_an_array_without_a_shape)
{
  std::string const why =
      "this array was made without a shape: nothing can be written to it before it is given one, "
      "with empty<T>(space, shape(...)) or by assigning an expression";
  using acre::ALL;
  auto const x = this->row({1.0, 2.0});
  acre::array<double, 1, TypeParam> u;
  acre::array<double, 2, TypeParam> m;
  EXPECT_EQ(error_of<acre::value_error>([&] { u = 3.0; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { u += 3.0; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { u(ALL) = 3.0; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { u(ALL) = x; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { u(ALL) = x + 1; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { u(acre::slice(0, 2)) += 1.0; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { m.transpose() = 1; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { m.reshape(shape(0)) = 1; }), why);
  EXPECT_EQ(error_of<acre::value_error>([&] { m = x + 1; }), why) << "of another rank";
  EXPECT_FALSE(u.has_shape());
  u = x + 1;
  EXPECT_TRUE(u.has_shape());
  u(ALL) = 3.0;
  EXPECT_TRUE(equals<double>(u, {3, 3}));
  // an array of no elements has a shape
  auto none = acre::zeros<double>(this->space, shape(0));
  none = 3.0;
  none(ALL) = x(acre::slice(0, 0)) + 1;
}

TYPED_TEST(newcomer, prints_long_long)
{
  EXPECT_EQ(to_string(this->row({1ull, 2ull})), "[1 2]");
  EXPECT_EQ(to_string(this->row({-1ll, 2ll})), "[-1  2]");
  EXPECT_EQ(to_string(this->row({1ul, 20ul})), "[ 1 20]");
  EXPECT_EQ(to_string(this->row({'a', 'b'})), "[97 98]");
}

TYPED_TEST(newcomer, makes_arrays_of_what_the_host_has)
{
  auto const& space = this->space;
  auto const m = acre::from_host(space, {{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(m.shape(), shape(2, 3));
  EXPECT_TRUE(equals<int>(m, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(
      equals<int>(evaluate(acre::cast<int>(acre::from_host(space, {{true}, {false}}))), {1, 0}));
  EXPECT_EQ(error_of<acre::value_error>([&] { acre::from_host(space, {{1, 2}, {3, 4}, {5}}); }),
            "from_host: row 2 has 1 elements, the first 2");
  float const c[] = {3, 4};
  EXPECT_TRUE(equals<float>(acre::from_host(space, c), {3, 4}));
  EXPECT_TRUE(equals<float>(acre::from_host(space, std::span(c)), {3, 4}));
  EXPECT_TRUE(equals<double>(acre::from_host(space, std::array{0.5}), {0.5}));
  EXPECT_TRUE(equals<int>(
      evaluate(acre::cast<int>(acre::from_host(space, std::vector{true, false}))), {1, 0}));
  EXPECT_TRUE(equals<double>(acre::from_host({{1.0}, {2.0}}), {1, 2}));
  EXPECT_TRUE(equals<float>(acre::from_host(c), {3, 4}));
  auto const a = this->row({1, 2});
  EXPECT_TRUE(equals<int>(acre::concatenate({a, a}), {1, 2, 1, 2}));
  EXPECT_TRUE(equals<int>(acre::stack({a, a}, 1), {1, 1, 2, 2}));
  EXPECT_TRUE(equals<int>(ravel(transpose(m)), {1, 4, 2, 5, 3, 6}));
  EXPECT_TRUE(equals<int>(reshape(m + 1, shape(-1, 2)), {2, 3, 4, 5, 6, 7}));
  acre::array<double> u(shape(2));
  u = 3.0;
  EXPECT_TRUE(equals<double>(u, {3, 3}));
  acre::generator g(1), same(1);
  EXPECT_TRUE(array_equal(g.uniform(shape(3)), same.uniform(acre::default_space(), shape(3))));
  EXPECT_TRUE(array_equal(g.integers(shape(9), 0, 6),
                          same.integers(acre::default_space(), shape(9), 0, 6)));
}

TYPED_TEST(newcomer, choices_of_other_shapes_leave_no_index_error_behind)
{
  auto const i = this->row({0, 5}), a = this->row({1, 2}), b = this->row({1, 2, 3});
  EXPECT_EQ(error_of<acre::shape_error>([&] { choose(i, acre::index_mode::raise, a, b); }),
            "operands could not be broadcast together with shapes (2,) (2,) (3,)");
  this->space.fence();
}

struct range {
  double low, high;
  std::int64_t count;

  range() = default;
  KOKKOS_FUNCTION range(double l, double h, std::int64_t n) : low(l), high(h), count(n) {}
  KOKKOS_FUNCTION explicit range(double x) : range(x, x, 1) {}
  friend bool operator==(range const&, range const&) = default;
};
struct summary {
  float width;
  bool any;
  friend bool operator==(summary const&, summary const&) = default;
};

struct range_reducer {
  using value_type = range;
  KOKKOS_FUNCTION range identity() const { return {HUGE_VAL, -HUGE_VAL, 0}; }
  KOKKOS_FUNCTION range empty() const { return {0, 0, 0}; }
  KOKKOS_FUNCTION range combine(range const& a, range const& b) const
  {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, a.count + b.count};
  }
  KOKKOS_FUNCTION range finish(range const& a) const { return a; }
};
struct summary_reducer : range_reducer {
  KOKKOS_FUNCTION summary finish(range const& a) const
  {
    return {static_cast<float>(a.high - a.low), a.count > 0};
  }
};

struct take_widths {
  acre::array_ref<range, 1, false> from;
  acre::array_ref<double, 1> to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = from(i).high - from(i).low; }
};

TYPED_TEST(newcomer, reduces_to_records)
{
  auto const x =
      acre::evaluate(acre::arange<double>(this->space, 60000).reshape(shape(3, 5, 4000)) - 7);
  range const whole = acre::reduce(x, range_reducer{});
  EXPECT_EQ(whole, (range{-7, 59992, 60000}));
  auto const rows = acre::reduce(x, range_reducer{}, acre::axes(1, 2));
  EXPECT_EQ(rows.shape(), shape(3));
  EXPECT_EQ(acre::to_vector(rows),
            (std::vector<range>{{-7, 19992, 20000}, {19993, 39992, 20000}, {39993, 59992, 20000}}));
  auto const columns = acre::to_vector(acre::reduce(x, range_reducer{}, acre::axes(0, 1)));
  ASSERT_EQ(columns.size(), 4000u);
  EXPECT_EQ(columns[1], (range{-6, 55994, 15}));
  EXPECT_EQ(acre::reduce(x, summary_reducer{}).item(), (summary{59999, true}));
  EXPECT_EQ(acre::reduce(x(0, 0, acre::slice(0, 0)), summary_reducer{}).item(),
            (summary{0, false}));
  EXPECT_EQ(
      acre::to_vector(acre::reduce(x(acre::ALL, acre::slice(0, 0)), range_reducer{}, 1)).size(),
      12000u);
  auto const widths = acre::zeros(this->space, shape(3));
  launch(this->space, 3, take_widths{rows.ref(), widths.ref()});
  EXPECT_TRUE(equals<double>(widths, {19999, 19999, 19999}));
}

#ifdef KOKKOS_ENABLE_OPENMP

/// The text of the launch_error that f throws, or "nothing".
template <class F>
std::string said_inside(F const& f)
{
  std::string said = "nothing";
  try {
    f();
  } catch (acre::launch_error const& e) {
    said = e.message();
  }
  return said;
}

/// A function of the host that a kernel of the host calls; nvcc would compile it for devices, too.
struct calls_the_host {
  void (*function)(void const* argument);
  void const* argument;
  KOKKOS_FUNCTION void operator()(std::int64_t) const { function(argument); }
};

void sum_up(void const* a)
{
  sum(*static_cast<acre::array<double, 1, acre::host> const*>(a)).item();
}

// Threads of OpenMP that start threads of OpenMP would wait for each other, or end the program.
TEST(newcomer_in_a_parallel_region, is_told_that_openmp_is_in_use)
{
  std::string const why =
      "acre: the space openmp is used inside a parallel region of OpenMP (Kokkos::parallel_for, "
      "launch, #pragma omp parallel), where its threads are in use; call acre before or after it, "
      "or use acre::serial() there";
  auto const a = acre::ones<double>(acre::openmp(), shape(100000));
  auto const b = acre::ones<double>(acre::serial(), shape(1000));
  std::vector<std::string> said(5);
  double in_serial = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
      said[0] = said_inside([&] { sum(a).item(); });
      said[1] = said_inside([&] { acre::zeros<double>(acre::openmp(), shape(3)); });
      said[2] = said_inside([&] { a(0).item(); });
      said[3] = said_inside([&] { a.space().fence(); });
      said[4] = said_inside([&] { a(0) = 2.0; });
      in_serial = sum(b);
    }
  }
  EXPECT_THAT(said, testing::Each(why));
  EXPECT_EQ(in_serial, 1000);
  if (Kokkos::OpenMP().concurrency() == 1) return;

  said.assign(2, "");
  Kokkos::parallel_for(Kokkos::RangePolicy<Kokkos::OpenMP>(0, 2),
                       [&](int i) { said[i] = said_inside([&] { sum(a).item(); }); });
  EXPECT_THAT(said, testing::Each(why)) << "from a kernel of Kokkos'";
  EXPECT_EQ(error_of<acre::launch_error>(
                [&] { launch(acre::openmp(), 100000, calls_the_host{sum_up, &a}); }),
            why)
      << "from a kernel of acre's";
  EXPECT_EQ(static_cast<double>(sum(a)), 100000) << "the space works on";
}

#endif

TYPED_TEST(newcomer, looks_up_one_number)
{
  auto const edges = this->row({0.0, 1.0, 2.0, 4.0});
  EXPECT_EQ(searchsorted(edges, 1.0).item(), 1);
  EXPECT_EQ(searchsorted(edges, 1, acre::search_side::right).item(), 2);
  EXPECT_EQ(searchsorted(this->row({1, 2, 3}), 2.5).item(), 2);  // in float64, as of an array
  double const y = interp(3, edges, square(edges));
  EXPECT_EQ(y, 10);
  EXPECT_EQ(interp(-1.0, edges, edges, {.left = -2.0}).item(), -2);
}

TYPED_TEST(newcomer, hands_a_vector_over_as_it_is)
{
  if constexpr (TypeParam::host_accessible) {
    std::vector<double> v{3, 1, 2};
    auto const a = acre::from_span(this->space, v);
    a += 1;
    EXPECT_EQ(v, (std::vector<double>{4, 2, 3}));
    std::array<int, 2> const fixed{5, 6};
    EXPECT_EQ(sum(acre::from_span(this->space, fixed)).item(), 11);
  }
}

TYPED_TEST(newcomer, counts_between_numbers_of_several_types)
{
  auto const x = this->row({1.0, 2.0, 3.0});
  auto const places = arange(this->space, 0, x.size());
  static_assert(std::is_same_v<typename decltype(places)::value_type, std::int64_t>);
  EXPECT_TRUE(equals<std::int64_t>(places, {0, 1, 2}));
  EXPECT_TRUE(equals<double>(arange(this->space, 0, 1, 0.25), {0, 0.25, 0.5, 0.75}));
  EXPECT_TRUE(equals<float>(arange(this->space, 1, 3.0f), {1, 2}));
  EXPECT_EQ(acre::arange(0, std::int64_t{1} << 40, 1ll << 39).size(), 2);
  EXPECT_EQ(acre::arange(5, 0.5, -2).size(), 3);
}

TYPED_TEST(newcomer, broadcasts_an_expression)
{
  auto const x = this->row({1.0, 2.0});
  auto const rows = broadcast_to(x + 1, shape(2, 2));
  EXPECT_EQ(rows.strides()[0], 0);
  EXPECT_TRUE(equals<double>(rows, {2, 3, 2, 3}));
}

TYPED_TEST(newcomer, reads_an_element_of_a_list)
{
  auto const x = acre::from_lists<double>(this->space, {{1, 2, 3}, {}, {4}});
  EXPECT_EQ(x(0, 1).item(), 2);
  EXPECT_EQ(x(-1, -1).item(), 4);
  EXPECT_EQ(error_of<acre::index_error>([&] { x(1, 0); }),
            "index 0 is out of bounds for axis 0 with size 0");
}

}  // namespace
