// A whole array is a name, a slice is a place: who sees what is assigned.
#include <acre/array/copy.hpp>
#include <acre/array/creation.hpp>
#include <acre/array/read_only.hpp>
#include <acre/array/span.hpp>
#include <acre/device/graph.hpp>
#include <acre/device/memory.hpp>
#include <acre/elementwise/elementary.hpp>
#include <acre/elementwise/operators.hpp>
#include <acre/elementwise/tie.hpp>
#include <acre/elementwise/where.hpp>
#include <acre/index/advanced.hpp>
#include <acre/rearrange/axis_order.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <atomic>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using acre::ALL, acre::none, acre::shape, acre::slice;
using acre_test::equals;

template <class Space>
struct array_names : testing::Test {
  Space space;
  using vector = acre::array<double, 1, Space>;
  using matrix = acre::array<double, 2, Space>;
  vector of(std::vector<double> const& v) const { return acre::from_host(space, v); }
  vector all(double value) const { return of(std::vector<double>(4, value)); }
  matrix square() const { return of({0, 1, 2, 3, 4, 5, 6, 7, 8}).reshape(shape(3, 3)); }
};
TYPED_TEST_SUITE(array_names, acre_test::spaces, acre_test::space_names);

TYPED_TEST(array_names, an_earlier_state_keeps_its_values)
{
  auto u = this->all(1), u_old = u;
  u = u_old + 0.5 * u_old;
  EXPECT_TRUE(equals(u, std::vector<double>(4, 1.5)));
  EXPECT_TRUE(equals(u_old, std::vector<double>(4, 1)));
  u_old = u;
  u = u + 0.0;
  u += 1;  // u has elements of its own by now
  EXPECT_TRUE(equals(u_old, std::vector<double>(4, 1.5)));
  u_old = u;
  u = 3;
  EXPECT_TRUE(equals(u, std::vector<double>(4, 3)));
  EXPECT_TRUE(equals(u_old, std::vector<double>(4, 2.5)));
  // what has not the type of u
  u_old = u;
  u = acre::full(this->space, shape(4), 7);
  EXPECT_TRUE(equals(u, std::vector<double>(4, 7)));
  EXPECT_TRUE(equals(u_old, std::vector<double>(4, 3)));
}

template <class Array>
struct solver {
  Array state, before;
  double step()
  {
    before = state;
    state = before * 2.0;
    return acre::sum(state - before);
  }
};

TYPED_TEST(array_names, several_results_are_names)
{
  auto q = this->all(7), r = this->all(0), q_old = q;
  tie(q, r) = divmod(q, 2.0);
  EXPECT_TRUE(equals(q, std::vector<double>(4, 3)));
  EXPECT_TRUE(equals(r, std::vector<double>(4, 1)));
  EXPECT_TRUE(equals(q_old, std::vector<double>(4, 7)));
  // both names of one memory
  auto a = this->all(7), b = a;
  tie(a, b) = std::tuple(a + 1, b - 1);
  EXPECT_TRUE(equals(a, std::vector<double>(4, 8)));
  EXPECT_TRUE(equals(b, std::vector<double>(4, 6)));
  // a stored expression keeps what it reads, a step in a loop takes no memory
  auto const e = std::pair(a + b, a - b);
  tie(a, b) = e;
  tie(q, r) = e;
  EXPECT_TRUE(equals(q, std::vector<double>(4, 14)));
  EXPECT_TRUE(equals(r, std::vector<double>(4, 2)));
  auto* const data = q.data();
  auto seen = q(slice(1, 3));
  tie(q, r) = std::tuple(q + r, q - r);
  EXPECT_EQ(q.data(), data);
  EXPECT_TRUE(equals(seen, std::vector<double>{16, 16}));
  // a slice, and a const name, are written
  auto const fixed = this->all(0);
  auto const other = fixed;
  tie(fixed, q(ALL)) = divmod(this->all(9), 2.0);
  EXPECT_TRUE(equals(other, std::vector<double>(4, 4)));
  EXPECT_TRUE(equals(seen, std::vector<double>{1, 1}));
}

TYPED_TEST(array_names, members_of_a_struct_are_names)
{
  auto const given = this->all(1);
  solver<typename TestFixture::vector> s{given, {}};
  EXPECT_EQ(s.step(), 4);
  EXPECT_EQ(s.step(), 8);
  EXPECT_TRUE(equals(s.before, std::vector<double>(4, 2)));
  EXPECT_TRUE(equals(given, std::vector<double>(4, 1)));
}

template <class Array>
Array halved(Array x)
{
  x = 0.5 * x;
  return x;
}
template <class Array>
void advance(Array& x)
{
  x = x + 1.0;
}

