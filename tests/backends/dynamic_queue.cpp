// Queues, waits and results written in place where the space is known at run time only.

#include <acre/dynamic/creation.hpp>
#include <acre/dynamic/index.hpp>
#include <acre/dynamic/into.hpp>
#include <acre/dynamic/queue.hpp>
#include <acre/dynamic/shape.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/error_of.hpp>
#include <acre_test/spaces.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

namespace {

using acre::dtype;
using acre::dynamic_array;
using acre_test::equals;
namespace dynamic = acre::dynamic;

template <class Space>
struct dynamic_queue : testing::Test {
  Space space;

  template <class T>
  dynamic_array row(std::vector<T> const& v) const
  {
    return acre::from_host(space, v);
  }
  template <class T>
  std::vector<T> values(dynamic_array const& a) const
  {
    EXPECT_EQ(a.dtype(), acre::dtype_of<T>);
    auto const bytes = dynamic::to_host(a);
    auto const* const first = reinterpret_cast<T const*>(bytes.data());
    return {first, first + bytes.size() / sizeof(T)};
  }
};
TYPED_TEST_SUITE(dynamic_queue, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_queue, are_of_one_device)
{
  acre::dynamic_space const first = this->space, second = dynamic::new_queue(first);
  EXPECT_TRUE(dynamic::is_same_queue(first, first));
  EXPECT_FALSE(dynamic::is_same_queue(first, second));
  EXPECT_TRUE(dynamic::is_same_device(first, second));
  EXPECT_EQ(dynamic::is_on_host(first), TypeParam::host_accessible);
  EXPECT_EQ(dynamic::device_of(second).name, this->space.device().name);
  EXPECT_EQ(dynamic::memory_of(second).total(), acre::memory_of(this->space).total());
}

TYPED_TEST(dynamic_queue, are_idle_when_their_work_is_done)
{
  acre::dynamic_space const queue = dynamic::new_queue(this->space);
  dynamic::fence(queue);  // a GPU's clears its record of errors
  EXPECT_TRUE(dynamic::is_idle(queue));
  std::atomic<bool> go = TypeParam::host_accessible, was_busy = TypeParam::host_accessible;
  dynamic::launch_host(queue, [&] {
    while (!go) std::this_thread::yield();
  });
  if (!dynamic::is_idle(queue)) was_busy = true;
  go = true;
  dynamic::fence(queue);
  EXPECT_TRUE(was_busy);
  EXPECT_TRUE(dynamic::is_idle(queue));
}

TYPED_TEST(dynamic_queue, wait_for_events_and_call_the_host)
{
  acre::dynamic_space const first = this->space, second = dynamic::new_queue(first);
  auto const x = dynamic::arange(first, std::int64_t{0}, std::int64_t{100000}, std::int64_t{1});
  auto const behind = dynamic::record(first);
  dynamic::wait_for(second, behind);
  bool called = false;
  dynamic::launch_host(second, [&] { called = true; });
  dynamic::fence(second);
  EXPECT_TRUE(called && behind.done());
  EXPECT_THROW(dynamic::wait_for(second, acre::event()), acre::value_error);
  EXPECT_THROW(dynamic::wait(acre::event(), [] {}), acre::value_error);
}

/// An event that is done after some questions, as a device's that works long.
struct late_event : acre::backends::recorded_event {
  std::chrono::steady_clock::time_point end;
  explicit late_event(std::chrono::milliseconds after)
      : end(std::chrono::steady_clock::now() + after)
  {}
  bool done() override { return std::chrono::steady_clock::now() >= end; }
  void wait() override { std::this_thread::sleep_until(end); }
  double seconds_since(recorded_event&) override { return 0; }
  std::string clock() const override { return "late"; }
};

TYPED_TEST(dynamic_queue, a_wait_can_be_left)
{
  auto const late = [](int ms) {
    return acre::event(std::make_shared<late_event>(std::chrono::milliseconds(ms)));
  };
  int asked = 0;
  dynamic::wait(late(400), [&] { ++asked; });
  EXPECT_GE(asked, 2);
  EXPECT_LE(asked, 8);
  struct interrupted {};
  acre::event const long_work = late(3600 * 1000);
  EXPECT_THROW(dynamic::wait(long_work, [] { throw interrupted(); }), interrupted);
  EXPECT_FALSE(long_work.done());
  asked = 0;
  dynamic::wait(late(0), [&] { ++asked; });
  EXPECT_EQ(asked, 0);  // what is done is not asked about
}

TYPED_TEST(dynamic_queue, run_operations_on_another_ones_array)
{
  acre::dynamic_space const first = this->space, second = dynamic::new_queue(first);
  auto const x = dynamic::full(first, dtype::float64, std::array{std::int64_t{100000}}, 1.0);
  {
    auto const there = dynamic::on_queue(second, x);
    EXPECT_EQ(there.first(), x.first());
    EXPECT_TRUE(dynamic::is_same_queue(there.space(), second));
    auto const sum = dynamic::binary("add", there, there);
    EXPECT_TRUE(dynamic::is_same_queue(sum.space(), second));
    dynamic::binary_into("add", there, there, sum);
    EXPECT_EQ(this->template values<double>(sum)[99999], 2);
  }
  dynamic::binary_into("multiply", x, x, 2.0);  // behind the other queue's work
  EXPECT_EQ(this->template values<double>(x)[99999], 6);
  EXPECT_TRUE(dynamic::is_same_queue(dynamic::on_queue(first, x).space(), first));
}

TYPED_TEST(dynamic_queue, the_memory_of_another_ones_array_stays)
{
  acre::dynamic_space const first = this->space, second = dynamic::new_queue(first);
  auto const memory = dynamic::memory_of(first);
  auto const before = memory.used();
  auto seen = [&] {
    auto const x = dynamic::full(first, dtype::float64, std::array{std::int64_t{1000}}, 3.0);
    return dynamic::on_queue(second, x);
  }();
  EXPECT_GT(memory.used(), before);
  EXPECT_EQ(this->template values<double>(seen)[999], 3);
  seen = dynamic_array();
  EXPECT_EQ(memory.used(), before);
}

TYPED_TEST(dynamic_queue, measures_calls)
{
  auto const x = this->template row<double>(std::vector<double>(1000, 2.0));
  int calls = 0;
  auto const r = dynamic::benchmark(this->space,
                                    [&] {
                                      ++calls;
                                      dynamic::unary("sqrt", x);
                                    },
                                    {.n_repeat = 5, .n_warmup = 2, .name = "sqrt"});
  EXPECT_EQ(calls, 7);
  EXPECT_EQ(r.cpu_times.size(), 5u);
  EXPECT_EQ(r.queue_times.size(), 5u);
}

TYPED_TEST(dynamic_queue, index_errors_name_a_line_of_another_language)
{
  auto const line = dynamic::line_of("/home/of/simulation.py", 42);
  EXPECT_STREQ(line.file_name(), "/home/of/simulation.py");
  EXPECT_EQ(line.line(), 42u);
  EXPECT_EQ(line.file_name(),
            dynamic::line_of(std::string("/home/of/simulation.py"), 42).file_name());
  auto const x = this->template row<double>({1, 2, 3});
  auto const bad = this->template row<std::int64_t>({0, 7});
  try {
    dynamic::getitem(x, std::vector<dynamic::index_term>{bad}, line);
    dynamic::fence(this->space, [] {});
    ADD_FAILURE() << "no error";
  } catch (acre::index_error const& e) {
    EXPECT_THAT(e.message(), testing::HasSubstr("index 7 is out of bounds for axis 0 with size 3"));
    EXPECT_THAT(e.message(), testing::HasSubstr("called at simulation.py:42"));
    EXPECT_STREQ(e.details().where.file_name(), "/home/of/simulation.py");
    EXPECT_EQ(e.details().where.line(), 42u);
  }
  EXPECT_EQ(this->template values<double>(x)[2], 3);
}

/// Bytes that f() takes of the memory of a space beside what is in use.
template <class F>
std::size_t taken_by(acre::dynamic_space const& space, F const& f)
{
  auto const memory = dynamic::memory_of(space);
  auto const before = memory.used();
  memory.reset_peak();
  f();
  return memory.peak() - before;
}

TYPED_TEST(dynamic_queue, results_in_place_take_no_memory)
{
  acre::dynamic_space const space = this->space;
  std::int64_t const n = 100000;
  std::vector<std::int64_t> const shape{n};
  std::size_t const room = 4096;  // of a scalar
  for (dtype const d : {dtype::float32, dtype::float64, dtype::int32, dtype::uint8, dtype::int64,
                        dtype::complex64}) {
    auto const x = dynamic::full(space, d, shape, 6), y = dynamic::full(space, d, shape, 2);
    for (char const* const f : {"add", "subtract", "multiply"}) {
      EXPECT_LT(taken_by(space, [&] { dynamic::binary_into(f, x, x, y); }), room) << f << name(d);
      EXPECT_LT(taken_by(space, [&] { dynamic::binary_into(f, x, y, x); }), room) << f << name(d);
      EXPECT_LT(taken_by(space, [&] { dynamic::binary_into(f, x, x, std::int64_t{1}); }), room)
          << f << name(d);
    }
    EXPECT_LT(taken_by(space, [&] { dynamic::unary_into("negative", x, x); }), room) << name(d);
    EXPECT_LT(taken_by(space, [&] { dynamic::unary_into("square", x, x); }), room) << name(d);
  }
  auto const x = dynamic::full(space, dtype::int16, shape, -3),
             y = dynamic::full(space, dtype::int16, shape, 5);
  auto const less = dynamic::full(space, dtype::boolean, shape, false);
  for (char const* const f : {"maximum", "minimum", "floor_divide", "remainder", "bitwise_and"})
    EXPECT_LT(taken_by(space, [&] { dynamic::binary_into(f, x, x, y); }), room) << f;
  EXPECT_LT(taken_by(space, [&] { dynamic::binary_into("less", less, x, y); }), room);
  auto const z = dynamic::full(space, dtype::float64, shape, 0.25);
  for (char const* const f : {"sqrt", "exp", "sin", "absolute", "floor"})
    EXPECT_LT(taken_by(space, [&] { dynamic::unary_into(f, z, z); }), room) << f;
}

TYPED_TEST(dynamic_queue, results_in_place_are_those_of_what_was_before)
{
  std::vector<double> start(1000);
  std::iota(start.begin(), start.end(), 0.0);
  using list = std::vector<dynamic::index_term>;
  using acre::slice;
  auto const x = this->row(start);
  auto const front = dynamic::getitem(x, list{slice(acre::none, -1)}),
             back = dynamic::getitem(x, list{slice(1, acre::none)});
  dynamic::binary_into("add", back, back, front);  // x[1:] += x[:-1]
  auto expected = start;
  for (std::size_t k = 1; k < expected.size(); ++k) expected[k] = start[k] + start[k - 1];
  EXPECT_EQ(this->template values<double>(x), expected);
  auto const reversed = dynamic::getitem(x, list{slice(acre::none, acre::none, -1)});
  dynamic::binary_into("subtract", x, x, reversed);
  auto const before = expected;
  for (std::size_t k = 0; k < expected.size(); ++k)
    expected[k] = before[k] - before[before.size() - 1 - k];
  EXPECT_EQ(this->template values<double>(x), expected);
  dynamic::unary_into("negative", x, reversed);
  for (std::size_t k = 0; k < expected.size(); ++k) start[k] = -expected[expected.size() - 1 - k];
  EXPECT_EQ(this->template values<double>(x), start);
}

TYPED_TEST(dynamic_queue, operands_broadcast_to_what_is_written)
{
  acre::dynamic_space const space = this->space;
  auto const to = dynamic::full(space, dtype::float64, std::vector<std::int64_t>{2, 3}, 0);
  auto const row = this->template row<double>({1, 2, 3});
  dynamic::binary_into("add", to, row, row);
  EXPECT_EQ(this->template values<double>(to), (std::vector<double>{2, 4, 6, 2, 4, 6}));
  dynamic::unary_into("negative", to, row);
  EXPECT_EQ(this->template values<double>(to), (std::vector<double>{-1, -2, -3, -1, -2, -3}));
  EXPECT_EQ(
      acre_test::error_of<acre::shape_error>([&] { dynamic::binary_into("add", row, to, row); }),
      "non-broadcastable output operand with shape (3,) doesn't match the broadcast shape "
      "(2,3)");
  EXPECT_EQ(acre_test::error_of<acre::shape_error>([&] { dynamic::unary_into("sin", row, to); }),
            "non-broadcastable output operand with shape (3,) doesn't match the broadcast shape "
            "(2,3)");
  auto const whole = dynamic::full(space, dtype::int32, std::vector<std::int64_t>{3}, 1);
  EXPECT_EQ(acre_test::error_of<acre::dtype_error>([&] { dynamic::unary_into("sin", whole, row); }),
            "Cannot cast ufunc 'sin' output from dtype('float64') to dtype('int32') with casting "
            "rule 'same_kind'");
  auto const small = dynamic::full(space, dtype::int8, std::vector<std::int64_t>{3}, 1);
  EXPECT_THROW(dynamic::binary_into("add", small, small, std::int64_t{300}), acre::value_error);
  EXPECT_THROW(dynamic::binary_into("divide", small, small, std::int64_t{300}), acre::dtype_error);
  dynamic::binary_into("less", small, small, std::int64_t{300});
  EXPECT_EQ(this->template values<std::int8_t>(small), (std::vector<std::int8_t>{1, 1, 1}));
  auto const narrow = dynamic::full(space, dtype::float32, std::vector<std::int64_t>{3}, 0);
  dynamic::unary_into("negative", narrow, whole);
  EXPECT_EQ(this->template values<float>(narrow), (std::vector<float>{-1, -1, -1}));
}

TYPED_TEST(dynamic_queue, have_pinned_memory_of_the_host)
{
  acre::dynamic_space const space = this->space;
  auto const x = dynamic::empty_pinned(space, dtype::int16, std::vector<std::int64_t>{2, 3});
  EXPECT_TRUE(dynamic::is_on_host(x.space()));
  EXPECT_EQ(std::vector<std::int64_t>(x.shape().begin(), x.shape().end()),
            (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(x.strides()[0], 3);
  auto* const words = static_cast<std::int16_t*>(x.data());
  std::iota(words, words + 6, std::int16_t{1});
  auto const there = dynamic::copy_to(space, x);
  EXPECT_TRUE(dynamic::is_same_device(there.space(), space));
  EXPECT_EQ(this->template values<std::int16_t>(there),
            (std::vector<std::int16_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(dynamic::empty_pinned(space, dtype::float64, {}).size(), 1);
  EXPECT_THROW(dynamic::empty_pinned(space, dtype::int8, std::vector<std::int64_t>{-1}),
               acre::shape_error);
}

}  // namespace
