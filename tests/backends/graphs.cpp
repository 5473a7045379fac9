// Captured sequences of calls: what they give, keep and refuse. All of it on every space.
#include <acre/array/pinned.hpp>
#include <acre/array/print.hpp>
#include <acre/device.hpp>
#include <acre/elementwise.hpp>
#include <acre/index.hpp>
#include <acre/order/sort.hpp>
#include <acre/reduce/extrema.hpp>
#include <acre/reduce/scan.hpp>
#include <acre/reduce/sum.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <stdexcept>

namespace {

using acre::ALL, acre::newaxis, acre::shape;
using acre_test::equals, acre_test::error_of, acre_test::noise, acre_test::place;

template <class Space>
class graphs : public ::testing::Test {
 protected:
  Space space;
};
TYPED_TEST_SUITE(graphs, acre_test::spaces, acre_test::space_names);

TYPED_TEST(graphs, do_the_work_once_and_again)
{
  auto const x = acre::ones(this->space, shape(1000));
  auto const steps = acre::capture(this->space, [=] {
    for (int k = 0; k < 10; ++k) x(ALL) = x + 1;
  });
  EXPECT_EQ(x(7).item(), 11);
  steps.replay();
  steps.replay();
  EXPECT_EQ(x(999).item(), 31);
  x(ALL) = 0.5;  // between them the queue is as any
  steps.replay();
  EXPECT_TRUE(equals(x, std::vector<double>(1000, 10.5)));
}

template <class Array, class Keys>
struct mixed_work {
  Array x, y;
  Keys i;
  void operator()() const
  {
    y(ALL) = x / sum(x * x) + cumsum(x);
    auto const sorted = sort(y);
    x(ALL) = take(sorted, i, 0) - acre::max(y) + sorted;
  }
};

TYPED_TEST(graphs, give_the_bits_of_the_calls)
{
  std::int64_t const n = 70000;
  auto const start = noise<double>(n);
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k) order[static_cast<std::size_t>(k)] = k * 7919 % n;
  auto const i = place(this->space, order);
  auto const make = [&] {
    auto const x = place(this->space, start), y = acre::zeros_like(x);
    return mixed_work<std::remove_const_t<decltype(x)>, std::remove_const_t<decltype(i)>>{x, y, i};
  };
  auto const called = make(), captured = make();
  for (int k = 0; k < 4; ++k) called();
  auto const steps = acre::capture(this->space, captured);
  for (int k = 1; k < 4; ++k) steps.replay();
  EXPECT_TRUE(equals(captured.x, acre::to_vector(called.x)));
  EXPECT_TRUE(equals(captured.y, acre::to_vector(called.y)));
}

TYPED_TEST(graphs, keep_the_memory_of_their_temporaries)
{
  auto const x = acre::ones(this->space, shape(50000)), y = acre::zeros_like(x);
  auto const steps = acre::capture(this->space, [=] {
    auto const once = acre::copy(x + 1), twice = acre::copy(once * 2);
    y(ALL) = once + twice;
  });
  std::vector<acre::array<double, 1, TypeParam>> others;
  for (int k = 0; k < 8; ++k) others.push_back(acre::full(this->space, shape(50000), 1.0 * k));
  for (int k = 0; k < 3; ++k) {
    x(ALL) = 1.0 * k;
    steps.replay();
    EXPECT_TRUE(equals(y, std::vector<double>(50000, 3.0 * (k + 1))));
  }
  for (int k = 0; k < 8; ++k)
    EXPECT_TRUE(equals(others[static_cast<std::size_t>(k)], std::vector<double>(50000, 1.0 * k)));
}

TYPED_TEST(graphs, give_their_memory_back)
{
  auto const memory = acre::memory_of(this->space);
  auto const x = acre::ones(this->space, shape(1 << 17));
  acre::sum(x).item();
  auto const before = memory.used();
  {
    auto const steps = acre::capture(this->space, [=] { x(ALL) = acre::copy(x + 1) * 2; });
    steps.replay();
    EXPECT_EQ(acre::sum(x).item(), 10 << 17);
  }
  this->space.fence();
  memory.release();
  EXPECT_EQ(memory.used(), before);
  EXPECT_EQ(memory.free_blocks(), 0);
}

TYPED_TEST(graphs, are_updated)
{
  auto const x = acre::zeros(this->space, shape(100)), y = acre::zeros(this->space, shape(100));
  auto steps = acre::capture(this->space, [=] { x(ALL) = x + 1; });
  steps.update([=] { x(ALL) = x + 10; });  // another number
  steps.replay();
  EXPECT_EQ(x(0).item(), 21);
  steps.update([=] { y(ALL) = y + 100; });  // another address
  steps.replay();
  EXPECT_EQ(x(0).item(), 21);
  EXPECT_EQ(y(99).item(), 200);
  steps.update([=] { y(ALL) = x * sum(x); });  // other work
  steps.replay();
  EXPECT_EQ(y(0).item(), 21 * 2100);
  EXPECT_EQ(
      error_of<std::runtime_error>([&] { steps.update([] { throw std::runtime_error("no"); }); }),
      "no");
  y(ALL) = 0.0;
  steps.replay();
  EXPECT_EQ(y(0).item(), 21 * 2100) << "it is as it was";
}

