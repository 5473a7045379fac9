// Sorting of long lists among short ones.
#include <acre/elementwise/elementary.hpp>
#include <acre/index/take.hpp>
#include <acre_test/nested_lists.hpp>

#include <limits>

using acre::none, acre::slice;
using acre_test::nested;

namespace {

TYPED_TEST_SUITE(nested, acre_test::spaces, acre_test::space_names);

TYPED_TEST(nested, sorts_long_lists_among_short_ones)
{
  std::vector<std::int64_t> lengths;
  for (std::int64_t n : {0, 3, 48, 49, 1000, 1, 47, 0, 5000, 2}) lengths.push_back(n);
  std::int64_t total = 0;
  for (auto n : lengths) total += n;
  auto const v = acre_test::place(this->space, acre_test::noise<float>(total + 5));
  acre::array<float, 1, TypeParam> const some = acre::where(v > 0.5f, acre::floor(v * 20.0f), v);
  some(slice(70, 75)) = std::numeric_limits<float>::quiet_NaN();
  auto const x = acre::unflatten(some(slice(5, none)), acre_test::place(this->space, lengths));
  auto const down = to_vector(argsort(x, 1, acre::descending)), up = to_vector(argsort(x, 1));
  auto const sorted = to_vector(sort(x, 1));
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    EXPECT_EQ(up[k], to_vector(argsort(x(k)))) << k;
    EXPECT_EQ(down[k], to_vector(argsort(x(k), acre::descending))) << k;
    EXPECT_TRUE(
        acre_test::same_elements(sorted[k], to_vector(acre::take(evaluate(x(k)), argsort(x(k))))))
        << k;
  }
  auto const z = acre::cast<acre::complex<float>>(x);
  auto const order = to_vector(argsort(z, 1));
  for (std::size_t k = 0; k < lengths.size(); ++k)
    EXPECT_EQ(order[k], to_vector(argsort(evaluate(z)(k)))) << k;
}

}  // namespace
