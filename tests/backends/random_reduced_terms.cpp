// Random numbers that are reduced as terms of expressions give the bits that the same numbers in
// memory give.

#include <acre/reduce/extrema.hpp>
#include <acre/reduce/logic.hpp>
#include <acre_test/random_rows.hpp>
#include <acre_test/spaces.hpp>

using acre::array, acre::generator, acre::shape, acre::slice;
using acre_test::lengths, acre_test::same_sum, acre_test::starts;

namespace {

template <class Space>
struct random_reduced_terms : ::testing::Test {};
TYPED_TEST_SUITE(random_reduced_terms, acre_test::spaces, acre_test::space_names);

}  // namespace

// float32 numbers share blocks across stacks, which other terms of the expression know nothing of
TYPED_TEST(random_reduced_terms, beside_other_terms)
{
  TypeParam const space{};
  generator const g(11);
  std::vector<std::int64_t> sizes{255, 256, 257, 4096 + 512};
  for (std::int64_t const n : lengths<TypeParam>()) sizes.push_back(n);
  for (std::int64_t const n : sizes) {
    SCOPED_TRACE(n);
    auto const u = g.at(0).template uniform<float>(space, shape(n), 1024);
    array<float, 1, TypeParam> const stored = u;
    array<double, 1, TypeParam> const longer = g.at(1).normal(space, shape(n + 1));
    array<std::int8_t, 1, TypeParam> const k =
        g.at(2).template integers<std::int8_t>(space, shape(n), -9, 9);
    auto const normal = g.at(3).template normal<float>(space, shape(n));
    auto const other = g.at(4).template uniform<float>(space, shape(n), -1, 3, 1024);
    // f(the numbers as they are made) against f(the same in memory)
    auto const same = [&](auto const& f) {
      using T = typename std::remove_cvref_t<decltype(f(u))>::value_type;
      array<T, 1, TypeParam> const a = f(u), b = f(stored);
      EXPECT_TRUE(static_cast<bool>(all(a == b)));
      same_sum(f(u), a);
    };
    same([&](auto const& v) { return where(v < 0.5f, k, exp(v) * normal + other); });
    same([&](auto const& v) { return v < 0.25f; });
    for (std::int64_t const begin : {0, 1}) {  // aligned for packets of two, and not
      auto const x = longer(slice(begin, n + begin));
      same([&](auto const& v) { return (arange<std::int64_t>(space, n) + v) * x; });
      EXPECT_EQ(static_cast<std::int64_t>(argmin(u * x)),
                static_cast<std::int64_t>(argmin(stored * x)));
      acre::complex<double> const z(1, 2);
      EXPECT_EQ(static_cast<acre::complex<double>>(sum(x * z * u)),
                static_cast<acre::complex<double>>(sum(x * z * stored)));
    }
  }
}

TYPED_TEST(random_reduced_terms, two_draws)
{
  TypeParam const space{};
  for (std::int64_t const n : lengths<TypeParam>())
    for (std::int64_t const start : starts) {
      generator g = generator(3).stream(7);
      auto const x = g.uniform<float>(space, shape(n), start),
                 y = g.uniform<float>(space, shape(n), 2 * start);
      array<float, 1, TypeParam> const a = x, b = y;
      EXPECT_EQ(static_cast<std::int64_t>(count_nonzero(square(x) + square(y) < 1)),
                static_cast<std::int64_t>(count_nonzero(square(a) + square(b) < 1)));
    }
}
