// What one thread does without atomic operations until another one does it, too: nothing is lost
// where it changes.
#include <acre/array/detail/memory_handle.hpp>
#include <acre/backends/common/queue_lock.hpp>
#include <acre/backends/common/sole_owner.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace {

using acre::backends::sole_owner;

/// f() by this thread, and by two others that begin somewhere in the midst of it.
template <class F>
void by_three_threads(int delay, F const& f)
{
  std::atomic<bool> begun = false;
  std::vector<std::thread> others;
  for (int t = 0; t < 2; ++t)
    others.emplace_back([&] {
      while (!begun) std::this_thread::yield();
      for (int volatile n = 0; n < delay; n = n + 1) {
      }
      f();
    });
  begun = true;
  f();
  for (auto& other : others) other.join();
}

TEST(sole_owner, is_a_thread_until_another_one_enters)
{
  sole_owner owner;
  if (!owner.enter()) GTEST_SKIP() << "this system has no barrier for all threads, or had many";
  owner.leave();
  bool entered = true;
  std::thread([&] { entered = owner.enter(); }).join();
  EXPECT_FALSE(entered);
  EXPECT_FALSE(owner.enter()) << "nobody is the owner any more";
}

TEST(sole_owner, is_waited_for_where_it_is_inside)
{
  sole_owner owner;
  bool const entered = owner.enter();
  if (!entered) GTEST_SKIP() << "this system has no barrier for all threads, or had many";
  int written = 0, seen = 0;
  std::thread other([&] {
    EXPECT_FALSE(owner.enter());
    seen = written;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  written = 1;
  owner.leave();
  other.join();
  EXPECT_EQ(seen, 1);
}

/// Another thread counts, too, somewhere in the midst of the owner's counting, with a number after
/// the other. (Without the barrier 180 of 8000 such numbers were wrong.)
TEST(sole_owner, loses_no_count_of_handles)
{
  constexpr int numbers = 60;
  std::vector<std::unique_ptr<acre::detail::shared_number>> number;
  for (int k = 0; k < numbers; ++k)
    number.push_back(std::make_unique<acre::detail::shared_number>(7));
  std::atomic<int> begun = -1, done = -1;
  std::thread other([&] {
    for (int k = 0; k < numbers; ++k) {
      while (begun.load(std::memory_order_relaxed) < k) {
      }
      for (int volatile n = 0; n < k * 7 % 150; n = n + 1) {
      }
      for (int n = 0; n < 20; ++n) number[static_cast<std::size_t>(k)]->add(1);
      done = k;
    }
  });
  for (int k = 0; k < numbers; ++k) {
    auto& counted = *number[static_cast<std::size_t>(k)];
    begun.store(k, std::memory_order_relaxed);
    for (int n = 0; n < 300; ++n) counted.add(1);
    while (done < k) std::this_thread::yield();
    EXPECT_EQ(counted.value(), 327u);
  }
  other.join();
}

TEST(sole_owner, lets_one_thread_at_a_time_have_a_lock)
{
  constexpr int times = 3000;
  for (int round = 0; round < 30; ++round) {
    acre::backends::queue_lock lock;
    int count = 0;
    by_three_threads(round * 100, [&] {
      for (int n = 0; n < times; ++n) {
        std::lock_guard const one(lock);
        ++count;
        std::lock_guard const again(lock);
        ++count;
      }
    });
    ASSERT_EQ(count, 3 * 2 * times);
  }
}

}  // namespace