TYPED_TEST(array_names, an_argument_by_value_is_a_name)
{
  auto u = this->all(4);
  auto const half = halved(u);
  EXPECT_TRUE(equals(half, std::vector<double>(4, 2)));
  EXPECT_TRUE(equals(u, std::vector<double>(4, 4)));
  auto const was = u.data();
  advance(u);  // by reference: u itself, which nobody shares
  EXPECT_TRUE(equals(u, std::vector<double>(4, 5)));
  EXPECT_EQ(u.data(), was);
}

TYPED_TEST(array_names, the_kernels_of_babelstream_keep_their_arrays)
{
  auto a = this->all(1), b = this->all(2), c = this->all(0);
  c = a;            // copy
  b = 3.0 * c;      // mul
  c = a + b;        // add
  a = b + 3.0 * c;  // triad
  EXPECT_TRUE(equals(c, std::vector<double>(4, 4)));
  EXPECT_TRUE(equals(a, std::vector<double>(4, 15)));
  c = a;
  a = b + 3.0 * c;
  EXPECT_TRUE(equals(c, std::vector<double>(4, 15)));
  EXPECT_TRUE(equals(a, std::vector<double>(4, 48)));
}

TYPED_TEST(array_names, a_stored_expression_keeps_what_it_reads)
{
  auto x = this->all(3);
  auto e = x * x;
  x = e + 1;
  EXPECT_TRUE(equals(x, std::vector<double>(4, 10)));
  EXPECT_TRUE(equals(acre::evaluate(e), std::vector<double>(4, 9)));
  x = this->all(2);
  auto f = x + x;
  x = f;  // outlives the statement
  EXPECT_TRUE(equals(acre::evaluate(f), std::vector<double>(4, 4)));
  x = std::move(f);  // holds the memory of another array by now
  EXPECT_TRUE(equals(x, std::vector<double>(4, 4)));
  auto i = acre::from_host(this->space, {2, 0});
  auto const v = this->of({5, 6, 7});
  auto const picked = v(i);
  i = i - i;
  EXPECT_TRUE(equals(acre::evaluate(picked), std::vector<double>{7, 5}));
  auto const r = acre::read_only(x);
  x = x + 1;
  EXPECT_TRUE(equals(acre::copy(r), std::vector<double>(4, 4)));
}

TYPED_TEST(array_names, conjugate_gradients_written_as_in_numpy)
{
  typename TestFixture::matrix const A = this->of({4, 1, 0, 1, 3, 1, 0, 1, 5}).reshape(shape(3, 3));
  auto const b = this->of({1, 2, 3});
  auto const times = [&](auto const& x) { return acre::evaluate(acre::sum(A * x, 1)); };
  auto x = this->of({0, 0, 0});
  auto r = acre::evaluate(b - times(x)), p = r;
  double rr = acre::sum(r * r);
  for (int k = 0; k < 3; ++k) {
    auto const Ap = times(p);
    double const alpha = rr / static_cast<double>(acre::sum(p * Ap));
    x = x + alpha * p;
    r = r - alpha * Ap;
    double const next = acre::sum(r * r);
    p = r + next / rr * p;
    rr = next;
  }
  EXPECT_LT(rr, 1e-24);
  double const off = acre::sum(abs(times(x) - b));
  EXPECT_LT(off, 1e-12);
}

TYPED_TEST(array_names, a_slice_is_a_place)
{
  auto v = this->of({1, 2, 3, 4}), u = this->of({5, 6, 7, 8});
  auto inner = v(slice(1, -1));
  auto const same = inner;
  inner = inner * 10.0;
  EXPECT_TRUE(equals(v, std::vector<double>{1, 20, 30, 4}));
  EXPECT_TRUE(equals(same, std::vector<double>{20, 30}));
  std::swap(u, v);
  inner = 0;
  EXPECT_TRUE(equals(u, std::vector<double>{1, 0, 0, 4}));
  u.swap(v);
  inner = this->of({1, 2}) + 0.5;
  EXPECT_TRUE(equals(v, std::vector<double>{1, 1.5, 2.5, 4}));
  // other views
  auto m = this->square();
  auto flat = m.reshape(shape(-1));
  auto across = m.transpose();
  flat = flat + 1;
  across = across * 2;
  EXPECT_TRUE(equals(m, std::vector<double>{2, 4, 6, 8, 10, 12, 14, 16, 18}));
}

TYPED_TEST(array_names, memory_of_others_is_a_place)
{
  auto const memory = this->all(1);
  typename TestFixture::vector wrapped(this->space, nullptr, memory.data(), shape(4), shape(1));
  auto again = wrapped;
  wrapped = wrapped + 1;
  again = again * 3;
  EXPECT_TRUE(equals(memory, std::vector<double>(4, 6)));
  if constexpr (TypeParam::host_accessible) {
    std::vector<double> host(4, 1);
    auto seen = acre::from_span(this->space, std::span(host)), other = seen;
    seen = seen + other;
    this->space.fence();
    EXPECT_EQ(host, std::vector<double>(4, 2));
  }
}

