// Cost of a small operation on a CPU besides its loop: no memory, and one count a leaf.

#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/elementwise/cast.hpp>
#include <acre/elementwise/division.hpp>
#include <acre/elementwise/exponential.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/index/take.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

std::int64_t allocations = 0;

/// How often f asks for memory when it is called for the second time.
template <class F>
std::int64_t allocations_of(F const& f)
{
  f();
  std::int64_t const before = allocations;
  f();
  return allocations - before;
}

}  // namespace

#ifndef __CUDA_ARCH__  // nvcc would make them for the device as well
// (Not inlined: g++ would see malloc where delete stands, and free where new does.)
[[gnu::noinline]] void* operator new(std::size_t bytes)
{
  ++allocations;
  if (void* const data = std::malloc(bytes)) return data;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* data) noexcept { std::free(data); }
[[gnu::noinline]] void operator delete(void* data, std::size_t) noexcept { std::free(data); }
#endif

using acre::ALL;
using acre::newaxis;
using acre::shape;
using acre::slice;

namespace {

template <class Space>
class small_calls : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(small_calls, acre_test::spaces, acre_test::space_names);

TYPED_TEST(small_calls, ask_for_no_memory)
{
  if constexpr (TypeParam::host_accessible) {
    auto const v = acre::ones<double>(this->space, shape(6));
    auto const m = acre::ones<double>(this->space, shape(6, 6));
    auto x = acre::ones<double>(this->space, shape(6)),
         y = acre::ones<double>(this->space, shape(6));
    auto big = acre::ones<double>(this->space, shape(6, 6));
    EXPECT_EQ(allocations_of([&] { y = v + x; }), 0);
    EXPECT_EQ(allocations_of([&] { y = 2.0 * v * v + 3.0 * v + 1.0; }), 0);
    EXPECT_EQ(allocations_of([&] { y += v(slice(acre::none, acre::none, -1)); }), 0);
    EXPECT_EQ(allocations_of([&] { big = m * v(ALL, newaxis) + m.transpose(); }), 0);
    EXPECT_EQ(
        allocations_of([&] { big(slice(1, -1), slice(1, -1)) = m(slice(2, 6), slice(0, 4)); }), 0);
  }
}

TYPED_TEST(small_calls, expressions_hold_a_leaf_once)
{
  auto const x = acre::ones<double>(this->space, shape(6));
  auto const owners = x.owner().use_count();
  auto const before = acre::detail::node::users(x);
  auto const e = 2.0 * x * x + 3.0 * x + 1.0;
  EXPECT_EQ(acre::detail::node::users(x) - before, 3);
  EXPECT_EQ(x.owner().use_count(), owners);
}

/// a * b + 1 for every way in which b may lie along one axis, beside the same on the host. (Values
/// are so small that each dtype is exact.)
template <class T, class Space>
void expect_operands_along_one_axis(Space const& space, std::int64_t n)
{
  auto const length = 5 * n + 7;
  std::vector<T> numbers(static_cast<std::size_t>(length));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<T>(i * i % 7);
  auto const all = acre::from_host(space, numbers);
  auto const a = acre::copy(all(slice(0, n)));
  auto const expect = [&](auto const& b, std::int64_t first, std::int64_t step) {
    auto const value = [&](std::int64_t i) { return numbers[static_cast<std::size_t>(i)]; };
    std::vector<T> expected;
    for (std::int64_t i = 0; i < n; ++i)
      expected.push_back(static_cast<T>(value(i) * value(first + i * step) + T(1)));
    SCOPED_TRACE(std::to_string(n) + " elements from " + std::to_string(first) + ", " +
                 std::to_string(step) + " apart");
    auto y = acre::zeros<T>(space, shape(n));
    y = a * b + T(1);
    EXPECT_EQ(to_vector(y), expected);
    y = T(0) * b;
    y(ALL) = b * a + T(1);
    EXPECT_EQ(to_vector(y), expected);
    auto z = acre::copy(a);
    z = z * b + T(1);
    EXPECT_EQ(to_vector(z), expected);
    z = acre::zeros<T>(space, shape(n));
    z(ALL) = b;
    EXPECT_EQ(to_vector(T(1) * z), to_vector(T(1) * acre::broadcast_to(b, shape(n))));
  };
  expect(all(slice(3, 3 + n)), 3, 1);
  for (std::int64_t const step : {2, 3, 5}) {
    expect(all(slice(1, 1 + step * (n - 1) + 1, step)), 1, step);
    expect(all(slice(step * (n - 1) + 4, 3, -step)), step * (n - 1) + 4, -step);
  }
  expect(all(slice(n + 1, 1, -1)), n + 1, -1);
  expect(all(slice(4, 5)), 4, 0);
  expect(all(4), 4, 0);
  expect(acre::broadcast_to(all(4), shape(n)), 4, 0);
}

TYPED_TEST(small_calls, take_operands_along_one_axis)
{
  for (std::int64_t const n : {1, 2, 9, 64, 513, 4100}) {
    expect_operands_along_one_axis<float>(this->space, n);
    expect_operands_along_one_axis<double>(this->space, n);
  }
  for (std::int64_t const n : {3, 5000}) {
    expect_operands_along_one_axis<std::uint8_t>(this->space, n);
    expect_operands_along_one_axis<std::int16_t>(this->space, n);
    expect_operands_along_one_axis<acre::complex<double>>(this->space, n);
  }
}

TYPED_TEST(small_calls, take_many_operands_along_one_axis)
{
  auto const x = acre::arange(this->space, 3000.0);
  auto const r = x(slice(acre::none, acre::none, -1));
  auto const one = x(slice(7, 8));
  auto y = acre::zeros<double>(this->space, shape(3000));
  y = x * r - one * r + r(slice(acre::none, acre::none, -1)) * one;
  EXPECT_EQ(y(10).item(), 10.0 * 2989 - 7.0 * 2989 + 10.0 * 7);
  y = r + r + r + one + one + r + x;  // more than a CPU lays out for one row
  EXPECT_EQ(y(10).item(), 4 * 2989.0 + 14 + 10);
  y = where(r < x, r, x) + acre::cast<double>(acre::cast<std::int8_t>(one));
  EXPECT_EQ(y(10).item(), 10.0 + 7);
  EXPECT_EQ(y(2990).item(), 9.0 + 7);
}

TYPED_TEST(small_calls, read_what_was_there_before_along_one_axis)
{
  auto x = acre::arange(this->space, 10.0);
  x = x(slice(acre::none, acre::none, -1)) + x;
  EXPECT_EQ(to_vector(x), std::vector<double>(10, 9.0));
  x = acre::arange(this->space, 10.0);
  x = x(slice(2, 3)) + x;  // is written itself
  EXPECT_EQ(to_vector(x)[9], 11.0);
  EXPECT_EQ(to_vector(x)[2], 4.0);
  x(slice(0, 5)) = x(slice(0, 10, 2)) * 1.0;
  EXPECT_EQ(to_vector(x)[4], 10.0);
  x(slice(0, 5)) = x(slice(9, 4, -1)) + 0.0;  // apart
  EXPECT_EQ(to_vector(x)[0], 11.0);
}

TYPED_TEST(small_calls, refuse_shapes_that_do_not_fit_along_one_axis)
{
  auto y = acre::zeros<double>(this->space, shape(4));
  auto const x = acre::arange(this->space, 6.0);
  EXPECT_THROW(y = x(slice(acre::none, acre::none, -1)) + 1.0, acre::shape_error);
  EXPECT_THROW(y = x(slice(acre::none, acre::none, 2)) * 1.0, acre::shape_error);
}

/// to = a * b + 1, and the same of copies without gaps.
template <class Target, class A, class B>
void expect_as_of_copies(Target const& to, A const& a, B const& b, std::string const& what)
{
  SCOPED_TRACE(what);
  auto const full = acre::copy(acre::broadcast_to(b, to.shape()));
  auto const expected = acre::evaluate(acre::copy(a) * full + 1.0);
  auto target = to;
  target(acre::ellipsis) = a * b + 1.0;
  EXPECT_EQ(to_vector(to), to_vector(expected));
}

TYPED_TEST(small_calls, take_neighbours_along_several_axes)
{
  // rows of which one is worth laying out or not, less and more than a CPU's task computes
  for (auto const& extent :
       {shape(1, 3, 15), shape(2, 3, 16), shape(3, 1, 17), shape(4, 5, 1), shape(1, 64, 64),
        shape(16, 16, 16), shape(3, 100, 109), shape(3, 100, 110), shape(40, 40, 30)}) {
    auto const [planes, rows, columns] = extent;
    auto const x = acre::evaluate(
        acre::remainder(acre::index_of(this->space, shape(planes + 2, rows + 2, columns + 2)), 13) *
        1.0);
    auto const interior = x(slice(1, -1), slice(1, -1), slice(1, -1));
    auto const a = acre::copy(interior);
    auto const exchanged = acre::copy(a.transpose({1, 0, 2})).transpose({1, 0, 2});
    for (bool const apart : {false, true}) {
      auto const room = acre::zeros<double>(this->space, x.shape());
      auto const to = apart ? room(slice(1, -1), slice(1, -1), slice(1, -1)) : acre::copy(a);
      std::string const what = acre::to_string(extent) + (apart ? " apart, " : ", ");
      expect_as_of_copies(to, a, interior, what + "inside");
      expect_as_of_copies(to, a, acre::copy(a(0)), what + "plane");
      expect_as_of_copies(to, a, acre::copy(a(0, 0)), what + "row");
      expect_as_of_copies(to, a, exchanged, what + "outer axes exchanged");
      expect_as_of_copies(to, a, a(slice(acre::none, acre::none, -1)), what + "planes reversed");
      expect_as_of_copies(to, a, acre::copy(a(ALL, 0, 0))(ALL, newaxis, newaxis), what + "first");
      expect_as_of_copies(to, a, acre::copy(a(ALL, ALL, 0))(ALL, ALL, newaxis), what + "outer");
      expect_as_of_copies(to(0), a(0), interior(0), what + "inside, two axes");
      expect_as_of_copies(to(0), a(0), acre::copy(a(0).transpose()).transpose(),
                          what + "transposed, two axes");
      expect_as_of_copies(to(ALL, 0), a(ALL, 0), interior(ALL, 0), what + "without the middle");
    }
  }
}

TYPED_TEST(small_calls, write_and_read_one_element)
{
  auto u = acre::zeros<double>(this->space, shape(3, 4));
  auto const k = acre::arange<std::int32_t>(this->space, 12).reshape(shape(3, 4));
  u(1, 2) = 1.5;
  u(-1, 0) = 7;  // an integer
  u(0, 3) = u(1, 2);
  u(0, 0) = k(2, 3) * u(1, 2) + 0.5;  // dtypes are promoted
  u(2, 3) -= u(0, 0) / 2.0;
  u.transpose()(1, 0) = sqrt(u(1, 2) * 6.0);
  u(ALL, slice(acre::none, acre::none, -1))(1, 0) = where(u(0, 0) > 1.0, -1.0, 1.0);
  EXPECT_EQ(to_vector(u), (std::vector<double>{17, 3, 0, 1.5, 0, 0, 1.5, -1, 7, 0, 0, -8.5}));
  acre::array<double, 0, TypeParam> value = u(0, 0);
  u(0, 0) = value + u(0, 0);
  EXPECT_EQ(u(0, 0).item(), 34);
  auto few = acre::zeros<std::int8_t>(this->space, shape(2));
  few(1) = u(2, 3);
  EXPECT_EQ(few(1).item(), -8);
  EXPECT_THROW(few(1) = 300, acre::value_error);
  EXPECT_THROW(u(3, 0) = 1.0, acre::index_error);
  auto z = acre::zeros<acre::complex<double>>(this->space, shape(2));
  z(1) = acre::complex<double>(1, 2);
  z(0) = z(1) * z(1);
  EXPECT_EQ(z(0).item(), acre::complex<double>(-3, 4));
}

TYPED_TEST(small_calls, write_an_element_behind_another_queues_work)
{
  auto const other = this->space.new_queue();
  auto const x = acre::ones<double>(other, shape(1 << 20));
  auto y = acre::zeros<double>(this->space, shape(2));
  x(ALL) = x * 2.0 + 1.0;
  y(1) = x((1 << 20) - 1);
  y(0) = x(0) + y(1);
  EXPECT_EQ(to_vector(y), (std::vector<double>{6, 3}));
}

TYPED_TEST(small_calls, write_elements_under_the_queues_lock)
{
  auto const x = acre::zeros<double>(this->space, shape(2));
  int const times = TypeParam::host_accessible ? 20000 : 200;
  auto const count = [&] {
    for (int n = 0; n < times; ++n) {
      x(0) += 1.0;
      x(1) = x(0) - 1.0;
    }
  };
  std::thread beside(count);
  count();
  beside.join();
  EXPECT_EQ(x(0).item(), 2 * times);
}

/// A program that never waits for a host's queue leaves nothing with it.
TYPED_TEST(small_calls, leave_no_checks_of_indices_behind)
{
  if constexpr (TypeParam::host_accessible) {
    auto const x = acre::ones<double>(this->space, shape(6));
    auto const index = acre::arange<std::int64_t>(this->space, 3);
    auto y = acre::zeros<double>(this->space, shape(3));
    auto const gather = [&] { y = take(x, index); };
    std::int64_t const of_one = allocations_of(gather);
    EXPECT_EQ(allocations_of([&] {
                for (int n = 0; n < 5000; ++n) gather();
              }),
              5000 * of_one);
    // what failed is kept, with its words, whatever follows
    y = take(x, index + 4);
    for (int n = 0; n < 100; ++n) gather();
    y = take(x, index + 7);
    gather();
    EXPECT_THROW(this->space.fence(), acre::index_error);
    EXPECT_NO_THROW(this->space.fence());
  }
}

TYPED_TEST(small_calls, refuse_an_array_without_its_element)
{
  acre::array<double, 0, TypeParam> nothing;
  auto y = acre::ones<double>(this->space, shape(3));
  EXPECT_THROW(y = y + nothing, acre::value_error);
  EXPECT_THROW(y(ALL) = nothing, acre::value_error);
  EXPECT_THROW(y(1) = nothing, acre::value_error);
  EXPECT_THROW(y(1) = nothing * 2.0, acre::value_error);
  EXPECT_THROW(nothing(acre::ellipsis) = 1.0, acre::value_error);
  EXPECT_EQ(to_vector(y), std::vector<double>(3, 1.0));
}

TYPED_TEST(small_calls, names_stay_with_the_memory)
{
  auto x = acre::ones<double>(this->space, shape(6));
  auto const other = x;
  auto named = x.labelled("x");
  EXPECT_EQ(x.label(), "");
  EXPECT_EQ(named.label(), "x");
  EXPECT_EQ(named.owner(), x.owner());
  EXPECT_EQ(named(slice(1, 3)).label(), "x");
  EXPECT_EQ(named.transpose().reshape(shape(2, 3)).label(), "x");
  EXPECT_EQ(named.labelled("y").label(), "y");
  EXPECT_EQ(named.label(), "x");
  named.swap(x);
  EXPECT_EQ(x.label(), "x");
  EXPECT_EQ(named.label(), "");
  EXPECT_EQ(acre::zeros<double>(this->space, shape(0)).labelled("none").label(), "none");
  acre::array<double, 1, TypeParam> outlives;
  {
    auto const e = acre::full(this->space, shape(3), 2.0).labelled("z") + 1.0;
    outlives = e;
  }
  EXPECT_EQ(to_vector(outlives), std::vector<double>(3, 3.0));
}

}  // namespace
