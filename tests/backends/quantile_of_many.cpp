// Quantiles of small integers, whose digits acre::dynamic doesn't count: dynamic_quantiles.cpp has
// the others.

#include <acre/order/quantile.hpp>
#include <acre_test/compare.hpp>
#include <acre_test/spaces.hpp>

#include <algorithm>
#include <cmath>

namespace {

template <class Space>
class quantile_of_many : public ::testing::Test {};
TYPED_TEST_SUITE(quantile_of_many, acre_test::spaces, acre_test::space_names);

// Digits are counted for few quantiles of many elements, rows are sorted for others.
template <class T, class Space>
void same_bits_by_digits_and_by_sorting(std::vector<T> v)
{
  auto sorted = v;
  std::sort(sorted.begin(), sorted.end());
  auto const n = static_cast<std::int64_t>(v.size());
  std::vector<double> many;
  for (int k = 0; k <= 20; ++k) many.push_back(k / 20.0);
  for (Space const& space : acre_test::instances<Space>()) {
    auto const x = acre_test::place(space, v);
    auto const by_rows = acre::to_vector(acre::quantile(x, many));
    for (std::size_t k : {1, 20})
      EXPECT_EQ(acre::to_vector(acre::quantile(x, std::vector{many[k]}))[0], by_rows[k]) << k;
    for (double const q : {0.123, 1.0}) {
      auto const at = static_cast<std::size_t>(std::floor(static_cast<double>(n - 1) * q));
      EXPECT_EQ(acre::quantile(x, q, acre::order_statistic::lower).item(), sorted[at]) << q;
    }
    auto const shifted = x(acre::slice(1, acre::none, 1));
    EXPECT_EQ(acre::nanmedian(shifted).item(), acre::median(evaluate(shifted + T(0))).item());
  }
}
TYPED_TEST(quantile_of_many, same_bits_by_digits_and_by_sorting)
{
  same_bits_by_digits_and_by_sorting<std::int16_t, TypeParam>(
      acre_test::noise<std::int16_t>(140000));
}

/// Rows of which few elements are found have the bits of rows that are sorted, as 21 quantiles are.
template <class T, class Space>
void same_bits_of_rows(std::vector<T> const& v, std::int64_t length)
{
  std::int64_t const rows = static_cast<std::int64_t>(v.size()) / length;
  std::vector<double> many;
  for (int k = 0; k <= 20; ++k) many.push_back(k / 20.0);
  for (Space const& space : acre_test::instances<Space>()) {
    auto const x = acre_test::place(space, v, acre::shape(rows, length));
    auto const y = acre_test::place(space, v, acre::shape(length, rows));
    auto const of_rows = acre::evaluate(acre::quantile(x, many, 1)),
               of_columns = acre::evaluate(acre::quantile(y, many, 0));
    for (int const k : {0, 1, 10, 19, 20}) {
      auto const q = many[static_cast<std::size_t>(k)];
      EXPECT_TRUE(acre_test::equals(acre::evaluate(acre::quantile(x, std::vector{q}, 1)(0)),
                                    acre::to_vector(acre::copy(of_rows(k)))))
          << length << ' ' << q;
    }
    auto const few = acre::evaluate(acre::quantile(y, std::vector{0.35, 0.5, 0.75}, 0));
    for (auto const& [at, k] : {std::pair{0, 7}, {1, 10}, {2, 15}})
      EXPECT_TRUE(
          acre_test::equals(acre::copy(few(at)), acre::to_vector(acre::copy(of_columns(k)))))
          << length;
  }
}

TYPED_TEST(quantile_of_many, of_rows)
{
  for (std::int64_t const length : {128, 129, 1000, 2049, 8191, 8192, 17001})
    same_bits_of_rows<std::uint8_t, TypeParam>(acre_test::noise<std::uint8_t>(2 * length), length);
}

}  // namespace