TYPED_TEST(array_names, elements_are_written_through_every_handle)
{
  auto u = this->all(1), other = u;
  u(ALL) = 2.0 * u;
  u += 1;
  u(u > 2.5) = 7;
  EXPECT_TRUE(equals(other, std::vector<double>(4, 7)));
  EXPECT_EQ(u.data(), other.data());
  auto const fixed = u;
  fixed(slice(0, 2)) = 1;
  EXPECT_TRUE(equals(other, std::vector<double>{1, 1, 7, 7}));
}

TYPED_TEST(array_names, a_time_loop_takes_no_memory)
{
  auto u = acre::zeros(this->space, shape(1000));
  auto const f = acre::ones(this->space, shape(1000));
  auto const part = u(slice(2, 4));
  auto const step = [&](auto const& x) { return 0.5 * (x + x) + where(x < 0, x, f); };
  auto const* const was = u.data();
  auto const memory = acre::memory_of(this->space);
  this->space.fence();
  memory.reset_peak();
  auto const used = memory.used();
  int const steps = 10'000;
  for (int k = 1; k <= steps; ++k) {
    u = step(u);
    if (k % 1000 == 0) {
      EXPECT_TRUE(equals(part, std::vector<double>(2, k)));
      memory.reset_peak();
    }
  }
  EXPECT_EQ(u.data(), was);
  EXPECT_EQ(memory.used(), used);
}

TYPED_TEST(array_names, two_states_take_turns_in_memory)
{
  auto u = acre::zeros(this->space, shape(1000)), before = u;
  u = u + 1.0;
  auto const memory = acre::memory_of(this->space);
  this->space.fence();
  auto const used = memory.used();
  for (int k = 1; k < 1000; ++k) {
    before = u;
    u = before + 1.0;
  }
  EXPECT_EQ(memory.used(), used);
  EXPECT_TRUE(equals(u - before, std::vector<double>(1000, 1)));
  EXPECT_EQ(u(7).item(), 1000);
  for (int k = 0; k < 10; ++k) {
    std::swap(u, before);
    u = before + 1.0;
  }
  EXPECT_EQ(memory.used(), used);
  EXPECT_EQ(u(7).item(), 1010);
}

/// A function that returns a slice of an array of its own.
template <class Array>
auto inner_of_a_copy(Array const& a)
{
  auto const own = acre::copy(a);
  return own(slice(1, -1));
}

TYPED_TEST(array_names, a_view_that_outlives_its_array_is_a_name)
{
  auto u = this->of({0, 1, 2, 3, 4, 5}).reshape(shape(2, 3)), u_old = u;
  u = u + 1;
  EXPECT_TRUE(equals(u_old, std::vector<double>{0, 1, 2, 3, 4, 5}));
  auto x = this->of({0, 1, 2, 3, 4})(slice(0, -1)), x_old = x;
  x = x * 2;
  EXPECT_TRUE(equals(x_old, std::vector<double>{0, 1, 2, 3}));
  auto t = this->square()(slice(0, 2)).transpose(), t_old = t;
  t = t + 1;
  EXPECT_TRUE(equals(t_old, std::vector<double>{0, 3, 1, 4, 2, 5}));
  auto y = inner_of_a_copy(this->of({0, 1, 2, 3, 4})), y_old = y;
  auto const* const was = y_old.data();
  y = y - 1;
  EXPECT_TRUE(equals(y_old, std::vector<double>{1, 2, 3}));
  y_old = y_old + 1;  // alone by now
  EXPECT_EQ(y_old.data(), was);
  auto z = acre::squeeze(acre::expand_dims(this->of({1, 2, 3}), 0), 0), z_old = z;
  z = 0;
  EXPECT_TRUE(equals(z_old, std::vector<double>{1, 2, 3}));
  // its slices are places
  auto part = z_old(slice(0, 2));
  part = 7;
  EXPECT_TRUE(equals(z_old, std::vector<double>{7, 7, 3}));
  z_old = z_old + 1;
  EXPECT_TRUE(equals(part, std::vector<double>{8, 8}));
  z = z_old;
  z = z + 1;
  EXPECT_TRUE(equals(part, std::vector<double>{8, 8}));
  z_old = typename TestFixture::vector();  // part is alone by now
  auto const kept = part;
  part = 1;
  EXPECT_TRUE(equals(kept, std::vector<double>{8, 8}));
  // where the array has another name, a place as ever: here behind a function that gives it out
  auto const field = this->square();
  auto const get = [&] { return field; };
  auto row = get()(1);
  row = 0;
  auto flat = get().reshape(shape(-1));
  flat = flat + 1;
  EXPECT_TRUE(equals(field, std::vector<double>{1, 2, 3, 1, 1, 1, 7, 8, 9}));
}

