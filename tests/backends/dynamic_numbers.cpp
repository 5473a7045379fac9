// Numbers beside arrays whose dtype is known at run time, which a GPU's queue holds.

#include <acre/array/creation.hpp>
#include <acre/dynamic/array.hpp>
#include <acre/dynamic/elementwise.hpp>
#include <acre_test/spaces.hpp>

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace dynamic = acre::dynamic;

template <class Space>
struct dynamic_numbers : testing::Test {
  Space space;
};
TYPED_TEST_SUITE(dynamic_numbers, acre_test::spaces, acre_test::space_names);

TYPED_TEST(dynamic_numbers, are_held_until_nobody_reads_them)
{
  auto& queue = this->space.queue();
  using words = std::array<std::uint64_t, 2>;
  if constexpr (requires { queue.number(words{}); }) {
    std::shared_ptr<void> const first = queue.number(words{1});
    ASSERT_TRUE(first);
    for (std::uint64_t n = 2; n < 300; ++n) EXPECT_NE(queue.number(words{n}), first);
    EXPECT_EQ(queue.number(words{1}), first);
    std::vector<std::shared_ptr<void>> held;
    for (std::uint64_t n = 1000; n < 1300; ++n)
      if (auto there = queue.number(words{n})) held.push_back(std::move(there));
    EXPECT_GT(held.size(), 0);
    EXPECT_LT(held.size(), 300);  // the others have memory of their own
    for (std::size_t k = 0; k < held.size(); ++k) {
      words there;
      queue.copy_to_host(&there, held[k].get(), sizeof there);
      EXPECT_EQ(there, words{1000 + k});
    }
    held.clear();
    EXPECT_TRUE(queue.number(words{5000}));
  }
}

TYPED_TEST(dynamic_numbers, of_several_threads)
{
  acre::dynamic_array const x = acre::from_host(this->space, std::vector<double>{0, 1});
  std::atomic<int> differ = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::int64_t n = 0; n < 100; ++n) {
        double const number = 1000.0 * t + static_cast<double>(n);
        auto const bytes = dynamic::to_host(dynamic::binary("add", x, number));
        double sums[2];
        std::memcpy(sums, bytes.data(), sizeof sums);
        differ += sums[0] != number || sums[1] != number + 1;
      }
    });
  for (auto& each : threads) each.join();
  EXPECT_EQ(differ, 0);
}

}  // namespace
