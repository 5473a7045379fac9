// What algorithms take beside their operands and results, as memory_of(space) counts it.

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

#include <iomanip>
#include <iostream>

using acre::shape;

namespace {

template <class Space>
class scratch : public ::testing::Test {
 protected:
  static constexpr std::int64_t n = 1 << 20;
  Space space;
  acre::array<double, 1, Space> const x =
      acre::evaluate(acre::generator(1).uniform<double>(space, shape(n)));
  acre::array<std::int64_t, 1, Space> const key =
      acre::evaluate(acre::generator(2).integers<std::int64_t>(space, shape(n), 0, 1000));

  /// The most bytes at once, but for those of the result, over those of the input.
  template <class F>
  void takes(char const* what, double inputs, double at_most, F const& f)
  {
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
    // a GPU's sorting takes what the vendor's wants as well, see the contracts
    if (Space::host_accessible) {
      EXPECT_LE(ratio, at_most) << what;
    }
  }
};
TYPED_TEST_SUITE(scratch, acre_test::spaces, acre_test::space_names);

TYPED_TEST(scratch, is_at_most_twice_the_input)
{
  auto const& x = this->x;
  auto const& key = this->key;
  this->takes("cumsum", 1, 1.1, [&] { return acre::cumsum(x); });
  this->takes("sort", 1, 1.1, [&] { return acre::sort(x); });
  this->takes("unique", 1, 2.1, [&] { return acre::unique(x); });
  this->takes("quantile", 1, 0.1, [&] { return acre::quantile(x, 0.25); });
  this->takes("topk", 1, 0.2, [&] { return acre::topk(x, 100); });
  this->takes("histogram", 1, 0.1, [&] { return acre::histogram(x, 100, 0, 1); });
  this->takes("histogram, weights", 2, 2.1, [&] { return acre::histogram(x, 100, 0, 1, x); });
  this->takes("sums of groups", 2, 2.1, [&] { return acre::group_by(key).sum(x); });
  this->takes("scatter_add", 2, 2.1, [&] {
    auto const sums = acre::zeros<double>(x.space(), shape(1000));
    acre::scatter_add(sums(key), x);
    return sums;
  });
}

/// Keys and values, keys and numbers, are sorted from one pair of arrays into another and back.
TYPED_TEST(scratch, of_pairs)
{
  this->takes("argsort", 1, 2.1, [&] { return acre::argsort(this->x); });
  this->takes("unique_all", 1, 2.1, [&] { return acre::unique_all(this->key); });
  this->takes("sort_by_key", 2, 1.1, [&] { return acre::sort_by_key(this->x, this->key); });
}

// Keys of 8 bytes that are far apart, and numbers of rows beside them, both twice while they are
// sorted.
TYPED_TEST(scratch, of_keys_and_numbers)
{
  auto const& x = this->x;
  auto const& key = this->key;
  auto const far = acre::evaluate(key * 1000000007000);
  this->takes("unique_all, different", 1, 2.1, [&] { return acre::unique_all(x); });
  this->takes("setxor1d", 2, 1.6, [&] { return acre::setxor1d(x, far); });
  this->takes("lexsort", 2, 2.6, [&] { return acre::lexsort(x, key); });
  this->takes("groups, far apart", 2, 2.6, [&] { return acre::group_by(far).sum(x); });
  this->takes("groups of two columns", 3, 2.1, [&] { return acre::group_by(far, x).sum(x); });
  this->takes("topk of half", 1, 3.1, [&] { return acre::topk(x, this->n / 2); });
}

}  // namespace
