// Events, host calls, priorities and copies beside the host: the same on every space.
#include <acre/array/pinned.hpp>
#include <acre/device.hpp>
#include <acre/elementwise/functions.hpp>
#include <acre/index.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <stdexcept>

namespace {

using acre::ALL, acre::none, acre::shape, acre::slice;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

template <class Space>
class queue_control : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(queue_control, acre_test::spaces, acre_test::space_names);

TYPED_TEST(queue_control, tells_when_work_is_done_and_how_long_it_took)
{
  auto const begin = this->space.record();
  auto const x = acre::arange<double>(this->space, 100000);
  auto const middle = this->space.record();
  auto const total = acre::sum(x * 0.5);
  auto const end = this->space.record();
  end.wait();
  EXPECT_TRUE(begin.done() && middle.done() && end.done());
  EXPECT_GE(elapsed_seconds(begin, middle), 0);
  EXPECT_GE(elapsed_seconds(middle, end), 0);
  EXPECT_NEAR(elapsed_seconds(begin, end),
              elapsed_seconds(begin, middle) + elapsed_seconds(middle, end), 1e-5);
  EXPECT_LE(elapsed_seconds(end, begin), 0);
  EXPECT_LT(elapsed_seconds(begin, end), 60);
  EXPECT_EQ(elapsed_seconds(end, end), 0);
}

TYPED_TEST(queue_control, orders_queues_by_events)
{
  for (auto priority :
       {acre::queue_priority::low, acre::queue_priority::normal, acre::queue_priority::high}) {
    TypeParam const second = this->space.new_queue(priority);
    EXPECT_NE(second, this->space);
    auto const x = acre::zeros<std::int64_t>(this->space, shape(1 << 20));
    for (int k = 0; k < 20; ++k) x(ALL) = x + 1;
    acre::event const written = this->space.record();
    second.wait_for(written);
    auto const seen = acre::empty<std::int64_t>(second, shape(1 << 20));
    second.copy(seen.data(), x.data(), (1 << 20) * sizeof(std::int64_t));
    EXPECT_EQ(acre::sum(seen).item(), 20 << 20);
    EXPECT_TRUE(written.done());
  }
}

TYPED_TEST(queue_control, waits_for_events_of_any_space)
{
  acre::for_each_space([&](auto const& other) {
    auto const x = acre::ones(other, shape(1000));
    this->space.wait_for(other.record());
    this->space.fence();
    EXPECT_EQ(acre::sum(x).item(), 1000);
  });
}

TYPED_TEST(queue_control, an_event_outlives_its_queue)
{
  acre::event e;
  {
    TypeParam const second = this->space.new_queue();
    auto const x = acre::ones(second, shape(100000));
    e = second.record();
  }
  e.wait();
  EXPECT_TRUE(e.done());
}

class clock_of_another : public acre::backends::recorded_event {
 public:
  bool done() override { return true; }
  void wait() override {}
  double seconds_since(recorded_event&) override { return 0; }
  std::string clock() const override { return "device 7 (another)"; }
};

TYPED_TEST(queue_control, refuses_events_that_are_none_or_of_another_device)
{
  std::string const text = "this event has not been recorded yet; e = space.record() records one";
  acre::event const none;
  EXPECT_FALSE(none.is_recorded());
  EXPECT_EQ(error_of<acre::value_error>([&] { none.wait(); }), text);
  EXPECT_EQ(error_of<acre::value_error>([&] { none.done(); }), text);
  EXPECT_EQ(error_of<acre::value_error>([&] { this->space.wait_for(none); }), text);
  auto const here = this->space.record();
  EXPECT_EQ(error_of<acre::value_error>([&] { elapsed_seconds(none, here); }), text);
  acre::event const other(std::make_shared<clock_of_another>());
  std::string const own = here.recorded().clock();
  EXPECT_EQ(error_of<acre::value_error>([&] { elapsed_seconds(other, here); }),
            "elapsed_seconds: the events are of two devices, device 7 (another) and " + own +
                ", whose clocks have nothing in common");
  this->space.wait_for(other);  // an order there may be
  EXPECT_EQ(acre::sum(acre::ones(this->space, shape(3))).item(), 3);
}

TYPED_TEST(queue_control, calls_the_host_in_order)
{
  std::vector<int> called;
  auto const x = acre::zeros<int>(this->space, shape(3));
  auto const seen = acre::empty_pinned<int>(this->space, shape(3));
  for (int k = 1; k <= 4; ++k) {
    x(ALL) = x + k;
    copy_async(seen, x);
    acre::launch_host(this->space, [&] { called.push_back(seen.data()[2]); });
  }
  this->space.fence();
  EXPECT_EQ(called, (std::vector{1, 3, 6, 10}));
}

TYPED_TEST(queue_control, tells_what_a_host_call_threw)
{
  auto const x = acre::arange<int>(this->space, 4);
  acre::launch_host(this->space, [] { throw std::runtime_error("first"); });
  acre::launch_host(this->space, [] { throw std::runtime_error("second"); });
  auto const y = acre::evaluate(take(x, place(this->space, std::vector<std::int64_t>{1, 9})));
  EXPECT_EQ(error_of<std::runtime_error>([&] { this->space.fence(); }), "first");
  EXPECT_EQ(error_of<acre::index_error>([&] { this->space.fence(); }).substr(0, 48),
            "index 9 is out of bounds for axis 0 with size 4 ")
      << "an index error is not lost for it";
  this->space.fence();
  EXPECT_EQ(acre::sum(x).item(), 6);
}

TYPED_TEST(queue_control, copies_beside_the_host)
{
  std::int64_t const n = 300000;
  auto const values = noise<float>(n);
  auto const up = acre::empty_pinned<float>(this->space, shape(n));
  auto const down = acre::empty_pinned<float>(this->space, shape(n));
  std::copy(values.begin(), values.end(), up.data());
  TypeParam const second = this->space.new_queue();
  auto const x = acre::empty<float>(second, shape(n));
  copy_async(x, up);
  copy_async(down, x * 2.0F);
  second.record().wait();
  std::vector<float> twice(values);
  for (float& v : twice) v *= 2;
  EXPECT_TRUE(equals(down, twice));

  // any other memory of the host, another rank, strides of the source, nothing at all
  auto const plain = place(acre::serial(), values, shape(300, 1000));
  auto const y = acre::empty<float>(this->space, shape(1000, 300));
  copy_async(y, plain.transpose());
  auto const back = acre::empty<float>(acre::serial(), shape(500, 300));
  copy_async(back, y(slice(none, none, 2)));
  this->space.fence();
  EXPECT_TRUE(equals(back, acre::to_vector(plain.transpose()(slice(none, none, 2)))));
  copy_async(acre::empty<int>(this->space, shape(0)),
             acre::empty_pinned<int>(this->space, shape(0)));
}

TYPED_TEST(queue_control, keeps_pinned_memory_until_it_is_copied)
{
  TypeParam const second = this->space.new_queue();
  auto const x = acre::empty<double>(second, shape(1 << 18));
  std::weak_ptr<void> memory;
  {
    auto const once = acre::empty_pinned<double>(second, shape(1 << 18));
    once(ALL) = 0.5;
    memory = once.owner();
    copy_async(x, once);
  }
  EXPECT_EQ(acre::sum(x).item(), 1 << 17);
  second.fence();
  EXPECT_TRUE(memory.expired());
}

TYPED_TEST(queue_control, refuses_copies_that_do_not_fit)
{
  auto const x = acre::zeros(this->space, shape(4));
  auto const host = acre::empty_pinned<double>(this->space, shape(2, 3));
  EXPECT_EQ(error_of<acre::shape_error>([&] { copy_async(x, host(0)); }),
            "copy_async: the target has shape (4,), the source (3,)");
  EXPECT_EQ(error_of<acre::value_error>([&] { copy_async(host(ALL, 1), x(slice(0, 2))); }),
            "copy_async: the target's elements do not lie in C order");
  EXPECT_EQ(error_of<acre::shape_error>([&] {
              acre::empty_pinned<double>(this->space, shape(-1));
            }).substr(0, 8),
            "negative");
}

}  // namespace