TYPED_TEST(array_names, an_address_is_that_of_elements_without_gaps)
{
  auto const s = this->of({0, 1, 2, 3, 4, 5, 6, 7}).reshape(shape(2, 4));
  auto buffer = acre::zeros(this->space, shape(2, 2));
  buffer = s(ALL, slice(2, 4));
  EXPECT_EQ(acre_test::error_of<acre::value_error>([&] { buffer.data(); }),
            "data(): the elements of this array of shape (2,2) with strides (4,1) do not lie side "
            "by side in memory: contiguous(a) is an array whose elements do, and a.ref() has the "
            "address with the strides");
  EXPECT_EQ(buffer.ref().data, s.data() + 2);
  EXPECT_TRUE(equals(acre::contiguous(buffer), std::vector<double>{2, 3, 6, 7}));
  EXPECT_NE(acre::contiguous(buffer).data(), nullptr);
  EXPECT_THROW(acre::read_only(buffer).data(), acre::value_error);
  EXPECT_THROW(s(0, slice(none, none, -1)).data(), acre::value_error);
  EXPECT_THROW(acre::broadcast_to(s(0), shape(3, 4)).data(), acre::value_error);
  // dense, in whatever order of axes
  EXPECT_EQ(s.transpose().data(), s.data());
  EXPECT_EQ(s(1).data(), s.data() + 4);
  EXPECT_EQ(s(ALL, slice(1, 2))(slice(1, 2)).data(), s.data() + 5);
  EXPECT_EQ(s(slice(0, 0), slice(0, 4, 2)).size(), 0);
  EXPECT_NO_THROW(s(slice(0, 0), slice(0, 4, 2)).data());
}

TYPED_TEST(array_names, an_assignment_that_throws_changes_nothing)
{
  auto u = this->all(1), other = u;
  EXPECT_THROW(u = this->of({1, 2, 3}) + 1, acre::shape_error);
  EXPECT_EQ(u.data(), other.data());
  EXPECT_EQ(u.shape(), shape(4));
  u = this->of({2}) + 1;  // broadcasts
  EXPECT_TRUE(equals(u, std::vector<double>(4, 3)));
  EXPECT_TRUE(equals(other, std::vector<double>(4, 1)));
}

TYPED_TEST(array_names, a_label_goes_with_the_name)
{
  auto u = this->all(1).labelled("density");
  auto const* const was = u.data();
  u = u + 1;
  EXPECT_EQ(u.data(), was);
  auto other = u;
  u = u + 1;
  EXPECT_NE(u.data(), was);
  EXPECT_EQ(u.label(), "density");
  EXPECT_TRUE(equals(other, std::vector<double>(4, 2)));
  // two labels of one memory are two names
  auto const speed = u.labelled("speed");
  u = 0;
  EXPECT_TRUE(equals(speed, std::vector<double>(4, 3)));
  auto energy = speed.labelled("energy");
  energy = energy + 1;
  EXPECT_TRUE(equals(speed, std::vector<double>(4, 3)));
  EXPECT_EQ(energy.label(), "energy");
}

TYPED_TEST(array_names, a_graph_writes_the_memory_that_it_was_recorded_with)
{
  auto u = this->all(1);
  auto const out = this->all(0);
  auto steps = acre::capture(this->space, [u, out] {
    u(ALL) = 2.0 * u;
    out(ALL) = u + 1;
  });
  steps.replay();
  EXPECT_TRUE(equals(out, std::vector<double>(4, 5)));
  auto const of_graph = u(ALL);
  u = u + 1;  // the graph has a name of the memory
  steps.replay();
  EXPECT_TRUE(equals(u, std::vector<double>(4, 5)));
  EXPECT_TRUE(equals(of_graph, std::vector<double>(4, 8)));
  EXPECT_TRUE(equals(out, std::vector<double>(4, 9)));
}

/// Host threads that have names of one array, assign, and never see each other's values.
TYPED_TEST(array_names, host_threads_have_names_of_their_own)
{
  auto const shared = this->all(1);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 500; ++k) {
        auto mine = shared, kept = mine;
        mine = mine + static_cast<double>(t);
        kept = mine;
        mine = mine * 2.0;
        double const a = acre::sum(mine), b = acre::sum(kept);
        if (a != 8.0 * (t + 1) || b != 4.0 * (t + 1)) ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(equals(shared, std::vector<double>(4, 1)));
}

}  // namespace