TYPED_TEST(graphs, copy_beside_the_host)
{
  auto const up = acre::empty_pinned<float>(this->space, shape(1000)),
             down = acre::empty_pinned<float>(this->space, shape(1000));
  auto const x = acre::empty<float>(this->space, shape(1000));
  up(ALL) = 1.0F;
  auto const steps = acre::capture(this->space, [=] {
    copy_async(x, up);
    copy_async(down, x + x);
  });
  this->space.fence();
  EXPECT_TRUE(equals(down, std::vector<float>(1000, 2.0F)));
  up(ALL) = 5.0F;
  steps.replay();
  this->space.fence();
  EXPECT_TRUE(equals(down, std::vector<float>(1000, 10.0F)));
}

TYPED_TEST(graphs, refuse_what_waits_and_what_is_elsewhere)
{
  auto const x = acre::arange(this->space, 10.0);
  TypeParam const other = this->space.new_queue();
  auto const elsewhere = acre::ones(other, shape(10));
  acre::event const e = other.record();
  auto const text = [&](auto const& f) {
    auto const told = error_of<acre::value_error>([&] { acre::capture(this->space, f); });
    EXPECT_FALSE(this->space.queue().capturing());
    return told;
  };
  auto const refused = [](std::string const& why) {
    return "capture: " + why +
           " while the queue captures a graph; that belongs before or behind capture()";
  };
  auto const waits = refused("the host waits for the queue");
  EXPECT_EQ(text([&] { x(0).item(); }), waits);
  EXPECT_EQ(text([&] { acre::to_vector(x); }), waits);
  EXPECT_EQ(text([&] { acre::to_string(x); }), waits);
  EXPECT_EQ(text([&] { acre::nonzero(x); }), waits);
  EXPECT_EQ(text([&] { this->space.fence(); }), waits);
  EXPECT_EQ(text([&] { acre::from_host(this->space, {1.0, 2.0}); }),
            refused("the host's memory is read"));
  EXPECT_EQ(text([&] { this->space.record(); }), refused("an event is recorded"));
  EXPECT_EQ(text([&] { this->space.wait_for(e); }), refused("the queue is to wait for an event"));
  EXPECT_EQ(text([&] { this->space.wait_for(other); }),
            refused("the queue is to wait for another"));
  EXPECT_EQ(text([&] { other.wait_for(this->space); }),
            refused("another queue is to wait for this one"));
  EXPECT_EQ(text([&] { acre::launch_host(this->space, [] {}); }), refused("the host is called"));
  EXPECT_EQ(text([&] { x(ALL) = elsewhere; }), refused("an operand is of another queue"));
  EXPECT_EQ(text([&] { elsewhere(ALL) = x; }), refused("an operand is of another queue"));
  EXPECT_EQ(text([&] { acre::capture(this->space, [] {}); }), refused("another graph is captured"));
  auto const empty = acre::capture(this->space, [] {});
  empty.replay();
  EXPECT_EQ(text([&] { empty.replay(); }), refused("another graph is replayed"));
  EXPECT_EQ(acre::sum(x).item(), 45) << "the queue goes on";
}

TYPED_TEST(graphs, pass_errors_on)
{
  auto const x = acre::ones(this->space, shape(1000));
  auto const fails = [&] {
    auto const y = acre::copy(x * 2);
    x(ALL) = y + acre::empty<double>(this->space, shape(1000000000000))(acre::slice(0, 1000));
  };
  EXPECT_EQ(
      error_of<acre::out_of_memory>([&] { acre::capture(this->space, fails); }),
      "Unable to allocate 7.28 TiB for an array with shape (1000000000000,) and data type float64");
  EXPECT_EQ(error_of<std::runtime_error>([&] {
              acre::capture(this->space, [&] {
                auto const total = acre::sum(x);
                throw std::runtime_error("no");
              });
            }),
            "no");
  EXPECT_EQ(acre::sum(x).item(), 1000);
  auto const steps = acre::capture(this->space, [=] { x(ALL) = x + sum(x); });
  steps.replay();
  EXPECT_EQ(x(0).item(), 1002001);
}

TYPED_TEST(graphs, tell_bad_indices_at_each_time)
{
  auto const x = acre::arange(this->space, 10.0), y = acre::zeros(this->space, shape(2));
  auto const i = place(this->space, std::vector<std::int64_t>{1, 2});
  auto const steps = acre::capture(this->space, [=] { y(ALL) = x(i); });
  this->space.fence();
  std::string const begin = "index 12 is out of bounds for axis 0 with size 10";
  for (int k = 0; k < 3; ++k) {
    i(1) = 12;
    steps.replay();
    EXPECT_EQ(error_of<acre::index_error>([&] { this->space.fence(); }).substr(0, begin.size()),
              begin);
    i(1) = 3;
    steps.replay();
    EXPECT_TRUE(equals<double>(y, {1, 3}));
  }
}

TYPED_TEST(graphs, keep_their_queue_and_move)
{
  auto const x = [&] {
    TypeParam const own = this->space.new_queue();
    auto const made = acre::zeros(own, shape(10));
    auto steps = acre::capture(own, [=] { made(ALL) = made + 1; });
    auto const moved = std::move(steps);
    moved.replay();
    EXPECT_EQ(moved.space(), own);
    return made;
  }();
  EXPECT_EQ(acre::sum(x).item(), 20);
}

}  // namespace
