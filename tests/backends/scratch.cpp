// Scratch memory of algorithms besides their operands and results, as memory_of(space) counts it.

#include <acre/device/memory.hpp>
#include <acre/index/scatter_add.hpp>
#include <acre/order/group_by.hpp>
#include <acre/order/histogram.hpp>
#include <acre/order/lexsort.hpp>
#include <acre/order/quantile.hpp>
#include <acre/order/sets.hpp>
#include <acre/order/sort_by_key.hpp>
#include <acre/order/topk.hpp>
#include <acre/order/unique.hpp>
#include <acre/random/generator.hpp>
#include <acre/reduce/scan.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string_view>

using acre::shape;

namespace {

/// The most that each may take, times its operands: on a CPU the figures of core/docs/memory.md, on
/// a GPU those of the contracts. A GPU's radix sort wants its keys and values once more, which for
/// argsort are the keys alone with CUB 3.0, with others numbers of 4 bytes as well; and what it
/// counts, which 0.1 has room for.
struct bound {
  std::string_view what;
  double cpu, gpu, of_thread = 0;  // bytes for each thread of a CPU
};
constexpr double sorts_keys = 2.5e5;  // alone
constexpr bound bounds[] = {
    {"cumsum", 1.1, 0.1},  // on a CPU of many threads
    {"sort", 1.1, 1.1, sorts_keys},
    {"unique", 1.1, 1.2, sorts_keys},  // a GPU's result has room for as many values as elements
    {"quantile", 0.1, 0.1},
    {"topk", 0.2, 0.2},
    {"histogram", 0.1, 0.1},
    {"histogram, weights", 2.1, 1.6},
    {"sums of groups", 2.1, 1.9},
    {"scatter_add", 2.1, 1.9},
    {"argsort", 2.1, 2.6},
    {"unique_all", 0.1, 0.1},  // of few values, which are counted
    {"sort_by_key", 1.1, 1.1},
    {"unique_all, different", 2.1, 2.1},
    {"setxor1d", 1.6, 2.2, sorts_keys},  // both sets have room for as many values as elements
    {"lexsort", 2.6, 2.6},
    {"groups, far apart", 2.6, 2.6},
    {"groups of two columns", 1.7, 2.1},
    {"groups of four columns", 2.4, 2.8},
    {"topk of half", 3.1, 3.6},
};

template <class Space>
class scratch : public ::testing::Test {
 protected:
  // of a GPU so many that 0.1 times the operands is more than what the vendor's sort counts
  static constexpr std::int64_t n = Space::host_accessible ? 1 << 20 : 1 << 24;
  Space space;
  acre::array<double, 1, Space> const x =
      acre::evaluate(acre::generator(1).uniform<double>(space, shape(n)));
  acre::array<std::int64_t, 1, Space> const key =
      acre::evaluate(acre::generator(2).integers<std::int64_t>(space, shape(n), 0, 1000));

  /// The most bytes at once, but for those of the result, over those of the input.
  template <class F>
  void takes(std::string_view what, double inputs, F const& f)
  {
    auto const* const most = std::ranges::find(bounds, what, &bound::what);
    ASSERT_NE(most, std::end(bounds)) << what;
    auto const memory = acre::memory_of(space);
    space.fence();
    std::size_t const before = memory.used();
    memory.reset_peak();
    std::size_t after = 0;
    {
      auto const result = f();
      space.fence();
      after = memory.used();
    }
    double const ratio = (static_cast<double>(memory.peak()) - static_cast<double>(after)) /
                         (inputs * 8 * static_cast<double>(n));
    EXPECT_GE(after, before);
    std::cout << std::setw(24) << what << std::setw(8) << std::setprecision(3) << ratio << '\n';
    double allowed = most->gpu;
    if constexpr (Space::host_accessible)
      allowed = most->cpu +
                most->of_thread * space.queue().threads() / (inputs * 8 * static_cast<double>(n));
    EXPECT_LE(ratio, allowed) << what;
  }
};
TYPED_TEST_SUITE(scratch, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scratch, is_at_most_twice_the_input)
{
  auto const& x = this->x;
  auto const& key = this->key;
  this->takes("cumsum", 1, [&] { return acre::cumsum(x); });
  this->takes("sort", 1, [&] { return acre::sort(x); });
  this->takes("unique", 1, [&] { return acre::unique(x); });
  this->takes("quantile", 1, [&] { return acre::quantile(x, 0.25); });
  this->takes("topk", 1, [&] { return acre::topk(x, 100); });
  this->takes("histogram", 1, [&] { return acre::histogram(x, 100, 0, 1); });
  this->takes("histogram, weights", 2, [&] { return acre::histogram(x, 100, 0, 1, x); });
  this->takes("sums of groups", 2, [&] { return acre::group_by(key).sum(x); });
  this->takes("scatter_add", 2, [&] {
    auto const sums = acre::zeros<double>(x.space(), shape(1000));
    acre::scatter_add(sums(key), x);
    return sums;
  });
}

/// Keys and values, keys and numbers, are sorted from one pair of arrays into another and back.
TYPED_TEST(scratch, of_pairs)
{
  this->takes("argsort", 1, [&] { return acre::argsort(this->x); });
  this->takes("unique_all", 1, [&] { return acre::unique_all(this->key); });
  this->takes("sort_by_key", 2, [&] { return acre::sort_by_key(this->x, this->key); });
}

// Keys of 8 bytes that are far apart, and numbers of rows beside them, both twice while they are
// sorted. The values of four columns, all different, take 80 bits.
TYPED_TEST(scratch, of_keys_and_numbers)
{
  auto const& x = this->x;
  auto const& key = this->key;
  auto const far = acre::evaluate(key * 1000000007000);
  this->takes("unique_all, different", 1, [&] { return acre::unique_all(x); });
  this->takes("setxor1d", 2, [&] { return acre::setxor1d(x, far); });
  this->takes("lexsort", 2, [&] { return acre::lexsort(x, key); });
  this->takes("groups, far apart", 2, [&] { return acre::group_by(far).sum(x); });
  this->takes("groups of two columns", 3, [&] { return acre::group_by(far, x).sum(x); });
  this->takes("groups of four columns", 5, [&] { return acre::group_by(x, x, x, x).sum(x); });
  this->takes("topk of half", 1, [&] { return acre::topk(x, this->n / 2); });
}

}  // namespace
